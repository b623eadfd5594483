"""What strangers hold at the gRPC port is theirs alone, and what nobody reads is cut: callers always find a place."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import chain
from pathlib import Path

import grpc
import grpc.aio
import pytest
from grpc_health.v1 import health_pb2  # type: ignore[import-untyped]  # it brings no types
from hpack import Encoder
from hyperframe.frame import DataFrame, Frame, HeadersFrame, RstStreamFrame, SettingsFrame, WindowUpdateFrame

from referee.server import lifecycle, places, standard
from referee.server.lifecycle import Server
from referee.server.places import Place, Places, Sending
from referee.server.steady import steady_server
from referee.server.streams import Streams
from referee.service import SERVICE_NAME

from .asking import path, raw
from .test_strangers import CHECK, LINE, REFLECTION, SECRET, WATCH, Code, asking, counted, run, served

LIST = path("ListVariants")
OWN = (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0))


class Unread:
    """A connection whose owner lets no answer come until he says so."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._next = 1
        closed = SettingsFrame(0)
        closed.settings = {SettingsFrame.INITIAL_WINDOW_SIZE: 0}
        writer.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + closed.serialize())

    def ask(self, name: str, *, times: int = 1, request: bytes | None = bytes(5), end: bool = True) -> None:
        """Begins calls of this name, each with this request, or with none."""
        for _ in range(times):
            head = Encoder().encode(list(asking(name).items()), huffman=False)
            self._writer.write(HeadersFrame(self._next, head, flags=["END_HEADERS"]).serialize())
            if request is not None:
                flags = ["END_STREAM"] if end else []
                self._writer.write(DataFrame(self._next, request, flags=flags).serialize())
            self._next += 2

    def let(self, stream: int, many: int) -> None:
        """Lets so many bytes come."""
        self._writer.write(WindowUpdateFrame(stream, window_increment=many).serialize())

    async def frame(self) -> Frame:
        """The next one that comes, in ten seconds at most."""
        async with asyncio.timeout(10):
            frame, length = Frame.parse_frame_header(memoryview(await self._reader.readexactly(9)))
            frame.parse_body(memoryview(await self._reader.readexactly(length)))
        if isinstance(frame, SettingsFrame) and "ACK" not in frame.flags:
            self._writer.write(SettingsFrame(0, flags=["ACK"]).serialize())
        return frame

    async def cut(self, stream: int) -> None:
        """Returns once the server has ended a call by itself."""
        while not (isinstance(frame := await self.frame(), RstStreamFrame) and frame.stream_id == stream):
            pass


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Unread]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield Unread(reader, writer)
    finally:
        writer.close()


def held(server: Server) -> int:
    """Calls that the transport still has."""
    inside: object = server._grpc._server  # type: ignore[attr-defined]  # gRPC has no types
    return len(inside._running)  # type: ignore[attr-defined]  # nor has this


async def until(server: Server, calls: int) -> None:
    """Waits until so many are held."""
    async with asyncio.timeout(20):
        while held(server) != calls:  # noqa: ASYNC110  # nothing tells of it
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("request_sent", [True, False])
def test_strangers_hold_a_share_and_everybody_else_is_answered(tmp_path: Path, request_sent: bool) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"{LINE}\n", encoding="utf-8")
    bearer = (("authorization", f"Bearer {SECRET}"),)

    async def case() -> None:
        async with served(tokens_file=str(tokens), max_calls=20) as (port, _, server):
            async with AsyncExitStack() as strangers:
                for _ in range(30):
                    one = await strangers.enter_async_context(connected(port))
                    one.ask(CHECK, times=100, request=bytes(5) if request_sent else None)
                async with asyncio.timeout(20):
                    while held(server) < places.STRANGERS - 10:  # noqa: ASYNC110  # nothing tells of it
                        await asyncio.sleep(0.02)
                for _ in range(5):  # each by a connection of its own, as a probe comes
                    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", OWN) as channel:
                        answer = await raw(channel, CHECK)(b"", timeout=10)
                        assert health_pb2.HealthCheckResponse.FromString(answer).status == standard.SERVING
                        assert await raw(channel, LIST)(b"", timeout=10, metadata=bearer)
                        assert await raw(channel, LIST)(b"", timeout=10).code() is Code.UNAUTHENTICATED
                    assert held(server) <= places.STRANGERS + 20  # some are on their way out
            await until(server, 0)

    run(case)


def test_a_burst_of_good_checks_is_answered_whole() -> None:
    async def case() -> Counter[Code]:
        async with served() as (port, _, _):

            async def over_a_connection() -> list[Code]:
                async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", OWN) as channel:
                    calls = [raw(channel, CHECK)(b"", timeout=60) for _ in range(100)]
                    return [await one.code() for one in calls]

            return Counter(chain.from_iterable(await asyncio.gather(*(over_a_connection() for _ in range(15)))))

    assert asyncio.run(case()) == {Code.OK: 1500}


@pytest.mark.parametrize("request_sent", [True, False])
def test_a_stranger_that_does_not_go_on_is_cut(monkeypatch: pytest.MonkeyPatch, request_sent: bool) -> None:
    monkeypatch.setattr(lifecycle, "Places", partial(Places, of_strangers=0.3))

    async def case() -> None:
        async with served(metrics_port=0) as (port, _, server), connected(port) as stranger:
            stranger.ask(CHECK, times=3, request=bytes(5) if request_sent else None)
            await stranger.cut(1)
            await until(server, 0)
            stranger.ask(CHECK)  # the connection itself goes on
            await stranger.cut(7)
            assert counted(server) == {("grpc", "stranger"): 4}

    run(case)


def test_who_brings_no_good_token_is_a_stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"{LINE}\n", encoding="utf-8")
    found: list[Place] = []
    counts = Places.stranger

    def noted(among: Places, place: Place) -> None:
        found.append(place)
        counts(among, place)

    monkeypatch.setattr(Places, "stranger", noted)

    async def case() -> None:
        async with (
            served(tokens_file=str(tokens)) as (port, _, _),
            grpc.aio.insecure_channel(f"127.0.0.1:{port}", OWN) as channel,
        ):
            for shown, strangers in ((SECRET, 0), ("x" * 43, 1)):
                bearer = (("authorization", f"Bearer {shown}"),)
                await raw(channel, LIST)(b"", timeout=10, metadata=bearer).code()
                assert len(found) == strangers

    run(case)


def test_an_answer_is_left_to_its_caller_for_a_while_and_then_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "LAST_CALLS", 1.0)

    async def case() -> None:
        async with served(max_seconds=1.0) as (port, _, server), connected(port) as slow:
            slow.ask(LIST, times=2)
            await until(server, 2)
            slow.let(1, 1_000_000)  # in time
            while not (isinstance(frame := await slow.frame(), DataFrame) and frame.data):
                pass
            assert frame.stream_id == 1
            await slow.cut(3)
            await until(server, 0)

    run(case)


def test_where_places_are_short_an_answer_that_waits_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle, "BESIDE", 0)

    async def case() -> None:
        async with (
            served(max_calls=2, metrics_port=0) as (port, _, server),
            connected(port) as slow,
            grpc.aio.insecure_channel(f"127.0.0.1:{port}", OWN) as channel,
        ):
            slow.ask(LIST, times=2)
            await until(server, 2)
            assert await raw(channel, LIST)(b"", timeout=10).code() is Code.RESOURCE_EXHAUSTED  # so soon
            monkeypatch.setattr(places, "HASTE", 0.0)
            assert await raw(channel, LIST)(b"", timeout=10).code() is Code.OK
            await slow.cut(1)
            await until(server, 1)
            assert counted(server) == {("grpc", "no_place"): 1, ("grpc", "unread"): 1}

    run(case)


@asynccontextmanager
async def gently(taken_within: float) -> AsyncIterator[tuple[int, grpc.aio.Server]]:
    """A server of health and reflection alone, and its port."""
    server = steady_server((("grpc.so_reuseport", 0),), 10)
    own = standard.add(server, SERVICE_NAME, Streams(), taken_within=taken_within)
    await own.set(SERVICE_NAME, standard.SERVING)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield port, server
    finally:
        await server.stop(None)


@pytest.mark.parametrize(("name", "question"), [(WATCH, bytes(5)), (REFLECTION, b"\0\0\0\0\2\x3a\0")])
def test_a_stream_whose_caller_does_not_read_is_cut(name: str, question: bytes) -> None:
    async def case() -> None:
        async with gently(0.3) as (port, _), connected(port) as stranger:
            stranger.ask(name, request=question, end=False)
            await stranger.cut(1)

    run(case)


def test_a_watcher_that_does_not_read_holds_up_no_other() -> None:
    asked = health_pb2.HealthCheckRequest(service=SERVICE_NAME).SerializeToString()

    async def case() -> None:
        async with (
            served(check_interval=0.1) as (port, _, server),
            connected(port) as stranger,
            grpc.aio.insecure_channel(f"127.0.0.1:{port}", OWN) as channel,
        ):
            stranger.ask(WATCH, request=len(asked).to_bytes(5, "big") + asked)
            await until(server, 1)
            watch = channel.unary_stream(WATCH, bytes, bytes)(asked, timeout=20)
            said = [health_pb2.HealthCheckResponse.FromString(await watch.read()).status]
            stopping = asyncio.create_task(server.stop())
            said.append(health_pb2.HealthCheckResponse.FromString(await watch.read()).status)
            assert said == [standard.SERVING, standard.NOT_SERVING]
            await asyncio.wait_for(stopping, 10)

    run(case)


def test_what_is_given_up_while_it_is_sent_goes_on_as_if_it_had_been() -> None:
    async def case(handed: bool) -> tuple[list[str], bool]:
        done: list[str] = []
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def sends() -> None:
            try:
                await told
                done.append("freed")
                await asyncio.sleep(60)
            finally:
                done.append("over")

        async def awaits() -> None:
            await Sending(sends(), handed=handed)

        task = asyncio.create_task(awaits())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()
        return done, told.cancelled()  # so that the transport, which tells later, finds that nobody waits

    assert asyncio.run(case(True)) == (["freed", "over"], True)
    assert asyncio.run(case(False)) == (["over"], True)


def test_what_is_sent_gives_what_it_gives_and_raises_what_it_raises() -> None:
    async def case() -> None:
        async def sends() -> int:
            await asyncio.sleep(0)
            return 3

        async def fails() -> None:
            await asyncio.sleep(0)
            raise KeyError

        assert await Sending(sends()) == 3
        with pytest.raises(KeyError):
            await Sending(fails())

    asyncio.run(case())


def test_the_oldest_of_strangers_has_to_leave_first() -> None:
    async def case() -> None:
        left: list[int] = []

        class Noted(Place):
            def cut(self) -> None:
                left.append(id(self))

        among = Places(5, strangers=2)
        three = [Noted(among) for _ in range(3)]
        for one in three:
            among.stranger(one)
        assert left == [id(three[0])]
        three[1].left()
        among.stranger(three[0])
        assert len(left) == 1
        among.staying(three[2])
        among.stranger(three[1])
        assert len(left) == 1

    asyncio.run(case())
