"""The cards between the auction and the first lead, in games that swap some or lay some away."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.model.card import Card, Cards
from referee.model.contract import Contract
from referee.model.seat import Seat


@dataclass(frozen=True, slots=True)
class Exchanging:
    """Who holds what, as far as it is known; a feature's step makes the next one with ``replace``."""

    seats: tuple[Seat, ...]
    """In the order of play; a place is an index into it."""
    dealer: Seat
    contract: Contract
    held: tuple[Cards, ...]
    """By place, the cards known to be held."""
    hidden: tuple[int, ...]
    """By place, how many more are."""
    pool: Cards
    """Cards whose place is not known."""
    turn_up: Card
    """The turned card while it lies on the table; 0 when it is in a hand or none was turned."""
    laid: Mapping[Seat, Cards] = field(default_factory=dict)
    """Cards laid away face down, which count for the side of the seat that laid them."""
    unseen: Mapping[Seat, int] = field(default_factory=dict)
    """How many more cards were laid away that are not known."""
    early: tuple[Cards, ...] = ()
    """By place, the cards known to have been dealt before the auction."""
    done: tuple[tuple[Seat, str], ...] = ()
    """Steps taken so far, by the ids of their custom actions."""

    def hand(self, seat: Seat) -> Cards:
        """The cards that a seat is known to hold."""
        return self.held[self.seats.index(seat)]

    def knows(self, seat: Seat) -> bool:
        """Every card of this hand is known."""
        return not self.hidden[self.seats.index(seat)]
