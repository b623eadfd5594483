"""The web door: Connect, gRPC-Web and plain JSON over HTTP, in the loop of the gRPC port and with the same answers."""

import asyncio
import contextlib
import json
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, TypeAlias, cast

import uvicorn
from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from protobuf.wkt import Any as Packed
from protobuf.wkt import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from referee.model.refusal import Reason, Refused
from referee.model.text import Text
from referee.server import log
from referee.server.answering import Answers, too_large
from referee.server.caller import REQUEST_ID, Caller, sane
from referee.server.handlers import READ_WITHIN
from referee.server.places import UNREAD
from referee.server.ports import bound
from referee.service import SERVICE_NAME, Failure, answer_as_json, details_of, language_of, request_from_json

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

CALLS: Final = f"/{SERVICE_NAME}/"
LONG_JSON: Final = 64 * 1024
"""Bytes of a message that is turned into JSON, or out of it, beside the loop: it takes some thirty milliseconds."""
JSON_AT_ONCE: Final = 2
"""So many are: more would leave the loop too little of the processor."""
ABOUT_REQUESTS: Final = {Code.INTERNAL, Code.UNKNOWN, Code.INVALID_ARGUMENT, Code.RESOURCE_EXHAUSTED}
"""With these Connect ends a call of which it cannot read the request."""
PACKED: Final = ("content-encoding", "connect-content-encoding", "grpc-encoding")
"""The headers that say how a request is compressed."""
UNREADABLE: Final = Text(
    "the request does not come as this protocol sends it", "la requête n'arrive pas comme ce protocole l'envoie"
)
LONGEST_HEAD: Final = 64 * 1024
"""Bytes of headers that are gathered at most."""
TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
IDLE: Final = 75
"""Seconds a connection is kept without a request: longer than a balancer's own minute, so that it closes first."""
LOOKED_AT: Final = 1.0
"""Seconds between two looks at whether an answer has been taken."""


OBJECTION: Final = ContextVar[Text | None]("objection", default=None)
"""What the door has against a request before Connect sees it, told as the referee's own refusals are."""


class Written:
    """A message as it came or goes: its bytes, and whether they are JSON."""

    __slots__ = ("json", "message")

    def __init__(self, message: bytes, json: bool) -> None:
        self.message = message
        self.json = json


class Codec:
    """Hands bytes through: the service reads and writes them itself, and says with reasons what it cannot read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        """The name in the content type."""
        return self._name

    def encode(self, message: Written) -> bytes:
        """What goes out."""
        return message.message

    def decode(self, data: bytes | bytearray, message_class: type[object]) -> Written:
        """What came in."""
        del message_class
        return Written(bytes(data), self._name == "json")


class Calls(ConnectASGIApplication[Answers]):
    """The referee's calls as Connect and gRPC-Web know them."""

    def __init__(self, answerer: Answers, largest: int) -> None:
        self._json = asyncio.Semaphore(JSON_AT_ONCE)
        super().__init__(
            service=answerer,
            endpoints=self._of,
            interceptors=(Complaints(answerer, largest),),
            read_max_bytes=2 * largest,  # what this refuses carries no reason at first, so the answerer's comes before
            compressions=(),  # what is small gains nothing, and what unpacks to much is never let in
            codecs=(Codec("proto"), Codec("json")),
        )

    @property
    def path(self) -> str:
        """Where the calls are."""
        return CALLS.rstrip("/")

    def _of(self, answerer: Answers) -> Mapping[str, Any]:
        return {
            CALLS + rpc: Endpoint.unary(
                method=MethodInfo(
                    name=rpc,
                    service_name=SERVICE_NAME,
                    input=Written,
                    output=Written,
                    # Not said to be without side effects: a record must not land in the address of a GET.
                    idempotency_level=IdempotencyLevel.UNKNOWN,
                    stream_type=StreamType.UNARY,
                ),
                function=partial(_answered, answerer, rpc, self._json),
            )
            for rpc in answerer.rpcs
        }


class Detail(ErrorDetail):
    """A detail of an error, which is also told in words where the answer is JSON."""

    def __init__(self, type_url: str, value: bytes, told: Mapping[str, Any]) -> None:
        super().__init__(Packed(type_url=type_url, value=value))
        self._told = told

    def value(self, desc_or_registry: object = None) -> Any:
        """Its words, as what Connect writes beside the bytes under `debug`."""
        del desc_or_registry
        return Struct.from_json(json.dumps(self._told))


class Turned(ConnectError):
    """A call that the referee turned away, in its own words."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(
            Code[failure.code.name],
            failure.message,
            details=[Detail(one.type_url, one.value, told) for one, told in details_of(failure)],
        )


class Complaints:
    """What Connect itself has against a request, told with a reason as the referee's own refusals are.

    It calls some of it INTERNAL, such as a frame that says it is compressed, where the request is at fault.
    """

    def __init__(self, answerer: Answers, largest: int) -> None:
        self._answerer = answerer
        self._too_large = too_large(largest)

    async def on_start(self, context: RequestContext[Any, Any]) -> None:
        """Nothing yet."""

    async def on_end(self, token: None, context: RequestContext[Any, Any], error: Exception | None, /) -> None:
        """Raises what is said instead, if anything."""
        del token
        if not isinstance(error, ConnectError) or isinstance(error, Turned) or not _about_requests(error, context):
            return
        large = error.code is Code.RESOURCE_EXHAUSTED
        refusal = self._too_large if large else Refused(Reason.REQUEST_UNREADABLE, UNREADABLE)

        async def read() -> object:
            raise refusal

        await _said(self._answerer, context.method.name, read, context)


def _about_requests(error: ConnectError, context: RequestContext[Any, Any]) -> bool:
    if error.code is Code.UNIMPLEMENTED:  # a request of no frame or of several, unless it is packed
        return not any(context.request_headers.get(one, "identity") != "identity" for one in PACKED)
    return error.code in ABOUT_REQUESTS


async def _answered(
    answerer: Answers, rpc: str, json: asyncio.Semaphore, asked: Written, context: RequestContext[Any, Any]
) -> Written:
    async def read() -> bytes:
        message, asked.message = asked.message, b""  # who is refused is remembered until garbage is next collected
        return await _beside(json, request_from_json, rpc, message) if asked.json else message

    said = await _said(answerer, rpc, read, context)
    return Written(await _beside(json, answer_as_json, rpc, said) if asked.json else said, asked.json)


async def _said(
    answerer: Answers, rpc: str, read: Callable[[], Awaitable[object]], context: RequestContext[Any, Any]
) -> bytes:
    """The answer to a call. Raises Turned."""
    headers = context.request_headers
    caller = Caller(
        "web",
        context.client_address or "",
        language_of(headers.get("accept-language")),
        headers.get("authorization"),
        sane(headers.get(REQUEST_ID)),
        headers.get("traceparent") or "",
        headers.get("tracestate") or "",
    )
    context.response_headers["content-language"] = caller.language
    objection = OBJECTION.get()
    if objection is not None:
        read = partial(_object, objection)
    try:
        said = await answerer.said(rpc, read, caller)
    except asyncio.CancelledError:
        log.lost(rpc, caller)
        raise
    if isinstance(said, bytes):
        if caller.request_id:
            context.response_headers[REQUEST_ID] = caller.request_id
        return said
    failure, error = said
    context.response_headers[REQUEST_ID] = caller.named()
    log.refused(rpc, failure, error, caller)
    raise Turned(failure)


async def _object(objection: Text) -> object:
    raise Refused(Reason.REQUEST_UNREADABLE, objection)


async def _beside(turns: asyncio.Semaphore, function: Callable[[str, bytes], bytes], rpc: str, message: bytes) -> bytes:
    """What the function makes of a message; a long one beside the loop, which others wait for."""
    if len(message) < LONG_JSON:
        return function(rpc, message)
    async with turns:
        return await asyncio.to_thread(function, rpc, message)


class Connection(HttpToolsProtocol):
    """One connection of the door, closed when a request does not come whole, the first too, or has too long headers."""

    config: "_Config"
    _patience: asyncio.TimerHandle | None = None
    _head: int | None = 0
    """Bytes of headers that have come so far; None while a body comes."""
    _looks: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Reads on, unless what should be headers has become too much."""
        super().data_received(data)
        if self._head is None:
            return
        self._head += len(data)
        if self._head > LONGEST_HEAD and not self.transport.is_closing():
            if getattr(self.cycle, "response_complete", True):  # there may have been none yet
                self.transport.write(TOO_LONG)
            self.transport.close()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base has it
        """Waits for a request, but not for ever."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits no more."""
        self._done()
        if self._looks is not None:
            self._looks.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """More of an answer waits for its caller than the transport keeps gladly."""
        super().pause_writing()
        self._look_soon(None)

    def on_response_complete(self) -> None:
        """An answer is written, and may have to wait for its caller."""
        super().on_response_complete()
        self._look_soon(None)

    def timeout_keep_alive_handler(self) -> None:
        """Closes the connection, which would wait for what nobody reads."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(self.config.taken_within, self._cut)

    def on_message_begin(self) -> None:
        """A request begins: its headers may take as long as the first one."""
        self._head = 0
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The headers are whole; the body has a limit of its own."""
        self._head = None
        self._done()
        super().on_headers_complete()

    def _look_soon(self, since: float | None) -> None:
        """Cuts the connection once something has waited to be read for long, without a moment when nothing did."""
        if since is None and (self._looks is not None or not _unsent(self.transport)):
            return
        now = self.loop.time()
        self._looks = self.loop.call_later(
            min(LOOKED_AT, self.config.taken_within), self._look, now if since is None else since
        )

    def _look(self, since: float) -> None:
        self._looks = None
        if not _unsent(self.transport):
            return
        if self.loop.time() - since < self.config.taken_within:
            self._look_soon(since)
        else:
            self._cut()

    def _cut(self) -> None:
        if _unsent(self.transport):
            self.config.told(UNREAD)
        self.transport.abort()

    def _wait(self) -> None:
        self._done()
        self._patience = self.loop.call_later(READ_WITHIN, self.transport.close)

    def _done(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def _unsent(transport: asyncio.Transport) -> int:
    """Bytes that wait for the caller, as far as can be told."""
    # Under TLS asyncio hands all to the connection below and counts no more; uvloop does not show that one.
    below = getattr(getattr(transport, "_ssl_protocol", None), "_transport", None)
    return transport.get_write_buffer_size() + (below.get_write_buffer_size() if below is not None else 0)


class _Config(uvicorn.Config):
    told: Callable[[str], None]
    taken_within: float
    handshake: float


class _Quiet(uvicorn.Server):
    """Leaves the signals to the referee, which has more to stop than this door."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As its base for sockets that are bound, save that it lets nobody take a minute for a handshake."""
        config = cast(_Config, self.config)
        loop = asyncio.get_running_loop()

        def connection() -> Connection:
            return Connection(config, self.server_state, self.lifespan.state, loop)

        how: dict[str, Any] = {"ssl": config.ssl, "backlog": config.backlog}
        if config.ssl is not None:
            how["ssl_handshake_timeout"] = config.handshake
        self.servers = [await loop.create_server(connection, sock=one, **how) for one in sockets or ()]
        self.started = True


class WebServer:
    """The door at its port. Belongs to one event loop."""

    def __init__(
        self,
        door: App,
        context: ssl.SSLContext | None = None,
        *,
        handshake: float,
        taken_within: float,
        told: Callable[[str], None],
    ) -> None:
        """A connection that takes more seconds for its handshake, or to read an answer, is cut; who is told hears why.

        Of handshakes nobody is told.
        """
        config = _Config(
            door,
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",  # what is refused the referee logs itself
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=IDLE,
            backlog=1024,
            ssl_context_factory=None if context is None else lambda *_: context,
        )
        config.handshake, config.taken_within, config.told = handshake, taken_within, told
        self._config = config
        self._server = _Quiet(config)
        self._running: asyncio.Task[None] | None = None

    async def start(self, host: str, port: int, *, shared: bool = False) -> int:
        """Listens and answers from now on; the port it listens on. Raises PortRefused."""
        sockets = bound(host, port, shared=shared)
        self._running = asyncio.create_task(self._server.serve(sockets))
        while not self._server.started and not self._running.done():  # noqa: ASYNC110  # uvicorn offers no event
            await asyncio.sleep(0.01)
        if self._running.done():
            self._running.result()
        taken: int = sockets[0].getsockname()[1]
        return taken

    async def stop(self, within: float) -> None:
        """Takes no more connections and lets the requests under way finish, so many seconds at most; 0 waits for none.

        Asked again while it is stopping, it stops within the shorter time.
        """
        if self._running is None:
            return
        self._config.timeout_graceful_shutdown = max(1, round(within))
        self._server.force_exit = self._server.force_exit or not within
        self._server.should_exit = True
        await self._running
