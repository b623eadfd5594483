"""Every door says the same to the same request, alone or in a batch, whether it can be answered or not."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from belote.referee.v1 import error_reason_pb2, referee_service_pb2
from google.protobuf import json_format
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from tests.fuzz.campaign import FIRST, MUTANTS
from tests.fuzz.doors import Ask, connect_door, grpc_door, grpc_web_door, json_door
from tests.fuzz.mutants import mutant
from tests.fuzz.running import referee
from tests.fuzz.sound import CHOICES, sound_request
from tests.properties.random_questions import QUESTIONS
from tests.properties.test_batches import full_rulesets
from tests.server.asking import DETAILS, Said
from tests.server.started import Referee

RECORDS: Final = 200
LANGUAGE: Final = "fr"


@asynccontextmanager
async def doors(server: Referee) -> AsyncIterator[tuple[Ask, Ask, Ask, Ask]]:
    """gRPC, Connect, gRPC-Web and JSON."""
    async with (
        grpc_door(server.port) as by_grpc,
        connect_door(server.web_port) as by_connect,
        grpc_web_door(server.web_port) as by_grpc_web,
        json_door(server.web_port) as by_json,
    ):
        yield by_grpc, by_connect, by_grpc_web, by_json


def alike(said: Said) -> tuple[object, ...]:
    """What has to be the same whichever door it came through."""
    return said.code, said.answer, said.message, said.trailing.get(DETAILS), said.trailing["content-language"]


@pytest.mark.fuzz
def test_to_spoiled_bytes() -> None:
    async def case(server: Referee) -> None:
        async with doors(server) as (by_grpc, *others, _):
            for seed in range(FIRST, FIRST + max(60, MUTANTS // 20)):
                spoiled = mutant(seed)
                if spoiled.rpc == "DealCards":  # without a deck every answer is another
                    continue
                said = alike(await by_grpc(spoiled.rpc, spoiled.request, LANGUAGE))
                for ask in others:
                    assert alike(await ask(spoiled.rpc, spoiled.request, LANGUAGE)) == said, (seed, spoiled)

    with referee() as server:
        asyncio.run(case(server))


def requests() -> list[tuple[int, str, Message]]:
    """Requests about records of every preset, some of which are mixed from two; each by its number."""
    found: list[tuple[int, str, Message]] = []
    number = 0
    while len(found) < RECORDS:
        rpc, request = sound_request(number)
        if rpc in QUESTIONS and not (isinstance(request, referee_service_pb2.DealCardsRequest) and not request.deck):
            found.append((number, rpc, request))
        number += 1
    return found


def test_to_records_of_every_preset_alone_and_in_a_batch() -> None:
    asked = requests()
    texts = [text for _, _, request in asked if (text := str(request))]
    assert all(any(f'"{choice.preset}"' in text for text in texts) for choice in CHOICES)

    async def case(server: Referee) -> tuple[list[Said], Any]:
        async with doors(server) as (by_grpc, by_connect, by_grpc_web, by_json):
            told = []
            for number, rpc, request in asked:
                octets = request.SerializeToString()
                said = await by_grpc(rpc, octets, LANGUAGE)
                told.append(said)
                for ask in (by_connect, by_grpc_web):
                    assert alike(await ask(rpc, octets, LANGUAGE)) == alike(said), (number, rpc)
                written = json_format.MessageToJson(request).encode()
                assert alike(await by_json(rpc, written, LANGUAGE)) == alike(said), (number, rpc)
            batch = referee_service_pb2.BatchJudgeRequest(questions=[question(rpc, one) for _, rpc, one in asked])
            said = await by_grpc("BatchJudge", batch.SerializeToString(), LANGUAGE)
            return told, referee_service_pb2.BatchJudgeResponse.FromString(said.answer)

    with referee() as server:
        told, batch = asyncio.run(case(server))
    assert len(batch.answers) == len(told)
    expected: dict[tuple[str, str], object] = {}
    for (number, rpc, _), said, answer in zip(asked, told, batch.answers, strict=True):
        alone = as_answer(rpc, said)
        expected |= {(one.fingerprint, one.preset): one for one in full_rulesets(alone).values()}
        assert answer == alone, (number, rpc)
    assert {(one.fingerprint, one.preset): one for one in batch.rulesets} == expected
    errors = sum(answer.HasField("error") for answer in batch.answers)
    assert 0 < errors < len(told) // 2


def question(rpc: str, request: Message) -> referee_service_pb2.Question:
    """The request as one question of a batch."""
    whole: Any = {QUESTIONS[rpc]: request}
    return referee_service_pb2.Question(**whole)


def as_answer(rpc: str, said: Said) -> referee_service_pb2.Answer:
    """What a batch would say where a call alone was answered so."""
    answer: Any = referee_service_pb2.Answer()
    if DETAILS not in said.trailing:
        getattr(answer, QUESTIONS[rpc]).ParseFromString(said.answer)
        return answer  # type: ignore[no-any-return]  # it is one, its members are set by name
    status = status_pb2.Status.FromString(said.trailing[DETAILS])
    info, bad_request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for detail in status.details:
        assert detail.Unpack(info) or detail.Unpack(bad_request)
    reason = error_reason_pb2.ErrorReason.Value
    answer.error.code, answer.error.message = status.code, status.message
    answer.error.reason = reason(f"ERROR_REASON_{info.reason}")
    for key, value in sorted(info.metadata.items()):
        answer.error.metadata.add(key=key, value=value)
    for field in bad_request.field_violations:
        answer.error.fields.add(
            path=field.field, reason=reason(f"ERROR_REASON_{field.reason}"), message=field.description
        )
    return answer  # type: ignore[no-any-return]  # as above
