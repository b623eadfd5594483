"""How tests ask a server, with nothing generated for the referee's own calls: bytes go in, bytes come out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
import grpc.aio
from google.rpc import error_details_pb2, status_pb2

from referee.server.lifecycle import Server
from referee.server.settings import Settings
from referee.service import SERVICE_NAME

from .scripted import Scripted

DETAILS = "grpc-status-details-bin"


@dataclass(frozen=True)
class Said:
    """What came back from one call, be it an answer or a refusal."""

    code: grpc.StatusCode
    answer: bytes
    message: str
    trailing: dict[str, Any]

    @property
    def info(self) -> error_details_pb2.ErrorInfo:
        """The one ErrorInfo of a refusal."""
        status = status_pb2.Status.FromString(self.trailing[DETAILS])
        info = error_details_pb2.ErrorInfo()
        assert [one.Unpack(info) for one in status.details].count(True) == 1
        assert status.message == self.message
        assert status.code == self.code.value[0]
        return info


def path(rpc: str) -> str:
    return f"/{SERVICE_NAME}/{rpc}"


def raw(channel: grpc.aio.Channel, method: str) -> grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]:
    """A call of any service, bytes both ways."""
    return channel.unary_unary(method, bytes, bytes)


async def ask(
    channel: grpc.aio.Channel,
    rpc: str,
    request: bytes,
    *,
    language: str | None = None,
    authorization: str | None = None,
    request_id: str | None = None,
    within: float = 10,
    **how: Any,
) -> Said:
    """One call, whatever comes of it."""
    told = (("accept-language", language), ("authorization", authorization), ("x-request-id", request_id))
    metadata = tuple((key, value) for key, value in told if value is not None)
    call = raw(channel, path(rpc))(request, timeout=within, metadata=metadata, **how)
    code = await call.code()
    return Said(
        code,
        await call if code is grpc.StatusCode.OK else b"",
        await call.details() or "",
        dict(await call.trailing_metadata()),
    )


@asynccontextmanager
async def serving(**settings: Any) -> AsyncIterator[tuple[Server, grpc.aio.Channel]]:
    """A server in this process with the scripted service, and a channel to it."""
    server = Server(Scripted(), Settings(**{"port": 0, "check_interval": 0.0, "grace": 5.0} | settings))
    port = await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield server, channel
    finally:
        await server.cut()
