"""Callers that speak HTTP/2 too slowly, or not at all, which no gRPC client can be made to do."""

import asyncio
from typing import Final

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.settings

from tests.load.questions import Asked

HEADERS: Final = (
    (":method", "POST"),
    (":scheme", "http"),
    (":authority", "referee"),
    ("te", "trailers"),
    ("content-type", "application/grpc"),
)


class OddCaller:
    """One HTTP/2 connection whose every step is its caller's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, window: int) -> None:
        self._reader, self._writer = reader, writer
        self._http = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, header_encoding=None))
        # So many bytes of each answer may come unasked.
        self._http.local_settings = h2.settings.Settings(
            initial_values={h2.settings.SettingCodes.INITIAL_WINDOW_SIZE: window}
        )
        self._http.initiate_connection()
        self.status = ""
        """The gRPC status in the trailers, once they came."""
        self.received = 0
        self.ended = False

    @classmethod
    async def to(cls, target: str, window: int = 65535) -> "OddCaller":
        """Connects, and lets so many bytes of an answer come unasked."""
        host, _, port = target.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        caller = cls(reader, writer, window)
        await caller._send()
        return caller

    async def open(self, path: str, more: tuple[tuple[str, str], ...] = ()) -> int:
        """Begins a call and sends nothing of its request: the number of its stream."""
        stream = self._http.get_next_available_stream_id()
        self._http.send_headers(stream, _ordered(path, more))
        await self._send()
        return stream

    async def ask(self, asked: Asked) -> int:
        """Sends a whole call: the number of its stream."""
        stream = await self.open(asked.path)
        self._http.send_data(stream, asked.frame, end_stream=True)
        await self._send()
        return stream

    async def ask_and_leave(self, asked: Asked, times: int) -> None:
        """Sends a whole call and takes it back at once, so many times."""
        for number in range(times):
            if self.ended:
                return
            stream = self._http.get_next_available_stream_id()
            self._http.send_headers(stream, _ordered(asked.path, ()))
            self._http.send_data(stream, asked.frame, end_stream=True)
            self._http.reset_stream(stream, error_code=h2.errors.ErrorCodes.CANCEL)
            if number % 50 == 0:
                await self._send()
                await self.hear(0.001)
        await self._send()

    async def allow(self, stream: int, count: int) -> None:
        """Lets so many more bytes of an answer come."""
        self._http.increment_flow_control_window(count, stream)
        await self._send()

    async def hear(self, within: float) -> None:
        """Takes what has come, or waits so long for it."""
        try:
            async with asyncio.timeout(within):
                came = await self._reader.read(65536)
        except TimeoutError:
            return
        if not came:
            self.ended = True
            return
        for event in self._http.receive_data(came):
            match event:
                case h2.events.DataReceived():
                    self.received += len(event.data)
                case h2.events.ResponseReceived() | h2.events.TrailersReceived():
                    self.status = dict(event.headers).get(b"grpc-status", self.status.encode()).decode()
                case h2.events.StreamEnded() | h2.events.StreamReset() | h2.events.ConnectionTerminated():
                    self.ended = True
        await self._send()

    async def hear_to_the_end(self, within: float) -> bool:
        """Whether the call, or the connection, came to its end in so many seconds."""
        loop = asyncio.get_running_loop()
        until = loop.time() + within
        while not self.ended and loop.time() < until:
            await self.hear(until - loop.time())
        return self.ended

    async def close(self) -> None:
        """Leaves without a word."""
        self._writer.close()

    async def _send(self) -> None:
        self._writer.write(self._http.data_to_send())
        await self._writer.drain()


def _ordered(path: str, more: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """The headers of a call: what HTTP/2 itself reads comes first."""
    return [*HEADERS[:3], (":path", path), *HEADERS[3:], *more]
