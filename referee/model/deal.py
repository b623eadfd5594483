"""A record: what somebody claims about a deal. Nothing in it is derived, nothing in it is checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

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


class Plays(NamedTuple):
    """The cards of a record in their order, apart from who is named for each and what was said over some of them."""

    cards: tuple[Card, ...]
    seats: bytes
    """The number of each card's seat; empty where none is named."""
    loud: dict[int, Play]
    """By their index, the plays over which something was said."""

    @classmethod
    def of(cls, actions: Sequence[Action]) -> "Plays | None":
        """The same actions; None when not all of them are plays, or when only some of them name a seat."""
        try:
            cards = tuple([one.card for one in actions])  # type: ignore[union-attr]  # what has none ends this
            packed = b"".join([one.packed for one in actions])  # type: ignore[union-attr]
        except AttributeError:
            return None
        seats, loud = packed[::2], dict[int, Play]()
        if 0 in seats:
            if any(seats):
                return None
            seats = b""
        said = packed[1::2]
        index = said.find(1)
        while index >= 0:
            loud[index] = actions[index]  # type: ignore[assignment]  # all of them are plays
            index = said.find(1, index + 1)
        return cls(cards, seats, loud)


PlainRecord: TypeAlias = tuple[Seat, bytes, Card, Sequence[Action], bytes, Plays]
"""A whole deck, calls and then cards, nothing of it checked: the record most often sent. Dealer, the numbers of the
deck's cards, the turned card or 0, the calls, the numbers of the cards played, and those cards."""
