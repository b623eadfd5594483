"""What anybody learns and may do who reaches a port without token or certificate: the list of docs/security.md."""

import asyncio
import contextlib
import hmac
import logging
import platform
import re
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import grpc
import grpc.aio
import pytest
import starlette
import trustme
import uvicorn
from hpack import Decoder, Encoder
from hyperframe.frame import DataFrame, HeadersFrame, SettingsFrame

from referee import __version__, plugins
from referee.server import door as doors
from referee.server import lifecycle, web
from referee.server.lifecycle import Server
from referee.server.settings import Settings
from referee.server.tokens import Tokens, new_token, tokens_in
from referee.service import Service

from .asking import path, raw

Code = grpc.StatusCode
CALLS: Final = sorted((*Service.UNARY, "BatchJudge"))
CHECK, WATCH = "/grpc.health.v1.Health/Check", "/grpc.health.v1.Health/Watch"
REFLECTION: Final = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SettingsFrame(0).serialize()
JSON: Final = {"content-type": "application/json"}
BUILT_WITH: Final = [grpc.__version__, uvicorn.__version__, starlette.__version__, platform.python_version()]
NAMES: Final = re.compile(r"python|uvicorn|starlette|grpcio|connect-?rpc|wsgi|server:", re.IGNORECASE)
SECRET, LINE = new_token("table-1")


@pytest.fixture
def tokens(tmp_path: Path) -> str:
    """A file of one token."""
    file = tmp_path / "tokens"
    file.write_text(f"{LINE}\n", encoding="utf-8")
    return str(file)


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Settings for TLS, with the authority beside them."""
    folder, authority = tmp_path_factory.mktemp("papers"), trustme.CA()
    made = authority.issue_cert("localhost", "127.0.0.1")
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    made.private_key_pem.write_to_path(str(folder / "key.pem"))
    made.cert_chain_pems[0].write_to_path(str(folder / "certificate.pem"))
    return {
        "tls_certificate": str(folder / "certificate.pem"),
        "tls_key": str(folder / "key.pem"),
        "tls_client_ca": str(folder / "ca.pem"),
    }


def without_callers(papers: Mapping[str, str]) -> dict[str, str]:
    return {name: file for name, file in papers.items() if name != "tls_client_ca"}


@asynccontextmanager
async def served(**settings: Any) -> AsyncIterator[tuple[int, int, Server]]:
    """The ports of the referee's own service: gRPC and web."""
    chosen: dict[str, Any] = {"port": 0, "web_port": 0, "check_interval": 0.0, "grace": 1.0}
    server = Server(Service(plugins.load()), Settings(**chosen | settings))
    port = await server.start()
    assert server.web_port
    try:
        yield port, server.web_port, server
    finally:
        await server.cut()


def counted(server: Server) -> dict[tuple[str, str], float]:
    """What a server that counts has cut or turned away by itself, by door and why."""
    counts = server._watched._counted
    assert counts is not None
    return {
        (sample.labels["door"], sample.labels["why"]): sample.value
        for metric in counts.metrics.registry.collect()
        for sample in metric.samples
        if sample.name == "referee_cut_total" and sample.value
    }


async def heard(port: int, sent: bytes, context: ssl.SSLContext | None = None, within: float = 10) -> bytes:
    """All that a port says until it closes the connection, which it must in time."""
    try:
        async with asyncio.timeout(within):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
            try:
                writer.write(sent)
                return await reader.read()
            finally:
                writer.close()
    except ConnectionError:
        return b""


def trusting(**more: Any) -> ssl.SSLContext:
    """Takes any certificate, as who looks round does."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for name, value in more.items():
        setattr(context, name, value)
    return context


def asking(name: str) -> dict[str, str]:
    """The headers of a call."""
    named = {":method": "POST", ":scheme": "http", ":path": name, ":authority": "x"}
    return named | {"te": "trailers", "content-type": "application/grpc"}


async def grpc_said(port: int, name: str) -> dict[str, str]:
    """Every header and trailer of the answer to a call without a token, as they come over the wire."""
    frames = (
        HeadersFrame(1, Encoder().encode(list(asking(name).items())), flags=["END_HEADERS"]),
        DataFrame(1, bytes(5), flags=["END_STREAM"]),
    )
    found: dict[str, str] = {}
    decoder = Decoder()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(PREFACE + b"".join(one.serialize() for one in frames))
    async with asyncio.timeout(10):
        while "grpc-status" not in found:
            frame, length = HeadersFrame.parse_frame_header(memoryview(await reader.readexactly(9)))
            frame.parse_body(memoryview(await reader.readexactly(length)))
            if isinstance(frame, HeadersFrame):
                found |= {str(key): str(value) for key, value in decoder.decode(frame.data)}
    writer.close()
    return found


async def web_said(
    port: int, verb: str, place: str, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, str], str]:
    """The status, headers and body of one answer of HTTP."""

    def ask() -> tuple[int, dict[str, str], str]:
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        with contextlib.closing(connection):
            connection.request(verb, place, body, dict(headers or {}))
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()

    return await asyncio.to_thread(ask)


def run(case: Callable[[], Any]) -> Any:
    return asyncio.run(case())


def test_the_grpc_port_answers_what_is_no_http_2_with_its_first_frame_and_closes() -> None:
    async def case() -> None:
        async with served() as (port, _, _):
            for sent in (b"GET / HTTP/1.1\r\nhost: x\r\n\r\n", b"\x16\x03\x01\0\5hello", b"rubbish\r\n" * 9):
                said = await heard(port, sent)
                frame, _ = SettingsFrame.parse_frame_header(memoryview(said[:9]))
                assert isinstance(frame, SettingsFrame)
                assert not NAMES.search(said.decode("latin-1"))

    run(case)


def test_behind_tls_nothing_is_said_in_the_clear(papers: dict[str, str]) -> None:
    async def case() -> None:
        async with served(**papers) as (port, web_port, _):
            for one in (port, web_port):
                for sent in (b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n", PREFACE):
                    assert b"HTTP" not in (said := await heard(one, sent))
                    assert len(said) <= len(b"\x15\x03\x03\0\2\2\x46")  # a TLS alert at most

    run(case)


@pytest.mark.parametrize("callers", [False, True], ids=["any caller", "certificates of callers"])
def test_the_certificate_is_seen_by_everybody(papers: dict[str, str], callers: bool) -> None:
    own = Path(papers["tls_certificate"]).read_text(encoding="ascii")

    async def case() -> None:
        async with served(**papers if callers else without_callers(papers)) as (port, web_port, _):
            for one, chosen in ((port, "h2"), (web_port, None)):
                context = trusting()
                context.set_alpn_protocols(["h2", "http/1.1"])
                _, writer = await asyncio.open_connection("127.0.0.1", one, ssl=context)
                line = writer.get_extra_info("ssl_object")
                assert ssl.DER_cert_to_PEM_cert(line.getpeercert(binary_form=True)) == own.replace("\r", "")
                assert (line.selected_alpn_protocol(), line.version()) == (chosen, "TLSv1.3")
                writer.close()

    run(case)


def test_old_tls_is_not_spoken(papers: dict[str, str]) -> None:
    def speaking(version: ssl.TLSVersion) -> ssl.SSLContext:
        context = trusting()
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.set_alpn_protocols(["h2"])
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = version
        return context

    async def case() -> None:
        async with served(**without_callers(papers)) as (port, web_port, server):
            for one in (port, web_port):
                _, writer = await asyncio.open_connection("127.0.0.1", one, ssl=speaking(ssl.TLSVersion.TLSv1_2))
                writer.close()
                with pytest.raises((ssl.SSLError, ConnectionError)):
                    await asyncio.open_connection("127.0.0.1", one, ssl=speaking(ssl.TLSVersion.TLSv1_1))
            assert server._guard.context  # which the system's OpenSSL may hold to more than is asked of it here
            assert server._guard.context.minimum_version is ssl.TLSVersion.TLSv1_2

    with pytest.warns(DeprecationWarning, match="TLSv1"):
        run(case)


def test_without_a_certificate_not_even_health_is_told(papers: dict[str, str]) -> None:
    trusted = grpc.ssl_channel_credentials(Path(papers["tls_client_ca"]).read_bytes())

    async def case() -> None:
        async with served(**papers) as (port, web_port, _):
            context = trusting()
            with contextlib.suppress(ssl.SSLError):
                assert await heard(web_port, b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n", context) == b""
            async with grpc.aio.secure_channel(f"localhost:{port}", trusted) as channel:
                assert await raw(channel, CHECK)(b"", timeout=3).code() is Code.UNAVAILABLE

    run(case)


def test_no_header_tells_what_the_server_is_made_of(tokens: str) -> None:
    """Nor its version: that is told on the pages and by ListVariants, to whoever may ask those."""

    async def case() -> list[str]:
        async with served(tokens_file=tokens, reflection=False) as (port, web_port, _):
            told = [await grpc_said(port, one) for one in (path("ListVariants"), path("No"), "/x", CHECK, REFLECTION)]
            answers = [
                await web_said(web_port, verb, place, b"{}" if verb == "POST" else b"", JSON)
                for verb in ("GET", "POST", "PUT", "OPTIONS", "TRACE")
                for place in ("/", "/healthz", "/docs", "/openapi.json", path("ListVariants"))
            ]
            rubbish = (await heard(web_port, b"rubbish\r\n\r\n")).decode()
        return [*map(str, told), *(f"{headers}{body}" for _, headers, body in answers), rubbish]

    for one in run(case):
        assert not NAMES.search(one)
        assert not [version for version in (*BUILT_WITH, __version__) if version in one], one


def test_the_version_is_told_where_reflection_is() -> None:
    async def case() -> str:
        async with served() as (_, web_port, _):
            return (await web_said(web_port, "GET", "/openapi.json"))[2]

    assert f'"version": "{__version__}"' in run(case)


def test_health_needs_no_token_and_reflection_can_be_shut(tokens: str) -> None:
    async def statuses(*names: str, reflection: bool) -> list[str]:
        async with served(tokens_file=tokens, reflection=reflection) as (port, web_port, _):
            assert (await web_said(web_port, "GET", "/healthz"))[::2] == (200, "serving\n")
            return [(await grpc_said(port, name))["grpc-status"] for name in names]

    assert asyncio.run(statuses(CHECK, REFLECTION, reflection=True)) == ["0", "0"]
    assert asyncio.run(statuses(CHECK, REFLECTION, reflection=False)) == ["0", "12"]


def test_which_calls_there_are_can_be_told_without_a_token(tokens: str) -> None:
    async def case() -> None:
        async with served(tokens_file=tokens) as (port, web_port, _):
            for rpc, code, status in [*((one, "16", 401) for one in CALLS), ("Nonsense", "12", 404)]:
                assert (await grpc_said(port, path(rpc)))["grpc-status"] == code
                assert (await web_said(web_port, "POST", path(rpc), b"{}", JSON))[0] == status

    run(case)


def test_every_token_is_compared_wherever_the_right_one_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time itself is not measured: it would tell more of the machine than of the comparison."""
    lines = [LINE, *(new_token(f"table-{number}")[1] for number in range(2, 6))]
    compared = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append(one)
        return hmac.compare_digest(one, other)

    for given, order in [(SECRET, lines), (SECRET, lines[::-1]), ("guessed", lines)]:
        known = Tokens(tokens_in("\n".join(order)))
        compared.clear()
        with monkeypatch.context() as watched:
            watched.setattr("referee.server.tokens.hmac", SimpleNamespace(compare_digest=compare))
            assert known.know(f"Bearer {given}") is (given == SECRET)
        assert len(compared) == len(lines)


def test_a_call_without_a_token_takes_no_place(tokens: str) -> None:
    async def case() -> None:
        async with served(tokens_file=tokens, max_calls=1) as (port, _, server):
            with server._gate.passed():  # the only one
                assert (await grpc_said(port, path("ListVariants")))["grpc-status"] == "16"

    run(case)


@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING], ids=["info", "warning"])
def test_each_refused_call_is_a_line_and_nothing_else_is_one(
    tokens: str, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def case() -> None:
        async with served(tokens_file=tokens) as (port, web_port, _):
            for name in (path("ListVariants"), path("Nonsense"), CHECK, REFLECTION):
                await grpc_said(port, name)
            await web_said(web_port, "POST", path("ListVariants"), b"secret words", {**JSON, "user-agent": "scan\te"})
            for verb, place in [("GET", "/"), ("TRACE", "/"), ("POST", "/x"), ("GET", "/healthz")]:
                await web_said(web_port, verb, place)
            for sent in (b"rubbish\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n", PREFACE):
                await heard(web_port, sent)
            await heard(port, b"rubbish\r\n\r\n")

    with caplog.at_level(level):
        run(case)
    lines = [one.getMessage() for one in caplog.records if one.levelno >= level]
    wanted = [f"refused rpc=ListVariants status=UNAUTHENTICATED reason= door={one} peer=" for one in ("grpc", "web")]
    assert [line[: len(start)] for line, start in zip(lines, wanted, strict=False)] == wanted[: len(lines)]
    assert len(lines) == (2 if level == logging.INFO else 0)
    assert "secret" not in caplog.text
    assert "scan" not in caplog.text


HANGS_UP: dict[str, bytes] = {"nothing": b"", "half of its first words": b"PRI * HTT"}


@pytest.mark.parametrize("sent", HANGS_UP.values(), ids=HANGS_UP)
@pytest.mark.parametrize("guarded", [False, True], ids=["plain", "TLS"])
def test_a_connection_that_does_not_say_what_it_is_is_closed(
    sent: bytes, guarded: bool, papers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lifecycle.HANDSHAKE == 10
    monkeypatch.setattr(lifecycle, "HANDSHAKE", 0.5)

    async def case() -> None:
        async with served(**papers if guarded else {}) as (port, _, _):
            await heard(port, sent)

    run(case)


MUCH: Final = b"12005\r\n\0\0\x10\0\0" + bytes(72 * 1024) + b"\r\n"
"""A part of a body: the beginning of a message of 1 MiB, where messages are framed."""
HEAD: Final = (
    f"POST {path('ListVariants')} HTTP/1.1\r\nhost: x\r\n"
    "content-type: application/json\r\ntransfer-encoding: chunked\r\n"
)


@pytest.mark.parametrize("kind", ["application/json", "application/proto", "application/grpc-web+proto"])
def test_of_a_stranger_no_large_body_is_kept(tokens: str, kind: str) -> None:
    head = HEAD.replace("application/json", kind)

    async def case() -> tuple[bytes, bytes]:
        async with served(tokens_file=tokens) as (_, web_port, _):
            stranger = await heard(web_port, f"{head}\r\n".encode() + MUCH)
            known = await heard(web_port, f"{head}authorization: Bearer {SECRET}\r\n\r\n".encode() + MUCH)
            return stranger, known

    stranger, known = run(case)
    assert b"not authorised" in stranger or b"grpc-status: 16" in stranger.lower(), stranger
    assert b"connection: close" in stranger
    assert b"not authorised" not in known  # more was waited for, in vain


def test_a_body_in_drops_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert doors.WHOLE_WITHIN == 30
    monkeypatch.setattr(doors, "WHOLE_WITHIN", 1.0)

    async def case() -> None:
        async with served() as (_, web_port, _), asyncio.timeout(20):
            reader, writer = await asyncio.open_connection("127.0.0.1", web_port)
            writer.write(f"{HEAD}\r\n".encode())
            gone = asyncio.create_task(reader.read())
            while not gone.done():
                with contextlib.suppress(ConnectionError):
                    writer.write(b"1\r\n \r\n")
                    await writer.drain()
                await asyncio.wait({gone}, timeout=0.1)
            writer.close()

    run(case)


def test_a_connection_of_the_web_door_is_kept_between_requests_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    assert web.IDLE == 75
    monkeypatch.setattr(web, "IDLE", 1)

    async def case() -> None:
        async with served() as (_, web_port, _), asyncio.timeout(20):
            reader, writer = await asyncio.open_connection("127.0.0.1", web_port)
            for _ in range(2):
                writer.write(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
                await reader.readuntil(b"serving\n")
            assert await reader.read() == b""
            writer.close()

    run(case)


UPGRADES: Final = {
    "websocket": "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: A\r\n",
    "h2c": "upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n",
}


@pytest.mark.parametrize("more", UPGRADES.values(), ids=UPGRADES)
def test_an_upgrade_is_passed_over(more: str) -> None:
    async def case() -> None:
        async with served() as (_, web_port, _), asyncio.timeout(10):
            reader, writer = await asyncio.open_connection("127.0.0.1", web_port)
            for _ in range(2):
                writer.write(f"GET /healthz HTTP/1.1\r\nhost: x\r\n{more}\r\n".encode())
                assert (await reader.readuntil(b"serving\n")).startswith(b"HTTP/1.1 200 ")
            writer.close()

    run(case)


ODD: Final = {
    "TRACE": (b"TRACE / HTTP/1.1\r\nhost: x\r\nx-own: told\r\nconnection: close\r\n\r\n", b"HTTP/1.1 404 "),
    "CONNECT": (b"CONNECT other.example:443 HTTP/1.1\r\nhost: x\r\n\r\n", b"HTTP/1.1 400 "),
    "another's address": (b"GET http://other.example/x HTTP/1.1\r\nconnection: close\r\n\r\n", b"HTTP/1.1 404 "),
    "another's first page": (b"GET http://other.example/ HTTP/1.1\r\nconnection: close\r\n\r\n", b"HTTP/1.1 307 "),
    "HTTP/2": (PREFACE, b"HTTP/1.1 400 "),
}


@pytest.mark.parametrize(("sent", "line"), ODD.values(), ids=ODD)
def test_nothing_is_echoed_or_passed_on(sent: bytes, line: bytes) -> None:
    async def case() -> bytes:
        async with served() as (_, web_port, _):
            return await heard(web_port, sent)

    said = run(case)
    assert said.startswith(line)
    assert b"told" not in said
    assert b"other.example" not in said
