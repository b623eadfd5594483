"""What every score sheet shows: sums that agree, lines of known kinds, rules of the catalogue."""

from collections.abc import Iterable
from typing import Final

from referee.model.position import Phase
from referee.model.refusal import Refused
from referee.model.score import LineKind, Outcome, ScoreLine, ScoreSheet, Tally
from referee.model.seat import TEAM_LETTERS
from referee.model.term import TermKind
from referee.tally import count, score
from referee.testing.deals import RandomDeal
from referee.testing.features import Trial
from referee.testing.promises import Found, Said

COUNTED: Final = {
    LineKind.CARD_POINTS,
    LineKind.LAST_TRICK,
    LineKind.CAPOT,
    LineKind.BELOTE,
    LineKind.DECLARATIONS,
    LineKind.CUSTOM,
}
WRITTEN: Final = set(LineKind) - {LineKind.CARD_POINTS, LineKind.LAST_TRICK, LineKind.CAPOT}
UNIT: Final = "points"
"""What is written where no feature says otherwise."""


def check_score(trial: Trial, one: RandomDeal) -> Found:
    """The tally and the sheet of a finished deal, and the match after it."""
    position = one.positions[-1]
    if position.phase is not Phase.FINISHED:
        return
    try:
        tally = count(trial.ruleset, position)
    except Refused as refusal:
        yield Said("sheet_adds_up", f"a finished deal cannot be counted: {refusal}")
        return
    yield from check_tally(trial, tally)
    sheet = score(trial.ruleset, tally)
    yield from check_sheet(trial, sheet)
    if score(trial.ruleset, tally) != sheet:
        yield Said("keeps_nothing", "the same tally is scored in two ways, one after the other")
    yield from _check_match(trial, one, sheet)


def check_tally(trial: Trial, tally: Tally) -> Found:
    """The facts of a played deal: every card point and every trick is somebody's."""
    if tally.contract is None:
        return
    ruleset = trial.ruleset
    whole = ruleset.modes[tally.trump].pack_points(ruleset.table.pack)
    counted = sum(tally.card_points.values())
    if counted > whole or (counted < whole and not ruleset.unplayed):
        yield Said("points_add_up", f"the sides counted {counted} card points of {whole}")
    if sum(tally.tricks.values()) != ruleset.tricks:
        yield Said("points_add_up", f"{sum(tally.tricks.values())} tricks are counted")


def check_sheet(trial: Trial, sheet: ScoreSheet) -> Found:
    """Totals against lines, lines against the catalogue."""
    for team, total in sheet.totals.items():
        written = sum(line.points for line in sheet.written if line.team == team)
        if written != total:
            letters = TEAM_LETTERS[team]
            yield Said("sheet_adds_up", f"{letters} writes {total}, and its lines add up to {written}")
    if set(sheet.totals) != set(trial.ruleset.table.sides):
        yield Said("sheet_adds_up", "the totals are not those of the sides of this table")
    yield from _check_lines(trial, "counted", sheet.counted, COUNTED)
    yield from _check_lines(trial, "written", sheet.written, WRITTEN)
    if any(not line.points for line in sheet.written):
        yield Said("sheet_adds_up", "a line of nothing is written")
    if (sheet.outcome is Outcome.CUSTOM) is not bool(sheet.custom):
        yield Said("terms_listed", f"the outcome {sheet.outcome.name} goes by the name {sheet.custom!r}")
    if sheet.custom and sheet.custom not in trial.terms[TermKind.OUTCOME]:
        yield Said("terms_listed", f"an outcome is called {sheet.custom}, which no manifest lists")
    if sheet.unit != UNIT and sheet.unit not in trial.terms[TermKind.UNIT]:
        yield Said("terms_listed", f"scores are counted in {sheet.unit}, which no manifest lists")


def _check_lines(trial: Trial, which: str, lines: Iterable[ScoreLine], kinds: set[LineKind]) -> Found:
    for line in lines:
        name = line.custom or line.kind.name.lower()
        if line.kind not in kinds:
            yield Said("sheet_adds_up", f"a line {name} is {which}, where lines of this kind are not")
        if line.team not in trial.ruleset.table.sides:
            yield Said("sheet_adds_up", f"a line {name} is {which} for {line.team.name}, which is no side here")
        if line.rule_id not in trial.ruleset.rules:
            yield Said("sheet_adds_up", f"a line {name} is {which} under {line.rule_id}, which is no rule here")
        if (line.kind is LineKind.CUSTOM) is not bool(line.custom):
            yield Said("terms_listed", f"a line {line.kind.name} goes by the name {line.custom!r}")
        if line.custom and line.custom not in trial.terms[TermKind.SCORE_LINE]:
            yield Said("terms_listed", f"a line is called {line.custom}, which no manifest lists")
        if bool(line.note.en) is not bool(line.note.fr):
            yield Said("both_languages", f"the note of a line {name} is there in one language only")


def _check_match(trial: Trial, one: RandomDeal, sheet: ScoreSheet) -> Found:
    """A match of this deal alone: what it writes is what the sides have."""
    rules, table = trial.ruleset.match, trial.ruleset.table
    state = rules.after(rules.start(table, one.deal.dealer), sheet, table)
    if dict(state.totals) != dict(sheet.totals):
        yield Said("sheet_adds_up", f"after one deal the match stands at {dict(state.totals)}")
