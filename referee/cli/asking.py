"""The referee that the commands ask: one in this process, or a server at an address. Both speak the contract."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol, TypeVar

import grpc
from belote.referee.v1 import referee_service_pb2_grpc
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from referee import plugins
from referee.model.refusal import Refused
from referee.model.text import Text
from referee.plugins import PluginFailed
from referee.server import Settings
from referee.service import Service

M = TypeVar("M", bound=Message)

PATIENCE: Final = 10.0
"""Seconds that a server has for an answer."""

DETAILS: Final = "grpc-status-details-bin"
"""Where a refusal carries its reason and its fields."""

COLON: Final = Text("{head}: {rest}", "{head} : {rest}")
"""What comes before a colon and what comes after, as each language sets it."""

NOBODY_THERE: Final = Text("no referee answers at {target}", "aucun arbitre ne répond à {target}")


class Unanswered(Exception):
    """A question that the referee could not read or build on: its sentence, and what is wrong with which field."""

    def __init__(self, message: str, fields: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__(message)
        self.fields = tuple(fields)


class Referee(Protocol):
    """Whom the commands ask."""

    def ask(self, rpc: str, request: Message, kind: type[M]) -> M:
        """The answer to one call; raises Unanswered."""
        ...


def _unanswered(status: status_pb2.Status, language: str) -> Unanswered:
    fields: list[tuple[str, str]] = []
    for detail in status.details:
        bad = error_details_pb2.BadRequest()
        if detail.Unpack(bad):
            fields += [(one.field, one.description) for one in bad.field_violations]
    said = [COLON.filled(head=path, rest=why)(language) for path, why in fields]
    return Unanswered("\n".join(said) or status.message, fields)


class InProcess:
    """A service in this process, with the plugins that are installed and not blocked."""

    def __init__(self, language: str, service: Service | None = None) -> None:
        """Without a service it has one of its own, by the environment's settings."""
        self._service = service or _own_service()
        self._language = language

    def ask(self, rpc: str, request: Message, kind: type[M]) -> M:
        """The answer to one call; raises Unanswered."""
        try:
            return kind.FromString(self._service.answer(rpc, request.SerializeToString(), self._language))
        except (Refused, PluginFailed) as error:
            raise _unanswered(self._service.failure(error, self._language).details, self._language) from error


def _own_service() -> Service:
    settings = Settings.read(os.environ)
    return Service(plugins.load(settings.block_plugins, lenient=settings.lenient_plugins))


class Remote:
    """A server at an address."""

    def __init__(self, channel: grpc.Channel, target: str, language: str) -> None:
        self._stub = referee_service_pb2_grpc.RefereeServiceStub(channel)
        self._target = target
        self._language = language

    def ask(self, rpc: str, request: Message, kind: type[M]) -> M:
        """The answer to one call; raises Unanswered."""
        metadata = (("accept-language", self._language),)
        try:
            answer: object = getattr(self._stub, rpc)(request, metadata=metadata, timeout=PATIENCE)
        except grpc.RpcError as error:
            raise self._refusal(error) from error
        assert isinstance(answer, kind)
        return answer

    def _refusal(self, error: grpc.RpcError) -> Unanswered:
        for told in error.trailing_metadata() or ():
            if told.key == DETAILS and isinstance(told.value, bytes):
                return _unanswered(status_pb2.Status.FromString(told.value), self._language)
        if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
            return Unanswered(NOBODY_THERE.filled(target=self._target)(self._language))
        return Unanswered(error.details() or error.code().name)


@contextmanager
def referee_at(target: str | None, language: str) -> Iterator[Referee]:
    """The server at an address, or without one a referee in this process."""
    if target is None:
        yield InProcess(language)
        return
    with grpc.insecure_channel(target, (("grpc.enable_http_proxy", 0),)) as channel:  # also where a proxy is set
        yield Remote(channel, target, language)
