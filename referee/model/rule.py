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
    about_words: bool = False
    """It objects to what is said over a card, so that no other card would mend it."""
    names_best: bool = False
    """It compares with the card that holds the trick, so that a refusal should name it."""
