"""Sentences in the referee's two languages."""

from typing import Final, NamedTuple

LANGUAGES: Final = ("en", "fr")
"""What is told is told in these."""


class Text(NamedTuple):
    """The same sentence in English and in French."""

    en: str
    fr: str

    def __call__(self, language: str) -> str:
        """The sentence in the given language; English when it is not French."""
        return self.fr if language == "fr" else self.en

    def filled(self, **values: object) -> "Text":
        """The same sentence with its ``{names}`` replaced in both languages."""
        return Text(self.en.format(**values), self.fr.format(**values))
