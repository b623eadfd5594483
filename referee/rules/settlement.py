"""From a tally to a score sheet in fixed steps: gather, convert, amend, judge, take the pot, write.

The steps are the same for every game; what each does is the settlement owner's. Rounding is common to all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from referee.model.contract import Contract
from referee.model.score import NO_NOTE, LineKind, Outcome, ScoreLine, ScoreSheet, Tally, TallyClaim
from referee.model.seat import Team
from referee.model.text import Text
from referee.rules.bonuses import Bonus, Fate, Scale, ScoreItem, Unit, cards
from referee.rules.misshapen import Misshapen
from referee.rules.ranking import LAST_TRICK


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the deal ended, who won it, and the rule that says so."""

    outcome: Outcome
    winner: Team | None
    rule_id: str
    custom: str = ""
    """Id of the outcome where a feature adds one of its own."""


@dataclass(frozen=True, slots=True)
class Pot:
    """What a winner writes instead of the points made; None where each side writes its own."""

    base: int | None = None
    rule_id: str = ""
    contract: int = 0
    factor: int = 1


@dataclass(slots=True)
class Writing:
    """The written lines in the making and the points that wait for a next winner."""

    lines: list[ScoreLine] = field(default_factory=list)
    reserve_out: int = 0

    def add(
        self, team: Team, kind: LineKind, points: int, rule_id: str, note: Text = NO_NOTE, custom: str = ""
    ) -> None:
        """One more line; lines of zero are left out."""
        if points:
            self.lines.append(ScoreLine(team, kind, points, rule_id, note, custom))

    def item(self, team: Team, item: ScoreItem, rule_id: str = "") -> None:
        """The line of a counted item, for the team given; under its own rule unless another one decided."""
        self.add(team, item.line, item.points, rule_id or item.rule_id, item.note, item.custom)

    def total(self, team: Team) -> int:
        """What the team has written so far."""
        return sum([line.points for line in self.lines if line.team == team])


class Settlement(Protocol):
    """Holder of the point *settlement*."""

    @property
    def unit(self) -> str:
        """What the written lines are counted in."""
        ...

    def misfits(self, claim: TallyClaim) -> tuple[str, ...]:
        """Fields of a claimed tally (``target``, ``doubling``, ``solo``) that mean nothing to this settlement."""
        ...

    def missing(self, claim: TallyClaim) -> tuple[str, ...]:
        """Fields of a claimed tally that this settlement cannot do without and that were left out."""
        ...

    def factor(self, contract: Contract) -> int:
        """What a claimed contract is multiplied by."""
        ...

    def convert(self, items: Sequence[ScoreItem], tally: Tally, scale: Scale) -> list[ScoreItem]:
        """Card points brought to the unit of the deal."""
        ...

    def amend(self, item: ScoreItem, tally: Tally) -> ScoreItem:
        """An item with the answers that this settlement gives instead of its own."""
        ...

    def judge(self, items: Sequence[ScoreItem], tally: Tally) -> Verdict:
        """Made, failed, litige or redeal; on exact points, never on rounded ones."""
        ...

    def pot(self, verdict: Verdict, tally: Tally) -> Pot:
        """What is written instead of trick points."""
        ...

    def write(self, verdict: Verdict, pot: Pot, items: Sequence[ScoreItem], tally: Tally) -> Writing:
        """The written lines, rounding included, and the points held for a later deal."""
        ...


_COUNTED_ORDER = {kind: index for index, kind in enumerate(LineKind)}
_WRITTEN_ORDER = dict.fromkeys(LineKind, 0) | {
    kind: index
    for index, kind in enumerate(
        (
            LineKind.TRICKS,
            LineKind.BELOTE,
            LineKind.DECLARATIONS,
            LineKind.CONTRACT,
            LineKind.DOUBLE,
            LineKind.CUSTOM,
            LineKind.RESERVE,
            LineKind.ROUNDING,
        )
    )
}


def settle(tally: Tally, scale: Scale, bonuses: Sequence[Bonus], settlement: Settlement) -> ScoreSheet:
    """The score sheet of a tally. A deal that everybody passed writes nothing and leaves the reserve waiting."""
    totals: Mapping[Team, int]
    if tally.contract is None:
        totals = dict.fromkeys(tally.teams, 0)
        return ScoreSheet(
            Outcome.PASSED, None, (), (), totals, tally.reserve_in, tally.reserve_in, unit=settlement.unit
        )
    gathered = [item for bonus in (cards, *bonuses) for item in _earned(bonus, tally, scale)]
    items = [settlement.amend(item, tally) for item in settlement.convert(gathered, tally, scale)]
    verdict = settlement.judge(items, tally)
    if not isinstance(verdict, Verdict):
        raise Misshapen(settlement, f"a settlement judged {verdict!r}, which is no Verdict")
    writing = settlement.write(verdict, settlement.pot(verdict, tally), items, tally)
    if not isinstance(writing, Writing):
        raise Misshapen(settlement, f"a settlement wrote {type(writing).__name__}, which is no Writing")
    order = {team: len(LineKind) * index for index, team in enumerate(tally.teams)}
    counted = sorted(items, key=lambda item: order[item.team] + _COUNTED_ORDER[item.kind])
    written = sorted(writing.lines, key=lambda line: order[line.team] + _WRITTEN_ORDER[line.kind])
    totals = {team: writing.total(team) for team in tally.teams}
    return ScoreSheet(
        outcome=verdict.outcome,
        contract=tally.contract,
        counted=tuple(
            ScoreLine(item.team, item.kind, item.points, item.rule_id, item.note, item.custom) for item in counted
        ),
        written=tuple(written),
        totals=totals,
        reserve_in=tally.reserve_in,
        reserve_out=writing.reserve_out,
        winner=verdict.winner,
        capot=tally.sweep,
        tolerance_used=_forgiven(verdict, tally),
        unit=settlement.unit,
        custom=verdict.custom,
    )


def fate_of(item: ScoreItem, tally: Tally, *, lost: bool = False, tied: bool = False) -> tuple[Fate, str]:
    """What becomes of an item beside the tricks, and the rule that says so: its own where nothing decides it."""
    fate, rule_id = Fate.STAYS, ""
    if lost:
        fate, rule_id = item.if_lost, item.rule_if_lost
    elif tied:
        fate, rule_id = item.if_tied, item.rule_if_tied
    if fate is Fate.STAYS and item.team in tally.trickless:
        fate = item.if_trickless
    return fate, rule_id or item.rule_id


def _earned(bonus: Bonus, tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
    """What a bonus gives, if it can be written down."""
    items = bonus(tally, scale)
    for item in items:
        if type(item) is not ScoreItem or item.team not in tally.teams or type(item.points) is not int:
            raise Misshapen(bonus, f"a bonus gave {item!r}, which is no score item of this deal")
    return items


def _forgiven(verdict: Verdict, tally: Tally) -> tuple[Team, ...]:
    """Teams whose tolerance this deal used up; one that is dealt again uses none."""
    if verdict.outcome is Outcome.REDEAL:
        return ()
    return tuple(sorted({one.team for one in tally.belotes if one.forgiven}))


def scaled(items: Sequence[ScoreItem], tally: Tally, scale: Scale) -> list[ScoreItem]:
    """All-trump trick points brought to 162, each side to the nearest unit (rows 6 and 8)."""
    mode = scale.modes[tally.trump]
    if not mode.scaled:
        return list(items)
    ten = mode.scaled_points(LAST_TRICK, scale.pack)
    converted = []
    for item in items:
        if item.unit is not Unit.CARD:
            converted.append(item)
        elif item.kind is LineKind.LAST_TRICK:
            converted.append(item._replace(points=ten, note=_on_the_scale(item.points, ten)))
        else:
            last = tally.last_trick == item.team
            whole = mode.scaled_points(item.points + (LAST_TRICK if last else 0), scale.pack)
            points = whole - (ten if last else 0)
            note = _on_the_scale(item.points, points)
            converted.append(item._replace(points=points, rule_id="score/all_trump_scale", note=note))
    return converted


def _on_the_scale(raw: int, points: int) -> Text:
    return Text(f"{raw} on the all-trump scale, {points} of 162", f"{raw} à l'échelle du tout-atout, {points} sur 162")
