"""What a deal between two writes down: each its own, or both piles to the opponent of a taker who failed."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee import LineKind, Outcome, Tally, Team
from referee.rules.bonuses import ScoreItem
from referee.rules.ranking import LAST_TRICK
from referee.rules.settlement import Pot, Verdict, Writing
from referee.rules.taker_settlement import TakerSettlement


@dataclass(frozen=True, slots=True)
class PilesSettlement(TakerSettlement):
    """As with a taker and a defence, except that the points in play are whatever the two piles hold."""

    taker_zero: bool = False
    """``two_handed_tie`` taker_zero."""
    capot_in_place_of_ten: bool = False
    """``two_handed_capot`` 100_for_ten."""
    nobody_takes: bool = False
    """``two_handed_layout`` decouverte: no contract is judged."""

    def amend(self, item: ScoreItem, tally: Tally) -> ScoreItem:
        """Every trick: fifty on top, or a hundred together with the ten of the last trick."""
        if item.kind is not LineKind.CAPOT:
            return item
        points = 100 - LAST_TRICK if self.capot_in_place_of_ten else 50
        return item._replace(points=points, rule_id="two_handed/capot")

    def judge(self, items: Sequence[ScoreItem], tally: Tally) -> Verdict:
        """The taker needs more than the opponent; where nobody took, whoever has more has won the deal."""
        if not self.nobody_takes:
            # A slotted dataclass is made anew by its decorator, so that a bare ``super()`` would not find it.
            return TakerSettlement.judge(self, items, tally)
        made = {team: sum(item.points for item in items if item.team == team) for team in tally.teams}
        best = max(made.values())
        leaders = [team for team, points in made.items() if points == best]
        return Verdict(Outcome.MADE, leaders[0] if len(leaders) == 1 else None, "two_handed/no_taker")

    def pot(self, verdict: Verdict, tally: Tally) -> Pot:
        """The piles hold what they hold; ``write`` counts them."""
        return Pot()

    def write(self, verdict: Verdict, pot: Pot, items: Sequence[ScoreItem], tally: Tally) -> Writing:
        """The lines of both, the reserve, and the rounding of each total."""
        if verdict.outcome is Outcome.FAILED and verdict.winner is not None:
            piles = {team: _pile(items, team) for team in tally.teams}
            if self.taker_zero and verdict.rule_id == "score/tie":
                pot = Pot(piles[verdict.winner], "two_handed/taker_zero")
            else:
                pot = Pot(sum(piles.values()), "two_handed/both_piles")
        return TakerSettlement.write(self, verdict, pot, items, tally)


def _pile(items: Sequence[ScoreItem], team: Team) -> int:
    return sum(item.points for item in items if item.team == team and item.line is LineKind.TRICKS)
