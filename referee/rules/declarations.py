"""What declarations are to the rest of the referee: combinations said with a first card, and which of them score."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from referee.model.card import Cards
from referee.model.seat import Seat, Team
from referee.rules.ranking import Mode


class Combination(NamedTuple):
    """Cards of one hand that make a declaration."""

    kind: str
    cards: Cards
    points: int


class Said(NamedTuple):
    """One declaration of the first trick; its combination is None while its cards are not known."""

    seat: Seat
    team: Team
    kind: str
    combination: Combination | None


@dataclass(frozen=True, slots=True)
class DeclarationKind:
    """Holder of a part of the point *declarations*: one kind, by the id under which it is said."""

    id: str
    find: Callable[[Cards, Mode], tuple[Combination, ...]]
    """Every combination of this kind in a hand, the best first; they may share cards."""


class Contest(Protocol):
    """Holder of the point *declaration contest*: what may be said together, and what scores."""

    @property
    def shows(self) -> bool:
        """The cards of what scores are shown once the first card of the second trick lies."""
        ...

    @property
    def one_side_scores(self) -> bool:
        """At most one side ever scores, so that a claim of two is a contradiction."""
        ...

    def claimable(self, points: int) -> bool:
        """Whether declarations that score can come to so many points in all."""
        ...

    def best(self, hand: Cards, mode: Mode) -> tuple[Combination, ...]:
        """What a seat would say out of this hand: the best combinations that may be said together."""
        ...

    def objections(self, combinations: Sequence[Combination]) -> tuple[str, ...]:
        """Ids of the rules that object to one seat's saying these together."""
        ...

    def points(self, said: Said, mode: Mode) -> int | None:
        """What a declaration is worth if it scores; None while unknown cards leave it open."""
        ...

    def scoring(self, said: Sequence[Said], mode: Mode) -> tuple[bool | None, ...]:
        """Whether each scores, in the order given, which is that of the first trick; None where cards leave it open."""
        ...
