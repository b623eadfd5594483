"""What is wrong with a text."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.model.text import Text

SHOWN = 40


class Misreading(NamedTuple):
    """One place that could not be read: the line, what stands there (empty: nothing), what should."""

    line: int
    read: str
    expected: Text

    def message(self, language: str = "en") -> str:
        """The sentence a person gets to see."""
        read = self.read if len(self.read) <= SHOWN else self.read[: SHOWN - 1] + "…"
        read = "".join(one if one.isprintable() else "�" for one in read)
        if language == "fr":
            return f"ligne {self.line} : lu {f'« {read} »' if read else 'rien'}, attendu {self.expected.fr}"
        return f"line {self.line}: read {f'“{read}”' if read else 'nothing'}, expected {self.expected.en}"


class UnreadableText(ValueError):
    """A text that is no record, no card, no seat; carries everything that is wrong with it, from top to bottom."""

    def __init__(self, misreadings: Sequence[Misreading]) -> None:
        self.misreadings = tuple(sorted(misreadings, key=lambda one: one.line))
        super().__init__(self.report())

    def report(self, language: str = "en") -> str:
        """One line for each place."""
        return "\n".join(one.message(language) for one in self.misreadings)
