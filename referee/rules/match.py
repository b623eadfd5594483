"""Deals up to a winner. A match is a fold: the state after each deal follows from the state before and its sheet.

Rules: match/target, match/both_reach, match/level_at_target, match/fixed_deals, match/passed_deal, match/next_dealer,
match/finish_on_belote, match/over (rows 22, 23, 115 to 120).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from referee.model.score import LineKind, Outcome, ScoreSheet
from referee.model.seat import Seat, Team
from referee.rules.table import Table

VOID = (Outcome.PASSED, Outcome.REDEAL)
"""Outcomes that write nothing."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands after its latest deal."""

    totals: Mapping[Team, int]
    reserve: int = 0
    deals_counted: int = 0
    over: bool = False
    winner: Team | None = None
    deciding_deal_needed: bool = False
    next_dealer: Seat | None = None
    tolerance_spent: frozenset[Team] = field(default_factory=frozenset)
    barred: frozenset[Team] = field(default_factory=frozenset)
    """Teams above the target by a belote that may not end the match."""


class MatchRules(Protocol):
    """Holder of the point *match*."""

    def start(self, table: Table, first_dealer: Seat | None) -> MatchState:
        """A match before its first deal."""
        ...

    def after(self, state: MatchState, sheet: ScoreSheet, table: Table) -> MatchState:
        """The match after one more deal; asked only while it is not over."""
        ...

    def is_last(self, state: MatchState) -> bool | None:
        """Whether the next deal is the last if it counts; None where only the table can know."""
        ...


@dataclass(frozen=True, slots=True)
class PointsMatch:
    """A match to a target, or over a fixed number of deals."""

    target: int = 1000
    must_pass_target: bool = False
    both_reach: str = "higher_total"
    tie_at_target: str = "play_on"
    fixed_deals: int | None = None
    passed_deal_counts: bool = False
    all_pass: str = "next_dealer"
    finish_on_belote: str = "allowed"

    def start(self, table: Table, first_dealer: Seat | None) -> MatchState:
        """Nothing written yet."""
        return MatchState(totals=dict.fromkeys(table.sides, 0), next_dealer=first_dealer)

    def after(self, state: MatchState, sheet: ScoreSheet, table: Table) -> MatchState:
        """Totals, reserve, end and next dealer after one more deal."""
        totals = {team: points + sheet.totals.get(team, 0) for team, points in state.totals.items()}
        counts = sheet.outcome not in VOID or (sheet.outcome is Outcome.PASSED and self.passed_deal_counts)
        played = replace(
            state,
            totals=totals,
            reserve=sheet.reserve_out,
            deals_counted=state.deals_counted + counts,
            next_dealer=self._next_dealer(state.next_dealer, sheet, table),
            tolerance_spent=state.tolerance_spent | set(sheet.tolerance_used),
            barred=self._barred(state, totals, sheet),
        )
        return self._ended(state, played, sheet)

    def _next_dealer(self, dealer: Seat | None, sheet: ScoreSheet, table: Table) -> Seat | None:
        if dealer is None:
            return None
        again = sheet.outcome is Outcome.REDEAL or (sheet.outcome is Outcome.PASSED and self.all_pass == "same_dealer")
        return dealer if again else table.after(dealer)

    def _reaches(self, points: int) -> bool:
        return points > self.target if self.must_pass_target else points >= self.target

    def _barred(self, state: MatchState, totals: Mapping[Team, int], sheet: ScoreSheet) -> frozenset[Team]:
        if self.finish_on_belote == "allowed" or self.fixed_deals is not None:
            return frozenset()
        barred = set()
        for team, total in totals.items():
            trickless = sheet.capot is not None and sheet.capot != team
            failed = sheet.outcome is Outcome.FAILED and sheet.contract is not None and sheet.contract.team == team
            belote = sum(line.points for line in sheet.written if line.team == team and line.kind is LineKind.BELOTE)
            by_belote = self._reaches(total) and not self._reaches(total - belote)
            won_no_trick = trickless or sheet.outcome in VOID
            match self.finish_on_belote:
                case "not_if_capot":
                    bars = by_belote and trickless
                case "not_if_capot_or_failed":
                    bars = by_belote and (trickless or failed)
                case _:
                    bars = by_belote
            if bars or (team in state.barred and won_no_trick):
                barred.add(team)
        return frozenset(barred)

    def _ended(self, before: MatchState, state: MatchState, sheet: ScoreSheet) -> MatchState:
        if self.fixed_deals is not None:
            if state.deals_counted < self.fixed_deals:
                return state
            return self._decided(before, state, sheet, tuple(state.totals))
        if sheet.outcome in VOID:
            return state
        above = tuple(team for team, total in state.totals.items() if self._reaches(total))
        reached = tuple(team for team in above if team not in state.barred)
        if reached:
            return self._decided(before, state, sheet, reached)
        return replace(state, deciding_deal_needed=bool(above))

    def _decided(self, before: MatchState, state: MatchState, sheet: ScoreSheet, teams: tuple[Team, ...]) -> MatchState:
        best = max(state.totals[team] for team in teams)
        leaders = [team for team in teams if state.totals[team] == best]
        if len(leaders) > 1:
            if self.tie_at_target == "draw":
                return self._over(state, None)
            if self.tie_at_target == "last_deal_winner" and sheet.winner in leaders:
                return self._over(state, sheet.winner)
            return replace(state, deciding_deal_needed=True)
        winner = leaders[0]
        on_one_deal = not any(self._reaches(before.totals[team]) for team in teams)
        if len(teams) > 1 and self.fixed_deals is None and on_one_deal:
            if self.both_reach == "last_taker" and sheet.contract is not None and sheet.contract.team in teams:
                winner = sheet.contract.team
            elif self.both_reach == "last_deal_points":
                winner = max(teams, key=lambda team: (sheet.totals.get(team, 0), state.totals[team]))
        return self._over(state, winner)

    def is_last(self, state: MatchState) -> bool | None:
        """Whether the next deal is the last if it counts; None where only the table can know."""
        return None if self.fixed_deals is None else state.deals_counted + 1 >= self.fixed_deals

    @staticmethod
    def _over(state: MatchState, winner: Team | None) -> MatchState:
        return replace(state, over=True, winner=winner, deciding_deal_needed=False, next_dealer=None, reserve=0)
