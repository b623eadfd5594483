"""Who sits where and with whom."""

from dataclasses import dataclass
from functools import cached_property

from referee.model.card import PACK_32, Cards
from referee.model.seat import Seat, Team


@dataclass(frozen=True)
class Table:
    """Seats in the order of play, the team of each, and the pack. A place is a seat's index in that order."""

    seats: tuple[Seat, ...]
    teams: tuple[Team, ...]
    """The team of each place."""
    pack: Cards = PACK_32

    @cached_property
    def size(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @cached_property
    def place_of(self) -> dict[Seat, int]:
        """The place of each seat."""
        return {seat: place for place, seat in enumerate(self.seats)}

    @cached_property
    def sides(self) -> tuple[Team, ...]:
        """Every team once, in the order of their first seats."""
        return tuple(dict.fromkeys(self.teams))

    @cached_property
    def partners(self) -> tuple[tuple[bool, ...], ...]:
        """``partners[a][b]``: the places are different and on one side."""
        places = range(self.size)
        return tuple(tuple(a != b and self.teams[a] == self.teams[b] for b in places) for a in places)

    @cached_property
    def around(self) -> tuple[tuple[int, ...], ...]:
        """For each place, all places in the order of play from it."""
        return tuple(tuple((start + step) % self.size for step in range(self.size)) for start in range(self.size))

    @cached_property
    def named(self) -> tuple[list[Seat | None], ...]:
        """For each place, all seats in the order of play from it: how a record names a trick's actors in full."""
        return tuple([self.seats[place] for place in order] for order in self.around)

    @cached_property
    def unnamed(self) -> list[Seat | None]:
        """How a record names a trick's actors when it names none."""
        return [None] * self.size

    def team_of(self, seat: Seat) -> Team:
        """The team of a seat of this table."""
        return self.teams[self.place_of[seat]]

    def after(self, seat: Seat) -> Seat:
        """The seat that acts next."""
        return self.seats[(self.place_of[seat] + 1) % self.size]


FOUR_SEATS = Table(
    seats=(Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST),
    teams=(Team.SOUTH_NORTH, Team.EAST_WEST, Team.SOUTH_NORTH, Team.EAST_WEST),
)
