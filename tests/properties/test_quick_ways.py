"""The quick ways give what the careful ways give: over whole, broken, redacted and odd records, and over the wire."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest
from belote.referee.v1 import deal_pb2, referee_service_pb2

from referee import replay as replaying
from referee.clean_play import Followed, clean_play, standing_seen
from referee.core import CORE
from referee.judge import standing_of
from referee.model.action import Action, Custom, Declaration, Pass, Play
from referee.model.card import PACK
from referee.model.deal import Deal, PlainRecord
from referee.model.refusal import Refused
from referee.model.seat import Seat
from referee.redact import redact
from referee.replay import Replayed, glance, replay
from referee.ruleset import Ruleset
from referee.service import Service
from referee.wire import encode
from referee.wire.plain import plain_request
from tests.properties.random_deals import PORTIONS, RandomDeal, portion_of_seeds, random_deal, told
from tests.properties.random_rules import RULESETS

UNSEEN = "compiled functions call one another directly, so that what a test puts between them is not seen"

quick: Counter[str] = Counter()
"""Kinds of record, and how many of each went the quick way."""
glances: Counter[str] = Counter()
"""The same of those that a glance was enough for."""


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_both_ways_through_a_record_lead_to_the_same(portion: int) -> None:
    for seed in portion_of_seeds(portion, one_in=2):
        one = random_deal(seed)
        for kind, deal in records(one, random.Random(-seed)):
            with told(one):
                way, found = replayed(one.ruleset, deal)
                assert found == carefully(one.ruleset, deal), kind
                quick[kind] += way


@pytest.mark.skipif(CORE == "compiled", reason=UNSEEN)
def test_both_ways_were_gone() -> None:
    if not quick:
        pytest.skip("no deal was played")
    assert {"whole", "until", "unnamed"} <= {kind for kind, times in quick.items() if times}
    assert not quick["declared"] and not quick["custom"]


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_a_glance_sees_what_a_position_shows(portion: int) -> None:
    for seed in portion_of_seeds(portion, one_in=2):
        one = random_deal(seed)
        for kind, deal in records(one, random.Random(-seed)):
            with suppress(Refused):
                position, fault, _ = replay(one.ruleset, deal)
                record = plain(deal)
                glanced = None if record is None else glance(one.ruleset, record)
                if glanced is not None:
                    seen = standing_seen(glanced)
                    assert fault is None, kind
                    whole = replace(standing_of(one.ruleset, position), pool=0)
                    if not seen.hand & seen.play.mode.belote_cards:
                        whole.shown = {}  # told only to a hand that may have something to say
                    assert seen == whole, kind
                    glances[kind] += 1


def test_a_glance_was_enough() -> None:
    if not glances:
        pytest.skip("no deal was played")
    assert glances["until"]


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_an_answer_read_from_bytes_is_the_answer_to_the_message(portion: int) -> None:
    service = Service(RULESETS)
    for seed in portion_of_seeds(portion, one_in=10):
        one = random_deal(seed)
        chance = random.Random(-seed)
        for kind, deal in records(one, chance):
            message = referee_service_pb2.ListLegalActionsRequest(
                deal=encode.deal(deal), full_ruleset=chance.random() < 0.3
            )
            language = chance.choice(("en", "fr"))
            with told(one):
                expected = whole_answer(service, message.SerializeToString(), language)
                for _ in range(2):  # the second time the rules and the actions are known by their bytes
                    assert answer(service, message.SerializeToString(), language) == expected, kind
                assert answer(service, shuffled(message, chance), language) == expected, kind


def plain(deal: Deal) -> PlainRecord | None:
    """The record as it is read from a request's bytes; None when it is not of the plain kind."""
    request = referee_service_pb2.ListLegalActionsRequest(deal=encode.deal(deal)).SerializeToString()
    found = plain_request(request)
    return None if found is None else found[2]


def records(one: RandomDeal, chance: random.Random) -> Iterator[tuple[str, Deal]]:
    """The deal's record, whole and spoilt in every way that the quick way has to notice."""
    deal, actions = one.deal, one.deal.actions
    plays = [index for index, action in enumerate(actions) if isinstance(action, Play)]
    yield "whole", deal
    yield "until", one.until(chance.randrange(len(actions) + 1))
    yield "unnamed", replace(deal, actions=tuple(replace(action, seat=None) for action in actions))
    some = tuple(replace(action, seat=None) if chance.random() < 0.2 else action for action in actions)
    yield "some unnamed", replace(deal, actions=some)
    yield "redacted", redact(one.ruleset, one.until(chance.randrange(len(actions) + 1)), chance.choice(list(Seat)))
    yield "over", replace(deal, actions=(*actions, Play(chance.choice(PACK))))
    yield "totals", replace(deal, totals_in=dict.fromkeys(one.ruleset.table.sides, chance.randrange(200)))
    if not plays:
        return

    def with_one(index: int, action: Action) -> Deal:
        return replace(deal, actions=(*actions[:index], action, *actions[index + 1 :]))

    at = chance.choice(plays)
    play = actions[at]
    assert isinstance(play, Play)
    yield "other card", with_one(at, replace(play, card=chance.choice(PACK)))
    other = chance.choice(plays)
    swapped, there = list(actions), actions[other]
    swapped[at], swapped[other] = there, play
    yield "swapped", replace(deal, actions=tuple(swapped))
    yield "other seat", with_one(at, replace(play, seat=chance.choice(list(Seat))))
    yield "other word", with_one(at, replace(play, says_belote=not play.says_belote))
    yield "declared", with_one(at, replace(play, declarations=(Declaration("tierce"),)))
    yield "call", with_one(at, Pass())
    yield "custom", with_one(at, Custom("step"))
    yield "left out", replace(deal, actions=(*actions[:at], *actions[at + 1 :]))
    yield "twice", replace(deal, actions=(*actions[: at + 1], *actions[at:]))


Result = tuple[Replayed | None, str]


def replayed(ruleset: Ruleset, deal: Deal) -> tuple[bool, Result]:
    """Whether the quick way was good enough, and what came out."""
    ways = [False]

    def watched(*arguments: Any) -> Followed | None:
        followed = clean_play(*arguments)
        ways.append(followed is not None)
        return followed

    with mock.patch.object(replaying, "clean_play", watched):
        result = outcome(ruleset, deal)
    return ways[-1], result


def carefully(ruleset: Ruleset, deal: Deal) -> Result:
    """What the careful way alone makes of it, the auction heard anew."""
    with mock.patch.object(replaying, "clean_play", return_value=None), mock.patch.dict(replaying._CLOSED, clear=True):
        return outcome(ruleset, deal)


def outcome(ruleset: Ruleset, deal: Deal) -> Result:
    """The position with all that is read off it, or the refusal."""
    try:
        found = replay(ruleset, deal)
    except Refused as refusal:
        return None, repr(refusal.fields)
    at = found.position
    return found, repr((list(at.held.items()), at.tricks, list(at.points.items()), list(at.shown.items()), at.belotes))


def answer(service: Service, request: bytes, language: str) -> bytes | str:
    """The answer's bytes, or what it was refused for."""
    try:
        return service.answer("ListLegalActions", request, language)
    except Refused as refusal:
        return repr((refusal.reason, refusal.fields, refusal.metadata))


def whole_answer(service: Service, request: bytes, language: str) -> bytes | str:
    """The same with every message read in full, and every position made."""
    with (
        mock.patch.object(service, "_quick_list_legal_actions", return_value=None),
    ):
        return answer(service, request, language)


def shuffled(request: referee_service_pb2.ListLegalActionsRequest, chance: random.Random) -> bytes:
    """The same request as another encoder may write it: in two parts, or with a field that nobody knows."""
    first, second = deal_pb2.Deal(), deal_pb2.Deal()
    first.CopyFrom(request.deal)
    second.actions.extend(request.deal.actions)
    del first.actions[:]
    if chance.random() < 0.5:
        second.ruleset.CopyFrom(request.deal.ruleset)
        first.ClearField("ruleset")
    parts = [
        referee_service_pb2.ListLegalActionsRequest(deal=part).SerializeToString()
        for part in chance.sample((first, second), 2)
    ]
    unknown = b"\xf8\x3f\x01" if chance.random() < 0.5 else b""
    full = referee_service_pb2.ListLegalActionsRequest(full_ruleset=request.full_ruleset).SerializeToString()
    return b"".join((full, *parts, unknown))
