"""The points of declarations on the score sheet, whatever the contract is and however it is settled.

Rules: declarations/best_side_scores_all, declarations/count_for_contract, declarations/on_fail, declarations/on_capot
(rows 79, 83 to 85).
"""

from referee.model.score import LineKind, Tally
from referee.model.seat import Team
from referee.rules.bonuses import Bonus, Fate, Scale, ScoreItem


def declared(*, counts: bool, if_lost: Fate, if_trickless: Fate) -> Bonus:
    """One line for the side whose declarations score; in a level deal they wait with its other points."""

    def bonus(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
        return tuple(
            ScoreItem(
                team,
                LineKind.DECLARATIONS,
                LineKind.DECLARATIONS,
                points,
                "declarations/on_capot" if _lost_by_capot(team, tally) else "declarations/best_side_scores_all",
                counts=counts,
                multiplied=True,
                if_lost=if_lost,
                if_trickless=if_trickless,
                if_tied=Fate.HELD,
                rule_if_lost="declarations/on_fail",
            )
            for team, points in tally.declarations.items()
            if points
        )

    return bonus


def _lost_by_capot(team: Team, tally: Tally) -> bool:
    """The taker's side won every trick of this team; a taker without one has failed, which is another matter."""
    return team in tally.trickless and tally.contract is not None and team != tally.contract.team
