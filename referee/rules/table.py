"""Who sits where and with whom."""

from dataclasses import dataclass, field, replace

from referee.model.card import PACK_32, Cards
from referee.model.seat import Seat, Team


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Table:
    """Seats in the order of play, the team of each, and the pack. A place is a seat's index in that order.

    Raises ValueError where teams and seats are not as many, TypeError when it is subclassed.
    """

    seats: tuple[Seat, ...]
    teams: tuple[Team, ...]
    """The team of each place."""
    pack: Cards = PACK_32
    dummy: Seat | None = None
    """A hand without a player: once there is a contract, open to all, on the taker's side and played by the taker."""
    size: int = field(init=False, repr=False, compare=False)
    """How many seats there are."""
    players: tuple[Seat, ...] = field(init=False, repr=False, compare=False)
    """The seats that speak and deal: all but a dummy's."""
    place_of: dict[Seat, int] = field(init=False, repr=False, compare=False)
    """The place of each seat."""
    team_by_seat: dict[Seat, Team] = field(init=False, repr=False, compare=False)
    """The team of each seat, in the order of the seats."""
    sides: tuple[Team, ...] = field(init=False, repr=False, compare=False)
    """Every team once, in the order of their first seats; a dummy is of one of them in the end."""
    partners: tuple[tuple[bool, ...], ...] = field(init=False, repr=False, compare=False)
    """``partners[a][b]``: the places are different and on one side."""
    around: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """For each place, all places in the order of play from it."""
    named: tuple[list[Seat | None], ...] = field(init=False, repr=False, compare=False)
    """For each place, all seats in the order of play from it: how a record names a trick's actors in full."""
    unnamed: list[Seat | None] = field(init=False, repr=False, compare=False)
    """How a record names a trick's actors when it names none."""
    numbered: tuple[bytes, ...] = field(init=False, repr=False, compare=False)
    """For each place, the numbers of all seats in the order of play from it."""
    marks: tuple[bytes, ...] = field(init=False, repr=False, compare=False)
    """For each place a table of bytes that makes the digit 1 of its seat's number and 0 of anything else."""
    leads: dict[Seat, int] = field(init=False, repr=False, compare=False)
    """For each dealer the place that leads first."""
    _after: dict[Seat, Seat] = field(init=False, repr=False, compare=False)
    """For each seat the player who follows it, a dummy passed over."""
    _with_dummy: dict[Seat, "Table"] = field(init=False, repr=False, compare=False)
    """For each taker so far the table on which the dummy is of the same team."""

    def __init_subclass__(cls) -> None:
        """Nobody would ask what a subclass says otherwise: all that follows from seats and teams is worked out once."""
        raise TypeError(f"{cls.__name__}: a table is made of its fields, and cannot be subclassed")

    def __post_init__(self) -> None:
        seats, teams, dummy, size = self.seats, self.teams, self.dummy, len(self.seats)
        if len(teams) != size or set(seats) <= {dummy}:
            raise ValueError("a table has a team for each seat, and a seat that is not the dummy's")
        places = range(size)
        place_of = {seat: place for place, seat in enumerate(seats)}
        players = tuple(seat for seat in seats if seat != dummy)
        around = tuple(tuple((start + step) % size for step in places) for start in places)
        after = {
            seat: next(seats[other] for other in (*around[place][1:], place) if seats[other] != dummy)
            for place, seat in enumerate(seats)
        }
        derived = {
            "size": size,
            "players": players,
            "place_of": place_of,
            "team_by_seat": dict(zip(seats, teams, strict=True)),
            "sides": tuple(dict.fromkeys(teams[place_of[seat]] for seat in players)),
            "partners": tuple(tuple(a != b and teams[a] == teams[b] for b in places) for a in places),
            "around": around,
            "named": tuple([seats[place] for place in order] for order in around),
            "unnamed": [None] * size,
            "numbered": tuple(bytes([seats[place] for place in order]) for order in around),
            "marks": tuple(bytes(ord("1" if byte == seat else "0") for byte in range(256)) for seat in seats),
            "leads": {seat: place_of[after[seat]] for seat in players},
            "_after": after,
            "_with_dummy": {},
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def playing(self, taker: Seat | None) -> "Table":
        """The table with the teams of the play: its own, except that a dummy is of the taker's team."""
        if self.dummy is None or taker is None or taker not in self.players:
            return self
        known = self._with_dummy.get(taker)
        if known is None:
            teams = tuple(self.team_of(taker if seat == self.dummy else seat) for seat in self.seats)
            known = self._with_dummy.setdefault(taker, replace(self, teams=teams))
        return known

    def team_of(self, seat: Seat) -> Team:
        """The team of a seat of this table."""
        return self.teams[self.place_of[seat]]

    def after(self, seat: Seat) -> Seat:
        """The player who deals, speaks and leads first after this one."""
        return self._after[seat]


FOUR_SEATS = Table(
    seats=(Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST),
    teams=(Team.SOUTH_NORTH, Team.EAST_WEST, Team.SOUTH_NORTH, Team.EAST_WEST),
)
