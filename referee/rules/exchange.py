"""What an exchange is to the rest of the referee: swaps and discards between the auction and the first lead."""

from typing import Protocol

from referee.model.action import Custom
from referee.model.exchanging import Exchanging
from referee.model.seat import Seat


class Exchange(Protocol):
    """Holder of a part of the point *exchange*: one custom step, by the id under which it is sent.

    The referee checks who may act and that the cards sent are held; the rest is the feature's.
    """

    @property
    def id(self) -> str:
        """Id of the custom action, one of the steps in the manifest."""
        ...

    @property
    def public(self) -> bool:
        """The whole table sees its cards and values; otherwise a redacted record keeps them from all but the seat."""
        ...

    def seats(self, at: Exchanging) -> tuple[Seat, ...]:
        """Who may take the step now, as far as everybody at the table can tell: never read from a hand."""
        ...

    def due(self, at: Exchanging) -> bool:
        """The first card cannot be led before the step is taken."""
        ...

    def offers(self, at: Exchanging, seat: Seat) -> tuple[Custom, ...]:
        """Complete actions for a seat whose hand is known, without the seat inside."""
        ...

    def objections(self, at: Exchanging, seat: Seat, action: Custom) -> tuple[str, ...]:
        """Ids of the rules that object; the cards are held, or may be."""
        ...

    def apply(self, at: Exchanging, seat: Seat, action: Custom) -> Exchanging:
        """The cards after a legal step; the action names no cards where they are not public and the hand is hidden."""
        ...
