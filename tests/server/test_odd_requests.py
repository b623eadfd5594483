"""What no client sends on purpose: bytes that are no request, none or several of them, calls that are not there."""

import asyncio
import subprocess
import time
from collections.abc import Iterator

import grpc
import grpc.aio
import pytest

from referee.server import standard
from referee.server.streams import Streams
from referee.service import SERVICE_NAME, Service

from .asking import path, serving
from .conftest import REAL, ROOT, Launch, command

Code = grpc.StatusCode
CHECK, LIST, WATCH = (f"/grpc.health.v1.Health/{rpc}" for rpc in ("Check", "List", "Watch"))
REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
VARIANTS = path("ListVariants")
REFEREE = [path(rpc) for rpc in (*Service.UNARY, "BatchJudge")]

LIMIT = 2000
UNREADABLE = "the bytes are no request of this call"
MISSING = "the call brings no request"

GOOD = b""
SERVICES = b"\x3a\x00"
"""The question of reflection which services there are; the others take no bytes at all for a request."""
NOT_UTF8 = b"\x0a\x01\xff"
BAD = [b"\xff", b"\x0a", b"\x0a\xff\xff\xff\xff\x0f", b"\x08" * 101, NOT_UTF8]
TOO_LARGE = b"\x0a\xa0\x1f" + b"x" * 4000  # with its head larger than twice the limit, which the transport refuses


@pytest.fixture(scope="module")
def channel() -> Iterator[grpc.Channel]:
    """To the referee's own service in a process of its own, with a low limit on a request's size."""
    line, environment = command(REAL, {"max_request_bytes": str(LIMIT)})
    with subprocess.Popen(
        line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        try:
            with grpc.insecure_channel(process.stdout.readline().removeprefix("listening on ").strip()) as one:
                yield one
        finally:
            process.kill()


def exchange(
    channel: grpc.Channel, method: str, requests: list[bytes], most: int = 10
) -> tuple[int, grpc.StatusCode, str]:
    """Sends requests, as many as they are, to any call: how many answers came, and how it ended.

    Leaves after the last answer wanted, for a call that would go on. The client is not asyncio's, which reports
    INTERNAL by itself when a call is over before all its requests are sent.
    """
    answers = 0
    call = channel.stream_stream(method, bytes, bytes)(iter(requests), timeout=10)
    try:
        for _ in call:
            answers += 1
            if answers == most:
                call.cancel()
    except grpc.RpcError:
        pass
    return answers, call.code(), call.details()


HAVE_NO_TEXT = (LIST, VARIANTS)


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("method", [CHECK, LIST, WATCH, REFLECTION, *REFEREE])
def test_bytes_that_are_no_request_are_refused(channel: grpc.Channel, method: str, bad: bytes) -> None:
    for requests in ([bad], [bad, GOOD]):
        said = exchange(channel, method, requests)
        if bad == NOT_UTF8 and method in HAVE_NO_TEXT:
            assert said == (1, Code.OK, "")
        else:
            assert said == (0, Code.INVALID_ARGUMENT, UNREADABLE)
    assert exchange(channel, CHECK, [GOOD]) == (1, Code.OK, "")


SEVERAL = [
    (CHECK, [GOOD], 1, Code.OK, ""),
    (CHECK, [GOOD, GOOD], 1, Code.OK, ""),
    (CHECK, [GOOD, BAD[0]], 1, Code.OK, ""),
    (CHECK, [GOOD, TOO_LARGE], 1, Code.OK, ""),
    (CHECK, [b"\x0a\x05poker"], 0, Code.NOT_FOUND, ""),
    (CHECK, [b"\x0a\x05poker", BAD[0]], 0, Code.NOT_FOUND, ""),
    (CHECK, [], 0, Code.INVALID_ARGUMENT, MISSING),
    (LIST, [GOOD], 1, Code.OK, ""),
    (LIST, [GOOD, BAD[0]], 1, Code.OK, ""),
    (LIST, [], 0, Code.INVALID_ARGUMENT, MISSING),
    (WATCH, [], 0, Code.INVALID_ARGUMENT, MISSING),
    (REFLECTION, [], 0, Code.OK, ""),
    (REFLECTION, [SERVICES], 1, Code.OK, ""),
    (REFLECTION, [SERVICES, GOOD, SERVICES], 3, Code.OK, ""),
    (REFLECTION, [SERVICES, SERVICES, BAD[0]], 2, Code.INVALID_ARGUMENT, UNREADABLE),
    (REFLECTION, [SERVICES, BAD[0], SERVICES], 1, Code.INVALID_ARGUMENT, UNREADABLE),
    (VARIANTS, [GOOD], 1, Code.OK, ""),
    (VARIANTS, [GOOD, GOOD], 1, Code.OK, ""),
    (VARIANTS, [GOOD, BAD[0]], 1, Code.OK, ""),
    (VARIANTS, [GOOD, TOO_LARGE], 1, Code.OK, ""),
    *((method, [], 0, Code.INVALID_ARGUMENT, MISSING) for method in REFEREE),
]


@pytest.mark.parametrize(("method", "requests", "answers", "code", "message"), SEVERAL)
def test_none_one_or_several_requests(
    channel: grpc.Channel, method: str, requests: list[bytes], answers: int, code: grpc.StatusCode, message: str
) -> None:
    assert exchange(channel, method, requests) == (answers, code, message)


@pytest.mark.parametrize("further", [[], [GOOD], [BAD[0]], [TOO_LARGE]])
def test_a_watch_takes_no_notice_of_further_requests(channel: grpc.Channel, further: list[bytes]) -> None:
    assert exchange(channel, WATCH, [GOOD, *further], most=1)[:2] == (1, Code.CANCELLED)


LARGE = [*((method, 0) for method in (CHECK, LIST, WATCH, REFLECTION, *REFEREE)), (REFLECTION, 2)]


@pytest.mark.parametrize(("method", "before"), LARGE)
def test_what_is_larger_than_the_transport_reads(channel: grpc.Channel, method: str, before: int) -> None:
    requests = [*[SERVICES] * before, TOO_LARGE]
    assert exchange(channel, method, requests)[:2] == (before, Code.RESOURCE_EXHAUSTED)


NOT_THERE = [
    "/grpc.health.v1.Health/Heal",
    f"{REFLECTION}s",
    "/grpc.reflection.v2.ServerReflection/ServerReflectionInfo",
    path("JudgePoker"),
    path("listvariants"),
    f"/{SERVICE_NAME}",
    f"/{SERVICE_NAME}/",
    "/",
    "//",
]


@pytest.mark.parametrize("method", NOT_THERE)
def test_what_is_not_there_is_unimplemented(channel: grpc.Channel, method: str) -> None:
    for requests in ([], [GOOD], [BAD[0]], [GOOD, BAD[0]]):
        assert exchange(channel, method, requests)[:2] == (0, Code.UNIMPLEMENTED)


def test_none_of_it_is_a_fault_in_the_log(launch: Launch) -> None:
    server = launch(REAL, max_request_bytes=str(LIMIT), log_level="warning")
    with grpc.insecure_channel(server.target) as one:
        for method in (CHECK, LIST, WATCH, REFLECTION, VARIANTS, path("JudgePoker")):
            for requests in ([], [BAD[0]], [BAD[0], GOOD], [TOO_LARGE], [GOOD, TOO_LARGE]):
                exchange(one, method, requests, most=1)
    assert server.stop() == (0, "", "")


def test_a_call_of_health_that_stays_silent_is_refused_after_a_while() -> None:
    async def case() -> None:
        server = grpc.aio.server()
        standard.add(server, SERVICE_NAME, Streams(), read_within=0.1)
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            for method in (CHECK, LIST, WATCH):
                silent = channel.stream_stream(method, bytes, bytes)(timeout=5)
                assert await silent.code() is Code.INVALID_ARGUMENT
                assert await silent.details() == MISSING
            late = channel.stream_stream(REFLECTION, bytes, bytes)(timeout=5)
            await asyncio.sleep(0.3)
            await late.write(SERVICES)
            answer = await late.read()
            assert isinstance(answer, bytes)
            assert SERVICE_NAME.encode() in answer
        await server.stop(None)

    asyncio.run(case())


def test_silent_callers_do_not_delay_the_stop() -> None:
    async def case() -> None:
        async with serving(grace=30) as (server, channel):
            silent = [channel.stream_stream(method, bytes, bytes)() for method in (WATCH, REFLECTION)]
            await asyncio.gather(*(one.wait_for_connection() for one in silent))
            await asyncio.sleep(0.2)
            began = time.monotonic()
            await asyncio.wait_for(server.stop(), 10)
            assert time.monotonic() - began < 2
            assert [await one.code() for one in silent] == [Code.OK, Code.OK]

    asyncio.run(case())
