"""A gRPC server that lives on whatever a call is named.

In `grpc.aio` a call whose path is no UTF-8 ends the loop that takes calls, and with it the server: one caller would
stop it for all. So each call that exists is registered by name, which the transport compares as bytes, and nobody reads
the names of the others. gRPC would wait for all that is registered anew with each call; waiting for each by itself is
faster, but uses more of gRPC's inside, and is done only where that is as it is known here.
"""

import asyncio
import os
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final, cast

import grpc
import grpc.aio
from grpc._cython import cygrpc
from grpc.aio import _server

from referee.server.places import Place, Places

VERBOSITY: Final = "GRPC_VERBOSITY"
OPEN: Final = "/grpc."
"""How the calls are named that anybody may ask: those of gRPC's own services."""
NOT_FOUND: Final = "Method not found!"
"""What gRPC itself says of a call that is not there."""


def steady_server(options: Sequence[tuple[str, Any]], most: int, places: Places | None = None) -> grpc.aio.Server:
    """A server as `grpc.aio.server` makes it, of so many calls at once, for handlers that are registered by name.

    Where the inside of gRPC is as it is known here, the places say who may come and who has to leave, and `most` counts
    nothing.
    """
    return cast(grpc.aio.Server, _Steady(options, most, places or Places(most)))


def quiet_transport() -> None:
    """Keeps gRPC's transport from writing to standard error what callers sent, in their words and their bytes.

    GRPC_VERBOSITY, where it is set, has the last word. To be called before a server is made.
    """
    if VERBOSITY not in os.environ:
        os.environ[VERBOSITY] = "NONE"
        cygrpc.reset_grpc_config_vars()  # read when gRPC was imported


class _Steady(_server.Server):
    def __init__(self, options: Sequence[tuple[str, Any]], most: int, places: Places) -> None:  # in place of its base's
        self._loop = cygrpc.get_working_loop()
        self._server = _Taker(self._loop, None, (), (), _server._augment_channel_arguments(options, None), most)
        self._server.places = places


class _Taker(cygrpc.AioServer):  # type: ignore[misc]  # it brings no types
    """Takes calls for each method by itself, and refuses what is not registered."""

    places: Places

    def __init__(self, loop: asyncio.AbstractEventLoop, *rest: Any) -> None:
        super().__init__(loop, *rest)
        self._running = set[asyncio.Task[None]]()
        self._by_name: dict[str, Any] = {}
        self._known = _is_known(self, loop)

    def add_registered_method_handlers(self, handlers: dict[str, Any]) -> None:
        """Keeps them beside what gRPC keeps."""
        super().add_registered_method_handlers(handlers)
        self._by_name.update(handlers)

    async def _request_call(self) -> Any:
        """Never a call: those come here whose name nobody registered."""
        loop = asyncio.get_running_loop()
        while True:
            self._refused(await super()._request_call(), loop)

    def _make_request_call_future(self, method: bytes | None) -> Any:
        """What gRPC waits for, until the server stops."""
        if method is None or not self._known:
            return super()._make_request_call_future(method)
        loop = asyncio.get_running_loop()
        return loop.create_task(self._take(method, loop))

    async def _take(self, method: bytes, loop: asyncio.AbstractEventLoop) -> None:
        """Takes the calls of one method; ends as gRPC's own wait for a call does, when the server stops."""
        name = method.decode()
        resolver = cygrpc._MethodResolver([], {name: self._by_name[name]})
        take = self.places.for_stranger if name.startswith(OPEN) else self.places.for_caller
        while True:
            self._taken(take, name, resolver, await self._request_registered_call(method), loop)

    # These hold a call no longer than it takes to begin it: one that is cut ends when nobody holds it any more.

    def _taken(
        self,
        take: Callable[[], Place | None],
        name: str,
        resolver: Any,
        state: Any,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """Has gRPC lead a call to its handler, and from there to its end."""
        place = take()
        handled = cygrpc._handle_rpc(name, resolver, (), state, loop, place is None)
        among = place or self.places.for_stranger()
        handling = among.handling(handled, handed=place is None)
        self._start(among, cygrpc._schedule_rpc_coro(handling, state, loop, name), loop)

    def _refused(self, state: Any, loop: asyncio.AbstractEventLoop) -> None:
        place = self.places.for_stranger()
        self._start(place, place.handling(_refuse(state, loop), handed=True), loop)

    def _start(self, place: Place, call: Coroutine[Any, Any, None], loop: asyncio.AbstractEventLoop) -> None:
        task = place.call = loop.create_task(call)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(place.left)


async def _refuse(state: Any, loop: asyncio.AbstractEventLoop) -> None:
    context = cygrpc._ServicerContext(state, None, None, loop)
    with suppress(grpc.aio.AbortError, grpc.aio.BaseError):  # the first is how it ends, the other that nobody waits
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, NOT_FOUND)


def _is_known(server: Any, loop: asyncio.AbstractEventLoop) -> bool:
    """Whether gRPC's inside takes what it is given here; made up, and closed before anything is done."""
    try:
        state = cygrpc.RPCState(server)
        handled = cygrpc._handle_rpc("", cygrpc._MethodResolver([], {}), (), state, loop, False)
        scheduled = cygrpc._schedule_rpc_coro(handled, state, loop, "")
    except (AttributeError, TypeError):
        return False
    scheduled.close()
    handled.close()
    return True
