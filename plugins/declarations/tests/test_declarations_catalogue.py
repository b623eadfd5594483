"""The catalogue of declarations: options and rules name each other, points read what they say, the preset is whole."""

import inspect
import re
from collections.abc import Mapping

import pytest
from referee_declarations import TERMS, Declarations
from referee_declarations.options import OPTIONS
from referee_declarations.presets import PRESETS
from referee_declarations.rules import RULES

from referee import POINTS, Option, Options, Rule, TermKind, Value, plugins
from referee.model.deal import RulesetChoice
from referee.model.refusal import Reason, Refused
from referee.model.text import Text
from referee.rules.table import FOUR_SEATS
from referee.testing import WatchedOptions

DEFAULTS: Mapping[str, Value] = {
    "long_sequence": "single_hundred",
    "long_sequence_compare": "by_class",
    "carre_beats_sequence": True,
    "declaration_tie": "cancel_all",
    "declaration_show": "winners_at_trick2",
    "card_in_two_declarations": False,
    "declarations_count_for_contract": True,
    "declarations_on_fail": "validated_to_defenders",
    "declarations_on_capot": "to_capot_team",
}
OTHER_VALUES: Mapping[str, tuple[Value, ...]] = {
    "long_sequence": ("best_split",),
    "long_sequence_compare": ("by_length",),
    "carre_beats_sequence": (False,),
    "declaration_tie": ("first_to_speak",),
    "declaration_show": ("on_request",),
    "card_in_two_declarations": (True,),
    "declarations_count_for_contract": (False,),
    "declarations_on_fail": ("own_only",),
    "declarations_on_capot": ("kept", "lost"),
}
CAFE: Mapping[str, Value] = {
    **DEFAULTS,
    "direction": "anticlockwise",
    "shuffle": "never_cut_only",
    "belote_announcement": "both_words",
    "capot_points": 252,
    "success_rule": "strictly_more",
    "tie_rule": "litige",
    "target": 1000,
    "rounding": "none",
    "fail_points": 162,
    "undertrump_opponent": "required",
}

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)


def rows_cited(source: str) -> set[int]:
    cited = re.search(r"; decision rows? (\d+(?:, \d+)*)$", source)
    return {int(row) for row in cited.group(1).split(", ")} if cited else set()


def test_options_are_those_of_the_matrix() -> None:
    assert {option.name: option.default for option in OPTIONS} == DEFAULTS
    for option in OPTIONS:
        assert all(option.allows(value) for value in (option.default, *OTHER_VALUES[option.name]))
        assert set(option.choices) == {
            value for value in (option.default, *OTHER_VALUES[option.name]) if isinstance(value, str)
        }


@every_option
def test_option_and_rules_name_each_other(option: Option) -> None:
    assert set(option.rule_ids) == {rule.id for rule in RULES if option.name in rule.options} != set()


@every_option
def test_option_explains_each_value_in_both_languages(option: Option) -> None:
    shown = ("true", "false") if option.kind == "flag" else option.choices
    for details in option.details:
        assert all(re.search(rf"(?<!\w){value}(?!\w)", details) for value in shown)
        assert 2 <= len(re.split(r"(?<=[.!?…]) ", details)) <= 4
    assert all(8 <= len(line) <= 60 and not re.search(r"[.\n:]", line) for line in option.line)
    french(option.line, option.details)


@every_rule
def test_rule_is_one_sentence_with_a_source(rule: Rule) -> None:
    assert rule.id.startswith("declarations/")
    for statement in rule.statement:
        assert statement.endswith(".")
        assert len(re.split(r"(?<=[.!?…]) ", statement)) == 1
    french(rule.statement)


def french(*texts: Text) -> None:
    for text in texts:
        assert text.en != text.fr
        assert not re.search(r"[^ ][;:!?»]|«[^ ]|[“”\"]", text.fr), "French puts a space before ; : and uses « »"


@pytest.mark.parametrize("sourced", [*RULES, *OPTIONS], ids=lambda one: one.id if isinstance(one, Rule) else one.name)
def test_source_names_a_text_and_decision_rows(sourced: Rule | Option) -> None:
    assert rows_cited(sourced.source) <= set(range(71, 88))
    assert rows_cited(sourced.source)


def test_every_decision_row_of_declarations_is_answered() -> None:
    said_by_the_core = {71, 80, 87}
    sources = [rule.source for rule in RULES] + [option.source for option in OPTIONS]
    answered = {row for source in sources for row in rows_cited(source)}
    assert answered == set(range(72, 87)) - said_by_the_core


@pytest.mark.parametrize("point", POINTS)
def test_extension_point_reads_the_options_that_name_it(point: str) -> None:
    watched = WatchedOptions(DEFAULTS)
    answer = getattr(Declarations(), f"referee_{point}", None)
    if answer is not None:
        given = {"options": watched, "table": FOUR_SEATS}
        answer(**{name: given[name] for name in inspect.signature(answer).parameters})
    assert watched.seen == {option.name for option in OPTIONS if point in option.points}


def test_terms_are_the_kinds_that_can_be_declared() -> None:
    kinds = Declarations().referee_declarations(Options(DEFAULTS), FOUR_SEATS)
    assert [term.id for term in TERMS] == [kind.id for kind in kinds]
    assert {term.kind for term in TERMS} == {TermKind.DECLARATION}


def test_preset_holds_the_values_of_the_matrix() -> None:
    ruleset = plugins.load().get(RulesetChoice("cafe"))
    assert {name: ruleset.values[name] for name in CAFE} == CAFE
    assert [preset.id for preset in PRESETS] == ["cafe"]
    assert all(re.search(r"\b20\d\d\b", preset.source) for preset in PRESETS)


@every_option
def test_option_changes_the_rules_when_added_to_another_preset(option: Option) -> None:
    rulesets = plugins.load()
    plain = rulesets.get(RulesetChoice("ffb_classic", ("declarations",)))
    for value in OTHER_VALUES[option.name]:
        other = rulesets.get(RulesetChoice("ffb_classic", ("declarations",), ((option.name, value),)))
        assert other.fingerprint != plain.fingerprint
    with pytest.raises(Refused) as refusal:
        rulesets.get(RulesetChoice("ffb_classic", (), ((option.name, OTHER_VALUES[option.name][0]),)))
    assert refusal.value.reason is Reason.OPTION_UNKNOWN
