"""The referee's calls as gRPC knows them: raw bytes in, raw bytes out, every refusal with its details."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final, Protocol, TypeAlias

import grpc
import grpc.aio

from referee.model.refusal import Reason, Refused
from referee.model.text import Text
from referee.server import log
from referee.server.gate import Gate
from referee.service import SERVICE_NAME, Failure, language_of

BATCH: Final = "BatchJudge"
READ_WITHIN: Final = 3.0
"""Seconds a request may take to arrive; a caller that sends none must not keep its place for ever."""

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
Behaviour: TypeAlias = Callable[[object, Context], Awaitable[bytes]]


class Answering(Protocol):
    """What the handlers ask: `referee.service.Service`, or one that a test makes."""

    UNARY: ClassVar[tuple[str, ...]]

    def answer(self, rpc: str, request: bytes, language: str) -> bytes:
        """The answer's bytes; raises what `failure` understands."""

    async def answer_batch(self, request: bytes, language: str) -> bytes:
        """The same for a batch, giving the loop back between its parts."""

    def failure(self, error: Exception, language: str) -> Failure:
        """What the caller is told when answering raised."""


class Handlers:
    """Answers calls with a service, as far as the gate and the limit on a request's size let them in.

    The language of the answer is named in the trailing metadata, as `content-language`, of answers and refusals alike:
    sent any earlier it would cost each call another write.
    """

    def __init__(
        self, service: Answering, gate: Gate, max_request_bytes: int, *, read_within: float = READ_WITHIN
    ) -> None:
        self._service = service
        self._gate = gate
        self._max_request_bytes = max_request_bytes
        self._read_within = read_within

    def generic(self) -> grpc.GenericRpcHandler:
        """All calls of the service.

        They are declared as streams of requests, though one request is all that is read: gRPC then hands a call over
        before its request has come, so that it can be counted, turned away, and answered even when none comes.
        """
        behaviours = {rpc: self._behaviour(rpc) for rpc in (*self._service.UNARY, BATCH)}
        return grpc.method_handlers_generic_handler(
            SERVICE_NAME, {rpc: grpc.stream_unary_rpc_method_handler(one) for rpc, one in behaviours.items()}
        )

    def _behaviour(self, rpc: str) -> Behaviour:
        async def behaviour(_: object, context: Context) -> bytes:
            peer = context.peer()  # nobody knows it once the call is over
            try:
                return await self._reply(rpc, context, peer)
            except grpc.aio.AbortError:  # how gRPC ends a call that was refused
                raise
            except (asyncio.CancelledError, grpc.aio.BaseError):
                log.lost(rpc, peer)
                raise

        return behaviour

    async def _reply(self, rpc: str, context: Context, peer: str) -> bytes:
        language = language_of(_accept_language(context))
        said = await self._said(rpc, context, language)
        if isinstance(said, bytes):
            context.set_trailing_metadata((("content-language", language),))
            return said
        failure, error = said
        details = failure.details.SerializeToString()
        try:
            await context.abort(
                failure.code, failure.message, (("content-language", language), ("grpc-status-details-bin", details))
            )
        except grpc.aio.AbortError:
            log.refused(rpc, failure, error, peer)
            raise

    async def _said(self, rpc: str, context: Context, language: str) -> bytes | tuple[Failure, Exception]:
        """The answer, or what to refuse with and why."""
        try:
            with self._gate.passed():
                request = await self._read(context)
                if rpc == BATCH:
                    return await self._service.answer_batch(request, language)
                return self._service.answer(rpc, request, language)
        except Exception as error:  # noqa: BLE001  # the service knows what to say to each
            return self._service.failure(error, language), error

    async def _read(self, context: Context) -> bytes:
        try:
            async with asyncio.timeout(self._read_within):
                request: object = await context.read()
        except TimeoutError:
            request = grpc.aio.EOF
        if not isinstance(request, bytes):
            raise Refused(
                Reason.REQUEST_UNREADABLE, Text("the call brings no request", "l'appel n'apporte aucune requête")
            )
        if len(request) > self._max_request_bytes:
            limit = str(self._max_request_bytes)
            said = Text("the request is larger than {limit} bytes", "la requête dépasse {limit} octets")
            raise Refused(Reason.REQUEST_TOO_LARGE, said.filled(limit=limit), metadata={"limit": limit})
        return request


def _accept_language(context: Context) -> str | None:
    for key, value in context.invocation_metadata() or ():
        if key == "accept-language" and isinstance(value, str):
            return value
    return None
