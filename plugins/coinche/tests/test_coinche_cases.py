"""The case files of the contract games: each is answered as written, each rule, value and condition has its own."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from referee_coinche import Coinche
from referee_coinche.conflicts import _PAIRS, _Pair
from referee_coinche.options import OPTIONS
from referee_coinche.rules import RULES

from referee.classic.options import OPTIONS as BASE_OPTIONS
from referee.ruleset import Option
from referee.testing import check_feature, rulesets_of
from referee.testing.cases import Case, Line, OwnReferee, judged, rule_files

CASES: Final = Path(__file__).parent / "cases"
FILES: Final = {file.name: file for file in rule_files(CASES)}


@pytest.fixture(scope="module")
def referee() -> OwnReferee:
    return OwnReferee(rulesets_of(Coinche))


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


def test_only_the_end_of_an_auction_is_named_by_no_answer() -> None:
    assert [name for name, file in FILES.items() if file.silent] == ["coinche/auction_ends"]


# Options


def values(option: Option) -> list[str]:
    """Every value of an option; of a range its ends and its default."""
    flags = ["false", "true"] if option.kind == "flag" else []
    ends = [] if option.minimum is None else [option.minimum, option.default, option.maximum]
    return [*flags, *option.choices, *map(str, [*option.numbers, *ends])]


def answered(option: Option) -> Iterator[dict[str, tuple[Line, ...]]]:
    """For each case of the rules that an option touches what is answered under its values, no other option changed."""
    for rule_id in option.rule_ids:
        for case in FILES[rule_id].cases:
            yield {
                section.options.partition("=")[2]: section.lines
                for section in case.sections
                if section.options.partition("=")[0] == option.name and " " not in section.options
            }


def contradict(one: tuple[Line, ...], two: tuple[Line, ...]) -> bool:
    """Whether no ruleset could answer both: another answer to one question, or legal here and not there."""
    these, those = by_key(one), by_key(two)
    if ("refused" in these) is not ("refused" in those):
        return True
    same_question = these.keys() & those.keys() - {"can", "not"}
    if any(these[key] != those[key] for key in same_question):
        return True
    return bool(these.get("can", set()) & those.get("not", set()) | those.get("can", set()) & these.get("not", set()))


def by_key(lines: tuple[Line, ...]) -> dict[str, set[str]]:
    """The entries under each key, without the rules that object."""
    found: dict[str, set[str]] = {}
    for key, text in lines:
        entries = (entry.split() for entry in text.split(","))
        found.setdefault(key, set()).update(" ".join(word for word in words if "/" not in word) for words in entries)
    return found


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_two_values_of_an_option_differ_in_some_case(option: Option) -> None:
    told_apart = {
        frozenset(pair)
        for sections in answered(option)
        for pair in combinations(sections, 2)
        if contradict(sections[pair[0]], sections[pair[1]])
    }
    assert {frozenset(pair) for pair in combinations(values(option), 2)} <= told_apart


def refused() -> Iterator[tuple[set[str], list[str]]]:
    """Options asked for in vain, in any case, with what the refusal mentions."""
    for file in FILES.values():
        for case in file.cases:
            for section in case.sections:
                for line in section.lines:
                    reason, *words = line.text.split()
                    if line.key == "refused" and reason == "RULESET_CONFLICT":
                        yield {word.partition("=")[0] for word in section.options.split()}, words


CONDITIONS = [(option, other) for option in OPTIONS for other, _ in (*option.only_if, *option.not_if)]


@pytest.mark.parametrize(("option", "other"), CONDITIONS, ids=[f"{one.name}-{other}" for one, other in CONDITIONS])
def test_every_condition_of_an_option_is_refused_in_some_case(option: Option, other: str) -> None:
    assert [words for options, words in refused() if option.name in options and words == [option.name, other]]


@pytest.mark.parametrize("pair", _PAIRS, ids=[f"{pair.one[0]}-{pair.other[0]}" for pair in _PAIRS])
def test_every_pair_that_cannot_stand_together_is_refused_in_some_case(pair: _Pair) -> None:
    one, other = pair.one[0], pair.other[0]
    assert ({one, other}, [one, other]) in list(refused())


def idle() -> set[str]:
    """Options of the base that act only in what the contract games replace, and that these do not read."""
    manifest = Coinche().referee_manifest()
    replaced = {point for point, _ in manifest.replaces}
    return {
        option.name
        for option in BASE_OPTIONS
        if option.points and replaced.issuperset(option.points) and option.name not in manifest.reads
    }


def test_every_option_of_the_base_that_has_no_effect_is_refused_in_some_case() -> None:
    told = {words[0] for _, words in refused()}
    assert idle() >= {"success_rule", "tie_rule", "round2_suits"}
    assert idle() <= told


# Deals


def test_the_feature_keeps_every_promise_of_the_kit() -> None:
    report = check_feature(Coinche, cases=CASES, deals=9)
    assert {"bid", "coinche", "surcoinche"} <= set(report.reached)
