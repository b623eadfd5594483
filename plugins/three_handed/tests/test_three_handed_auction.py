"""Who speaks and what may be said among three, over a turned card and without one."""

from functools import cache

import pytest
from referee_three_handed import ThreeHanded
from referee_three_handed.naming import OneRound, OneRoundAuction

from referee.model.action import Bid, Call, Coinche, Pass, Take
from referee.model.card import CARD_NAMED
from referee.model.contract import Contract
from referee.model.deal import RulesetChoice
from referee.model.seat import Seat, Team
from referee.model.trump import SUIT_TRUMPS, Trump
from referee.rules.auction import Auction
from referee.rules.table import Table
from referee.testing import rulesets_of

PLAYERS = Table((Seat.SOUTH, Seat.EAST, Seat.WEST), (Team.SOUTH, Team.EAST, Team.WEST))
PASS = Pass()


@cache
def auction_of(*options: tuple[str, str]) -> Auction:
    return rulesets_of(ThreeHanded).get(RulesetChoice("belote_3p", (), options)).auction


def laid_out(layout: str) -> tuple[str, str]:
    return "three_handed_layout", layout


ORDER = [
    (Seat.WEST, [Seat.SOUTH, Seat.EAST, Seat.WEST]),
    (Seat.SOUTH, [Seat.EAST, Seat.WEST, Seat.SOUTH]),
    (Seat.EAST, [Seat.WEST, Seat.SOUTH, Seat.EAST]),
]


@pytest.mark.parametrize(("dealer", "order"), ORDER)
@pytest.mark.parametrize(("layout", "rounds"), [("cards24", 2), ("cards32_nine", 2), ("cards32_dog", 1), ("dummy", 2)])
def test_everybody_speaks_once_a_round_the_dealer_last(
    dealer: Seat, order: list[Seat], layout: str, rounds: int
) -> None:
    auction = auction_of(laid_out(layout))
    turn_up = CARD_NAMED["9H"] if auction.needs_turn_up else 0
    state, spoke = auction.start(dealer, turn_up, {}), []
    while auction.outcome(state) is None:
        (seat,) = auction.may_act(state)
        spoke.append(seat)
        assert auction.objections(state, seat, PASS) == ()
        state = auction.apply(state, seat, PASS)
    assert spoke == order * rounds
    outcome = auction.outcome(state)
    assert outcome is not None
    assert outcome.contract is None
    assert auction.may_act(state) == ()


NAMED: list[tuple[OneRoundAuction, int, Call, tuple[str, ...]]] = [
    (OneRoundAuction(PLAYERS), 0, PASS, ()),
    (OneRoundAuction(PLAYERS), 2, PASS, ()),
    *((OneRoundAuction(PLAYERS), passes, Take(trump), ()) for passes in range(3) for trump in SUIT_TRUMPS),
    (OneRoundAuction(PLAYERS, no_trump=True), 0, Take(Trump.NO_TRUMP), ()),
    (OneRoundAuction(PLAYERS, no_trump=True), 2, Take(Trump.ALL_TRUMP), ()),
    (OneRoundAuction(PLAYERS), 0, Take(Trump.NO_TRUMP), ("auction/trump_not_offered",)),
    (OneRoundAuction(PLAYERS), 1, Take(Trump.ALL_TRUMP), ("auction/trump_not_offered",)),
    (OneRoundAuction(PLAYERS, dealer_must_take=True), 1, PASS, ()),
    (OneRoundAuction(PLAYERS, dealer_must_take=True), 2, PASS, ("auction/dealer_must_take",)),
    (OneRoundAuction(PLAYERS, dealer_must_take=True), 2, Take(Trump.CLUBS), ()),
    (OneRoundAuction(PLAYERS), 0, Bid(Trump.CLUBS, 80), ("auction/take_or_pass",)),
    (OneRoundAuction(PLAYERS), 0, Coinche(), ("auction/take_or_pass",)),
]


@pytest.mark.parametrize(("auction", "passes", "call", "rules"), NAMED)
def test_what_may_be_said_without_a_turned_card(
    auction: OneRoundAuction, passes: int, call: Call, rules: tuple[str, ...]
) -> None:
    state = auction.start(Seat.WEST, 0, {})
    for seat in PLAYERS.seats[:passes]:
        state = auction.apply(state, seat, PASS)
    assert auction.objections(state, PLAYERS.seats[passes], call) == rules


def test_a_take_ends_it_at_once() -> None:
    auction = OneRoundAuction(PLAYERS)
    state = auction.start(Seat.WEST, 0, {})
    assert auction.standing(state) is None
    state = auction.apply(auction.apply(state, Seat.SOUTH, PASS), Seat.EAST, Take(Trump.SPADES))
    contract = Contract(Seat.EAST, Team.EAST, Trump.SPADES)
    assert state == OneRound((Seat.EAST, Seat.WEST), contract)
    assert auction.standing(state) == contract
    assert auction.may_act(state) == ()
    outcome = auction.outcome(state)
    assert outcome is not None
    assert outcome.contract == contract


@pytest.mark.parametrize("no_trump", [False, True])
def test_candidates_are_all_that_could_be_legal(no_trump: bool) -> None:
    auction = OneRoundAuction(PLAYERS, no_trump=no_trump)
    state = auction.start(Seat.WEST, 0, {})
    assert list(auction.candidates(state, Seat.SOUTH)) == [PASS, *map(Take, Trump if no_trump else SUIT_TRUMPS)]
    assert auction.bid_ranges(state, Seat.SOUTH) == ()


@pytest.mark.parametrize("layout", ["cards24", "cards32_nine", "cards32_dog", "dummy"])
def test_somebody_must_take_where_the_dealer_must(layout: str) -> None:
    assert auction_of(laid_out(layout)).may_pass_out
    assert not auction_of(laid_out(layout), ("all_pass", "dealer_must_take")).may_pass_out
