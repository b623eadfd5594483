"""The catalogue of belote for three: options and rules name each other, and the preset is whole."""

import re

import pytest
from referee_three_handed import ThreeHanded
from referee_three_handed.options import OPTIONS
from referee_three_handed.presets import PRESETS
from referee_three_handed.rules import RULES
from referee_three_handed.steps import STEPS

from referee import Option, Rule
from referee.model.deal import RulesetChoice
from referee.model.seat import Seat, Team
from referee.model.text import Text
from referee.testing import rulesets_of

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)

VALUES = {
    "three_handed_layout": ("cards24", "cards32_dog", "cards32_nine", "dummy"),
    "made_if": ("more_than_each", "more_than_sum"),
    "three_handed_fail": ("best_defender", "vanish", "both_defenders"),
    "three_handed_tie": ("failed", "hold"),
    "equal_defenders": ("neither", "both_defenders"),
}


def test_options_and_their_values() -> None:
    assert {option.name: option.choices for option in OPTIONS} == VALUES
    assert all(option.default == option.choices[0] for option in OPTIONS)


@every_option
def test_option_and_rules_name_each_other(option: Option) -> None:
    assert set(option.rule_ids) == {rule.id for rule in RULES if option.name in rule.options} != set()


@every_option
def test_option_explains_each_value_in_both_languages(option: Option) -> None:
    for details in (option.details.en, option.details.fr):
        assert [value for value in option.choices if not re.search(rf"\b{value} ?:", details)] == []


@every_rule
def test_rule_is_a_sentence_in_both_languages_with_a_source(rule: Rule) -> None:
    for statement in (rule.statement.en, rule.statement.fr):
        assert re.fullmatch(r"[A-ZÀÉ].*\.", statement)
    assert rule.id.startswith("three_handed/")
    assert rule.source


def test_the_step_is_told_in_both_languages_and_by_its_rule() -> None:
    (step,) = STEPS
    assert (step.id, step.min_cards, step.max_cards) == ("discard", 2, 2)
    assert set(step.rule_ids) <= {rule.id for rule in RULES}
    for text in (step.name, step.line, step.details):
        assert isinstance(text, Text)
        assert text.en
        assert text.fr


def test_the_preset_names_a_dated_text_and_leaves_every_option_at_its_default() -> None:
    (preset,) = PRESETS
    assert (preset.id, preset.base, preset.features) == ("belote_3p", "classic", ("three_handed",))
    assert re.search(r"\d{4}$", preset.source)
    values = rulesets_of(ThreeHanded).get(RulesetChoice("belote_3p")).values
    assert {option.name: values[option.name] for option in OPTIONS} == {
        option.name: option.default for option in OPTIONS
    }
    assert values["target"] == 1000


def test_the_table() -> None:
    ruleset = rulesets_of(ThreeHanded).get(RulesetChoice("belote_3p"))
    assert ruleset.table.seats == (Seat.SOUTH, Seat.EAST, Seat.WEST)
    assert ruleset.table.sides == (Team.SOUTH, Team.EAST, Team.WEST)
    assert ruleset.table.pack.bit_count() == 24
    assert ruleset.dealing.hand_size == 8
    assert not any(map(any, ruleset.table.partners))
    assert {mode.pack_points(ruleset.table.pack) for mode in ruleset.modes.values()} == {152}
