"""What an auction is to the rest of the referee."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.model.action import Call
from referee.model.card import Card
from referee.model.contract import Contract
from referee.model.ruling import BidRange
from referee.model.seat import Seat, Team


@dataclass(frozen=True, slots=True)
class AuctionOutcome:
    """A closed auction: a contract, or None when everybody passed."""

    contract: Contract | None


class Auction(Protocol):
    """Holder of the point *auction*. Its state is its own; every method is a pure function of it."""

    @property
    def needs_turn_up(self) -> bool:
        """The auction proposes the turned card's suit, so the dealing must turn one."""
        ...

    @property
    def may_pass_out(self) -> bool:
        """A deal may end without a contract."""
        ...

    def start(self, dealer: Seat, turn_up: Card, totals: Mapping[Team, int]) -> Any:
        """The state before the first call; turn_up is 0 where none is turned."""
        ...

    def may_act(self, state: Any) -> tuple[Seat, ...]:
        """Who may speak now, the turn first; empty once the auction is closed."""
        ...

    def candidates(self, state: Any, seat: Seat) -> Sequence[Call]:
        """Every call worth asking about for this seat, without seats inside; numbered bids come by bid_ranges."""
        ...

    def objections(self, state: Any, seat: Seat, call: Call) -> tuple[str, ...]:
        """Ids of the rules that object to this call, in no order; a call without objections is legal."""
        ...

    def bid_ranges(self, state: Any, seat: Seat) -> tuple[BidRange, ...]:
        """Legal bids in points for this seat, by trump."""
        ...

    def apply(self, state: Any, seat: Seat, call: Call) -> Any:
        """The state after a legal call."""
        ...

    def standing(self, state: Any) -> Contract | None:
        """The take or bid that stands so far, doubled or not; None before the first."""
        ...

    def outcome(self, state: Any) -> AuctionOutcome | None:
        """How the auction ended; None while it is open."""
        ...
