"""``make soak``: calls of every kind over both doors for ten minutes, and whether memory, files or threads grow."""

import argparse
import asyncio
import http.client
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import linear_regression
from threading import Event, Thread
from typing import Final

from tests.load.__main__ import machine
from tests.load.callers import PLAIN, RETRYING, Account, Callers, ask, at, channel
from tests.load.questions import Asked, answer, as_json, batch, everyday, faulty, large, table
from tests.server.started import Referee, referee

CALLERS: Final = 6
WEB_CALLERS: Final = 2
MINUTES: Final = 10.0
CALLS: Final = 200_000
EVERY: Final = 10.0
"""Seconds between two looks."""
WARM: Final = 0.2
"""The share of the looks that warms up: memory is judged by the rest."""
GROWS_AT_MOST: Final = 6.0
"""MiB by which the line fitted through memory may rise after that: 200,000 calls that leave 40 bytes each are more."""
THREADS_MORE: Final = 8
"""gRPC starts a few more when it finds work for them."""
QUIET_WITHIN: Final = 15.0
SETTLES_WITHIN: Final = 5.0
FIRST_USE: Final = 2.0


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen at one moment, and of the calls since the one before."""

    seconds: float
    calls: int
    memory_mib: float
    files: int
    threads: int
    p50_ms: float
    p99_ms: float
    refused: int
    lost: int


@dataclass
class Soaked:
    """All that was seen, and what to say of it."""

    looks: list[Look] = field(default_factory=list)
    files_before: int = 0
    files_after: int = 0
    faults: list[str] = field(default_factory=list)
    grown_mib: float = 0.0

    def judge(self) -> None:
        """Finds what grew."""
        warm = self.looks[round(WARM * len(self.looks)) :]
        self.grown_mib = round(grown([(one.seconds, one.memory_mib) for one in warm]), 2)
        if self.grown_mib > GROWS_AT_MOST:
            self.faults.append(f"memory grew by {self.grown_mib:.1f} MiB after warm-up, and may by {GROWS_AT_MOST:.0f}")
        if self.files_after > self.files_before:
            self.faults.append(f"{self.files_after} files are open, and were {self.files_before} after the first calls")
        if warm and warm[-1].threads > warm[0].threads + THREADS_MORE:
            self.faults.append(f"{warm[-1].threads} threads, and were {warm[0].threads} after warm-up")


def grown(points: Sequence[tuple[float, float]]) -> float:
    """By how much the line fitted through some points rises from the first to the last of them."""
    if len(points) < 2:  # a line needs two
        return 0.0
    slope, _ = linear_regression([x for x, _ in points], [y for _, y in points])
    return slope * (points[-1][0] - points[0][0])


class WebCaller(Thread):
    """Asks over the web door, JSON and bytes in turn, good questions and bad ones."""

    def __init__(self, web: str, told: Event) -> None:
        super().__init__(daemon=True)
        self.account = Account()
        self._web, self._told = web, told

    def run(self) -> None:
        """Asks until it is told to leave, over one connection after another."""
        bad, _ = faulty()[3]
        good = everyday()
        asked = cycle([(good, False, 200), (good, True, 200), (bad, False, 404), (bad, True, 404)])
        while not self._told.is_set():
            connection = http.client.HTTPConnection(self._web, timeout=30)
            try:
                for _ in range(200):
                    if self._told.is_set():
                        break
                    self._ask(connection, *next(asked))
            finally:
                connection.close()

    def _ask(self, connection: http.client.HTTPConnection, asked: Asked, told_as_json: bool, status: int) -> None:
        account = self.account
        account.asked += 1
        started = time.perf_counter()
        kind = "application/json" if told_as_json else "application/proto"
        try:
            body = as_json(asked) if told_as_json else asked.body
            connection.request("POST", asked.path, body, {"content-type": kind})
            said = connection.getresponse()
            said.read()
        except (OSError, http.client.HTTPException) as fault:
            account.lost[f"web: {type(fault).__name__}"] += 1
            connection.close()
            return
        if said.status != status:
            account.lost[f"web: HTTP {said.status}, should be {status}"] += 1
        elif status == http.client.OK:
            account.answered += 1
            account.seconds.append(time.perf_counter() - started)
        else:
            account.refused["PRESET_UNKNOWN"] += 1


def mixed() -> list[tuple[Asked, bytes | None]]:
    """All calls of a table, a batch, a large answer, and bad ones among them, each good one with its answer."""
    good = [*table(), large(), batch(50)]
    return [*((one, answer(one)) for one in good), *((one, None) for one, _ in faulty())]


async def soak(asked: Sequence[tuple[Asked, bytes | None]], minutes: float, calls: int, every: float) -> Soaked:
    """Asks for so many minutes and until so many calls were made, three times as long at most."""
    found = Soaked()
    reasons = {reason for _, reason in faulty()}
    with referee(web_port=0) as server:
        async with _everybody(server, asked):  # what is opened at its first use stays open
            await asyncio.sleep(FIRST_USE)
        found.files_before = await _quiet(server)
        async with _everybody(server, asked) as accounts:
            await _watch(server, accounts, found, minutes, calls, every)
        for account in accounts:
            if account.lost:
                found.faults.append(f"lost {dict(account.lost)}")
            if set(account.refused) - reasons:
                found.faults.append(f"refused as {dict(account.refused)}")
        found.files_after = await _quiet(server, found.files_before)
        if await asyncio.to_thread(server.stop) != 0:
            found.faults.append("it did not end well")
    found.judge()
    return found


@asynccontextmanager
async def _everybody(server: Referee, asked: Sequence[tuple[Asked, bytes | None]]) -> AsyncIterator[list[Account]]:
    """All who call, over both doors, until the end of the block, and what becomes of their calls."""
    told = Event()
    web = [WebCaller(server.web, told) for _ in range(WEB_CALLERS)]
    for one in web:
        one.start()
    callers = [Callers(server.target, asked, CALLERS - 2, PLAIN), Callers(server.target, asked, 2, RETRYING)]
    leaving = asyncio.create_task(_leaving(server.target))
    try:
        yield [*(one.account for one in callers), *(one.account for one in web)]
    finally:
        told.set()
        leaving.cancel()
        for each in callers:
            await each.leave()
        with suppress(asyncio.CancelledError):
            await leaving
        for one in web:
            await asyncio.to_thread(one.join, 60)


async def _quiet(server: Referee, files: int = 0) -> int:
    """How many files are open when everybody has left: as few as there were, or as there are after some time."""
    until = time.monotonic() + (QUIET_WITHIN if files else SETTLES_WITHIN)
    while server.figures().files > files and time.monotonic() < until:  # noqa: ASYNC110  # another process
        await asyncio.sleep(0.2)
    return server.figures().files


async def _leaving(target: str) -> None:
    """Callers who leave before they are answered, again and again, and take their connection along."""
    while True:
        async with channel(target) as where:
            await asyncio.gather(*(ask(where, batch(200), Account(), within=0.05) for _ in range(4)))
        await asyncio.sleep(0.5)


async def _watch(
    server: Referee, accounts: Sequence[Account], found: Soaked, minutes: float, calls: int, every: float
) -> None:
    started = time.monotonic()
    before = Counter[str]()
    heads = ("s", 6), ("calls", 10), ("MiB", 8), ("files", 7), ("threads", 9)
    more = ("p50 ms", 9), ("p99 ms", 9), ("refused", 9), ("lost", 6)
    print("".join(f"{head:>{width}}" for head, width in (*heads, *more)))
    while True:
        await asyncio.sleep(every)
        passed = time.monotonic() - started
        figures = server.figures()
        took: list[float] = []
        for account in accounts:  # what is told is forgotten, or the one who looks would be the one who grows
            took += account.seconds
            account.seconds.clear()
            account.refused_after.clear()
        asked, refused, lost = (
            sum(one.asked for one in accounts),
            sum(one.refused.total() for one in accounts),
            sum(one.lost.total() for one in accounts),
        )
        look = Look(
            seconds=round(passed, 1),
            calls=asked,
            memory_mib=round(figures.memory / 2**20, 2),
            files=figures.files,
            threads=figures.threads,
            p50_ms=round(1000 * at(0.5, took), 2),
            p99_ms=round(1000 * at(0.99, took), 2),
            refused=refused - before["refused"],
            lost=lost - before["lost"],
        )
        before = Counter(refused=refused, lost=lost)
        found.looks.append(look)
        print(
            f"{look.seconds:6.0f}{look.calls:10,}{look.memory_mib:8.1f}{look.files:7}{look.threads:9}"
            f"{look.p50_ms:9.2f}{look.p99_ms:9.2f}{look.refused:9,}{look.lost:6}",
            flush=True,
        )
        if passed >= 60 * minutes and asked >= calls:
            return
        if passed >= 3 * 60 * minutes:
            found.faults.append(f"only {asked:,} calls in {passed / 60:.0f} minutes, and {calls:,} were wanted")
            return
        if server.process.poll() is not None:
            found.faults.append(f"it ended by itself with {server.process.returncode}")
            return


def main(words: Sequence[str] | None = None) -> int:
    """The exit status: 1 when something grew or was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"at least so long (default {MINUTES:.0f})")
    parser.add_argument("--calls", type=int, help=f"at least so many (default {CALLS:,} for {MINUTES:.0f} minutes)")
    parser.add_argument("--every", type=float, default=EVERY, help=f"seconds between two looks (default {EVERY:.0f})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all looks there")
    given = parser.parse_args(words)
    if given.minutes <= 0 or given.every <= 0:
        parser.error("--minutes and --every are more than 0")
    calls = round(CALLS * given.minutes / MINUTES) if given.calls is None else given.calls
    found = asyncio.run(soak(mixed(), given.minutes, calls, given.every))
    files = f"files {found.files_before} before, {found.files_after} after"
    print(f"memory grew by {found.grown_mib:.1f} MiB after warm-up; {files}")
    print(f"FAILED: {'; '.join(found.faults)}" if found.faults else "ok")
    if given.json:
        given.json.write_text(json.dumps({"machine": machine(), **asdict(found)}, indent=2) + "\n", encoding="utf-8")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
