"""What serving costs, as ratios within a round: to an echo, of two workers to one, of one door to another."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Final

import grpc
from belote.referee.v1 import referee_service_pb2

from referee.server.tokens import new_token
from referee.service import SERVICE_NAME, Service
from tests.bench.load import Load, rates
from tests.bench.record import mid_record, whole_record
from tests.load.generator import H2LOAD
from tests.server.free_ports import free_ports
from tests.server.started import Referee, referee

WITH_ECHO: Final = ("-m", "tests.bench.server")
QUESTIONS: Final = 1000
LEGAL: Final = "ListLegalActions"
BATCH: Final = "BatchJudge"
NAMES: Final = ("unary", "batch", "workers", "auth", "web")


@dataclass(slots=True)
class Figures:
    """One list a name, one figure a round."""

    of: dict[str, list[float]] = field(default_factory=dict)

    def note(self, name: str, figure: float) -> None:
        """One more round's figure."""
        self.of.setdefault(name, []).append(figure)

    def median(self, name: str) -> float | None:
        """The median over the rounds; None where nothing was measured."""
        return median(self.of[name]) if self.of.get(name) else None

    def told(self, name: str) -> str:
        """The median as it is printed, or why there is none."""
        found = self.median(name)
        return "needs-h2load" if found is None else f"{found:.2f}"


def batch_of_questions(service: Service) -> bytes:
    """A thousand everyday questions about a hundred deals, each from the middle of its deal."""
    wholes = [whole_record(service, seed) for seed in range(100)]
    chance = Random(7)
    asked = [mid_record(chance.choice(wholes), chance.randint(8, 20)) for _ in range(QUESTIONS)]
    questions = [
        referee_service_pb2.Question(list_legal_actions=referee_service_pb2.ListLegalActionsRequest(deal=one))
        for one in asked
    ]
    return referee_service_pb2.BatchJudgeRequest(questions=questions).SerializeToString()


@dataclass(slots=True)
class _Doors:
    """The servers that are measured in turn, and what is sent to them."""

    bare: Referee
    guarded: Referee
    workers: Referee
    token: str
    request: bytes
    answer: int
    batch: bytes
    batch_answer: int


@contextmanager
def _doors(service: Service, request: bytes) -> Iterator[_Doors]:
    secret, line = new_token("bench")
    with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
        tokens.write(line + "\n")
        tokens.flush()
        with (
            referee(WITH_ECHO, web_port=0) as bare,
            referee(WITH_ECHO, tokens_file=tokens.name, metrics_port=0) as guarded,
            referee(port=free_ports(2), workers=2, ports_apart=True) as workers,
        ):
            batch = batch_of_questions(service)
            sizes = _answers(bare.target, request, batch)
            yield _Doors(bare, guarded, workers, secret, request, sizes[LEGAL], batch, sizes[BATCH])


def measured(service: Service, request: bytes, calls: int, rounds: int) -> Figures:
    """Every ratio, round by round, in turn on servers that run all the while; the first round only warms up."""
    figures = Figures()
    with _doors(service, request) as doors:
        for number in range(rounds + 1):
            told = figures if number else Figures()
            _beside_an_echo(doors, calls, told)
            _guarded(doors, calls, told)
            _two_workers(doors, max(16, calls // 150), told)
            if H2LOAD:
                _web(doors, calls, told)
    return figures


def again(service: Service, request: bytes, calls: int, rounds: int) -> Figures:
    """What a call costs the processor that echoes, or judges a question once, twice or three times in a row."""
    figures = Figures()
    with referee(WITH_ECHO) as server:
        answer = len(service.answer(LEGAL, request, "en"))
        for number in range(rounds + 1):
            told = figures if number else Figures()
            for rpc in ("Echo", LEGAL, "Twice", "Thrice"):
                _rate(server, Load(server.target, rpc, request, answer, calls), told, rpc)
    return figures


def _answers(target: str, request: bytes, batch: bytes) -> dict[str, int]:
    """The bytes of each answer. An echo that answers with other bytes than the call would prove nothing."""
    sizes = {}
    with grpc.insecure_channel(target) as channel:
        for rpc, asked in ((LEGAL, request), ("Echo", request), (BATCH, batch)):
            call: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(f"/{SERVICE_NAME}/{rpc}")
            sizes[rpc] = len(call(asked))
    if sizes[LEGAL] != sizes["Echo"]:
        raise RuntimeError(f"the echo answers with another size: {sizes}")
    return sizes


def _rate(server: Referee, load: Load, figures: Figures, name: str) -> float:
    """Calls a second; what a call costs the server's processor is noted beside it."""
    before = server.figures().cpu
    (reached,) = rates(load)
    figures.note(f"{name} calls/s", reached)
    figures.note(f"{name} µs", (server.figures().cpu - before) / load.calls * 1e6)
    return reached


def _beside_an_echo(doors: _Doors, calls: int, figures: Figures) -> None:
    """The call and the echo in turn, each first twice, so that what changes meanwhile falls on both."""
    target, took = doors.bare.target, {LEGAL: 0.0, "Echo": 0.0}
    for rpc in (LEGAL, "Echo", "Echo", LEGAL) * 2:
        took[rpc] += 1 / _rate(doors.bare, Load(target, rpc, doors.request, doors.answer, calls), figures, rpc)
    echo = 4 / took["Echo"]
    batches = max(4, calls // 250)
    load = Load(target, BATCH, doors.batch, doors.batch_answer, batches, connections=2, streams=1)
    batch = _rate(doors.bare, load, figures, BATCH)
    figures.note("unary", took["Echo"] / took[LEGAL])
    figures.note("batch", batch * QUESTIONS / echo)


def _guarded(doors: _Doors, calls: int, figures: Figures) -> None:
    bare = _rate(doors.bare, Load(doors.bare.target, LEGAL, doors.request, doors.answer, calls), figures, "bare")
    load = Load(doors.guarded.target, LEGAL, doors.request, doors.answer, calls, token=doors.token)
    figures.note("auth", _rate(doors.guarded, load, figures, "tokens and metrics") / bare)


def _two_workers(doors: _Doors, batches: int, figures: Figures) -> None:
    first = doors.workers.target
    host, _, port = first.rpartition(":")
    one = Load(first, BATCH, doors.batch, doors.batch_answer, batches, connections=2, streams=1)
    (alone,) = rates(one)
    second = Load(f"{host}:{int(port) + 1}", BATCH, doors.batch, doors.batch_answer, batches, connections=2, streams=1)
    together = rates(one, second)
    figures.note("one worker, questions/s", alone * QUESTIONS)
    figures.note("two workers, questions/s", sum(together) * QUESTIONS)
    figures.note("workers", sum(together) / alone)


def _web(doors: _Doors, calls: int, figures: Figures) -> None:
    """Eight under way at both doors, since HTTP/1.1 has one on each connection."""
    grpc_load = Load(doors.bare.target, LEGAL, doors.request, doors.answer, calls, streams=1)
    web_load = Load(doors.bare.web, LEGAL, doors.request, doors.answer, calls, streams=1, web=True)
    by_grpc = _rate(doors.bare, grpc_load, figures, "gRPC, 8 under way")
    figures.note("web", _rate(doors.bare, web_load, figures, "Connect, 8 under way") / by_grpc)
