"""The pages say what is so today, every rule and option has its section, and every link leads somewhere."""

import re
from pathlib import Path
from typing import Final

import pytest

from referee.classic.options import OPTIONS
from referee.classic.presets import PRESETS
from referee.classic.rules import CLASSIC_RULES
from referee.model.rule import Rule
from referee.rules.catalogue import FAMILY_RULES
from referee.ruleset import Option
from tests.cases.case_files import RULES as CASES
from tests.cases.case_files import read_rule_file, rule_file

from . import options_page, rules_page, sources_page
from .decisions import NOT_JUDGED, POINTS
from .examples import INDENT, WIDTH, example
from .literature import WORKS, cited, rows, work_of
from .markdown import anchor
from .places import places_of_rule
from .sources import ROOT
from .writing import FOLDER, main, pages, stale

RULES: Final = FAMILY_RULES + CLASSIC_RULES
RULES_BY_ID: Final = {rule.id: rule for rule in RULES}

every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
every_option = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
every_page = pytest.mark.parametrize("name", [rules_page.NAME, options_page.NAME, sources_page.NAME])


def sections(name: str) -> dict[str, str]:
    """The parts of a page by the headings that begin them."""
    parts = re.split(r"^#+ (.+)$", pages()[name], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def without_examples(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", without_examples(text))


# The pages as they are kept


@every_page
def test_kept_page_is_what_the_catalogue_the_code_and_the_cases_say_today(name: str) -> None:
    assert "\n".join(stale().get(name, [])) == "", "`make pages` writes it anew; read the diff"


def test_a_stale_page_is_shown_and_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = RULES_BY_ID["play/must_trump"].statement.en
    for name, text in pages().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["--check"], tmp_path) == 0
    (tmp_path / rules_page.NAME).write_text(pages()[rules_page.NAME].replace(sentence, "Anything."), encoding="utf-8")
    capsys.readouterr()
    assert main(["--check"], tmp_path) == 1
    told = capsys.readouterr().out
    assert "\n-Anything.\n" in told
    assert f"\n+{sentence}\n" in told
    assert "docs/OPTIONS.md: as it should be" in told
    assert (tmp_path / rules_page.NAME).read_text(encoding="utf-8") != pages()[rules_page.NAME]
    assert main([], tmp_path) == 0
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in pages()} == pages()


@pytest.mark.parametrize("kept", ["", "the last line end is missing"])
def test_a_page_that_is_missing_or_cut_short_is_stale(tmp_path: Path, kept: str) -> None:
    for name, text in pages().items():
        if kept:
            (tmp_path / name).write_text(text.removesuffix("\n"), encoding="utf-8")
    assert set(stale(tmp_path)) == set(pages())


# What a reader finds


def test_rules_have_one_section_each_in_the_order_of_their_phases() -> None:
    headings = [heading for heading in sections(rules_page.NAME) if "/" in heading]
    assert sorted(headings) == sorted(RULES_BY_ID)
    phases = [heading.partition("/")[0] for heading in headings]
    assert list(dict.fromkeys(phases)) == list(rules_page.PHASES)
    assert phases == sorted(phases, key=list(rules_page.PHASES).index)


@every_rule
def test_section_of_a_rule_is_whole(rule: Rule) -> None:
    text = sections(rules_page.NAME)[rule.id]
    cases = rule_file(CASES / f"{rule.id}.txt")
    for said in (*rule.statement, rule.source, cases.silent):
        assert said in text
    assert f"](../tests/cases/rules/{rule.id}.txt)" in text
    assert {f"OPTIONS.md#{name}" for name in rule.options} <= {*links(text)}
    for place in places_of_rule(rule):
        assert f"](../{place.path})" in text
        assert not place.name or f"`{place.name}`" in text
    for kind, contrast in (("case", False), ("contrast", True)):
        first = next(case for case in cases.cases if case.contrast is contrast)
        assert f"\n{kind:<{INDENT}}{first.title}\n" in text


@every_rule
def test_contents_lead_to_the_rule(rule: Rule) -> None:
    assert f"#{anchor(rule.id)}" in links(sections(rules_page.NAME)["Contents"])


@every_option
def test_section_of_an_option_is_whole(option: Option) -> None:
    text = sections(options_page.NAME)[option.name]
    for said in (*option.line, option.source):
        assert said in text
    for value in (*option.numbers, *option.choices):
        assert f"`{value}`" in text
    assert {f"RULES.md#{anchor(rule_id)}" for rule_id in option.rule_ids} <= {*links(text)}
    assert {f"#{other}" for other, _ in (*option.only_if, *option.not_if)} <= {*links(text)}
    plain = re.sub(r"\[`(\w+)`\]\(#\w+\)", r"\1", text).replace("*", "").replace("`", "")
    assert option.details.en in plain


@pytest.mark.parametrize("name", ["belote_announcement", "passed_deal_counts", "litige_belote", "target"])
def test_condition_of_an_option_is_told(name: str) -> None:
    told = {
        "passed_deal_counts": "[`fixed_deals`](#fixed_deals) is not `none`",
        "litige_belote": "[`tie_rule`](#tie_rule) is `litige`; [`belote_counts_for_contract`]",
        "target": "- **Has an effect only where:** [`fixed_deals`](#fixed_deals) is `none`\n",
    }
    text = sections(options_page.NAME)[name]
    assert ("Has an effect only where" in text) is (name in told)
    assert told.get(name, "") in text


def matrix_rows(heading: str) -> dict[str, list[str]]:
    """Cells of a table by the option that begins the row."""
    found = re.findall(r"^\| \[`(\w+)`\]\S+ \| (.*) \|$", sections(options_page.NAME)[heading], re.MULTILINE)
    return {name: cells.split(" | ") for name, cells in found}


def test_matrices_show_every_preset_and_mark_what_differs() -> None:
    whole = matrix_rows("All options of all presets")
    short = matrix_rows("Options in which presets differ")
    assert list(whole) == [option.name for option in OPTIONS]
    assert short == {name: cells for name, cells in whole.items() if any(cell.startswith("**") for cell in cells)}
    assert short["target"] == ["`1000`", "**`501`**", "**`501`**"]
    for index, preset in enumerate(PRESETS):
        assert {name for name, cells in whole.items() if cells[index].startswith("**")} == set(preset.options)


def test_authorities_are_weighed_once_each() -> None:
    weighed = [name for names in options_page.BY_WEIGHT for name in names]
    assert len(set(weighed)) == len(weighed)
    assert set(weighed) <= {option.name for option in OPTIONS}
    text = sections(options_page.NAME)["Where authorities disagree"]
    order = re.findall(r"^\d+\. (.*)$", text, re.MULTILINE)
    assert [re.findall(r"\[`(\w+)`\]", line) for line in order] == [list(names) for names in options_page.BY_WEIGHT]
    assert {f"#{option.name}" for option in OPTIONS} <= {*links(text)}
    for option in OPTIONS:
        assert (f"*{option.source}*" in text) is (option.name in weighed)


CLAUSES = [
    ("undertrump_opponent", ["**`required`**: a lower trump must", "`free`: one may discard"]),
    ("fail_points", ["**`162`** is what", "`160` is the round", "`0` gives no"]),
    (
        "tie_rule",
        ["**`litige`**: the", "`failed`: the taker has failed,", "`made`: the taker has", "`redeal`: the same"],
    ),
    ("capot_for_defenders", ["**`true`**: whichever", "`false`: only"]),
    ("target", ["The match is played to this total. 1000 is"]),
]


@pytest.mark.parametrize(("name", "begins"), CLAUSES)
def test_details_are_told_value_by_value(name: str, begins: list[str]) -> None:
    option = next(option for option in OPTIONS if option.name == name)
    told = options_page.sides(option)
    assert [side[: len(begin)] for side, begin in zip(told, begins, strict=True)] == begins
    assert all(side.endswith(".") and not side.endswith("..") for side in told)


@every_page
def test_headings_can_be_told_apart(name: str) -> None:
    found = [anchor(heading) for heading in re.findall(r"^#+ (.+)$", pages()[name], re.MULTILINE)]
    assert len(set(found)) == len(found)


@every_page
def test_every_link_leads_somewhere(name: str) -> None:
    anchors = {page: {anchor(heading) for heading in sections(page)} for page in pages()}
    lost = []
    for link in links(pages()[name]):
        path, _, fragment = link.partition("#")
        target = FOLDER / path if path else FOLDER / name
        found = target.is_file() and target.resolve().is_relative_to(ROOT)
        if not found or (fragment and fragment not in anchors[target.name]):
            lost.append(link)
    assert lost == []


@every_page
def test_no_page_names_a_line_by_its_number(name: str) -> None:
    assert re.findall(r"\.(?:py|txt)(?::\d+|#L\d+)", pages()[name]) == []


def test_the_way_to_the_pages_is_told() -> None:
    assert {f"docs/{name}" for name in pages()} <= {*links((ROOT / "README.md").read_text(encoding="utf-8"))}


# Where it all comes from

CITING: Final = {
    **{rule.id: rule.source for rule in RULES},
    **{option.name: option.source for option in OPTIONS},
    **{preset.id: preset.source for preset in PRESETS},
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


@pytest.mark.parametrize("name", ["Rule guide (005)", "Pagat, Belote2", "FFB, rules of belote contrée"])
def test_a_text_that_is_not_listed_is_not_taken_for_another(name: str) -> None:
    assert work_of(name) is None


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


def test_no_text_and_no_row_is_listed_in_vain() -> None:
    assert {work_of(one) for source in CITING.values() for one in cited(source)} == {*WORKS}
    assert {row for source in CITING.values() for row in rows(source)} == POINTS.keys() - NOT_JUDGED.keys()


@pytest.mark.parametrize("name", [rules_page.NAME, options_page.NAME])
def test_each_source_leads_to_the_page_of_sources(name: str) -> None:
    assert links(pages()[name]).count(sources_page.NAME) > 1


# How a case reads

EXAMPLE = """\
rule      play/x

case      one trick
trump     hearts
trick     W AS, S 7S
hand      E TH 7H
with      undertrump_opponent=free
may       TH 7H
not       7S  play/x
"""


def test_a_case_reads_as_in_its_file_in_fewer_lines() -> None:
    (case,) = read_rule_file("play/x", EXAMPLE).cases
    assert list(example(case)) == [
        "case      one trick",
        "          trump hearts | trick W AS, S 7S | hand E TH 7H",
        "with      undertrump_opponent=free",
        "->        may TH 7H | not 7S  play/x",
    ]


@every_rule
def test_no_line_of_an_example_runs_out_of_sight(rule: Rule) -> None:
    for case in rule_file(CASES / f"{rule.id}.txt").cases:
        lines = list(example(case))
        assert all(len(line) <= INDENT + WIDTH for line in lines)
        words = " ".join(line.text for line in (*case.lines, *(one for part in case.sections for one in part.lines)))
        assert sorted(set(words.split()) - set(" ".join(lines).split())) == []
