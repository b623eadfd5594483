"""The quick way through a record and the careful one, on the games that plugins bring, and on what they declare."""

import random
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final
from unittest import mock

import pytest

from referee import plugins
from referee import replay as replaying
from referee.clean_play import clean_play
from referee.core import CORE
from referee.model.action import Declaration, Play
from referee.model.deal import Deal, RulesetChoice
from referee.model.refusal import Refused
from referee.ruleset import Ruleset
from referee.testing import random_deal
from tests.properties.test_quick_ways import UNSEEN

RULESETS: Final = plugins.load()
CHOICES: Final = [
    RulesetChoice("cafe"),
    RulesetChoice("ffb_coinche"),
    RulesetChoice("pagat_coinche"),
    RulesetChoice("belote_2p", ("declarations",)),
    RulesetChoice("belote_3p", ("declarations",)),
    RulesetChoice("belote_3p", (), (("three_handed_layout", "dummy"),)),
]
SEEDS: Final = 25
CHANGES: Final = 6


def changed(deal: Deal, ruleset: Ruleset, chance: random.Random) -> Deal:
    """The record with something else said over one of its cards: too much, too little, too late, or not true."""
    plays = [index for index, action in enumerate(deal.actions) if isinstance(action, Play)]
    index = chance.choice(plays[:4] if chance.random() < 0.7 else plays)
    play = deal.actions[index]
    assert isinstance(play, Play)
    if ruleset.declarations and chance.random() < 0.7:
        said = [Declaration(chance.choice(list(ruleset.declarations))) for _ in range(chance.randint(1, 3))]
        if chance.random() < 0.3:
            said += play.declarations * 2
        play = replace(play, declarations=tuple(said))
    else:
        play = replace(play, says_belote=not play.says_belote)
    return replace(deal, actions=(*deal.actions[:index], play, *deal.actions[index + 1 :]))


def told(ruleset: Ruleset, deal: Deal) -> Any:
    try:
        position, fault, left_open = replaying.replay(ruleset, deal)
    except Refused as refusal:
        return refusal.fields
    return fault, left_open, position.declarations, position.points, position.tricks, position.held, position.belotes


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.preset}{len(choice.options) or ''}")
def test_both_ways_say_the_same(choice: RulesetChoice) -> None:
    ruleset = RULESETS.get(choice)
    for seed in range(SEEDS):
        chance = random.Random(seed)
        deal = random_deal(ruleset, seed, choice).deal
        records = [deal]
        if any(isinstance(action, Play) for action in deal.actions):
            records += [changed(deal, ruleset, chance) for _ in range(CHANGES)]
        for record in records:
            quick = told(ruleset, record)
            with mock.patch.object(replaying, "clean_play", return_value=None):
                assert told(ruleset, record) == quick, seed


@pytest.mark.skipif(CORE == "compiled", reason=UNSEEN)
def test_what_is_declared_does_go_the_quick_way() -> None:
    ruleset = RULESETS.get(RulesetChoice("cafe"))
    quick = 0
    for seed in range(20):
        deal = random_deal(ruleset, seed).deal
        with mock.patch.object(replaying, "clean_play", wraps=clean_play) as asked:
            position = replaying.replay(ruleset, deal).position
        if position.declarations and asked.called:
            with mock.patch.object(replaying, "_follow", side_effect=TimeoutError), suppress(TimeoutError):
                quick += bool(replaying.replay(ruleset, deal).position.declarations)
    assert quick
