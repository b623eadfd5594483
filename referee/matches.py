"""A match from its deals: records, score sheets or tallies, in order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.refusal import BadField, Reason, Refused, bad_field
from referee.model.score import LineKind, Outcome, ScoreSheet, SheetClaim, TallyClaim
from referee.model.seat import Seat, Team
from referee.replay import replay_clean
from referee.rules.match import VOID, MatchState
from referee.ruleset import Ruleset
from referee.tally import check_claim, count, score

LARGEST_TOTAL: Final = 1_000_000

MatchDeal: TypeAlias = Deal | SheetClaim | TallyClaim


@dataclass(frozen=True, slots=True)
class Standing:
    """One deal of a match, scored, with the match as it stands after it."""

    sheet: ScoreSheet
    state: MatchState
    dealer: Seat | None
    counted: bool


def score_match(
    ruleset: Ruleset,
    first_dealer: Seat | None,
    deals: Sequence[MatchDeal],
) -> tuple[MatchState, tuple[Standing, ...]]:
    """The match after its deals. The reserve is threaded through; the tolerance is granted once a team.

    Raises Refused: what any deal raises alone, MATCH_OVER, WRONG_TURN_ORDER for a dealer who cannot be the one,
    TALLY_INCONSISTENT for a reserve that is not the one carried, FIELD_INVALID for totals out of all measure.
    """
    match, table = ruleset.match, ruleset.table
    if first_dealer is not None and first_dealer not in table.players:
        raise Refused.for_field(
            "first_dealer",
            Reason.SEAT_INVALID,
            "no such seat at this table",
            "pas de telle place",
            seat=first_dealer.name,
        )
    known = first_dealer is not None
    if first_dealer is None and deals and isinstance(deals[0], Deal):
        first_dealer = deals[0].dealer
    state = match.start(table, first_dealer)
    standings: list[Standing] = []
    for index, deal in enumerate(deals):
        path = f"deals[{index}]"
        if state.over:
            raise Refused.for_field(
                path,
                Reason.MATCH_OVER,
                f"the match was over after {index} deals",
                f"la partie était finie après {index} donnes",
                deals=index,
            )
        sheet = _sheet(ruleset, path, deal, state, known)
        dealer = deal.dealer if isinstance(deal, Deal) else state.next_dealer
        before, state = state, match.after(replace(state, next_dealer=dealer), sheet, table)
        if any(abs(total) > LARGEST_TOTAL for total in state.totals.values()):
            raise Refused.for_field(
                path,
                Reason.FIELD_INVALID,
                f"totals go up to {LARGEST_TOTAL}",
                f"les totaux vont jusqu'à {LARGEST_TOTAL}",
                value=max(state.totals.values(), key=abs),
            )
        standings.append(Standing(sheet, state, dealer, state.deals_counted > before.deals_counted))
    return state, tuple(standings)


def _sheet(
    ruleset: Ruleset,
    path: str,
    deal: MatchDeal,
    state: MatchState,
    dealers_known: bool,
) -> ScoreSheet:
    match deal:
        case SheetClaim():
            return _told_sheet(f"{path}.score_sheet", deal, state, ruleset)
        case TallyClaim():
            path = f"{path}.tally"
            last = ruleset.match.is_last(state)
            _refuse(_check_last(path, deal.last_deal, last))
            try:
                claim = replace(deal, reserve_in=state.reserve, last_deal=deal.last_deal or bool(last))
                return score(ruleset, check_claim(ruleset, claim))
            except Refused as refusal:
                raise refusal.under(path) from refusal
        case Deal():
            path = f"{path}.deal"
            last = ruleset.match.is_last(state)
            _refuse([*_check_carried(path, deal, state, dealers_known), *_check_last(path, deal.last_deal, last)])
            own = replace(
                deal,
                reserve_in=state.reserve,
                totals_in=state.totals,
                last_deal=deal.last_deal or bool(last),
            )
            try:
                position = replay_clean(ruleset, own)
                return score(ruleset, count(ruleset, position, state.tolerance_spent))
            except Refused as refusal:
                raise refusal.under(path) from refusal


def _refuse(bad: list[BadField]) -> None:
    if bad:
        raise Refused.for_fields(bad)


def _check_carried(path: str, deal: Deal, state: MatchState, dealers_known: bool) -> list[BadField]:
    bad = []
    if deal.reserve_in is not None and deal.reserve_in != state.reserve:
        text = (
            f"{deal.reserve_in}, where the match carries {state.reserve}",
            f"{deal.reserve_in}, alors que la partie porte {state.reserve}",
        )
        bad.append(bad_field(f"{path}.reserve_in", Reason.TALLY_INCONSISTENT, *text, fields=f"{path}.reserve_in"))
    expected = state.next_dealer
    if dealers_known and expected is not None and deal.dealer != expected:
        text = (
            f"{deal.dealer.name} deals, where it is {expected.name}'s turn",
            f"{deal.dealer.name} donne, alors que c'est à {expected.name}",
        )
        facts = {"seat": deal.dealer.name, "expected": expected.name}
        bad.append(bad_field(f"{path}.dealer", Reason.WRONG_TURN_ORDER, *text, **facts))
    return bad


def _check_last(path: str, flagged: bool, last: bool | None) -> list[BadField]:
    """In a match of so many deals the flag must not stand on another than the last."""
    if not flagged or last is not False:
        return []
    text = "this is not the last deal of the match", "ce n'est pas la dernière donne de la partie"
    return [bad_field(f"{path}.last_deal", Reason.FIELD_INVALID, *text, value="true")]


class _SheetCheck:
    """A score sheet told as part of a match, held against the match and against itself."""

    def __init__(self, path: str, sheet: SheetClaim, state: MatchState, ruleset: Ruleset) -> None:
        self.path, self.sheet, self.state, self.ruleset = path, sheet, state, ruleset
        self.bad: list[BadField] = []

    def at_odds(self, field: str, english: str, french: str, team: Team | None = None) -> None:
        facts = {} if team is None else {"team": team.name}
        self.bad.append(bad_field(f"{self.path}.{field}", Reason.SCORE_SHEET_INCONSISTENT, english, french, **facts))

    def faults(self) -> list[BadField]:
        """Everything that is wrong with it."""
        sheet, sides = self.sheet, self.ruleset.table.sides
        named = [("contract.team", sheet.taker), ("capot", sheet.capot)]
        named += [(f"totals[{index}].team", team) for index, team in enumerate(sheet.totals)]
        named += [(f"written[{index}].team", line.team) for index, line in enumerate(sheet.written)]
        for field, team in named:
            if team is not None and team not in sides:
                text = "no such team at this table", "pas de telle équipe à cette table"
                self.bad.append(bad_field(f"{self.path}.{field}", Reason.SEAT_INVALID, *text, team=team.name))
        if self.bad:
            return self.bad
        self._check_lines()
        self._check_reserve()
        if sheet.outcome is Outcome.PASSED:
            if sheet.taker is not None:
                self.at_odds("contract", "everybody passed", "tout le monde a passé")
            if not self.ruleset.auction.may_pass_out:
                self.at_odds("outcome", "somebody must take in these rules", "quelqu'un doit prendre dans ces règles")
        elif sheet.taker is None:
            text = "is needed here", "est nécessaire ici"
            self.bad.append(bad_field(f"{self.path}.contract.team", Reason.FIELD_MISSING, *text))
        for team in sheet.tolerance_used:
            if team in self.state.tolerance_spent:
                self.at_odds(
                    "tolerance_used",
                    f"{team.name} was forgiven before; send the record or the tally of this deal",
                    f"{team.name} a déjà bénéficié de la tolérance ; envoyez la donne ou le décompte",
                    team,
                )
        return self.bad

    def _check_lines(self) -> None:
        sheet = self.sheet
        for team in self.ruleset.table.sides:
            lines = sum(line.points for line in sheet.written if line.team == team)
            total, name = sheet.totals.get(team), team.name
            if total is None:
                self.at_odds("totals", f"{name} has no total", f"{name} n'a pas de total", team)
            elif lines != total:
                self.at_odds(
                    "totals", f"{name}: lines add to {lines}, not {total}", f"{name} : {lines} et non {total}", team
                )
            elif total and sheet.outcome in VOID:
                self.at_odds(
                    "totals", f"{name} writes {total} on a void deal", f"{name} : {total} pour une donne nulle", team
                )

    def _check_reserve(self) -> None:
        sheet, carried = self.sheet, self.state.reserve
        if sheet.reserve_in is not None and sheet.reserve_in != carried:
            told = sheet.reserve_in
            self.at_odds("reserve_in", f"{told}, where the match carries {carried}", f"{told} au lieu de {carried}")
        paid = sum(line.points for line in sheet.written if line.kind is LineKind.RESERVE)
        left = carried - paid
        if not 0 <= paid <= carried:
            self.at_odds("written", f"{paid} paid of {carried} carried", f"{paid} payés sur {carried} portés")
        waits = left if sheet.reserve_out is None and sheet.outcome in VOID else sheet.reserve_out or 0
        if (waits < left) if sheet.outcome is Outcome.LITIGE else (waits != left):
            self.at_odds(
                "reserve_out",
                f"{waits} waits, where {carried} were carried and {paid} paid",
                f"{waits} en attente, pour {carried} portés et {paid} payés",
            )


def _told_sheet(path: str, claim: SheetClaim, state: MatchState, ruleset: Ruleset) -> ScoreSheet:
    bad = _SheetCheck(path, claim, state, ruleset).faults()
    if bad:
        raise Refused.for_fields(bad)
    return ScoreSheet(
        outcome=claim.outcome,
        contract=None if claim.taker is None else Contract(None, claim.taker, None),
        counted=(),
        written=claim.written,
        totals=claim.totals,
        reserve_in=state.reserve,
        reserve_out=state.reserve if claim.outcome in VOID else claim.reserve_out or 0,
        winner=_winner(ruleset, claim),
        capot=claim.capot,
        tolerance_used=claim.tolerance_used,
    )


def _winner(ruleset: Ruleset, sheet: SheetClaim) -> Team | None:
    if sheet.taker is None or sheet.outcome not in (Outcome.MADE, Outcome.FAILED):
        return None
    if sheet.outcome is Outcome.MADE:
        return sheet.taker
    others = [team for team in ruleset.table.sides if team != sheet.taker]
    return others[0] if len(others) == 1 else None
