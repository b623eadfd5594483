"""Every rule has its cases both ways, every value of an option makes a difference, every condition is refused."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from belote.referee.v1 import referee_service_pb2 as api

from referee import plugins
from referee.service import Service
from referee.testing.cases.dealing_questions import DealingQuestion
from referee.testing.cases.judging import RULES, kind_of
from referee.testing.cases.match_questions import MatchQuestion
from referee.testing.cases.question import Question, Situation
from referee.testing.cases.record_questions import RecordQuestion
from referee.testing.cases.score_questions import TallyQuestion
from referee.testing.cases.spot_questions import HandQuestion, TrickQuestion
from referee.testing.cases.wire_words import entries, option_words

from .case_files import FOLDER, Case, rule_files

BASE = "classic"
FILES = {file.name: file for file in rule_files()}
INFORMATIVE = {"direction", "shuffle"}
"""Options that no verdict depends on; the catalogue says what they are for."""


@cache
def catalogue() -> Any:
    answer = Service(plugins.load()).answer("ListVariants", b"", "en")
    return api.ListVariantsResponse.FromString(answer)


def own_rules() -> list[str]:
    """Ids of the rules that come with the base; a plugin keeps the cases of its own."""
    (plugin,) = (one.name for one in catalogue().plugins if BASE in one.features)
    return [rule.id for rule in catalogue().rules if rule.plugin == plugin]


def own_options() -> list[Any]:
    return [option for option in catalogue().options if option.feature == BASE]


def values(option: Any) -> list[str]:
    """The values of an option; of a range its ends."""
    flags = ["false", "true"] if option.default_value.WhichOneof("value") == "flag" else []
    ends = [option.min, option.max] if option.HasField("min") else []
    return [*flags, *option.choices, *map(str, [*option.numbers, *ends])]


def default(option: Any) -> str:
    return option_words(option.default_value).partition("=")[2]


@dataclass(frozen=True)
class Told:
    """What a case tells under one set of options: answers by key."""

    options: dict[str, str]
    answers: dict[str, str]

    def value(self, option: Any) -> str:
        return self.options.get(option.name, default(option))

    def contradicts(self, other: "Told") -> set[str]:
        """Keys under which the two cannot both be true of one ruleset."""
        keys = {key for key in self.answers.keys() & other.answers.keys() if self.answers[key] != other.answers[key]}
        if ("refused" in self.answers) is not ("refused" in other.answers):
            keys.add("refused")
        for one, two in ((self, other), (other, self)):
            objected = {
                " ".join(word for word in words if "/" not in word) for words in entries(two.answers.get("not", ""))
            }
            if objected & set(map(" ".join, entries(one.answers.get("can", "")))):
                keys.add("can")
        return keys


def named(texts: Iterable[str]) -> dict[str, str]:
    words = (word for text in texts for word in text.split())
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def told(case: Case) -> Iterator[Told]:
    setup = kind_of(Situation(case.lines)).SETUP | RULES
    given = [line.text for line in case.lines if line.key == "options"]
    parts = [("", [line for line in case.lines if line.key not in setup])]
    parts += [(section.options, [*section.lines]) for section in case.sections]
    for options, lines in parts:
        answers: dict[str, str] = {}
        for line in lines:
            answers[line.key] = ", ".join(filter(None, [answers.get(line.key), line.text]))
        if answers:
            yield Told(named([*given, options]), answers)


def pairs(option: Any) -> Iterator[tuple[Told, Told, set[str]]]:
    """Twice the same situation, under options that differ in this one only, in the files of the rules it touches."""
    for rule_id in option.rule_ids:
        for case in FILES[rule_id].cases:
            for one, two in combinations(told(case), 2):
                others = {name for name in one.options.keys() | two.options.keys() if name != option.name}
                alone = all(one.options.get(name) == two.options.get(name) for name in others)
                if alone and one.value(option) != two.value(option) and (keys := one.contradicts(two)):
                    yield one, two, keys


def test_every_rule_has_a_file_and_every_file_a_rule() -> None:
    assert sorted(FILES) == sorted(own_rules())


@pytest.mark.parametrize("rule_id", FILES)
def test_every_rule_is_shown_both_ways(rule_id: str) -> None:
    cases = FILES[rule_id].cases
    assert {case.contrast for case in cases} == {False, True}
    assert len({case.title for case in cases}) == len(cases)


@pytest.mark.parametrize("option", own_options(), ids=lambda option: option.name)
def test_every_value_of_an_option_makes_a_difference_from_the_default(option: Any) -> None:
    shown = [{one.value(option), two.value(option)} for one, two, _ in pairs(option)]
    assert {value for value in values(option) if {value, default(option)} not in shown} <= {default(option)}


@pytest.mark.parametrize("option", own_options(), ids=lambda option: option.name)
def test_only_informative_options_leave_every_verdict_as_it_is(option: Any) -> None:
    differ = {key for _, _, keys in pairs(option) for key in keys}
    assert (differ == {"rules"}) is (option.name in INFORMATIVE)


CONDITIONAL = [one for one in own_options() if one.only_if or one.not_if]


@pytest.mark.parametrize("option", CONDITIONAL, ids=lambda option: option.name)
def test_every_condition_of_an_option_is_refused_in_some_case(option: Any) -> None:
    refused = [
        one.answers["refused"].split()
        for rule_id in option.rule_ids
        for case in FILES[rule_id].cases
        for one in told(case)
        if "refused" in one.answers and option.name in one.options
    ]
    for condition in (*option.only_if, *option.not_if):
        assert ["RULESET_CONFLICT", option.name, condition.option] in refused


KINDS = (HandQuestion, TrickQuestion, RecordQuestion, TallyQuestion, DealingQuestion, MatchQuestion)


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_that_begins_a_line_is_explained(kind: type[Question]) -> None:
    explained = set(re.findall(r"`([a-z-]+)", (FOLDER / "README.md").read_text(encoding="utf-8")))
    assert {*kind.SETUP, *kind.looks(kind.__new__(kind)), *RULES, "with", "refused"} <= explained
