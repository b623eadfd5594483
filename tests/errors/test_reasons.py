"""Each reason for an error, asked over a real server: status, details, both languages, alone and within a batch."""

import asyncio
from dataclasses import dataclass
from itertools import product

import grpc
import grpc.aio
import pytest
from belote.referee.v1 import referee_service_pb2

from referee import plugins
from referee.model.refusal import Reason
from referee.server.lifecycle import Server
from referee.server.settings import Settings
from referee.service import Limits, Service
from referee.service.failure import DOMAIN, LARGEST_DETAILS
from tests.errors.contract_text import reasons
from tests.errors.paths import follow, rank
from tests.errors.refused import ANYTHING, AROUND_A_CALL, NAMED, NOT_REACHED, TABLE, UNREADABLE, Refused
from tests.errors.serving import (
    Refusal,
    ask_in_batch,
    house_server,
    question_of,
    reason_name,
    refusal_of,
)
from tests.errors.written import request_of
from tests.properties.random_questions import QUESTIONS, REQUESTS
from tests.properties.served import serving
from tests.server.asking import DETAILS, Said, ask, path

SOUND = request_of(
    "JudgeTrick", 'ruleset { preset: "ffb_classic" } trump: TRUMP_HEARTS leader: SEAT_WEST cards: [7H, 8H]'
)


@dataclass(frozen=True)
class Asked:
    """What one row was answered, in each language: alone, and as a question of a batch where it can be one."""

    answers: dict[str, Said]
    in_batch: dict[str, list[referee_service_pb2.Answer]]
    """Of three questions; the row's is in the middle."""

    @property
    def alone(self) -> dict[str, Refusal]:
        return {language: refusal_of(said) for language, said in self.answers.items()}


@pytest.fixture(scope="module")
def asked() -> dict[str, Asked]:
    """Every row, asked of one server."""

    async def ask_all() -> dict[str, Asked]:
        async with house_server() as channel:
            return {name: await ask_both_ways(channel, name) for name in NAMED}

    return asyncio.run(ask_all())


async def ask_both_ways(channel: grpc.aio.Channel, name: str) -> Asked:
    row = NAMED[name]
    request = row.request()
    alone, in_batch = {}, {}
    for language in ("en", "fr"):
        alone[language] = await ask(channel, row.rpc, request.SerializeToString(), language=language)
        if may_be_in_batch(row):
            sound = question_of("JudgeTrick", SOUND)
            in_batch[language] = await ask_in_batch(channel, [sound, question_of(row.rpc, request), sound], language)
    return Asked(alone, in_batch)


def may_be_in_batch(row: Refused) -> bool:
    """Whether a batch would refuse the request for the same reason: it takes no deal without a deck."""
    return row.rpc in QUESTIONS and row.rpc != "DealCards"


def test_every_reason_is_asked_for_or_known_to_be_out_of_reach() -> None:
    rows = {one.reason for one in TABLE} | AROUND_A_CALL
    assert rows | set(NOT_REACHED) == set(reasons()) == {str(reason) for reason in Reason}
    assert not rows & set(NOT_REACHED)
    assert all(NOT_REACHED.values())
    assert len(NAMED) == len(TABLE)


def test_every_documented_fact_is_told_by_some_row() -> None:
    for reason, told in reasons().items():
        rows = [one for one in TABLE if one.reason == reason]
        if rows:
            assert {key for one in rows for key in one.metadata} >= told.keys, reason


@pytest.mark.parametrize("name", NAMED)
def test_a_refusal_has_the_status_and_facts_of_its_reason(name: str, asked: dict[str, Asked]) -> None:
    row, told = NAMED[name], reasons()[NAMED[name].reason]
    for found in asked[name].alone.values():
        assert (found.reason, found.domain) == (row.reason, DOMAIN)
        assert found.said.code is told.status
        assert {
            key: value if row.facts.get(key) != ANYTHING else ANYTHING for key, value in found.metadata.items()
        } == (row.metadata)
        assert row.facts.keys() <= told.keys
        assert len(found.said.trailing[DETAILS]) < LARGEST_DETAILS


@pytest.mark.parametrize("name", NAMED)
def test_a_refusal_names_every_faulty_field_of_the_request(name: str, asked: dict[str, Asked]) -> None:
    row = NAMED[name]
    request = row.request()
    for found in asked[name].alone.values():
        assert sorted((place, reason) for place, reason, _ in found.fields) == sorted(row.fields)
        named = found.metadata.get("fields", "")
        for place in (*found.paths, *filter(None, named.split(","))):
            follow(request, place)


@pytest.mark.parametrize("name", [name for name, one in NAMED.items() if len(one.fields) > 1])
def test_faulty_fields_are_told_in_the_order_of_the_contract(name: str, asked: dict[str, Asked]) -> None:
    request, found = NAMED[name].request(), asked[name].alone["en"]
    assert list(found.paths) == sorted(found.paths, key=lambda place: rank(request, place))
    assert found.reason == found.fields[0][1]


@pytest.mark.parametrize("name", NAMED)
def test_a_refusal_is_told_in_both_languages(name: str, asked: dict[str, Asked]) -> None:
    english, french = asked[name].alone["en"], asked[name].alone["fr"]
    assert english.metadata == french.metadata
    assert english.said.trailing["content-language"] == "en"
    assert french.said.trailing["content-language"] == "fr"
    assert english.said.message != french.said.message
    for (_, _, one), (_, _, other) in zip(english.fields, french.fields, strict=True):
        assert one
        assert other
        assert one != other


@pytest.mark.parametrize("name", [name for name, one in NAMED.items() if may_be_in_batch(one)])
def test_a_batch_tells_the_same_facts(name: str, asked: dict[str, Asked]) -> None:
    for language, answers in asked[name].in_batch.items():
        assert [one.WhichOneof("response") for one in answers] == ["judge_trick", "error", "judge_trick"]
        error, alone = answers[1].error, asked[name].alone[language]
        assert error.code == alone.said.code.value[0]
        assert reason_name(error.reason) == alone.reason
        assert error.message == alone.said.message
        told = tuple((one.path, reason_name(one.reason), one.message) for one in error.fields)
        assert told == alone.fields
        facts = [(one.key, one.value) for one in error.metadata]
        assert facts == sorted(alone.metadata.items())
        assert error.ByteSize() < LARGEST_DETAILS


def test_bytes_that_are_no_request_are_refused_without_facts() -> None:
    async def case() -> None:
        async with serving(Service(plugins.load(discover=False))) as channel:
            for rpc, request in product(REQUESTS, UNREADABLE):
                messages = set()
                for language in ("en", "fr"):
                    found = refusal_of(await ask(channel, rpc, request, language=language))
                    assert found.said.code is reasons()["REQUEST_UNREADABLE"].status, rpc
                    assert (found.reason, found.metadata, found.fields) == ("REQUEST_UNREADABLE", {}, ()), rpc
                    messages.add(found.said.message)
                assert len(messages) == 2, rpc

    asyncio.run(case())


def test_a_request_larger_than_the_server_reads_is_refused_with_the_limit() -> None:
    async def case() -> None:
        server = Server(
            Service(plugins.load(discover=False)), Settings(port=0, check_interval=0.0, max_request_bytes=5000)
        )
        port = await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            messages = set()
            for language in ("en", "fr"):
                found = refusal_of(await ask(channel, "InspectDeal", b"\x0a" * 5001, language=language))
                assert found.said.code is reasons()["REQUEST_TOO_LARGE"].status
                assert (found.reason, found.domain, found.fields) == ("REQUEST_TOO_LARGE", DOMAIN, ())
                assert found.metadata == {"limit": "5000"}
                messages.add(found.said.message)
            assert len(messages) == 2
        await server.cut()

    asyncio.run(case())


def test_an_answer_without_room_in_its_batch_says_so() -> None:
    told = reasons()["ANSWER_TOO_LARGE"]

    async def case() -> None:
        async with house_server(Limits(max_answer_bytes=100)) as channel:
            messages = set()
            for language in ("en", "fr"):
                for answer in (await ask_in_batch(channel, [question_of("JudgeTrick", SOUND)] * 3, language))[1:]:
                    error = answer.error
                    assert error.code == told.status.value[0]
                    assert reason_name(error.reason) == "ANSWER_TOO_LARGE"
                    assert {one.key: one.value for one in error.metadata} == {"limit": "100"}
                    assert not error.fields
                    messages.add(error.message)
            assert len(messages) == 2

    asyncio.run(case())


def _same(sent: bytes) -> bytes:
    return sent


async def holding(channel: grpc.aio.Channel) -> grpc.aio.StreamUnaryCall[bytes, bytes]:
    """A call that has come in and sends no request yet, so that it is under way until it is cancelled."""
    held: grpc.aio.StreamUnaryCall[bytes, bytes] = channel.stream_unary(path("ListVariants"), _same, _same)()
    await held.wait_for_connection()
    return held


async def refused_meanwhile(channel: grpc.aio.Channel, reason: str) -> None:
    """Asks until the server refuses, and compares what it says then with the contract."""
    messages = set()
    for language in ("en", "fr"):
        for _ in range(200):
            said = await ask(channel, "JudgeTrick", SOUND.SerializeToString(), language=language)
            if said.code is not grpc.StatusCode.OK:
                break
            await asyncio.sleep(0.005)
        found = refusal_of(said)
        assert found.said.code is reasons()[reason].status
        assert (found.reason, found.domain, found.metadata, found.fields) == (reason, DOMAIN, {}, ())
        messages.add(found.said.message)
    assert len(messages) == 2


def test_one_call_too_many_is_refused_until_there_is_room() -> None:
    async def case() -> None:
        server = Server(Service(plugins.load(discover=False)), Settings(port=0, check_interval=0.0, max_calls=1))
        port = await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            held = await holding(channel)
            await refused_meanwhile(channel, "OVERLOADED")
            held.cancel()
        await server.cut()

    asyncio.run(case())


def test_a_server_about_to_stop_refuses_new_calls() -> None:
    async def case() -> None:
        server = Server(Service(plugins.load(discover=False)), Settings(port=0, check_interval=0.0, grace=5.0))
        port = await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            held = await holding(channel)
            assert (await ask(channel, "JudgeTrick", SOUND.SerializeToString())).code is grpc.StatusCode.OK
            stopping = asyncio.create_task(server.stop())
            await refused_meanwhile(channel, "STOPPING")
            held.cancel()
            await stopping

    asyncio.run(case())
