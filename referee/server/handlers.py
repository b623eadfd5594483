"""The referee's calls as gRPC knows them: raw bytes in, raw bytes out, every refusal with its details."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

import grpc
import grpc.aio

from referee.server import log
from referee.server.answering import Answers
from referee.server.caller import REQUEST_ID, Caller, sane
from referee.server.places import own_place
from referee.service import language_of

NOT_LET_IN: Final = {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED}
READ_WITHIN: Final = 3.0
"""Seconds a request may take to arrive; a caller that sends none must not keep its place for ever."""

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
Behaviour: TypeAlias = Callable[[object, Context], Awaitable[bytes]]


class Handlers:
    """Says over gRPC what the answerer says.

    The language of the answer is named in the trailing metadata, as `content-language`, of answers and refusals alike,
    and there too is the call's `x-request-id`: sent any earlier it would cost each call another write.
    """

    def __init__(self, answerer: Answers, *, read_within: float = READ_WITHIN) -> None:
        self._answerer = answerer
        self._read_within = read_within

    def by_name(self) -> dict[str, "grpc.RpcMethodHandler[bytes, bytes]"]:
        """All calls of the service.

        They are declared as streams of requests, though one request is all that is read: gRPC then hands a call over
        before its request has come, so that it can be counted, turned away, and answered even when none comes.
        """
        behaviours = {rpc: self._behaviour(rpc) for rpc in self._answerer.rpcs}
        return {rpc: grpc.stream_unary_rpc_method_handler(one) for rpc, one in behaviours.items()}

    def _behaviour(self, rpc: str) -> Behaviour:
        async def behaviour(requests: object, context: Context) -> bytes:
            caller = _caller(context)  # its address is not known any more once the call is over
            try:
                return await self._reply(rpc, context, caller)
            except grpc.aio.AbortError:  # how gRPC ends a call that was refused
                del requests, context  # which keep the error, which keeps what is named here
                raise
            except (asyncio.CancelledError, grpc.aio.BaseError):
                log.lost(rpc, caller)
                raise

        return behaviour

    async def _reply(self, rpc: str, context: Context, caller: Caller) -> bytes:
        said = await self._answerer.said(rpc, partial(self._read, context), caller)
        place = own_place()
        if place is not None:
            place.handed()
        language = ("content-language", caller.language)
        if isinstance(said, bytes):
            known = caller.request_id
            context.set_trailing_metadata((language, (REQUEST_ID, known)) if known else (language,))
            return said
        failure, error = said
        if place is not None and failure.code in NOT_LET_IN:
            place.stranger()
        details = failure.details.SerializeToString()
        try:
            await context.abort(
                failure.code,
                failure.message,
                (language, (REQUEST_ID, caller.named()), ("grpc-status-details-bin", details)),
            )
        except grpc.aio.AbortError:
            log.refused(rpc, failure, error, caller)
            del context
            raise

    async def _read(self, context: Context) -> object:
        try:
            async with asyncio.timeout(self._read_within):
                return await context.read()
        except TimeoutError:
            return grpc.aio.EOF


def _caller(context: Context) -> Caller:
    """Who calls; of what is said twice, the first is heard."""
    caller = Caller("grpc", context.peer())
    accepted = None
    for key, value in context.invocation_metadata() or ():
        if key == "accept-language" and isinstance(value, str):
            accepted = accepted or value
        elif key == "authorization" and isinstance(value, str):
            caller.authorization = caller.authorization or value
        elif key == REQUEST_ID and isinstance(value, str):
            caller.request_id = caller.request_id or sane(value)
        elif key == "traceparent" and isinstance(value, str):
            caller.traceparent = caller.traceparent or value
        elif key == "tracestate" and isinstance(value, str):
            caller.tracestate = caller.tracestate or value
    caller.language = language_of(accepted)
    return caller
