"""The services that gRPC itself defines: health and reflection. Both know when the server is about to stop."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, Final, TypeAlias

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

# Neither of the two distributions brings its types.
from grpc_health.v1 import health, health_pb2  # type: ignore[import-untyped]  # see above
from grpc_reflection.v1alpha import reflection, reflection_pb2  # type: ignore[import-untyped]  # see above

from referee.server.handlers import READ_WITHIN, Context
from referee.server.streams import Streams, TooMany

SERVING: Final[int] = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING: Final[int] = health_pb2.HealthCheckResponse.NOT_SERVING

UNREADABLE: Final = "the bytes are no request of this call"
MISSING: Final = "the call brings no request"
TOO_MANY: Final = "too many watch or reflect at once; try again after a pause"

Requests: TypeAlias = AsyncIterable[bytes]
Behaviour: TypeAlias = Callable[[Requests, Context], Coroutine[Any, Any, Any]]
Call: TypeAlias = Callable[[Any, Context], Awaitable[Any]]


class Health(health.aio.HealthServicer):  # type: ignore[misc]  # its base has no types
    """`grpc.health.v1`: the whole server under the empty name, and each service under its own."""

    def __init__(self, service: str) -> None:
        super().__init__()
        self._names = ("", service)

    async def List(self, request: Any, context: Any) -> Any:  # noqa: N802  # the contract's name
        """The state of the server and of its service."""
        check = health_pb2.HealthCheckRequest
        statuses = {name: await self.Check(check(service=name), context) for name in self._names}
        return health_pb2.HealthListResponse(statuses=statuses)


def add(
    server: grpc.aio.Server, service: str, streams: Streams, *, reflected: bool = True, read_within: float = READ_WITHIN
) -> Health:
    """Gives the server its health, and reflection where that is wanted; returns the health.

    Bytes that are no request are refused as INVALID_ARGUMENT, and so is a call of health that brings none in so many
    seconds.
    """
    # The distributions' own registration has gRPC parse the requests, which answers UNKNOWN to what it cannot read.
    # One request is read as a stream too: a call is then handed over, and can be refused, before its request has come.
    own = Health(service)

    def one(call: Call, kind: type[Any]) -> Behaviour:
        return _of_one(call, kind, read_within)

    calls: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Check": grpc.stream_unary_rpc_method_handler(one(own.Check, health_pb2.HealthCheckRequest), None, _bytes),
        "List": grpc.stream_unary_rpc_method_handler(one(own.List, health_pb2.HealthListRequest), None, _bytes),
        "Watch": grpc.stream_stream_rpc_method_handler(
            _ending(one(own.Watch, health_pb2.HealthCheckRequest), streams), None, _bytes
        ),
    }
    told = reflection.aio.ReflectionServicer([service, health.SERVICE_NAME, reflection.SERVICE_NAME])
    asked: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "ServerReflectionInfo": grpc.stream_stream_rpc_method_handler(
            _ending(_of_many(told.ServerReflectionInfo, reflection_pb2.ServerReflectionRequest), streams), None, _bytes
        )
    }
    server.add_registered_method_handlers(health.SERVICE_NAME, calls)
    if reflected:
        server.add_registered_method_handlers(reflection.SERVICE_NAME, asked)
    return own


def _of_one(call: Call, kind: type[Any], within: float) -> Behaviour:
    """A call that has one request; of further ones no notice is taken."""

    async def behaviour(_: Requests, context: Context) -> Any:
        try:
            async with asyncio.timeout(within):
                request: object = await context.read()
        except TimeoutError:
            request = grpc.aio.EOF
        if not isinstance(request, bytes):
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, MISSING)
        return await call(await _parsed(kind, request, context), context)

    return behaviour


def _of_many(call: Callable[[AsyncIterator[Any], Context], AsyncIterable[Any]], kind: type[Any]) -> Behaviour:
    """A call that answers each request as it comes, until one cannot be read."""

    async def behaviour(requests: Requests, context: Context) -> None:
        parsed = (await _parsed(kind, request, context) async for request in requests)
        async for answer in call(parsed, context):
            await context.write(answer)

    return behaviour


def _ending(behaviour: Behaviour, streams: Streams) -> Behaviour:
    """A call that goes on until it is over, or the server stops."""

    async def ending(requests: Requests, context: Context) -> None:
        try:
            await streams.run(behaviour(requests, context))
        except TooMany:
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, TOO_MANY)

    return ending


async def _parsed(kind: type[Any], request: bytes, context: Context) -> Any:
    try:
        return kind.FromString(request)
    except DecodeError:
        await context.abort(grpc.StatusCode.INVALID_ARGUMENT, UNREADABLE)


def _bytes(answer: Any) -> bytes:
    written: bytes = answer.SerializeToString()
    return written
