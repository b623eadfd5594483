"""Written totals brought to tens, in one of the ways that tables know (rows 66, 67, 69, 114)."""

from dataclasses import dataclass

from referee.model.score import LineKind, Tally
from referee.model.seat import Team
from referee.model.text import Text
from referee.rules.settlement import Writing

DEAL: int = 160
"""What both sides write together for their tricks once these are rounded, without a capot."""


@dataclass(frozen=True, slots=True)
class Rounding:
    """A table's way (options ``rounding``, ``rounding_last_deal``) and what its capot counts."""

    way: str
    last_deal: bool
    capot_points: int

    def apply(self, writing: Writing, tally: Tally, winner: Team | None, taker: Team | None) -> None:
        """Adds the lines that bring each side's total to tens.

        ``taker`` is the side that gets the complement where both write their own tricks, None elsewhere.
        """
        if self.way == "none" or (tally.last_deal and not self.last_deal):
            return
        for team in tally.teams:
            exact = writing.total(team)
            if self.way == "defence_then_complement" and taker is not None:
                rounded = self._shared(writing, tally, team, taker)
            elif self.way == "half_down" or (self.way == "half_to_taker" and team != winner):
                rounded = round_half_down(exact)
            else:
                rounded = round_half_up(exact)
            if rounded == exact:
                continue
            note = Text(f"{exact} is written {rounded}", f"{exact} s'écrit {rounded}")
            writing.add(team, LineKind.ROUNDING, rounded - exact, "score/rounding", note)

    def _shared(self, writing: Writing, tally: Tally, team: Team, taker: Team) -> int:
        """The defence's tricks rounded, the taker's side has the rest; what comes beside is rounded with them."""
        share = round_half_up(_tricks(writing, team))
        if team == taker:
            whole = DEAL if tally.sweep is None else round_half_up(self.capot_points)
            share = whole - sum(round_half_up(_tricks(writing, one)) for one in tally.teams if one != taker)
        return round_half_up(share + writing.total(team) - _tricks(writing, team))


def _tricks(writing: Writing, team: Team) -> int:
    return sum(line.points for line in writing.lines if line.team == team and line.kind is LineKind.TRICKS)


def round_half_up(points: int) -> int:
    """To the nearest ten, a five goes up."""
    return (points + 5) // 10 * 10


def round_half_down(points: int) -> int:
    """To the nearest ten, a five goes down."""
    return (points + 4) // 10 * 10
