"""The questions that a counter at a table is asked, each again until its answer makes sense."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import typer
from belote.referee.v1 import card_pb2, score_pb2

from referee.cli.asking import Unanswered
from referee.cli.screen import Screen
from referee.cli.table import Teams
from referee.cli.tallies import Misunderstood, Words
from referee.model.text import Text
from referee.notation.names import folded

PASSED: Final = "0"
NO: Final = ("", "no", "non", "n", "-", PASSED)
LAST: Final = ("last", "dernière", "derniere")

EXPLAINED: Final = Text(
    "Who has taken? A team ({teams}); 0 when everybody has passed; last before the last deal; nothing to end.",
    "Qui a pris ? Un camp ({teams}) ; 0 si tout le monde a passé ; « dernière » avant la dernière donne ; "
    "rien pour finir.",
)
TAKER: Final = Text("deal {number}, taker", "donne {number}, preneur")
ENDING: Final = Text(": ", " : ")
"""What ends a question."""

FIELD: Final = re.compile(r"(?:deals\[\d+\]\.)?tally\.(\w+)")
"""Where a refused answer stands in a request."""

AGAIN: Final = Text("  no: {why}", "  non : {why}")


class Question(NamedTuple):
    """What is asked, which fields of the tally the answer fills, and how."""

    fields: tuple[str, ...]
    asks: Text
    fill: Callable[[Words, score_pb2.Tally, str], None]
    when: Callable[[score_pb2.Tally], bool] = lambda _: True
    """Whether the answers so far leave it to be asked."""


def _who(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    tally.taker = words.team(answer)


def _trump(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    if answer:
        tally.trump = words.trump(answer)


def _points(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    points = [
        words.points(word) if "=" in word else card_pb2.TeamPoints(team=tally.taker, points=words.number(word))
        for word in answer.split() or [answer]
    ]
    tally.card_points.extend(points)


def _last_trick(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    tally.last_trick = words.team(answer)


def _belotes(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    words.add_belotes(tally, answer.split())


def _capot(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    tally.capot = words.team_or_nobody(answer or "-")


def _tricks(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    tally.tricks.extend([words.tricks(word) for word in answer.split()])


def _declarations(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    tally.declarations.extend([words.points(word) for word in answer.split()])


def _target(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    target, *more = answer.split() or [""]
    doubling = [words.doubling(word) for word in more]
    words.set_target(tally, target)
    for one in doubling:
        tally.doubling = one


def _solo(words: Words, tally: score_pb2.Tally, answer: str) -> None:
    tally.solo = folded(answer) not in NO


TRUMP: Final = Question(("trump",), Text("trump (nothing: a suit)", "atout (rien : une couleur)"), _trump)
TARGET: Final = Question(
    ("target", "doubling"),
    Text("bid (80, 80 coinche, capot, générale surcoinche)", "contrat (80, 80 coinche, capot, générale surcoinche)"),
    _target,
)
POINTS: Final = Question(
    ("card_points",),
    Text(
        "card points of the taker's side without the last ten (or {other}=…)",
        "points des cartes du preneur sans le dix de der (ou {other}=…)",
    ),
    _points,
)
POINTS_OF_EACH: Final = POINTS._replace(
    asks=Text(
        "card points of each without the last ten ({all})", "points des cartes de chacun sans le dix de der ({all})"
    )
)
LAST_TRICK: Final = Question(("last_trick",), Text("last trick", "dernier pli"), _last_trick)
BELOTES: Final = Question(("belotes",), Text("belote (nothing: nobody)", "belote (rien : personne)"), _belotes)
DECLARATIONS: Final = Question(
    ("declarations",),
    Text("declarations, {other}=… (nothing: none)", "annonces, {other}=… (rien : aucune)"),
    _declarations,
)
CAPOT: Final = Question(
    ("capot", "tricks"), Text("all tricks to (nothing: neither)", "tous les plis à (rien : personne)"), _capot
)
TRICKS: Final = Question(("tricks", "capot"), Text("tricks ({all})", "plis ({all})"), _tricks)
SOLO: Final = Question(
    ("solo",),
    Text("won by the bidder alone (nothing: no)", "à lui seul (rien : non)"),
    _solo,
    lambda tally: tally.HasField("target_generale"),
)

WHO: Final = Question(("taker", "passed_out"), TAKER, _who)
"""The first question once more, when the referee refuses its answer; it then counts the points of another side."""

PAIR: Final = 2
"""Where so many sides play, a capot leaves no trick to the other."""


class Questions(NamedTuple):
    """What is asked of every deal, and what only when the referee misses it."""

    always: tuple[Question, ...]
    missed: tuple[Question, ...]

    @property
    def points(self) -> Question:
        """The one that is asked again where another side has taken."""
        return next(one for one in self.always if one.fields == POINTS.fields)


def questions(teams: Teams, *, bids: bool, each: bool, declares: bool) -> Questions:
    """What a deal of these teams is asked: whether for a bid, the points of each, declarations."""
    tricks = CAPOT if len(teams) == PAIR else TRICKS
    always = [TRUMP, *([TARGET] if bids else []), POINTS_OF_EACH if each else POINTS, LAST_TRICK, BELOTES]
    always += [DECLARATIONS] if declares else []
    always += [SOLO] if bids else []
    return Questions(tuple(always), (tricks, TARGET, DECLARATIONS, SOLO))


class Asked(NamedTuple):
    """A deal as it was told, and its score."""

    tally: score_pb2.Tally
    sheet: score_pb2.ScoreSheet


class Interview:
    """Asks for deals. What cannot be understood, or the referee refuses, is asked again with the reason."""

    def __init__(self, screen: Screen, teams: Teams, asked: Questions) -> None:
        self._screen = screen
        self._words = Words(screen, teams)
        self._teams = [screen.team(team) for team in teams]
        self._number = 1
        self._asked = asked

    def explain(self) -> None:
        """What the first question of each deal takes."""
        self._screen.say(EXPLAINED, teams=", ".join(self._teams))

    def deal(self, number: int, score: Callable[[score_pb2.Tally], score_pb2.ScoreSheet]) -> Asked | None:
        """The next deal and its score; None when there is none, or the answers end in the midst of it."""
        self._number = number
        tally = score_pb2.Tally()
        try:
            if not self._taker(number, tally):
                return None
            if not tally.passed_out:
                for question in self._asked.always:
                    if question.when(tally):
                        self._ask(question, tally)
            while True:
                try:
                    return Asked(tally, score(tally))
                except Unanswered as refused:
                    self._correct(refused, tally)
        except typer.Abort:
            self._screen.show()
            return None

    def _correct(self, refused: Unanswered, tally: score_pb2.Tally) -> None:
        """Asks again what the referee refuses; raises the refusal itself where no question is about it."""
        again = self._about(refused, tally)
        if not again:
            raise refused
        for question in again:
            for field in question.fields:
                tally.ClearField(field)  # type: ignore[arg-type]  # the stub lists every name as a literal
            if question.when(tally):
                self._ask(question, tally)

    def _about(self, refused: Unanswered, tally: score_pb2.Tally) -> list[Question]:
        """The questions whose answers the referee refuses, after it has said why."""
        again: list[Question] = []
        every = (WHO, *self._asked.always, *self._asked.missed)
        for path, why in refused.fields:
            found = FIELD.match(path)
            question = next((one for one in every if found and found[1] in one.fields), None)
            if question is not None:
                self._screen.say(AGAIN, why=why)
                if question not in again:
                    again.append(question)
        if WHO in again:
            follow = self._asked.always if tally.passed_out else (self._asked.points,)
            again = list(dict.fromkeys((WHO, *follow, *again)))
        if TARGET in again and SOLO not in again:
            again.append(SOLO)
        return again

    def _taker(self, number: int, tally: score_pb2.Tally) -> bool:
        """Who took, or that everybody passed; False when nobody tells."""
        while True:
            answer = self._prompt(TAKER.filled(number=number))
            if answer.casefold() in LAST:
                tally.last_deal = True
                continue
            if answer == PASSED:
                tally.passed_out = True
                return True
            if not answer:
                return False
            try:
                tally.taker = self._words.team(answer)
            except Misunderstood as misunderstood:
                self._screen.say(AGAIN, why=str(misunderstood))
            else:
                return True

    def _ask(self, question: Question, tally: score_pb2.Tally) -> None:
        taker = self._screen.team(tally.taker) if tally.taker else ""
        others = [team for team in self._teams if team != taker]
        asks = question.asks.filled(
            other=next(reversed(others), ""), all=" ".join(f"{team}=…" for team in self._teams), number=self._number
        )
        while True:
            try:
                question.fill(self._words, tally, self._prompt(asks))
            except Misunderstood as misunderstood:
                self._screen.say(AGAIN, why=str(misunderstood))
            else:
                return

    def _prompt(self, text: Text) -> str:
        answer: str = typer.prompt(
            text(self._screen.language), default="", show_default=False, prompt_suffix=ENDING(self._screen.language)
        )
        return answer.strip()
