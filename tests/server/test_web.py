"""The web door: what curl and a browser's pages get, told by plain HTTP."""

import asyncio
import base64
import json
import struct
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2
from google.rpc import error_details_pb2, status_pb2

from referee import plugins
from referee.server import web
from referee.server.lifecycle import Server
from referee.server.settings import Settings
from referee.server.tokens import new_token
from referee.service import SERVICE_NAME, Service

GOOD, BAD = "https://play.example", "https://evil.example"
QUESTION = {
    "ruleset": {"preset": "ffb_classic"},
    "trump": "TRUMP_HEARTS",
    "hand": ["CARD_SEVEN_OF_HEARTS", "CARD_ACE_OF_SPADES"],
    "trick": ["CARD_KING_OF_CLUBS"],
}
SAME = referee_service_pb2.ListLegalCardsRequest(
    ruleset=ruleset_pb2.Ruleset(preset="ffb_classic"),
    trump=card_pb2.TRUMP_HEARTS,
    hand=[card_pb2.CARD_SEVEN_OF_HEARTS, card_pb2.CARD_ACE_OF_SPADES],
    trick=[card_pb2.CARD_KING_OF_CLUBS],
).SerializeToString()
JSON, PROTO, GRPC_WEB = "application/json", "application/proto", "application/grpc-web+proto"


@dataclass(frozen=True)
class Said:
    """One HTTP answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@asynccontextmanager
async def door(**settings: Any) -> AsyncIterator[tuple[Server, int]]:
    """A server with a web door for one origin, and the door's port."""
    chosen: dict[str, Any] = {"port": 0, "web_port": 0, "web_origins": (GOOD,), "check_interval": 0.0, "grace": 5.0}
    server = Server(Service(plugins.load()), Settings(**chosen | settings))
    await server.start()
    assert server.web_port is not None
    try:
        yield server, server.web_port
    finally:
        await server.cut()


def request(port: int, verb: str, path: str, body: bytes, headers: Mapping[str, str]) -> Said:
    """One HTTP request over a connection of its own."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(verb, path, body, dict(headers))
        answer = connection.getresponse()
        return Said(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def once(
    rpc: str,
    body: bytes,
    kind: str = JSON,
    *,
    verb: str = "POST",
    settings: Mapping[str, Any] | None = None,
    **more: str,
) -> Said:
    """What a new server says to one request; headers are given with underscores."""
    headers = {"content-type": kind} | {name.replace("_", "-"): value for name, value in more.items()}

    async def case() -> Said:
        async with door(**settings or {}) as (_, port):
            path = rpc if rpc.startswith("/") else f"/{SERVICE_NAME}/{rpc}"
            return await asyncio.to_thread(request, port, verb, path, body, headers)

    return asyncio.run(case())


def written(question: object) -> bytes:
    return json.dumps(question).encode()


def framed(message: bytes) -> bytes:
    """A message as gRPC-Web sends it."""
    return struct.pack(">BI", 0, len(message)) + message


def unframed(body: bytes) -> tuple[list[bytes], dict[str, str]]:
    """The messages of a gRPC-Web answer, and its trailers."""
    messages: list[bytes] = []
    trailers: dict[str, str] = {}
    while body:
        flags, size = struct.unpack(">BI", body[:5])
        part, body = body[5 : 5 + size], body[5 + size :]
        if flags & 0x80:
            trailers = {
                name.strip().lower(): value.strip()
                for name, _, value in (line.partition(":") for line in part.decode().splitlines() if line)
            }
        else:
            messages.append(part)
    return messages, trailers


def test_json_is_answered_as_json() -> None:
    said = once("ListLegalCards", written(QUESTION))
    assert said.status == 200
    assert said.json["legal"] == ["CARD_SEVEN_OF_HEARTS"]
    assert said.json["refused"][0]["violations"][0]["ruleId"] == "play/must_trump"
    assert said.headers["cache-control"] == "no-store"
    assert said.headers["content-language"] == "en"


def test_connect_and_grpc_web_get_the_same_bytes() -> None:
    connect = once("ListLegalCards", SAME, PROTO)
    assert connect.status == 200
    answer = referee_service_pb2.ListLegalCardsResponse.FromString(connect.body)
    assert list(answer.legal) == [card_pb2.CARD_SEVEN_OF_HEARTS]

    messages, trailers = unframed(once("ListLegalCards", framed(SAME), GRPC_WEB).body)
    assert messages == [connect.body]
    assert trailers["grpc-status"] == "0"


def test_sentences_follow_the_asked_language() -> None:
    said = once("ListLegalCards", written(QUESTION), accept_language="fr-FR,fr;q=0.9,en;q=0.5")
    assert said.headers["content-language"] == "fr"
    assert "atout" in said.json["refused"][0]["violations"][0]["statement"]


def test_a_batch_is_answered() -> None:
    said = once("BatchJudge", written({"questions": [{"listLegalCards": QUESTION}, {"scoreDeal": {}}]}))
    assert said.json["answers"][0]["listLegalCards"]["legal"] == ["CARD_SEVEN_OF_HEARTS"]
    assert said.json["answers"][1]["error"]["reason"] == "ERROR_REASON_FIELD_MISSING"


def test_a_refusal_has_its_reason_and_fields_in_every_protocol() -> None:
    bad = referee_service_pb2.ListLegalCardsRequest(ruleset=ruleset_pb2.Ruleset(preset="no_such")).SerializeToString()

    said = once("ListLegalCards", bad, PROTO)
    assert said.status == 404
    assert said.json["code"] == "not_found"
    info = error_details_pb2.ErrorInfo.FromString(base64.b64decode(said.json["details"][0]["value"] + "=="))
    assert (info.reason, info.domain) == ("PRESET_UNKNOWN", "belote.referee")
    assert info.metadata["preset"] == "no_such"
    assert said.json["details"][0]["debug"]["reason"] == "PRESET_UNKNOWN"
    assert said.json["details"][1]["debug"]["fieldViolations"][0]["field"] == "ruleset.preset"

    _, trailers = unframed(once("ListLegalCards", framed(bad), GRPC_WEB).body)
    assert trailers["grpc-status"] == "5"
    status = status_pb2.Status.FromString(base64.b64decode(trailers["grpc-status-details-bin"] + "=="))
    assert status.details[0].Unpack(info)
    assert info.reason == "PRESET_UNKNOWN"


UNREADABLE = [
    ("no JSON", b"{", JSON),
    ("no UTF-8", b'{"trump": "\xff"}', JSON),
    ("a list", b"[]", JSON),
    ("a misspelt field", b'{"trumpp": "TRUMP_HEARTS"}', JSON),
    ("an unknown name of a value", b'{"trump": "HEARTS"}', JSON),
    ("a field twice", b'{"trump": 1, "trump": 2}', JSON),
    ("nested too deep", b'{"ruleset":' * 5000 + b"{}" + b"}" * 5000, JSON),
    ("a number too large", b'{"leader": 99999999999}', JSON),
    ("no protobuf", b"\xff\xff", PROTO),
    ("nothing but values", b'{"hand": [' + b"23," * 400_000 + b"23]}", JSON),
    ("a name as long as a book", b'{"' + b"a b " * 400_000 + b'": 1}', JSON),
]


@pytest.mark.parametrize(("body", "kind"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE])
def test_what_cannot_be_read_is_said_to_be_so(body: bytes, kind: str) -> None:
    said = once("ListLegalCards", body, kind)
    assert (said.status, said.json["code"]) == (400, "invalid_argument")
    assert said.json["details"][0]["debug"]["reason"] == "REQUEST_UNREADABLE"


def test_too_large_is_said_with_the_limit() -> None:
    said = once("BatchJudge", b"\0" * 2000, PROTO, settings={"max_request_bytes": 1024})
    assert said.status == 429
    assert said.json["details"][0]["debug"]["metadata"] == {"limit": "1024"}
    larger = once("BatchJudge", b"\0" * 3000, PROTO, settings={"max_request_bytes": 1024})
    assert (larger.status, larger.json["details"]) == (429, said.json["details"])


FRAMES = [
    ("said to be compressed", struct.pack(">BI", 1, 0)),
    ("of a kind that is not there", struct.pack(">BI", 2, 0)),
    ("longer than what comes", struct.pack(">BI", 0, 9) + SAME[:3]),
    ("none", b""),
    ("two", framed(SAME) * 2),
    ("without its length", b"\0\0"),
    ("the second compressed", framed(SAME) + struct.pack(">BI", 1, 0)),
]


def unreadable_in_french(said: Said) -> None:
    """Holds an answer of gRPC-Web to be a refusal with its reason."""
    _, trailers = unframed(said.body)
    assert trailers["grpc-status"] == "3"
    assert said.headers["content-language"] == "fr"
    status = status_pb2.Status.FromString(base64.b64decode(trailers["grpc-status-details-bin"] + "=="))
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    assert (info.reason, info.domain) == ("REQUEST_UNREADABLE", "belote.referee")


@pytest.mark.parametrize("body", [row[1] for row in FRAMES], ids=[row[0] for row in FRAMES])
def test_a_frame_that_cannot_be_read_is_the_requests_fault(body: bytes) -> None:
    unreadable_in_french(once("ListLegalCards", body, GRPC_WEB, accept_language="fr"))


@pytest.mark.parametrize("deadline", ["soon", "5", "S", "123456789S", "-5S", "5s"])
def test_a_deadline_of_grpc_web_that_is_none_is_told_with_its_reason(deadline: str) -> None:
    unreadable_in_french(once("ListLegalCards", framed(SAME), GRPC_WEB, accept_language="fr", grpc_timeout=deadline))
    for good in ("5S", "12345678u"):
        _, trailers = unframed(once("ListLegalCards", framed(SAME), GRPC_WEB, grpc_timeout=good).body)
        assert trailers["grpc-status"] == "0"


@pytest.mark.parametrize("deadline", ["soon", "12345678901", "-5", "5.0", " "])
def test_a_deadline_of_connect_that_is_none_is_told_with_its_reason(deadline: str) -> None:
    said = once("ListLegalCards", written(QUESTION), accept_language="fr", connect_timeout_ms=deadline)
    assert (said.status, said.json["code"]) == (400, "invalid_argument")
    assert said.json["message"].startswith("connect-timeout-ms doit")
    assert said.json["details"][0]["debug"]["reason"] == "REQUEST_UNREADABLE"
    for good in ("5000", "0000010000"):
        assert once("ListLegalCards", written(QUESTION), connect_timeout_ms=good).status == 200


def test_who_may_not_call_hears_nothing_of_his_deadline(tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text(f"{new_token('x')[1]}\n", encoding="utf-8")
    guarded = {"tokens_file": str(tmp_path / "tokens")}
    said = once("ListLegalCards", b"{}", settings=guarded, connect_timeout_ms="soon")
    assert (said.status, said.json["code"]) == (401, "unauthenticated")
    assert "details" not in said.json


@pytest.mark.parametrize(("questions", "beside"), [(1, False), (1000, True)])
def test_long_json_is_read_and_written_beside_the_loop(
    questions: int, beside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def case() -> set[bool]:
        loop, found = threading.get_ident(), set()

        def watched(function: Callable[[str, bytes], bytes]) -> Callable[[str, bytes], bytes]:
            def watching(rpc: str, message: bytes) -> bytes:
                found.add(threading.get_ident() != loop)
                return function(rpc, message)

            return watching

        for name in ("request_from_json", "answer_as_json"):
            monkeypatch.setattr(web, name, watched(getattr(web, name)))
        async with door() as (_, port):
            many = written({"questions": [{"listLegalCards": QUESTION}] * questions})
            path = f"/{SERVICE_NAME}/BatchJudge"
            said = await asyncio.to_thread(request, port, "POST", path, many, {"content-type": JSON})
            assert len(said.json["answers"]) == questions
        return found

    assert asyncio.run(case()) == {beside}


NOT_CALLS = [
    ("a GET, which would leave the record in an address", "GET", "ListLegalCards", JSON, 405),
    ("a PUT", "PUT", "ListLegalCards", JSON, 405),
    ("a call that is none", "POST", "Nonsense", JSON, 404),
    ("another place", "POST", "/", JSON, 404),
    ("a type it does not speak", "POST", "ListLegalCards", "text/plain", 415),
    ("no type", "POST", "ListLegalCards", "", 415),
    ("gRPC itself", "POST", "ListLegalCards", "application/grpc", 415),
    ("gRPC itself, with its coding", "POST", "ListLegalCards", "application/grpc+proto", 415),
]


@pytest.mark.parametrize(
    ("verb", "rpc", "kind", "status"), [row[1:] for row in NOT_CALLS], ids=[row[0] for row in NOT_CALLS]
)
def test_what_is_no_call_is_refused(verb: str, rpc: str, kind: str, status: int) -> None:
    assert once(rpc, written(QUESTION), kind, verb=verb).status == status


def test_a_header_that_is_no_text_is_refused() -> None:
    assert once("ListLegalCards", written(QUESTION), accept_language="fr\xe9").status == 400


def test_nor_does_it_hide_behind_another_of_its_name() -> None:
    async def case() -> None:
        async with door() as (_, port):
            lines = (
                b"POST /%s/ListLegalCards HTTP/1.1" % SERVICE_NAME.encode(),
                b"host: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2",
                b"accept-language: \xe9\r\naccept-language: fr",
            )
            answer = await _silent(port, b"\r\n".join(lines) + b"\r\n\r\n{}")
            assert answer.startswith(b"HTTP/1.1 400 ")

    asyncio.run(case())


def test_insisting_cuts_off_what_is_under_way() -> None:
    async def case() -> None:
        async with door(grace=60.0) as (server, port):
            head = b"POST /%s/ListLegalCards HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head % SERVICE_NAME.encode() + b"content-length: 100\r\n\r\n{")
            await writer.drain()
            await asyncio.sleep(0.2)
            await asyncio.wait_for(server.cut(), 2.5)  # before the rest of the body would be given up
            writer.close()
            del reader

    asyncio.run(case())


def test_a_listed_origin_may_ask() -> None:
    asked = once(
        "ListLegalCards",
        b"",
        verb="OPTIONS",
        origin=GOOD,
        access_control_request_method="POST",
        access_control_request_headers="content-type,connect-protocol-version,x-grpc-web,authorization",
    )
    assert asked.status == 200
    assert asked.headers["access-control-allow-origin"] == GOOD
    said = once("ListLegalCards", written(QUESTION), origin=GOOD)
    assert (said.status, said.headers["access-control-allow-origin"]) == (200, GOOD)
    assert "grpc-status-details-bin" in said.headers["access-control-expose-headers"].lower()


@pytest.mark.parametrize("verb", ["POST", "OPTIONS"])
@pytest.mark.parametrize("origin", [BAD, "null", GOOD + ".evil.example", GOOD.upper()])
def test_any_other_origin_is_refused(origin: str, verb: str) -> None:
    said = once("ListLegalCards", written(QUESTION), verb=verb, origin=origin, access_control_request_method="POST")
    assert said.status == 403
    assert "access-control-allow-origin" not in said.headers


def test_health_says_stopping_while_calls_are_still_answered() -> None:
    async def case() -> None:
        async with door(check_interval=60.0) as (server, port):
            said = await asyncio.to_thread(request, port, "GET", "/healthz", b"", {})
            assert (said.status, said.body) == (200, b"serving\n")
            stopping = asyncio.create_task(server.stop())
            said = await asyncio.to_thread(request, port, "GET", "/healthz", b"", {})
            assert (said.status, said.body) == (503, b"stopping\n")
            # A balancer has to hear of it first: until then it may still send calls here.
            said = await asyncio.to_thread(
                request, port, "POST", f"/{SERVICE_NAME}/ListLegalCards", written(QUESTION), {"content-type": JSON}
            )
            assert said.status == 200
            stopping.cancel()

    asyncio.run(case())


def test_calls_are_refused_once_the_server_lets_nobody_in() -> None:
    async def case() -> None:
        async with door() as (server, port):
            server._gate.close()
            said = await asyncio.to_thread(
                request, port, "POST", f"/{SERVICE_NAME}/ListLegalCards", written(QUESTION), {"content-type": JSON}
            )
            assert (said.status, said.json["code"]) == (503, "unavailable")
            assert said.json["details"][0]["debug"]["reason"] == "STOPPING"

    asyncio.run(case())


async def _silent(port: int, sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    await writer.drain()
    try:
        return await asyncio.wait_for(reader.read(), 8)
    finally:
        writer.close()


HALF = [
    ("nothing", b""),
    ("half a line", b"POST /belote"),
    ("headers without end", b"POST / HTTP/1.1\r\nhost: x\r\n"),
    (
        "half a body",
        b"POST /%s/ListLegalCards HTTP/1.1\r\nhost: x\r\ncontent-type: application/proto\r\n"
        b"content-length: 100\r\n\r\nabc" % SERVICE_NAME.encode(),
    ),
]


def test_connections_that_say_nothing_more_are_closed() -> None:
    async def case() -> None:
        async with door() as (_, port):
            await asyncio.gather(*(_silent(port, sent) for _, sent in HALF))

    asyncio.run(case())


def test_stopping_lets_a_request_under_way_finish() -> None:
    async def case() -> None:
        async with door() as (server, port):
            many = written({"questions": [{"listLegalCards": QUESTION}] * 1000})
            asked = asyncio.create_task(
                asyncio.to_thread(request, port, "POST", f"/{SERVICE_NAME}/BatchJudge", many, {"content-type": JSON})
            )
            while not server._gate.under_way:  # noqa: ASYNC110  # a gate tells when it is empty, not when it is not
                await asyncio.sleep(0.001)
            await server.stop()
            said = await asked
            assert len(said.json["answers"]) == 1000

    asyncio.run(case())
