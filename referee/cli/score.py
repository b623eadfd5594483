"""`referee score`: the score of a deal played with real cards, or of a whole match, deal by deal."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Final

import typer
from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2, score_pb2

from referee.cli.asking import Referee, Unanswered
from referee.cli.catalogue import Catalogue, catalogue_of
from referee.cli.flags import (
    DEFAULT_PRESET,
    Features,
    Lang,
    Language,
    Names,
    Options,
    Preset,
    Target,
    asking,
    naming,
    ruleset,
)
from referee.cli.questions import Interview, Questions, questions
from referee.cli.screen import Screen
from referee.cli.sheets import show_sheet, totals_words
from referee.cli.table import Teams, teams_of
from referee.cli.tallies import Words
from referee.model.text import Text

MATCH: Final = Text("match: {totals}", "partie : {totals}")
RESERVE: Final = Text("in the reserve: {points}", "en réserve : {points}")
WON: Final = Text("The match is over: {team} has won.", "La partie est finie : {team} a gagné.")
DRAWN: Final = Text("The match is over: nobody has won.", "La partie est finie : personne n'a gagné.")
LARGEST_NUMBER: Final = 2**31 - 1
"""More than this no message holds."""

FLAGS: Final = {
    r"tally\.taker": "--taker",
    r"tally\.card_points": "--points",
    r"tally\.last_trick": "--last-trick",
    r"tally\.belotes": "--belote",
    r"tally\.trump": "--trump",
    r"tally\.tricks": "--tricks",
    r"tally\.capot": "--capot",
    r"tally\.declarations": "--declared",
    r"tally\.target": "--bid",
    r"tally\.doubling": "--doubling",
    r"tally\.solo": "--solo",
    r"tally\.passed_out": "--passed-out",
    r"tally\.last_deal": "--last-deal",
    "reserve_in": "--reserve",
    r"ruleset\.preset": "--preset",
    r"ruleset\.features": "--feature",
    r"ruleset\.options": "--option",
}
"""The flag that fills each field of the request."""

SOME_POINTS: Final = 50
"""As many as any side may have."""

ONE_MORE: Final = Text("One more deal must decide.", "Une donne de plus décidera.")


def score(
    taker: Annotated[str | None, typer.Option(metavar="TEAM", help="Team of the taker, such as SN or EW.")] = None,
    points: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEAM=NUMBER", help="Card points without the ten of the last trick, of all teams or all but one."
        ),
    ] = None,
    last_trick: Annotated[str | None, typer.Option(metavar="TEAM", help="Team that won the last trick.")] = None,
    belote: Annotated[list[str] | None, typer.Option(metavar="TEAM", help="Team whose belote counts.")] = None,
    trump: Annotated[str | None, typer.Option(help="The trump, where the score depends on it.")] = None,
    tricks: Annotated[list[str] | None, typer.Option(metavar="TEAM=NUMBER", help="Tricks won.")] = None,
    capot: Annotated[str | None, typer.Option(metavar="TEAM", help="Team that won all tricks; - for neither.")] = None,
    declared: Annotated[
        list[str] | None, typer.Option(metavar="TEAM=NUMBER", help="Points of the declarations that count.")
    ] = None,
    bid: Annotated[str | None, typer.Option(help="What had to be made: points, capot or generale.")] = None,
    doubling: Annotated[str | None, typer.Option(help="coinche or surcoinche.")] = None,
    solo: Annotated[bool, typer.Option("--solo", help="The bidder alone won all tricks.")] = False,
    passed_out: Annotated[bool, typer.Option("--passed-out", help="Everybody passed.")] = False,
    last_deal: Annotated[bool, typer.Option("--last-deal", help="This is the last deal of the match.")] = False,
    reserve: Annotated[int, typer.Option(min=0, max=LARGEST_NUMBER, help="Points held over from earlier deals.")] = 0,
    preset: Preset = DEFAULT_PRESET,
    feature: Features = None,
    option: Options = None,
    names: Names = None,
    lang: Lang = Language.en,
    target: Target = None,
) -> None:
    """Score a deal played with real cards; without figures, ask for a whole match, deal by deal.

    Exit status: 0, or 2 when the figures cannot be scored.
    """
    rules = ruleset(preset, feature, option)
    plain = Screen(naming(names, lang), lang.value)
    figures = [taker, points, last_trick, belote, trump, tricks, capot, declared, bid, doubling]
    with asking(target, lang.value) as referee, _by_flag(plain):
        catalogue = catalogue_of(referee)
        screen = Screen.of(catalogue, plain.names, plain.language)
        if not (any(figures) or solo or passed_out or last_deal or reserve):
            _Match(referee, catalogue, rules, screen).play()
            return
        tally = score_pb2.Tally(solo=solo, passed_out=passed_out, last_deal=last_deal)
        words = Words(screen, teams_of(referee, rules))
        _fill(tally, words, taker, last_trick, trump, capot, bid, doubling)
        _fill_counts(tally, words, points, belote, tricks, declared)
        show_sheet(_scored(referee, rules, reserve, tally), screen, claimed=True)


@contextmanager
def _by_flag(screen: Screen) -> Iterator[None]:
    """Turns what is refused in a field of the request into what is refused in the flag that filled it."""
    try:
        yield
    except Unanswered as refused:
        if not refused.fields:
            raise
        said = [screen.headed(_flag(path), why) for path, why in refused.fields]
        raise Unanswered("\n".join(said)) from refused


def _flag(path: str) -> str:
    """The flag behind a path; the path itself where no flag is."""
    return next((flag for prefix, flag in FLAGS.items() if re.match(rf"{prefix}\b", path)), path)


def _fill(
    tally: score_pb2.Tally,
    words: Words,
    taker: str | None,
    last_trick: str | None,
    trump: str | None,
    capot: str | None,
    bid: str | None,
    doubling: str | None,
) -> None:
    if taker:
        with words.behind("--taker"):
            tally.taker = words.team(taker)
    if last_trick:
        with words.behind("--last-trick"):
            tally.last_trick = words.team(last_trick)
    if trump:
        with words.behind("--trump"):
            tally.trump = words.trump(trump)
    if capot:
        with words.behind("--capot"):
            tally.capot = words.team_or_nobody(capot)
    if bid:
        with words.behind("--bid"):
            words.set_target(tally, bid)
    if doubling:
        with words.behind("--doubling"):
            tally.doubling = words.doubling(doubling)


def _fill_counts(
    tally: score_pb2.Tally,
    words: Words,
    points: list[str] | None,
    belote: list[str] | None,
    tricks: list[str] | None,
    declared: list[str] | None,
) -> None:
    with words.behind("--points"):
        tally.card_points.extend(map(words.points, points or ()))
    with words.behind("--tricks"):
        tally.tricks.extend(map(words.tricks, tricks or ()))
    with words.behind("--declared"):
        tally.declarations.extend(map(words.points, declared or ()))
    with words.behind("--belote"):
        words.add_belotes(tally, belote or ())


def _scored(referee: Referee, rules: ruleset_pb2.Ruleset, reserve: int, tally: score_pb2.Tally) -> score_pb2.ScoreSheet:
    request = referee_service_pb2.ScoreTallyRequest(ruleset=rules, tally=tally, reserve_in=reserve)
    sheet = referee.ask("ScoreTally", request, referee_service_pb2.ScoreTallyResponse).score_sheet
    if not tally.trump and sheet.HasField("contract"):
        sheet.contract.ClearField("trump")  # nobody has told it, and the sheet would name some suit
    return sheet


class _Match:
    """A match at a table, deal by deal, until it is over or nobody answers any more."""

    def __init__(self, referee: Referee, catalogue: Catalogue, rules: ruleset_pb2.Ruleset, screen: Screen) -> None:
        self._referee = referee
        self._catalogue = catalogue
        self._rules = rules
        self._screen = screen
        self._tallies: list[score_pb2.Tally] = []

    def play(self) -> None:
        """Asks for one deal after the other and shows where the match stands."""
        standing = self._standing()
        teams = [one.team for one in standing.totals]
        interview = Interview(self._screen, teams, self._questions(teams, standing))
        interview.explain()
        while not standing.over:
            scored = partial(_scored, self._referee, self._rules, standing.reserve)
            told = interview.deal(len(self._tallies) + 1, scored)
            if told is None:
                break
            tally, sheet = told
            self._tallies.append(tally)
            show_sheet(sheet, self._screen, claimed=True)
            standing = self._standing()
            self._show(standing)
        self._end(standing)

    def _standing(self) -> referee_service_pb2.ScoreMatchResponse:
        deals = [referee_service_pb2.MatchDeal(tally=tally) for tally in self._tallies]
        request = referee_service_pb2.ScoreMatchRequest(ruleset=self._rules, deals=deals)
        return self._referee.ask("ScoreMatch", request, referee_service_pb2.ScoreMatchResponse)

    def _declares(self, standing: referee_service_pb2.ScoreMatchResponse) -> bool:
        """Whether the features in use know any declaration."""
        features = {one.id for one in standing.ruleset.features}
        return any(
            term.kind == ruleset_pb2.TERM_KIND_DECLARATION and term.feature in features
            for term in self._catalogue.terms
        )

    def _questions(self, teams: Teams, standing: referee_service_pb2.ScoreMatchResponse) -> Questions:
        """What must be asked, as the referee tells what it misses where one side alone is told of."""
        team = teams[0]
        points = [card_pb2.TeamPoints(team=team, points=SOME_POINTS)]
        missed = self._missed(score_pb2.Tally(taker=team, card_points=points, last_trick=team))
        return questions(
            teams, bids="target" in missed, each="card_points" in missed, declares=self._declares(standing)
        )

    def _missed(self, tally: score_pb2.Tally) -> set[str]:
        try:
            _scored(self._referee, self._rules, 0, tally)
        except Unanswered as refused:
            return {path.removeprefix("tally.") for path, _ in refused.fields}
        return set()

    def _show(self, standing: referee_service_pb2.ScoreMatchResponse) -> None:
        self._screen.say(MATCH, totals=totals_words(standing.totals, self._screen))
        if standing.reserve:
            self._screen.say(RESERVE, points=standing.reserve)
        if standing.deciding_deal_needed:
            self._screen.say(ONE_MORE)

    def _end(self, standing: referee_service_pb2.ScoreMatchResponse) -> None:
        if not standing.over:
            self._show(standing)
        elif standing.winner == card_pb2.TEAM_NOBODY:
            self._screen.say(DRAWN)
        else:
            self._screen.say(WON, team=self._screen.team(standing.winner))
