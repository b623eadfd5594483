"""The auction of the contract games: bids that rise, doubles, and how it ends (rows 88 to 104)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from referee.model.action import Bid, Call, Coinche, Pass, Surcoinche
from referee.model.card import Card
from referee.model.contract import Contract, Doubling
from referee.model.ruling import BidRange
from referee.model.seat import Seat, Team
from referee.model.trump import Trump
from referee.rules.auction import AuctionOutcome
from referee.rules.table import Table
from referee_coinche.ladder import CAPOT, GENERALE, Ladder, rank


class Bidding(NamedTuple):
    """Where an auction stands."""

    turn: Seat
    passes: int = 0
    """Passes since the last bid, or since the beginning."""
    bid: Contract | None = None
    """The bid that stands, doubled or not."""
    waiting: tuple[Seat, ...] = ()
    """After a double, the seats of the doubled side that have not spoken yet."""
    closed: bool = False


@dataclass(frozen=True)
class ContractAuction:
    """Bids, doubles and redoubles, with the points on which tables differ."""

    table: Table
    trumps: tuple[Trump, ...]
    """What may be named."""
    ladder: Ladder
    dealer_must_take: bool = False
    outbid_self: bool = False
    """``outbid_self`` new_suit_only: once all others have passed, the bidder may bid on in another suit."""
    any_time: bool = False
    """``coinche_timing`` any_time."""
    freezes: bool = True
    """``coinche_freezes``: the doubled side may not escape into a higher bid."""
    capot_can_be_doubled: bool = True
    coinche_factor: int = 2
    surcoinche_factor: int = 4
    needs_turn_up: bool = False

    @property
    def may_pass_out(self) -> bool:
        """Everybody may pass, unless the dealer must take."""
        return not self.dealer_must_take

    def start(self, dealer: Seat, turn_up: Card, totals: Mapping[Team, int]) -> Bidding:
        """The seat after the dealer speaks first."""
        return Bidding(self.table.after(dealer))

    def may_act(self, state: Bidding) -> tuple[Seat, ...]:
        """The turn; where a double may come at any time, the bidder's other opponents too."""
        if state.closed:
            return ()
        if state.waiting:
            return state.waiting[:1]
        if not self.any_time or state.bid is None or not self._may_be_doubled(state.bid):
            return (state.turn,)
        team = state.bid.team
        return (state.turn, *(seat for seat in self._after(state.turn) if self.table.team_of(seat) != team))

    def _after(self, seat: Seat) -> list[Seat]:
        """The other seats in play order from this one."""
        place = self.table.place_of[seat]
        return [self.table.seats[(place + step) % self.table.size] for step in range(1, self.table.size)]

    def _may_be_doubled(self, bid: Contract) -> bool:
        return bid.target != CAPOT or self.capot_can_be_doubled

    @cached_property
    def _bids(self) -> tuple[Bid, ...]:
        """The bids that are no numbers."""
        targets = (CAPOT, GENERALE) if self.ladder.generale else (CAPOT,)
        return tuple(Bid(trump, target) for target in targets for trump in self.trumps)

    def candidates(self, state: Bidding, seat: Seat) -> Sequence[Call]:
        """Pass, capot and générale, and a double or redouble once there is something to double."""
        if seat not in self.may_act(state)[:1]:
            return (Coinche(),)
        if state.waiting:
            return (Pass(), Surcoinche()) if self.freezes else (Pass(), *self._bids, Surcoinche())
        return (Pass(), *self._bids) if state.bid is None else (Pass(), *self._bids, Coinche())

    def objections(self, state: Bidding, seat: Seat, call: Call) -> tuple[str, ...]:
        """The rules of the auction that object to this call."""
        may_act = self.may_act(state)
        if seat not in may_act or (seat != may_act[0] and not isinstance(call, Coinche)):
            return ("auction/out_of_turn",)
        match call:
            case Pass():
                last = self.dealer_must_take and state.bid is None and state.passes == self.table.size - 1
                return ("auction/dealer_must_take",) if last else ()
            case Bid():
                return self._against_bid(state, seat, call)
            case Coinche():
                return self._against_coinche(state, seat)
            case Surcoinche():
                return () if state.waiting else ("coinche/redouble",)
            case _:
                return ("coinche/bid_or_pass",)

    def _against_bid(self, state: Bidding, seat: Seat, call: Bid) -> tuple[str, ...]:
        found = list(self.ladder.objections(call.target))
        if call.trump not in self.trumps:
            found.append("auction/trump_not_offered")
        bid = state.bid
        if bid is None:
            return tuple(found)
        assert bid.target is not None  # a bid without a target does not stand
        if call.target is not None and rank(call.target) <= rank(bid.target):
            found.append("coinche/must_raise")
        if state.waiting:
            if self.freezes:
                found.append("coinche/frozen")
        elif bid.taker == seat and call.trump == bid.trump:
            found.append("coinche/own_bid")
        return tuple(found)

    def _against_coinche(self, state: Bidding, seat: Seat) -> tuple[str, ...]:
        if state.bid is None or state.bid.team == self.table.team_of(seat):
            return ("coinche/double_opponents",)
        return () if self._may_be_doubled(state.bid) else ("coinche/capot_doubled",)

    def bid_ranges(self, state: Bidding, seat: Seat) -> tuple[BidRange, ...]:
        """Legal bids in points for this seat, by trump."""
        if seat not in self.may_act(state)[:1] or (state.waiting and self.freezes):
            return ()
        bid, ladder = state.bid, self.ladder
        lowest = ladder.next_rung(bid.target if bid is not None else None)
        if lowest is None:
            return ()
        barred = bid.trump if bid is not None and bid.taker == seat and not state.waiting else None
        return tuple(BidRange(trump, lowest, ladder.highest, ladder.step) for trump in self.trumps if trump != barred)

    def apply(self, state: Bidding, seat: Seat, call: Call) -> Bidding:
        """The state after a legal call."""
        bid = state.bid
        match call:
            case Bid():
                contract = Contract(seat, self.table.team_of(seat), call.trump, call.target)
                return Bidding(self.table.after(seat), bid=contract)
            case Coinche():
                assert bid is not None
                doubled = replace(bid, doubling=Doubling.COINCHE, multiplier=self.coinche_factor)
                side = tuple(one for one in self._after(seat) if self.table.team_of(one) == bid.team)
                return Bidding(state.turn, bid=doubled, waiting=side)
            case Surcoinche():
                assert bid is not None
                doubled = replace(bid, doubling=Doubling.SURCOINCHE, multiplier=self.surcoinche_factor)
                return Bidding(state.turn, bid=doubled, closed=True)
            case _:
                return self._passed(state)

    def _passed(self, state: Bidding) -> Bidding:
        if state.waiting:
            left = state.waiting[1:]
            return state._replace(waiting=left, closed=not left)
        passes = state.passes + 1
        speakers = self.table.size
        if state.bid is not None and not self._may_bid_on(state.bid):
            speakers -= 1
        return state._replace(turn=self.table.after(state.turn), passes=passes, closed=passes == speakers)

    def _may_bid_on(self, bid: Contract) -> bool:
        """Whether the bidder is asked again once all others have passed."""
        return self.outbid_self and bid.target != self.ladder.top and len(self.trumps) > 1

    def standing(self, state: Bidding) -> Contract | None:
        """The bid that stands so far, doubled or not."""
        return state.bid

    def outcome(self, state: Bidding) -> AuctionOutcome | None:
        """The last bid once the auction is closed; no contract where all passed."""
        return AuctionOutcome(state.bid) if state.closed else None
