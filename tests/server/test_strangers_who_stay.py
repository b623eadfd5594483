"""What anybody can keep busy who reaches the gRPC port, and for how long: that part of the list of docs/security.md."""

import asyncio

import grpc
import grpc.aio
import pytest
from hyperframe.frame import SettingsFrame

from referee.server import lifecycle
from referee.server.settings import Settings
from referee.server.streams import Streams

from .asking import path, raw
from .test_strangers import CHECK, PREFACE, REFLECTION, WATCH, Code, heard, run, served


def test_a_connection_that_asks_nothing_more_is_sent_away_when_it_is_old(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().max_connection_age == 3600
    monkeypatch.setattr(lifecycle, "LAST_CALLS", 0.5)

    async def case() -> None:
        async with served(max_connection_age=0.5, max_seconds=0.5) as (port, _, _):
            await heard(port, PREFACE + SettingsFrame(0, flags=["ACK"]).serialize())

    run(case)


def test_those_who_watch_leave_room_for_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "Streams", lambda: Streams(3))

    async def case() -> None:
        async with served() as (port, _, _), grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            watches = [channel.unary_stream(WATCH, bytes, bytes)(b"", timeout=30) for _ in range(3)]
            for one in watches:
                await one.read()
            for name in (WATCH, REFLECTION):
                beyond = channel.unary_stream(name, bytes, bytes)(b"", timeout=10)
                assert await beyond.code() is Code.RESOURCE_EXHAUSTED
            for name in (CHECK, path("ListVariants")):
                await raw(channel, name)(b"", timeout=10)
            watches[0].cancel()
            async with asyncio.timeout(10):  # its place is free a moment later
                while await channel.unary_stream(WATCH, bytes, bytes)(b"", timeout=10).read() is grpc.aio.EOF:
                    pass

    run(case)
