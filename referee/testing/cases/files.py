"""Case files as they are written: a file of a rule in blocks, a table of facts in rows. Nothing here knows the game."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

NOTHING: Final = "-"
"""An empty column."""


class Miswritten(ValueError):
    """A file that cannot be read; the message says where and why."""


class Line(NamedTuple):
    """The first word of a line, and the rest."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """What is to be answered under options that come on top of those of the case."""

    options: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A situation and what is to be answered in it, perhaps under several options."""

    title: str
    place: str
    lines: tuple[Line, ...]
    """The situation, and what is to be answered without further options."""
    sections: tuple[Section, ...] = ()
    contrast: bool = False
    """Written to show where the rule of the file is not at work."""
    rule: str = ""
    """The rule of the file; a table has none."""
    named: bool | None = False
    """Whether answers are to name the rule; None where they may or may not."""

    def __str__(self) -> str:
        return f"{self.place} {self.title}"


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of one file."""

    name: str
    cases: tuple[Case, ...]
    silent: str = ""
    """Why no answer ever names the rule of the file; empty where answers do."""
    left_out: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Reasons, each with the rows that are left out of a table for it."""


def rule_file(path: Path) -> CaseFile:
    """The file of one rule; its name is the rule's id."""
    return read_rule_file(f"{path.parent.name}/{path.stem}", path.read_text(encoding="utf-8"))


def table_file(path: Path) -> CaseFile:
    """A table of facts."""
    return read_table(path.stem, path.read_text(encoding="utf-8"))


def rule_files(folder: Path) -> list[CaseFile]:
    """Every file of a rule in a folder, in the order of their names; each phase, or feature, has a folder in it."""
    return [rule_file(path) for path in sorted(folder.glob("*/*.txt"))]


def table_files(folder: Path) -> list[CaseFile]:
    """Every table of facts in a folder, in the order of their names."""
    return [table_file(path) for path in sorted(folder.glob("*.txt"))]


@dataclass(slots=True)
class _Block:
    """A case while its lines are read."""

    title: str
    place: str
    contrast: bool
    lines: list[Line] = field(default_factory=list)
    sections: list[tuple[str, list[Line]]] = field(default_factory=list)

    def add(self, line: Line) -> None:
        if line.key == "with":
            self.sections.append((line.text, []))
        elif self.sections:
            self.sections[-1][1].append(line)
        else:
            self.lines.append(line)

    def case(self, rule: str, silent: str, *, either: bool) -> Case:
        sections = tuple(Section(options, tuple(lines)) for options, lines in self.sections)
        named = None if either else not self.contrast and not silent
        return Case(self.title, self.place, tuple(self.lines), sections, self.contrast, rule, named)


def read_rule_file(name: str, text: str) -> CaseFile:
    """A file of blocks: `rule`, perhaps `silent` or `either` and why, then a block for each `case` and `contrast`."""
    blocks: list[_Block] = []
    rule = silent = either = ""
    for number, line in _rows(text):
        place = f"{name}.txt:{number}"
        key, _, rest = line.partition(" ")
        rest = rest.strip()
        if key in ("case", "contrast"):
            blocks.append(_Block(rest, place, key == "contrast"))
        elif blocks:
            blocks[-1].add(Line(key, rest))
        elif key == "rule":
            rule = rest
        elif key in ("silent", "either") and not rest:
            raise Miswritten(f"{place}: {key} needs a reason after it")
        elif key == "silent":
            silent = rest
        elif key == "either":
            either = rest
        else:
            raise Miswritten(f"{place}: {key} stands before the first case")
    if rule != name:
        raise Miswritten(f"{name}.txt: its rule is {rule or 'not named'}")
    return CaseFile(name, tuple(block.case(rule, silent, either=bool(either)) for block in blocks), silent)


def read_table(name: str, text: str) -> CaseFile:
    """A table: `columns`, `rules`, `left-out`, and rows of which the first column is their title."""
    columns: list[str] = []
    rules: list[Line] = []
    cases: list[Case] = []
    left_out: list[tuple[str, tuple[str, ...]]] = []
    for number, line in _rows(text):
        place = f"{name}.txt:{number}"
        key, _, rest = line.partition(" ")
        if key == "columns":
            columns = [column.strip() for column in rest.split("|")]
        elif key == "rules":
            preset, _, options = rest.strip().partition(" ")
            rules = [Line("preset", preset), Line("options", options)] if options else [Line("preset", preset)]
        elif key == "left-out":
            why, _, titles = rest.partition(":")
            left_out.append((why.strip(), tuple(titles.split())))
        else:
            title, *cells = [cell.strip() for cell in line.split("|")]
            if len(cells) != len(columns):
                raise Miswritten(f"{place}: {len(cells)} cells under {len(columns)} columns")
            lines = [Line(*pair) for pair in zip(columns, cells, strict=True) if pair[1] != NOTHING]
            cases.append(Case(title, place, (*rules, *lines)))
    return CaseFile(name, tuple(cases), left_out=tuple(left_out))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, without their comments."""
    for number, line in enumerate(text.splitlines(), start=1):
        said = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if said:
            yield number, said


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """The same; an indented line goes on with the line before."""
    joined: list[tuple[int, str]] = []
    for number, line in _lines(text):
        if line[0].isspace() and joined:
            joined[-1] = joined[-1][0], f"{joined[-1][1]} {line.strip()}"
        else:
            joined.append((number, line))
    yield from joined
