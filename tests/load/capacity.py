"""``make capacity``: how many cores so many tables need, from stated assumptions and what ``make load`` measured."""

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "capacity.md"
MEASURED: Final = ROOT / "docs" / "measured.json"
SCENARIO: Final = "calls of a table"
"""The kind of load of `make load` whose calls are those that are counted here, in the same proportion."""
TABLES: Final = (1_000, 10_000, 100_000)


class Unusable(Exception):
    """A file of figures that cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True)
class Assumed:
    """How a table plays, and how full a core may be."""

    actions: int = 40
    seconds_per_action: float = 5.0
    seconds_between_deals: float = 20.0
    calls_per_action: float = 6.0
    full: float = 0.6

    def __post_init__(self) -> None:
        """Raises Unusable for what no table can be."""
        for one in fields(self):
            value = getattr(self, one.name)
            if not (math.isfinite(value) and value >= 0) or (value == 0 and one.name != "seconds_between_deals"):
                raise Unusable(f"{one.name}: {value} is not more than 0")
        if self.full > 1:
            raise Unusable(f"full: a core has no {self.full} parts")

    @property
    def calls_per_second(self) -> float:
        """Of one table."""
        deal = self.actions * self.seconds_per_action + self.seconds_between_deals
        return self.actions * self.calls_per_action / deal

    def cores(self, tables: int, calls_per_core: float) -> int:
        """How many so many tables need, each bearing so many calls a second when it does nothing else."""
        return max(1, math.ceil(tables * self.calls_per_second / (calls_per_core * self.full)))


SAID: Final[dict[str, str]] = {
    "actions": "actions of a deal: 32 cards and 8 calls of the auction",
    "seconds_per_action": "seconds from one action to the next, on average",
    "seconds_between_deals": "seconds from the last card of a deal to the first call of the next",
    "calls_per_action": "calls an action: `ApplyAction`, `ListLegalActions` for the seat to act, four `RedactDeal`",
    "full": "part of a core that is used; the rest is for evenings when all play, and for a worker that is down",
}
TEXT: Final = """\
# Capacity

How many cores a referee needs, by what is assumed of a table and measured of a core. `make capacity` writes this page
from `docs/measured.json`; with other assumptions it prints the table only:
`make capacity ARGS="--calls-per-second 1500 --seconds-per-action 3"`.

## Assumed

| | |
| ---: | --- |
{assumed}

A table then makes

    calls a second = actions × calls an action / (actions × seconds an action + seconds between deals)
                   = {sum}

and cores are tables × calls a second / (what a core bears × the part that is used), rounded up.

## Measured

{measured}

## Needed

{needed}

Each core is a worker (`--workers`, or a pod); [deploy/](../deploy/README.md) has what goes before them. One more core
than computed keeps all going while one is away.

What changes the outcome most: frontends that ask `ListLegalActions` for every seat after every action, or ask again
and again instead of being told; JSON at the web door; a new connection for every call.
"""
NOTHING: Final = """\
Nobody has measured on a quiet machine yet. These two commands fill in what is missing:

    make load ARGS="--seconds 10 --json load.json"
    make capacity ARGS="--measured load.json"\
"""
FOUND: Final = """\
One worker, which is one core, bore {calls_per_second:,} of these calls a second with {in_flight} under way (p99
{p99_ms:g} ms). That is what `{command}` told on {when}, on a machine with {cores} cores ({system}, Python {python},
grpcio {grpcio}) which it shared with the program that asks.\
"""


def taken(path: Path) -> dict[str, Any]:
    """What counts of the figures that `make load` has written. Raises Unusable."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        rows = [row for row in told["rows"] if row["scenario"] == SCENARIO and row["workers"] == 1]
        if any(row["errors"] for row in rows):
            raise Unusable(f"{path}: calls went wrong, so its figures say nothing")
        best = max(rows, key=lambda row: row["calls_per_second"])
        return {
            "command": 'make load ARGS="--json load.json"',
            "machine": {name: told["machine"][name] for name in ("when", "system", "cores", "python", "grpcio")},
            "in_flight": int(best["in_flight"]),
            "calls_per_second": round(float(best["calls_per_second"])),
            "p99_ms": round(float(best["p99_ms"]), 1),
        }
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise Unusable(f"{path}: these are not the figures of `make load --json` with one worker ({fault})") from fault


def kept(path: Path = MEASURED) -> dict[str, Any] | None:
    """The figures that the page is made from, None as long as nobody has measured. Raises Unusable."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        measured = told["table"]
        if measured is not None and not measured["calls_per_second"] > 0:
            raise Unusable(f"{path}: calls_per_second is not more than 0")
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise Unusable(f"{path}: {fault}") from fault
    return None if measured is None else dict(measured)


def rows(assumed: Assumed, calls_per_core: float | None) -> Iterator[str]:
    """The table, in Markdown."""
    yield "| tables | players | calls a second | cores |"
    yield "| ---: | ---: | ---: | ---: |"
    for tables in TABLES:
        cores = "not measured yet" if calls_per_core is None else f"{assumed.cores(tables, calls_per_core):,}"
        yield f"| {tables:,} | {4 * tables:,} | {tables * assumed.calls_per_second:,.0f} | {cores} |"


def page(measured: dict[str, Any] | None) -> str:
    """docs/capacity.md."""
    assumed = Assumed()
    deal = f"{assumed.actions} × {assumed.seconds_per_action:g} + {assumed.seconds_between_deals:g}"
    return TEXT.format(
        assumed="\n".join(f"| {getattr(assumed, name):g} | {said} |" for name, said in SAID.items()),
        sum=f"{assumed.actions} × {assumed.calls_per_action:g} / ({deal}) = {assumed.calls_per_second:.2f}",
        measured=NOTHING if measured is None else FOUND.format(**measured, **measured["machine"]),
        needed="\n".join(rows(assumed, None if measured is None else float(measured["calls_per_second"]))),
    )


def main(words: Sequence[str] | None = None, where: Path = PAGE, figures: Path = MEASURED) -> int:
    """The exit status: 1 when the page is only compared and is stale, 2 for figures that cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.capacity", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; say whether the page is as it should be")
    parser.add_argument(
        "--measured", type=Path, metavar="FILE", help="take over what `make load --json FILE` has measured"
    )
    parser.add_argument("--calls-per-second", type=float, metavar="N", help="what a core bears; prints the table only")
    for name, said in SAID.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=float,
            metavar="N",
            help=f"{said.replace('`', '')}; prints the table only",
        )
    given = vars(parser.parse_args(words))
    try:
        own = {name: given[name] for name in SAID if given[name] is not None}
        if own or given["calls_per_second"] is not None:
            measured = kept(figures)
            borne = given["calls_per_second"] or (measured or {}).get("calls_per_second")
            if borne is not None and not borne > 0:
                raise Unusable(f"calls_per_second: {borne} is not more than 0")
            print("\n".join(rows(replace(Assumed(), **own), borne)))
            return 0
        if given["measured"]:
            told = json.dumps({"table": taken(given["measured"])}, indent=2) + "\n"
            figures.write_text(told, encoding="utf-8")
        text = page(kept(figures))
    except Unusable as fault:
        print(fault, file=sys.stderr)
        return 2
    if given["check"]:
        stale = not where.is_file() or where.read_text(encoding="utf-8") != text
        print("docs/capacity.md: " + ("stale; `make capacity` writes it anew" if stale else "as it should be"))
        return int(stale)
    where.write_text(text, encoding="utf-8")
    print("docs/capacity.md: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
