"""Points that only three players know: the capot of one of them, shared by the other two."""

from typing import Final

from referee.model.score import LineKind, Tally
from referee.rules.bonuses import Scale, ScoreItem

SHARE: Final = 50
"""Half of the hundred that one player gets for every trick."""


def shared_capot(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
    """Fifty for each of two players where the third has no trick; the settlement leaves out the ten then."""
    if tally.contract is None or len(tally.trickless) != 1:
        return ()
    return tuple(
        ScoreItem(team, LineKind.CAPOT, LineKind.TRICKS, SHARE, "three_handed/capot_shared")
        for team in tally.teams
        if team not in tally.trickless
    )
