"""Who may come in by the web door, and what is said to those who ask for no call: in JSON, as Connect tells errors."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from typing import Final

from connectrpc.code import Code
from starlette.middleware.cors import CORSMiddleware

from referee.model.text import Text
from referee.server.answering import Answers
from referee.server.caller import REQUEST_ID
from referee.server.described import Described
from referee.server.handlers import READ_WITHIN
from referee.server.web import OBJECTION, App, Calls, Message, Receive, Scope, Send
from referee.service import language_of

HEALTH: Final = "/healthz"
DESCRIBED: Final = "docs"
"""Where people are led who open the door in a browser."""
WHOLE_WITHIN: Final = 30.0
"""Seconds that a body may take as a whole, with READ_WITHIN between two of its parts."""
OF_A_STRANGER: Final = 64 * 1024
"""Bytes of a body that are kept of one who shows no known token; more is not needed to turn the call away."""
ASKED_WITH: Final = (
    "accept-language",
    "authorization",
    "content-type",
    "connect-protocol-version",
    "connect-timeout-ms",
    "grpc-timeout",
    "traceparent",
    "tracestate",
    "x-grpc-web",
    REQUEST_ID,
    "x-user-agent",
)
ANSWERED_WITH: Final = ("grpc-status", "grpc-message", "grpc-status-details-bin", "content-language", REQUEST_ID)

METHODS: Final = "POST, OPTIONS"
"""How calls are asked. Not by GET: a record must not land in an address, where proxies and histories keep it."""
JSON: Final = "application/json"
TYPES: Final = "application/json, application/proto, application/grpc-web+proto"

ORIGIN: Final = Text(
    "pages of {origin} may not call; the server lets them with --web-origin",
    "les pages de {origin} ne peuvent pas appeler ; le serveur le permet avec --web-origin",
)
NATIVE: Final = Text("gRPC itself is answered on the gRPC port", "gRPC même reçoit sa réponse au port gRPC")
DEADLINES: Final[Mapping[str, tuple[re.Pattern[bytes], Text]]] = {
    "connect-timeout-ms": (
        re.compile(rb"[0-9]{1,10}"),
        Text(
            "connect-timeout-ms has to be milliseconds, in ten digits at most",
            "connect-timeout-ms doit être en millisecondes, en dix chiffres au plus",
        ),
    ),
    "grpc-timeout": (
        re.compile(rb"[0-9]{1,8}[HMSmun]"),
        Text(
            "grpc-timeout has to be eight digits at most and one of H, M, S, m, u, n",
            "grpc-timeout doit être de huit chiffres au plus, puis l'un de H, M, S, m, u, n",
        ),
    ),
}
"""How a deadline is written. Connect itself refuses another one without a reason that a program could read."""
HEADERS: Final = Text("the headers cannot be read", "les en-têtes sont illisibles")
READ_ONLY: Final = Text("this is read by GET", "cela se lit par GET")
REFUSALS: Final[Mapping[int, tuple[Code, Text]]] = {
    404: (Code.UNIMPLEMENTED, Text("there is no such call", "cet appel n'existe pas")),
    405: (Code.UNIMPLEMENTED, Text("calls are asked by POST", "les appels se font par POST")),
    415: (
        Code.INVALID_ARGUMENT,
        Text(f"the content type has to be one of {TYPES}", f"le type du contenu doit être l'un de {TYPES}"),
    ),
}
"""What Connect says by its HTTP status alone."""


class Door:
    """An ASGI application: the calls, their description, the server's health, and which browsers may use them."""

    def __init__(
        self,
        answerer: Answers,
        largest: int,
        origins: tuple[str, ...],
        serving: Callable[[], bool],
        described: Described | None = None,
        known: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._origins = frozenset(origins)
        self._serving = serving
        self._described = described
        self._known = known
        self._calls: App = CORSMiddleware(
            Calls(answerer, largest),
            allow_origins=origins,
            allow_methods=("POST",),
            allow_headers=ASKED_WITH,
            expose_headers=ANSWERED_WITH,
            max_age=7200,  # as long as any browser remembers
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one HTTP request."""
        if scope["type"] != "http":
            return
        headers = dict(scope["headers"])
        origin, kind = headers.get(b"origin", b"").decode("latin-1"), headers.get(b"content-type", b"")
        method, path = scope["method"], scope["path"]
        language = language_of(headers.get(b"accept-language", b"").decode("latin-1"))
        page = None if self._described is None else self._described.page(path)
        if path == HEALTH or page is not None:
            if method not in {"GET", "HEAD"}:
                await refuse(send, 405, Code.UNIMPLEMENTED, READ_ONLY(language), (b"allow", b"GET, HEAD"))
            elif page is not None:
                listed = origin if {"*", origin} & self._origins else ""
                await page(headers, listed, send)
            else:
                serving = self._serving()
                await say(send, 200 if serving else 503, b"serving\n" if serving else b"stopping\n")
        elif path == "/" and self._described is not None and method in {"GET", "HEAD"}:
            # Where it leads is told from here: a proxy may have the door below a path of its own.
            await say(send, 307, b"", "", (b"location", DESCRIBED.encode()), (b"content-length", b"0"))
        elif origin and not self._lets_in(origin, headers.get(b"host", b"").decode("latin-1")):
            shown = "".join(letter if letter.isprintable() else "?" for letter in origin[:100])
            await refuse(send, 403, Code.PERMISSION_DENIED, ORIGIN.filled(origin=shown)(language))
        elif kind.startswith(b"application/grpc") and not kind.startswith(b"application/grpc-web"):
            await refuse(send, 415, Code.INVALID_ARGUMENT, NATIVE(language), (b"accept-post", TYPES.encode()))
        elif not all(value.isascii() for _, value in scope["headers"]):  # Connect reads them as text
            await refuse(send, 400, Code.INVALID_ARGUMENT, HEADERS(language))
        elif method == "OPTIONS" and not origin:
            await say(send, 204, b"", "", (b"allow", METHODS.encode()))
        else:
            grpc_web = kind.startswith(b"application/grpc-web")
            OBJECTION.set(_objection(scope, "grpc-timeout" if grpc_web else "connect-timeout-ms"))
            known = self._known(headers.get(b"authorization", b"").decode("latin-1"))
            exchange = Exchange(receive, send, language, None if known else OF_A_STRANGER)
            await self._calls(scope, exchange.receive, exchange.send)

    def _lets_in(self, origin: str, host: str) -> bool:
        return bool({"*", origin} & self._origins) or (
            self._described is not None and self._described.own(origin, host)
        )


class Exchange:
    """One request and its answer: a caller that stops in the midst of its body is treated as gone."""

    __slots__ = ("_close", "_language", "_left", "_receive", "_send", "_until", "_whole", "_words")

    def __init__(self, receive: Receive, send: Send, language: str, most: int | None = None) -> None:
        """Of a body larger than `most` the rest is left where it is."""
        self._receive = receive
        self._send = send
        self._language = language
        self._whole = False
        self._close = False
        self._left = most
        self._until = asyncio.get_running_loop().time() + WHOLE_WITHIN
        self._words: bytes | None = None

    async def receive(self) -> Message:
        """The next part of the request, or that its caller left."""
        if self._whole:  # what comes now can only be that it left, which may take as long as the answer
            return await self._receive()
        try:
            async with asyncio.timeout_at(min(asyncio.get_running_loop().time() + READ_WITHIN, self._until)):
                message = await self._receive()
        except TimeoutError:
            self._close = True
            return {"type": "http.disconnect"}
        self._whole = not message.get("more_body", False)
        if self._left is not None:
            self._left -= len(message.get("body", b""))
            if self._left < 0 and not self._whole:
                self._whole = self._close = True
                return {**message, "more_body": False}
        return message

    async def send(self, message: Message) -> None:
        """A part of the answer, which nobody may keep; where Connect has no words, with some."""
        if message["type"] == "http.response.start":
            headers = [*message["headers"], (b"cache-control", b"no-store")]
            if self._close:
                headers.append((b"connection", b"close"))
            if message["status"] in REFUSALS and not any(name == b"content-type" for name, _ in headers):
                code, text = REFUSALS[message["status"]]
                self._words = _words(code, text(self._language))
                headers = [one for one in headers if one[0] != b"allow"] + _about(self._words, JSON)
                if message["status"] == 405:
                    headers.append((b"allow", METHODS.encode()))
            message["headers"] = headers
        elif self._words is not None:
            message = {"type": "http.response.body", "body": self._words}
        await self._send(message)


def _objection(scope: Scope, name: str) -> Text | None:
    """What there is against a deadline, which is then taken out."""
    written, words = DEADLINES[name]
    at_fault = any(key == name.encode() and not written.fullmatch(value) for key, value in scope["headers"])
    if not at_fault:
        return None
    scope["headers"] = [(key, value) for key, value in scope["headers"] if key != name.encode()]
    return words


async def refuse(send: Send, status: int, code: Code, words: str, *headers: tuple[bytes, bytes]) -> None:
    """An answer that tells why there is none, as Connect tells its errors."""
    await say(send, status, _words(code, words), JSON, *headers)


async def say(
    send: Send, status: int, body: bytes, kind: str = "text/plain; charset=utf-8", *headers: tuple[bytes, bytes]
) -> None:
    """A whole answer that nobody may keep."""
    told = [*_about(body, kind), (b"cache-control", b"no-store"), *headers]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": body})


def _about(body: bytes, kind: str) -> list[tuple[bytes, bytes]]:
    if not kind:
        return []
    return [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"x-content-type-options", b"nosniff"),
    ]


def _words(code: Code, words: str) -> bytes:
    return json.dumps({"code": code.value, "message": words}, ensure_ascii=False).encode()
