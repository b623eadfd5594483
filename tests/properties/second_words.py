"""Values of the referee in the words of the second engine: names of cards, seats from 0, sides A and B."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from referee.model.card import NAME_OF, Card, Cards, cards_in
from referee.model.score import LineKind, ScoreSheet
from referee.model.seat import Seat, Team
from referee.model.trump import TRUMP_LETTERS, Trump
from referee.ruleset import Options
from tests.naive.options import ALLOWED, TableRules, table_rules

SIDE_OF: Final = {Team.SOUTH_NORTH: "A", Team.EAST_WEST: "B"}
LINES: Final = {
    LineKind.TRICKS: "tricks",
    LineKind.BELOTE: "belote",
    LineKind.DECLARATIONS: "declarations",
    LineKind.RESERVE: "reserve",
    LineKind.ROUNDING: "rounding",
}


def card_names(cards: Iterable[Card]) -> list[str]:
    return [NAME_OF[card] for card in cards]


def set_names(cards: Cards) -> set[str]:
    return set(card_names(cards_in(cards)))


def seat_number(seat: Seat) -> int:
    return int(seat) - 1


def trump_letters(trump: Trump) -> str:
    return TRUMP_LETTERS[trump]


@cache
def _table_rules(values: tuple[tuple[str, bool | int | str], ...]) -> TableRules:
    return table_rules(dict(values))


def table_rules_of(values: Options) -> TableRules:
    """The options in force, as far as the second engine knows them."""
    return _table_rules(tuple((name, values[name]) for name in ALLOWED))


def written_by_line(sheet: ScoreSheet) -> dict[str, dict[str, int]]:
    """What each side writes, by line, zeros included."""
    written = {side: dict.fromkeys(LINES.values(), 0) for side in SIDE_OF.values()}
    for line in sheet.written:
        written[SIDE_OF[line.team]][LINES[line.kind]] += line.points
    return written
