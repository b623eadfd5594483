"""The two cards that a taker lays away for the two he was given."""

from dataclasses import dataclass, replace
from itertools import combinations

from referee.model.action import Custom
from referee.model.card import cards_in, cards_of
from referee.model.exchanging import Exchanging
from referee.model.seat import Seat

ID = "discard"


@dataclass(frozen=True, slots=True)
class Discard:
    """The taker lays away as many cards as the dog had, face down and unseen, before the first card is led."""

    count: int
    id: str = ID
    public: bool = False

    def seats(self, at: Exchanging) -> tuple[Seat, ...]:
        """The taker, once."""
        taker = at.contract.taker
        return () if taker is None or (taker, self.id) in at.done else (taker,)

    def due(self, at: Exchanging) -> bool:
        """Nobody leads before it."""
        return bool(self.seats(at))

    def offers(self, at: Exchanging, seat: Seat) -> tuple[Custom, ...]:
        """Any two of the twelve: no text keeps a card from being laid away."""
        return tuple(Custom(self.id, pair) for pair in combinations(cards_in(at.hand(seat)), self.count))

    def objections(self, at: Exchanging, seat: Seat, action: Custom) -> tuple[str, ...]:
        """None of its own; that the cards are two and held is everybody's law."""
        return ()

    def apply(self, at: Exchanging, seat: Seat, action: Custom) -> Exchanging:
        """The cards leave the hand and count for the taker; those of a hidden hand stay among the unknown ones."""
        place, cards = at.seats.index(seat), cards_of(action.cards)
        held, hidden = list(at.held), list(at.hidden)
        held[place] &= ~cards
        hidden[place] -= self.count - len(action.cards)
        return replace(at, held=tuple(held), hidden=tuple(hidden), laid={**at.laid, seat: cards})
