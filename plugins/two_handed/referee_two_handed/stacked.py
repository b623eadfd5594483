"""The auction that is none: trumps are known with the last card dealt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee import SUIT_OF, BidRange, Call, Card, Contract, Seat, Team, trump_of
from referee.rules.auction import AuctionOutcome
from referee.rules.table import Table

LAST_CARD: Final = "trumps_by_last_card"
"""The term of such a contract."""


@dataclass(frozen=True)
class LastCardTrumps:
    """Closed before anybody speaks; its state is the contract, which nobody took."""

    table: Table
    needs_turn_up: bool = True
    may_pass_out: bool = False

    def start(self, dealer: Seat, turn_up: Card, totals: Mapping[Team, int]) -> Contract:
        """The turned card is the last one dealt. The dealer's name stands for the contract, without its duties."""
        return Contract(None, self.table.team_of(dealer), trump_of(SUIT_OF[turn_up]), terms=(LAST_CARD,))

    def may_act(self, state: Contract) -> tuple[Seat, ...]:
        """Nobody."""
        return ()

    def candidates(self, state: Contract, seat: Seat) -> Sequence[Call]:
        """Nothing."""
        return ()

    def objections(self, state: Contract, seat: Seat, call: Call) -> tuple[str, ...]:
        """There is no time to call."""
        return ("auction/over",)

    def bid_ranges(self, state: Contract, seat: Seat) -> tuple[BidRange, ...]:
        """None."""
        return ()

    def apply(self, state: Contract, seat: Seat, call: Call) -> Contract:
        """Never comes to anything."""
        return state

    def standing(self, state: Contract) -> Contract:
        """The contract from the first moment."""
        return state

    def outcome(self, state: Contract) -> AuctionOutcome:
        """Closed from the first moment."""
        return AuctionOutcome(state)
