"""The auction over a turned card: take its suit, or in the second round another (rows 17 to 22)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from referee.model.action import Call, Pass, Take
from referee.model.card import SUIT_OF, Card
from referee.model.contract import Contract
from referee.model.ruling import BidRange
from referee.model.seat import Seat, Team
from referee.model.trump import SUIT_TRUMPS, Trump, trump_of
from referee.rules.auction import AuctionOutcome
from referee.rules.table import Table

ROUNDS = 2


class TwoRounds(NamedTuple):
    """Where the auction stands: who speaks, what is turned, how many have passed, who took."""

    speakers: tuple[tuple[Seat, ...], ...]
    """Who speaks after so many passes; nobody after the last round."""
    turned: Trump
    passes: int = 0
    contract: Contract | None = None


@dataclass(frozen=True)
class TwoRoundAuction:
    """Two rounds of take or pass, with the points on which tables differ."""

    table: Table
    turned_suit_again: bool = False
    """``round2_suits`` any."""
    no_trump_from_round: int | None = None
    """First round in which no-trump and all-trump may be taken; None where they are not played."""
    dealer_must_take: bool = False
    needs_turn_up: bool = True

    @cached_property
    def _speakers(self) -> dict[Seat, tuple[tuple[Seat, ...], ...]]:
        seats, size = self.table.players, len(self.table.players)
        return {
            dealer: (*((seats[(place + 1 + turn) % size],) for turn in range(ROUNDS * size)), ())
            for place, dealer in enumerate(seats)
        }

    @property
    def may_pass_out(self) -> bool:
        """Everybody may pass twice, unless the dealer must take."""
        return not self.dealer_must_take

    def start(self, dealer: Seat, turn_up: Card, totals: Mapping[Team, int]) -> TwoRounds:
        """The turned card proposes its suit."""
        return TwoRounds(self._speakers[dealer], trump_of(SUIT_OF[turn_up]))

    def may_act(self, state: TwoRounds) -> tuple[Seat, ...]:
        """One seat at a time, from the one after the dealer."""
        return state.speakers[state.passes] if state.contract is None else ()

    def candidates(self, state: TwoRounds, seat: Seat) -> Sequence[Call]:
        """Pass, every suit, and no-trump and all-trump where they are played."""
        return _CANDIDATES if self.no_trump_from_round is not None else _SUIT_CANDIDATES

    def objections(self, state: TwoRounds, seat: Seat, call: Call) -> tuple[str, ...]:
        """The rules of the auction that object to this call."""
        if isinstance(call, Pass):
            last = self.dealer_must_take and state.passes == ROUNDS * len(self.table.players) - 1
            return ("auction/dealer_must_take",) if last else ()
        if not isinstance(call, Take):
            return ("auction/take_or_pass",)
        trump, now = call.trump, state.passes // len(self.table.players) + 1
        if trump not in SUIT_TRUMPS:
            offered = self.no_trump_from_round is not None and now >= self.no_trump_from_round
            return () if offered else ("auction/trump_not_offered",)
        if now == 1:
            return () if trump == state.turned else ("auction/turned_suit_first",)
        if trump == state.turned and not self.turned_suit_again:
            return ("auction/other_suit_second",)
        return ()

    def bid_ranges(self, state: TwoRounds, seat: Seat) -> tuple[BidRange, ...]:
        """Nothing is numbered here."""
        return ()

    def apply(self, state: TwoRounds, seat: Seat, call: Call) -> TwoRounds:
        """One more pass, or the contract."""
        if isinstance(call, Take):
            contract = Contract(seat, self.table.team_of(seat), call.trump)
            return TwoRounds(state.speakers, state.turned, state.passes, contract)
        return TwoRounds(state.speakers, state.turned, state.passes + 1)

    def standing(self, state: TwoRounds) -> Contract | None:
        """The take, which is the contract."""
        return state.contract

    def outcome(self, state: TwoRounds) -> AuctionOutcome | None:
        """A take ends the auction at once; two rounds of passes end it without a contract."""
        if state.contract is None and state.speakers[state.passes]:
            return None
        return AuctionOutcome(state.contract)


_SUIT_CANDIDATES: tuple[Call, ...] = (Pass(), *map(Take, SUIT_TRUMPS))
_CANDIDATES: tuple[Call, ...] = (Pass(), *map(Take, Trump))
