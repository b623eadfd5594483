"""A law of the game, as the catalogue shows it."""

from dataclasses import dataclass

from referee.model.text import Text


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """An id ``phase/name``, one sentence in both languages, and the texts that demand it. Each is itself only."""

    id: str
    statement: Text
    source: str
    options: tuple[str, ...] = ()
    """Names of the options that change this rule."""
