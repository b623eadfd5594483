"""What every kind of question has: the situation it is asked in, and answers to look up by key."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple, TypeAlias

from belote.referee.v1.ruleset_pb2 import Ruleset

from referee.testing.cases.asking import Referee, TurnedAway
from referee.testing.cases.files import Line, Miswritten
from referee.testing.cases.wire_words import entries, in_order, ruleset

DEFAULT_PRESET = "ffb_classic"


class Found(NamedTuple):
    """What a case expects under one key, and what the referee said, in the same words."""

    expected: str
    answered: str


Look: TypeAlias = Callable[[str], Found]


class Situation:
    """The lines of a case that set it up, by key, and the rules it is asked under."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = tuple(lines)

    def __contains__(self, key: str) -> bool:
        return any(line.key == key for line in self.lines)

    def all(self, key: str) -> list[str]:
        """The texts of every line with this key."""
        return [line.text for line in self.lines if line.key == key]

    def get(self, key: str, otherwise: str = "") -> str:
        """The text of the one line with this key."""
        found = self.all(key)
        if len(found) > 1:
            raise Miswritten(f"{key} stands here twice")
        return found[0] if found else otherwise

    @property
    def preset(self) -> str:
        """The preset asked for."""
        return self.get("preset", DEFAULT_PRESET)

    @property
    def options(self) -> list[str]:
        """The departures from the preset."""
        return self.all("options")

    @property
    def features(self) -> list[str]:
        """What is added to the preset."""
        return self.all("features")

    def rules(self) -> list[str]:
        """The rules as the lines of a record name them."""
        features, options = (f"features {text}" for text in self.features), (f"options {text}" for text in self.options)
        return [f"preset {self.preset}", *features, *options]

    def ruleset(self) -> Ruleset:
        """The rules as a request names them."""
        return ruleset(self.rules())


class Question:
    """One situation put to a referee. A kind of question says which keys set it up and which answers it can look up."""

    SETUP: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, referee: Referee, situation: Situation) -> None:
        self.referee = referee
        self.situation = situation

    @property
    def seated(self) -> str:
        """The seats of the table in the order of play."""
        return self.referee.seats(self.situation.preset)

    def looks(self) -> Mapping[str, Look]:
        """For each key of an answer how to look it up."""
        raise NotImplementedError

    def ask(self) -> object:
        """Puts the whole question, for cases that expect it to be refused."""
        raise NotImplementedError

    def refused(self, text: str) -> Found:
        """`refused REASON word …`: status or reason in capitals, and words that the refusal must mention."""
        words = text.split()
        try:
            self.ask()
        except TurnedAway as away:
            named = {away.status, away.reason}
            return Found(text, " ".join(word for word in words if word in named or word in away.said) or str(away))
        return Found(text, "answered")


def same(text: str, answered: str) -> Found:
    """One text, compared as it is."""
    return Found(" ".join(text.split()), answered)


def listed(text: str, answered: Sequence[str]) -> Found:
    """Entries in any order; `nothing` is none."""
    expected = [] if text == "nothing" else [" ".join(words) for words in entries(text)]
    return Found(in_order(expected) or "nothing", in_order(answered) or "nothing")
