"""A server with the house's features, and one request put to it every way there is."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from typing import Any, Final

import grpc.aio
import pytest
from belote.referee.v1 import error_reason_pb2, referee_service_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from referee import plugins
from referee.composition import Rulesets
from referee.hookspecs import PROJECT
from referee.service import Limits, Service
from tests.properties.random_questions import QUESTIONS
from tests.properties.served import serving
from tests.server.asking import DETAILS, Said, ask

HOUSE: Final = [
    EntryPoint(f"house-{name}", f"tests.errors.house_rules:{name}", PROJECT) for name in ("three", "fragile")
]


@contextmanager
def house_rulesets() -> Iterator[Rulesets]:
    """Classic belote with the house's features beside it, and nothing else that happens to be installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plugins, "entry_points", lambda **_: HOUSE)
        yield plugins.load()


@asynccontextmanager
async def house_server(limits: Limits | None = None) -> AsyncIterator[grpc.aio.Channel]:
    """A channel to a real server with the house's features."""
    with house_rulesets() as rulesets:
        async with serving(Service(rulesets, limits)) as channel:
            yield channel


@dataclass(frozen=True)
class Refusal:
    """A refusal taken apart."""

    said: Said
    reason: str
    domain: str
    metadata: dict[str, str]
    fields: tuple[tuple[str, str, str], ...]
    """Path, reason and description of each."""

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(path for path, _, _ in self.fields)


def refusal_of(said: Said) -> Refusal:
    """The details of a refused call; what is no ErrorInfo or BadRequest, or is there twice, has no place in them."""
    assert DETAILS in said.trailing, said
    status = status_pb2.Status.FromString(said.trailing[DETAILS])
    info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    kinds = [(one.Unpack(info), one.Unpack(bad)) for one in status.details]
    assert kinds in ([(True, False)], [(True, False), (False, True)])
    assert status.message == said.message
    assert status.code == said.code.value[0]
    fields = tuple((one.field, one.reason, one.description) for one in bad.field_violations)
    return Refusal(said, info.reason, info.domain, dict(info.metadata), fields)


def question_of(rpc: str, request: Message) -> referee_service_pb2.Question:
    """The request as one question of a batch."""
    whole: Any = {QUESTIONS[rpc]: request}
    return referee_service_pb2.Question(**whole)


async def ask_in_batch(
    channel: grpc.aio.Channel, questions: list[referee_service_pb2.Question], language: str
) -> list[referee_service_pb2.Answer]:
    """The answers of a batch, which itself is always answered."""
    batch = referee_service_pb2.BatchJudgeRequest(questions=questions)
    said = await ask(channel, "BatchJudge", batch.SerializeToString(), language=language)
    assert said.code is grpc.StatusCode.OK, said
    return list(referee_service_pb2.BatchJudgeResponse.FromString(said.answer).answers)


def reason_name(number: int) -> str:
    """The name of a reason on the wire, without the prefix."""
    return error_reason_pb2.ErrorReason.Name(number).removeprefix("ERROR_REASON_")  # type: ignore[arg-type]  # a number
