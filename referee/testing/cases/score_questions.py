"""Questions about what a deal scores: the sheet of any deal, and a tally counted at a table."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from belote.referee.v1 import referee_service_pb2 as api
from belote.referee.v1 import score_pb2

from referee.testing.cases.question import Found, Look, Question, Situation, listed, same
from referee.testing.cases.wire_words import (
    UNSET,
    doubling,
    line_words,
    points_words,
    team,
    team_counts,
    team_points,
    team_word,
    trump,
)


def sheet_looks(sheet: Any) -> Mapping[str, Look]:
    """Answers about a score sheet; `sheet` is called when one is looked up."""

    def outcome(text: str) -> Found:
        """`outcome made`."""
        named = score_pb2.Outcome.Name(sheet().outcome).removeprefix("OUTCOME_").lower()
        return same(text, sheet().custom_outcome or named)

    def winner(text: str) -> Found:
        """`winner SN`, or nobody."""
        return same(text, team_word(sheet().winner))

    def capot(text: str) -> Found:
        """`swept SN`: who won all the tricks, or nobody."""
        return same(text, team_word(sheet().capot))

    def counts(text: str) -> Found:
        """`counts SN card_points 90 rule, …`: all that the sides have made; rules may be left out."""
        return _lines(text, sheet().counted)

    def writes(text: str) -> Found:
        """`writes SN tricks 100 rule, …`: all that the sides write down; rules may be left out."""
        return _lines(text, sheet().written)

    def total(text: str) -> Found:
        """`total SN 100 EW 62`."""
        return Found(points_words(team_points(text)), points_words(sheet().totals))

    def waits(text: str) -> Found:
        """`waits 81`: points held over for a later deal."""
        return same(text, str(sheet().reserve_out))

    def forgiven(text: str) -> Found:
        """`forgiven SN`: whose forgotten word was forgiven, or nobody."""
        return listed(text, [team_word(one) for one in sheet().tolerance_used] or ["nobody"])

    return {
        "outcome": outcome,
        "winner": winner,
        "swept": capot,
        "counts": counts,
        "writes": writes,
        "total": total,
        "waits": waits,
        "forgiven": forgiven,
    }


def _lines(text: str, lines: Any) -> Found:
    answered = [line_words(line) for line in lines]
    return listed(text, answered if "/" in text else [words.rpartition(" ")[0] for words in answered])


def read_tally(lines: Situation) -> score_pb2.Tally:
    """A tally from the lines that tell it."""
    tally = score_pb2.Tally(
        taker=team(lines.get("taker", UNSET)),
        trump=trump(lines.get("trump", UNSET)),
        doubling=doubling(lines.get("doubling")),
        card_points=team_points(lines.get("cards")),
        last_trick=team(lines.get("last", UNSET)),
        tricks=team_counts(lines.get("tricks")),
        capot=team(lines.get("capot", UNSET)),
        belotes=team_counts(lines.get("belotes")),
        declarations=team_points(lines.get("declarations")),
        solo=lines.get("solo") == "yes",
        passed_out=lines.get("passed-out") == "yes",
        last_deal=lines.get("last-deal") == "yes",
    )
    match lines.get("target"):
        case "capot":
            tally.target_capot.SetInParent()
        case "generale":
            tally.target_generale.SetInParent()
        case points if points:
            tally.target_points = int(points)
    return tally


class TallyQuestion(Question):
    """What a table counted: `taker`, `cards` by team, `last` trick, and so on, or `passed-out`."""

    SETUP = frozenset(
        {"taker", "trump", "cards", "last", "tricks", "capot", "belotes", "declarations"}
        | {"target", "doubling", "solo", "passed-out", "reserve", "last-deal"}
    )

    def looks(self) -> Mapping[str, Look]:
        """For each key of an answer how to look it up."""
        return sheet_looks(self.ask)

    def ask(self) -> Any:
        """Puts the whole question, for cases that expect it to be refused."""
        return self.sheet

    @cached_property
    def sheet(self) -> Any:
        """The score sheet."""
        request = api.ScoreTallyRequest(ruleset=self.situation.ruleset(), tally=read_tally(self.situation))
        if reserve := self.situation.get("reserve"):
            request.reserve_in = int(reserve)
        return self.referee.ask(request).score_sheet
