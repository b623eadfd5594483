"""Counts legal continuations of a deal, for comparing two engines, and keeps the numbers of the `.perft` files.

`python -m tests.naive.perft` counts again and rewrites every file; `--divide 3 FILE` prints the
count behind each first card instead.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .cards import PACK, TRUMPS
from .options import Options, option_value, table_rules
from .play import legal, winner

FOLDER = Path(__file__).parent.parent / "perft"
SEATS = ["south", "east", "north", "west"]
DEEPEST = 8


def perft(
    hands: Sequence[Sequence[str]],
    leader: int,
    trump: str,
    depth: int,
    options: Options = None,
    *,
    trick: Sequence[str] = (),
) -> int:
    """How many different legal sequences of `depth` cards can be played from here.

    `leader` led, or leads, the trick; the hands no longer hold the cards of `trick`.
    """
    if depth == 0:
        return 1
    return sum(divide(hands, leader, trump, depth, options, trick=trick).values())


def divide(
    hands: Sequence[Sequence[str]],
    leader: int,
    trump: str,
    depth: int,
    options: Options = None,
    *,
    trick: Sequence[str] = (),
) -> dict[str, int]:
    """The count of `perft` by the first card played, to find the card behind which two engines part."""
    table = table_rules(options)
    counts = {}
    seat = (leader + len(trick)) % 4
    for card in legal(hands[seat], trick, trump, table):
        left = [list(hand) for hand in hands]
        left[seat].remove(card)
        after = [*trick, card]
        if len(after) < 4:
            counts[card] = perft(left, leader, trump, depth - 1, table, trick=after)
        else:
            next_leader = (leader + winner(after, trump)) % 4
            counts[card] = perft(left, next_leader, trump, depth - 1, table)
    return counts


@dataclass(frozen=True)
class PerftDeal:
    """A deal whose continuations are counted: `counts` by depth. Seat 0 is south, 1 east, 2 north, 3 west."""

    hands: list[list[str]]
    leader: int
    trump: str
    options: Mapping[str, str | int | bool]
    counts: Mapping[int, int]


def read_perft(path: Path) -> PerftDeal:
    """Reads a `.perft` file: lines `south CARDS` (and each other seat), `trump`, `leader`, `option NAME VALUE`,
    then `DEPTH COUNT`. Blank lines and lines that start with `#` are for the reader. Anything else is a ValueError.
    """
    hands: dict[str, list[str]] = {}
    leader = trump = ""
    options: dict[str, str | int | bool] = {}
    counts: dict[int, int] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] in SEATS:
            hands[words[0]] = words[1:]
        elif words[0] == "trump" and len(words) == 2:
            trump = words[1]
        elif words[0] == "leader" and len(words) == 2:
            leader = words[1]
        elif words[0] == "option" and len(words) == 3:
            options[words[1]] = option_value(words[2])
        elif len(words) == 2 and words[0].isdigit() and words[1].isdigit():
            counts[int(words[0])] = int(words[1])
        else:
            raise ValueError(f"{path.name}: cannot read the line {line!r}")
    if sorted(card for hand in hands.values() for card in hand) != sorted(PACK):
        raise ValueError(f"{path.name}: the four hands are not the pack")
    if trump not in TRUMPS or leader not in SEATS:
        raise ValueError(f"{path.name}: trump or leader is missing or unknown")
    table_rules(options)
    return PerftDeal([hands[seat] for seat in SEATS], SEATS.index(leader), trump, options, counts)


def rewrite_perft(path: Path, deepest: int = DEEPEST) -> None:
    """Counts a file's deal again and puts the numbers in place of those it had; its other lines stay."""
    deal = read_perft(path)
    kept = [line for line in path.read_text(encoding="utf-8").splitlines() if not line[:1].isdigit()]
    while kept and not kept[-1].strip():
        kept.pop()
    counts = [
        f"{depth} {perft(deal.hands, deal.leader, deal.trump, depth, deal.options)}" for depth in range(1, deepest + 1)
    ]
    path.write_text("\n".join([*kept, "", *counts, ""]), encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.naive.perft", description="Count legal continuations.")
    parser.add_argument("files", nargs="*", type=Path, help="`.perft` files; all of tests/perft when none is named")
    parser.add_argument("--divide", type=int, metavar="DEPTH", help="print the counts by first card, rewrite nothing")
    given = parser.parse_args()
    for path in given.files or sorted(FOLDER.glob("*.perft")):
        if given.divide is None:
            rewrite_perft(path)
            print(path.name, *read_perft(path).counts.values())
        else:
            deal = read_perft(path)
            for card, count in divide(deal.hands, deal.leader, deal.trump, given.divide, deal.options).items():
                print(path.name, card, count)


if __name__ == "__main__":
    main()
