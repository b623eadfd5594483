"""What the auction leaves behind."""

from dataclasses import dataclass
from enum import IntEnum

from referee.model.seat import Seat, Team
from referee.model.trump import Trump


class Doubling(IntEnum):
    """How often the contract was doubled, numbered as on the wire."""

    NONE = 1
    COINCHE = 2
    SURCOINCHE = 3


@dataclass(frozen=True, slots=True)
class Contract:
    """Who plays for what: target in points, ``"capot"``, ``"generale"`` or None; terms are ids for features to read."""

    taker: Seat | None
    team: Team
    trump: Trump | None
    """None only where a table's claim left it out."""
    target: int | str | None = None
    doubling: Doubling = Doubling.NONE
    multiplier: int = 1
    terms: tuple[str, ...] = ()
