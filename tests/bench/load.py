"""Sends the same request many times and counts what comes back: h2load where it is installed, Python where not."""

import asyncio
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc
import grpc.aio

from referee.service import SERVICE_NAME
from tests.load.generator import H2LOAD, understood

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Load:
    """One call, so many times, over so many connections with so many under way on each."""

    target: str
    rpc: str
    body: bytes
    answer: int
    """Bytes of its good answer."""
    calls: int
    connections: int = 8
    streams: int = 4
    token: str = ""
    web: bool = False
    """Connect with protobuf over HTTP/1.1; else gRPC."""

    @property
    def path(self) -> str:
        """The call's path."""
        return f"/{SERVICE_NAME}/{self.rpc}"

    def program(self, body: str) -> list[str]:
        """The h2load that sends it, its body read from a file; h2load does not look at what the answers say."""
        kind = "application/proto" if self.web else "application/grpc"
        held = ["-H", f"authorization: Bearer {self.token}"] if self.token else []
        return [
            str(H2LOAD),
            *(f"-n{self.calls}", f"-c{self.connections}", f"-m{self.streams}", "-t1", "-w20", "-W24", "-d", body),
            *("-H", f"content-type: {kind}", *(("--h1",) if self.web else ("-H", "te: trailers"))),
            *(*held, f"http://{self.target}{self.path}"),
        ]


def rates(*loads: Load) -> list[float]:
    """Calls a second of each load, all sent at the same time. Raises RuntimeError when a call fails, or Failed."""
    if not H2LOAD:
        return [_with_python(one) for one in loads]
    with tempfile.TemporaryDirectory() as folder:
        started = []
        for number, one in enumerate(loads):
            body = Path(folder) / str(number)
            body.write_bytes(one.body if one.web else b"\0" + len(one.body).to_bytes(4, "big") + one.body)
            line = one.program(str(body))
            started.append(subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
        said = [one.communicate()[0] for one in started]
    return [told(*one) for one in zip(said, loads, strict=True)]


def told(said: str, load: Load) -> float:
    """The calls a second in h2load's words. Raises RuntimeError where calls failed, be it in gRPC's trailers."""
    errors = understood(said, "", load.answer if load.web else 5 + load.answer).errors
    found = re.search(r"finished in .*?, ([\d.]+) req/s", said)
    if found is None or errors:
        raise RuntimeError(f"{errors} of {load.calls} calls of {load.rpc} failed: {said}")
    return float(found[1])


def _with_python(load: Load) -> float:
    if load.web:
        raise RuntimeError("only h2load sends to the web door here")
    arguments = [str(one) for one in (load.target, load.path, load.calls, load.connections, load.streams, load.token)]
    line = [sys.executable, "-m", "tests.bench.load", *arguments]
    return float(subprocess.run(line, input=load.body, capture_output=True, check=True, cwd=ROOT).stdout)


async def _send(target: str, path: str, calls: int, connections: int, streams: int, token: str, body: bytes) -> float:
    options = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1)]
    channels = [grpc.aio.insecure_channel(target, options=options) for _ in range(connections)]
    asked: list[grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]] = [
        channel.unary_unary(path) for channel in channels for _ in range(streams)
    ]
    held = (("authorization", f"Bearer {token}"),) if token else ()

    async def ask(number: int) -> None:
        for _ in range(max(1, calls // len(asked))):
            await asked[number](body, metadata=held)

    started = time.perf_counter()
    await asyncio.gather(*(ask(number) for number in range(len(asked))))
    took = time.perf_counter() - started
    for channel in channels:
        await channel.close()
    return max(1, calls // len(asked)) * len(asked) / took


if __name__ == "__main__":
    _, to, at, number, wide, deep, shown = sys.argv
    print(asyncio.run(_send(to, at, int(number), int(wide), int(deep), shown, sys.stdin.buffer.read())))
