"""One round of cards."""

from typing import NamedTuple

from referee.model.card import Card
from referee.model.seat import Seat


class Trick(NamedTuple):
    """The cards in the order played. The winner is the master so far while the trick is incomplete."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    complete: bool
    points: int
    last: bool = False
    """The last trick of the deal, complete."""
