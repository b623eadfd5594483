"""What the catalogue promises: every law, option and preset of the project is whole and agrees with the others.

The tables of values are those of classic belote; each plugin keeps its own.
"""

import inspect
import re
from collections import Counter
from collections.abc import Mapping

import pytest

from referee.classic import Classic
from referee.classic.options import OPTIONS
from referee.classic.presets import PRESETS
from referee.classic.rules import CLASSIC_RULES
from referee.model.rule import Rule
from referee.rules.catalogue import FAMILY_RULES
from referee.rules.table import FOUR_SEATS
from referee.ruleset import POINTS, Option, Preset, Value
from referee.testing import WatchedOptions
from referee.testing.catalogue import values_of
from tests.classic_rows import DEFAULTS, MATRIX, NOT_IF, ONLY_IF, REFUSED, VALUES
from tests.pages.catalogue import feature_of, features, options, presets, rules

OF_THE_REFEREE = FAMILY_RULES + CLASSIC_RULES
RULES = rules()
RULES_BY_ID = {rule.id: rule for rule in RULES}
OPTIONS_BY_NAME = {option.name: option for option in options()}
PRESETS_BY_ID = {preset.id: preset for preset in presets()}
FEATURES_BY_ID = {feature.manifest.id: feature for feature in features()}

PHASES = ("ranking", "deal", "auction", "exchange", "play", "trick", "belote", "score", "match")

JUDGED_ROWS = range(1, 121)
"""Rows of the decision table that belong to the games, the rest being about faults at a table."""
NOT_RULED_ROWS = {
    16: "whether a player looked at the cards early is not in a record",
    43: "whether a player looked back at tricks is not in a record",
    98: "what may be bid at no-trump and all-trump is classic's rule",
    114: "how contract games round is classic's rule",
}

INFORMATIVE = {
    "direction": "seats are in the order of play whichever way the table turns",
    "shuffle": "a deck arrives as it arrives",
}
"""Options that no extension point reads, with the reason."""

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
every_classic_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
every_preset = pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.id)
every_classic_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)

FIGURES = (
    {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},
    {"deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10},
)
"""Numbers that a sentence may spell out, in English and in French; the smallest is also an article."""

FIGURES_THAT_STAY: Mapping[tuple[str, int], str] = {
    ("deal/second_stage", 8): "a full hand has eight cards, whatever the packets that make it up",
    ("three_handed/hands", 32): "the whole pack, into whatever hands it is shared out",
}
"""Figures of a statement that look like a value of one of its options and are none, with the reason."""


def name_of(sourced: Rule | Option) -> str:
    return sourced.id if isinstance(sourced, Rule) else sourced.name


def repeated(names: list[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def sentences(text: str) -> list[str]:
    """The sentences of a text; a colon or semicolon ends none."""
    return re.split(r"(?<=[.!?…]) ", text)


def rows_cited(source: str) -> set[int]:
    cited = re.search(r"; decision rows? (\d+(?:, \d+)*)$", source)
    return {int(row) for row in cited.group(1).split(", ")} if cited else set()


def figures(statement: str, words: Mapping[str, int]) -> set[int]:
    """The numbers in a sentence, in digits or spelt out."""
    return {int(word) if word.isdigit() else words.get(word.lower(), 0) for word in re.findall(r"\w+", statement)} - {0}


def may_become(option: Option, figure: int) -> bool:
    """Whether an option may put this figure in the place of another, or another in its place."""
    named = {int(number) for choice in option.choices for number in re.findall(r"\d+", choice)}
    ranged = option.minimum is not None and option.minimum <= figure <= (option.maximum or figure)
    return ranged or figure in named | set(option.numbers)


def assert_french(text: str) -> None:
    only_first = "premier pli" in text or "avant l'entame" in text.lower()
    assert not re.search(r"\b[Ee]ntam", text) or only_first, "the entame is the first lead of a deal only"
    assert not re.search(r"[^ ][;:!?»]|«[^ ]|[“”\"]", text), "French puts a space before ; : and uses « »"


def test_rule_ids_are_unique() -> None:
    assert not repeated([rule.id for rule in RULES])


@every_rule
def test_rule_id_is_a_phase_or_a_feature_and_a_name(rule: Rule) -> None:
    first, name = rule.id.split("/")
    assert (first in PHASES) is (rule in OF_THE_REFEREE)
    assert first in PHASES or rule in FEATURES_BY_ID[first].manifest.rules
    assert re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", name)


@pytest.mark.parametrize("rules", [FAMILY_RULES, CLASSIC_RULES], ids=["family", "classic"])
def test_rules_come_in_the_order_of_a_deal(rules: tuple[Rule, ...]) -> None:
    phases = [PHASES.index(rule.id.split("/")[0]) for rule in rules]
    assert phases == sorted(phases)


@every_rule
def test_rule_says_one_sentence_in_both_languages(rule: Rule) -> None:
    for statement in rule.statement:
        assert statement == statement.strip()
        assert statement.endswith(".")
        assert len(sentences(statement)) == 1
        assert statement[0].isupper() or statement[0] in "“«"
        assert not re.search(r"[{}]|  ", statement)
    assert rule.statement.en != rule.statement.fr
    assert_french(rule.statement.fr)
    assert not rule.id.startswith(("auction/", "coinche/")) or "annonc" not in rule.statement.fr, "a call is a parole"


@every_rule
def test_statement_holds_no_figure_that_an_option_changes(rule: Rule) -> None:
    found = {
        (rule.id, figure)
        for statement, words in zip(rule.statement, FIGURES, strict=True)
        for figure in figures(statement, words)
        if any(may_become(OPTIONS_BY_NAME[name], figure) for name in rule.options)
    }
    assert found - set(FIGURES_THAT_STAY) == set()


def test_figures_that_stay_are_in_statements() -> None:
    for (rule_id, figure), reason in FIGURES_THAT_STAY.items():
        rule = RULES_BY_ID[rule_id]
        assert all(figure in figures(text, words) for text, words in zip(rule.statement, FIGURES, strict=True))
        assert any(may_become(OPTIONS_BY_NAME[name], figure) for name in rule.options)
        assert reason


@pytest.mark.parametrize(
    ("statement", "option", "figure"),
    [
        ("A side that wins all eight tricks writes 252 points.", "capot_points", 252),
        ("Each of the packets holds at least three cards.", "cut_min_packet", 3),
        ("The first side to reach 1000 points wins.", "target", 1000),
        ("Each side's points are brought from 258 to 162.", "all_trump_points", 258),
        ("Each player first receives five cards.", "deal_pattern", 5),
    ],
)
def test_a_figure_that_an_option_changes_would_be_found(statement: str, option: str, figure: int) -> None:
    english, _ = FIGURES
    assert figure in figures(statement, english)
    assert may_become(OPTIONS_BY_NAME[option], figure)


def test_no_two_rules_say_the_same() -> None:
    assert not repeated([statement for rule in RULES for statement in rule.statement])


@pytest.mark.parametrize(
    "sourced", [*OF_THE_REFEREE, *OPTIONS], ids=lambda one: one.id if isinstance(one, Rule) else one.name
)
def test_source_names_a_text_and_a_decision_row(sourced: Rule | Option) -> None:
    text, _, _ = sourced.source.partition("; decision row")
    assert re.match(r"[A-Z]\w+", text)
    if isinstance(sourced, Rule) and sourced.id.startswith("exchange/"):
        return  # the decision rows are about the games of four, which exchange nothing
    assert rows_cited(sourced.source) <= set(range(1, 126))
    assert rows_cited(sourced.source)
    assert "seed" not in sourced.source.lower()


@pytest.mark.parametrize("sourced", [*RULES, *options()], ids=name_of)
def test_a_row_that_a_source_cites_stands_at_its_end(sourced: Rule | Option) -> None:
    assert re.match(r"[A-Z]\w+", sourced.source)
    assert rows_cited(sourced.source) <= set(range(1, 126))
    assert bool(rows_cited(sourced.source)) is ("decision row" in sourced.source)


def test_every_row_of_the_decision_table_has_a_rule() -> None:
    answered = {row for rule in RULES for row in rows_cited(rule.source)}
    assert [row for row in JUDGED_ROWS if row not in answered] == sorted(NOT_RULED_ROWS)


def test_options_are_those_of_the_matrix_once_each() -> None:
    assert [option.name for option in OPTIONS] == list(DEFAULTS)
    assert list(VALUES) == list(DEFAULTS)


@every_classic_option
def test_option_allows_its_default_and_its_values(option: Option) -> None:
    assert option.default == VALUES[option.name][0] or option.minimum is not None
    assert option.allows(option.default)
    assert [value for value in VALUES[option.name] if not option.allows(value)] == []
    listed = {value for value in VALUES[option.name] if isinstance(value, str)}
    assert set(option.choices) == listed
    assert not repeated(list(option.choices))


@pytest.mark.parametrize(("name", "value"), REFUSED, ids=repr)
def test_option_refuses_what_is_no_value_of_it(name: str, value: Value) -> None:
    assert not OPTIONS_BY_NAME[name].allows(value)


@every_option
def test_option_allows_exactly_one_kind(option: Option) -> None:
    kinds = {"flag": bool, "number": int, "choice": str}
    assert option.kind in kinds
    assert option.allows(option.default)
    if option.kind == "number":
        assert option.numbers or (option.minimum is not None and option.maximum is not None)
        assert not (option.numbers and option.minimum is not None)
    else:
        assert type(option.default) is kinds[option.kind]
        assert not option.numbers
        assert option.minimum is None
        assert option.maximum is None


@every_option
def test_option_explains_itself_in_both_languages(option: Option) -> None:
    for line in option.line:
        assert 8 <= len(line) <= 60
        assert not re.search(r"[.\n:]", line)
    for details in option.details:
        assert 2 <= len(sentences(details)) <= 4
        assert details.endswith(".")
        assert "  " not in details
        shown = [str(number) for number in option.numbers] or list(option.choices)
        if option.kind == "flag":
            shown = ["true", "false"]
        assert [value for value in shown if not re.search(rf"(?<!\w){value}(?!\w)", details)] == []
    assert option.line.en != option.line.fr
    assert option.details.en != option.details.fr
    assert_french(option.line.fr)
    assert_french(option.details.fr)


@every_option
def test_option_names_rules_that_name_it(option: Option) -> None:
    own = {rule.id for rule in RULES if option.name in rule.options}
    assert option.rule_ids
    assert own <= set(option.rule_ids) <= set(RULES_BY_ID)
    assert not repeated(list(option.rule_ids))
    feature = feature_of(option).manifest.id
    others = {rule_id for rule_id in option.rule_ids if rule_id not in own}
    assert not {rule_id for rule_id in others if rule_id.startswith(f"{feature}/")}, "the rule does not name it"
    assert feature != "classic" or not others


@every_rule
def test_rule_names_options_that_exist(rule: Rule) -> None:
    assert set(rule.options) <= set(OPTIONS_BY_NAME)
    assert not repeated(list(rule.options))


@every_classic_option
def test_option_counts_only_beside_the_values_agreed(option: Option) -> None:
    assert option.only_if == ONLY_IF.get(option.name, ())
    assert option.not_if == NOT_IF.get(option.name, ())


@every_option
def test_option_counts_beside_some_values_of_another_and_not_beside_all(option: Option) -> None:
    for other, values in (*option.only_if, *option.not_if):
        assert other != option.name
        assert all(OPTIONS_BY_NAME[other].allows(value) for value in values)
        assert set(values_of(OPTIONS_BY_NAME[other])) - set(values)


@pytest.mark.parametrize("point", POINTS)
def test_extension_point_reads_the_options_that_name_it(point: str) -> None:
    watched = WatchedOptions({**DEFAULTS, "notrump_alltrump": True})
    answer = getattr(Classic(), f"referee_{point}", None)
    if answer is not None:
        given = {"options": watched, "table": FOUR_SEATS, "modes": {}}
        answer(**{name: given[name] for name in inspect.signature(answer).parameters})
    named = {option.name for option in OPTIONS if point in option.points}
    assert watched.seen == named


@every_option
def test_option_names_its_extension_points(option: Option) -> None:
    assert set(option.points) <= feature_of(option).points
    assert (not option.points) is (option.name in INFORMATIVE)
    assert ("informative" in option.details.en) is ("informative" in option.details.fr) is (not option.points)
    assert set(option.points) <= set(POINTS)
    assert not repeated(list(option.points))


def test_presets_are_those_of_the_matrix() -> None:
    assert [preset.id for preset in PRESETS] == list(MATRIX)


@every_classic_preset
def test_preset_holds_exactly_the_values_of_the_matrix(preset: Preset) -> None:
    held = {option.name: preset.options.get(option.name, option.default) for option in OPTIONS}
    expected = MATRIX[preset.id]
    assert held == expected
    # 1 equals True, so the types are compared as well.
    assert {name: type(value) for name, value in held.items()} == {
        name: type(value) for name, value in expected.items()
    }


@every_preset
def test_preset_lists_only_allowed_departures(preset: Preset) -> None:
    assert set(preset.options) <= set(OPTIONS_BY_NAME)
    for name, value in preset.options.items():
        assert OPTIONS_BY_NAME[name].allows(value)
        assert value != OPTIONS_BY_NAME[name].default


@every_preset
def test_preset_is_named_after_a_dated_text(preset: Preset) -> None:
    assert preset.base == "classic"
    assert set(preset.features) <= set(FEATURES_BY_ID)
    assert [feature for feature in features() if preset in feature.manifest.presets] == [
        FEATURES_BY_ID[preset.features[0] if preset.features else preset.base]
    ]
    assert re.search(r"\b20\d\d\b", preset.source)
    for text in (preset.name, preset.line):
        assert text.en
        assert text.fr
        assert text.en != text.fr
        assert_french(text.fr)


def test_preset_sources_are_as_cited() -> None:
    assert PRESETS_BY_ID["ffb_classic"].source == "FFB, official rules of belote, 27-01-2016"
    assert "web game" in PRESETS_BY_ID["online_250"].source
    assert "web game" in PRESETS_BY_ID["online_252"].source
