"""Callers that take their time: they connect and say nothing, begin a call and send none, read a byte now and then."""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from tests.load.callers import PLAIN, Callers, at
from tests.load.chaos import Outcome, scenario, until
from tests.load.odd_callers import OddCaller
from tests.load.questions import answer, everyday, large
from tests.server.started import Referee, referee

T = TypeVar("T")

CROWD: Final = 200
READERS: Final = 50
GOOD: Final = 8
TOLD_WITHIN: Final = 15.0
"""Seconds in which a caller that sends nothing has to be told so: three of patience, and a loaded machine."""
INVALID_ARGUMENT: Final = "3"


async def _good(server: Referee, count: int = GOOD) -> Callers:
    callers = Callers(server.target, [(everyday(), answer(everyday()))], count, PLAIN, within=5.0)
    await callers.asked_more(100)
    return callers


def _judge(outcome: Outcome, before: Sequence[float]) -> None:
    """The good calls: all answered within the clients' own deadline, and how long they took."""
    during = outcome.account.seconds[len(before) :]
    outcome.note(f"p50 {_told(before, 0.5)} before, {_told(during, 0.5)} during; worst {_told(during, 1)}")
    outcome.nothing_lost()
    outcome.hold(not outcome.account.refused, "good calls were refused")


def _told(seconds: Sequence[float], share: float) -> str:
    return f"{1000 * at(share, seconds):.1f} ms"


@scenario()
async def calls_without_request(outcome: Outcome) -> None:
    """200 begin a call and send nothing: each is told so after three seconds, and good calls go on meanwhile."""
    with referee() as server:
        callers = await _good(server)
        before = list(callers.account.seconds)
        odd = await _all(OddCaller.to(server.target) for _ in range(CROWD))
        await _all(one.open(everyday().path) for one in odd)
        ended = await _all(one.hear_to_the_end(TOLD_WITHIN) for one in odd)
        outcome.account = await callers.leave()
        told = sum(one.status == INVALID_ARGUMENT for one in odd)
        outcome.note(f"told so {told} of {CROWD}")
        outcome.hold(all(ended) and told == CROWD, f"only {told} of {CROWD} were told")
        await _all(one.close() for one in odd)
        _judge(outcome, before)


@scenario()
async def connections_without_word(outcome: Outcome) -> None:
    """200 connect to each door and say nothing, or half of the first word; good calls go on meanwhile."""
    with referee(web_port=0) as server:
        callers = await _good(server)
        before, files = list(callers.account.seconds), server.figures().files
        silent = await _all(_connected(place, word) for place in (server.target, server.web) for word in WORDS * 100)
        await until(lambda: server.figures().files >= files + len(silent), 20, "the connections were not taken")
        await callers.asked_more(400)
        web = silent[len(silent) // 2 :]
        await _all(_closed(one, TOLD_WITHIN) for one in web)
        outcome.note(f"of {len(web)} at the web door closed {sum(one.at_eof() for one, _ in web)}")
        outcome.hold(all(one.at_eof() for one, _ in web), "the web door keeps who says nothing")
        outcome.account = await callers.leave()
        for _, writer in silent:
            writer.close()
        await until(lambda: server.figures().files <= files, 20, "connections that were left stay open")
        _judge(outcome, before)


WORDS: Final = (b"", b"PRI * HT")
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _connected(place: str, word: bytes) -> Connection:
    host, _, port = place.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(word)
    await writer.drain()
    return reader, writer


async def _closed(connection: Connection, within: float) -> None:
    with suppress(TimeoutError, ConnectionError):
        await asyncio.wait_for(connection[0].read(), within)


@scenario()
async def slow_readers(outcome: Outcome) -> None:
    """50 read large answers a byte at a time, 50 read nothing; good calls go on, and memory comes back."""
    with referee(web_port=0) as server:
        callers = await _good(server)
        before, memory = list(callers.account.seconds), server.figures().memory
        odd = await _all(OddCaller.to(server.target, window=1) for _ in range(2 * READERS))
        streams = await _all(one.ask(large()) for one in odd)
        for _ in range(40):
            await _all(_a_byte(one, stream) for one, stream in zip(odd[:READERS], streams, strict=False))
        await callers.asked_more(400)
        read = [one.received for one in odd[:READERS]]
        outcome.note(f"read by each {min(read)} to {max(read)} bytes")
        outcome.hold(min(read) > 0, "a reader got nothing")
        held = server.figures().memory
        outcome.account = await callers.leave()
        await _all(one.close() for one in odd)
        outcome.note(f"memory {_mib(memory)}, with them {_mib(held)}")
        _judge(outcome, before)


async def _a_byte(one: OddCaller, stream: int) -> None:
    await one.allow(stream, 1)
    await one.hear(0.05)


def _mib(count: int) -> str:
    return f"{count / 2**20:.0f} MiB"


async def _all(made: Iterable[Awaitable[T]]) -> list[T]:
    return list(await asyncio.gather(*made))


@scenario()
async def answers_nobody_reads(outcome: Outcome) -> None:
    """400 large answers are asked for and never read: their connections are cut when they are old, good calls go on."""
    with referee(max_connection_age=2, max_seconds=10) as server:
        callers = await _good(server)
        before, files = list(callers.account.seconds), server.figures().files
        odd = await _all(OddCaller.to(server.target, window=1) for _ in range(20))
        for _ in range(20):
            await _all(one.ask(large()) for one in odd)
        await callers.asked_more(100)
        held = server.figures()
        outcome.hold(held.files >= files + len(odd), "they were not connected")
        # Ten seconds are left to the calls of an old connection.
        await until(lambda: server.figures().files <= files, 40, "callers that never read were not cut")
        outcome.note(f"files {held.files}, in the end {server.figures().files}")
        outcome.account = await callers.leave()
        await _all(one.close() for one in odd)
        _judge(outcome, before)
