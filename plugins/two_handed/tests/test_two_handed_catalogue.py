"""The catalogue of belote for two: options, rules and step name each other, and idle options are refused."""

import re

import pytest
from referee_two_handed import TwoHanded
from referee_two_handed.options import OPTIONS
from referee_two_handed.presets import PRESETS
from referee_two_handed.rules import RULES
from referee_two_handed.swap import STEP

from referee import Option, Rule, Value
from referee.composition import Rulesets
from referee.model.deal import RulesetChoice
from referee.model.refusal import Reason, Refused
from referee.model.seat import Seat, Team
from referee.testing import rulesets_of

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)

VALUES = {
    "two_handed_layout": ("closed", "decouverte", "draw_pile"),
    "seven_swap": ("whole_hand", "first_six_only", "never"),
    "two_handed_tie": ("hold", "failed", "taker_zero"),
    "two_handed_capot": ("on_top_50", "100_for_ten"),
}


@pytest.fixture(scope="module")
def rulesets() -> Rulesets:
    return rulesets_of(TwoHanded)


def test_options_and_their_values() -> None:
    assert {option.name: option.choices for option in OPTIONS} == VALUES
    assert all(option.default == option.choices[0] for option in OPTIONS)


@every_option
def test_option_and_rules_name_each_other(option: Option) -> None:
    own = {rule_id for rule_id in option.rule_ids if rule_id.startswith("two_handed/")}
    assert own == {rule.id for rule in RULES if option.name in rule.options} != set()


@every_option
def test_option_explains_each_value_in_both_languages(option: Option) -> None:
    for details in (option.details.en, option.details.fr):
        assert [value for value in option.choices if not re.search(rf"\b{value} ?:", details)] == []


@every_rule
def test_rule_is_a_sentence_in_both_languages_with_a_source(rule: Rule) -> None:
    for statement in (rule.statement.en, rule.statement.fr):
        assert re.fullmatch(r"[A-ZÀÉ].*\.", statement)
    assert rule.id.startswith("two_handed/")
    assert rule.source


def test_the_step_is_told_by_its_rules() -> None:
    assert (STEP.id, STEP.min_cards, STEP.max_cards) == ("seven_swap", 1, 1)
    assert set(STEP.rule_ids) <= {rule.id for rule in RULES}


def test_the_preset_names_a_dated_text_and_leaves_every_option_of_two_at_its_default(rulesets: Rulesets) -> None:
    (preset,) = PRESETS
    assert (preset.id, preset.base, preset.features) == ("belote_2p", "classic", ("two_handed",))
    assert re.search(r"\d{4}$", preset.source)
    values = rulesets.get(RulesetChoice("belote_2p")).values
    assert {name: values[name] for name in VALUES} == {name: listed[0] for name, listed in VALUES.items()}
    assert values["target"] == 501


@pytest.mark.parametrize(
    ("layout", "hand_size", "tricks", "unplayed"),
    [("closed", 9, 9, 14), ("decouverte", 8, 16, 0), ("draw_pile", 9, 16, 0)],
)
def test_the_table(rulesets: Rulesets, layout: str, hand_size: int, tricks: int, unplayed: int) -> None:
    ruleset = rulesets.get(RulesetChoice("belote_2p", options=(("two_handed_layout", layout),)))
    assert ruleset.table.seats == (Seat.SOUTH, Seat.NORTH)
    assert ruleset.table.sides == (Team.SOUTH, Team.NORTH)
    assert (ruleset.dealing.hand_size, ruleset.tricks, ruleset.unplayed) == (hand_size, tricks, unplayed)


@pytest.mark.parametrize("preset", ["ffb_classic", "online_250", "online_252"])
def test_added_to_a_game_for_four_it_is_played_to_501(rulesets: Rulesets, preset: str) -> None:
    if preset == "online_250":
        with pytest.raises(Refused, match="capot_points"):
            rulesets.get(RulesetChoice(preset, ("two_handed",)))
        return
    ruleset = rulesets.get(RulesetChoice(preset, ("two_handed",)))
    assert ruleset.table.size == 2
    assert ruleset.values["target"] == 501


IDLE: tuple[tuple[str, Value, str], ...] = (
    ("deal_pattern", "4_4", "closed"),
    ("taker_gets_turnup", False, "closed"),
    ("must_raise_trump_lead", "unless_partner_master", "closed"),
    ("undertrump_partner", "never_by_choice", "closed"),
    ("success_rule", "at_least_equal", "closed"),
    ("tie_rule", "made", "closed"),
    ("fail_points", 160, "closed"),
    ("capot_points", 250, "closed"),
    ("rounding", "defence_then_complement", "closed"),
    ("seven_swap", "never", "decouverte"),
    ("two_handed_tie", "failed", "decouverte"),
    ("all_pass", "same_dealer", "decouverte"),
    ("round2_suits", "any", "decouverte"),
    ("notrump_alltrump", True, "decouverte"),
    ("belote_announcement", "automatic", "decouverte"),
    ("belote_on_fail", "to_defenders", "decouverte"),
    ("reserve_goes_to", "next_successful_taker", "decouverte"),
)


@pytest.mark.parametrize(("name", "value", "layout"), IDLE, ids=str)
def test_what_would_come_to_nothing_is_refused(rulesets: Rulesets, name: str, value: Value, layout: str) -> None:
    with pytest.raises(Refused) as refusal:
        rulesets.get(RulesetChoice("belote_2p", options=(("two_handed_layout", layout), (name, value))))
    assert {one.reason for one in refusal.value.fields} == {Reason.RULESET_CONFLICT}
    assert name in str(refusal.value)


USED: tuple[tuple[str, Value, str], ...] = (
    ("all_pass", "dealer_must_take", "closed"),
    ("belote_announcement", "automatic", "closed"),
    ("capot_for_defenders", False, "closed"),
    ("cut_min_packet", 1, "decouverte"),
    ("litige_belote", "kept_by_holder", "draw_pile"),
    ("notrump_alltrump", True, "draw_pile"),
    ("reserve_goes_to", "next_successful_taker", "closed"),
    ("rounding", "half_up", "decouverte"),
    ("target", 301, "closed"),
    ("undertrump_opponent", "free", "decouverte"),
)


@pytest.mark.parametrize(("name", "value", "layout"), USED, ids=str)
def test_what_makes_a_difference_is_taken(rulesets: Rulesets, name: str, value: Value, layout: str) -> None:
    ruleset = rulesets.get(RulesetChoice("belote_2p", options=(("two_handed_layout", layout), (name, value))))
    assert ruleset.values[name] == value


@pytest.mark.parametrize("tie", ["failed", "taker_zero"])
def test_without_a_reserve_nothing_is_said_of_it(rulesets: Rulesets, tie: str) -> None:
    options: tuple[tuple[str, Value], ...] = (("two_handed_tie", tie), ("litige_belote", "kept_by_holder"))
    with pytest.raises(Refused, match="litige_belote"):
        rulesets.get(RulesetChoice("belote_2p", options=options))
