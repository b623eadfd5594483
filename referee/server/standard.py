"""The services that gRPC itself defines: health and reflection. Both know when the server is about to stop."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from typing import Any, Final, TypeAlias, cast

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

# Neither of the two distributions brings its types.
from grpc_health.v1 import health, health_pb2  # type: ignore[import-untyped]  # see above
from grpc_reflection.v1alpha import reflection, reflection_pb2  # type: ignore[import-untyped]  # see above

from referee.server.handlers import READ_WITHIN, Context
from referee.server.places import OF_STRANGERS, Sending, own_place
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

    async def Watch(self, request: Any, context: Any) -> None:  # noqa: N802  # the contract's name
        """The state of a service now, and whenever it changes; a watcher that does not read holds up nobody else."""
        # As its base has it, a state is written before the next watcher of the same service may go on.
        latest = _Latest()
        watching = asyncio.create_task(super().Watch(request, latest))
        try:
            while True:
                await context.write(await latest.read())
        finally:
            watching.cancel()


class _Latest:
    """Where the newest state lies until it can be written."""

    def __init__(self) -> None:
        self._come = asyncio.Event()
        self._state: Any = None

    async def write(self, state: Any) -> None:
        self._state = state
        self._come.set()

    async def read(self) -> Any:
        await self._come.wait()
        self._come.clear()
        return self._state


class _Impatient:
    """The context of a stream whose caller has to read each answer within so many seconds."""

    def __init__(self, context: Context, within: float) -> None:
        self._context, self._within = context, within
        self.read, self.abort = context.read, context.abort

    async def write(self, answer: Any) -> None:
        """Raises TimeoutError where the call cannot be cut from here."""
        try:
            async with asyncio.timeout(self._within):
                await Sending(self._context.write(answer))
        except TimeoutError:
            place = own_place()
            if place is None:
                raise
            place.cut()
        else:
            return
        await asyncio.Future()  # where it ends


def add(
    server: grpc.aio.Server,
    service: str,
    streams: Streams,
    *,
    reflected: bool = True,
    read_within: float = READ_WITHIN,
    taken_within: float = OF_STRANGERS,
) -> Health:
    """Gives the server its health, and reflection where that is wanted; returns the health.

    Bytes that are no request are refused as INVALID_ARGUMENT, and so is a call of health that brings none in so many
    seconds. A stream is cut whose caller leaves an answer unread for so many.
    """
    # The distributions' own registration has gRPC parse the requests, which answers UNKNOWN to what it cannot read.
    # One request is read as a stream too: a call is then handed over, and can be refused, before its request has come.
    own = Health(service)

    def one(call: Call, kind: type[Any]) -> Behaviour:
        return _of_one(call, kind, read_within)

    calls: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "Check": grpc.stream_unary_rpc_method_handler(
            one(_handed(own.Check), health_pb2.HealthCheckRequest), None, _bytes
        ),
        "List": grpc.stream_unary_rpc_method_handler(
            one(_handed(own.List), health_pb2.HealthListRequest), None, _bytes
        ),
        "Watch": grpc.stream_stream_rpc_method_handler(
            _ending(one(own.Watch, health_pb2.HealthCheckRequest), streams, taken_within), None, _bytes
        ),
    }
    told = reflection.aio.ReflectionServicer([service, health.SERVICE_NAME, reflection.SERVICE_NAME])
    asked: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "ServerReflectionInfo": grpc.stream_stream_rpc_method_handler(
            _ending(_of_many(told.ServerReflectionInfo, reflection_pb2.ServerReflectionRequest), streams, taken_within),
            None,
            _bytes,
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
            await Sending(context.abort(grpc.StatusCode.INVALID_ARGUMENT, MISSING))
        return await call(await _parsed(kind, request, context), context)

    return behaviour


def _of_many(call: Callable[[AsyncIterator[Any], Context], AsyncGenerator[Any, None]], kind: type[Any]) -> Behaviour:
    """A call that answers each request as it comes, until one cannot be read."""

    async def behaviour(_: Requests, context: Context) -> None:
        async def asked() -> AsyncGenerator[Any, None]:
            while isinstance(request := await context.read(), bytes):
                yield await _parsed(kind, request, context)

        async with aclosing(asked()) as requests, aclosing(call(requests, context)) as answers:
            async for answer in answers:
                await context.write(answer)

    return behaviour


def _handed(call: Call) -> Call:
    """A call that says all it has to say at once."""

    async def handed(request: Any, context: Context) -> Any:
        place = own_place()
        if place is not None:
            place.handed()
        return await call(request, context)

    return handed


def _ending(behaviour: Behaviour, streams: Streams, taken_within: float) -> Behaviour:
    """A call that goes on until it is over, its caller does not read, or the server stops."""

    async def ending(requests: Requests, context: Context) -> None:
        try:
            await streams.run(behaviour(requests, cast(Context, _Impatient(context, taken_within))))
        except TooMany:
            await Sending(context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, TOO_MANY))
        except TimeoutError:
            pass  # nobody reads how it ends either

    return ending


async def _parsed(kind: type[Any], request: bytes, context: Context) -> Any:
    try:
        return kind.FromString(request)
    except DecodeError:
        await Sending(context.abort(grpc.StatusCode.INVALID_ARGUMENT, UNREADABLE))


def _bytes(answer: Any) -> bytes:
    written: bytes = answer.SerializeToString()
    return written
