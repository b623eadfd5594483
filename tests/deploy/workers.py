"""Workers at ports of their own, as a balancer wants them, and calls that keep them busy for a while."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import grpc.aio
from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2

from tests.server.asking import Said, ask
from tests.server.free_ports import free_ports
from tests.server.processes import children, environment_of
from tests.server.started import Referee, referee

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


@dataclass
class Workers:
    """A running row of workers."""

    supervisor: Referee
    ports: tuple[int, ...]
    web_ports: tuple[int, ...]

    def process(self, number: int) -> int | None:
        """The process that serves the port of this number, None while there is none."""
        try:
            for child in children(self.supervisor.process.pid):
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
def workers(count: int = 2, **settings: Any) -> Iterator[Workers]:
    """So many workers with both doors, as an operator starts them; none is left in the end."""
    first = free_ports(2 * count)
    web = first + count
    with referee(workers=count, port=first, web_port=web, ports_apart=True, **settings) as supervisor:
        assert (supervisor.port, supervisor.web_port) == (first, web)
        yield Workers(supervisor, tuple(range(first, web)), tuple(range(web, web + count)))


def channel(target: str) -> grpc.aio.Channel:
    """A client that sends nothing twice."""
    return grpc.aio.insecure_channel(target, OWN)


async def at_once(over: grpc.aio.Channel, times: int, rpc: str = LONG, request: bytes = LONG_REQUEST) -> list[Said]:
    """So many calls at the same time over one connection."""
    return await asyncio.gather(*(ask(over, rpc, request, within=50) for _ in range(times)))
