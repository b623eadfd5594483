"""A referee to ask: the one that REFEREE_TARGET names, else one started here; and servers that do as they are told."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import grpc
import pytest
from belote_client import AsyncReferee, Referee


@pytest.fixture(scope="session")
def target() -> Iterator[str]:
    """Where a referee listens."""
    given = os.environ.get("REFEREE_TARGET")
    if given:
        yield given
        return
    command = [sys.executable, "-m", "referee", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = process.stdout.readline()
        assert said.startswith("listening on "), "no referee: install the server, or name one in REFEREE_TARGET"
        yield said.removeprefix("listening on ").strip()
        process.terminate()


class Waiting:
    """An AsyncReferee whose answers are waited for, so that one test serves both kinds."""

    def __init__(self, runner: asyncio.Runner, referee: AsyncReferee) -> None:
        self._runner, self._referee = runner, referee

    def __getattr__(self, name: str) -> Any:
        async def wait(*args: Any, **named: Any) -> Any:
            return await getattr(self._referee, name)(*args, **named)

        return lambda *args, **named: self._runner.run(wait(*args, **named))


Connect: TypeAlias = Callable[..., Any]


@pytest.fixture(params=["plain", "asyncio"])
def connect(request: pytest.FixtureRequest) -> Iterator[Connect]:
    """Makes referees of one kind and closes them."""
    made: list[Any] = []

    def kept(referee: Any) -> Any:
        made.append(referee)
        return referee

    if request.param == "plain":
        yield lambda *args, **named: kept(Referee(*args, **named))
        for referee in made:
            referee.close()
        return
    with asyncio.Runner() as runner:
        yield lambda *args, **named: kept(Waiting(runner, AsyncReferee(*args, **named)))
        for referee in made:
            referee.close()


@dataclass(frozen=True)
class Refusal:
    """A status in place of an answer, perhaps with bytes of details."""

    code: grpc.StatusCode
    message: str = "as told"
    details: bytes | None = None


@dataclass
class Scripted:
    """A server that gives what it is told to give, one after another and the last one for ever.

    A reply is the bytes of an answer, a refusal, or seconds to wait before an empty answer.
    """

    script: Sequence[bytes | float | Refusal] = (b"",)
    metadata: list[dict[str, str | bytes]] = field(default_factory=list)
    target: str = ""

    def answer(self, request: bytes, context: grpc.ServicerContext) -> bytes:
        self.metadata.append(dict(context.invocation_metadata()))
        reply = self.script[min(len(self.metadata), len(self.script)) - 1]
        if isinstance(reply, Refusal):
            if reply.details is not None:
                context.set_trailing_metadata((("grpc-status-details-bin", reply.details),))
            context.abort(reply.code, reply.message)
        if isinstance(reply, float):
            time.sleep(reply)
            return b""
        assert isinstance(reply, bytes)
        return reply


class _Handlers(grpc.GenericRpcHandler):
    def __init__(self, scripted: Scripted) -> None:
        self._scripted = scripted

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[bytes, bytes]":
        return grpc.unary_unary_rpc_method_handler(self._scripted.answer)


Serve: TypeAlias = Callable[..., Scripted]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts scripted servers: `serve(reply, ...)`, with `credentials` over TLS."""
    started: list[grpc.Server] = []

    def start(*script: bytes | float | Refusal, credentials: grpc.ServerCredentials | None = None) -> Scripted:
        scripted = Scripted(script or (b"",))
        server = grpc.server(ThreadPoolExecutor(4), options=[("grpc.so_reuseport", 0)])
        server.add_generic_rpc_handlers((_Handlers(scripted),))
        place = "127.0.0.1:0"
        port = server.add_secure_port(place, credentials) if credentials else server.add_insecure_port(place)
        server.start()
        started.append(server)
        scripted.target = f"127.0.0.1:{port}"
        return scripted

    yield start
    for server in started:
        server.stop(None).wait()
