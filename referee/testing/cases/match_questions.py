"""Questions about a match: totals, reserve, end, winner and next dealer after its deals."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from belote.referee.v1 import card_pb2, score_pb2
from belote.referee.v1 import referee_service_pb2 as api

from referee.testing.cases.files import Line
from referee.testing.cases.question import Found, Look, Question, Situation, same
from referee.testing.cases.score_questions import read_tally
from referee.testing.cases.wire_words import UNSET, points_words, seat, seat_word, team, team_points, team_word

BELOTE = 20
PARTNERS = {team(name): 0 for name in ("SN", "EW")}


class MatchQuestion(Question):
    """The `deal` lines of a match in order, and perhaps its `first-dealer`.

    `deal SN made SN 90 EW 72` is a sheet: taker, outcome, totals; then perhaps `belote SN` when twenty of its total is
    a belote, `capot SN`, `waits 81` for points held over, `forgiven SN`, `times 11` for as many such deals in a row.
    `deal passed` writes nothing. `tally taker SN; cards SN 71 EW 81; last SN` is a deal as a table counted it.
    """

    SETUP = frozenset({"deal", "tally", "first-dealer"})

    def looks(self) -> Mapping[str, Look]:
        """For each key of an answer how to look it up."""
        return {
            "stands": self.stands,
            "ends": self.ends,
            "waits": self.waits,
            "next-dealer": self.next_dealer,
            "counted": self.counted,
        }

    def ask(self) -> object:
        """Puts the whole question, for cases that expect it to be refused."""
        return self.answer

    @cached_property
    def answer(self) -> Any:
        """What the referee answers."""
        request = api.ScoreMatchRequest(
            ruleset=self.situation.ruleset(),
            first_dealer=seat(self.situation.get("first-dealer", UNSET)),
            deals=[deal for line in self.situation.lines for deal in read_deals(line)],
        )
        return self.referee.ask(request)

    def stands(self, text: str) -> Found:
        """`stands SN 1010 EW 1002`: the totals."""
        return Found(points_words(team_points(text)), points_words(self.answer.totals))

    def ends(self, text: str) -> Found:
        """`ends SN`: over, and who has won; `ends drawn`, `ends not yet`, or `ends after one more deal`."""
        if self.answer.over:
            return same(text, "drawn" if self.answer.winner == card_pb2.TEAM_NOBODY else team_word(self.answer.winner))
        return same(text, "after one more deal" if self.answer.deciding_deal_needed else "not yet")

    def waits(self, text: str) -> Found:
        """`waits 81`: points that wait for the next deal."""
        return same(text, str(self.answer.reserve))

    def next_dealer(self, text: str) -> Found:
        """`next-dealer E`, or nobody."""
        return same(text, seat_word(self.answer.next_dealer))

    def counted(self, text: str) -> Found:
        """`counted 3`: deals that count, where the match is of so many."""
        return same(text, str(self.answer.deals_counted))


def read_deals(line: Line) -> list[Any]:
    """The deals that a line of a match stands for."""
    match line.key:
        case "deal":
            text, _, times = line.text.partition(" times ")
            return [api.MatchDeal(score_sheet=read_sheet(text))] * int(times or 1)
        case "tally":
            told = [Line(*part.split(maxsplit=1)) for part in line.text.split(";")]
            return [api.MatchDeal(tally=read_tally(Situation(told)))]
    return []


def read_sheet(text: str) -> score_pb2.ScoreSheet:
    """A score sheet from one line."""
    words = text.replace(",", " ").split()
    sheet = score_pb2.ScoreSheet(capot=card_pb2.TEAM_NOBODY)
    totals: dict[Any, int] = {}
    if words[0] not in ("passed", "redeal"):
        sheet.contract.team = team(words.pop(0))
    sheet.outcome = score_pb2.Outcome.Value(f"OUTCOME_{words.pop(0).upper()}")
    belotes: dict[Any, int] = {}
    while words:
        word, value = words.pop(0), words.pop(0)
        match word:
            case "belote":
                belotes[team(value)] = BELOTE
            case "capot":
                sheet.capot = team(value)
            case "waits":
                sheet.reserve_out = int(value)
            case "forgiven":
                sheet.tolerance_used.append(team(value))
            case _:
                totals[team(word)] = int(value)
    if totals.keys() <= PARTNERS.keys():
        totals = PARTNERS | totals
    for one, total in totals.items():
        sheet.totals.append(card_pb2.TeamPoints(team=one, points=total))
        belote = belotes.get(one, 0)
        for kind, points in (("TRICKS", total - belote), ("BELOTE", belote)):
            if points:
                line = score_pb2.ScoreLine(team=one, points=points)
                line.kind = score_pb2.ScoreLineKind.Value(f"SCORE_LINE_KIND_{kind}")
                sheet.written.append(line)
    return sheet
