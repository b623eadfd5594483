"""What the catalogue promises of the contract games: laws, options and presets are whole and agree with one another."""

import re

import pytest
from referee_coinche import Coinche
from referee_coinche.options import OPTIONS
from referee_coinche.presets import PRESETS
from referee_coinche.rules import RULES

from referee import Option, Preset
from referee.classic.options import OPTIONS as BASE_OPTIONS
from referee.model.contract import Contract, Doubling
from referee.model.rule import Rule
from referee.model.score import TallyClaim
from referee.model.trump import Trump
from referee.rules.table import FOUR_SEATS
from referee.testing import WatchedOptions

from .coinche_calls import auction
from .coinche_matrix import DEFAULTS, MATRIX
from .coinche_tables import SN, in_force

OPTIONS_BY_NAME = {option.name: option for option in OPTIONS}
BASE_BY_NAME = {option.name: option for option in BASE_OPTIONS}
ROWS = range(88, 114)

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
every_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)


def rows_cited(source: str) -> set[int]:
    cited = re.search(r"; decision rows? (\d+(?:, \d+)*)$", source)
    return {int(row) for row in cited.group(1).split(", ")} if cited else set()


def assert_french(text: str) -> None:
    assert not re.search(r"[^ ][;:!?»]|«[^ ]|[“”\"]", text), "French puts a space before ; : and uses « »"


@every_rule
def test_rule_says_one_sentence_in_both_languages(rule: Rule) -> None:
    assert re.fullmatch(r"coinche/[a-z]+(_[a-z]+)*", rule.id)
    for statement in rule.statement:
        assert statement.endswith(".")
        assert len(re.split(r"(?<=[.!?]) ", statement)) == 1
        assert statement[0].isupper()
        assert "  " not in statement
        assert not re.search(r"\d", statement), "a figure that an option may change"
    assert rule.statement.en != rule.statement.fr
    assert_french(rule.statement.fr)


@every_rule
def test_rule_cites_a_text_and_a_row(rule: Rule) -> None:
    assert re.match(r"[A-Z]\w+", rule.source)
    assert rows_cited(rule.source)


def test_every_row_of_the_contract_games_has_a_rule_and_those_with_a_choice_an_option() -> None:
    ruled = {row for rule in RULES for row in rows_cited(rule.source)}
    chosen = {row for option in OPTIONS for row in rows_cited(option.source)}
    assert set(ROWS) - ruled == {98}, "no-trump and all-trump are the base's"
    assert set(ROWS) - chosen == {88, 92, 93, 95, 98, 99, 102}


@every_option
def test_option_explains_itself_in_both_languages(option: Option) -> None:
    assert option.kind in ("flag", "number", "choice")
    for line in option.line:
        assert 8 <= len(line) <= 60
        assert not re.search(r"[.\n:]", line)
    shown = [str(number) for number in option.numbers] + list(option.choices)
    shown += ["true", "false"] if option.kind == "flag" else []
    for details in option.details:
        assert 2 <= len(re.split(r"(?<=[.!?]) ", details)) <= 4
        assert details.endswith(".")
        assert [value for value in shown if not re.search(rf"(?<!\w){value}(?!\w)", details)] == []
    assert option.line.en != option.line.fr
    assert option.details.en != option.details.fr
    assert_french(option.line.fr)
    assert_french(option.details.fr)
    assert rows_cited(option.source)


@every_option
def test_option_names_rules_that_name_it(option: Option) -> None:
    assert option.rule_ids
    assert set(option.rule_ids) == {rule.id for rule in RULES if option.name in rule.options}


@every_rule
def test_rule_names_options_that_exist(rule: Rule) -> None:
    assert set(rule.options) <= set(OPTIONS_BY_NAME)


def test_options_are_those_of_the_matrix() -> None:
    assert {option.name: option.default for option in OPTIONS} == DEFAULTS


@every_preset
def test_preset_holds_exactly_the_values_of_the_matrix(preset: Preset) -> None:
    both = {**BASE_BY_NAME, **OPTIONS_BY_NAME}
    expected = MATRIX[preset.id]
    held = {name: preset.options.get(name, both[name].default) for name in expected}
    assert held == expected
    assert {name: type(value) for name, value in held.items()} == {name: type(one) for name, one in expected.items()}
    for name in set(preset.options) & set(both):
        assert both[name].allows(preset.options[name])
        assert preset.options[name] != both[name].default


@every_preset
def test_preset_is_named_after_a_dated_text(preset: Preset) -> None:
    assert preset.base == "classic"
    assert "coinche" in preset.features
    assert re.search(r"\b20\d\d\b", preset.source)
    for text in (preset.name, preset.line):
        assert text.en != text.fr
        assert_french(text.fr)


def test_presets_are_those_of_the_matrix() -> None:
    assert {preset.id for preset in PRESETS} == set(MATRIX)


@pytest.mark.parametrize("point", ["auction", "settlement"])
def test_point_reads_the_options_that_name_it(point: str) -> None:
    watched = WatchedOptions(in_force("ffb_contree"))
    feature, manifest = Coinche(), Coinche().referee_manifest()
    if point == "auction":
        feature.referee_auction(watched, FOUR_SEATS, {})
    else:
        feature.referee_settlement(watched)
    assert watched.seen & set(OPTIONS_BY_NAME) == {option.name for option in OPTIONS if point in option.points}
    assert watched.seen - set(OPTIONS_BY_NAME) <= set(manifest.reads)


def test_every_option_of_the_base_that_is_read_is_told() -> None:
    feature, watched = Coinche(), WatchedOptions(in_force("ffb_contree"))
    feature.referee_auction(watched, FOUR_SEATS, {})
    feature.referee_settlement(watched)
    assert watched.seen - set(OPTIONS_BY_NAME) == set(feature.referee_manifest().reads)


def test_values_for_the_base_are_allowed_there() -> None:
    overrides = Coinche().referee_manifest().overrides
    assert set(overrides) <= set(BASE_BY_NAME)
    for name, value in overrides.items():
        assert BASE_BY_NAME[name].allows(value)
        assert value != BASE_BY_NAME[name].default


def test_auction_and_score_agree_on_factors_and_bids() -> None:
    for rules in ("ffb_contree", "cannes_contree", "ffb_contree coinche_factor=3"):
        held, settlement = auction(rules), Coinche().referee_settlement(in_force(rules))
        for doubling, factor in (
            (Doubling.COINCHE, held.coinche_factor),
            (Doubling.SURCOINCHE, held.surcoinche_factor),
        ):
            assert settlement.factor(Contract(None, SN, Trump.HEARTS, 80, doubling)) == factor
        assert settlement.ladder == held.ladder
        assert settlement.misfits(TallyClaim(taker=SN, target=85)) == ("target",)
