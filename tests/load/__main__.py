"""``make load``: what a referee bears, kind by kind of call. The figures are of this machine at this moment."""

import argparse
import asyncio
import json
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final
from urllib.request import Request, urlopen

from rich.console import Console
from rich.table import Table

from referee.service import answer_as_json
from tests.load.callers import Account, ask, at, channel
from tests.load.generator import CONNECT, CONTENT, GRPC, H2LOAD, JSON, MISSING, Failed, Kind, run
from tests.load.questions import Asked, answer, as_json, batch, everyday, table
from tests.server.started import Referee, referee

IN_FLIGHT: Final = (1, 8, 32, 128)
WORKERS: Final = (1, 2)
TRIED: Final = 64
MOST_BATCHES: Final = 8
TOO_BUSY: Final = 0.9
BUSY: Final = 0.3
"""A machine whose load is above this many processes has other things to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one kind of call at one number of calls under way."""

    workers: int
    scenario: str
    in_flight: int
    calls: int
    calls_per_second: float
    p50_ms: float
    p99_ms: float
    cpu_us_per_call: float
    memory_mib: float
    errors: int
    generator_busy: float


def scenarios() -> dict[str, list[tuple[Kind, int]]]:
    """The kinds of call of each scenario, with their shares."""
    plain = everyday()
    return {
        "ListLegalActions": [(of(plain, GRPC), 1)],
        "calls of a table": [(of(one, GRPC), share) for one, share in _of_a_table()],
        "batch of 1,000": [(of(batch(), GRPC), 1)],
        "Connect": [(of(plain, CONNECT), 1)],
        "Connect, JSON": [(of(plain, JSON), 1)],
    }


def _of_a_table() -> Iterator[tuple[Asked, int]]:
    """What is asked for each card that is played: once what may be, once to play it, and the view of each seat."""
    calls = table()
    middle = len(calls) // 2
    for rpc, share in (("ListLegalActions", 1), ("ApplyAction", 1), ("RedactDeal", 4)):
        yield next(one for one in calls[middle:] if one.rpc == rpc), share


def of(asked: Asked, door: str) -> Kind:
    """A call as it is sent to a door."""
    good = answer(asked)
    if door == JSON:
        return Kind(asked, door, as_json(asked), answer_as_json(asked.rpc, good))
    return Kind(asked, door, asked.body, good)


def main(words: Sequence[str] | None = None) -> int:
    """The exit status: 1 when a call fails, or in CI h2load is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each line is measured, about (default 5)")
    parser.add_argument("--quick", action="store_true", help="half a second a line, 8 and 32 under way, one worker")
    parser.add_argument("--only", default="", metavar="NAMES", help=f"only these, of {'; '.join(scenarios())}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    given = parser.parse_args(words)
    if given.seconds <= 0:
        parser.error("--seconds is more than 0")
    chosen = {name: kinds for name, kinds in scenarios().items() if not given.only or name in given.only.split(";")}
    if not chosen:
        parser.error(f"there is none of {given.only}")
    if not H2LOAD:
        must = bool(os.environ.get("CI"))
        print(f"SKIPPED, {MISSING}{' (FAILED: CI skips nothing)' if must else ''}")
        return int(must)
    busy = os.getloadavg()[0]
    if busy > BUSY:
        print(f"this machine has a load of {busy:.1f}: compare lines, do not quote them", file=sys.stderr)
    seconds = 0.5 if given.quick else given.seconds
    rows = [
        row
        for workers in (WORKERS[:1] if given.quick else WORKERS)
        for row in measured(workers, chosen, IN_FLIGHT[1:3] if given.quick else IN_FLIGHT, seconds)
    ]
    Console(width=None if sys.stdout.isatty() else 120).print(shown(rows))
    if given.json:
        told = {"machine": machine(busy), "seconds": seconds, "rows": [asdict(row) for row in rows]}
        given.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    errors = sum(row.errors for row in rows)
    if any(row.generator_busy > TOO_BUSY for row in rows):
        print("where h2load is busy nearly all the time, it is h2load that was measured")
    if errors:
        print(f"FAILED: {errors} calls went wrong")
    return 1 if errors else 0


def measured(
    workers: int, chosen: dict[str, list[tuple[Kind, int]]], in_flight: Sequence[int], seconds: float
) -> Iterator[Row]:
    """The rows of a referee with so many workers. Raises Failed when an answer is not what it should be."""
    with referee(workers=workers, web_port=0) as server:
        for name, kinds in chosen.items():
            asyncio.run(_checked(server, kinds))
            for count in in_flight:
                # Of several kinds no fewer can be under way; more batches than a few wait for one another anyway.
                if len(kinds) <= count <= (MOST_BATCHES if kinds[0][0].asked.rpc == "BatchJudge" else count):
                    yield _row(server, workers, name, kinds, count, seconds)


async def _checked(server: Referee, kinds: Sequence[tuple[Kind, int]]) -> None:
    """Asks each once as a client does: the answer has to be the right one, byte for byte, and its status OK."""
    for kind, _ in kinds:
        if kind.door == GRPC:
            async with channel(server.target) as where:
                ended = await ask(where, kind.asked, Account(), wanted=kind.good)
        else:
            said = await asyncio.to_thread(_posted, server.web, kind)
            ended = "" if said == kind.good else "another answer"
        if ended:
            raise Failed(f"{kind.asked.rpc} over {kind.door} is answered wrongly: {ended}")


def _posted(web: str, kind: Kind) -> bytes:
    request = Request(f"http://{web}{kind.asked.path}", kind.body, {"content-type": CONTENT[kind.door]})
    with urlopen(request, timeout=20) as answered:  # noqa: S310  # a port of this machine
        said: bytes = answered.read()
    return said


def _row(
    server: Referee, workers: int, name: str, kinds: Sequence[tuple[Kind, int]], in_flight: int, seconds: float
) -> Row:
    target = server.target if kinds[0][0].door == GRPC else server.web
    shares = sum(share for _, share in kinds)

    def calls(count: float) -> list[tuple[Kind, int]]:
        return [(kind, max(1, round(count * share / shares))) for kind, share in kinds]

    tried = run(
        calls(max(TRIED, 2 * in_flight) if kinds[0][0].asked.rpc != "BatchJudge" else in_flight), target, in_flight
    )
    before, said = server.figures(), server.said()
    found = run(calls(max(in_flight, seconds * tried.calls / tried.seconds)), target, in_flight)
    after = server.figures()
    noticed = server.said()[len(said) :]
    errors = max(found.errors, noticed.count("refused rpc=") + noticed.count("lost rpc="))
    return Row(
        workers=workers,
        scenario=name,
        in_flight=in_flight,
        calls=found.calls,
        calls_per_second=round(found.calls / found.seconds, 1),
        p50_ms=round(1000 * at(0.5, found.each), 2),
        p99_ms=round(1000 * at(0.99, found.each), 2),
        cpu_us_per_call=round((after.cpu - before.cpu) / found.calls * 1e6, 1),
        memory_mib=round(after.memory / 2**20, 1),
        errors=errors,
        generator_busy=round(found.busy, 2),
    )


def shown(rows: Sequence[Row]) -> Table:
    """The rows as a table."""
    drawn = Table()
    for head in ("workers", "calls", "in flight"):
        drawn.add_column(head, justify="left" if head == "calls" else "right")
    for head in ("made", "calls/s", "p50 ms", "p99 ms", "CPU µs/call", "memory MiB", "errors", "h2load busy"):
        drawn.add_column(head, justify="right")
    for row in rows:
        drawn.add_row(
            *(str(row.workers), row.scenario, str(row.in_flight), f"{row.calls:,}", f"{row.calls_per_second:,.0f}"),
            *(f"{row.p50_ms:.2f}", f"{row.p99_ms:.2f}", f"{row.cpu_us_per_call:,.0f}", f"{row.memory_mib:.0f}"),
            *(str(row.errors), f"{row.generator_busy:.0%}"),
        )
    return drawn


def machine(load: float | None = None) -> dict[str, object]:
    """On what the figures were taken."""
    return {
        "when": time.strftime("%Y-%m-%d"),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "grpcio": version("grpcio"),
        **({} if load is None else {"load_before": round(load, 2)}),
    }


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as fault:
        sys.exit(f"FAILED: {fault}")
