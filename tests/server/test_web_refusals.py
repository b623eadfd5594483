"""The web door to those who ask otherwise than a call is asked: an error of Connect that says why, never a 500."""

import asyncio
import gzip
import json
from collections.abc import Mapping
from urllib.parse import quote

import pytest

from referee.service import SERVICE_NAME

from .test_web import BAD, GOOD, GRPC_WEB, JSON, PROTO, QUESTION, SAME, Said, door, framed, request, written

CALL = f"/{SERVICE_NAME}/ListLegalCards"
IN_AN_ADDRESS = f"{CALL}?encoding=json&message={quote(json.dumps(QUESTION))}"
BOMB = gzip.compress(b"\0" * 50_000_000)
NAME, KIND = "content-type", "content-encoding"

ROWS: dict[str, tuple[str, str, bytes, Mapping[str, str], int, str, str]] = {
    "a call in an address": ("GET", IN_AN_ADDRESS, b"", {}, 405, "unimplemented", "POST"),
    "a GET": ("GET", CALL, b"", {NAME: JSON}, 405, "unimplemented", "POST"),
    "a PUT": ("PUT", CALL, written(QUESTION), {NAME: JSON}, 405, "unimplemented", "POST"),
    "a DELETE": ("DELETE", CALL, b"", {NAME: JSON}, 405, "unimplemented", "POST"),
    "a call that is none": ("POST", f"/{SERVICE_NAME}/Nonsense", b"{}", {NAME: JSON}, 404, "unimplemented", "no such"),
    "another place": ("POST", "/", b"{}", {NAME: JSON}, 404, "unimplemented", "no such"),
    "a place above": ("GET", "/docs/../../etc", b"", {}, 404, "unimplemented", "no such"),
    "a place of bytes": ("GET", "/%ff%00", b"", {}, 404, "unimplemented", "no such"),
    "text": ("POST", CALL, b"{}", {NAME: "text/plain"}, 415, "invalid_argument", "application/json"),
    "a form": ("POST", CALL, b"a=b", {NAME: "multipart/form-data"}, 415, "invalid_argument", "application/json"),
    "no type": ("POST", CALL, b"{}", {}, 415, "invalid_argument", "application/json"),
    "gRPC itself": ("POST", CALL, framed(SAME), {NAME: "application/grpc"}, 415, "invalid_argument", "gRPC port"),
    "another origin": ("POST", CALL, b"{}", {NAME: JSON, "origin": BAD}, 403, "permission_denied", "--web-origin"),
    "no JSON": ("POST", CALL, b"{", {NAME: JSON}, 400, "invalid_argument", "JSON"),
    "what was packed": (
        *("POST", CALL, gzip.compress(written(QUESTION)), {NAME: JSON, KIND: "gzip"}),
        *(501, "unimplemented", "gzip"),
    ),
    "what unpacks to much": ("POST", CALL, BOMB, {NAME: PROTO, KIND: "gzip"}, 501, "unimplemented", "gzip"),
    "another version": (
        *("POST", CALL, b"{}", {NAME: JSON, "connect-protocol-version": "2"}),
        *(400, "invalid_argument", "version"),
    ),
    "a deadline that is none": (
        *("POST", CALL, b"{}", {NAME: JSON, "connect-timeout-ms": "soon"}),
        *(400, "invalid_argument", "timeout"),
    ),
}


def said_to(verb: str, path: str, body: bytes, headers: Mapping[str, str]) -> Said:
    async def case() -> Said:
        async with door() as (_, port):
            return await asyncio.to_thread(request, port, verb, path, body, headers)

    return asyncio.run(case())


@pytest.mark.parametrize(("verb", "path", "body", "headers", "status", "code", "word"), ROWS.values(), ids=ROWS)
def test_a_refusal_is_an_error_with_words(
    verb: str, path: str, body: bytes, headers: Mapping[str, str], status: int, code: str, word: str
) -> None:
    said = said_to(verb, path, body, headers)
    assert (said.status, said.headers["content-type"], said.json["code"]) == (status, JSON, code)
    assert word in said.json["message"]
    assert said.headers["cache-control"] == "no-store"
    if status == 405:
        assert said.headers["allow"] == "POST, OPTIONS"
    if status == 415:
        assert JSON in said.headers["accept-post"]


def test_refusals_are_in_the_language_asked_for() -> None:
    said = said_to("GET", CALL, b"", {"accept-language": "fr"})
    assert said.json["message"] == "les appels se font par POST"


def test_a_page_can_read_why_its_request_was_none() -> None:
    for verb, path, status in [("POST", "/nonsense", 404), ("PUT", CALL, 405), ("POST", CALL, 415)]:
        said = said_to(verb, path, b"", {"origin": GOOD})
        assert (said.status, said.headers["access-control-allow-origin"]) == (status, GOOD)


def test_head_and_options_have_no_body_and_the_connection_goes_on() -> None:
    async def case() -> None:
        async with door() as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                for verb, path, line in [
                    ("HEAD", "/healthz", b"HTTP/1.1 200"),
                    ("HEAD", "/openapi.json", b"HTTP/1.1 200"),
                    ("HEAD", CALL, b"HTTP/1.1 405"),
                    ("OPTIONS", CALL, b"HTTP/1.1 204"),
                ]:
                    writer.write(f"{verb} {path} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
                    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
                    assert head.startswith(line), (verb, path)
                body = written(QUESTION)
                lines = (f"POST {CALL} HTTP/1.1", "host: x", f"content-type: {JSON}", f"content-length: {len(body)}")
                writer.write("\r\n".join([*lines, "", ""]).encode() + body)
                assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)).startswith(b"HTTP/1.1 200")
            finally:
                writer.close()

    asyncio.run(case())


def test_health_is_read_only() -> None:
    said = said_to("POST", "/healthz", b"", {})
    assert (said.status, said.headers["allow"], said.json["code"]) == (405, "GET, HEAD", "unimplemented")


TRUNCATED = {"a frame cut off": framed(SAME)[:-3], "half a frame's head": b"\0\0"}


@pytest.mark.parametrize("body", TRUNCATED.values(), ids=TRUNCATED)
def test_what_breaks_off_is_no_request(body: bytes) -> None:
    said = said_to("POST", CALL, body, {NAME: GRPC_WEB})
    assert said.status == 200
    assert b"grpc-status: 3" in said.body or said.headers.get("grpc-status") == "3", said.body


def test_headers_without_end_are_not_gathered() -> None:
    async def case() -> None:
        async with door() as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST / HTTP/1.1\r\n")
            answer = asyncio.create_task(reader.read())
            line, sent = b"x: " + b"y" * 8000 + b"\r\n", 0
            try:
                while sent < 4_000_000 and not answer.done():
                    writer.write(line)
                    await asyncio.wait_for(writer.drain(), 10)
                    sent += len(line)
                assert (await asyncio.wait_for(answer, 10)).startswith(b"HTTP/1.1 431 ")
            except ConnectionError:
                pass  # it was cut off while more was sent, which may lose the answer
            assert sent < 4_000_000
            writer.close()

    asyncio.run(case())
