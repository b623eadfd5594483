"""A campaign against one server: many mutants at once, what came of them, and whether it is as well afterwards."""

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import grpc
import grpc.aio

from tests.fuzz.doors import WITHIN, connect_door, grpc_door
from tests.properties.shown_cards import cards_in_text
from tests.server.asking import raw
from tests.server.started import Referee

MUTANTS: Final = int(os.environ.get("REFEREE_TEST_MUTANTS") or 2000)
FIRST: Final = int(os.environ.get("REFEREE_TEST_FIRST") or 0)
MOST_GROWTH: Final = 10
"""Percent by which a server may hold more at the end than after the first tenth: what it keeps has a limit."""

Sender: TypeAlias = Callable[[int], Awaitable[None]]
"""Sends the mutant of a seed and looks at what is said to it."""


@dataclass
class Tally:
    """What came of the mutants that went through one door."""

    door: str
    statuses: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "none")
    memory: list[int] = field(default_factory=list)

    def count(self, status: str, reason: str, seconds: float, what: str) -> None:
        """Counts one answer."""
        self.statuses[status] += 1
        if reason:
            self.reasons[reason] += 1
        self.slowest = max(self.slowest, (seconds, what))

    def __str__(self) -> str:
        mebibytes = "→".join(f"{one / 2**20:.1f}" for one in self.memory)
        said = ", ".join(f"{count} {status}" for status, count in self.statuses.most_common())
        reached = len(self.reasons.keys() - {"OK"})
        seconds, what = self.slowest
        return (
            f"{self.door}: {self.statuses.total()} sent: {said}; {reached} reasons; "
            f"slowest {seconds:.2f} s ({what}); memory {mebibytes} MiB, {self.growth:+.1f} %"
        )

    @property
    def growth(self) -> float:
        """Percent by which the server grew from the first look at it to the last; 0 before it was looked at."""
        return 100 * (self.memory[-1] - self.memory[0]) / self.memory[0] if self.memory else 0.0


async def campaign(
    server: Referee, tally: Tally, seeds: range, opened: Callable[[], AbstractAsyncContextManager[Sender]], at_once: int
) -> None:
    """Sends the mutants of these seeds, some at once, and sees that the server lives on and does not grow."""
    for part in (seeds[: len(seeds) // 10], seeds[len(seeds) // 10 :]):
        shared = iter(part)

        async def caller(left: Iterator[int] = shared) -> None:
            async with opened() as send:
                for seed in left:
                    await send(seed)

        async with asyncio.TaskGroup() as callers:
            for _ in range(at_once):
                callers.create_task(caller())
        tally.memory.append(server.figures().memory)
    check_growth(tally)
    await lives(server)


def check_growth(tally: Tally) -> None:
    """The server has not grown by more than it may."""
    assert tally.growth <= MOST_GROWTH, tally


def seeds_of(share: int) -> range:
    """The seeds of a door's share of the mutants, in percent."""
    return range(FIRST, FIRST + max(40, MUTANTS * share // 100))


async def lives(server: Referee) -> None:
    """Both doors answer."""
    assert server.process.poll() is None
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        assert await raw(channel, "/grpc.health.v1.Health/Check")(b"", timeout=WITHIN) == b"\x08\x01"
    for opened, port in ((grpc_door, server.port), (connect_door, server.web_port)):
        async with opened(port) as ask:
            assert (await ask("ListVariants", b"", None)).code is grpc.StatusCode.OK


def check_log(server: Referee) -> None:
    """The log tells of refusals, in plain lines without a card, and of no fault of the server."""
    lines = server.said().splitlines()
    assert any(" refused " in line for line in lines)
    for line in lines:
        assert " INFO referee." in line, line
        assert list(cards_in_text(line)) == [], line
        assert line.isprintable(), line
