"""The auction where no card is turned: in one round each may take at any suit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from referee.model.action import Call, Pass, Take
from referee.model.card import Card
from referee.model.contract import Contract
from referee.model.ruling import BidRange
from referee.model.seat import Seat, Team
from referee.model.trump import SUIT_TRUMPS, Trump
from referee.rules.auction import AuctionOutcome
from referee.rules.table import Table


class OneRound(NamedTuple):
    """Where the auction stands: who has still to speak, and who took."""

    waiting: tuple[Seat, ...]
    contract: Contract | None = None


@dataclass(frozen=True, slots=True)
class OneRoundAuction:
    """One round of take or pass without a turned card, with the points on which tables differ."""

    table: Table
    no_trump: bool = False
    """No-trump and all-trump may be taken."""
    dealer_must_take: bool = False
    needs_turn_up: bool = False

    @property
    def may_pass_out(self) -> bool:
        """Everybody may pass, unless the dealer must take."""
        return not self.dealer_must_take

    def start(self, dealer: Seat, turn_up: Card, totals: Mapping[Team, int]) -> OneRound:
        """The seat after the dealer speaks first, the dealer last."""
        seats, place = self.table.seats, self.table.place_of[dealer]
        return OneRound(seats[place + 1 :] + seats[: place + 1])

    def may_act(self, state: OneRound) -> tuple[Seat, ...]:
        """One seat at a time."""
        return state.waiting[:1] if state.contract is None else ()

    def candidates(self, state: OneRound, seat: Seat) -> Sequence[Call]:
        """Pass, every suit, and no-trump and all-trump where they are played."""
        return _CANDIDATES if self.no_trump else _SUIT_CANDIDATES

    def objections(self, state: OneRound, seat: Seat, call: Call) -> tuple[str, ...]:
        """The rules of the auction that object to this call."""
        if isinstance(call, Pass):
            return ("auction/dealer_must_take",) if self.dealer_must_take and len(state.waiting) == 1 else ()
        if not isinstance(call, Take):
            return ("auction/take_or_pass",)
        return () if self.no_trump or call.trump in SUIT_TRUMPS else ("auction/trump_not_offered",)

    def bid_ranges(self, state: OneRound, seat: Seat) -> tuple[BidRange, ...]:
        """Nothing is numbered here."""
        return ()

    def apply(self, state: OneRound, seat: Seat, call: Call) -> OneRound:
        """One fewer to speak, or the contract."""
        if isinstance(call, Take):
            return OneRound(state.waiting, Contract(seat, self.table.team_of(seat), call.trump))
        return OneRound(state.waiting[1:])

    def standing(self, state: OneRound) -> Contract | None:
        """The take, which is the contract."""
        return state.contract

    def outcome(self, state: OneRound) -> AuctionOutcome | None:
        """A take ends the auction at once; when all have passed there is no contract."""
        return None if state.contract is None and state.waiting else AuctionOutcome(state.contract)


_SUIT_CANDIDATES: Final[tuple[Call, ...]] = (Pass(), *map(Take, SUIT_TRUMPS))
_CANDIDATES: Final[tuple[Call, ...]] = (Pass(), *map(Take, Trump))
