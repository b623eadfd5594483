"""Whatever comes over a connection to the gRPC port is answered with a documented status, or ends the stream."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

import pytest
from hpack import Decoder
from hyperframe.frame import ContinuationFrame, DataFrame, Frame, GoAwayFrame, HeadersFrame, RstStreamFrame

from tests.fuzz.campaign import Sender, Tally, campaign, seeds_of
from tests.fuzz.doors import WITHIN
from tests.fuzz.http2_frames import CALLS, FRAMES, call_of, frames_of, octets_of
from tests.fuzz.running import referee

SHARE: Final = 5
AT_ONCE: Final = 32
LISTENED: Final = 0.2
"""Seconds that somebody who has sent no whole call listens to what is said about it."""
STATUSES: Final = {"0", "3", "5", "8"}
TRANSPORT: Final = {"1", "4", "8", "12", "13", "14"}
"""What gRPC's transport says itself: of headers that nobody can unpack, INTERNAL; of calls that are not there,
UNIMPLEMENTED. It is never UNKNOWN, as which an exception in a handler would be told."""


@dataclass
class Heard:
    """What was said on a connection."""

    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    reset: int | None = None
    left: int | None = None

    @property
    def status(self) -> str:
        return self.headers.get("grpc-status", "")

    def over(self) -> bool:
        return "grpc-status" in self.headers or self.reset is not None or self.left is not None


async def heard(reader: asyncio.StreamReader) -> Heard:
    """What is said on a connection until the call on it is over, or the connection."""
    found, decoder, packed = Heard(), Decoder(), b""
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        while not found.over():
            frame, size = Frame.parse_frame_header(memoryview(await reader.readexactly(9)))
            frame.parse_body(memoryview(await reader.readexactly(size)))
            if isinstance(frame, HeadersFrame | ContinuationFrame):
                packed += frame.data
                if "END_HEADERS" in frame.flags:
                    found.headers |= {_text(name): _text(value) for name, value in decoder.decode(packed, raw=True)}
                    packed = b""
                if "END_STREAM" in frame.flags and "grpc-status" not in found.headers:
                    found.reset = 0
            elif isinstance(frame, DataFrame):
                found.body += frame.data
            elif isinstance(frame, RstStreamFrame):
                found.reset = frame.error_code
            elif isinstance(frame, GoAwayFrame):
                found.left = frame.error_code
    return found


def _text(octets: str | bytes) -> str:
    return octets if isinstance(octets, str) else octets.decode("latin-1")


async def exchange(port: int, octets: bytes, within: float | None) -> Heard:
    """What is said over a connection of its own; None waits as long as it takes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        with suppress(ConnectionError):
            writer.write(octets)
            await writer.drain()
        try:
            async with asyncio.timeout(within):
                return await heard(reader)
        except TimeoutError:
            return Heard()
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


@pytest.mark.fuzz
def test_whatever_is_sent_is_answered_or_cut_off(found_out: Callable[[str], None]) -> None:
    tally = Tally("HTTP/2")
    with referee() as server:

        async def send(seed: int) -> None:
            began = time.perf_counter()
            if seed % 2:
                what, call = call_of(seed // 2)
                async with asyncio.timeout(WITHIN):
                    answer = await exchange(server.port, octets_of(call), None)
                said = check(answer, f"again with REFEREE_TEST_FIRST={seed}: {what} {call}")
            else:
                what, octets = frames_of(seed // 2)
                answer = await exchange(server.port, octets, LISTENED)
                said = check(answer, f"again with REFEREE_TEST_FIRST={seed}: {what} {octets[:600]!r}")
            tally.count(said, "", time.perf_counter() - began, f"{what}, seed {seed}")

        @asynccontextmanager
        async def opened() -> AsyncIterator[Sender]:
            yield send

        asyncio.run(campaign(server, tally, seeds_of(SHARE), opened, AT_ONCE))
        assert [line for line in server.said().splitlines() if " INFO referee." not in line] == []
    found_out(str(tally))
    assert {"grpc-status 0", "grpc-status 3", "grpc-status 12 by the transport"} <= set(tally.statuses), tally


def check(answer: Heard, told: str) -> str:
    """What was said, in a word."""
    if answer.status:
        own = "content-language" in answer.headers
        assert answer.status in (STATUSES if own else TRANSPORT), (answer, told)
        return f"grpc-status {answer.status}" + ("" if own else " by the transport")
    if ":status" in answer.headers:
        assert answer.headers[":status"] in ("200", "400", "404", "405", "415"), (answer, told)
        return f":status {answer.headers[':status']}"
    return "reset" if answer.reset is not None else "ended"


def test_every_way_of_spoiling_is_taken() -> None:
    assert {frames_of(seed)[0] for seed in range(len(FRAMES))} == {way.__name__ for way in FRAMES}
    assert {call_of(seed)[0] for seed in range(len(CALLS))} == {way.__name__ for way in CALLS}
    for made in (frames_of, call_of):
        assert [made(seed) for seed in range(30)] == [made(seed) for seed in range(30)]
