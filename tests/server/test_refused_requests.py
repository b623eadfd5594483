"""What is refused is not remembered: a request goes once it has been answered, not when garbage is next collected."""

import asyncio
import gc
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import grpc
import pytest

from tests.server.asking import ask, serving
from tests.server.test_web import GRPC_WEB, JSON, PROTO, door, framed, request

TIMES: Final = 20
LONG: Final = 256 * 1024
"""Bytes of each request."""


@contextmanager
def growth() -> Iterator[Callable[[], int]]:
    """Tells how many bytes more are held than at the beginning, while garbage is not collected."""
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        yield lambda: tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
        gc.enable()


async def grown(once: Callable[[], Awaitable[None]]) -> int:
    await once()  # what is made at first use
    with growth() as told:
        for _ in range(TIMES):
            await once()
        return told()


@pytest.mark.parametrize("refusal", ["refuse HAND_SIZE 3", "refuse PRESET_UNKNOWN 0"])
@pytest.mark.parametrize("rpc", ["ListLegalCards", "BatchJudge"])
def test_at_the_grpc_port(rpc: str, refusal: str) -> None:
    async def case() -> int:
        async with serving() as (_, channel):

            async def once() -> None:
                said = await ask(channel, rpc, refusal.encode().ljust(LONG))
                assert said.code in (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.NOT_FOUND)

            return await grown(once)

    assert asyncio.run(case()) < 2 * LONG


BODIES: Final = {
    "JSON": (JSON, b'{"hand": [' + b"[], " * (LONG // 4) + b"[]]}"),
    "no JSON": (JSON, b"[" + b" " * LONG),
    "Connect": (PROTO, b"\xff" * LONG),
    "gRPC-Web": (GRPC_WEB, framed(b"\xff" * LONG)),
}


@pytest.mark.parametrize(("kind", "body"), BODIES.values(), ids=BODIES)
def test_at_the_web_door(kind: str, body: bytes) -> None:
    async def case() -> int:
        async with door() as (_, port):

            async def once() -> None:
                said = await asyncio.to_thread(
                    request,
                    port,
                    "POST",
                    "/belote.referee.v1.RefereeService/ListLegalCards",
                    body,
                    {"content-type": kind},
                )
                assert said.status == (200 if kind == GRPC_WEB else 400)

            return await grown(once)

    assert asyncio.run(case()) < 2 * LONG
