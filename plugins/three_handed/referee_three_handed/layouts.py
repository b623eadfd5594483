"""The ways in which 24 or 32 cards are shared out among three: pack, packets, what is left over."""

from dataclasses import dataclass
from typing import Final

from referee.model.card import PACK_32, RANK_CARDS, Cards, Rank
from referee.model.seat import Seat, Team
from referee.rules.table import Table

CARDS24: Final = "cards24"
CARDS32_DOG: Final = "cards32_dog"
CARDS32_NINE: Final = "cards32_nine"
DUMMY: Final = "dummy"

PACK_24: Final[Cards] = PACK_32 & ~(RANK_CARDS[Rank.SEVEN] | RANK_CARDS[Rank.EIGHT])

THREE_TEAMS: Final = {Seat.SOUTH: Team.SOUTH, Seat.EAST: Team.EAST, Seat.WEST: Team.WEST}
"""The players, each a side of his own."""
FOUR_TEAMS: Final = {
    Seat.SOUTH: Team.SOUTH,
    Seat.EAST: Team.EAST,
    Seat.NORTH: Team.NORTH,
    Seat.WEST: Team.WEST,
}
"""The same around a fourth hand, which is of the taker's side once there is one."""

FIVE: Final = {"5_turnup_3": (3, 2), "5_turnup_3_by_2_and_3": (2, 3)}
"""Packets of the first five cards, by the option ``deal_pattern``."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One way of sharing out the cards."""

    pack: Cards = PACK_32
    first: tuple[int, ...] = ()
    """Packets before the auction; none where they are those of ``deal_pattern``."""
    second: tuple[int, ...] = (3,)
    turns_a_card: bool = True
    dog: int = 0
    """Cards that only the taker receives, who lays away as many."""
    dummy: bool = False


LAYOUTS: Final = {
    CARDS24: Layout(pack=PACK_24),
    CARDS32_DOG: Layout(first=(3, 2, 3, 2), second=(), turns_a_card=False, dog=2),
    CARDS32_NINE: Layout(first=(3, 3)),
    DUMMY: Layout(dummy=True),
}


def players(layout: Layout) -> Table:
    """Who sits where: the three, and a dummy where there is one."""
    seats = FOUR_TEAMS if layout.dummy else THREE_TEAMS
    return Table(tuple(seats), tuple(seats.values()), layout.pack, Seat.NORTH if layout.dummy else None)
