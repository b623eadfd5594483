"""What the vectors show between them: every call, every reason, every value, and the odd things clients get wrong."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest
from belote.conformance.v1 import conformance_pb2 as vectors
from belote.referee.v1 import error_reason_pb2, referee_service_pb2
from google.protobuf.descriptor import EnumDescriptor, FileDescriptor
from google.protobuf.message import Message

from tests.conformance import VECTORS, WRONG
from tests.conformance.cases import RPCS
from tests.conformance.mistakes import PLANTED
from tests.conformance.replay import expectations
from tests.conformance.suite import snake

SUITE: Final = vectors.ConformanceSuite.FromString(VECTORS.read_bytes())

UNREACHED_REASONS: Final = {
    "REQUEST_UNREADABLE": "a typed client sends nothing but messages",
    "REQUEST_TOO_LARGE": "takes a request of megabytes, which some clients refuse to send themselves",
    "CARDS_HIDDEN": "no call there is needs hidden cards: it answers undetermined, and a finished deal hides none",
    "ANSWER_TOO_LARGE": "takes an answer of megabytes, which would be most of the file",
    "SEAL_MISSING": "the server is started without keys, so it asks for no seal",
    "SEAL_INVALID": "the server is started without keys, so it looks at no seal",
    "PLUGIN_FAILED": "no plugin that comes with the server fails",
    "OVERLOADED": "the state of a server, not a request, brings it about",
    "STOPPING": "the state of a server, not a request, brings it about",
}
"""Reasons that no vector gets, and why."""

UNREACHED_VALUES: Final = {
    "EVENT_KIND_CUSTOM": "no feature that comes with the server adds an event",
    "OUTCOME_CUSTOM": "no feature that comes with the server adds an outcome",
    "TERM_KIND_OUTCOME": "no feature that comes with the server adds an outcome",
    "TERM_KIND_EVENT": "no feature that comes with the server adds an event",
    "TERM_KIND_UNIT": "no feature that comes with the server adds a unit",
}
"""Values of enums that no vector has, and why. Unspecified values are never sent: they are the field left out."""

NO_ERROR: Final = {"ListVariants": "its request has no fields, so nothing that a typed client sends is refused"}


def members() -> Iterator[tuple[vectors.ConformanceVector, Any]]:
    """Each vector and what its call holds."""
    for vector in SUITE.vectors:
        call: Any = vector.WhichOneof("call")
        yield vector, getattr(vector, call)


def fields(message: Message) -> Iterator[tuple[Any, Any]]:
    """Every field that is set, at any depth, and each of its values."""
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            continue
        for one in value if field.is_repeated else [value]:
            yield field, one
            if isinstance(one, Message):
                yield from fields(one)


ALL: Final = [(field, value) for vector in SUITE.vectors for field, value in fields(vector)]
SEEN: Final = Counter((field.enum_type.name, value) for field, value in ALL if field.enum_type is not None)
REQUESTED: Final = [pair for _, member in members() for pair in fields(member.request)]
REASONS: Final = Counter(member.error.reason for _, member in members() if member.WhichOneof("expected") == "error")


def test_there_are_enough_and_each_has_a_name_of_its_own() -> None:
    assert len(SUITE.vectors) >= 200
    assert len({vector.name for vector in SUITE.vectors}) == len(SUITE.vectors)
    assert all(vector.WhichOneof("call") and member.WhichOneof("expected") for vector, member in members())


@pytest.mark.parametrize("rpc", RPCS)
def test_every_call_is_shown_eight_times_and_refused_once(rpc: str) -> None:
    of_it = [member.WhichOneof("expected") for vector, member in members() if vector.WhichOneof("call") == snake(rpc)]
    assert len(of_it) >= 8
    assert "response" in of_it
    assert ("error" in of_it) is (rpc not in NO_ERROR)


@pytest.mark.parametrize("reason", [name for name, number in error_reason_pb2.ErrorReason.items() if number])
def test_every_reason_is_met_or_listed(reason: str) -> None:
    name = reason.removeprefix("ERROR_REASON_")
    assert (REASONS[name] > 0) is (name not in UNREACHED_REASONS)


def enums() -> list[EnumDescriptor]:
    found: dict[str, EnumDescriptor] = {}
    files: list[FileDescriptor] = [referee_service_pb2.DESCRIPTOR, *referee_service_pb2.DESCRIPTOR.dependencies]
    for file in files:
        found |= file.enum_types_by_name
    del found["ErrorReason"]  # reasons travel as text, and are counted above
    return list(found.values())


@pytest.mark.parametrize("enum", enums(), ids=lambda enum: enum.name)
def test_every_value_is_met_or_listed(enum: EnumDescriptor) -> None:
    unmet = {value.name for value in enum.values if value.number and not SEEN[enum.name, value.number]}
    assert unmet == {name for name in UNREACHED_VALUES if name in enum.values_by_name}


def test_the_reasons_of_a_batch_travel_as_numbers() -> None:
    assert len([number for enum, number in SEEN if enum == "ErrorReason"]) >= 3


def test_every_preset_is_played() -> None:
    presets = {
        one.id
        for _, member in members()
        if isinstance(member, vectors.ListVariantsVector)
        for one in member.response.presets
    }
    asked = {value for field, value in REQUESTED if field.full_name == "belote.referee.v1.Ruleset.preset"}
    assert presets and presets <= asked


def test_numbers_of_no_value_are_asked_for() -> None:
    unknown = [
        (field.enum_type.name, value)
        for field, value in REQUESTED
        if field.enum_type is not None and value not in field.enum_type.values_by_number
    ]
    assert len({enum for enum, _ in unknown}) >= 4
    assert min(value for _, value in unknown) < 0, "a number below zero takes ten bytes"
    assert max(value for _, value in unknown) == 2**31 - 1


def optional_zeros(pairs: list[tuple[Any, Any]]) -> set[str]:
    return {
        field.full_name.removeprefix("belote.referee.v1.")
        for field, value in pairs
        if value == 0 and field.has_presence and field.type == field.TYPE_INT32
    }


def test_zero_is_told_from_unset() -> None:
    asked, answered = optional_zeros(REQUESTED), optional_zeros(ALL)
    assert {"DealCardsRequest.reserve_in", "TeamPoints.points"} <= asked
    assert {"TeamPoints.points", "ListLegalCardsResponse.winner_index", "Trick.points"} <= answered
    unset = [
        member
        for _, member in members()
        if isinstance(member, vectors.DealCardsVector) and member.response.HasField("deal")
    ]
    assert {member.response.deal.HasField("reserve_in") for member in unset} == {True, False}


def test_members_without_content_are_chosen() -> None:
    empty = {
        field.name
        for field, value in REQUESTED
        if field.containing_oneof is not None and isinstance(value, Message) and not value.ByteSize()
    }
    assert {"passed", "capot", "generale", "coinche", "surcoinche"} <= empty


def test_a_flag_that_is_false_is_chosen() -> None:
    assert any(field.full_name == "belote.referee.v1.RuleOption.flag" and value is False for field, value in REQUESTED)


def test_numbers_reach_both_ends() -> None:
    numbers = {value for field, value in REQUESTED if field.type == field.TYPE_INT32}
    assert {2**31 - 1, -(2**31)} <= numbers
    assert any(value < 0 for field, value in ALL if field.type == field.TYPE_INT32)


def test_text_is_of_every_kind() -> None:
    sent = [value for field, value in REQUESTED if isinstance(value, str)]
    assert any(ord(sign) > 127 for text in sent for sign in text)
    assert any(ord(sign) < 32 for text in sent for sign in text)
    echoed = [text for _, member in members() for text in member.error.metadata.values()]
    assert any(ord(sign) > 127 for text in echoed for sign in text)
    assert not any(ord(sign) < 32 for text in echoed for sign in text)
    languages = {vector.language for vector, _ in members()}
    assert {"", "fr", "fr-CH, fr;q=0.9, en;q=0.8", "de", "*"} <= languages
    french = [value for vector, member in members() if vector.language == "fr" for _, value in fields(member.response)]
    assert any(isinstance(text, str) and "é" in text for text in french)


def test_details_come_near_their_limit() -> None:
    assert any("fields_left_out" in member.error.metadata for _, member in members())


def test_a_batch_has_good_and_bad_and_one_of_every_kind() -> None:
    kinds = []
    for _, member in members():
        if isinstance(member, vectors.BatchJudgeVector):
            kinds.append([answer.WhichOneof("response") for answer in member.response.answers])
    assert any({"error"} < set(batch) for batch in kinds)
    every = {snake(rpc) for rpc in RPCS} - {"batch_judge", "list_variants"}
    assert any(every <= set(batch) for batch in kinds)


def test_whole_deals_are_played() -> None:
    played = [member.request.deal for _, member in members() if isinstance(member, vectors.ScoreDealVector)]
    whole = Counter(deal.ruleset.preset for deal in played if sum(action.play > 0 for action in deal.actions) >= 18)
    assert {"ffb_classic", "cafe", "ffb_contree", "belote_2p", "belote_3p"} <= set(whole), whole


def test_the_mistakes_are_those_that_were_planted() -> None:
    right, wrong = expectations(VECTORS, WRONG)
    assert right.size == wrong.size == len(SUITE.vectors)
    assert len(wrong.failing) == len(PLANTED) >= 9


def test_the_file_stays_small() -> None:
    assert VECTORS.stat().st_size < 3_000_000
