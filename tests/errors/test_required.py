"""What the contract calls required is refused when it is missing, wherever in a request it stands."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import grpc
import pytest
from google.protobuf.message import Message

from referee import plugins
from referee.service import Service
from tests.errors.contract_text import is_required
from tests.errors.serving import ask_in_batch, reason_name, refusal_of
from tests.errors.whole import WHOLE, whole
from tests.properties.random_questions import REQUESTS
from tests.properties.served import serving
from tests.server.asking import Said, ask

NOT_MISSED: Final = {
    "deals[2].deal.ruleset": "a record within a match may leave out its rules",
    "deals[0].score_sheet.written": "a sheet of a deal for which nothing is written has no lines",
}
"""Places where the contract itself says that what is required may be missing."""
COUNTED_INSTEAD: Final = {
    "ListLegalCards hand": "HAND_SIZE",
    "JudgeTrick cards": "TRICK_SIZE",
}
"""Lists of cards that may not be empty: too few cards have reasons of their own."""
WITHIN_A_BATCH: Final = "Question.request"
"""A question that asks nothing has an error for its answer."""


@dataclass(frozen=True)
class Gap:
    """A request without something that is required."""

    rpc: str
    path: str
    kind: str
    """The field or oneof, by its message and name."""
    request: Message

    def __str__(self) -> str:
        return f"{self.rpc} {self.path}"


def required_in(kind: Any) -> Iterator[str]:
    """The required fields and oneofs of a message."""
    for field in kind.fields:
        alone = field.containing_oneof is None or len(field.containing_oneof.fields) == 1
        if alone and is_required(kind.name, field.name):
            yield field.name
    for oneof in kind.oneofs:
        if not oneof.name.startswith("_") and is_required(kind.name, oneof.name):
            yield oneof.name


def places(message: Message, path: str = "") -> Iterator[tuple[str, Message]]:
    """Every message within a request, the request itself included, and the start of the paths inside it."""
    yield path, message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if not field.is_repeated:
            yield from places(value, f"{path}{field.name}.")
            continue
        for index, one in enumerate(value):
            yield from places(one, f"{path}{field.name}[{index}].")


def gaps() -> Iterator[Gap]:
    for rpc in WHOLE:
        sound = whole(rpc)
        for number, (path, message) in enumerate(places(sound)):
            for name in required_in(message.DESCRIPTOR):
                request = REQUESTS[rpc]()
                request.CopyFrom(sound)
                _, place = list(places(request))[number]
                assert is_set(place, name), f"{rpc} {path}{name}"
                place.ClearField(name)
                yield Gap(rpc, f"{path}{name}", f"{message.DESCRIPTOR.name}.{name}", request)


def is_set(message: Message, name: str) -> bool:
    if name in message.DESCRIPTOR.oneofs_by_name:
        return message.WhichOneof(name) is not None
    return name in {field.name for field, _ in message.ListFields()}


def kinds_within(kind: Any, seen: set[str]) -> Iterator[Any]:
    """Every kind of message that a request may hold."""
    if kind.full_name not in seen:
        seen.add(kind.full_name)
        yield kind
        for field in kind.fields:
            if field.message_type is not None:
                yield from kinds_within(field.message_type, seen)


GAPS: Final = {str(one): one for one in gaps()}
ASKED: Final = [
    name for name, one in GAPS.items() if one.path not in NOT_MISSED and not one.path.startswith("questions[")
]


@pytest.fixture(scope="module")
def answers() -> dict[str, Said]:
    """Every whole request and every one with a gap, asked of one server."""

    async def ask_all() -> dict[str, Said]:
        requests = {rpc: (rpc, whole(rpc)) for rpc in WHOLE} | {
            name: (one.rpc, one.request) for name, one in GAPS.items()
        }
        async with serving(Service(plugins.load(discover=False))) as channel:
            return {
                name: await ask(channel, rpc, request.SerializeToString()) for name, (rpc, request) in requests.items()
            }

    return asyncio.run(ask_all())


def test_everything_that_a_request_may_be_required_to_have_is_left_out_once() -> None:
    seen: set[str] = set()
    kinds: list[Any] = [one for rpc in REQUESTS for one in kinds_within(REQUESTS[rpc].DESCRIPTOR, seen)]
    required = {f"{kind.name}.{name}" for kind in kinds for name in required_in(kind)}
    assert required == {one.kind for one in GAPS.values()}
    assert len(required) > 40
    assert {one.path for one in GAPS.values()} > set(NOT_MISSED)
    assert set(GAPS) > set(COUNTED_INSTEAD)


@pytest.mark.parametrize("rpc", WHOLE)
def test_a_whole_request_misses_nothing(rpc: str, answers: dict[str, Said]) -> None:
    said = answers[rpc]
    assert said.code is grpc.StatusCode.OK or "FIELD_MISSING" not in {one for _, one, _ in refusal_of(said).fields}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_required_is_missed(name: str, answers: dict[str, Said]) -> None:
    gap, found = GAPS[name], refusal_of(answers[name])
    wanted = COUNTED_INSTEAD.get(name, "FIELD_MISSING")
    missed = [path for path, reason, _ in found.fields if reason == wanted]
    assert any(path == gap.path or path.startswith(f"{gap.path}.") for path in missed), found.fields


@pytest.mark.parametrize("path", NOT_MISSED)
def test_what_may_be_left_out_after_all_is_not_missed(path: str, answers: dict[str, Said]) -> None:
    (name,) = [name for name, one in GAPS.items() if one.path == path]
    said = answers[name]
    assert said.code is grpc.StatusCode.OK or path not in refusal_of(said).paths


def test_a_question_that_asks_nothing_is_answered_so() -> None:
    async def case() -> None:
        (gap,) = [one for one in GAPS.values() if one.kind == WITHIN_A_BATCH]
        async with serving(Service(plugins.load(discover=False))) as channel:
            questions: Any = gap.request
            (answer,) = await ask_in_batch(channel, list(questions.questions), "en")
            assert [(one.path, reason_name(one.reason)) for one in answer.error.fields] == [
                ("request", "FIELD_MISSING")
            ]

    asyncio.run(case())
