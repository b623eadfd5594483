"""Who sits where and with whom."""

from dataclasses import dataclass, replace
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
    dummy: Seat | None = None
    """A hand without a player: once there is a contract, open to all, on the taker's side and played by the taker."""

    def playing(self, taker: Seat | None) -> "Table":
        """The table with the teams of the play: its own, except that a dummy is of the taker's team."""
        return self if self.dummy is None or taker is None else self._with_dummy.get(taker, self)

    @cached_property
    def _with_dummy(self) -> dict[Seat, "Table"]:
        """For each taker the table on which the dummy is of the same team."""
        return {taker: replace(self, teams=self._teams_with(taker)) for taker in self.players}

    def _teams_with(self, taker: Seat) -> tuple[Team, ...]:
        return tuple(self.team_of(taker if seat == self.dummy else seat) for seat in self.seats)

    @cached_property
    def players(self) -> tuple[Seat, ...]:
        """The seats that speak and deal: all but a dummy's."""
        return tuple(seat for seat in self.seats if seat != self.dummy)

    @cached_property
    def size(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @cached_property
    def place_of(self) -> dict[Seat, int]:
        """The place of each seat."""
        return {seat: place for place, seat in enumerate(self.seats)}

    @cached_property
    def team_by_seat(self) -> dict[Seat, Team]:
        """The team of each seat, in the order of the seats."""
        return dict(zip(self.seats, self.teams, strict=True))

    @cached_property
    def sides(self) -> tuple[Team, ...]:
        """Every team once, in the order of their first seats; a dummy is of one of them in the end."""
        return tuple(dict.fromkeys(map(self.team_of, self.players)))

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

    @cached_property
    def numbered(self) -> tuple[bytes, ...]:
        """For each place, the numbers of all seats in the order of play from it."""
        return tuple(bytes([self.seats[place] for place in order]) for order in self.around)

    @cached_property
    def marks(self) -> tuple[bytes, ...]:
        """For each place a table of bytes that makes the digit 1 of its seat's number and 0 of anything else."""
        return tuple(bytes(ord("1" if byte == seat else "0") for byte in range(256)) for seat in self.seats)

    def team_of(self, seat: Seat) -> Team:
        """The team of a seat of this table."""
        return self.teams[self.place_of[seat]]

    def after(self, seat: Seat) -> Seat:
        """The player who deals, speaks and leads first after this one."""
        return self._after[seat]

    @cached_property
    def leads(self) -> dict[Seat, int]:
        """For each dealer the place that leads first."""
        return {seat: self.place_of[self.after(seat)] for seat in self.players}

    @cached_property
    def _after(self) -> dict[Seat, Seat]:
        """For each seat the player who follows it, a dummy passed over."""
        return {
            seat: next(
                self.seats[other] for other in (*self.around[place][1:], place) if self.seats[other] != self.dummy
            )
            for place, seat in enumerate(self.seats)
        }


FOUR_SEATS = Table(
    seats=(Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST),
    teams=(Team.SOUTH_NORTH, Team.EAST_WEST, Team.SOUTH_NORTH, Team.EAST_WEST),
)
