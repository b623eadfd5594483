"""The page of sources: every text and every decision row that the project cites, and none beside them."""

import re
from typing import Final

import pytest

from . import options_page, rules_page, sources_page
from .catalogue import options, presets, rules, step_options
from .decisions import NOT_JUDGED, POINTS, SETTLED_WITH
from .literature import WORKS, cited, rows, work_of
from .reading import links, sections
from .writing import pages

ROWS: Final = range(1, 126)

CITING: Final = {
    **{rule.id: rule.source for rule in rules()},
    **{option.name: option.source for option in (*options(), *step_options())},
    **{preset.id: preset.source for preset in presets()},
}
every_source = pytest.mark.parametrize("name", CITING)

CITED = [
    ("Rule guide (000); decision row 5", ["Rule guide (000)"], (5,)),
    ("Pagat, Belote; web game help (003, 004); decision rows 8, 19", ["Pagat, Belote", "web game help (003)"], (8, 19)),
    ("Help page of a web game, as read in 2026; web game help (003)", ["web game help (003)"], ()),
]


@pytest.mark.parametrize(("source", "names", "numbers"), CITED)
def test_a_source_is_read_name_by_name(source: str, names: list[str], numbers: tuple[int, ...]) -> None:
    assert [*cited(source)][: len(names)] == names
    assert rows(source) == numbers


NAMED = [
    ("the referee's own reading for the rest", "The referee's own reading"),
    ("the number of rounds is the referee's own reading", "The referee's own reading"),
    ("AD Poker, three-handed belote, which refers to two players", "AD Poker, three-handed belote"),
    ("FFB, rules of belote contrée, 2015", "FFB, rules of belote contrée, 2015"),
    ("Rule guide (005)", None),
    ("Pagat, Belote2", None),
    ("FFB, rules of belote contrée", None),
    ("after the referee's own reading", None),
]


@pytest.mark.parametrize(("name", "work"), NAMED)
def test_a_text_is_known_by_its_name_and_not_taken_for_another(name: str, work: str | None) -> None:
    found = work_of(name)
    assert (found and found.name) == work


@every_source
def test_every_text_that_is_cited_is_on_the_page(name: str) -> None:
    text = sections(sources_page.NAME)["Texts"]
    named = [*cited(CITING[name])]
    assert named
    works = [work_of(one) for one in named]
    lost = [one for one, work in zip(named, works, strict=True) if work is None or f"\n| {work.name} | " not in text]
    assert lost == [], "give it a line in tests/pages/literature.py"


@every_source
def test_every_decision_row_that_is_cited_is_on_the_page_and_leads_back(name: str) -> None:
    told = {line.split(" | ")[0]: line for line in sections(sources_page.NAME)["Decision rows"].split("\n| ")}
    numbers = {*rows(CITING[name]), *map(int, re.findall(r"\d+", CITING[name].partition("decision row")[2]))}
    lost = [number for number in numbers if f"[`{name}`]" not in told.get(str(number), "")]
    assert lost == [], "give it a line in tests/pages/decisions.py"


def test_no_text_is_listed_in_vain() -> None:
    assert {work_of(one) for source in CITING.values() for one in cited(source)} == {*WORKS}


def test_every_decision_row_is_there_and_settled_or_out_of_reach_for_a_reason() -> None:
    assert list(POINTS) == list(ROWS)
    settled = {row for source in CITING.values() for row in rows(source)}
    assert set(SETTLED_WITH.values()) <= settled
    assert sorted([*settled, *SETTLED_WITH, *NOT_JUDGED]) == list(ROWS)


@pytest.mark.parametrize("name", [rules_page.NAME, options_page.NAME])
def test_each_source_leads_to_the_page_of_sources(name: str) -> None:
    assert links(pages()[name]).count(sources_page.NAME) > 1
