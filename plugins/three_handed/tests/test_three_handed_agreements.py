"""Agreements of the game of four that could have no effect among three are refused, all others taken."""

from collections.abc import Mapping
from functools import cache

import pytest
from referee_three_handed import ThreeHanded
from referee_three_handed.agreements import refuse_idle

from referee import Options, Value
from referee.composition import Rulesets
from referee.model.deal import RulesetChoice
from referee.model.refusal import Reason, Refused
from referee.testing import rulesets_of

LAYOUT, TIE = "three_handed_layout", "three_handed_tie"

REFUSED: list[tuple[Mapping[str, Value], str]] = [
    ({"deal_pattern": "8_by_2_and_3"}, "deal_pattern"),
    ({"deal_pattern": "4_4"}, "deal_pattern"),
    ({"deal_pattern": "6_bid_2"}, "deal_pattern"),
    ({"deal_pattern": "8_by_2_and_3", LAYOUT: "dummy"}, "deal_pattern"),
    ({"deal_pattern": "5_turnup_3_by_2_and_3", LAYOUT: "cards32_nine"}, f"deal_pattern,{LAYOUT}"),
    ({"deal_pattern": "5_turnup_3_by_2_and_3", LAYOUT: "cards32_dog"}, f"deal_pattern,{LAYOUT}"),
    ({"taker_gets_turnup": False, LAYOUT: "cards32_dog"}, f"taker_gets_turnup,{LAYOUT}"),
    ({"round2_suits": "any", LAYOUT: "cards32_dog"}, f"round2_suits,{LAYOUT}"),
    (
        {"notrump_alltrump": True, "notrump_alltrump_round": "both", LAYOUT: "cards32_dog"},
        f"notrump_alltrump_round,{LAYOUT}",
    ),
    ({"must_raise_trump_lead": "unless_partner_master"}, f"must_raise_trump_lead,{LAYOUT}"),
    ({"undertrump_partner": "never_by_choice"}, f"undertrump_partner,{LAYOUT}"),
    ({"undertrump_partner": "only_trumps_left", LAYOUT: "cards32_nine"}, f"undertrump_partner,{LAYOUT}"),
    (
        {"notrump_alltrump": True, "all_trump_must_raise": "unless_partner_master"},
        f"all_trump_must_raise,{LAYOUT}",
    ),
    ({"litige_belote": "kept_by_holder"}, f"litige_belote,{TIE}"),
    ({"reserve_goes_to": "next_successful_taker"}, f"reserve_goes_to,{TIE}"),
    ({"reserve_at_game_end": "each_keeps"}, f"reserve_at_game_end,{TIE}"),
    ({"rounding": "defence_then_complement"}, "rounding"),
]

TAKEN: list[Mapping[str, Value]] = [
    {},
    {"deal_pattern": "5_turnup_3_by_2_and_3"},
    {"deal_pattern": "5_turnup_3_by_2_and_3", LAYOUT: "dummy"},
    {"taker_gets_turnup": False},
    {"taker_gets_turnup": False, LAYOUT: "cards32_nine"},
    {"round2_suits": "any", LAYOUT: "dummy"},
    {"notrump_alltrump": True, LAYOUT: "cards32_dog"},
    {"notrump_alltrump": True, "notrump_alltrump_round": "both"},
    {"must_raise_trump_lead": "unless_partner_master", LAYOUT: "dummy"},
    {"undertrump_partner": "never_by_choice", LAYOUT: "dummy"},
    {"notrump_alltrump": True, "all_trump_must_raise": "unless_partner_master", LAYOUT: "dummy"},
    {"litige_belote": "kept_by_holder", TIE: "hold"},
    {"reserve_goes_to": "next_successful_taker", TIE: "hold"},
    {"reserve_at_game_end": "each_keeps", TIE: "hold"},
    {"rounding": "half_to_taker", "rounding_last_deal": False},
    {"capot_points": 250, "capot_for_defenders": False},
    {"undertrump_opponent": "free"},
    {"all_pass": "dealer_must_take", "target": 501},
]

NOT_READ: list[Mapping[str, Value]] = [
    {"success_rule": "at_least_equal"},
    {"success_rule": "threshold_82"},
    {"tie_rule": "failed"},
    {"tie_rule": "made"},
    {"tie_rule": "redeal"},
    {"fail_points": 160},
    {"fail_points": 0},
]


@cache
def rulesets() -> Rulesets:
    return rulesets_of(ThreeHanded)


def in_force(departures: Mapping[str, Value]) -> Options:
    return Options({**rulesets().get(RulesetChoice("belote_3p")).values, **departures})


def asked(departures: Mapping[str, Value]) -> RulesetChoice:
    return RulesetChoice("belote_3p", (), tuple(departures.items()))


@pytest.mark.parametrize(("departures", "conflict"), REFUSED)
def test_what_could_have_no_effect_is_refused_by_name(departures: Mapping[str, Value], conflict: str) -> None:
    with pytest.raises(Refused) as refusal:
        refuse_idle(in_force(departures))
    assert refusal.value.reason is Reason.RULESET_CONFLICT
    (field,) = refusal.value.fields
    assert dict(field.facts)["conflict"] == conflict
    assert field.description.en
    assert field.description.fr


@pytest.mark.parametrize(("departures", "conflict"), REFUSED)
def test_a_request_for_it_is_refused_as_a_conflict(departures: Mapping[str, Value], conflict: str) -> None:
    with pytest.raises(Refused) as refusal:
        rulesets().get(asked(departures))
    assert refusal.value.reason is Reason.RULESET_CONFLICT
    assert conflict.partition(",")[0] in str(refusal.value)


@pytest.mark.parametrize("departures", TAKEN)
def test_everything_else_composes(departures: Mapping[str, Value]) -> None:
    ruleset = rulesets().get(asked(departures))
    assert {name: ruleset.values[name] for name in departures} == departures


@pytest.mark.parametrize("departures", NOT_READ)
def test_what_two_sides_agree_on_has_no_effect_here(departures: Mapping[str, Value]) -> None:
    with pytest.raises(Refused) as refusal:
        rulesets().get(asked(departures))
    assert refusal.value.reason is Reason.RULESET_CONFLICT
    assert next(iter(departures)) in str(refusal.value)


@pytest.mark.parametrize("preset", ["ffb_classic", "online_250", "online_252"])
def test_three_may_play_by_every_preset_of_the_base(preset: str) -> None:
    """What a preset of four says about two sides is put aside, so that a reserve may be agreed on."""
    options = ((TIE, "hold"), ("litige_belote", "kept_by_holder"), ("reserve_goes_to", "next_successful_taker"))
    ruleset = rulesets().get(RulesetChoice(preset, ("three_handed",), options))
    assert ruleset.table.sides == rulesets().get(RulesetChoice("belote_3p")).table.sides
    assert ruleset.values["tie_rule"] == "litige"
    assert ruleset.values["target"] == rulesets().get(RulesetChoice(preset)).values["target"]
