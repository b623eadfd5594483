"""What one action brought about."""

from dataclasses import dataclass
from enum import IntEnum

from referee.model.action import Declaration
from referee.model.card import Card
from referee.model.seat import Seat, Team


class EventKind(IntEnum):
    """Numbered as on the wire."""

    CARDS_DEALT = 1
    CONTRACT_SETTLED = 2
    DEAL_PASSED_OUT = 3
    CARDS_EXCHANGED = 4
    BELOTE_SAID = 5
    REBELOTE_SAID = 6
    DECLARATIONS_SAID = 7
    DECLARATIONS_SHOWN = 8
    TRICK_WON = 9
    DEAL_OVER = 10
    CUSTOM = 11


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, with the seat, team, cards or points that it concerns."""

    kind: EventKind
    seat: Seat | None = None
    team: Team | None = None
    cards: tuple[Card, ...] = ()
    points: int | None = None
    declarations: tuple[Declaration, ...] = ()
    custom: str = ""
    """Id of the event where a feature adds one of its own."""
