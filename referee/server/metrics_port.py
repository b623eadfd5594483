"""Where Prometheus reads what is counted: a port of its own, for one process or for a supervisor's workers.

Needs the extra `metrics`; nobody imports this module where nothing is counted.
"""

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from socketserver import ThreadingMixIn
from typing import Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import CollectorRegistry, Metric, ProcessCollector, make_wsgi_app
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from referee.server.ports import bound

PATIENCE: Final = 5.0
"""Seconds that a reader has to ask, and for each part of the answer."""
TRIES: Final = 5
PAUSE: Final = 0.05
"""Seconds until a file is read again that could not be."""
SERVER: Final = "referee"
READERS: Final = 8
"""So many at once; one more is hung up on."""


class MetricsPort:
    """Answers whoever reads, from threads of its own, so that a slow reader keeps no call waiting."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        self._listeners: list[_Listener] = []

    def start(self, host: str, port: int) -> int:
        """Answers from now on; the port it listens on. Raises PortRefused."""
        application = _unnamed(make_wsgi_app(self._registry))
        self._listeners = [_Listener(one, application) for one in bound(host, port)]
        for one in self._listeners:
            threading.Thread(target=one.serve_forever, name="metrics", daemon=True).start()
        return self._listeners[0].server_port

    def stop(self) -> None:
        """Answers no more."""
        for one in self._listeners:
            one.shutdown()
            one.server_close()
        self._listeners.clear()


def _unnamed(application: Any) -> Any:
    """The same, which keeps wsgiref from telling its version and Python's."""

    def answered(environ: Any, start_response: Any) -> Any:
        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            return start_response(status, [*headers, ("Server", SERVER)], *rest)

        return application(environ, start)

    return answered


class _Reader(WSGIRequestHandler):
    """One reader, who is not waited for long and of whom nothing is written."""

    timeout = PATIENCE  # of each part that is read or written

    def setup(self) -> None:
        """Waits for the question, however it is parted."""
        super().setup()
        self._late = threading.Timer(PATIENCE, self._listen_no_more)
        self._late.daemon = True
        self._late.start()

    def parse_request(self) -> bool:
        """Has read the question."""
        try:
            return super().parse_request()
        finally:
            self._late.cancel()

    def finish(self) -> None:
        """Is done, whether asked or not."""
        self._late.cancel()
        super().finish()

    def _listen_no_more(self) -> None:
        with contextlib.suppress(OSError):  # the reader has left
            self.connection.shutdown(socket.SHUT_RD)

    def version_string(self) -> str:
        """What serves, without its version and that of Python."""
        return SERVER

    def log_message(self, *_: object) -> None:
        """Writes nothing."""


class _Listener(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, taken: socket.socket, application: Any) -> None:
        host, port = taken.getsockname()[:2]
        super().__init__((host, port), _Reader, bind_and_activate=False)
        self.socket.close()
        taken.setblocking(True)
        self.socket = taken
        self.server_name, self.server_port = host, port  # the library would ask the name service for them
        self.setup_environ()
        self.set_app(application)
        self._places = threading.BoundedSemaphore(READERS)
        self.server_activate()

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, *_: object) -> None:
        """A reader that leaves or says nothing is nobody's fault."""


def of_this_process(registry: CollectorRegistry) -> MetricsPort:
    """A port for what this process counts, with its memory, processor time and open files."""
    ProcessCollector(registry=registry)
    return MetricsPort(registry)


class _Files(Collector):
    """What the workers have written down, read again where one of them is just making its file."""

    def __init__(self, directory: str) -> None:
        self._files = MultiProcessCollector(None, directory)  # type: ignore[no-untyped-call]  # as the library has it

    def collect(self) -> Iterable[Metric]:
        for left in reversed(range(TRIES)):
            try:
                return list(self._files.collect())  # type: ignore[no-untyped-call]  # as above
            except (OSError, RuntimeError, ValueError, struct.error):
                if not left:
                    raise
                time.sleep(PAUSE)
        return ()


class Supervised(Collector):
    """What the workers of a supervisor count, added up, and how they themselves are."""

    def __init__(self, directory: str, living: Callable[[], Mapping[int, int]]) -> None:
        """Asks for the workers that serve, their processes by their numbers, each time that somebody reads."""
        self._directory = directory
        self._living = living
        self._deaths: dict[int, int] = {}
        self.registry = CollectorRegistry()
        self.registry.register(_Files(directory))
        self.registry.register(self)

    def ended(self, worker: int, *, asked: bool) -> None:
        """A worker ended: its calls under way are no more, what it counted stays."""
        mark_process_dead(worker, self._directory)  # type: ignore[no-untyped-call]  # as below
        if not asked:
            self._deaths[worker] = self._deaths.get(worker, 0) + 1

    def collect(self) -> Iterable[Metric]:
        """What is known of the workers now."""
        living = dict(self._living())
        yield GaugeMetricFamily("referee_workers", "Workers that serve.", value=len(living))
        deaths = sum(self._deaths.values())
        yield CounterMetricFamily("referee_worker_deaths", "Workers that ended without being asked.", value=deaths)
        found: dict[str, Metric] = {}
        for worker, process in living.items():
            for family in ProcessCollector(pid=partial(int, process), registry=None).collect():
                one = found.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    one.add_sample(sample.name, {"worker": str(worker)}, sample.value)
        yield from found.values()
