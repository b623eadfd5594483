"""A record: what somebody claims about a deal. Nothing in it is derived, nothing in it is checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.model.action import Action
from referee.model.card import Card
from referee.model.seat import Seat, Team


@dataclass(frozen=True, slots=True)
class RulesetChoice:
    """The rules a request asks for: a preset, features on top, departures from the defaults."""

    preset: str
    features: tuple[str, ...] = ()
    options: tuple[tuple[str, bool | int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as far as the caller knows them and the actions so far, in order."""

    choice: RulesetChoice
    dealer: Seat
    deck: tuple[Card, ...] = ()
    """All cards in dealing order, top first; empty when unknown."""
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    """What each known seat has received so far, first-stage cards first."""
    turn_up: Card = 0
    actions: tuple[Action, ...] = ()
    reserve_in: int | None = None
    """Points held over from earlier deals; None counts as none, and lets a match thread its own."""
    totals_in: Mapping[Team, int] = field(default_factory=dict)
    last_deal: bool = False
    seal: bytes = b""
