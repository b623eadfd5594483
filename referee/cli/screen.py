"""What the commands show: a console, the names of things, the reader's language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from belote.referee.v1 import ruleset_pb2
from rich.console import Console, RenderableType
from rich.text import Text as Styled

from referee.cli.asking import COLON
from referee.cli.catalogue import Catalogue
from referee.model.card import CARD_OF, RANK_OF, SUIT_OF, Suit
from referee.model.seat import Seat, Team
from referee.model.text import Text
from referee.model.trump import Trump
from referee.model.words import SEAT_WORDS, TRUMP_WORDS, VOCABULARIES
from referee.notation import card_text, cards_text, team_text

UNREADABLE: Final = 2
"""The exit status for what cannot be read, shown, used or reached."""

RED: Final = {Suit.HEARTS, Suit.DIAMONDS}
STEP: Final = 0
"""The kind under which steps are kept beside terms, which have none of it."""

TRUMP_LANGUAGES: Final = ("en", "fr")
"""Namings of the French pack, whose trumps have words in the reader's language."""


def inline(name: str) -> str:
    """A name for a menu as it stands within a line."""
    return name[:1].lower() + name[1:]


class _Console(Console):
    """One whose reader may go away in the middle, without a word more."""

    def on_broken_pipe(self) -> None:
        """Ends with another status than that of a broken rule."""
        try:
            super().on_broken_pipe()
        except SystemExit:
            raise SystemExit(UNREADABLE) from None


@dataclass(frozen=True)
class Screen:
    """Writes for one reader. Cards, seats, teams and trumps come as the numbers of the contract."""

    names: str
    language: str
    named: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """What features call their own words, by kind of term and id; steps under kind zero."""
    console: Console = field(default_factory=lambda: _Console(highlight=False))

    @classmethod
    def of(cls, catalogue: Catalogue, names: str, language: str) -> "Screen":
        """A screen that knows the words of the features in a catalogue."""
        words = {(int(term.kind), term.id): term.name for term in catalogue.terms}
        words |= {(STEP, step.id): step.name for step in catalogue.custom_actions}
        return cls(names, language, {key: inline(name) for key, name in words.items() if name})

    def show(self, what: RenderableType = "") -> None:
        """Writes something as it is; long lines are left whole."""
        self.console.print(what, markup=False, soft_wrap=True)

    def wrap(self, what: str | Styled, indent: int = 0) -> None:
        """Writes prose within the width of the terminal, all of it set in by so many columns."""
        prose = Styled(what) if isinstance(what, str) else what
        for line in prose.wrap(self.console, max(self.console.width - indent, 1)):
            line.rstrip()
            self.show(Styled(" " * indent) + line)

    def headed(self, head: str, rest: str) -> str:
        """Two parts of a line with a colon between them, as the reader's language sets it."""
        return COLON.filled(head=head, rest=rest)(self.language)

    def say(self, text: Text, **values: object) -> None:
        """Writes a sentence in the reader's language."""
        self.show(text.filled(**values)(self.language))

    def cards(self, numbers: Iterable[int]) -> str:
        """Cards as they stand in a record."""
        return cards_text((CARD_OF[number] for number in numbers), self.names)

    def face(self, number: int, *, refused: bool = False) -> Styled:
        """A card as it is printed, with letters where signs cannot be shown; a refused one grey and in parentheses."""
        card, vocabulary = CARD_OF[number], VOCABULARIES[self.names]
        face = vocabulary.ranks[RANK_OF[card]].short + vocabulary.suits[SUIT_OF[card]].short
        if not self._can_show(face):
            face = card_text(card, self.names)
        if refused:
            return Styled(f"({face})", "bright_black")
        return Styled(face, "bold red" if SUIT_OF[card] in RED else "bold")

    def _can_show(self, word: str) -> bool:
        try:
            word.encode(self.console.encoding)
        except UnicodeEncodeError:
            return False
        return True

    def faces(self, numbers: Iterable[int], refused: Iterable[int] = ()) -> Styled:
        """Cards as they are printed, those that are refused marked."""
        grey = set(refused)
        return Styled(" ").join(self.face(number, refused=number in grey) for number in numbers)

    def seat(self, number: int) -> str:
        """A seat in a word."""
        return SEAT_WORDS[Seat(number)](self.language)

    def team(self, number: int) -> str:
        """A team by the letters of its seats."""
        return team_text(Team(number), self.names)

    def term(self, kind: ruleset_pb2.TermKind.ValueType, word: str) -> str:
        """A word of some feature as the catalogue names it; the id itself where it does not."""
        return self.named.get((kind, word), word)

    def step(self, word: str) -> str:
        """A step of some feature as the catalogue names it."""
        return self.named.get((STEP, word), word)

    def trump(self, number: int) -> str:
        """A trump in a word."""
        if self.names in TRUMP_LANGUAGES:
            return TRUMP_WORDS[Trump(number)](self.language)
        return VOCABULARIES[self.names].trumps[Trump(number)].word


def complain(message: str) -> None:
    """One line on standard error."""
    Console(stderr=True, highlight=False).print(f"referee: {message}", markup=False, soft_wrap=True)
