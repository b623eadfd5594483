"""Workers at ports of their own, as a balancer wants them, and calls that keep them busy for a while."""

import asyncio
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc.aio
from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2

from tests.server.asking import Said, ask
from tests.server.conftest import REAL, ROOT, Running, command

LONG: Final = "BatchJudge"
SHORT: Final = "ListLegalCards"
_SPOT: Final = referee_service_pb2.ListLegalCardsRequest(
    ruleset=ruleset_pb2.Ruleset(preset="ffb_classic"),
    trump=card_pb2.TRUMP_HEARTS,
    hand=[card_pb2.CARD_SEVEN_OF_HEARTS, card_pb2.CARD_ACE_OF_SPADES],
    trick=[card_pb2.CARD_KING_OF_CLUBS],
)
SHORT_REQUEST: Final = _SPOT.SerializeToString()
# As long as a call may take that a balancer can still send again: 28 kB, tens of milliseconds.
LONG_REQUEST: Final = referee_service_pb2.BatchJudgeRequest(
    questions=[referee_service_pb2.Question(list_legal_cards=_SPOT)] * 1000
).SerializeToString()

OWN: Final = (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0))
"""Options of a client that tries once: what is lost on the way is lost."""
FIRST_PORT: Final = 21000
LAST_PORT: Final = 32000
"""Below the ports that the system gives to outgoing connections, which would be taken now and then."""


class TooLate(AssertionError):
    """What was waited for did not happen in time."""


def until(happened: Callable[[], bool], what: str, within: float = 20) -> None:
    """Returns once it has happened. Raises TooLate."""
    end = time.monotonic() + within
    while not happened():
        if time.monotonic() > end:
            raise TooLate(what)
        time.sleep(0.02)


def free_ports(count: int) -> int:
    """The first of so many ports in a row on which nobody listens."""
    start = FIRST_PORT + os.getpid() * 40 % (LAST_PORT - FIRST_PORT)
    first: int
    for first in (*range(start, LAST_PORT, count), *range(FIRST_PORT, start, count)):
        if all(_free(port) for port in range(first, first + count)):
            return first
    raise TooLate("no port is free")


def _free(port: int) -> bool:
    with socket.socket() as one:
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def environment_of(process: int) -> dict[str, str]:
    """The variables a process was started with."""
    listed = Path(f"/proc/{process}/environ").read_bytes().decode(errors="replace").split("\0")
    return dict(one.partition("=")[::2] for one in listed if one)


@dataclass
class Workers:
    """A running row of workers."""

    supervisor: Running
    ports: tuple[int, ...]
    web_ports: tuple[int, ...]

    def process(self, number: int) -> int | None:
        """The process that serves the port of this number, None while there is none."""
        parent = self.supervisor.process.pid
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
            for child in map(int, children):
                if environment_of(child).get("REFEREE_PORT") == str(self.ports[number]):
                    return child
        except OSError:  # it ended meanwhile
            pass
        return None

    def send(self, number: int, what: signal.Signals) -> None:
        """Sends a signal to one worker."""
        process = self.process(number)
        assert process is not None
        os.kill(process, what)


@contextmanager
def workers(count: int = 2, **settings: str) -> Iterator[Workers]:
    """So many workers with both doors, as an operator starts them; none is left in the end."""
    first, web = free_ports(2 * count), 0
    web = first + count
    line, environment = command(
        REAL,
        {"workers": str(count), "port": str(first), "web_port": str(web), "ports_apart": "true"} | settings,
    )
    process = subprocess.Popen(
        line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout
        said = process.stdout.readline()
        assert said == f"listening on 127.0.0.1:{first}\n"
        row = Workers(Running(process, said), tuple(range(first, web)), tuple(range(web, web + count)))
        yield row
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
        process.communicate(timeout=20)


def channel(target: str) -> grpc.aio.Channel:
    """A client that sends nothing twice."""
    return grpc.aio.insecure_channel(target, OWN)


async def at_once(over: grpc.aio.Channel, times: int, rpc: str = LONG, request: bytes = LONG_REQUEST) -> list[Said]:
    """So many calls at the same time over one connection."""
    return await asyncio.gather(*(ask(over, rpc, request, within=50) for _ in range(times)))
