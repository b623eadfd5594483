"""What the catalogue promises: every law, option and preset of classic belote is whole and agrees with the others."""

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
from referee.ruleset import POINTS, Option, Options, Preset, Value

RULES = FAMILY_RULES + CLASSIC_RULES
RULES_BY_ID = {rule.id: rule for rule in RULES}
OPTIONS_BY_NAME = {option.name: option for option in OPTIONS}
PRESETS_BY_ID = {preset.id: preset for preset in PRESETS}

PHASES = ("ranking", "deal", "auction", "play", "trick", "belote", "score", "match")

JUDGED_ROWS = (*range(1, 71), *range(115, 121))
"""Rows of the decision table that classic belote answers."""
NOT_JUDGED_ROWS = {
    16: "whether a player looked at the cards early is not in a record",
    43: "whether a player looked back at tricks is not in a record",
}

INFORMATIVE = {
    "direction": "seats are in the order of play whichever way the table turns",
    "shuffle": "a deck arrives as it arrives",
}
"""Options that no extension point reads, with the reason."""

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
every_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)

DEFAULTS: Mapping[str, Value] = {
    "direction": "anticlockwise",
    "shuffle": "every_deal",
    "first_dealer_draw": "lowest_card_redraw_on_tie",
    "cut_min_packet": 3,
    "deal_pattern": "5_turnup_3",
    "all_pass": "next_dealer",
    "passed_deal_counts": False,
    "round2_suits": "any_but_turnup",
    "taker_gets_turnup": True,
    "notrump_alltrump": False,
    "notrump_alltrump_round": "second",
    "no_trump_jack": 2,
    "all_trump_points": "trump_258_scaled",
    "must_raise_trump_lead": "always",
    "undertrump_opponent": "required",
    "undertrump_partner": "free",
    "all_trump_must_raise": "always",
    "belote_announcement": "both_words",
    "belote_order": "either",
    "belote_counts_for_contract": True,
    "belote_on_fail": "holder",
    "belote_if_no_trick": "kept",
    "all_trump_belotes": "one_per_suit",
    "capot_points": 252,
    "capot_for_defenders": True,
    "success_rule": "strictly_more",
    "tie_rule": "litige",
    "litige_belote": "in_reserve",
    "reserve_goes_to": "deal_winner",
    "reserve_at_game_end": "void",
    "fail_points": 162,
    "rounding": "none",
    "rounding_last_deal": True,
    "target": 1000,
    "target_rule": "reach",
    "both_reach": "higher_total",
    "tie_at_target": "play_on",
    "fixed_deals": "none",
    "finish_on_belote": "allowed",
}

MATRIX: Mapping[str, Mapping[str, Value]] = {
    "ffb_classic": DEFAULTS,
    "online_250": {
        **DEFAULTS,
        "direction": "clockwise",
        "belote_announcement": "automatic",
        "capot_points": 250,
        "tie_rule": "failed",
        "target": 501,
    },
    "online_252": {
        **DEFAULTS,
        "belote_announcement": "automatic",
        "success_rule": "threshold_82",
        "tie_rule": "failed",
        "target": 501,
    },
}
"""Every value of every preset, written out a second time."""

VALUES: Mapping[str, tuple[Value, ...]] = {
    "direction": ("anticlockwise", "clockwise"),
    "shuffle": ("every_deal", "dealer_choice", "never_cut_only"),
    "first_dealer_draw": ("lowest_card_redraw_on_tie", "random"),
    "cut_min_packet": (1, 2, 3, 16),
    "deal_pattern": ("5_turnup_3", "5_turnup_3_by_2_and_3", "8_by_2_and_3", "4_4", "6_bid_2"),
    "all_pass": ("next_dealer", "same_dealer", "dealer_must_take"),
    "passed_deal_counts": (False, True),
    "round2_suits": ("any_but_turnup", "any"),
    "taker_gets_turnup": (True, False),
    "notrump_alltrump": (False, True),
    "notrump_alltrump_round": ("second", "both"),
    "no_trump_jack": (2, 0),
    "all_trump_points": ("trump_258_scaled", "scaled_13_9_6_5_3_2", "scaled_14_9_6_5_3_1"),
    "must_raise_trump_lead": ("always", "unless_partner_master"),
    "undertrump_opponent": ("required", "free"),
    "undertrump_partner": ("free", "only_trumps_left", "never_by_choice"),
    "all_trump_must_raise": ("always", "unless_partner_master"),
    "belote_announcement": ("both_words", "both_words_with_tolerance", "automatic"),
    "belote_order": ("either", "king_first"),
    "belote_counts_for_contract": (True, False),
    "belote_on_fail": ("holder", "to_defenders"),
    "belote_if_no_trick": ("kept", "lost"),
    "all_trump_belotes": ("one_per_suit", "one_only", "none"),
    "capot_points": (252, 250, 162),
    "capot_for_defenders": (True, False),
    "success_rule": ("strictly_more", "at_least_equal", "threshold_82"),
    "tie_rule": ("litige", "failed", "made", "redeal"),
    "litige_belote": ("in_reserve", "kept_by_holder"),
    "reserve_goes_to": ("deal_winner", "next_successful_taker"),
    "reserve_at_game_end": ("void", "each_keeps"),
    "fail_points": (162, 160, 0),
    "rounding": ("none", "half_up", "half_down", "half_to_taker", "defence_then_complement"),
    "rounding_last_deal": (True, False),
    "target": (1, 501, 1000, 3000, 1_000_000),
    "target_rule": ("reach", "pass"),
    "both_reach": ("higher_total", "last_taker", "last_deal_points"),
    "tie_at_target": ("play_on", "draw", "last_deal_winner"),
    "fixed_deals": ("none", 1, 12, 1000),
    "finish_on_belote": ("allowed", "not_if_capot", "not_if_capot_or_failed", "never"),
}
"""Values each option takes: all of a choice, the ends and some between of a range."""

REFUSED: tuple[tuple[str, Value], ...] = (
    ("cut_min_packet", 0),
    ("cut_min_packet", 17),
    ("cut_min_packet", "none"),
    ("cut_min_packet", True),
    ("no_trump_jack", 1),
    ("no_trump_jack", False),
    ("capot_points", 251),
    ("capot_points", "252"),
    ("fail_points", 152),
    ("target", 0),
    ("target", -1000),
    ("target", 1_000_001),
    ("target", "none"),
    ("fixed_deals", 0),
    ("fixed_deals", 1001),
    ("fixed_deals", ""),
    ("notrump_alltrump", 1),
    ("notrump_alltrump", "true"),
    ("tie_rule", "lost"),
    ("tie_rule", "LITIGE"),
    ("tie_rule", True),
    ("tie_rule", 0),
)

ONLY_IF: Mapping[str, tuple[tuple[str, tuple[Value, ...]], ...]] = {
    "notrump_alltrump_round": (("notrump_alltrump", (True,)),),
    "no_trump_jack": (("notrump_alltrump", (True,)),),
    "all_trump_points": (("notrump_alltrump", (True,)),),
    "all_trump_must_raise": (("notrump_alltrump", (True,)),),
    "all_trump_belotes": (("notrump_alltrump", (True,)),),
    "tie_rule": (("success_rule", ("strictly_more",)),),
    "litige_belote": (
        ("success_rule", ("strictly_more",)),
        ("tie_rule", ("litige",)),
        ("belote_counts_for_contract", (True,)),
    ),
    "reserve_goes_to": (("success_rule", ("strictly_more",)), ("tie_rule", ("litige",))),
    "reserve_at_game_end": (("success_rule", ("strictly_more",)), ("tie_rule", ("litige",))),
    "rounding_last_deal": (("rounding", ("half_up", "half_down", "half_to_taker", "defence_then_complement")),),
    "target": (("fixed_deals", ("none",)),),
    "target_rule": (("fixed_deals", ("none",)),),
    "both_reach": (("fixed_deals", ("none",)),),
    "finish_on_belote": (("fixed_deals", ("none",)),),
}
"""Options that count only beside certain values of others."""

NOT_IF: Mapping[str, tuple[tuple[str, tuple[Value, ...]], ...]] = {
    "passed_deal_counts": (("fixed_deals", ("none",)), ("all_pass", ("dealer_must_take",))),
}
"""Options that do not count beside certain values of others."""

FIGURES = (
    {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},
    {"deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10},
)
"""Numbers that a sentence may spell out, in English and in French; the smallest is also an article."""

FIGURES_THAT_STAY: Mapping[tuple[str, int], str] = {
    ("deal/second_stage", 8): "a full hand has eight cards, whatever the packets that make it up",
}
"""Figures of a statement that look like a value of one of its options and are none, with the reason."""


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
    assert not re.search(r"\b[Ee]ntam", text) or "premier pli" in text, "the entame is the first lead of a deal only"
    assert not re.search(r"[^ ][;:!?»]|«[^ ]|[“”\"]", text), "French puts a space before ; : and uses « »"


def test_rule_ids_are_unique() -> None:
    assert not repeated([rule.id for rule in RULES])


@every_rule
def test_rule_id_is_a_phase_and_a_name(rule: Rule) -> None:
    phase, name = rule.id.split("/")
    assert phase in PHASES
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
    assert not rule.id.startswith("auction/") or "annonc" not in rule.statement.fr, "a call is a parole"


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


@pytest.mark.parametrize("sourced", [*RULES, *OPTIONS], ids=lambda one: one.id if isinstance(one, Rule) else one.name)
def test_source_names_a_text_and_a_decision_row(sourced: Rule | Option) -> None:
    text, _, _ = sourced.source.partition("; decision row")
    assert re.match(r"[A-Z]\w+", text)
    assert rows_cited(sourced.source) <= set(range(1, 126))
    assert rows_cited(sourced.source)
    assert "seed" not in sourced.source.lower()


def test_every_row_of_the_decision_table_has_a_rule() -> None:
    answered = {row for rule in RULES for row in rows_cited(rule.source)}
    assert [row for row in JUDGED_ROWS if row not in answered] == sorted(NOT_JUDGED_ROWS)


def test_options_are_those_of_the_matrix_once_each() -> None:
    assert [option.name for option in OPTIONS] == list(DEFAULTS)
    assert list(VALUES) == list(DEFAULTS)


@every_option
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
    assert option.rule_ids
    assert set(option.rule_ids) == {rule.id for rule in RULES if option.name in rule.options}
    assert not repeated(list(option.rule_ids))


@every_rule
def test_rule_names_options_that_exist(rule: Rule) -> None:
    assert set(rule.options) <= set(OPTIONS_BY_NAME)
    assert not repeated(list(rule.options))


@every_option
def test_option_counts_only_beside_the_values_agreed(option: Option) -> None:
    assert option.only_if == ONLY_IF.get(option.name, ())
    assert option.not_if == NOT_IF.get(option.name, ())
    for other, values in (*option.only_if, *option.not_if):
        assert other != option.name
        assert all(OPTIONS_BY_NAME[other].allows(value) for value in values)
        assert len(values) < len(VALUES[other])


class Watched(Options):
    """Values in force that remember which of them were read."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.seen: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        self.seen.add(name)
        return super().__getitem__(name)

    def flag(self, name: str) -> bool:
        self.seen.add(name)
        return super().flag(name)

    def number(self, name: str) -> int:
        self.seen.add(name)
        return super().number(name)

    def limit(self, name: str) -> int | None:
        self.seen.add(name)
        return super().limit(name)

    def choice(self, name: str) -> str:
        self.seen.add(name)
        return super().choice(name)


@pytest.mark.parametrize("point", POINTS)
def test_extension_point_reads_the_options_that_name_it(point: str) -> None:
    watched = Watched({**DEFAULTS, "notrump_alltrump": True})
    answer = getattr(Classic(), f"referee_{point}")
    if "options" in inspect.signature(answer).parameters:
        answer(watched)
    else:
        answer()
    named = {option.name for option in OPTIONS if point in option.points}
    assert watched.seen == named


@every_option
def test_option_names_its_extension_points(option: Option) -> None:
    assert (not option.points) is (option.name in INFORMATIVE)
    assert ("informative" in option.details.en) is ("informative" in option.details.fr) is (not option.points)
    assert set(option.points) <= set(POINTS)
    assert not repeated(list(option.points))


def test_presets_are_those_of_the_matrix() -> None:
    assert [preset.id for preset in PRESETS] == list(MATRIX)


@every_preset
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
    assert preset.features == ()
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
