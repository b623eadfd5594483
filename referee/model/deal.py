"""A record: what somebody claims about a deal. Nothing in it is derived, nothing in it is checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from referee.model.action import Action, Play
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


Plays: TypeAlias = tuple[bytes, bytes, Mapping[int, Play]]
"""The cards of a record in their order: their numbers; the number of each one's seat, or nothing where none is named;
and, by their index, the plays over which something was said."""


def plays_of(actions: Sequence[Action]) -> Plays | None:
    """The same actions; None when not all of them are plays, or when only some of them name a seat."""
    try:
        packed = b"".join([one.packed for one in actions])  # type: ignore[union-attr]  # what has none ends this
    except AttributeError:
        return None
    seats, said, loud = packed[::3], packed[2::3], dict[int, Play]()
    if 0 in seats:
        if any(seats):
            return None
        seats = b""
    index = said.find(1)
    while index >= 0:
        loud[index] = actions[index]  # type: ignore[assignment]  # all of them are plays
        index = said.find(1, index + 1)
    return packed[1::3], seats, loud


PlainRecord: TypeAlias = tuple[Seat, bytes, Card, Sequence[Action], Plays]
"""A whole deck, calls and then cards, nothing of it checked: the record most often sent. Dealer, the numbers of the
deck's cards, the turned card or 0, the calls, and the cards played."""
