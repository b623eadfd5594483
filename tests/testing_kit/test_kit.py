"""The kit on classic belote: it finds nothing there, deals follow from their seeds, counts are those we trust."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from referee import plugins
from referee.classic import Classic
from referee.model.deal import RulesetChoice
from referee.model.position import Phase
from referee.replay import replay_clean
from referee.testing import (
    Bench,
    Broken,
    Trial,
    case_files,
    divide,
    examined,
    judge,
    perft,
    random_deal,
    rulesets_of,
)
from referee.testing.cases import Case
from referee.testing.cases.files import read_rule_file
from referee.testing.features import choice_of
from tests.naive.perft import FOLDER, read_perft
from tests.perft.test_perft import taken
from tests.testing_kit.planted.catalogue import OneLanguage, Ruled

RULESETS: Final = rulesets_of()
INSTALLED: Final = plugins.load()
PRESETS: Final = sorted(RULESETS.presets)
CASES: Final = Path(__file__).parents[1] / "cases" / "rules"
COUNTED: Final = 4
"""How deep continuations are counted here; the files go on."""


def test_classic_keeps_every_promise() -> None:
    """But for some ways of dealing, which wait for an auction that turns no card."""
    report = examined(Classic, deals=12)
    assert [fault.how for fault in report.faults if not fault.how.startswith("deal_pattern=")] == []
    assert set(report.reached) >= {"deals", "pass", "take", "card"}
    assert all(preset in str(report) for preset in PRESETS)


@pytest.mark.parametrize("case", case_files(CASES)[::8], ids=str)
def test_a_case_is_judged_in_a_test_of_one_line(case: Case) -> None:
    judge(case, rulesets=INSTALLED)


def test_a_case_that_differs_is_broken() -> None:
    text = "rule play/any\nsilent here\ncase one\ntrump hearts\ntrick W AS, S 7S, E 8H\nhand N TH 7H QD\nmay QD\n"
    (case,) = read_rule_file("play/any", text).cases
    with pytest.raises(Broken, match="may QD, but the referee says TH"):
        judge(case)


COMMANDS: Final = {
    "a folder": ([str(CASES)], 0, "trick: 14 passed, 0 failed"),
    "one file": ([str(CASES), "play/must_trump"], 0, "      ok  "),
    "nothing": ([str(CASES / "play")], 2, "no case file"),
}


@pytest.mark.parametrize("what", COMMANDS)
def test_a_folder_is_judged_from_the_command_line(what: str) -> None:
    arguments, status, said = COMMANDS[what]
    done = subprocess.run(
        [sys.executable, "-m", "referee.testing", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done
    assert said in (done.stderr if status else done.stdout)


def test_the_deal_of_a_seed_is_always_the_same() -> None:
    ruleset = RULESETS.get(RulesetChoice("ffb_classic"))
    one, again, other = (random_deal(ruleset, seed) for seed in (5, 5, 6))
    assert one == again
    assert one.deal != other.deal


@pytest.mark.parametrize("preset", PRESETS)
def test_a_random_deal_goes_from_the_first_call_to_the_end(preset: str) -> None:
    ruleset = RULESETS.get(RulesetChoice(preset))
    for seed in range(20):
        one = random_deal(ruleset, seed)
        assert len(one.positions) == len(one.offered) == len(one.deal.actions) + 1
        assert one.positions[0].phase is Phase.AUCTION
        assert one.positions[-1].phase is Phase.FINISHED
        assert one.until(len(one.deal.actions)) == one.deal
        assert all(replay_clean(ruleset, position.deal) == position for position in one.positions)


def test_a_ruleset_told_in_full_is_the_same_ruleset() -> None:
    asked = RulesetChoice("ffb_classic", (), (("rounding", "half_up"), ("target", 777)))
    ruleset = RULESETS.get(asked)
    assert RULESETS.get(choice_of(ruleset)) is ruleset


def test_features_stand_beside_classic_without_being_installed() -> None:
    rulesets = rulesets_of(Ruled, OneLanguage())
    assert set(rulesets.features) == {"classic", "ruled", "one_language"}
    assert rulesets.get(RulesetChoice("ffb_classic", ("ruled",))).features == (("classic", 1), ("ruled", 1))
    assert "ruled" not in plugins.load().features


def test_two_features_of_one_name_are_refused() -> None:
    with pytest.raises(plugins.PluginRefused, match="called alike among ruled, ruled"):
        rulesets_of(Ruled, Ruled())


def test_most_random_deals_are_played() -> None:
    bench = Bench(Trial(RULESETS, RulesetChoice("ffb_classic")))
    for seed in range(100):
        bench.count(random_deal(bench.trial.ruleset, seed))
    assert 0 < bench.reached["passed out"] < 25


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.perft")), ids=lambda path: path.stem)
def test_continuations_are_counted_as_the_second_engine_counts_them(path: Path) -> None:
    counted = read_perft(path)
    choice = RulesetChoice("ffb_classic", (), tuple(counted.options.items()))
    deal, ruleset = taken(choice, counted), RULESETS.get(choice)
    for depth in range(1, COUNTED + 1):
        assert perft(ruleset, deal, depth) == counted.counts[depth]
    assert sum(divide(ruleset, deal, COUNTED).values()) == counted.counts[COUNTED]
    assert list(divide(ruleset, deal, 1).values()) == [1] * counted.counts[1]


def test_nothing_follows_the_end_of_a_deal() -> None:
    one = random_deal(RULESETS.get(RulesetChoice("ffb_classic")), 3)
    assert perft(one.ruleset, one.deal, 0) == 1
    assert perft(one.ruleset, one.deal, 1) == 0


def test_what_a_hidden_hand_may_play_cannot_be_counted() -> None:
    one = random_deal(RULESETS.get(RulesetChoice("ffb_classic")), 4)
    last_call = next(index for index, position in enumerate(one.positions) if position.phase is Phase.PLAY)
    told = one.until(last_call)
    hidden = type(told)(told.choice, told.dealer, turn_up=one.positions[0].turn_up, actions=told.actions)
    with pytest.raises(ValueError, match="hidden"):
        perft(one.ruleset, hidden, 1)
    with pytest.raises(ValueError, match="first action"):
        divide(one.ruleset, told, 0)
