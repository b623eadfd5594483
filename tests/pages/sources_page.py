"""docs/SOURCES.md: the texts that rules and options rest on, and the points that decision rows stand for."""

from collections.abc import Iterator
from typing import Final

from referee.classic.options import OPTIONS
from referee.classic.rules import CLASSIC_RULES
from referee.rules.catalogue import FAMILY_RULES

from .decisions import NOT_JUDGED, POINTS
from .literature import WORKS, rows
from .markdown import section, table
from .options_page import NAME as OPTIONS_PAGE
from .rules_page import NAME as RULES_PAGE

NAME: Final = "SOURCES.md"

HEAD: Final = """\
<!-- Written by `make pages` from tests/pages and the catalogue. Change those, then run it again. -->

# Sources

What is cited below each rule in [RULES.md](RULES.md) and each option in [OPTIONS.md](OPTIONS.md): first the texts, then
the points that *decision rows* number. A text that is cited speaks on the point; it does not always agree, and the
details of the option say who says what.

## Texts

Beside a text of which not every word was at hand stands the survey or the transcription that was read for the rest.
Pages move: the dated rules of the federation weigh more than what its pages say today, and pages that copy one another
count as one.
"""

DECISIONS: Final = """\
## Decision rows

Every point on which a table needs an answer has a number, under which the texts were compared. A source that ends in
*decision row 34* says: this is how point 34 was settled. Numbers that are missing belong to declarations, to the
bidding of contracts and to faults at the table, which are not judged here.
"""


def sources_page() -> str:
    """The whole page."""
    lines = [HEAD, *texts(), DECISIONS, *decisions()]
    return "\n".join(lines).rstrip() + "\n"


def texts() -> Iterator[str]:
    """One line a text."""
    yield from table(("cited as", "what it is", "by, when", "where"), WORKS)


def decisions() -> Iterator[str]:
    """One line a point, with the rules and options that settle it."""
    lines = [(str(row), point, ", ".join(settled_by(row)) or NOT_JUDGED[row]) for row, point in POINTS.items()]
    yield from table(("row", "point", "settled by"), lines)


def settled_by(row: int) -> Iterator[str]:
    """Links to the rules, then the options, whose sources name the row."""
    yield from (section(rule.id, RULES_PAGE) for rule in FAMILY_RULES + CLASSIC_RULES if row in rows(rule.source))
    yield from (section(option.name, OPTIONS_PAGE) for option in OPTIONS if row in rows(option.source))
