"""One way from a call to what is said to it, whichever door it came through."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final, Protocol, TypeAlias

import grpc
from google.rpc import status_pb2

from referee.model.refusal import Reason, Refused
from referee.model.text import Text
from referee.server.caller import Caller
from referee.server.gate import Gate
from referee.server.tokens import NotPermitted, Tokens, Unauthenticated
from referee.service import Failure, Observer

BATCH: Final = "BatchJudge"
MISSING: Final = Text("the call brings no request", "l'appel n'apporte aucune requête")
TOO_LONG: Final = Text(
    "the batch took more than {seconds} seconds; ask it in smaller ones",
    "le lot a pris plus de {seconds} secondes ; posez-le en plus petits",
)
TOO_LARGE: Final = Text("the request is larger than {limit} bytes", "la requête dépasse {limit} octets")

Said: TypeAlias = bytes | tuple[Failure, Exception]
"""The bytes of an answer, or what to refuse with and why."""


class Answering(Protocol):
    """What is asked: `referee.service.Service`, or one that a test makes."""

    UNARY: ClassVar[tuple[str, ...]]

    def answer(self, rpc: str, request: bytes, language: str) -> bytes:
        """The answer's bytes; raises what `failure` understands."""

    async def answer_batch(self, request: bytes, language: str) -> bytes:
        """The same for a batch, giving the loop back between its parts."""

    def failure(self, error: Exception, language: str) -> Failure:
        """What the caller is told when answering raised."""

    def observed_by(self, observer: Observer) -> None:
        """Tells somebody from now on what cannot be seen from outside."""


class Answers(Protocol):
    """What a door asks: an `Answerer`, or one around it that watches."""

    rpcs: tuple[str, ...]

    async def said(self, rpc: str, read: Callable[[], Awaitable[object]], caller: Caller) -> Said:
        """What to say to one call."""


class Answerer:
    """Answers calls with a service, as far as tokens, the gate and the limit on a request's size let them in."""

    def __init__(
        self,
        service: Answering,
        gate: Gate,
        max_request_bytes: int,
        tokens: Tokens | None = None,
        *,
        max_seconds: float | None = None,
    ) -> None:
        self._service = service
        self._gate = gate
        self._max_request_bytes = max_request_bytes
        self._tokens = tokens
        self._max_seconds = max_seconds
        self.rpcs = (*service.UNARY, BATCH)

    async def said(self, rpc: str, read: Callable[[], Awaitable[object]], caller: Caller) -> Said:
        """What to say to one call. Its request is read once it has been let in; what is no bytes is no request."""
        language = caller.language
        if self._tokens is None:
            return await self._answered(rpc, read, language)
        try:
            with self._tokens.passed(caller.authorization):
                return await self._answered(rpc, read, language)
        except Unauthenticated as error:
            return _turned_away(grpc.StatusCode.UNAUTHENTICATED, language), _bare(error)
        except NotPermitted as error:
            return _turned_away(grpc.StatusCode.PERMISSION_DENIED, language), _bare(error)
        except Refused as error:
            return self._service.failure(error, language), _bare(error)

    async def _answered(self, rpc: str, read: Callable[[], Awaitable[object]], language: str) -> Said:
        try:
            with self._gate.passed():
                request = self._sized(await read())
                if rpc == BATCH:
                    return await self._batch(request, language)
                return self._service.answer(rpc, request, language)
        except Refused as error:
            return self._service.failure(error, language), _bare(error)
        except Exception as error:  # noqa: BLE001  # the service knows what to say to each
            return self._service.failure(error, language), error

    async def _batch(self, request: bytes, language: str) -> Said:
        """Other calls are answered in one go, so that this one alone can take too long, waiting for others included."""
        try:
            async with asyncio.timeout(self._max_seconds):
                return await self._service.answer_batch(request, language)
        except TimeoutError as error:
            text = TOO_LONG.filled(seconds=f"{self._max_seconds:g}")(language)
            return _failed(grpc.StatusCode.DEADLINE_EXCEEDED, text), _bare(error)

    def _sized(self, request: object) -> bytes:
        if not isinstance(request, bytes):
            raise Refused(Reason.REQUEST_UNREADABLE, MISSING)
        if len(request) > self._max_request_bytes:
            raise too_large(self._max_request_bytes)
        return request


def _bare(error: Exception) -> Exception:
    """Without the calls that it came out of: with them it would keep the request until garbage is next collected."""
    error.__traceback__ = error.__cause__ = error.__context__ = None
    return error


def too_large(limit: int) -> Refused:
    """Why a request of more bytes is refused."""
    return Refused(Reason.REQUEST_TOO_LARGE, TOO_LARGE.filled(limit=str(limit)), metadata={"limit": str(limit)})


def _turned_away(code: grpc.StatusCode, language: str) -> Failure:
    """Nothing but the status: who may not call need not know why."""
    message = "appel non autorisé" if language == "fr" else "this call is not authorised"
    return _failed(code, message)


def _failed(code: grpc.StatusCode, message: str) -> Failure:
    """A status and its sentence, with no reason beside them."""
    return Failure(code, message, status_pb2.Status(code=code.value[0], message=message), "")
