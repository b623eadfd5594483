"""What a table with real cards has counted, as flags and answers tell it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from belote.referee.v1 import card_pb2, deal_pb2, score_pb2

from referee.cli.asking import Unanswered
from referee.cli.screen import Screen
from referee.model.text import Text
from referee.notation import UnreadableText, read_team, read_trump, setting_value
from referee.notation.names import folded

A_NUMBER: Final = Text("{word} is no number", "{word} n'est pas un nombre")
TEAM_AND_NUMBER: Final = Text("{word} is not TEAM=NUMBER, such as SN=95", "{word} n'est pas CAMP=NOMBRE, comme SN=95")
A_TEAM: Final = Text("a team: one of {teams}", "un camp parmi {teams}")
A_TARGET: Final = Text(
    "{word} is neither points nor capot nor generale", "{word} n'est ni points, ni capot, ni generale"
)
A_DOUBLING: Final = Text("{word} is neither coinche nor surcoinche", "{word} n'est ni coinche ni surcoinche")

NOTHING: Final = Text("nothing", "rien")

NOBODY: Final = "-"
DOUBLINGS: Final = {"coinche": deal_pb2.DOUBLING_COINCHE, "surcoinche": deal_pb2.DOUBLING_SURCOINCHE}


class Misunderstood(ValueError):
    """A word that is no team, number or trump; the message says what should have been."""


class Count(NamedTuple):
    """A number of one team."""

    team: card_pb2.Team.ValueType
    number: int


class Words:
    """Reads the words of flags and answers."""

    def __init__(self, screen: Screen, teams: Iterable[card_pb2.Team.ValueType]) -> None:
        """Without teams every team is understood."""
        self._screen = screen
        self._teams = tuple(teams)

    def _or_nothing(self, word: str) -> str:
        return word or NOTHING(self._screen.language)

    @contextmanager
    def behind(self, flag: str) -> Iterator[None]:
        """Names the flag in front of what is not understood."""
        try:
            yield
        except Misunderstood as misunderstood:
            raise Unanswered(self._screen.headed(flag, str(misunderstood))) from misunderstood

    def _read(self, read: Callable[[str, str], Any], word: str) -> Any:
        try:
            return int(read(word, self._screen.names))
        except UnreadableText as unreadable:
            first = unreadable.misreadings[0]
            raise Misunderstood(self._screen.headed(first.read, first.expected(self._screen.language))) from unreadable

    def team(self, word: str) -> card_pb2.Team.ValueType:
        """A team of this table by its letters."""
        try:
            team: card_pb2.Team.ValueType = self._read(read_team, word)
        except Misunderstood:
            if not self._teams:
                raise
        else:
            if not self._teams or team in self._teams:
                return team
        expected = A_TEAM.filled(teams=", ".join(map(self._screen.team, self._teams)))
        raise Misunderstood(self._screen.headed(word, expected(self._screen.language)))

    def trump(self, word: str) -> card_pb2.Trump.ValueType:
        """A trump."""
        trump: card_pb2.Trump.ValueType = self._read(read_trump, word)
        return trump

    def number(self, word: str) -> int:
        """A whole number that a message can hold."""
        number = setting_value(word)
        if isinstance(number, bool | str):
            raise Misunderstood(A_NUMBER.filled(word=self._or_nothing(word))(self._screen.language))
        return number

    def count(self, word: str) -> Count:
        """A team and a number, ``SN=95``."""
        team, sign, number = word.partition("=")
        if not sign:
            raise Misunderstood(TEAM_AND_NUMBER.filled(word=word)(self._screen.language))
        return Count(self.team(team), self.number(number))

    def points(self, word: str) -> card_pb2.TeamPoints:
        """Points of a team, ``SN=95``."""
        team, number = self.count(word)
        return card_pb2.TeamPoints(team=team, points=number)

    def tricks(self, word: str) -> card_pb2.TeamCount:
        """Tricks of a team, ``SN=5``."""
        team, number = self.count(word)
        return card_pb2.TeamCount(team=team, count=number)

    def team_or_nobody(self, word: str) -> card_pb2.Team.ValueType:
        """A team, or nobody where there is a dash."""
        return card_pb2.TEAM_NOBODY if word == NOBODY else self.team(word)

    def add_belotes(self, tally: score_pb2.Tally, words: Iterable[str]) -> None:
        """One belote for each team named."""
        for team, count in Counter(map(self.team, words)).items():
            tally.belotes.append(card_pb2.TeamCount(team=team, count=count))

    def doubling(self, word: str) -> deal_pb2.Doubling.ValueType:
        """How often the contract was doubled."""
        found = DOUBLINGS.get(folded(word))
        if found is None:
            raise Misunderstood(A_DOUBLING.filled(word=word)(self._screen.language))
        return found

    def set_target(self, tally: score_pb2.Tally, word: str) -> None:
        """What had to be made: points, ``capot`` or ``generale``."""
        if folded(word) == "capot":
            tally.target_capot.SetInParent()
        elif folded(word) == "generale":
            tally.target_generale.SetInParent()
        else:
            try:
                tally.target_points = self.number(word)
            except Misunderstood:
                raise Misunderstood(A_TARGET.filled(word=self._or_nothing(word))(self._screen.language)) from None
