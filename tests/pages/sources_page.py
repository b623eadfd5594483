"""docs/SOURCES.md: the texts that rules and options rest on, and the points that decision rows stand for."""

from collections.abc import Iterator
from typing import Final

from .catalogue import options, presets, rules
from .decisions import NOT_JUDGED, POINTS, SETTLED_WITH
from .literature import WORKS, rows
from .markdown import section, table
from .options_page import NAME as OPTIONS_PAGE
from .rules_page import NAME as RULES_PAGE

NAME: Final = "SOURCES.md"

HEAD: Final = """\
<!-- Written by `make pages` from tests/pages and the catalogue. Change those, then run it again. -->

# Sources

What is cited below each rule in [RULES.md](RULES.md), and below each option and preset in [OPTIONS.md](OPTIONS.md):
first the texts, then the points that *decision rows* number. A text that is cited speaks on the point; it does not
always agree: [where authorities disagree](OPTIONS.md#where-authorities-disagree) says who says what.

## Texts

Beside a text of which not every word was at hand stands the survey or the transcription that was read for the rest.
Pages move: the dated rules of the federation weigh more than what its pages say today, and pages that copy one another
count as one.
"""

DECISIONS: Final = """\
## Decision rows

Every point on which a table of four needs an answer has a number, under which the texts were compared. A source that
ends in *decision row 34* says: this is how point 34 was settled. What two and three players do has no such number.
"""


def sources_page() -> str:
    """The whole page."""
    lines = [HEAD, *texts(), DECISIONS, *decisions()]
    return "\n".join(lines).rstrip() + "\n"


def texts() -> Iterator[str]:
    """One line a text."""
    yield from table(("cited as", "what it is", "by, when", "where"), WORKS)


def decisions() -> Iterator[str]:
    """One line a point, with the rules, options and presets that settle it."""
    yield from table(("row", "point", "settled by"), ((str(row), point, answer(row)) for row, point in POINTS.items()))


def answer(row: int) -> str:
    """What settles a row, or why nothing does."""
    with_another = SETTLED_WITH.get(row)
    beside = [f"as row {with_another}"] if with_another else []
    return ", ".join([*settled_by(row), *beside]) or NOT_JUDGED.get(row, "nothing yet")


def settled_by(row: int) -> Iterator[str]:
    """Links to the rules, the options and the presets whose sources name the row."""
    yield from (section(rule.id, RULES_PAGE) for rule in rules() if row in rows(rule.source))
    yield from (section(option.name, OPTIONS_PAGE) for option in options() if row in rows(option.source))
    yield from (section(preset.id, OPTIONS_PAGE) for preset in presets() if row in rows(preset.source))
