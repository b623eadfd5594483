"""The referee's answer to one action."""

from dataclasses import dataclass
from enum import IntEnum

from referee.model.action import Action, Declaration
from referee.model.card import Card
from referee.model.rule import Rule
from referee.model.seat import Seat
from referee.model.text import Text
from referee.model.trump import Trump


class Ruling(IntEnum):
    """Numbered as on the wire. Undetermined: a hidden hand leaves it open."""

    LEGAL = 1
    ILLEGAL = 2
    UNDETERMINED = 3


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule that objects, in words about this very action, with the cards that would do."""

    rule: Rule
    message: Text
    cards: tuple[Card, ...] = ()

    @property
    def rule_id(self) -> str:
        """Id of the rule."""
        return self.rule.id


@dataclass(frozen=True, slots=True)
class Judgement:
    """A ruling with the rules that object (illegal) or that a hidden hand leaves open (undetermined)."""

    ruling: Ruling
    violations: tuple[Violation, ...] = ()
    open_rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the seat to act could do, and what the referee would say."""

    action: Action
    judgement: Judgement
    may_say_belote: bool = False
    declarations: tuple[Declaration, ...] = ()
    """What the seat may declare along with it."""


@dataclass(frozen=True, slots=True)
class BidRange:
    """Bids in points that are legal at one trump; no maximum is None."""

    trump: Trump
    minimum: int
    maximum: int | None
    step: int


@dataclass(frozen=True, slots=True)
class Fault:
    """The first past action that broke a rule."""

    action_index: int
    seat: Seat
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class OpenAction:
    """A past action on which a hidden hand leaves rules open."""

    action_index: int
    rule_ids: tuple[str, ...]


LEGAL = Judgement(Ruling.LEGAL)
