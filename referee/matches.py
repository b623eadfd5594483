"""A match from its deals: records, score sheets or tallies, in order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.refusal import Reason, Refused, bad_field
from referee.model.score import Outcome, ScoreSheet, SheetClaim, TallyClaim
from referee.model.seat import Seat, Team
from referee.replay import replay_clean
from referee.rules.match import MatchState
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
    if first_dealer is not None and first_dealer not in table.place_of:
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
                value=max(state.totals.values()),
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
            try:
                return score(ruleset, check_claim(ruleset, replace(deal, reserve_in=state.reserve)))
            except Refused as refusal:
                raise refusal.under(f"{path}.tally") from refusal
        case Deal():
            path = f"{path}.deal"
            _check_carried(path, deal, state, dealers_known)
            try:
                position = replay_clean(ruleset, replace(deal, reserve_in=state.reserve))
                return score(ruleset, count(ruleset, position, state.tolerance_spent))
            except Refused as refusal:
                raise refusal.under(path) from refusal


def _check_carried(path: str, deal: Deal, state: MatchState, dealers_known: bool) -> None:
    bad = []
    if deal.reserve_in is not None and deal.reserve_in != state.reserve:
        bad.append(
            bad_field(
                f"{path}.reserve_in",
                Reason.TALLY_INCONSISTENT,
                f"{deal.reserve_in}, where the match carries {state.reserve}",
                f"{deal.reserve_in}, alors que la partie porte {state.reserve}",
                fields=f"{path}.reserve_in",
            )
        )
    expected = state.next_dealer
    if dealers_known and expected is not None and deal.dealer != expected:
        bad.append(
            bad_field(
                f"{path}.dealer",
                Reason.WRONG_TURN_ORDER,
                f"{deal.dealer.name} deals, where it is {expected.name}'s turn",
                f"{deal.dealer.name} donne, alors que c'est à {expected.name}",
                seat=deal.dealer.name,
                expected=expected.name,
            )
        )
    if bad:
        raise Refused.for_fields(bad)


def _told_sheet(path: str, sheet: SheetClaim, state: MatchState, ruleset: Ruleset) -> ScoreSheet:
    bad = []

    def at_odds(field: str, english: str, french: str, team: Team | None = None) -> None:
        facts = {} if team is None else {"team": team.name}
        bad.append(bad_field(f"{path}.{field}", Reason.SCORE_SHEET_INCONSISTENT, english, french, **facts))

    nothing = sheet.outcome in (Outcome.PASSED, Outcome.REDEAL)
    for team in (*sheet.totals, *(line.team for line in sheet.written)):
        name = team.name
        lines = sum(line.points for line in sheet.written if line.team == team)
        total = sheet.totals.get(team, 0)
        if sheet.written and lines != total:
            at_odds("totals", f"{name}: lines add to {lines}, not {total}", f"{name} : {lines} et non {total}", team)
        elif nothing and total:
            at_odds("totals", f"{name} writes {total} on a void deal", f"{name} : {total} pour une donne nulle", team)
        if team not in ruleset.table.sides:
            bad.append(
                bad_field(
                    f"{path}.totals", Reason.SEAT_INVALID, f"no team {name} here", f"pas d'équipe {name}", team=name
                )
            )
    carried = state.reserve
    if sheet.reserve_in is not None and sheet.reserve_in != carried:
        told = sheet.reserve_in
        at_odds("reserve_in", f"{told}, where the match carries {carried}", f"{told} au lieu de {carried}")
    if nothing and sheet.reserve_out not in (None, carried):
        at_odds("reserve_out", "a void deal leaves the reserve as it is", "une donne nulle laisse la réserve en l'état")
    if sheet.reserve_out is None and sheet.outcome is Outcome.LITIGE:
        at_odds("reserve_out", "a litige holds points over", "un litige met des points en réserve")
    for team in sheet.tolerance_used:
        if team in state.tolerance_spent:
            at_odds(
                "tolerance_used",
                f"{team.name} was forgiven before; send the record or the tally of this deal",
                f"{team.name} a déjà bénéficié de la tolérance ; envoyez la donne ou le décompte",
                team,
            )
    if bad:
        raise Refused.for_fields(list(dict.fromkeys(bad)))
    reserve_out = carried if nothing else sheet.reserve_out or 0
    taker = sheet.taker
    return ScoreSheet(
        outcome=sheet.outcome,
        contract=None if taker is None else Contract(None, taker, next(iter(ruleset.modes))),
        counted=(),
        written=sheet.written,
        totals=sheet.totals,
        reserve_in=carried,
        reserve_out=reserve_out,
        winner=_winner(ruleset, sheet),
        capot=sheet.capot,
        tolerance_used=sheet.tolerance_used,
    )


def _winner(ruleset: Ruleset, sheet: SheetClaim) -> Team | None:
    if sheet.taker is None or sheet.outcome not in (Outcome.MADE, Outcome.FAILED):
        return None
    if sheet.outcome is Outcome.MADE:
        return sheet.taker
    others = [team for team in ruleset.table.sides if team != sheet.taker]
    return others[0] if len(others) == 1 else None
