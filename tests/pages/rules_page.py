"""docs/RULES.md: each rule with its sentence, its source, its code, its case file and the first cases there."""

from collections.abc import Iterator
from typing import Final

from referee.model.rule import Rule
from referee.ruleset import Step
from tests.cases.case_files import CaseFile, rule_file

from .catalogue import ProjectFeature, case_path, features, options_on, rules_of
from .examples import example
from .markdown import anchor, code, facts, file, places, section, table
from .places import NOWHERE, places_of_rule
from .sources import ROOT

NAME: Final = "RULES.md"
OPTIONS: Final = "OPTIONS.md"

PHASES: Final = {
    "ranking": "Cards and what they are worth",
    "deal": "The deal",
    "auction": "The auction",
    "exchange": "Between the auction and the first lead",
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

Every rule of classic belote, of its family and of the plugins beside it, under the id by which answers name it. The
first word of an id is a part of the game or the feature that brings the rule. The id leads everywhere:

- to its section here, which says where it is applied and what a table may change about it ([OPTIONS.md](OPTIONS.md));
- to the texts that it rests on ([SOURCES.md](SOURCES.md));
- to its cases, in the file of the same name below [`tests/cases/rules`](../tests/cases/README.md), or below
  `tests/cases` in the folder of its plugin;
- through `make cases ARGS=play/must_overtrump` to what the referee answers today, and through
  `.venv/bin/referee variants play/must_overtrump` to what it says of the rule.

From the code the way back is the same: the names given after **Code** are those of the functions and classes, so that a
search of this page for one of them finds the rules that it applies.

Below each rule stand the first *case* of its file, in which the rule is at work, and the first *contrast*, much like
it, in which it is not. Cards, seats and calls are those of [NOTATION.md](NOTATION.md), and `->` is what the referee
answers: after `may` and `can` what is right, after `not`, `fault` and `refused` what is wrong and by which rule.
"""

TERM_HEAD: Final = ("what", "id", "English", "French", "")


def rules_page() -> str:
    """The whole page."""
    core, *plugins = features()
    phases = {phase: sorted_rules(core, phase) for phase in PHASES}
    lines = [HEAD, "## Contents", ""]
    lines += (f"- **{PHASES[phase]}:** {_linked(rules)}" for phase, rules in phases.items())
    for feature in plugins:
        lines.append(f"- **[{feature.name}](#{anchor(heading(feature))}):** {_linked(rules_of(feature))}")
    lines.append("")
    for phase, rules in phases.items():
        lines += [f"## {PHASES[phase]}", ""]
        for rule in rules:
            lines += rule_section(rule)
    for feature in plugins:
        lines += feature_section(feature)
    return "\n".join(lines).rstrip() + "\n"


def _linked(rules: tuple[Rule, ...]) -> str:
    return ", ".join(section(rule.id) for rule in rules)


def sorted_rules(core: ProjectFeature, phase: str) -> tuple[Rule, ...]:
    """The rules of a phase, those of the family first."""
    return tuple(rule for rule in rules_of(core) if rule.id.partition("/")[0] == phase)


def heading(feature: ProjectFeature) -> str:
    """What the part of a plugin is headed by."""
    return f"{feature.name} ({feature.manifest.id})"


def feature_section(feature: ProjectFeature) -> Iterator[str]:
    """All that a plugin brings: what it is, the words and steps that answers use, and its rules."""
    manifest = feature.manifest
    yield from [f"## {heading(feature)}", "", manifest.line.en, "", f"*{manifest.line.fr}*", ""]
    yield from facts(
        [
            ("Feature", f"{code(manifest.id)}, in {file(f'{feature.folder}/README.md', code(feature.folder))}"),
            ("Presets", ", ".join(section(preset.id, OPTIONS) for preset in manifest.presets)),
            ("Options", ", ".join(section(option.name, OPTIONS) for option in manifest.options)),
            ("Takes over", ", ".join(f"{code(point)} from {code(other)}" for point, other in manifest.replaces)),
        ]
    )
    words = [(term.kind.name.lower(), code(term.id), *term.name, term.line.en) for term in manifest.terms]
    words += [("step", code(step.id), *step.name, told(step)) for step in manifest.steps]
    if words:
        yield from ["Words that its answers use:", "", *table(TERM_HEAD, words)]
    for rule in rules_of(feature):
        yield from rule_section(rule)


def told(step: Step) -> str:
    """What a custom action is and takes."""
    cards = f"{step.min_cards}" if step.min_cards == step.max_cards else f"{step.min_cards} to {step.max_cards}"
    taken = [f"{cards} cards"] if step.max_cards else []
    taken += (f"{code(option.name)}: {', '.join(map(code, option.allowed().split(', ')))}" for option in step.options)
    return f"{step.line.en} ({'; '.join(taken)})" if taken else step.line.en


def rule_section(rule: Rule) -> Iterator[str]:
    """All about one rule."""
    path = case_path(rule.id)
    cases = rule_file(path) if path else CaseFile(rule.id, ())
    yield from [f"### {rule.id}", "", rule.statement.en, "", f"*{rule.statement.fr}*", ""]
    yield from facts(
        [
            ("Options", ", ".join(section(option, OPTIONS) for option in options_on(rule))),
            ("Code", places(places_of_rule(rule)) or f"none: {NOWHERE.get(rule.id, 'nothing names it')}"),
            ("Cases", file(path.relative_to(ROOT).as_posix()) if path else "none yet"),
            ("Named by no answer", cases.silent),
            ("[Source](SOURCES.md)", rule.source),
        ]
    )
    yield from shown(cases)


def shown(cases: CaseFile) -> Iterator[str]:
    """The first case and the first contrast."""
    firsts = [case for kind in (False, True) for case in [one for one in cases.cases if one.contrast is kind][:1]]
    if firsts:
        yield "```text"
        for number, case in enumerate(firsts):
            yield from [""] * bool(number)
            yield from example(case)
        yield from ["```", ""]
