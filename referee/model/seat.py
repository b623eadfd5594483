"""Seats and teams. The order of the seats is the order of play; no rule looks at a direction."""

from enum import IntEnum
from typing import Final


class Seat(IntEnum):
    """A place at the table, numbered in the order of play and as on the wire."""

    SOUTH = 1
    EAST = 2
    NORTH = 3
    WEST = 4


SEATS: Final = {int(seat): seat for seat in Seat}
"""The seats by their numbers."""


class Team(IntEnum):
    """Seats that score together, numbered as on the wire."""

    SOUTH_NORTH = 1
    EAST_WEST = 2
    SOUTH = 3
    EAST = 4
    NORTH = 5
    WEST = 6


SEAT_LETTERS: Final = {Seat.SOUTH: "S", Seat.EAST: "E", Seat.NORTH: "N", Seat.WEST: "W"}
TEAM_LETTERS: Final = {
    Team.SOUTH_NORTH: "SN",
    Team.EAST_WEST: "EW",
    Team.SOUTH: "S",
    Team.EAST: "E",
    Team.NORTH: "N",
    Team.WEST: "W",
}
