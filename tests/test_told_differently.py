"""The same facts told in different ways get the same answer, and other facts another one."""

import random
from dataclasses import replace

import pytest

from referee import plugins
from referee.judge import choices
from referee.model.action import Bid, Declaration, Pass, Play
from referee.model.card import CARD_NAMED, PACK
from referee.model.deal import Deal, RulesetChoice
from referee.model.refusal import Refused
from referee.model.ruling import Ruling
from referee.model.seat import Seat, Team
from referee.model.trump import Trump
from referee.redact import redact
from referee.replay import replay
from referee.rules.dealing import Dealing
from referee.rules.table import FOUR_SEATS, Table
from referee.tally import count, score
from referee.testing import Trial, random_deal
from referee.testing.forms import with_hands

RULESETS = plugins.load()


def test_a_number_is_not_known_by_a_flag_that_equals_it() -> None:
    said = RULESETS.get(RulesetChoice("ffb_classic", (), (("notrump_alltrump", True),)))
    assert said.values["notrump_alltrump"] is True
    with pytest.raises(Refused):
        RULESETS.get(RulesetChoice("ffb_classic", (), (("notrump_alltrump", 1),)))


def test_a_dealing_may_serve_two_tables() -> None:
    dealing = Dealing(first=(3, 2), second=(3,))
    three = Table((Seat.SOUTH, Seat.EAST, Seat.WEST), (Team.SOUTH, Team.EAST, Team.WEST))
    assert len(dealing.first_stage(FOUR_SEATS, PACK, Seat.SOUTH)) == 4
    assert [len(hand) for hand in dealing.first_stage(three, PACK, Seat.SOUTH).values()] == [5, 5, 5]
    assert len(dealing.complete(three, PACK, Seat.SOUTH, None)) == 3


def test_two_tierces_by_kind_are_no_fault_once_one_of_them_has_been_seen() -> None:
    ruleset, chance = RULESETS.get(RulesetChoice("ffb_coinche")), random.Random(1)
    hands = {
        Seat.SOUTH: "7S 8S 9S TS QD KD AD 7C",
        Seat.EAST: "JS 8C 9C 7D 8D 9D TD 8H",
        Seat.NORTH: "AS QS KS TC JC 7H 9H TH",
        Seat.WEST: "JD QC KC AC JH QH KH AH",
    }
    held = {seat: tuple(CARD_NAMED[name] for name in hand.split()) for seat, hand in hands.items()}
    two = (Declaration("tierce"), Declaration("tierce"))
    opening = (Bid(Trump.HEARTS, 80), Pass(), Pass(), Pass(), Play(held[Seat.SOUTH][0], declarations=two))
    deal = Deal(RulesetChoice("ffb_coinche"), Seat.WEST, hands=held, actions=opening)
    spades = held[Seat.SOUTH][:4]
    while (position := replay(ruleset, deal).position).turn is not None:
        for seat in Seat:
            assert replay(ruleset, redact(ruleset, deal, seat)).fault is None
        may = [
            one.action
            for one in choices(ruleset, position)
            if isinstance(one.action, Play) and one.judgement.ruling is Ruling.LEGAL
        ]
        may.sort(key=lambda play: play.card not in spades)
        chosen = may[0] if position.turn is Seat.SOUTH else chance.choice(may)
        deal = replace(deal, actions=(*deal.actions, chosen))
    assert count(ruleset, position).declarations == {Team.SOUTH_NORTH: 40, Team.EAST_WEST: 0}
    with pytest.raises(Refused):
        count(ruleset, replay(ruleset, replace(deal, actions=deal.actions[:-1])).position)


def test_a_hand_told_without_its_turn_up_is_told_all_the_same() -> None:
    ruleset = RULESETS.get(RulesetChoice("cafe"))
    for seed in range(400):
        one = random_deal(ruleset, seed).deal
        said = any(isinstance(action, Play) and action.declarations for action in one.actions)
        position = replay(ruleset, one).position
        contract = position.contract
        if not said or contract is None or contract.taker is None:
            continue
        whole = with_hands(Trial(RULESETS, RulesetChoice("cafe")), position)
        turned = one.deck[ruleset.dealing.turn_up_index(ruleset.table)]
        bare = replace(
            whole,
            turn_up=turned,
            hands={seat: tuple(card for card in hand if card != turned) for seat, hand in whole.hands.items()},
        )
        sheets = [score(ruleset, count(ruleset, replay(ruleset, deal).position)) for deal in (one, whole, bare)]
        assert sheets[0] == sheets[1] == sheets[2]
        return
    raise AssertionError("no deal with declarations")
