"""What a deal with a bid writes down: made or failed, the contract, the double, the rounding (rows 89, 103 to 114)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.model.contract import Contract, Doubling
from referee.model.score import LineKind, Outcome, Tally, TallyClaim
from referee.model.seat import Team
from referee.model.text import Text
from referee.rules.bonuses import Fate, Scale, ScoreItem
from referee.rules.rounding import Rounding
from referee.rules.settlement import Pot, Verdict, Writing, fate_of, scaled
from referee_coinche.ladder import CAPOT, GENERALE, Ladder

FLAT: Final = 500
"""What a générale is worth, and a capot bid where it is worth a flat figure."""

_DOUBLED_BELOTE: Final = {"holder": Fate.STAYS, "winner": Fate.FOLLOWS, "nobody": Fate.VOID}


_TARGETS: Final[dict[int | str | None, str]] = {CAPOT: "coinche/capot_bid", GENERALE: "coinche/generale"}

# Reading a member off its class costs more than a comparison.
_TRICKS, _BELOTE = LineKind.TRICKS, LineKind.BELOTE
_MADE, _FAILED, _UNDOUBLED = Outcome.MADE, Outcome.FAILED, Doubling.NONE
_VOID, _FOLLOWS = Fate.VOID, Fate.FOLLOWS


@dataclass(frozen=True, slots=True)
class ContractSettlement:
    """The contract games' way of writing a deal, with the points on which tables differ (options of the same names)."""

    ladder: Ladder
    rounding: Rounding
    min_points_80: int
    must_beat_defenders: bool
    contract_scoring: str
    fail_points: int
    fail_adds_contract: bool
    coinche_factor: int
    surcoinche_factor: int
    double_mode: str
    belote_doubled: bool
    belote_of_doubled_defenders: str
    defenders_keep_points_when_doubled: bool
    capot_can_be_doubled: bool
    capot_bid_score: str
    capot_bid_value: int
    capot_base: int
    capot_for_defenders: bool
    unit: str = "points"

    def misfits(self, claim: TallyClaim) -> tuple[str, ...]:
        """A target that nobody could have bid, a double that could not be, a lone winner without a générale."""
        found = []
        if claim.target is not None and self.ladder.objections(claim.target):
            found.append("target")
        doubled = claim.doubling not in (None, _UNDOUBLED)
        if doubled and claim.target == CAPOT and not self.capot_can_be_doubled:
            found.append("doubling")
        if claim.solo and (claim.target not in (None, GENERALE) or not self.ladder.generale or _not_alone(claim)):
            found.append("solo")
        return tuple(found)

    def missing(self, claim: TallyClaim) -> tuple[str, ...]:
        """Without the bid nobody can say whether it was made."""
        return ("target",) if claim.target is None else ()

    def factor(self, contract: Contract) -> int:
        """What the double or redouble makes of it."""
        return {
            _UNDOUBLED: 1,
            Doubling.COINCHE: self.coinche_factor,
            Doubling.SURCOINCHE: self.surcoinche_factor,
        }[contract.doubling]

    def convert(self, items: Sequence[ScoreItem], tally: Tally, scale: Scale) -> list[ScoreItem]:
        """All-trump trick points brought to the scale of a deal with one trump suit."""
        return scaled(items, tally, scale)

    def amend(self, item: ScoreItem, tally: Tally) -> ScoreItem:
        """Whether a belote is multiplied, and where that of the defence goes when a doubled contract is made."""
        contract = _contract(tally)
        if item.kind is not _BELOTE:
            return item
        if_lost = item.if_lost
        if contract.doubling is not _UNDOUBLED and item.team != contract.team:
            if_lost = _DOUBLED_BELOTE.get(self.belote_of_doubled_defenders, if_lost)
        if (item.multiplied, item.if_lost) == (self.belote_doubled, if_lost):
            return item
        return item._replace(multiplied=self.belote_doubled, if_lost=if_lost)

    def judge(self, items: Sequence[ScoreItem], tally: Tally) -> Verdict:
        """All tricks for a capot, all by one hand for a générale, else the points of the bid."""
        contract = _contract(tally)
        defence = _other(tally, contract.team)
        rule_id = _TARGETS.get(contract.target, "")
        if contract.target == GENERALE:
            made = tally.solo and tally.sweep == contract.team
        elif contract.target == CAPOT:
            made = tally.sweep == contract.team
        elif contract.team in tally.trickless:
            made, rule_id = False, "coinche/trickless"
        else:
            counted = {contract.team: 0, defence: 0}
            for item in items:
                if item.counts:
                    counted[item.team] += item.points
            mine, theirs = counted[contract.team], counted[defence]
            beaten = self.must_beat_defenders and mine <= theirs and defence not in tally.trickless
            made = mine >= self._needed(contract) and not beaten
        if made:
            return Verdict(_MADE, contract.team, rule_id or "coinche/contract_made")
        return Verdict(_FAILED, defence, rule_id or "coinche/contract_failed")

    def _needed(self, contract: Contract) -> int:
        """The points that make a bid in points."""
        assert isinstance(contract.target, int)
        return self.min_points_80 if contract.target == 80 else contract.target

    def pot(self, verdict: Verdict, tally: Tally) -> Pot:
        """The base and the contract that the winner writes; no base where both sides write their own tricks."""
        contract = _contract(tally)
        factor, made = self.factor(contract), verdict.outcome is _MADE
        if self._flat(contract):
            return Pot(FLAT, verdict.rule_id, 0, factor)
        worth = contract.target if isinstance(contract.target, int) else self.capot_bid_value
        if made:
            worth = 0 if self.contract_scoring == "made_only" else worth
            if self.contract_scoring == "contract_only":
                return Pot(0, verdict.rule_id, worth, factor)
            if contract.doubling is _UNDOUBLED or self.defenders_keep_points_when_doubled:
                return Pot(None, verdict.rule_id, worth, factor)
        elif not self.fail_adds_contract:
            worth = 0
        if tally.sweep == verdict.winner and (made or self.capot_for_defenders):
            return Pot(self.capot_base, "coinche/capot_base", worth, factor)
        rule_id = verdict.rule_id if verdict.rule_id == "coinche/trickless" else "coinche/contract_failed"
        return Pot(self.fail_points, "coinche/doubled_made" if made else rule_id, worth, factor)

    def _flat(self, contract: Contract) -> bool:
        return contract.target == GENERALE or (contract.target == CAPOT and self.capot_bid_score == "flat_500")

    def write(self, verdict: Verdict, pot: Pot, items: Sequence[ScoreItem], tally: Tally) -> Writing:
        """The lines of both sides, what the double adds, a reserve that was carried in, the rounding."""
        winner, contract = verdict.winner, _contract(tally)
        assert winner is not None  # no deal is level here
        writing = Writing()
        if pot.base is None:
            for team in tally.teams:
                tricks = sum([item.points for item in items if item.line is _TRICKS and item.team is team])
                writing.add(team, _TRICKS, tricks, "score/capot" if tally.sweep == team else verdict.rule_id)
        else:
            writing.add(winner, _TRICKS, pot.base, pot.rule_id)
        multiplied = self._write_items(writing, verdict, items, tally)
        rule_id = "coinche/capot_bid" if contract.target == CAPOT else "coinche/contract_points"
        writing.add(winner, LineKind.CONTRACT, pot.contract, rule_id)
        if pot.factor != 1:
            inside = pot.contract
            if self.double_mode == "whole":
                inside += (pot.base or 0) + multiplied
            elif self._flat(contract):
                inside += FLAT
            note = Text(f"{inside} times {pot.factor}", f"{inside} fois {pot.factor}")
            writing.add(winner, LineKind.DOUBLE, (pot.factor - 1) * inside, "coinche/doubled", note)
        writing.add(winner, LineKind.RESERVE, tally.reserve_in, "score/reserve")
        self.rounding.apply(writing, tally, winner, contract.team if pot.base is None else None)
        return writing

    @staticmethod
    def _write_items(writing: Writing, verdict: Verdict, items: Sequence[ScoreItem], tally: Tally) -> int:
        """Writes what comes beside the tricks; returns how much of what the winner writes of it a double multiplies."""
        winner, contract, multiplied = verdict.winner, _contract(tally), 0
        assert winner is not None
        all_or_nothing = verdict.outcome is _FAILED or contract.doubling is not _UNDOUBLED
        for item in items:
            if item.line is _TRICKS:
                continue
            lost = all_or_nothing and item.team != winner
            fate, rule_id = fate_of(item, tally, lost=lost)
            if lost and item.kind is _BELOTE and item.team != contract.team:
                rule_id = "coinche/doubled_belote"
            if fate is _VOID:
                continue
            side = winner if fate is _FOLLOWS else item.team
            writing.item(side, item, rule_id)
            if item.multiplied and side == winner:
                multiplied += item.points
        return multiplied


def _contract(tally: Tally) -> Contract:
    assert tally.contract is not None  # a deal that all passed is never settled
    return tally.contract


def _other(tally: Tally, team: Team) -> Team:
    one, other = tally.teams
    return one if other == team else other


def _not_alone(claim: TallyClaim) -> bool:
    """The claim itself says that the taker's side did not win every trick."""
    others = any(won for team, won in claim.tricks.items() if team != claim.taker)
    return claim.no_capot or others or (claim.capot is not None and claim.capot != claim.taker)
