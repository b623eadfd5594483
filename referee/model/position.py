"""What follows from a record by the rules. Only replay makes one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeAlias

from referee.model.action import Declaration
from referee.model.card import Card, Cards, Suit, cards_in
from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.exchanging import Exchanging
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
class DeclarationStatus:
    """A declaration of the first trick and what has become of it."""

    seat: Seat
    declaration: Declaration
    """Its cards are empty while they are not known."""
    counts: bool | None = None
    """Whether it scores; None while that is not settled or cannot be known."""
    shown: bool = False
    points: int | None = None
    """What it is worth if it scores; None while that cannot be known."""


Laid: TypeAlias = tuple[Sequence[tuple[Card, ...]], Sequence[Seat], Sequence[Seat]]
"""Trick by trick the cards, who led and who won."""
NOTHING_LAID: Final[Laid] = ((), (), ())


class Played:
    """What was played, as cards, leaders and winners trick by trick; equal where the tricks are.

    Tricks, points and belotes are made when they are first asked for: most questions look only at the trick under way.
    """

    dealt: Sequence[Cards] | None = None
    """By place the hands at the first lead, where every one of them was known whole."""
    stock: int = 0
    """Cards that are left to be drawn, where hands change during the play."""
    came: Mapping[Seat, tuple[Card, ...]] = MappingProxyType({})
    """What was drawn or bared there, by seat, in the order in which it came; 0 for a card that is not known."""

    def __init__(
        self,
        laid: Callable[[], Laid],
        worth: Mapping[Card, int],
        teams: Mapping[Seat, Team],
        hand_size: int,
        find_belotes: Callable[[], tuple[BeloteSaid, ...]],
        find_declarations: Callable[["Position"], tuple[DeclarationStatus, ...]] | None = None,
    ) -> None:
        self._find_laid = laid
        self._worth, self._teams, self._hand_size = worth, teams, hand_size
        self._find_belotes = find_belotes
        self._find_declarations = find_declarations
        self._declarations: tuple[Deal, tuple[DeclarationStatus, ...]] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Played) and self.tricks == other.tricks

    __hash__ = None  # type: ignore[assignment]  # nobody hashes the positions it belongs to

    @cached_property
    def _laid(self) -> Laid:
        return self._find_laid()

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """Every trick, the one under way included."""
        return tuple(map(self._trick, range(len(self._laid[0]))))

    @cached_property
    def points(self) -> Mapping[Team, int]:
        """Card points that each side has captured."""
        points = dict.fromkeys(self._teams.values(), 0)
        for trick in self.tricks:
            if trick.complete:
                points[self._teams[trick.winner]] += trick.points
        return points

    def points_with(self, laid: Mapping[Seat, Cards]) -> Mapping[Team, int]:
        """The same with what seats have laid away, which counts for their sides."""
        points = dict(self.points)
        for seat, cards in laid.items():
            points[self._teams[seat]] += sum(self._worth[card] for card in cards_in(cards))
        return points

    @cached_property
    def belotes(self) -> tuple[BeloteSaid, ...]:
        """The belotes that the kings and queens on the table make."""
        return self._find_belotes()

    def declarations(self, position: "Position") -> tuple[DeclarationStatus, ...]:
        """What was declared over the first trick, as a position with these tricks lets it be known."""
        known = self._declarations
        if known is None or known[0] is not position.deal:
            find = self._find_declarations
            known = self._declarations = position.deal, () if find is None else find(position)
        return known[1]

    @property
    def in_first_trick(self) -> bool:
        """No trick is complete yet."""
        cards = self._laid[0]
        return not cards or (len(cards) == 1 and len(cards[0]) < len(self._teams))

    @property
    def nothing(self) -> bool:
        """No card lies on the table yet, and none has."""
        return not self._laid[0]

    @property
    def under_way(self) -> Trick | None:
        """The trick that waits for more cards; None when the next card leads or none is left."""
        cards = self._laid[0]
        if not cards or len(cards[-1]) == len(self._teams):
            return None
        return self._trick(len(cards) - 1)

    def _trick(self, index: int) -> Trick:
        laid, leaders, winners = self._laid
        cards = laid[index]
        complete = len(cards) == len(self._teams)
        points = sum(map(self._worth.__getitem__, cards))
        last = complete and index + 1 == self._hand_size
        return Trick(leaders[index], cards, winners[index], complete, points, last)


@dataclass(slots=True)
class Position:
    """The table after the last action of a record. Each replay makes its own, and nobody changes one.

    Not frozen: that takes a call for each field, a tenth of what a record costs.
    """

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
    played: Played
    shown: Mapping[Card, tuple[Seat, bool]]
    """Kings and queens of belote suits on the table, in order: who played them, and whether the word was said."""
    auction_state: object = None
    """The auction owner's own state, opaque to everybody else."""
    exchanging: Exchanging | None = None
    """The cards as the steps between auction and play left them; None where no feature in use has such steps."""

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """Every trick so far, the one under way included."""
        return self.played.tricks

    @property
    def points(self) -> Mapping[Team, int]:
        """Card points that each side has captured, with what it laid away as far as that is known."""
        exchanging = self.exchanging
        return self.played.points_with(exchanging.laid) if exchanging and exchanging.laid else self.played.points

    @property
    def belotes(self) -> tuple[BeloteSaid, ...]:
        """The belotes that the shown kings and queens make."""
        return self.played.belotes

    @property
    def stock(self) -> int:
        """Cards that are left to be drawn."""
        return self.played.stock

    @property
    def came(self) -> Mapping[Seat, tuple[Card, ...]]:
        """Cards drawn or bared during the play, in the order in which they came; 0 for one that is not known."""
        return self.played.came

    @property
    def declarations(self) -> tuple[DeclarationStatus, ...]:
        """What was declared, in the order said."""
        return self.played.declarations(self)

    @property
    def hand_hidden(self) -> bool:
        """Some card of the seat to act is not known, so its choices cannot be listed."""
        return self.phase in (Phase.PLAY, Phase.EXCHANGE) and self.turn is not None and self.hidden[self.turn] > 0
