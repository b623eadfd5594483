"""The pages say what is so today, every rule and option has its section, and every link leads somewhere."""

import re
from pathlib import Path
from typing import Final

import pytest

from referee.model.rule import Rule
from tests.cases.case_files import read_rule_file, rule_file

from . import options_page, rules_page, sources_page
from .catalogue import ProjectFeature, case_path, features, options_on, rules, rules_of
from .examples import INDENT, WIDTH, example
from .markdown import anchor
from .places import places_of_rule
from .reading import links, sections
from .sources import ROOT
from .writing import FOLDER, main, pages, stale

RULES_BY_ID: Final = {rule.id: rule for rule in rules()}
WITH_CASES: Final = [rule for rule in rules() if case_path(rule.id)]

every_rule = pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.id)
every_rule_with_cases = pytest.mark.parametrize("rule", WITH_CASES, ids=lambda rule: rule.id)
every_page = pytest.mark.parametrize("name", [rules_page.NAME, options_page.NAME, sources_page.NAME])


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


def test_rules_have_one_section_each_in_the_order_of_their_phases_and_features() -> None:
    core, *plugins = features()
    headings = [heading for heading in sections(rules_page.NAME) if "/" in heading]
    in_order = [rule.id for phase in rules_page.PHASES for rule in rules_page.sorted_rules(core, phase)]
    assert sorted(in_order) == sorted(rule.id for rule in rules_of(core)), "give its phase a line in rules_page.py"
    assert headings == [*in_order, *(rule.id for feature in plugins for rule in rules_of(feature))]


@every_rule
def test_section_of_a_rule_is_whole(rule: Rule) -> None:
    text = sections(rules_page.NAME)[rule.id]
    assert f"\n{rule.statement.en}\n\n*{rule.statement.fr}*\n" in text
    assert f":** {rule.source}\n" in text
    assert {f"OPTIONS.md#{name}" for name in options_on(rule)} <= {*links(text)}
    for place in places_of_rule(rule):
        assert f"](../{place.path})" in text
        assert not place.name or f"`{place.name}`" in text


@every_rule
def test_section_of_a_rule_shows_a_case_and_a_contrast(rule: Rule) -> None:
    path = case_path(rule.id)
    assert path, "write it a file of cases"
    text, cases = sections(rules_page.NAME)[rule.id], rule_file(path)
    assert f"](../{path.relative_to(ROOT).as_posix()})" in text
    assert cases.silent in text
    for kind, contrast in (("case", False), ("contrast", True)):
        first = next(case for case in cases.cases if case.contrast is contrast)
        assert f"\n{kind:<{INDENT}}{first.title}\n" in text


@pytest.mark.parametrize("feature", features()[1:], ids=lambda feature: feature.manifest.id)
def test_part_of_a_plugin_tells_what_it_brings(feature: ProjectFeature) -> None:
    manifest = feature.manifest
    text = sections(rules_page.NAME)[rules_page.heading(feature)]
    named = [option.name for option in manifest.options] + [preset.id for preset in manifest.presets]
    assert {f"OPTIONS.md#{name}" for name in named} <= {*links(text)}
    for term in manifest.terms:
        assert f" | `{term.id}` | {term.name.en} | {term.name.fr} | {term.line.en}" in text
    for step in manifest.steps:
        assert f" | `{step.id}` | {step.name.en} | {step.name.fr} | {step.line.en}" in text
        for option in step.options:
            assert f"`{option.name}`" in text


@every_rule
def test_contents_lead_to_the_rule(rule: Rule) -> None:
    assert f"#{anchor(rule.id)}" in links(sections(rules_page.NAME)["Contents"])


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


@every_rule_with_cases
def test_no_line_of_an_example_runs_out_of_sight(rule: Rule) -> None:
    path = case_path(rule.id)
    assert path
    for case in rule_file(path).cases:
        lines = list(example(case))
        assert all(len(line) <= INDENT + WIDTH for line in lines)
        words = " ".join(line.text for line in (*case.lines, *(one for part in case.sections for one in part.lines)))
        assert sorted(set(words.split()) - set(" ".join(lines).split())) == []
