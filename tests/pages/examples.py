"""A case as a few lines: the situation on one, each answer on another."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from referee.testing.cases.judging import RULES, kind_of
from referee.testing.cases.question import Situation
from tests.cases.case_files import Case, Line

INDENT: Final = 10
WIDTH: Final = 100


def example(case: Case) -> Iterator[str]:
    """The case with its title, then what is asked, then what is answered, under each of its options."""
    setup = kind_of(Situation(case.lines)).SETUP | RULES
    yield f"{'contrast' if case.contrast else 'case':<{INDENT}}{case.title}"
    yield from _wrapped("", (line for line in case.lines if line.key in setup))
    answers = [line for line in case.lines if line.key not in setup]
    if answers:
        yield from _wrapped("->", answers)
    for part in case.sections:
        yield f"{'with':<{INDENT}}{part.options}"
        yield from _wrapped("->", part.lines)


def _wrapped(first: str, lines: Iterable[Line]) -> Iterator[str]:
    """Entries side by side as far as they fit; one that is longer than a line goes on in the next."""
    entries = [f"{line.key} {line.text}" for line in lines]
    start, row = first, ""
    for entry in entries:
        if row and len(f"{row} | {entry}") > WIDTH:
            yield from _row(start, row)
            start, row = "", entry
        else:
            row = f"{row} | {entry}" if row else entry
    yield from _row(start, row)


def _row(start: str, row: str) -> list[str]:
    return textwrap.wrap(
        f"{start:<{INDENT}}{row}",
        INDENT + WIDTH,
        subsequent_indent=" " * (INDENT + 4),
        break_long_words=False,
        break_on_hyphens=False,
    )
