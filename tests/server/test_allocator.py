"""One heap for all threads of a server, unless its environment says otherwise."""

import asyncio
import os
import subprocess
import sys

import grpc
import pytest

from referee.server.allocator import TUNABLE, VARIABLE
from tests.server.asking import ask
from tests.server.processes import heaps_apart
from tests.server.started import referee
from tests.server.test_workers import QUESTION, SCORE

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or "glibc" not in (os.confstr("CS_GNU_LIBC_VERSION") or ""),
    reason="it is glibc that makes a heap for each thread",
)

LEFT_ALONE = {VARIABLE: "8"}, {"GLIBC_TUNABLES": f"{TUNABLE}=8"}

IN_THREADS = """
import ctypes, sys, threading
from referee.server.allocator import one_arena
print(one_arena())
libc, together = ctypes.CDLL(None), threading.Barrier(4)
libc.malloc.restype = ctypes.c_void_p
def take():
    libc.malloc(ctypes.c_size_t(5000))
    together.wait(20)
    if threading.current_thread() is last:
        print("told", flush=True)
        sys.stdin.readline()
    together.wait(20)
threads = [threading.Thread(target=take) for _ in range(4)]
last = threads[-1]
for one in threads: one.start()
for one in threads: one.join()
"""


def heaps_of_threads(**environment: str) -> tuple[str, int]:
    """What a process says of its one heap, and how many it has beside the first while four threads hold memory."""
    clean = {name: value for name, value in os.environ.items() if name not in (VARIABLE, "GLIBC_TUNABLES")}
    process = subprocess.Popen(
        [sys.executable, "-c", IN_THREADS],
        env=clean | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        said = process.stdout.readline().strip()
        assert process.stdout.readline() == "told\n"
        found = heaps_apart(process.pid)
        process.communicate("\n", timeout=30)
    assert process.returncode == 0
    return said, found


def test_all_threads_share_one_heap() -> None:
    assert heaps_of_threads() == ("True", 0)


@pytest.mark.parametrize("environment", LEFT_ALONE, ids=("variable", "tunable"))
def test_the_environment_has_the_last_word(environment: dict[str, str]) -> None:
    said, found = heaps_of_threads(**environment)
    assert said == "False"
    assert found > 0


@pytest.mark.parametrize("environment", [{}, LEFT_ALONE[0]], ids=("by itself", "left alone"))
def test_a_server_has_one_heap(environment: dict[str, str]) -> None:
    async def case(target: str) -> None:
        async with grpc.aio.insecure_channel(target) as channel:
            said = await asyncio.gather(*(ask(channel, SCORE, QUESTION) for _ in range(50)))
        assert {one.code for one in said} == {grpc.StatusCode.OK}

    with referee(beside=environment) as server:
        asyncio.run(case(server.target))
        apart = sum(map(heaps_apart, server.workers()))
    assert (apart > 0) is bool(environment)
