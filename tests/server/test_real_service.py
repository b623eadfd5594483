"""The referee's own service behind the port: what no client may bring about, and what no log may hold."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import grpc.aio
import pytest
from belote.referee.v1 import card_pb2, deal_pb2, referee_service_pb2, ruleset_pb2

from referee import plugins
from referee.server.lifecycle import Server
from referee.server.settings import Settings
from referee.service import Limits, Service

from .asking import DETAILS, ask, raw

Code = grpc.StatusCode
CALLS = (*Service.UNARY, "BatchJudge")
RULES = ruleset_pb2.Ruleset(preset="ffb_classic")
SOUTH, EAST = card_pb2.SEAT_SOUTH, card_pb2.SEAT_EAST


@asynccontextmanager
async def channel() -> AsyncIterator[grpc.aio.Channel]:
    """To a server in this process with the referee's own service."""
    server = Server(Service(plugins.load(), Limits()), Settings(port=0))
    port = await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as one:
        yield one
    await server.cut()


PACK = [number for number in card_pb2.Card.values() if number]
CLUBS = PACK[:8]
UNREADABLE = [b"\xff", b"\x0a", b"\x0a\xff\xff\xff\xff\x0f", b"\x08" * 101, b"no protobuf at all"]


@pytest.mark.parametrize("rpc", CALLS)
def test_bytes_that_are_no_request_are_refused(rpc: str) -> None:
    async def case() -> None:
        async with channel() as one:
            for request in UNREADABLE:
                said = await ask(one, rpc, request)
                assert said.code is Code.INVALID_ARGUMENT, request
                assert said.info.reason == "REQUEST_UNREADABLE"

    asyncio.run(case())


def test_an_empty_request_is_answered_or_refused_with_a_reason() -> None:
    async def case() -> None:
        async with channel() as one:
            for rpc in CALLS:
                said = await ask(one, rpc, b"")
                assert said.code is (Code.OK if rpc == "ListVariants" else Code.INVALID_ARGUMENT), rpc
                assert rpc == "ListVariants" or said.info.reason

    asyncio.run(case())


def test_a_question_is_answered_in_the_language_asked_for() -> None:
    request = referee_service_pb2.ListLegalCardsRequest(
        ruleset=RULES,
        trump=card_pb2.TRUMP_HEARTS,
        hand=[card_pb2.CARD_SEVEN_OF_HEARTS, card_pb2.CARD_ACE_OF_SPADES],
        trick=[card_pb2.CARD_KING_OF_CLUBS],
    )

    async def case() -> None:
        async with channel() as one:
            messages = set()
            for language in ("en", "fr"):
                said = await ask(one, "ListLegalCards", request.SerializeToString(), language=language)
                assert said.trailing["content-language"] == language
                answer = referee_service_pb2.ListLegalCardsResponse.FromString(said.answer)
                assert answer.legal == [card_pb2.CARD_SEVEN_OF_HEARTS]
                messages.add(answer.refused[0].violations[0].message)
            assert len(messages) == 2

    asyncio.run(case())


WORDS = ["x", "é", "😀", "\x01", "\u202e"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("word", WORDS)
def test_the_status_survives_whatever_a_request_makes_it_repeat(word: str, language: str) -> None:
    rulesets = [
        ruleset_pb2.Ruleset(preset=word * 5000),
        ruleset_pb2.Ruleset(preset="ffb_classic", features=[word * 5000]),
        ruleset_pb2.Ruleset(
            preset="ffb_classic",
            options=[ruleset_pb2.RuleOption(name=f"{word * 400}{n}", flag=True) for n in range(200)],
        ),
    ]

    async def case() -> None:
        async with channel() as one:
            for ruleset in rulesets:
                request = referee_service_pb2.ListLegalCardsRequest(ruleset=ruleset).SerializeToString()
                said = await ask(one, "ListLegalCards", request, language=language)
                assert said.code in (Code.NOT_FOUND, Code.INVALID_ARGUMENT)
                assert said.info.reason
                assert len(said.trailing[DETAILS]) <= 4096

    asyncio.run(case())


def test_the_log_of_a_refused_record_holds_no_card(caplog: pytest.LogCaptureFixture) -> None:
    held = [
        deal_pb2.Hand(seat=SOUTH, cards=CLUBS[:5]),
        deal_pb2.Hand(seat=EAST, cards=[CLUBS[0], *CLUBS[5:]]),
    ]
    twice = referee_service_pb2.InspectDealRequest(deal=deal_pb2.Deal(ruleset=RULES, dealer=SOUTH, hands=held))

    async def case() -> None:
        async with channel() as one:
            said = await ask(one, "InspectDeal", twice.SerializeToString())
            assert said.info.reason == "CARD_DUPLICATED"
            assert "7C" in said.message

    with caplog.at_level(logging.DEBUG):
        asyncio.run(case())
    written = [one.getMessage() for one in caplog.records if "refused" in one.getMessage()]
    assert len(written) == 1
    assert "reason=CARD_DUPLICATED fields=deal.hands[1].cards[0]" in written[0]
    assert re.findall(r"\b[789TJQKA][CDHS]\b|CARD_[A-Z]+_OF|OF_CLUBS", caplog.text) == []


def test_health_and_short_calls_get_through_while_a_batch_is_judged() -> None:
    deal = deal_pb2.Deal(ruleset=RULES, dealer=SOUTH, deck=PACK)
    question = referee_service_pb2.Question(inspect_deal=referee_service_pb2.InspectDealRequest(deal=deal))
    batch = referee_service_pb2.BatchJudgeRequest(questions=[question] * 1000).SerializeToString()

    async def case() -> None:
        async with channel() as one:
            await ask(one, "ListVariants", b"")
            long = asyncio.create_task(ask(one, "BatchJudge", batch))
            await asyncio.sleep(0)
            between = 0
            while not long.done():
                assert await raw(one, "/grpc.health.v1.Health/Check")(b"", timeout=5) == b"\x08\x01"
                assert (await ask(one, "ScoreDeal", b"")).code is Code.INVALID_ARGUMENT
                between += 1
            said = await long
            assert said.code is Code.OK
            answers = referee_service_pb2.BatchJudgeResponse.FromString(said.answer).answers
            assert {answer.WhichOneof("response") for answer in answers} == {"inspect_deal"}
            assert between >= 3

    asyncio.run(case())
