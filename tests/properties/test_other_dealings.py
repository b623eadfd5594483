"""Dealings that classic belote does not know keep every promise, and a player's view of them is never at odds."""

import pytest

from referee.model.deal import RulesetChoice
from referee.model.position import Phase
from referee.redact import redact
from referee.replay import replay, replay_clean
from referee.tally import count
from referee.testing import check_feature, random_deal, rulesets_of
from tests.properties.dealing_games import GAMES

PRESET = "ffb_classic"
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_it_keeps_every_promise(name: str) -> None:
    check_feature(GAMES[name], presets=(PRESET,), deals=12)


@every_game
def test_every_view_of_every_step_is_clean_and_agrees(name: str) -> None:
    choice = RulesetChoice(PRESET, (name,))
    ruleset = rulesets_of(GAMES[name]).get(choice)
    for seed in range(8):
        one = random_deal(ruleset, seed, choice)
        for done, whole in enumerate(one.positions):
            for seat in ruleset.table.seats:
                seen = redact(ruleset, one.until(done), seat)
                replayed = replay(ruleset, seen)
                position = replayed.position
                assert replayed.fault is None, (seed, done, seat)
                assert redact(ruleset, seen, seat) == seen, (seed, done, seat)
                assert position.tricks == whole.tricks, (seed, done, seat)
                assert (position.turn, position.stock) == (whole.turn, whole.stock), (seed, done, seat)
                assert position.held[seat] == whole.held[seat], (seed, done, seat)
                assert position.hidden[seat] == 0, (seed, done, seat)
                for other, held in position.held.items():
                    assert not held & ~whole.held[other], (seed, done, seat)
                    assert held.bit_count() + position.hidden[other] == whole.held[other].bit_count()


@every_game
def test_a_finished_deal_counts_alike_for_everybody_who_can_count_it(name: str) -> None:
    choice = RulesetChoice(PRESET, (name,))
    ruleset = rulesets_of(GAMES[name]).get(choice)
    counted = 0
    for seed in range(8):
        one = random_deal(ruleset, seed, choice)
        whole = one.positions[-1]
        assert whole.phase is Phase.FINISHED
        tally = count(ruleset, whole)
        for seat in ruleset.table.seats:
            assert count(ruleset, replay_clean(ruleset, redact(ruleset, whole.deal, seat))) == tally
            counted += whole.contract is not None
    assert counted
