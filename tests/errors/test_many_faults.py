"""Thousands of faulty fields: the first are told, the others are counted, and nobody has to wait for it."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

import grpc
import pytest
from google.protobuf.message import Message

from referee import plugins
from referee.service import Service
from referee.service.failure import LARGEST_DETAILS
from referee.wire.decode import MAX_FAULTS
from tests.errors.paths import follow
from tests.errors.serving import ask_in_batch, question_of, refusal_of
from tests.errors.written import request_of
from tests.properties.random_questions import QUESTIONS
from tests.properties.served import serving
from tests.server.asking import DETAILS, ask

WITHIN: Final = 0.5
"""Seconds of work, the asking included, that even the worst request costs."""


def actions() -> Message:
    return request_of("InspectDeal", f"deal {{ RECORD {'actions {} ' * 512} }}")


def cards() -> Message:
    hands = f"hands {{ seat: SEAT_EAST cards: [{', '.join(['200'] * 64)}] }}"
    return request_of("InspectDeal", f"deal {{ RULES dealer: SEAT_EAST turn_up: AS {hands * 16} }}")


def options() -> Message:
    return request_of("ScoreDeal", f'deal {{ ruleset {{ preset: "ffb_classic" {"options {} " * 256} }} }}')


def unknown_options() -> Message:
    named = "".join(f'options {{ name: "{"speed" * 10}{number}" flag: true }} ' for number in range(256))
    return request_of(
        "JudgeTrick", f'ruleset {{ preset: "ffb_classic" {named} }} trump: TRUMP_HEARTS leader: SEAT_EAST'
    )


def deals() -> Message:
    match: Any = request_of("ScoreMatch", "RULES DEAL*500")
    record: Any = actions()
    for one in match.deals:
        one.deal.CopyFrom(record.deal)
        one.deal.ClearField("ruleset")
    whole: Message = match
    return whole


def declared() -> Message:
    """Lists within lists: each is short enough, all of them are too much."""
    declaration = f'declarations {{ kind: "tierce" cards: [{", ".join(["127"] * 64)}] }} '
    play: Any = request_of("ApplyAction", f"action {{ play: 7C {declaration * 64} }}")
    record: Any = request_of("InspectDeal", "deal { RECORD }")
    record.deal.actions.extend([play.action] * 20)
    inspect: Message = record
    return inspect


MANY: Final[dict[str, tuple[str, Callable[[], Message], int | None]]] = {
    "actions of no kind": ("InspectDeal", actions, MAX_FAULTS),
    "cards that are none": ("InspectDeal", cards, MAX_FAULTS),
    "options without name and value": ("ScoreDeal", options, MAX_FAULTS),
    "options unknown": ("JudgeTrick", unknown_options, 256),
    "cards of declarations": ("InspectDeal", declared, None),
    "a match of such records": ("ScoreMatch", deals, MAX_FAULTS),
}
"""Requests by name: the call, how it is made, and how many faults are found; None where limits on lists decide."""


@pytest.mark.parametrize("name", MANY)
def test_thousands_of_faults_are_told_quickly_and_counted(name: str) -> None:
    rpc, make, faults = MANY[name]
    request = make()

    async def case() -> None:
        async with serving(Service(plugins.load(discover=False))) as channel:
            await ask(channel, rpc, b"")
            asked = time.process_time()
            said = await ask(channel, rpc, request.SerializeToString())
            took = time.process_time() - asked
            found = refusal_of(said)
            assert said.code is grpc.StatusCode.INVALID_ARGUMENT
            assert len(said.trailing[DETAILS]) < LARGEST_DETAILS
            assert found.paths
            for path in found.paths:
                follow(request, path)
            assert faults in (None, int(found.metadata.get("fields_left_out", 0)) + len(found.paths))
            assert took < WITHIN

    asyncio.run(case())


@pytest.mark.parametrize("name", [name for name, (rpc, _, _) in MANY.items() if rpc in QUESTIONS])
def test_a_batch_counts_them_too(name: str) -> None:
    rpc, make, faults = MANY[name]
    question = question_of(rpc, make())

    async def case() -> None:
        async with serving(Service(plugins.load(discover=False))) as channel:
            asked = time.process_time()
            (answer,) = await ask_in_batch(channel, [question], "fr")
            took = time.process_time() - asked
            facts = {one.key: one.value for one in answer.error.metadata}
            assert answer.error.ByteSize() < LARGEST_DETAILS
            assert faults in (None, int(facts.get("fields_left_out", 0)) + len(answer.error.fields))
            assert took < WITHIN

    asyncio.run(case())
