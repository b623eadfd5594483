"""Words and steps that a feature adds to the answers, as the catalogue shows them."""

from dataclasses import dataclass
from enum import IntEnum

from referee.model.text import Text


class TermKind(IntEnum):
    """Where an id appears, numbered as on the wire."""

    DECLARATION = 1
    CONTRACT_TERM = 2
    SCORE_LINE = 3
    OUTCOME = 4
    EVENT = 5
    UNIT = 6


@dataclass(frozen=True, slots=True)
class Term:
    """An id that a feature's answers use, unique within its kind, with a name and one line for a screen."""

    kind: TermKind
    id: str
    name: Text
    line: Text
