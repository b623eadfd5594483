"""What three players write down: the taker against each of the others, or against both together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.model.contract import Contract, Doubling
from referee.model.score import LineKind, Outcome, Tally, TallyClaim
from referee.model.seat import Team
from referee.rules.bonuses import Fate, Scale, ScoreItem
from referee.rules.rounding import Rounding
from referee.rules.settlement import Pot, Verdict, Writing, fate_of, scaled


@dataclass(frozen=True, slots=True)
class ThreeSidedSettlement:
    """One taker and two who play each for himself; with the points on which tables differ (options of these names)."""

    made_if: str
    three_handed_fail: str
    three_handed_tie: str
    equal_defenders: str
    reserve_goes_to: str
    reserve_at_game_end: str
    rounding: Rounding
    unit: str = "points"

    def misfits(self, claim: TallyClaim) -> tuple[str, ...]:
        """Such contracts have no target and are never doubled."""
        told = {
            "target": claim.target is not None,
            "doubling": claim.doubling not in (None, Doubling.NONE),
            "solo": claim.solo,
        }
        return tuple(name for name, misfits in told.items() if misfits)

    def missing(self, claim: TallyClaim) -> tuple[str, ...]:
        """Taker and points say everything."""
        return ()

    def factor(self, contract: Contract) -> int:
        """Nothing doubles such a contract."""
        return 1

    def convert(self, items: Sequence[ScoreItem], tally: Tally, scale: Scale) -> list[ScoreItem]:
        """All-trump points brought to their scale; no ten for the last trick where two players share a capot."""
        shared = len(tally.trickless) == 1
        return [item for item in scaled(items, tally, scale) if not (shared and item.kind is LineKind.LAST_TRICK)]

    def amend(self, item: ScoreItem, tally: Tally) -> ScoreItem:
        """Every item is taken as it comes."""
        return item

    def judge(self, items: Sequence[ScoreItem], tally: Tally) -> Verdict:
        """More than each opponent, or than both; a player without a trick never wins, whatever else he counts."""
        contract = _contract(tally)
        made = Verdict(Outcome.MADE, contract.team, "three_handed/made")
        points = {team: sum(one.points for one in items if one.team == team and one.counts) for team in tally.teams}
        defenders = _defenders(tally)
        rivals = [team for team in defenders if team not in tally.trickless]
        better = _better(rivals, points)
        if contract.team in tally.trickless:
            return Verdict(Outcome.FAILED, better, "score/trickless_never_wins")
        if not rivals:
            return Verdict(Outcome.MADE, contract.team, "score/trickless_never_wins")
        if self.made_if == "more_than_sum":
            against = sum(points[team] for team in defenders)
        else:
            against = max(points[team] for team in rivals)
        if points[contract.team] > against:
            return made
        if points[contract.team] < against:
            return Verdict(Outcome.FAILED, better, "three_handed/failed")
        if self.three_handed_tie == "hold":
            return Verdict(Outcome.LITIGE, None, "three_handed/held")
        return Verdict(Outcome.FAILED, better, "three_handed/tie")

    def pot(self, verdict: Verdict, tally: Tally) -> Pot:
        """Nothing is written flat: what a player has made is what changes hands."""
        return Pot()

    def write(self, verdict: Verdict, pot: Pot, items: Sequence[ScoreItem], tally: Tally) -> Writing:
        """The lines of the three, the reserve, and the rounding of each total."""
        writing = Writing(reserve_out=tally.reserve_in)
        self._write_tricks(writing, verdict, items, tally)
        for item in items:
            if item.line is not LineKind.TRICKS:
                self._write_beside(writing, verdict, item, tally)
        self._pay_reserve(writing, verdict, tally)
        self.rounding.apply(writing, tally, verdict.winner, None)
        return writing

    def _write_tricks(self, writing: Writing, verdict: Verdict, items: Sequence[ScoreItem], tally: Tally) -> None:
        """Everybody writes his own but a taker who has not made it: his go to others, or wait."""
        taker, made = _contract(tally).team, verdict.outcome is Outcome.MADE
        tricks = {
            team: sum(item.points for item in items if item.team == team and item.line is LineKind.TRICKS)
            for team in tally.teams
        }
        own = "three_handed/own_points" if verdict.outcome is Outcome.FAILED else verdict.rule_id
        for team in tally.teams if made else _defenders(tally):
            writing.add(team, LineKind.TRICKS, tricks[team], "score/capot" if tally.sweep == team else own)
        if verdict.outcome is Outcome.LITIGE:
            self._hold(writing, taker, LineKind.TRICKS, tricks[taker], tally)
        elif not made:
            for receiver in self._receivers(verdict, tally):
                writing.add(receiver, LineKind.TRICKS, tricks[taker], self._taken_by(verdict))

    def _write_beside(self, writing: Writing, verdict: Verdict, item: ScoreItem, tally: Tally) -> None:
        """A belote or declarations: with their player, with the winner, in the reserve or nowhere."""
        taker = _contract(tally).team
        fate, rule_id = fate_of(
            item,
            tally,
            lost=item.team == taker and verdict.outcome is Outcome.FAILED,
            tied=item.team == taker and verdict.outcome is Outcome.LITIGE and item.counts,
        )
        if fate is Fate.STAYS:
            writing.item(item.team, item, rule_id)
        elif fate is Fate.HELD:
            self._hold(writing, item.team, item.line, item.points, tally)
        elif fate is Fate.FOLLOWS:
            for receiver in self._followed(verdict, item, tally):
                writing.item(receiver, item, rule_id)

    def _followed(self, verdict: Verdict, item: ScoreItem, tally: Tally) -> tuple[Team, ...]:
        """Who writes what its own player has lost."""
        if verdict.outcome is Outcome.FAILED and item.team == _contract(tally).team:
            return self._receivers(verdict, tally)
        return () if verdict.winner is None else (verdict.winner,)

    def _receivers(self, verdict: Verdict, tally: Tally) -> tuple[Team, ...]:
        """Who writes the points of a taker who has failed."""
        both = _defenders(tally)
        match self.three_handed_fail:
            case "both_defenders":
                return both
            case "vanish":
                return ()
            case _:
                if verdict.winner is not None:
                    return (verdict.winner,)
                return both if self.equal_defenders == "both_defenders" else ()

    def _taken_by(self, verdict: Verdict) -> str:
        """The rule by which a taker's points change hands."""
        alone = verdict.winner is not None or self.three_handed_fail == "both_defenders"
        return verdict.rule_id if alone else "three_handed/equal_defenders"

    def _hold(self, writing: Writing, taker: Team, line: LineKind, points: int, tally: Tally) -> None:
        if tally.last_deal and self.reserve_at_game_end == "each_keeps":
            writing.add(taker, line, points, "score/reserve_at_game_end")
        else:
            writing.reserve_out += points

    def _pay_reserve(self, writing: Writing, verdict: Verdict, tally: Tally) -> None:
        """To the taker who made it or the better defender; where no one has won alone it waits on."""
        waits = self.reserve_goes_to == "next_successful_taker" and verdict.outcome is not Outcome.MADE
        if verdict.winner is not None and not waits:
            writing.add(verdict.winner, LineKind.RESERVE, tally.reserve_in, "score/reserve")
            writing.reserve_out = 0


def _contract(tally: Tally) -> Contract:
    assert tally.contract is not None  # a deal that everybody passed is not settled
    return tally.contract


def _defenders(tally: Tally) -> tuple[Team, ...]:
    return tuple(team for team in tally.teams if team != _contract(tally).team)


def _better(rivals: Sequence[Team], points: Mapping[Team, int]) -> Team | None:
    """The one with the most points; nobody where they are level."""
    best = max((points[team] for team in rivals), default=0)
    leaders = [team for team in rivals if points[team] == best]
    return leaders[0] if len(leaders) == 1 else None
