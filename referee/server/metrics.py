"""What a server counts, as Prometheus reads it. Labels hold names of the contract and of plugins, nothing asked.

Needs the extra `metrics`; nobody imports this module where nothing is counted.
"""

import os
import platform
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, values

from referee import __version__
from referee.core import CORE
from referee.model.refusal import Reason, Refused
from referee.plugins import PluginFailed
from referee.server import gate, places, tokens
from referee.server.answering import Answers, Said
from referee.server.caller import Caller
from referee.service import Failure

BUCKETS: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: a short call takes some tenths of a millisecond, a batch of a thousand questions a good part of a second."""

LOST: Final = "CANCELLED"
"""The status of a call to which nothing could be said: its caller left, its deadline passed, it was cut off."""
CUT: Final = (("grpc", places.UNREAD), ("grpc", places.STRANGER), ("grpc", places.NO_PLACE), ("web", places.UNREAD))
"""What a server ends or turns away by itself, by its doors."""
SHED: Final = {gate.OVERLOADED: "server_full", gate.STOPPING: "stopping", tokens.TOO_FAST: "token_limit"}

_DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"


class Metrics:
    """The counters of one process. A worker keeps them in files, from which its supervisor adds them up."""

    def __init__(self, directory: str = "", worker: int = 0) -> None:
        _keep_in(directory, worker)
        self._in_files = bool(directory)
        self._countings: list[Counting] = []
        self._ending: Gauge | None = None
        self._ends: Callable[[], float] = lambda: 0.0
        self.registry = CollectorRegistry()
        self._calls = self._counter("referee_calls", "Calls, by what came of them.", "method", "door", "status")
        self._refusals = self._counter("referee_refusals", "Calls refused, by the reason told.", "method", "reason")
        self._shed = self._counter("referee_shed", "Calls turned away because there were too many, or it stops.", "why")
        for why in SHED.values():
            self._shed.labels(why)
        self._cut = self._counter("referee_cut", "Calls and connections ended by the server itself.", "door", "why")
        for door, why in CUT:
            self._cut.labels(door, why)
        self._seconds = Histogram(
            "referee_call_seconds",
            "Time from a call's arrival to what is said to it.",
            ("method", "door"),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._in_flight = self._gauge("referee_calls_in_flight", "Calls under way.", "door")
        self._most = self._gauge("referee_calls_in_flight_limit", "So many calls may be under way at once.")
        self._questions = self._counter("referee_batch_questions", "Questions asked in batches.")
        self._question_refusals = self._counter("referee_batch_refusals", "Questions of batches refused.", "reason")
        self._composed = self._counter("referee_rulesets_composed", "Rulesets composed of features and options.")
        self._failures = self._counter("referee_plugin_failures", "Times that a plugin's code failed.", "plugin")
        build = self._gauge("referee_build_info", "What serves; always 1.", "version", "python", "core", mode="livemax")
        build.labels(__version__, platform.python_version(), CORE).set(1)

    def counting(self, answers: Answers, door: str) -> "Counting":
        """The same answers, counted as those of a door."""
        counting = Counting(answers, self, door)
        gauge = self._in_flight.labels(door)
        if not self._in_files:
            gauge.set_function(lambda: counting.under_way)
        self._countings.append(counting)
        return counting

    def refresh(self) -> None:
        """Writes down what is as it is now, for a supervisor to read; to do so at each call would cost it more."""
        for one in self._countings:
            self._in_flight.labels(one.door).set(one.under_way)
        if self._ending is not None:
            self._ending.set(self._ends())

    def certificate(self, ends: Callable[[], float]) -> None:
        """There is a certificate; when it ends is asked for as long as it is in use."""
        self._ending = self._gauge(
            "referee_certificate_expiry_timestamp_seconds", "When the server's certificate ends.", mode="livemin"
        )
        self._ends = ends
        if not self._in_files:
            self._ending.set_function(ends)

    def limit(self, calls: int) -> None:
        """So many calls may be under way."""
        self._most.set(calls)

    def batch_asked(self, questions: int) -> None:
        """A batch brought so many questions."""
        self._questions.inc(questions)

    def question_refused(self, error: Exception) -> None:
        """One question of a batch was not answered."""
        self._question_refusals.labels(reason_of(error)).inc()
        if isinstance(error, PluginFailed):
            self._failures.labels(error.plugin).inc()

    def plugins_loaded(self, names: Iterable[str]) -> None:
        """These may fail."""
        for one in names:
            self._failures.labels(one)  # from zero on: the first failure would not be seen to add anything

    def rulesets_composed(self, count: int) -> None:
        """So many rulesets were composed."""
        self._composed.inc(count)

    def refused(self, method: str, failure: Failure, error: Exception) -> None:
        """A call was refused."""
        self._refusals.labels(method, failure.reason or failure.code.name).inc()
        if isinstance(error, PluginFailed):
            self._failures.labels(error.plugin).inc()
        elif isinstance(error, Refused) and error.message in SHED:
            self._shed.labels(SHED[error.message]).inc()

    def cut(self, door: str, why: str) -> None:
        """A call was ended, or turned away, before anybody was asked what to say to it or after it was said."""
        self._cut.labels(door, why).inc()

    def of_call(self, method: str, door: str, status: str) -> Counter:
        """The counter of calls that end so."""
        return self._calls.labels(method, door, status)

    def of_seconds(self, method: str, door: str) -> Histogram:
        """Where the time of such calls is kept."""
        return self._seconds.labels(method, door)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(name, told, labels, registry=self.registry)

    def _gauge(self, name: str, told: str, *labels: str, mode: str = "livesum") -> Gauge:
        return Gauge(name, told, labels, registry=self.registry, multiprocess_mode=mode)  # type: ignore[arg-type]  # a word of its list


class Counting:
    """Answers calls, and counts them. What a call needs is looked up when the server starts, not at the call."""

    def __init__(self, answers: Answers, metrics: Metrics, door: str) -> None:
        self._answers = answers
        self._metrics = metrics
        self.door = door
        self.under_way = 0
        self._answered = {
            rpc: (metrics.of_call(rpc, door, "OK").inc, metrics.of_seconds(rpc, door).observe) for rpc in answers.rpcs
        }
        for rpc in answers.rpcs:
            metrics.of_call(rpc, door, "INTERNAL")  # from zero on, as those that plugins may fail in
        self.rpcs = answers.rpcs

    async def said(self, rpc: str, read: Callable[[], Awaitable[object]], caller: Caller) -> Said:
        """What the answers say."""
        count, observe = self._answered[rpc]
        begun = time.perf_counter()
        self.under_way += 1
        said: Said | None = None
        try:
            said = await self._answers.said(rpc, read, caller)
        finally:
            self.under_way -= 1
            observe(time.perf_counter() - begun)
            if said is None:
                self._metrics.of_call(rpc, self.door, LOST).inc()
        if isinstance(said, bytes):
            count()
        else:
            failure, error = said
            self._metrics.of_call(rpc, self.door, failure.code.name).inc()
            self._metrics.refused(rpc, failure, error)
        return said


def reason_of(error: Exception) -> str:
    """The reason that a question is told; INTERNAL for a fault of the referee itself."""
    if isinstance(error, Refused):
        return str(error.reason)
    return str(Reason.PLUGIN_FAILED) if isinstance(error, PluginFailed) else "INTERNAL"


def _keep_in(directory: str, worker: int) -> None:
    """Decides where numbers are kept that are made from now on; the library has one such place a process."""
    disable_created_metrics()  # type: ignore[no-untyped-call]  # the library types what is asked often only
    if directory:
        os.environ[_DIRECTORY] = directory
        # By the worker's number, not its process: one that is started again goes on counting where it was.
        values.ValueClass = values.MultiProcessValue(lambda: worker)  # type: ignore[no-untyped-call]  # as above
    else:
        os.environ.pop(_DIRECTORY, None)
        values.ValueClass = values.MutexValue
