"""Sends the same request many times and counts what comes back: h2load where it is installed, Python where not."""

import asyncio
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import grpc
import grpc.aio

CONNECTIONS, STREAMS = 8, 4
H2LOAD = shutil.which("h2load")


def rate(target: str, path: str, body: bytes, calls: int) -> float:
    """Calls a second, 32 under way."""
    return _with_h2load(target, path, body, calls) if H2LOAD else _with_python(target, path, body, calls)


def _with_h2load(target: str, path: str, body: bytes, calls: int) -> float:
    with tempfile.NamedTemporaryFile() as frame:
        frame.write(b"\0" + len(body).to_bytes(4, "big") + body)
        frame.flush()
        done = subprocess.run(
            [
                str(H2LOAD),
                *(f"-n{calls}", f"-c{CONNECTIONS}", f"-m{STREAMS}", "-t1", "-d", frame.name),
                *("-H", "content-type: application/grpc", "-H", "te: trailers", f"http://{target}{path}"),
            ],
            capture_output=True,
            text=True,
            check=True,
        )
    found = re.search(r"finished in .*?, ([\d.]+) req/s", done.stdout)
    failed = re.search(r"(\d+) failed, (\d+) errored", done.stdout)
    if found is None or failed is None or any(int(number) for number in failed.groups()):
        raise RuntimeError(done.stdout)
    return float(found[1])


def _with_python(target: str, path: str, body: bytes, calls: int) -> float:
    arguments = [sys.executable, "-m", "tests.bench.load", target, path, str(calls)]
    done = subprocess.run(arguments, input=body, capture_output=True, check=True, cwd=Path(__file__).parents[2])
    return float(done.stdout)


async def _send(target: str, path: str, calls: int, body: bytes) -> float:
    channels = [
        grpc.aio.insecure_channel(target, options=[("grpc.use_local_subchannel_pool", 1)]) for _ in range(CONNECTIONS)
    ]
    asked: list[grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]] = [
        channel.unary_unary(path) for channel in channels for _ in range(STREAMS)
    ]

    async def ask(number: int) -> None:
        for _ in range(calls // len(asked)):
            await asked[number](body)

    started = time.perf_counter()
    await asyncio.gather(*(ask(number) for number in range(len(asked))))
    took = time.perf_counter() - started
    for channel in channels:
        await channel.close()
    return calls / took


if __name__ == "__main__":
    print(asyncio.run(_send(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.stdin.buffer.read())))
