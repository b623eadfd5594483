"""The web door's answers when their caller does not read them, and handshakes that nobody finishes."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trustme

from referee.server import lifecycle, web
from referee.server.lifecycle import Server

from .asking import path
from .test_strangers import counted, heard, run, served, trusting

HEAD = f"POST {path('ListVariants')} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n"
ASKS = f"{HEAD}\r\n{{}}".encode()
MANY = 40
"""So many of its answers are more than a machine keeps between two sockets."""


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Settings for TLS."""
    folder = tmp_path_factory.mktemp("papers")
    made = trustme.CA().issue_cert("localhost", "127.0.0.1")
    made.private_key_pem.write_to_path(str(folder / "key.pem"))
    made.cert_chain_pems[0].write_to_path(str(folder / "certificate.pem"))
    return {"tls_certificate": str(folder / "certificate.pem"), "tls_key": str(folder / "key.pem")}


@asynccontextmanager
async def reading_little(
    port: int, context: ssl.SSLContext | None
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that takes in no more than its owner asks for."""
    little = socket.socket()
    little.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    little.setblocking(False)
    await asyncio.get_running_loop().sock_connect(little, ("127.0.0.1", port))
    named = None if context is None else "localhost"
    reader, writer = await asyncio.open_connection(sock=little, ssl=context, server_hostname=named, limit=4096)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def connections(server: Server) -> list[Any]:
    """Those of the web door."""
    assert server._web
    return list(server._web._server.server_state.connections)


def served_by(server: Server) -> int:
    """Requests that the web door has answered."""
    assert server._web
    return server._web._server.server_state.total_requests


UNSENT = web._unsent


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110  # nothing tells of it
            await asyncio.sleep(0.02)


async def fill(server: Server, writer: asyncio.StreamWriter) -> None:
    """Asks again and again, until an answer has to wait."""
    (connection,) = connections(server)
    for asked in range(1, MANY):
        writer.write(ASKS)
        while served_by(server) < asked:  # noqa: ASYNC110  # nothing tells of it
            await asyncio.sleep(0.01)
        if UNSENT(connection.transport):
            return


@pytest.mark.parametrize("guarded", [False, True], ids=["plain", "TLS"])
@pytest.mark.parametrize("at_once", [False, True], ids=["whole", "in the midst"])
def test_an_answer_that_nobody_reads_is_cut(
    guarded: bool, at_once: bool, papers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "LAST_CALLS", 1.0)

    async def case() -> None:
        async with (
            served(max_seconds=1.0, metrics_port=0, **papers if guarded else {}) as (_, port, server),
            reading_little(port, trusting() if guarded else None) as (_, writer),
        ):
            await until(lambda: connections(server))
            (connection,) = connections(server)
            if at_once:
                writer.write(ASKS * MANY)
            else:
                await fill(server, writer)
            await until(lambda: web._unsent(connection.transport))
            await until(lambda: not connections(server))
            assert counted(server) == {("web", "unread"): 1}

    run(case)


@pytest.mark.parametrize("guarded", [False, True], ids=["plain", "TLS"])
def test_a_connection_that_is_closed_does_not_wait_for_its_reader(
    guarded: bool, papers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "LAST_CALLS", 1.0)
    monkeypatch.setattr(web, "IDLE", 1)
    monkeypatch.setattr(web, "_unsent", lambda _: 0)  # as where it cannot be told

    async def case() -> None:
        async with (
            served(max_seconds=1.0, **papers if guarded else {}) as (_, port, server),
            reading_little(port, trusting() if guarded else None) as (_, writer),
        ):
            await until(lambda: connections(server))
            await fill(server, writer)
            await until(lambda: not connections(server))

    run(case)


@pytest.mark.parametrize("guarded", [False, True], ids=["plain", "TLS"])
def test_an_answer_that_is_read_slowly_comes_whole(
    guarded: bool, papers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "LOOKED_AT", 0.05)

    async def case() -> None:
        async with (
            served(**papers if guarded else {}) as (_, port, server),
            reading_little(port, trusting() if guarded else None) as (reader, writer),
        ):
            writer.write(ASKS * MANY)
            await until(lambda: served_by(server))
            await asyncio.sleep(0.5)  # some looks
            came = bytearray()
            async with asyncio.timeout(30):
                while came.count(b"HTTP/1.1 200 OK") < MANY or not came.endswith(b"\r\n0\r\n\r\n"):
                    came += await reader.read(4096)
            assert len(connections(server)) == 1

    run(case)


def test_a_tls_handshake_of_the_web_door_has_as_long_as_that_of_grpc(
    papers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "HANDSHAKE", 0.5)

    async def case() -> None:
        async with served(**papers) as (_, port, _):
            assert await heard(port, b"") == b""

    run(case)
