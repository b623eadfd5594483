"""Text as a record: every line is read, and everything wrong with it is told at once."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Final, NamedTuple

from referee.model.action import Action, Take
from referee.model.card import SUIT_OF, Card
from referee.model.deal import Deal, RulesetChoice
from referee.model.seat import Seat, Team
from referee.model.text import Text
from referee.model.trump import trump_of
from referee.notation.actions import TakeTurnUp, read_call, read_play, read_step
from referee.notation.line import Line
from referee.notation.names import ENGLISH, NAMINGS
from referee.notation.tokens import WORD, Token, number_of, tokens
from referee.notation.unreadable import Misreading, UnreadableText

LARGEST_TRICK: Final = len(Seat)

A_NAMING: Final = Text(f"one of {', '.join(NAMINGS)}", f"un mot parmi {', '.join(NAMINGS)}")
AN_ID: Final = Text("an id", "un identifiant")
A_NUMBER: Final = Text("a whole number", "un nombre entier")
AN_EQUALS_SIGN: Final = Text("=", "=")
EACH_TEAM_ONCE: Final = Text("each team once", "chaque camp une seule fois")
YES_OR_NO: Final = Text("yes or no", "yes ou no")
BYTES: Final = Text("bytes in hexadecimal", "des octets en hexadécimal")
NOTHING_MORE: Final = Text("nothing more on this line", "rien de plus sur cette ligne")
NOT_AGAIN: Final = Text("this only once", "ceci une seule fois")
TRUMP_OF_TAKE: Final = Text(
    "the trump after take, since no turn-up is named", "l'atout après take, puisque aucune retourne n'est nommée"
)


class _ActionLine(NamedTuple):
    """A line of calls, cards or steps: what it holds, where it stands, how many; None where some were unreadable."""

    key: str
    number: int
    actions: int | None


class _Record:
    """A record as far as it is read."""

    def __init__(self) -> None:
        self.wrong: list[Misreading] = []
        self.given: set[str] = set()
        self.preset: str | None = None
        self.features: list[str] = []
        self.options: list[tuple[str, bool | int | str]] = []
        self.dealer: Seat | None = None
        self.deck: list[Card] = []
        self.hands: dict[Seat, tuple[Card, ...]] = {}
        self.turn_up: Card = 0
        self.reserve: int | None = None
        self.totals: dict[Team, int] = {}
        self.last_deal = False
        self.seal = b""
        self.actions: list[Action | TakeTurnUp] = []
        self.action_lines: list[_ActionLine] = []

    def read(self, line: Line) -> None:
        """One line that is not empty: its key, then what the key asks for."""
        token = line.next()
        section = _SECTIONS.get(token.text) if token.kind == WORD else None
        if section is None:
            line.misread(token.source, A_SECTION)
        elif token.text in _ONCE and token.text in self.given:
            line.misread(token.source, NOT_AGAIN)
        else:
            self.given.add(token.text)
            line.skip(":")
            section(self, line)
            if line.left:
                line.misread(line.rest(), NOTHING_MORE)
        self.wrong += line.wrong

    def read_preset(self, line: Line) -> None:
        self.preset = line.word(AN_ID)

    def read_features(self, line: Line) -> None:
        while line.left:
            feature = line.word(AN_ID)
            if feature is not None:
                self.features.append(feature)

    def read_options(self, line: Line) -> None:
        while line.left:
            option = line.setting()
            if option is not None:
                self.options.append(option)

    def read_dealer(self, line: Line) -> None:
        self.dealer = line.named(line.naming.seat, line.naming.a_seat)

    def read_deck(self, line: Line) -> None:
        self.deck = line.cards()

    def read_hand(self, line: Line) -> None:
        seat = line.named(line.naming.seat, line.naming.a_seat)
        line.skip(":")
        cards = tuple(line.cards())
        if seat in self.hands:
            line.misread(f"hand {line.naming.seats[seat]}", NOT_AGAIN)
        elif seat is not None:
            self.hands[seat] = cards

    def read_turn_up(self, line: Line) -> None:
        self.turn_up = line.card() or 0

    def read_reserve(self, line: Line) -> None:
        self.reserve = line.named(number_of, A_NUMBER)

    def read_totals(self, line: Line) -> None:
        while line.left:
            team = line.named(line.naming.team, line.naming.a_team)
            if not line.skip("="):
                line.misread(line.next().source, AN_EQUALS_SIGN)
                continue
            points = line.named(number_of, A_NUMBER)
            if team in self.totals:
                line.misread(line.naming.teams[team], EACH_TEAM_ONCE)
            elif team is not None and points is not None:
                self.totals[team] = points

    def read_last_deal(self, line: Line) -> None:
        self.last_deal = bool(line.named({"yes": True, "no": False}.get, YES_OR_NO))

    def read_seal(self, line: Line) -> None:
        self.seal = line.named(_bytes, BYTES) or b""

    def read_calls(self, line: Line) -> None:
        self.read_actions("calls", line, read_call)

    def read_trick(self, line: Line) -> None:
        self.read_actions("trick", line, read_play)

    def read_step(self, line: Line) -> None:
        self.read_actions("step", line, read_step)

    def read_actions(
        self, key: str, line: Line, read: Callable[[Line, Seat | None], Action | TakeTurnUp | None]
    ) -> None:
        before = len(self.actions)
        while line.left:
            seat = None
            if line.sees(":", 1):
                seat = line.named(line.naming.seat, line.naming.a_seat)
                line.skip(":")
            action = read(line, seat)
            if action is not None:
                self.actions.append(action)
        self.action_lines.append(_ActionLine(key, line.number, None if line.wrong else len(self.actions) - before))

    def _judge_tricks(self) -> None:
        """Tricks in a row are equally long: a card left out would move all that follow to another seat."""
        for key, together in groupby(self.action_lines, lambda line: line.key):
            tricks = [*together]
            full = min(LARGEST_TRICK, max(trick.actions or 0 for trick in tricks))
            expected = Text(f"{full} cards in this trick", f"{full} cartes dans ce pli")
            for trick in tricks:
                if key == "trick" and trick.actions is not None:
                    too_few = trick.actions < full and trick is not tricks[-1]
                    if too_few or trick.actions > full:
                        self.wrong.append(Misreading(trick.number, str(trick.actions), expected))

    def _settled(self, action: Action | TakeTurnUp) -> Action | None:
        if not isinstance(action, TakeTurnUp):
            return action
        if self.turn_up:
            return Take(trump_of(SUIT_OF[self.turn_up]), action.seat)
        if "turn-up" not in self.given:
            self.wrong.append(Misreading(action.line, "take", TRUMP_OF_TAKE))
        return None

    def finished(self, last_line: int) -> Deal:
        """The record, if nothing is wrong."""
        self._judge_tricks()
        settled = [self._settled(action) for action in self.actions]
        for key in ("preset", "dealer"):
            if key not in self.given:
                self.wrong.append(Misreading(last_line, "", Text(f"a {key} line", f"une ligne {key}")))
        if self.wrong or self.preset is None or self.dealer is None:
            raise UnreadableText(self.wrong)
        return Deal(
            choice=RulesetChoice(self.preset, tuple(self.features), tuple(self.options)),
            dealer=self.dealer,
            deck=tuple(self.deck),
            hands=self.hands,
            turn_up=self.turn_up,
            actions=tuple(action for action in settled if action is not None),
            reserve_in=self.reserve,
            totals_in=self.totals,
            last_deal=self.last_deal,
            seal=self.seal,
        )


def _bytes(word: str) -> bytes | None:
    return bytes.fromhex(word) if re.fullmatch(r"(?:[0-9a-fA-F]{2})+", word) else None


_SECTIONS: Final[dict[str, Callable[[_Record, Line], None]]] = {
    "preset": _Record.read_preset,
    "features": _Record.read_features,
    "options": _Record.read_options,
    "dealer": _Record.read_dealer,
    "deck": _Record.read_deck,
    "turn-up": _Record.read_turn_up,
    "hand": _Record.read_hand,
    "reserve": _Record.read_reserve,
    "totals": _Record.read_totals,
    "last-deal": _Record.read_last_deal,
    "seal": _Record.read_seal,
    "calls": _Record.read_calls,
    "trick": _Record.read_trick,
    "step": _Record.read_step,
}
_ONCE: Final = {"preset", "dealer", "deck", "turn-up", "reserve", "totals", "last-deal", "seal"}
_KEYS: Final = ", ".join(["names", *_SECTIONS])
A_SECTION: Final = Text(f"a line that begins with one of {_KEYS}", f"une ligne qui commence par un mot parmi {_KEYS}")


def _names_of(lines: list[tuple[int, list[Token]]], otherwise: str) -> str:
    """The names that the text says it uses, else the given ones."""
    named = [(number, found) for number, found in lines if found[0].text == "names"]
    if not named:
        return otherwise
    (number, (_, *words)), *again = named
    wrong = [Misreading(second, "names", NOT_AGAIN) for second, _ in again]
    said = "".join(token.text for token in words if token.kind != ":")
    if said not in NAMINGS:
        wrong.append(Misreading(number, said, A_NAMING))
    if wrong:
        raise UnreadableText(wrong)
    return said


def _lines(text: str) -> tuple[list[tuple[int, list[Token]]], list[Misreading]]:
    """The lines that hold something, as tokens, and those that cannot be read at all."""
    lines: list[tuple[int, list[Token]]] = []
    wrong: list[Misreading] = []
    for number, written in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), start=1):
        try:
            found = [*tokens(written, number)]
        except UnreadableText as unreadable:
            wrong += unreadable.misreadings
            continue
        if found:
            lines.append((number, found))
    return lines, wrong


def names_in(text: str, otherwise: str = ENGLISH) -> str:
    """The names that a text says it uses, else the given ones. Raises UnreadableText."""
    return _names_of(_lines(text)[0], otherwise)


def read_deal(text: str, names: str = ENGLISH) -> Deal:
    """The record that a text describes; ``names`` holds where the text names none. Raises UnreadableText."""
    lines, wrong = _lines(text)
    record = _Record()
    record.wrong += wrong
    naming = NAMINGS[_names_of(lines, names)]
    for number, found in lines:
        if found[0].text != "names":
            record.read(Line(number, found, naming))
    return record.finished(lines[-1][0] if lines else 1)
