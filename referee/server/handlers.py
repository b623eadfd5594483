"""The referee's calls as gRPC knows them: raw bytes in, raw bytes out, every refusal with its details."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

import grpc
import grpc.aio

from referee.server import log
from referee.server.answering import Answers
from referee.service import SERVICE_NAME, language_of

READ_WITHIN: Final = 3.0
"""Seconds a request may take to arrive; a caller that sends none must not keep its place for ever."""

Context: TypeAlias = grpc.aio.ServicerContext[bytes, bytes]
Behaviour: TypeAlias = Callable[[object, Context], Awaitable[bytes]]


class Handlers:
    """Says over gRPC what the answerer says.

    The language of the answer is named in the trailing metadata, as `content-language`, of answers and refusals alike:
    sent any earlier it would cost each call another write.
    """

    def __init__(self, answerer: Answers, *, read_within: float = READ_WITHIN) -> None:
        self._answerer = answerer
        self._read_within = read_within

    def generic(self) -> grpc.GenericRpcHandler:
        """All calls of the service.

        They are declared as streams of requests, though one request is all that is read: gRPC then hands a call over
        before its request has come, so that it can be counted, turned away, and answered even when none comes.
        """
        behaviours = {rpc: self._behaviour(rpc) for rpc in self._answerer.rpcs}
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
        language, authorization = _told_with(context)
        said = await self._answerer.said(rpc, partial(self._read, context), language, authorization)
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

    async def _read(self, context: Context) -> object:
        try:
            async with asyncio.timeout(self._read_within):
                return await context.read()
        except TimeoutError:
            return grpc.aio.EOF


def _told_with(context: Context) -> tuple[str, str | None]:
    """The language to answer in, and what the caller shows to be let in."""
    accepted = authorization = None
    for key, value in context.invocation_metadata() or ():
        if key == "accept-language" and isinstance(value, str):
            accepted = accepted or value
        elif key == "authorization" and isinstance(value, str):
            authorization = authorization or value
    return language_of(accepted), authorization
