"""What a player may do: call, play, or take a step that a feature adds."""

from dataclasses import dataclass, field
from typing import TypeAlias

from referee.model.card import NUMBER_OF, Card
from referee.model.seat import Seat
from referee.model.trump import Trump


@dataclass(frozen=True, slots=True)
class Declaration:
    """A combination said with a player's first card; its cards are empty while they are hidden."""

    kind: str
    cards: tuple[Card, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)
    """Worked out once: what was declared is looked up with every card of the deal."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.kind, tuple(self.cards))))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Play:
    """One card on the table, with what is said over it. The seat is None where only one may act."""

    card: Card
    says_belote: bool = False
    declarations: tuple[Declaration, ...] = ()
    seat: Seat | None = None
    silent: bool = field(init=False, repr=False, compare=False)
    """Nothing is said over the card."""
    packed: bytes = field(init=False, repr=False, compare=False)
    """Three bytes: the seat's number or 0, the card's, and 1 where something is said over it."""

    def __post_init__(self) -> None:
        silent = not self.says_belote and not self.declarations
        object.__setattr__(self, "silent", silent)
        object.__setattr__(self, "packed", bytes((self.seat or 0, NUMBER_OF.get(self.card, 0), not silent)))


@dataclass(frozen=True, slots=True)
class Pass:
    """No bid, no take."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Classic: the player takes at this trump."""

    trump: Trump
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """Contract games: a trump and a target, points or ``"capot"`` or ``"generale"``; None where suits alone rank."""

    trump: Trump
    target: int | str | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Coinche:
    """Doubles the standing bid."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Surcoinche:
    """Doubles it again."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Custom:
    """A step that a feature adds, known by its id."""

    id: str
    cards: tuple[Card, ...] = ()
    options: tuple[tuple[str, bool | int | str], ...] = ()
    seat: Seat | None = None


Call: TypeAlias = Pass | Take | Bid | Coinche | Surcoinche
Action: TypeAlias = Play | Call | Custom
