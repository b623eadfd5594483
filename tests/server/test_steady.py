"""A server whose callers name calls as they like: it says that they are not there, and lives on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import grpc
import grpc.aio
import pytest
from grpc._cython import cygrpc
from hpack import Encoder
from hyperframe.frame import DataFrame, GoAwayFrame, HeadersFrame, SettingsFrame

from referee.server import steady
from referee.server.steady import steady_server

from .asking import raw
from .conftest import REAL, Launch

Code = grpc.StatusCode
WAITING, ECHO = "/test.Steady/Wait", "/test.Steady/Echo"
MOST: Final = 3

NAMES = [b"/test.Steady\xff/Echo", b"\xb7", b"/\xed\xa0\x80", b"/test.Steady/Ech\xc3"]
"""Paths that are no UTF-8."""


@pytest.fixture(params=["by itself", "as gRPC does"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways of taking calls; which one it is depends on the version of gRPC."""
    if request.param == "as gRPC does":
        monkeypatch.setattr(steady, "_is_known", lambda *_: False)
    return str(request.param)


class Held:
    """Those who asked to wait: how many came and left, and what they wait for."""

    def __init__(self) -> None:
        self.released = asyncio.Event()
        self.there, self.left = asyncio.Semaphore(0), asyncio.Semaphore(0)


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[int, grpc.aio.Channel, Held]]:
    """A server, its port, a channel to it, and those who wait."""
    held = Held()

    async def echo(_: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        request = await context.read()
        assert isinstance(request, bytes)
        return request

    async def wait(_: object, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        held.there.release()
        try:
            await held.released.wait()
        finally:
            held.left.release()
        return b"waited"

    server = steady_server((("grpc.so_reuseport", 0),), MOST)
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "Echo": grpc.stream_unary_rpc_method_handler(echo),
        "Wait": grpc.stream_unary_rpc_method_handler(wait),
    }
    server.add_registered_method_handlers("test.Steady", handlers)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield port, channel, held
    finally:
        await server.stop(None)


async def status_said(
    port: int, path: bytes, more: bytes = b"", te: bytes = b"trailers", until: bytes = b"Method not found!"
) -> bytes:
    """What is answered to a call of this path, as the frames have it; more frames come after the call's."""
    head = [(b":method", b"POST"), (b":scheme", b"http"), (b":path", path), (b":authority", b"x")]
    head += [(b"te", te), (b"content-type", b"application/grpc")]
    frames = (
        SettingsFrame(0),
        HeadersFrame(1, Encoder().encode(head, huffman=False), flags=["END_HEADERS"]),
        DataFrame(1, b"\0\0\0\0\1x", flags=["END_STREAM"]),
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"".join(one.serialize() for one in frames) + more)
        async with asyncio.timeout(10):
            return await reader.readuntil(until)
    finally:
        writer.close()
        await writer.wait_closed()


def test_a_name_that_is_no_text_is_refused_and_the_server_lives_on() -> None:
    async def case() -> None:
        async with serving() as (port, channel, held):
            waiting = raw(channel, WAITING)(b"", timeout=20)
            for name in NAMES:
                assert b"12" in await status_said(port, name)
                assert await raw(channel, ECHO)(b"still here", timeout=10) == b"still here"
            held.released.set()
            assert await waiting == b"waited"

    asyncio.run(case())


@pytest.mark.parametrize("name", ["/test.Steady/Nothing", "/test.Steady/echo", "/elsewhere/Echo", "/", "/é"])
def test_a_name_that_nobody_has_is_refused(name: str) -> None:
    async def case() -> None:
        async with serving() as (_, channel, _):
            call = raw(channel, name)(b"", timeout=10)
            assert (await call.code(), await call.details()) == (Code.UNIMPLEMENTED, "Method not found!")

    asyncio.run(case())


def test_more_calls_than_there_may_be_are_refused() -> None:
    async def case() -> None:
        async with serving() as (_, channel, held):
            calls = [raw(channel, WAITING)(b"", timeout=20) for _ in range(MOST)]
            for _ in calls:
                await asyncio.wait_for(held.there.acquire(), 10)
            late = raw(channel, ECHO)(b"", timeout=10)
            assert await late.code() is Code.RESOURCE_EXHAUSTED
            held.released.set()
            assert await asyncio.gather(*calls) == [b"waited"] * MOST
            async with asyncio.timeout(10):  # a place is free a moment after its caller has the answer
                while await raw(channel, ECHO)(b"again", timeout=10).code() is not Code.OK:
                    pass

    asyncio.run(case())


def test_a_caller_that_leaves_takes_its_call_along() -> None:
    async def case() -> None:
        async with serving() as (_, channel, held):
            for _ in range(2 * MOST):
                call = raw(channel, WAITING)(b"", timeout=10)
                await asyncio.wait_for(held.there.acquire(), 10)
                call.cancel()
                await asyncio.wait_for(held.left.acquire(), 10)
            assert await raw(channel, ECHO)(b"still here", timeout=10) == b"still here"

    asyncio.run(case())


def test_the_inside_of_grpc_is_as_it_is_known_here(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def known() -> bool:
        server: object = steady_server((), MOST)
        return bool(server._server._known)  # type: ignore[attr-defined]  # gRPC has no types

    assert asyncio.run(known()) is (way == "by itself")
    monkeypatch.delattr(cygrpc, "_MethodResolver")
    assert asyncio.run(known()) is False


def test_the_transport_writes_nothing_that_callers_sent(launch: Launch) -> None:
    async def case(port: int) -> None:
        goodbye = GoAwayFrame(0, 0, 7, b"\x1b[31mred\nlines").serialize()
        for path, more in ((b"/x", b""), (b"/x", goodbye), (b"\xff", b"")):
            assert b"12" in await status_said(port, path, more)
        assert b"13" in await status_said(port, b"/x", te=b"\x1b[31mred", until=b"'te' metadata")

    server = launch(REAL, log_level="warning")
    asyncio.run(case(server.port))
    assert server.stop() == (0, "", "")
