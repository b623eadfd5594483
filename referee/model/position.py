"""What follows from a record by the rules. Only replay makes one."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from referee.model.card import Card, Cards, Suit
from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.seat import Seat, Team
from referee.model.trick import Trick


class Phase(IntEnum):
    """Numbered as on the wire."""

    AUCTION = 1
    EXCHANGE = 2
    PLAY = 3
    FINISHED = 4


@dataclass(frozen=True, slots=True)
class BeloteSaid:
    """A belote that shows on the table: one word or both said, or the pair laid down by one seat."""

    seat: Seat
    suit: Suit
    belote_said: bool
    rebelote_said: bool
    complete: bool
    """Both cards are on the table."""
    scores: bool
    """Complete and announced well enough."""
    rule_id: str
    """The rule by which it scores, or the one that it fell short of."""

    @property
    def forgiven(self) -> bool:
        """It scores by the once-a-match tolerance for a forgotten "rebelote"."""
        return self.scores and self.rule_id == "belote/tolerance"


@dataclass(frozen=True, slots=True)
class Position:
    """The table after the last action of a record."""

    deal: Deal
    phase: Phase
    turn: Seat | None
    may_act: tuple[Seat, ...]
    contract: Contract | None
    passed_out: bool
    turn_up: Card
    held: Mapping[Seat, Cards]
    """Cards still in hand, as far as they are known."""
    hidden: Mapping[Seat, int]
    """How many more cards each seat holds that are not known."""
    pool: Cards
    """Cards whose place is not known."""
    tricks: tuple[Trick, ...]
    points: Mapping[Team, int]
    shown: Mapping[Card, tuple[Seat, bool]]
    """Kings and queens of belote suits on the table, in order: who played them, and whether the word was said."""
    belotes: tuple[BeloteSaid, ...]
    auction_state: object = None
    """The auction owner's own state, opaque to everybody else."""

    @property
    def hand_hidden(self) -> bool:
        """Some card of the seat to play is not known, so its choices cannot be listed."""
        return self.phase is Phase.PLAY and self.turn is not None and self.hidden[self.turn] > 0
