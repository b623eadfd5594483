"""What the announcement is worth once the deal is over."""

from typing import Final

from referee import LineKind, Tally
from referee.rules.bonuses import Bonus, Fate, Scale, ScoreItem

from .options import CAPOT, GENERALE
from .step import TERMS

LINE: Final = "announced_capot"
"""Id of the line on the sheet."""


def stake(capot: int, generale: int | None) -> Bonus:
    """The stake, to the taker's side where the word was kept and to each other side where it was not."""

    def bonus(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
        if tally.contract is None:
            return ()
        taker = tally.contract.team
        if TERMS[CAPOT] in tally.contract.terms:
            points, kept = capot, tally.sweep == taker
        elif TERMS[GENERALE] in tally.contract.terms and generale is not None:
            points, kept = generale, tally.solo
        else:
            return ()
        return tuple(
            ScoreItem(
                team,
                LineKind.CUSTOM,
                LineKind.CUSTOM,
                points,
                "announced_capot/stake",
                counts=False,
                if_lost=Fate.STAYS,
                if_tied=Fate.STAYS,
                custom=LINE,
            )
            for team in tally.teams
            if (team == taker) is kept
        )

    return bonus
