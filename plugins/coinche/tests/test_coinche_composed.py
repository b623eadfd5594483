"""The feature in a ruleset, beside the base and nothing else: what is refused, and a record from first bid to score."""

from importlib.metadata import entry_points

import pytest

from referee import Value
from referee.composition import Rulesets
from referee.hookspecs import PROJECT
from referee.judge import bid_ranges, choices
from referee.model.action import Action, Bid, Coinche, Pass, Play, Surcoinche
from referee.model.card import PACK
from referee.model.deal import Deal, RulesetChoice
from referee.model.position import Phase, Position
from referee.model.refusal import Refused
from referee.model.ruling import Ruling
from referee.model.score import TallyClaim
from referee.model.seat import Seat, Team
from referee.model.trump import Trump
from referee.plugins import load
from referee.replay import advance, replay, replay_clean
from referee.tally import check_claim, count, score


@pytest.fixture(scope="module")
def rulesets() -> Rulesets:
    others = [entry.name for entry in entry_points(group=PROJECT) if entry.name != "coinche"]
    return load(others)


def chosen(preset: str, features: tuple[str, ...] = (), **options: Value) -> RulesetChoice:
    return RulesetChoice(preset, features, tuple(options.items()))


def deal(*actions: Action, choice: RulesetChoice | None = None) -> Deal:
    return Deal(choice or chosen("ffb_contree"), Seat.WEST, deck=tuple(PACK), actions=actions)


def at(rulesets: Rulesets, *actions: Action, choice: RulesetChoice | None = None) -> Position:
    one = deal(*actions, choice=choice)
    return replay_clean(rulesets.get(one.choice), one)


@pytest.mark.parametrize("preset", ["ffb_contree", "coinche_web", "cannes_contree"])
def test_preset_that_needs_nothing_else_is_there(rulesets: Rulesets, preset: str) -> None:
    ruleset = rulesets.get(chosen(preset))
    assert [name for name, _ in ruleset.features] == ["classic", "coinche"]
    assert not ruleset.dealing.turn_up
    assert ruleset.dealing.hand_size == 8


def test_preset_that_needs_more_is_not(rulesets: Rulesets) -> None:
    assert set(rulesets.presets) & {"ffb_coinche", "pagat_coinche"} == set()


def test_feature_added_to_a_classic_preset_brings_its_own_values(rulesets: Rulesets) -> None:
    values = rulesets.get(chosen("online_250", ("coinche",))).values
    assert values["target"] == 2000
    assert values["fail_points"] == 160
    assert values["rounding"] == "half_up"
    assert values["deal_pattern"] == "8_by_2_and_3"
    assert values["capot_points"] == 250, "what the feature says nothing of stays the preset's"
    assert rulesets.get(chosen("online_250", ("coinche",), target=501)).values["target"] == 501


IDLE: list[tuple[str, dict[str, Value]]] = [
    ("ffb_contree", {"tie_rule": "litige"}),
    ("ffb_contree", {"success_rule": "threshold_82"}),
    ("ffb_contree", {"litige_belote": "kept_by_holder"}),
    ("ffb_contree", {"reserve_goes_to": "next_successful_taker"}),
    ("ffb_contree", {"round2_suits": "any"}),
    ("ffb_contree", {"notrump_alltrump": True, "notrump_alltrump_round": "both"}),
    ("ffb_contree", {"capot_bid_value": 270}),
    ("ffb_contree", {"min_bid": 82, "min_points_80": 82}),
    ("cannes_contree", {"belote_doubled": True}),
    ("coinche_web", {"defenders_keep_points_when_doubled": True}),
]


@pytest.mark.parametrize(("preset", "options"), IDLE)
def test_option_without_effect_is_refused(rulesets: Rulesets, preset: str, options: dict[str, Value]) -> None:
    with pytest.raises(Refused) as refused:
        rulesets.get(chosen(preset, (), **options))
    assert refused.value.reason.name == "RULESET_CONFLICT"


EFFECTIVE: list[tuple[str, dict[str, Value]]] = [
    ("ffb_contree", {"rounding": "none"}),
    ("ffb_contree", {"fail_points": 162}),
    ("ffb_contree", {"capot_for_defenders": False}),
    ("ffb_contree", {"all_pass": "dealer_must_take"}),
    ("ffb_contree", {"deal_pattern": "6_bid_2"}),
    ("cannes_contree", {"capot_bid_value": 250}),
    ("ffb_contree", {"notrump_alltrump": True}),
]


@pytest.mark.parametrize(("preset", "options"), EFFECTIVE)
def test_option_with_an_effect_is_not(rulesets: Rulesets, preset: str, options: dict[str, Value]) -> None:
    values = rulesets.get(chosen(preset, (), **options)).values
    assert {name: values[name] for name in options} == options


def test_auction_shows_its_choices_and_ranges(rulesets: Rulesets) -> None:
    position = at(rulesets, Bid(Trump.HEARTS, 100))
    ruleset = rulesets.get(chosen("ffb_contree"))
    assert position.phase is Phase.AUCTION
    assert position.may_act == (Seat.EAST,)
    legal = [one.action for one in choices(ruleset, position) if one.judgement.ruling is Ruling.LEGAL]
    assert Coinche(Seat.EAST) in legal
    assert Pass(Seat.EAST) in legal
    assert Bid(Trump.SPADES, "capot", Seat.EAST) in legal
    assert {(one.minimum, one.maximum) for one in bid_ranges(ruleset, position)} == {(110, 160)}


def test_refused_call_names_its_rules(rulesets: Rulesets) -> None:
    ruleset = rulesets.get(chosen("ffb_contree"))
    judgement, after = advance(ruleset, at(rulesets, Bid(Trump.HEARTS, 100)), Bid(Trump.SPADES, 95))
    assert after is None
    assert [one.rule_id for one in judgement.violations] == ["coinche/bid_step", "coinche/must_raise"]
    assert all(one.message.en and one.message.fr for one in judgement.violations)


def test_double_out_of_turn_names_its_seat(rulesets: Rulesets) -> None:
    choice = chosen("ffb_contree", coinche_timing="any_time")
    position = at(rulesets, Bid(Trump.HEARTS, 100), Coinche(Seat.WEST), choice=choice)
    assert position.may_act == (Seat.SOUTH,)
    late = deal(Bid(Trump.HEARTS, 100), Coinche(Seat.WEST))
    fault = replay(rulesets.get(late.choice), late).fault
    assert fault is not None
    assert [one.rule_id for one in fault.violations] == ["auction/out_of_turn"]


def test_deal_that_all_passed_writes_nothing(rulesets: Rulesets) -> None:
    position = at(rulesets, Pass(), Pass(), Pass(), Pass())
    ruleset = rulesets.get(chosen("ffb_contree"))
    assert position.passed_out
    assert score(ruleset, count(ruleset, position)).totals == {Team.SOUTH_NORTH: 0, Team.EAST_WEST: 0}


def test_record_is_played_and_scored(rulesets: Rulesets) -> None:
    ruleset = rulesets.get(chosen("ffb_contree"))
    actions: list[Action] = [Bid(Trump.CLUBS, 80), Coinche(), Pass(), Surcoinche()]
    position = at(rulesets, *actions)
    assert position.contract is not None
    assert position.contract.multiplier == 4
    while position.phase is Phase.PLAY:
        action = next(one.action for one in choices(ruleset, position) if one.judgement.ruling is Ruling.LEGAL)
        assert isinstance(action, Play)
        actions.append(action)
        position = at(rulesets, *actions)
    assert position.contract is not None
    sheet = score(ruleset, count(ruleset, position))
    assert sheet.winner is not None
    winner = sum(line.points for line in sheet.written if line.team == sheet.winner)
    assert winner >= 4 * (160 + 80) - 5
    claim = TallyClaim(
        taker=Team.SOUTH_NORTH,
        trump=Trump.CLUBS,
        target=80,
        doubling=position.contract.doubling,
        card_points=position.points,
        last_trick=ruleset.table.team_of(position.tricks[-1].winner),
        capot=sheet.capot,
        no_capot=sheet.capot is None,
        belotes={one.team: 1 for one in count(ruleset, position).belotes if one.scores},
    )
    assert score(ruleset, check_claim(ruleset, claim)).totals == sheet.totals


def test_claim_without_a_bid_is_refused(rulesets: Rulesets) -> None:
    ruleset = rulesets.get(chosen("ffb_contree"))
    claim = TallyClaim(taker=Team.SOUTH_NORTH, card_points={Team.SOUTH_NORTH: 90}, last_trick=Team.SOUTH_NORTH)
    with pytest.raises(Refused) as refused:
        check_claim(ruleset, claim)
    assert [field.path for field in refused.value.fields] == ["target"]
