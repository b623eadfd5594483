"""Tables that answers are put together from: made of what a game has, and of nothing that only looks the same."""

from contextlib import suppress
from dataclasses import replace
from unittest import mock

from belote.referee.v1 import deal_pb2

from referee import plugins
from referee import replay as replaying
from referee.model.action import Custom, Pass, Play
from referee.model.card import CARD_OF, PACK, Rank, Suit, card
from referee.model.deal import Deal, RulesetChoice
from referee.model.refusal import Refused
from referee.model.ruling import Choice, Judgement, Ruling
from referee.model.seat import Seat
from referee.replay import replay
from referee.rules.play import FamilyPlay
from referee.rules.ranking import suit_mode
from referee.testing import random_deal
from referee.wire import encode


def test_a_mode_may_rank_only_the_cards_of_its_own_pack() -> None:
    mode = suit_mode(Suit.HEARTS)
    short = replace(mode, orders={suit: order[:6] for suit, order in mode.orders.items()})
    leads = short.leads(0)
    assert set(leads) == set(short.above)
    assert len(leads) == 24
    assert {card & suit for card, (suit, _, _) in leads.items()} == set(leads)
    rows = FamilyPlay().for_mode(short).rows
    assert rows is not None
    assert [bool(row) for row in rows] == [CARD_OF.get(number) in leads for number in range(len(rows))]


def test_a_pack_that_is_not_whole_is_played_by_four_too() -> None:
    long, pack = plugins.load().get(RulesetChoice("ffb_coinche")), tuple(one for one in PACK if one not in _LOW)
    modes = {
        trump: replace(mode, orders={suit: order[:6] for suit, order in mode.orders.items()})
        for trump, mode in long.modes.items()
    }
    short = replace(
        long,
        table=replace(long.table, pack=sum(pack)),
        dealing=replace(long.dealing, first=(3, 3), second=()),
        modes=modes,
        play={trump: FamilyPlay().for_mode(mode) for trump, mode in modes.items()},
    )
    finished = 0
    for seed in range(20):
        deal = random_deal(short, seed).deal
        actions = deal.actions
        for record in (deal, *(replace(deal, actions=(*actions[:-1], Play(one))) for one in (_LOW[0], pack[0]))):
            for _ in range(2):
                found = replay(short, record)
            with mock.patch.object(replaying, "clean_play", return_value=None):
                careful = replay(short, record)
            assert (found.fault, found.position.tricks) == (careful.fault, careful.position.tricks)
        finished += len(replay(short, deal).position.tricks) == 6
    assert finished


_LOW = [card(rank, suit) for suit in Suit for rank in (Rank.SEVEN, Rank.EIGHT)]


def test_steps_whose_options_only_compare_alike_are_told_apart() -> None:
    refused = Judgement(Ruling.ILLEGAL)
    told = [encode.refused_choice(Choice(Custom("step", (), (("n", value),)), refused), "en") for value in (True, 1)]
    assert told[0] != told[1]
    assert [
        encode.action(Custom("step", (), (("n", value),))).custom.options[0].WhichOneof("value") for value in (True, 1)
    ] == [
        "flag",
        "number",
    ]
    assert isinstance(encode.action(Play(PACK[0], seat=Seat.EAST)), deal_pb2.PlayerAction)


def test_an_auction_without_end_is_not_kept() -> None:
    rulesets = plugins.load()
    choice = RulesetChoice("ffb_classic")
    ruleset = rulesets.get(choice)
    replaying._CLOSED.clear()
    for calls, kept in ((4, True), (100, False)):
        deal = Deal(choice, Seat.SOUTH, PACK, actions=(*[Pass()] * calls, Play(PACK[0])))
        key, count = replaying._auction_key(ruleset, deal, 0)
        assert (bool(key), count) == (kept, calls if kept else 0)
        with suppress(Refused):
            replay(ruleset, deal)
        assert not replaying._CLOSED  # neither of these ends in a contract
