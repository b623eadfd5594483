"""One line of a text, read token by token."""

from collections.abc import Callable
from typing import Final, TypeVar

from referee.model.card import Card
from referee.model.text import Text
from referee.notation.names import Naming
from referee.notation.tokens import QUOTED, WORD, Token, value_of
from referee.notation.unreadable import Misreading

T = TypeVar("T")

A_SETTING: Final = Text("name=value", "nom=valeur")


class Line:
    """The tokens of a line and how far they are read. What cannot be read goes into ``wrong``, and reading goes on."""

    def __init__(self, number: int, tokens: list[Token], naming: Naming) -> None:
        self.number = number
        self.naming = naming
        self.wrong: list[Misreading] = []
        self._tokens = tokens
        self._place = 0

    def misread(self, read: str, expected: Text) -> None:
        """Notes that something else should stand here."""
        self.wrong.append(Misreading(self.number, read, expected))

    @property
    def left(self) -> bool:
        """Whether something is left to read."""
        return self._place < len(self._tokens)

    def sees(self, kind: str, ahead: int = 0) -> bool:
        """Whether the next token, or one further ahead, is of this kind."""
        place = self._place + ahead
        return place < len(self._tokens) and self._tokens[place].kind == kind

    def sees_word(self, *words: str) -> bool:
        """Whether one of these bare words stands next."""
        return self.sees(WORD) and self._tokens[self._place].text in words

    def next(self) -> Token:
        """The next token; past the end of the line an empty one of no kind."""
        if not self.left:
            return Token("", "", "")
        self._place += 1
        return self._tokens[self._place - 1]

    def skip(self, kind: str) -> bool:
        """Leaves the next token behind if it is of this kind."""
        found = self.sees(kind)
        self._place += found
        return found

    def leave_parentheses(self) -> None:
        """Leaves behind what stands in parentheses next."""
        if self.skip("("):
            while self.left and self.next().kind != ")":
                pass

    def rest(self) -> str:
        """All that is left, as it stands there."""
        return " ".join(token.source for token in self._tokens[self._place :])

    def word(self, expected: Text) -> str | None:
        """A word, in quotation marks or not."""
        token = self.next()
        if token.kind in (WORD, QUOTED):
            return token.text
        self.misread(token.source, expected)
        return None

    def named(self, find: Callable[[str], T | None], expected: Text) -> T | None:
        """The thing that the next, bare word names."""
        token = self.next()
        found = find(token.text) if token.kind == WORD else None
        if found is None:
            self.misread(token.source, expected)
        return found

    def named_if_next(self, find: Callable[[str], T | None]) -> T | None:
        """The thing that the next word names, if it does; the seat before a colon is left for the next action."""
        if not self.sees(WORD) or self.sees(":", 1):
            return None
        found = find(self._tokens[self._place].text)
        self._place += found is not None
        return found

    def card(self) -> Card | None:
        """A card."""
        return self.named(self.naming.card, self.naming.a_card)

    def cards(self) -> list[Card]:
        """All that is left, as cards."""
        cards = []
        while self.left:
            card = self.card()
            if card is not None:
                cards.append(card)
        return cards

    def setting(self) -> tuple[str, bool | int | str] | None:
        """A name, a sign of equality, a value."""
        name = self.next()
        if name.kind not in (WORD, QUOTED) or not self.skip("="):
            self.misread(name.source, A_SETTING)
            return None
        if not self.sees(WORD) and not self.sees(QUOTED):
            self.misread(f"{name.source}=", A_SETTING)
            return None
        return name.text, value_of(self.next())
