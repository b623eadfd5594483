"""What a deal with a taker and no bid writes down: the outcome, the reserve, the rounding (rows 57 to 70)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.model.contract import Contract, Doubling
from referee.model.score import LineKind, Outcome, Tally, TallyClaim
from referee.model.seat import Team
from referee.rules.bonuses import Fate, Scale, ScoreItem
from referee.rules.rounding import Rounding
from referee.rules.settlement import Pot, Verdict, Writing, fate_of, scaled

THRESHOLD = 82


@dataclass(frozen=True, slots=True)
class TakerSettlement:
    """The taker must make more than the defence; with the points on which tables differ (options of the same names)."""

    success_rule: str
    tie_rule: str
    reserve_goes_to: str
    reserve_at_game_end: str
    fail_points: int
    capot_points: int
    capot_for_defenders: bool
    rounding: Rounding
    unit: str = "points"

    def misfits(self, claim: TallyClaim) -> tuple[str, ...]:
        """Classic contracts have no target and are never doubled."""
        found = []
        if claim.target is not None:
            found.append("target")
        if claim.doubling not in (None, Doubling.NONE):
            found.append("doubling")
        if claim.solo:
            found.append("solo")
        return tuple(found)

    def missing(self, claim: TallyClaim) -> tuple[str, ...]:
        """Taker and points say everything."""
        return ()

    def factor(self, contract: Contract) -> int:
        """Nothing doubles such a contract."""
        return 1

    def convert(self, items: Sequence[ScoreItem], tally: Tally, scale: Scale) -> list[ScoreItem]:
        """All-trump trick points brought to the scale of a deal with one trump suit."""
        return scaled(items, tally, scale)

    def amend(self, item: ScoreItem, tally: Tally) -> ScoreItem:
        """Classic belote takes every item as it comes."""
        return item

    def judge(self, items: Sequence[ScoreItem], tally: Tally) -> Verdict:
        """More than the other side, everything that counts included; a side without a trick never beats the other."""
        assert tally.contract is not None
        taker = tally.contract.team
        (defence,) = (team for team in tally.teams if team != taker)
        made = Verdict(Outcome.MADE, taker, "score/contract_made")
        failed = Verdict(Outcome.FAILED, defence, "score/contract_failed")
        if taker in tally.trickless or defence in tally.trickless:
            return replace(failed if taker in tally.trickless else made, rule_id="score/trickless_never_wins")
        mine, theirs = (
            sum(item.points for item in items if item.team == team and item.counts) for team in (taker, defence)
        )
        if self.success_rule == "threshold_82":
            return made if mine >= THRESHOLD else failed
        if mine != theirs:
            return made if mine > theirs else failed
        if self.success_rule == "at_least_equal":
            return made
        match self.tie_rule:
            case "litige":
                return Verdict(Outcome.LITIGE, None, "score/litige")
            case "redeal":
                return Verdict(Outcome.REDEAL, None, "score/redeal")
            case "made":
                return replace(made, rule_id="score/tie")
            case _:
                return replace(failed, rule_id="score/tie")

    def pot(self, verdict: Verdict, tally: Tally) -> Pot:
        """A failed contract gives the defenders a flat base: all points of the deal, or of a capot."""
        if verdict.outcome is not Outcome.FAILED:
            return Pot()
        if tally.sweep == verdict.winner and self.capot_for_defenders:
            return Pot(self.capot_points, "score/capot")
        return Pot(self.fail_points, verdict.rule_id)

    def write(self, verdict: Verdict, pot: Pot, items: Sequence[ScoreItem], tally: Tally) -> Writing:
        """The lines of both sides, the reserve, and the rounding of each total."""
        assert tally.contract is not None
        writing = Writing(reserve_out=tally.reserve_in)
        match verdict.outcome:
            case Outcome.REDEAL:
                return writing
            case Outcome.LITIGE:
                self._write_litige(writing, items, tally)
            case Outcome.FAILED:
                self._write_failed(writing, verdict, pot, items, tally)
            case _:
                self._write_made(writing, verdict, items, tally)
        self._pay_reserve(writing, verdict, tally)
        taker = tally.contract.team if verdict.outcome is Outcome.MADE else None
        self.rounding.apply(writing, tally, verdict.winner, taker)
        return writing

    @staticmethod
    def _write_made(writing: Writing, verdict: Verdict, items: Sequence[ScoreItem], tally: Tally) -> None:
        assert tally.contract is not None
        for team in tally.teams:
            tricks = sum(item.points for item in items if item.team == team and item.line is LineKind.TRICKS)
            rule_id = "score/capot" if tally.sweep == team else verdict.rule_id
            writing.add(team, LineKind.TRICKS, tricks, rule_id)
        for item in items:
            if item.line is LineKind.TRICKS:
                continue
            fate, rule_id = fate_of(item, tally)
            if fate is not Fate.VOID:
                writing.item(tally.contract.team if fate is Fate.FOLLOWS else item.team, item, rule_id)

    @staticmethod
    def _write_failed(writing: Writing, verdict: Verdict, pot: Pot, items: Sequence[ScoreItem], tally: Tally) -> None:
        winner = verdict.winner
        assert winner is not None
        writing.add(winner, LineKind.TRICKS, pot.base or 0, pot.rule_id)
        for item in items:
            if item.line is LineKind.TRICKS:
                continue
            fate, rule_id = fate_of(item, tally, lost=item.team != winner)
            if fate is not Fate.VOID:
                side = winner if fate is Fate.FOLLOWS else item.team
                writing.item(side, item, rule_id)

    def _write_litige(self, writing: Writing, items: Sequence[ScoreItem], tally: Tally) -> None:
        assert tally.contract is not None
        taker = tally.contract.team
        keeps = tally.last_deal and self.reserve_at_game_end == "each_keeps"
        held = 0
        for team in tally.teams:
            tricks = sum(item.points for item in items if item.team == team and item.line is LineKind.TRICKS)
            if team != taker:
                writing.add(team, LineKind.TRICKS, tricks, "score/litige")
            elif keeps:
                writing.add(team, LineKind.TRICKS, tricks, "score/reserve_at_game_end")
            else:
                held += tricks
        for item in items:
            if item.line is LineKind.TRICKS:
                continue
            fate, rule_id = fate_of(item, tally, tied=item.team == taker and item.counts)
            if fate is not Fate.HELD:
                writing.item(item.team, item, rule_id)
            elif keeps:
                writing.item(item.team, item, "score/reserve_at_game_end")
            else:
                held += item.points
        writing.reserve_out += held

    def _pay_reserve(self, writing: Writing, verdict: Verdict, tally: Tally) -> None:
        assert tally.contract is not None
        winner: Team | None = verdict.winner
        if self.reserve_goes_to == "next_successful_taker" and verdict.outcome is not Outcome.MADE:
            winner = None
        if winner is not None:
            writing.add(winner, LineKind.RESERVE, tally.reserve_in, "score/reserve")
            writing.reserve_out = 0
