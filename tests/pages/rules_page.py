"""docs/RULES.md: each rule with its sentence, its source, its code, its case file and the first cases there."""

from collections.abc import Iterator
from typing import Final

from referee.classic.rules import CLASSIC_RULES
from referee.model.rule import Rule
from referee.rules.catalogue import FAMILY_RULES
from tests.cases.case_files import RULES as CASES
from tests.cases.case_files import CaseFile, rule_file

from .examples import example
from .markdown import facts, file, places, section
from .places import NOWHERE, places_of_rule
from .sources import ROOT

NAME: Final = "RULES.md"
OPTIONS: Final = "OPTIONS.md"

PHASES: Final = {
    "ranking": "Cards and what they are worth",
    "deal": "The deal",
    "auction": "The auction",
    "play": "The play of the cards",
    "trick": "The trick",
    "belote": "Belote and rebelote",
    "score": "The score of a deal",
    "match": "The match",
}
"""What the first word of an id stands for, in the order of a deal."""

HEAD: Final = """\
<!-- Written by `make pages` from the catalogue, the code and the case files. Change those, then run it again. -->

# Rules

Every rule of classic belote and of its family, under the id by which answers name it. The id leads everywhere:

- to its section here, which says where it is applied and what a table may change about it ([OPTIONS.md](OPTIONS.md));
- to the texts that it rests on ([SOURCES.md](SOURCES.md));
- to its cases, in the file of the same name below [`tests/cases/rules`](../tests/cases/README.md);
- through `make cases ARGS=play/must_overtrump` to what the referee answers today, and through
  `.venv/bin/referee variants play/must_overtrump` to what it says of the rule.

From the code the way back is the same: the names given after **Code** are those of the functions and classes, so that a
search of this page for one of them finds the rules that it applies.

Below each rule stand the first *case* of its file, in which the rule is at work, and the first *contrast*, much like
it, in which it is not. Cards, seats and calls are those of [NOTATION.md](NOTATION.md), and `->` is what the referee
answers: after `may` and `can` what is right, after `not`, `fault` and `refused` what is wrong and by which rule.
"""


def rules_page() -> str:
    """The whole page."""
    phases = {phase: sorted_rules(phase) for phase in PHASES}
    lines = [HEAD, "## Contents", ""]
    for phase, rules in phases.items():
        linked = ", ".join(section(rule.id) for rule in rules)
        lines.append(f"- **{PHASES[phase]}:** {linked}")
    lines.append("")
    for phase, rules in phases.items():
        lines += [f"## {PHASES[phase]}", ""]
        for rule in rules:
            lines += rule_section(rule)
    return "\n".join(lines).rstrip() + "\n"


def sorted_rules(phase: str) -> list[Rule]:
    """The rules of a phase, those of the family first."""
    return [rule for rule in FAMILY_RULES + CLASSIC_RULES if rule.id.partition("/")[0] == phase]


def rule_section(rule: Rule) -> Iterator[str]:
    """All about one rule."""
    path = CASES / f"{rule.id}.txt"
    cases = rule_file(path)
    yield from [f"### {rule.id}", "", rule.statement.en, "", f"*{rule.statement.fr}*", ""]
    yield from facts(
        [
            ("Options", ", ".join(section(option, OPTIONS) for option in rule.options)),
            ("Code", places(places_of_rule(rule)) or f"none: {NOWHERE[rule.id]}"),
            ("Cases", file(path.relative_to(ROOT).as_posix())),
            ("Named by no answer", cases.silent),
            ("[Source](SOURCES.md)", rule.source),
        ]
    )
    yield from shown(cases)


def shown(cases: CaseFile) -> Iterator[str]:
    """The first case and the first contrast."""
    firsts = [next(case for case in cases.cases if case.contrast is contrast) for contrast in (False, True)]
    yield "```text"
    yield from example(firsts[0])
    yield ""
    yield from example(firsts[1])
    yield from ["```", ""]
