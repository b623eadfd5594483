"""A client that knows the contract and no game plays a feature with a step of its own that it has never heard of."""

from collections.abc import Iterator
from typing import Any, Final

import grpc
import pytest
from belote.referee.v1 import card_pb2, deal_pb2, ruleset_pb2
from belote.referee.v1 import referee_service_pb2 as api
from belote.referee.v1 import referee_service_pb2_grpc as rpc

from referee.cli.own_server import own_server

PATIENCE: Final = 10.0
LONGEST: Final = 100
"""No deal of the family has so many actions."""


class Stranger:
    """It asks what there is, offers what it is offered, and shows what it is told: nothing in here names a rule."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = rpc.RefereeServiceStub(channel)
        self.catalogue = self._ask(api.ListVariantsRequest())

    def _ask(self, request: Any) -> Any:
        name = type(request).__name__.removesuffix("Request")
        return getattr(self._stub, name)(request, timeout=PATIENCE)

    def features_with_steps(self) -> list[str]:
        """Features that bring a custom action."""
        return sorted({one.feature for one in self.catalogue.custom_actions})

    def rulesets(self, feature: str) -> Iterator[ruleset_pb2.Ruleset]:
        """The first preset of the referee with the feature added, as it is and with each value of its options."""
        base = next(one.id for one in self.catalogue.features if one.base)
        preset = next(one.id for one in self.catalogue.presets if list(one.features) == [base])
        yield ruleset_pb2.Ruleset(preset=preset, features=[feature])
        for option in self.catalogue.options:
            if option.feature == feature:
                for value in self._values(option):
                    yield ruleset_pb2.Ruleset(preset=preset, features=[feature], options=[value])

    @staticmethod
    def _values(option: ruleset_pb2.OptionInfo) -> Iterator[ruleset_pb2.RuleOption]:
        if option.kind == ruleset_pb2.OPTION_KIND_FLAG:
            yield ruleset_pb2.RuleOption(name=option.name, flag=not option.default_value.flag)
        for number in option.numbers:
            yield ruleset_pb2.RuleOption(name=option.name, number=number)
        for choice in option.choices:
            yield ruleset_pb2.RuleOption(name=option.name, choice=choice)

    def played(self, ruleset: ruleset_pb2.Ruleset, pick: int) -> deal_pb2.Deal:
        """A whole deal by sending back what is offered: a step where there is one, else what is not a pass."""
        deal: deal_pb2.Deal = self._ask(api.DealCardsRequest(ruleset=ruleset, dealer=card_pb2.SEAT_SOUTH)).deal
        for _ in range(LONGEST):
            offered = [choice.action for choice in self._ask(api.ListLegalActionsRequest(deal=deal)).legal]
            if not offered:
                return deal
            steps = [action for action in offered if action.HasField("custom")]
            calls = [action for action in offered if action.HasField("call") and not action.call.HasField("passed")]
            best = steps or calls or offered
            deal = self._ask(api.ApplyActionRequest(deal=deal, action=best[pick % len(best)])).deal
        raise AssertionError("the deal does not end")

    def position(self, deal: deal_pb2.Deal) -> Any:
        return self._ask(api.InspectDealRequest(deal=deal)).position

    def sheet(self, deal: deal_pb2.Deal) -> Any:
        return self._ask(api.ScoreDealRequest(deal=deal)).score_sheet

    def words(self, kind: int) -> dict[str, str]:
        """Names for a screen of what features add to the answers."""
        return {one.id: one.name for one in self.catalogue.terms if one.kind == kind}


@pytest.fixture(scope="module")
def stranger() -> Iterator[Stranger]:
    with own_server() as target, grpc.insecure_channel(target) as channel:
        yield Stranger(channel)


FEATURE: Final = "announced_capot"
"""What the stranger is asked to play; a person would have picked it from the list."""


def test_step_is_found_with_all_that_a_screen_needs(stranger: Stranger) -> None:
    assert FEATURE in stranger.features_with_steps()
    (step,) = [one for one in stranger.catalogue.custom_actions if one.feature == FEATURE]
    assert all((step.name, step.summary, step.description))
    assert not step.HasField("max_cards")
    (value,) = step.options
    assert (value.kind, list(value.choices)) == (ruleset_pb2.OPTION_KIND_CHOICE, ["capot", "generale"])
    rules = {one.id: one for one in stranger.catalogue.rules if one.feature == FEATURE}
    assert set(step.rule_ids) <= set(rules)
    assert all(one.statement and one.source for one in rules.values())


def test_step_is_played_and_scored_by_sending_back_what_is_offered(stranger: Stranger) -> None:
    rulesets = list(stranger.rulesets(FEATURE))
    assert len(rulesets) > 3
    terms, lines = stranger.words(ruleset_pb2.TERM_KIND_CONTRACT_TERM), stranger.words(ruleset_pb2.TERM_KIND_SCORE_LINE)
    rules = {one.id for one in stranger.catalogue.rules}
    announced, stakes = set(), set()
    for ruleset in rulesets:
        for pick in (0, 1):
            deal = stranger.played(ruleset, pick)
            steps = [action.custom for action in deal.actions if action.HasField("custom")]
            assert [step.id for step in steps] == ["announce_capot"]
            position, sheet = stranger.position(deal), stranger.sheet(deal)
            announced |= {terms[term] for term in position.contract.terms}
            own = [line for line in sheet.written if line.custom_kind]
            assert [lines[line.custom_kind] for line in own] == ["Announcement"]
            stakes |= {line.points for line in own}
            assert {line.rule_id for line in (*sheet.counted, *sheet.written)} <= rules
            assert sum(team.points for team in sheet.totals) == sum(line.points for line in sheet.written)
    assert announced == {"Announced capot", "Announced générale"}
    assert stakes == {250, 500, 600}


def test_what_was_not_offered_is_refused_with_a_reason(stranger: Stranger) -> None:
    ruleset = next(stranger.rulesets(FEATURE))
    deal = stranger.played(ruleset, 0)
    at = next(index for index, action in enumerate(deal.actions) if action.HasField("custom"))
    said = deal.actions[at]
    del deal.actions[at + 1 :]
    again = stranger._ask(api.ApplyActionRequest(deal=deal, action=said))
    assert [one.rule_id for one in again.violations] == ["announced_capot/once"]
    assert again.violations[0].message
    deal.actions.pop()
    generale = deal_pb2.PlayerAction()
    generale.CopyFrom(said)
    generale.custom.options[0].choice = "generale"
    refused = stranger._ask(api.ApplyActionRequest(deal=deal, action=generale))
    assert [one.rule_id for one in refused.violations] == ["announced_capot/generale"]
