"""Calls as a client sees them: answers, languages, refusals with their details, limits, deadlines."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import grpc
import grpc.aio
import pytest

from referee.model.refusal import Refused
from referee.server.gate import Gate
from referee.server.handlers import Handlers

from .asking import DETAILS, ask, path, raw, serving
from .scripted import HELD, Scripted

Code = grpc.StatusCode
BATCH = "BatchJudge"

LANGUAGES = [
    (None, "en"),
    ("en", "en"),
    ("fr", "fr"),
    ("fr-CA, en;q=0.5", "fr"),
    ("de", "en"),
    ("", "en"),
    (";;q=,fr;q=zero", "en"),
]


@pytest.mark.parametrize(("asked", "given"), LANGUAGES)
def test_answers_and_refusals_name_their_language(asked: str | None, given: str) -> None:
    async def case() -> None:
        async with serving() as (_, channel):
            said = await ask(channel, "ScoreDeal", b"hello", language=asked)
            assert said.answer == f"ScoreDeal {given} hello".encode()
            assert said.trailing["content-language"] == given
            refused = await ask(channel, BATCH, b"refuse HAND_SIZE 1", language=asked)
            assert refused.trailing["content-language"] == given

    asyncio.run(case())


def test_every_call_of_the_service_is_answered() -> None:
    async def case() -> None:
        async with serving() as (_, channel):
            for rpc in (*Scripted.UNARY, BATCH):
                assert (await ask(channel, rpc, b"hello")).answer == f"{rpc} en hello".encode()

    asyncio.run(case())


REFUSALS = [
    ("refuse HAND_SIZE 1", Code.INVALID_ARGUMENT, "HAND_SIZE", {}),
    ("refuse CARD_DUPLICATED 500", Code.INVALID_ARGUMENT, "CARD_DUPLICATED", {}),
    ("refuse PRESET_UNKNOWN 1", Code.NOT_FOUND, "PRESET_UNKNOWN", {}),
    ("fail", Code.INTERNAL, "PLUGIN_FAILED", {"plugin": "referee_odd"}),
]


@pytest.mark.parametrize("rpc", ["InspectDeal", BATCH])
@pytest.mark.parametrize(("request_", "code", "reason", "facts"), REFUSALS)
def test_refusals_carry_their_details(
    rpc: str, request_: str, code: grpc.StatusCode, reason: str, facts: dict[str, str]
) -> None:
    async def case() -> None:
        async with serving() as (_, channel):
            said = await ask(channel, rpc, request_.encode())
            assert said.code is code
            assert (said.info.reason, said.info.domain) == (reason, "belote.referee")
            assert facts.items() <= dict(said.info.metadata).items()
            assert len(said.trailing[DETAILS]) <= 4096

    asyncio.run(case())


def test_a_fault_of_our_own_says_nothing_about_itself() -> None:
    async def case() -> None:
        async with serving() as (_, channel):
            said = await ask(channel, "InspectDeal", b"break")
            assert said.code is Code.INTERNAL
            told = said.message + repr(said.trailing)
            assert not any(word in told for word in (HELD, "LookupError", "Traceback", "scripted"))

    asyncio.run(case())


def test_what_is_not_there_is_unimplemented() -> None:
    async def case() -> None:
        async with serving() as (_, channel):
            assert (await ask(channel, "JudgePoker", b"")).code is Code.UNIMPLEMENTED
            call = raw(channel, "/belote.referee.v0.RefereeService/ScoreDeal")(b"", timeout=5)
            assert await call.code() is Code.UNIMPLEMENTED

    asyncio.run(case())


SIZES = [
    (1024, Code.OK, None),
    (1025, Code.RESOURCE_EXHAUSTED, "REQUEST_TOO_LARGE"),
    (2048, Code.RESOURCE_EXHAUSTED, "REQUEST_TOO_LARGE"),
    (2049, Code.RESOURCE_EXHAUSTED, None),
]


@pytest.mark.parametrize("squeezed", [False, True])
@pytest.mark.parametrize(("size", "code", "reason"), SIZES)
def test_too_large_a_request_is_refused(size: int, code: grpc.StatusCode, reason: str | None, squeezed: bool) -> None:
    async def case() -> None:
        async with serving(max_request_bytes=1024) as (_, channel):
            compression = grpc.Compression.Gzip if squeezed else None
            said = await ask(channel, "ScoreDeal", b"x" * size, compression=compression)
            assert said.code is code
            if reason:
                assert said.info.reason == reason
                assert dict(said.info.metadata) == {"limit": "1024"}
            assert (await ask(channel, "ScoreDeal", b"x")).code is Code.OK

    asyncio.run(case())


async def nothing() -> AsyncIterator[bytes]:
    for one in list[bytes]():
        yield one


async def nothing_for_long() -> AsyncIterator[bytes]:
    await asyncio.sleep(5)
    yield b"late"


@pytest.mark.parametrize("requests", [nothing, nothing_for_long])
def test_a_call_that_brings_no_request_is_answered(
    requests: type[AsyncIterator[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handlers.__init__, "__kwdefaults__", {"read_within": 0.2})

    async def case() -> None:
        async with serving(max_calls=1) as (_, channel):
            call = channel.stream_unary(path("ScoreDeal"), bytes, bytes)(requests(), timeout=4)
            assert await call.code() is Code.INVALID_ARGUMENT
            assert DETAILS in dict(await call.trailing_metadata())
            assert (await ask(channel, "ScoreDeal", b"x")).code is Code.OK

    asyncio.run(case())


def test_too_many_at_once_are_turned_away_and_health_is_not() -> None:
    async def case() -> None:
        async with serving(max_calls=2) as (_, channel):
            waiting = [asyncio.create_task(ask(channel, BATCH, b"wait 0.4")) for _ in range(2)]
            await asyncio.sleep(0.15)
            for rpc in ("ScoreDeal", BATCH):
                said = await ask(channel, rpc, b"x")
                assert said.code is Code.RESOURCE_EXHAUSTED
                assert said.info.reason == "OVERLOADED"
            assert await raw(channel, "/grpc.health.v1.Health/Check")(b"", timeout=5) == b"\x08\x01"
            assert [one.code for one in await asyncio.gather(*waiting)] == [Code.OK, Code.OK]
            assert (await ask(channel, "ScoreDeal", b"x")).code is Code.OK

    asyncio.run(case())


def test_a_burst_is_answered_up_to_the_limit_and_refused_beyond() -> None:
    async def case() -> None:
        async with serving(max_calls=20) as (_, channel):
            said = await asyncio.gather(*(ask(channel, BATCH, b"wait 0.3") for _ in range(50)))
            assert sum(one.code is Code.OK for one in said) == 20
            assert {one.info.reason for one in said if one.code is not Code.OK} == {"OVERLOADED"}

    asyncio.run(case())


def test_a_call_that_outlives_its_deadline_gives_its_place_back() -> None:
    async def case() -> None:
        async with serving(max_calls=1) as (_, channel):
            said = await ask(channel, BATCH, b"wait 5", within=0.2)
            assert said.code is Code.DEADLINE_EXCEEDED
            await asyncio.sleep(0.1)
            assert (await ask(channel, "ScoreDeal", b"x")).code is Code.OK

    asyncio.run(case())


def test_a_batch_that_takes_too_long_is_given_up_and_gives_its_place_back() -> None:
    async def case() -> None:
        async with serving(max_calls=1, max_seconds=0.2) as (_, channel):
            said = await ask(channel, BATCH, b"wait 5", within=20)
            assert said.code is Code.DEADLINE_EXCEEDED
            assert said.message == "the batch took more than 0.2 seconds; ask it in smaller ones"
            assert (await ask(channel, BATCH, b"wait 0")).code is Code.OK

    asyncio.run(case())


def test_a_caller_who_leaves_gives_its_place_back() -> None:
    async def case() -> None:
        async with serving(max_calls=1) as (_, channel):
            call = raw(channel, path(BATCH))(b"wait 5")
            await asyncio.sleep(0.15)
            assert (await ask(channel, "ScoreDeal", b"x")).info.reason == "OVERLOADED"
            call.cancel()
            await asyncio.sleep(0.15)
            assert (await ask(channel, "ScoreDeal", b"x")).code is Code.OK

    asyncio.run(case())


def test_the_gate_counts_down_whatever_happens_inside() -> None:
    async def case() -> None:
        gate = Gate(1)
        assert await gate.emptied(0)
        for fault in (ZeroDivisionError, asyncio.CancelledError):
            with suppress(fault), gate.passed():
                assert gate.under_way == 1
                assert not await gate.emptied(0.01)
                with pytest.raises(Refused), gate.passed():
                    pass
                raise fault
        assert gate.under_way == 0
        assert await gate.emptied(0.01)

    asyncio.run(case())


def test_the_gate_is_quiet_once_nobody_knocks() -> None:
    async def case() -> None:
        gate = Gate(1)
        gate.close()

        async def knock(times: int) -> None:
            for _ in range(times):
                with pytest.raises(Refused), gate.passed():
                    pass
                await asyncio.sleep(0.01)

        assert await gate.quieted(0.05, 0.06)
        knocking = asyncio.create_task(knock(20))
        await asyncio.sleep(0)
        assert not await gate.quieted(0.05, 0.06)
        assert await gate.quieted(0.05, 5)
        assert knocking.done()
        assert not await gate.quieted(0.05, 0.01)

    asyncio.run(case())
