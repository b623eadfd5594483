"""One question put to a server through each of its doors, and what came back, told alike whichever it was."""

import asyncio
import base64
import json
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeAlias

import grpc
import grpc.aio
import httptools
from belote.referee.v1 import referee_service_pb2
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as Packed
from google.rpc import status_pb2

from referee.service import SERVICE_NAME
from tests.properties.random_questions import REQUESTS
from tests.server.asking import DETAILS, Said, ask

WITHIN: Final = 30.0
"""Seconds that a call may take, whatever it asks and however busy the machine is."""
RESPONSES: Final[dict[str, Any]] = {rpc: getattr(referee_service_pb2, f"{rpc}Response") for rpc in REQUESTS}
CODES: Final = {code.value[0]: code for code in grpc.StatusCode}

Ask: TypeAlias = Callable[[str, bytes, str | None], Awaitable[Said]]
"""A call, its request and the language wanted; what is said to it."""


class HttpAnswer:
    """One answer over HTTP/1.1, gathered as it is parsed; of a further one nothing is taken."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.whole = False
        self.keeps = False
        self.parser = httptools.HttpResponseParser(self)

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self.whole:
            self.headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_body(self, body: bytes) -> None:
        if not self.whole:
            self.body += body

    def on_headers_complete(self) -> None:
        self.status = self.status or self.parser.get_status_code()

    def on_message_complete(self) -> None:
        self.keeps = self.keeps or (not self.whole and self.parser.should_keep_alive())
        self.whole = True


class HttpConnection:
    """A connection that is made anew whenever the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def exchange(self, request: bytes) -> HttpAnswer:
        """What is answered to one request; a connection that ended before it was answered is tried once more."""
        for again in (True, False):
            reader, writer = await self._opened()
            try:
                writer.write(request)
                answer = await answered(reader)
            except ConnectionError:
                answer = HttpAnswer()
            if not answer.keeps:
                await self.close()
            if answer.whole or not again:
                return answer
        raise AssertionError("it was tried twice")

    async def _opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self._reader, self._writer

    async def close(self) -> None:
        """Leaves."""
        writer, self._reader, self._writer = self._writer, None, None
        if writer is not None:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


async def answered(reader: asyncio.StreamReader) -> HttpAnswer:
    """The next answer of a connection, as far as it came."""
    answer = HttpAnswer()
    while not answer.whole:
        part = await reader.read(65536)
        if not part:
            break
        answer.parser.feed_data(part)
    return answer


def post(rpc: str, body: bytes, kind: str, *headers: tuple[str, str]) -> bytes:
    """A request as HTTP/1.1 writes it."""
    lines = [f"POST /{SERVICE_NAME}/{rpc} HTTP/1.1", "host: referee", f"content-type: {kind}"]
    lines += [f"{name}: {value}" for name, value in (*headers, ("content-length", str(len(body))))]
    return "\r\n".join([*lines, "", ""]).encode() + body


def framed(message: bytes, flags: int = 0) -> bytes:
    """A message as gRPC-Web sends it."""
    return struct.pack(">BI", flags, len(message)) + message


def unframed(body: bytes) -> tuple[bytes, dict[str, str]]:
    """The message of a gRPC-Web answer, and its trailers."""
    message, trailers = b"", {}
    while body:
        flags, size = struct.unpack(">BI", body[:5])
        part, body = body[5 : 5 + size], body[5 + size :]
        if flags & 0x80:
            lines = (line.partition(":") for line in part.decode().splitlines() if line)
            trailers = {name.strip().lower(): value.strip() for name, _, value in lines}
        else:
            message += part
    return message, trailers


def said_by_connect(answer: HttpAnswer, of_message: Callable[[bytes], bytes]) -> Said:
    """An answer of Connect, as gRPC would have told it."""
    told: dict[str, Any] = {"content-language": answer.headers.get("content-language")}
    if answer.status == 200:
        return Said(grpc.StatusCode.OK, of_message(answer.body), "", told)
    assert answer.headers.get("content-type") == "application/json", (answer.status, answer.body[:200])
    error = json.loads(answer.body)
    code = grpc.StatusCode[error["code"].upper()]
    details = [
        Packed(type_url=f"type.googleapis.com/{one['type']}", value=base64.b64decode(one["value"] + "=="))
        for one in error.get("details", ())
    ]
    status = status_pb2.Status(code=code.value[0], message=error.get("message", ""), details=details)
    return Said(code, b"", status.message, told | {DETAILS: status.SerializeToString()})


def said_by_grpc_web(answer: HttpAnswer) -> Said:
    """An answer of gRPC-Web, as gRPC would have told it."""
    assert answer.status == 200, (answer.status, answer.body[:200])
    message, trailers = unframed(answer.body)
    trailers = answer.headers | trailers
    code = CODES[int(trailers["grpc-status"])]
    told: dict[str, Any] = {"content-language": trailers.get("content-language")}
    if code is grpc.StatusCode.OK:
        return Said(code, message, "", told)
    status = status_pb2.Status.FromString(base64.b64decode(trailers[DETAILS] + "=="))
    return Said(code, b"", status.message, told | {DETAILS: status.SerializeToString()})


def _language(language: str | None) -> tuple[tuple[str, str], ...]:
    return () if language is None else (("accept-language", language),)


@asynccontextmanager
async def grpc_door(port: int) -> AsyncIterator[Ask]:
    """gRPC."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:

        async def asked(rpc: str, request: bytes, language: str | None) -> Said:
            return await ask(channel, rpc, request, language=language, within=WITHIN)

        yield asked


@asynccontextmanager
async def connect_door(port: int) -> AsyncIterator[Ask]:
    """Connect with protobuf."""
    connection = HttpConnection(port)

    async def asked(rpc: str, request: bytes, language: str | None) -> Said:
        answer = await connection.exchange(post(rpc, request, "application/proto", *_language(language)))
        return said_by_connect(answer, bytes)

    try:
        yield asked
    finally:
        await connection.close()


@asynccontextmanager
async def grpc_web_door(port: int) -> AsyncIterator[Ask]:
    """gRPC-Web."""
    connection = HttpConnection(port)

    async def asked(rpc: str, request: bytes, language: str | None) -> Said:
        kind = "application/grpc-web+proto"
        return said_by_grpc_web(await connection.exchange(post(rpc, framed(request), kind, *_language(language))))

    try:
        yield asked
    finally:
        await connection.close()


@asynccontextmanager
async def json_door(port: int) -> AsyncIterator[Ask]:
    """Connect with JSON: the request is JSON, the answer is told as the message it stands for."""
    connection = HttpConnection(port)

    async def asked(rpc: str, request: bytes, language: str | None) -> Said:
        def message(body: bytes) -> bytes:
            found: bytes = json_format.Parse(body, RESPONSES[rpc]()).SerializeToString()
            return found

        answer = await connection.exchange(post(rpc, request, "application/json", *_language(language)))
        return said_by_connect(answer, message)

    try:
        yield asked
    finally:
        await connection.close()
