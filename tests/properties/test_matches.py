"""Random matches: what a fold over deals must keep, and one match told in different ways."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest
from belote.referee.v1 import referee_service_pb2, score_pb2

from referee.matches import score_match
from referee.model.deal import Deal, RulesetChoice
from referee.model.refusal import Reason, Refused
from referee.model.score import Outcome, ScoreSheet
from referee.model.seat import Seat, Team
from referee.rules.match import MatchState
from referee.ruleset import Ruleset
from referee.service import Service
from referee.wire import encode
from tests.properties.random_deals import FIRST, PORTIONS, RandomDeal, portion_of_seeds, random_deal
from tests.properties.random_rules import RULESETS, random_rules

MATCHES: Final = 20
"""One match for so many deals of a run."""
LONGEST: Final = 14
SERVICE: Final = Service(RULESETS)


@dataclass(frozen=True)
class RandomMatch:
    """Deals in order under one ruleset, each dealt by the seat whose turn it was, until the match was over."""

    seed: int
    choice: RulesetChoice
    ruleset: Ruleset
    first_dealer: Seat
    deals: tuple[RandomDeal, ...]

    @property
    def records(self) -> tuple[Deal, ...]:
        return tuple(one.deal for one in self.deals)


def random_match(seed: int, rules: tuple[RulesetChoice, Ruleset] | None = None) -> RandomMatch:
    chance = random.Random(seed)
    choice, ruleset = random_rules(chance) if rules is None else rules
    first = dealer = chance.choice(list(Seat))
    deals: list[RandomDeal] = []
    for number in range(LONGEST):
        one = random_deal(1000 * seed + number, (choice, ruleset), dealer - 1)
        deals.append(replace(one, deal=replace(one.deal, reserve_in=None, last_deal=False)))
        state, _ = score_match(ruleset, first, [deal.deal for deal in deals])
        if state.over:
            break
        assert state.next_dealer is not None
        dealer = state.next_dealer
    return RandomMatch(seed, choice, ruleset, first, tuple(deals))


def matches(portion: int) -> Iterator[RandomMatch]:
    for seed in portion_of_seeds(portion, one_in=MATCHES):
        yield random_match(seed)


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_a_match_is_the_sum_of_its_deals(portion: int) -> None:
    for match in matches(portion):
        values = match.ruleset.values
        state, standings = score_match(match.ruleset, match.first_dealer, match.records)
        totals: dict[Team, int] = dict.fromkeys(match.ruleset.table.sides, 0)
        reserve, counted, dealer = 0, 0, match.first_dealer
        for number, standing in enumerate(standings):
            sheet = standing.sheet
            assert sheet.reserve_in == reserve, match.seed
            totals = {team: totals[team] + sheet.totals[team] for team in totals}
            reserve = sheet.reserve_out
            counts = sheet.outcome is not Outcome.REDEAL and (
                sheet.outcome is not Outcome.PASSED or values.flag("passed_deal_counts")
            )
            counted += counts
            assert standing.counted == counts
            assert standing.dealer is dealer
            again = sheet.outcome is Outcome.REDEAL
            again |= sheet.outcome is Outcome.PASSED and values.choice("all_pass") == "same_dealer"
            dealer = dealer if again else match.ruleset.table.after(dealer)
            found = standing.state
            assert (found.totals, found.deals_counted) == (totals, counted), match.seed
            assert found.over == (state.over and number == len(standings) - 1)
            assert found.reserve == (0 if found.over else reserve)
            assert found.next_dealer is (None if found.over else dealer)
            assert score_match(match.ruleset, match.first_dealer, match.records[: number + 1])[0] == found
            check_end(values, found, sheet)
        if state.over:
            with pytest.raises(Refused) as refusal:
                score_match(match.ruleset, None, [*match.records, match.records[0]])
            assert refusal.value.reason is Reason.MATCH_OVER
            assert refusal.value.metadata["deals"] == str(len(match.deals))


def check_end(values: Mapping[str, Any], state: MatchState, sheet: ScoreSheet) -> None:
    """The match is over when its rules say so, and the right side has won it."""
    (one, mine), (other, theirs) = state.totals.items()
    if values["fixed_deals"] != "none":
        reached = {one, other} if state.deals_counted >= values["fixed_deals"] else set[Team]()
    else:
        least = values["target"] + (values["target_rule"] == "pass")
        reached = {team for team, total in state.totals.items() if total >= least}
        if sheet.outcome is Outcome.PASSED:
            assert not state.over
            return
        if values["finish_on_belote"] != "allowed":
            assert not state.over or reached
            return
    if not reached:
        assert (state.over, state.winner, state.deciding_deal_needed) == (False, None, False)
        return
    if len(reached) == 2 and mine == theirs:
        match values["tie_at_target"]:
            case "draw":
                assert (state.over, state.winner) == (True, None)
            case "last_deal_winner" if sheet.winner is not None:
                assert (state.over, state.winner) == (True, sheet.winner)
            case _:
                assert (state.over, state.deciding_deal_needed) == (False, True)
        return
    winner = one if mine > theirs else other
    if len(reached) == 1:
        (winner,) = reached
    elif values["fixed_deals"] == "none" and values["both_reach"] == "last_taker":
        assert sheet.contract is not None
        winner = sheet.contract.team
    elif values["fixed_deals"] == "none" and values["both_reach"] == "last_deal_points":
        written = sheet.totals
        winner = winner if written[one] == written[other] else max(written, key=written.__getitem__)
    assert (state.over, state.winner, state.deciding_deal_needed) == (True, winner, False)


@pytest.mark.deals
@pytest.mark.parametrize("seed", range(FIRST, FIRST + 5))
def test_no_point_is_lost_on_the_way(seed: int) -> None:
    choice = RulesetChoice("ffb_classic", (), (("target", 100_000),))
    match = random_match(seed, (choice, RULESETS.get(choice)))
    state, standings = score_match(match.ruleset, match.first_dealer, match.records)
    played = 0
    for one, standing in zip(match.deals, standings, strict=True):
        if one.over is not None:
            capot = len({seat % 2 for seat in one.over.winners}) == 1
            played += (252 if capot else 162) + 20 * len(one.over.belotes)
        assert sum(standing.state.totals.values()) + standing.state.reserve == played
    assert not state.over
    assert len(match.deals) == LONGEST


@pytest.mark.deals
@pytest.mark.parametrize("seed", range(FIRST, FIRST + 5))
def test_a_total_that_equals_the_target_is_enough_only_where_it_need_not_be_passed(seed: int) -> None:
    far = RulesetChoice("ffb_classic", (), (("target", 100_000),))
    match = random_match(seed, (far, RULESETS.get(far)))
    _, standings = score_match(match.ruleset, match.first_dealer, match.records)
    totals = [max(standing.state.totals.values()) for standing in standings]
    for total in sorted(set(totals) - {0}):
        played = totals.index(total) + 1
        for rule, over in (("reach", True), ("pass", False)):
            ruleset = RULESETS.get(RulesetChoice("ffb_classic", (), (("target", total), ("target_rule", rule))))
            state, _ = score_match(ruleset, match.first_dealer, match.records[:played])
            level = len(set(state.totals.values())) == 1
            assert state.over == (over and not level), (total, rule)
            assert state.deciding_deal_needed == (over and level)


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_records_and_their_score_sheets_make_the_same_match(portion: int) -> None:
    for match in matches(portion):
        records = [referee_service_pb2.MatchDeal(deal=encode.deal(deal)) for deal in match.records]
        answer = asked(match, records)
        sheets = list(score_sheets(match, answer))
        forgiven = [team for sheet in sheets for team in sheet.tolerance_used]
        if len(set(forgiven)) == len(forgiven):
            assert asked(match, [referee_service_pb2.MatchDeal(score_sheet=sheet) for sheet in sheets]) == answer
            mixed = [records[0], *(referee_service_pb2.MatchDeal(score_sheet=sheet) for sheet in sheets[1:])]
            assert asked(match, mixed) == answer


def score_sheets(match: RandomMatch, answer: referee_service_pb2.ScoreMatchResponse) -> Iterator[score_pb2.ScoreSheet]:
    """What ScoreDeal gives for each record, with the reserve that the match carries into it."""
    fixed = match.ruleset.values.limit("fixed_deals")
    reserve, counted = 0, 0
    for deal, standing in zip(match.records, answer.running, strict=True):
        last = fixed is not None and counted >= fixed - 1
        whole = encode.deal(replace(deal, reserve_in=reserve, last_deal=last))
        request = referee_service_pb2.ScoreDealRequest(deal=whole)
        scored = SERVICE.answer("ScoreDeal", request.SerializeToString(), "en")
        yield referee_service_pb2.ScoreDealResponse.FromString(scored).score_sheet
        reserve, counted = standing.reserve, counted + standing.counted


def asked(match: RandomMatch, deals: list[referee_service_pb2.MatchDeal]) -> referee_service_pb2.ScoreMatchResponse:
    request = referee_service_pb2.ScoreMatchRequest(
        ruleset=encode.choice(match.choice), first_dealer=encode.deal(match.records[0]).dealer, deals=deals
    )
    answer = SERVICE.answer("ScoreMatch", request.SerializeToString(), "en")
    return referee_service_pb2.ScoreMatchResponse.FromString(answer)
