"""The contract keeps the promises that no tool checks, and the stubs are those of the contract.

`buf lint` holds the rest: names, the zero of every enum, and that everything has a comment.
"""

import importlib
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
from belote.referee.v1 import card_pb2, deal_pb2
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    MethodDescriptorProto,
    MethodOptions,
)

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "clients" / "python"
FOLDER = "belote/referee/v1"
FILES = ("card", "deal", "error_reason", "position", "referee_service", "ruleset", "score")

FILE_OPTIONS = {
    "csharp_namespace": "Belote.Referee.V1",
    "go_package": "github.com/belote-referee/belote-referee/clients/go/refereev1;refereev1",
    "java_multiple_files": True,
    "java_package": "io.github.belotereferee.v1",
    "objc_class_prefix": "BRF",
    "php_namespace": "Belote\\Referee\\V1",
    "ruby_package": "Belote::Referee::V1",
}
# Some language renames these, or a user of some language cannot write them.
NAMES_TO_AVOID = re.compile(
    "and|async|class|constructor|default|descriptor|from|import|match|none|object|package|requires|reset|self|size|"
    "string|to_object|to_string|type|unset"
)
NAMES_NO_RULES = {"ListVariants", "RedactDeal"}
ALWAYS_WITH_VALUES = {"DealCards", "InspectDeal", "ScoreDeal", "ScoreTally", "BatchJudge"}
ASKS_NOTHING = {"ListVariants", "BatchJudge"}  # what cannot be a question of a batch
RANDOM = {"DealCards"}
ECHOED = {"ScoreSheet", "ScoreLine"}  # answers that a match takes back, reading a part of them


@cache
def contract() -> dict[str, FileDescriptorProto]:
    """The `.proto` files as they are now, with their comments, by name."""
    buf = shutil.which("buf", path=str(Path(sys.executable).parent))
    assert buf, "buf is not installed beside this Python: it comes with the extra `dev`"
    command = [buf, "build", "proto", "--as-file-descriptor-set", "--output", "-"]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    files = FileDescriptorSet.FromString(built.stdout).file
    return {Path(file.name).stem: file for file in files if file.package == "belote.referee.v1"}


@cache
def messages() -> dict[str, DescriptorProto]:
    """Every message by its full name, as fields refer to it."""
    return {f".{file.package}.{it.name}": it for file in contract().values() for it in file.message_type}


@cache
def methods() -> dict[str, MethodDescriptorProto]:
    """Every RPC by name."""
    (service,) = contract()["referee_service"].service
    return {method.name: method for method in service.method}


@cache
def comments() -> dict[str, str]:
    """The comment of everything that has a name, such as `Deal`, `Deal.dealer`, `SUIT_CLUBS`."""
    found: dict[str, str] = {}
    for file in contract().values():
        written = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
        for i, message in enumerate(file.message_type):
            found[message.name] = written[4, i]
            for j, field in enumerate(message.field):
                found[f"{message.name}.{field.name}"] = written[4, i, 2, j]
            # Each `optional` field has a oneof of its own, which nobody wrote.
            unwritten = {field.oneof_index for field in message.field if field.proto3_optional}
            for j, oneof in enumerate(message.oneof_decl):
                if j not in unwritten:
                    found[f"{message.name}.{oneof.name}"] = written[4, i, 8, j]
        for i, enum in enumerate(file.enum_type):
            found[enum.name] = written[5, i]
            for j, value in enumerate(enum.value):
                found[value.name] = written[5, i, 2, j]
        for i, service in enumerate(file.service):
            found[service.name] = written[6, i]
            for j, method in enumerate(service.method):
                found[f"{service.name}.{method.name}"] = written[6, i, 2, j]
    return found


def output_only(name: str) -> bool:
    """Whether this field or oneof says that only the referee fills it in."""
    return comments()[name].startswith(" Output only. ")


def reachable(start: list[str]) -> set[str]:
    """These messages and all that is read of what they contain, by full name."""
    seen: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            message = messages()[name]
            waiting.extend(
                field.type_name
                for field in message.field
                if field.type_name in messages() and not output_only(f"{message.name}.{field.name}")
            )
    return seen


def fields() -> list[tuple[str, FieldDescriptorProto]]:
    """Every field with the name of its message before it."""
    return [(f"{message.name}.{field.name}", field) for message in messages().values() for field in message.field]


def numbers(enum: str) -> dict[str, int]:
    """The values of an enum of card.proto, without the prefix of their names."""
    values = {value.name: value.number for it in contract()["card"].enum_type if it.name == enum for value in it.value}
    return {name.removeprefix(f"{enum.upper()}_"): number for name, number in values.items()}


def test_the_files_are_those_of_the_contract() -> None:
    assert sorted(contract()) == sorted(FILES)


@pytest.mark.parametrize("name", FILES)
def test_the_stubs_are_those_of_the_contract(name: str) -> None:
    generated = importlib.import_module(f"belote.referee.v1.{name}_pb2").DESCRIPTOR
    stub = FileDescriptorProto.FromString(generated.serialized_pb)
    written = FileDescriptorProto()
    written.CopyFrom(contract()[name])
    written.ClearField("source_code_info")
    assert stub == written, "the contract has changed: `make proto` generates the stubs anew"


@pytest.mark.parametrize("name", FILES)
def test_every_file_names_its_package_in_every_language(name: str) -> None:
    options = contract()[name].options
    outer = "".join(word.capitalize() for word in name.split("_")) + "Proto"
    assert {option.name: value for option, value in options.ListFields()} == {
        **FILE_OPTIONS,
        "java_outer_classname": outer,
    }


def test_every_enum_starts_with_unspecified() -> None:
    for file in contract().values():
        for enum in file.enum_type:
            assert enum.value[0].number == 0, enum.name
            assert enum.value[0].name.endswith("_UNSPECIFIED"), enum.name


def test_messages_and_enums_are_at_top_level() -> None:
    for message in messages().values():
        assert not message.nested_type, message.name
        assert not message.enum_type, message.name


def test_numbers_are_32_bits_wide_and_tell_zero_from_unset() -> None:
    kinds = FieldDescriptorProto
    accepted = {
        kinds.TYPE_INT32,
        kinds.TYPE_BOOL,
        kinds.TYPE_STRING,
        kinds.TYPE_BYTES,
        kinds.TYPE_ENUM,
        kinds.TYPE_MESSAGE,
    }
    for name, field in fields():
        assert field.type in accepted, name
        if field.type == kinds.TYPE_INT32 and field.label != kinds.LABEL_REPEATED:
            assert field.HasField("oneof_index"), f"{name} must be optional or in a oneof"


def test_cards_are_packed_a_byte_each() -> None:
    hand = deal_pb2.Hand(cards=[card_pb2.CARD_ACE_OF_SPADES] * 8)
    assert hand.ByteSize() == 2 + 8


def test_a_card_is_sixteen_times_its_suit_plus_its_rank() -> None:
    suits, ranks, cards = numbers("Suit"), numbers("Rank"), numbers("Card")
    for some in (suits, ranks, cards):
        assert some.pop("UNSPECIFIED") == 0
    assert len(cards) == 32
    assert cards == {f"{rank}_OF_{suit}": 16 * suits[suit] + ranks[rank] for suit in suits for rank in ranks}


def test_a_trump_suit_has_the_number_of_the_suit() -> None:
    trumps = numbers("Trump")
    assert (trumps.pop("NO_TRUMP"), trumps.pop("ALL_TRUMP")) == (5, 6)
    assert trumps == numbers("Suit")


def test_seats_are_numbered_in_the_order_of_play() -> None:
    seats = numbers("Seat")
    assert sorted(seats, key=seats.__getitem__) == ["UNSPECIFIED", "SOUTH", "EAST", "NORTH", "WEST"]


def test_every_call_but_the_shuffle_has_no_side_effects() -> None:
    assert len(methods()) == 12
    without = {
        name for name, method in methods().items() if method.options.idempotency_level == MethodOptions.NO_SIDE_EFFECTS
    }
    assert without == set(methods()) - RANDOM


def test_a_batch_asks_what_can_be_asked_alone() -> None:
    single = {method.input_type for name, method in methods().items() if name not in ASKS_NOTHING}
    answers = {method.output_type for name, method in methods().items() if name not in ASKS_NOTHING}
    question = messages()[".belote.referee.v1.Question"]
    answer = messages()[".belote.referee.v1.Answer"]
    assert {field.type_name for field in question.field} == single
    assert {field.type_name for field in answer.field} == answers | {".belote.referee.v1.QuestionError"}
    numbered = {field.name: field.number for field in answer.field if field.name != "error"}
    assert numbered == {field.name: field.number for field in question.field}


def test_every_answer_names_its_rules_and_gives_their_values_on_request() -> None:
    for name, method in methods().items():
        asked = {field.name for field in messages()[method.input_type].field}
        assert ("full_ruleset" in asked) == (name not in NAMES_NO_RULES | ALWAYS_WITH_VALUES), name
        answered = {field.name for field in messages()[method.output_type].field}
        assert bool(answered & {"ruleset", "rulesets", "score_sheet"}) == (name not in NAMES_NO_RULES), name


def test_no_name_is_taken_in_some_language() -> None:
    for name, field in fields():
        assert not NAMES_TO_AVOID.fullmatch(field.name), name
        assert not re.search(r"_\d", field.name), f"{name} differs from another only by an underscore in some language"


def test_only_what_the_referee_fills_in_is_output_only() -> None:
    sent = reachable([method.input_type for method in methods().values()])
    for full_name, message in messages().items():
        # A member of a oneof leaves this to the oneof.
        chosen = {field.name for field in message.field if field.HasField("oneof_index") and not field.proto3_optional}
        said = {name for name in comments() if name.startswith(f"{message.name}.")}
        for name in said - {f"{message.name}.{member}" for member in chosen}:
            if full_name not in sent:
                assert output_only(name), f"{name} comes from the referee alone"
            elif message.name not in ECHOED:
                assert not output_only(name), f"{name} is sent to the referee"


def test_every_comment_is_plain_sentences() -> None:
    assert len(comments()) > 400
    for name, comment in comments().items():
        assert comment.rstrip().endswith("."), name
        for line in comment.splitlines():
            # Indented or fenced text would become a test of its own in Rust's documentation.
            assert not re.match(r" {2,}|\t", line), name
            assert "```" not in line, name
            assert "http" not in line, name


def test_every_error_reason_says_its_status_and_its_metadata() -> None:
    reasons = {name: text for name, text in comments().items() if name.startswith("ERROR_REASON_")}
    del reasons["ERROR_REASON_UNSPECIFIED"]
    assert len(reasons) >= 30
    for name, comment in reasons.items():
        text = " ".join(comment.split())
        assert re.match(r"(INVALID_ARGUMENT|NOT_FOUND|RESOURCE_EXHAUSTED|UNAVAILABLE|INTERNAL): ", text), name
        assert re.search(r"Metadata: `[a-z_]+`|No metadata", text), name


def test_the_stubs_demand_no_more_than_the_client_promises() -> None:
    project = tomllib.loads((CLIENT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    floors = {
        match["name"]: match["floor"]
        for match in re.finditer(
            r"^(?P<name>[a-z-]+)>=(?P<floor>[\d.]+)", "\n".join(project["dependencies"]), re.MULTILINE
        )
    }
    pins = dict(
        re.findall(
            r"^([\w-]+)==(\S+)$", (ROOT / "proto" / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE
        )
    )
    for name in FILES:
        made_by = re.search(
            r"^# Protobuf Python Version: (\S+)$",
            (CLIENT / FOLDER / f"{name}_pb2.py").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        stubs_by = re.search(
            r"^GRPC_GENERATED_VERSION = '(\S+)'$",
            (CLIENT / FOLDER / f"{name}_pb2_grpc.py").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        assert made_by, name
        assert stubs_by, name
        # The generated code refuses to be imported under anything older than these.
        assert made_by[1] == floors["protobuf"], name
        assert stubs_by[1] == floors["grpcio"] == pins["grpcio-tools"], name
