"""The case files of declarations: each is answered as written, each rule and each value of an option has its own."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from referee_declarations import Declarations
from referee_declarations.options import OPTIONS
from referee_declarations.rules import RULES

from referee import Option
from referee.testing import check_feature, rulesets_of
from referee.testing.cases import Case, Line, OwnReferee, judged, rule_files

CASES: Final = Path(__file__).parent / "cases"
FILES: Final = {file.name: file for file in rule_files(CASES)}


@pytest.fixture(scope="module")
def referee() -> OwnReferee:
    return OwnReferee(rulesets_of(Declarations))


@cache
def differences(referee: OwnReferee, case: Case) -> tuple[str, ...]:
    return tuple(judged(referee, case).differences)


@pytest.mark.parametrize("case", [case for file in FILES.values() for case in file.cases], ids=str)
def test_case(referee: OwnReferee, case: Case) -> None:
    assert differences(referee, case) == ()


def test_every_file_is_that_of_a_rule() -> None:
    assert sorted(FILES) == sorted(rule.id for rule in RULES)


@pytest.mark.parametrize("rule_id", [rule.id for rule in RULES])
def test_every_rule_has_a_case_and_a_contrast_that_pass(referee: OwnReferee, rule_id: str) -> None:
    cases = FILES[rule_id].cases
    passed = [case for case in cases if not differences(referee, case)]
    assert {case.contrast for case in passed} == {False, True}
    assert len({case.title for case in cases}) == len(cases)


# Options


def sections(option: Option) -> Iterator[dict[str, tuple[Line, ...]]]:
    """For each case of the rules that an option touches what is answered under its values, no other option changed."""
    for rule_id in option.rule_ids:
        for case in FILES[rule_id].cases:
            named = ((section.options.split(), section.lines) for section in case.sections)
            yield {
                words[0].partition("=")[2]: lines
                for words, lines in named
                if len(words) == 1 and words[0].startswith(f"{option.name}=")
            }


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def refused_with(reason: str) -> set[tuple[str, str]]:
    """The options of refused cases, each with the words that its refusal mentions."""
    return {
        (word.partition("=")[0], line.text.partition(" ")[2])
        for file in FILES.values()
        for case in file.cases
        for section in case.sections
        for line in section.lines
        for word in section.options.split()
        if line.key == "refused" and line.text.split()[0] == reason
    }


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_two_values_of_an_option_differ_in_some_case(option: Option) -> None:
    values = ["true", "false"] if option.kind == "flag" else [*option.choices]
    assert written(option.default) in values
    told_apart = {
        frozenset(pair)
        for answered in sections(option)
        for pair in combinations(answered, 2)
        if answered[pair[0]] != answered[pair[1]]
    }
    assert told_apart == {frozenset(pair) for pair in combinations(values, 2)}


def test_every_option_is_refused_where_nothing_is_declared() -> None:
    assert refused_with("OPTION_UNKNOWN") == {(option.name, option.name) for option in OPTIONS}


def test_every_condition_of_an_option_is_refused_in_some_case() -> None:
    """No option of declarations has one today; one that is given a condition needs such a case from then on."""
    conditions = {
        (option.name, f"{option.name} {other}") for option in OPTIONS for other, _ in (*option.only_if, *option.not_if)
    }
    assert refused_with("RULESET_CONFLICT") == conditions


# Deals


def test_the_feature_keeps_every_promise_of_the_kit() -> None:
    report = check_feature(Declarations, presets=("cafe", "ffb_classic"), deals=9)
    assert report.reached["tierce"]
