"""A server from its start to its end: it listens, answers, says that it will stop, lets calls finish, and stops."""

import asyncio
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from referee import plugins
from referee.server import log, standard, workers
from referee.server.allocator import one_arena
from referee.server.answering import Answerer, Answering
from referee.server.gate import Gate
from referee.server.guard import Guard, seals_of
from referee.server.handlers import Handlers
from referee.server.loops import loop_factory, run_on
from referee.server.outlet import provide_streams
from referee.server.places import Places
from referee.server.ports import PortRefused, address, announce, placed_by, probe
from referee.server.settings import Settings, SettingsRefused, set_by
from referee.server.steady import quiet_transport, steady_server
from referee.server.streams import Streams
from referee.server.watched import Watched
from referee.service import SERVICE_NAME, Limits, Service

if TYPE_CHECKING:
    from referee.server.web import WebServer

WEB_MISSING: Final = "the web door needs missing packages: in a checkout, pip install '.[web]' ./clients/python"
BESIDE: Final = 500
"""Calls of callers that the transport takes beside those that the gate counts: answers read slowly."""
STREAMS: Final = 100
"""Calls that one connection may have under way; its next ones wait with the caller. Who sends thousands at once would
otherwise make everybody wait behind them.
"""
WAITING: Final = 10_000
"""Calls that may wait to be taken, those of callers who leave at once included. From some 1,000 on gRPC would drop some
of them, which their callers hear of as CANCELLED: without a reason, never sent again by a client, and health checks
among them. Each takes some 15 kB, so that without a limit whoever sends calls and resets them would fill the memory.
"""
HANDSHAKE: Final = 10.0
"""Seconds that a new connection has to say what it is, TLS included; gRPC would wait for two minutes."""
ALONE_AFTER: Final = 1.0
"""Seconds between two looks at whether the supervisor is still there."""
LAST_CALLS: Final = 10.0
"""Seconds that an old connection has at least for the calls under way on it."""
STILL: Final = 0.05
RESTLESS: Final = 1.0
"""Seconds without a call before the transport stops, and how long to wait for them at most.

What is on its way when the transport stops ends as CANCELLED, which no client sends again. So every call is first
refused as STOPPING, until the callers have understood.
"""


class Server:
    """A gRPC port with the referee's service, health and reflection, and a web door where one is wanted.

    Belongs to one event loop.
    """

    def __init__(self, service: Answering, settings: Settings) -> None:
        """Raises SettingsRefused for a certificate or tokens that cannot be used."""
        self._settings = settings
        self._guard = Guard(settings)
        self._gate = Gate(settings.max_calls)
        self._streams = Streams()
        self._watched = Watched(service, settings)
        self._grpc = steady_server(
            options=(
                # On, a second server on the same port would start without a word and take half of the connections.
                ("grpc.so_reuseport", int(settings.shared_port)),
                *_aged(settings.max_connection_age, _last_calls(settings)),
                # What the transport refuses carries no reason, so the handlers' own limit has to come first.
                ("grpc.max_receive_message_length", 2 * settings.max_request_bytes),
                ("grpc.max_concurrent_streams", STREAMS),
                ("grpc.server_handshake_timeout_ms", int(1000 * HANDSHAKE)),
                # On, calls are counted until gRPC has tidied them away, and good clients' next ones are dropped.
                ("grpc.http.overload_protection", 0),
                ("grpc.server.max_pending_requests", WAITING),
                ("grpc.server.max_pending_requests_hard_limit", WAITING),
            ),
            most=settings.max_calls + BESIDE,
            places=Places(
                settings.max_calls + BESIDE, of_callers=_last_calls(settings), told=partial(self._watched.cut, "grpc")
            ),
        )
        self._answerer = Answerer(
            service, self._gate, settings.max_request_bytes, self._guard.tokens, max_seconds=settings.max_seconds
        )
        handlers = Handlers(self._watched.around(self._answerer, "grpc"))
        self._grpc.add_registered_method_handlers(SERVICE_NAME, handlers.by_name())
        self._health = standard.add(self._grpc, SERVICE_NAME, self._streams, reflected=settings.reflection)
        self._told_to_stop = False
        self._web = None if settings.web_port is None else self._door()
        self.web_port: int | None = None
        self.metrics_port: int | None = None

    def _door(self) -> "WebServer":
        try:
            from referee.server import described, door, web  # noqa: PLC0415  # an extra, needed by those who want this door
        except ImportError as fault:
            raise SettingsRefused(f"web_port: {WEB_MISSING} ({fault})", "web_port") from fault
        most = self._settings.max_request_bytes
        pages = described.Described() if self._settings.reflection else None
        answers = self._watched.around(self._answerer, "web")
        opened = door.Door(
            answers, most, self._settings.web_origins, lambda: not self._told_to_stop, pages, self._guard.knows
        )
        return web.WebServer(
            opened,
            self._guard.context,
            handshake=HANDSHAKE,
            taken_within=_last_calls(self._settings),
            told=partial(self._watched.cut, "web"),
        )

    async def start(self) -> int:
        """Listens and answers from now on; the gRPC port it listens on. Raises PortRefused."""
        host, port = self._settings.host, self._settings.port
        with placed_by("host", "port"):
            probe(host, port, shared=self._settings.shared_port)
        try:
            if self._guard.certificates is None:
                taken = self._grpc.add_insecure_port(address(host, port))
            else:
                taken = self._grpc.add_secure_port(address(host, port), self._guard.certificates.credentials())
        except RuntimeError as fault:  # taken since it was probed
            raise PortRefused(f"cannot listen on {address(host, port)} ({set_by('host', 'port')})") from fault
        await self._health.set(SERVICE_NAME, standard.SERVING)
        await self._grpc.start()
        if self._web is not None and self._settings.web_port is not None:
            try:
                with placed_by("host", "web_port"):
                    self.web_port = await self._web.start(
                        host, self._settings.web_port, shared=self._settings.shared_port
                    )
            except PortRefused:
                await self._grpc.stop(None)
                raise
        try:
            self.metrics_port = self._watched.start()
        except PortRefused:
            await self.cut()
            raise
        self._guard.watch()
        return taken

    async def ended(self) -> None:
        """Returns once the server has ended, whether asked or not."""
        await self._grpc.wait_for_termination()

    async def stop(self) -> None:
        """Says NOT_SERVING, answers for one more check interval, refuses new calls, and lets those under way finish."""
        self._told_to_stop = True
        told = asyncio.create_task(self._health.enter_graceful_shutdown())
        await asyncio.sleep(self._settings.check_interval)
        told.cancel()  # done long ago, unless somebody watches and never reads
        self._gate.close()
        until = time.monotonic() + self._settings.grace
        log.draining(self._gate.under_way)
        if not await self._gate.emptied(self._settings.grace):
            log.cut_off(self._gate.under_way)
        await self._gate.quieted(STILL, min(RESTLESS, until - time.monotonic()))
        self._streams.end()
        if self._web is not None:
            await self._web.stop(max(0.0, until - time.monotonic()))
        await self._end(max(0.0, until - time.monotonic()))

    async def cut(self) -> None:
        """Stops at once; calls under way are lost."""
        if self._gate.under_way:
            log.cut_off(self._gate.under_way)
        if self._web is not None:
            await self._web.stop(0)
        await self._end(None)

    async def _end(self, grace: float | None) -> None:
        self._guard.leave()
        await self._grpc.stop(grace)
        await self._watched.stop()
        await self._gate.emptied(1.0)  # the transport is done with them, they have yet to hear of it


def _last_calls(settings: Settings) -> float:
    """Seconds in which the longest call is made and its answer is taken."""
    return max(LAST_CALLS, settings.max_seconds)


def _aged(seconds: float, left: float) -> tuple[tuple[str, int], ...]:
    """How long a connection may live, and then a while for its last calls."""
    if not seconds:
        return ()
    return ("grpc.max_connection_age_ms", int(1000 * seconds)), ("grpc.max_connection_age_grace_ms", int(1000 * left))


class Signals:
    """SIGTERM and SIGINT: the first asks to stop, the second insists."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.insisted = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._hear, number)

    async def watch(self, supervisor: int) -> None:
        """Takes the end of the process that started this one for a first signal."""
        while os.getppid() == supervisor:  # noqa: ASYNC110  # nothing tells of a parent's end
            await asyncio.sleep(ALONE_AFTER)
        log.heard("end of the supervisor")
        self.asked.set()

    def _hear(self, number: signal.Signals) -> None:
        log.heard(number.name)
        (self.insisted if self.asked.is_set() else self.asked).set()


async def serve(settings: Settings, make_service: Callable[[], Answering]) -> int:
    """Serves until a signal ends it; the exit status: 0, or 1 when it could not start or ended by itself."""
    signals = Signals()
    try:
        server = Server(make_service(), settings)
        gc.collect()
        gc.freeze()  # what lives as long as the server need not be looked through again and again
        port = await server.start()
    except (plugins.PluginRefused, PortRefused, SettingsRefused) as fault:
        sys.stderr.write(f"referee: {' '.join(str(fault).split())}\n")
        return 1
    announce(settings, [port], [server.web_port], server.metrics_port)
    log.started(address(settings.host, port))

    watched = asyncio.create_task(signals.watch(settings.supervisor)) if settings.supervisor else None
    ended = asyncio.create_task(server.ended())
    if not await _first(asyncio.create_task(signals.asked.wait()), ended):
        log.ended_by_itself()
        return 1
    stopping = asyncio.create_task(server.stop())
    if not await _first(stopping, asyncio.create_task(signals.insisted.wait())):
        await server.cut()
    if watched is not None:
        watched.cancel()
    log.stopped()
    return 0


async def _first(wanted: asyncio.Task[object], other: asyncio.Task[object]) -> bool:
    """Whether the first of two tasks is done when one of them is; the other one goes on."""
    await asyncio.wait({wanted, other}, return_when=asyncio.FIRST_COMPLETED)
    if wanted.done():
        wanted.result()
    return wanted.done()


def run(settings: Settings) -> int:
    """Runs a server with the installed plugins until a signal ends it, and returns the exit status.

    Prints `listening on HOST:PORT` once it answers; what hinders its start is one line on standard error.
    """
    provide_streams()
    one_arena()
    if settings.workers > 1:
        return workers.run(settings)
    log.configure(settings.log_level, settings.log_format)
    quiet_transport()

    def make_service() -> Service:
        seals = seals_of(settings)
        trace = log.traced if settings.trace_plugins else None
        rulesets = plugins.load(settings.block_plugins, lenient=settings.lenient_plugins, trace=trace)
        log.loaded(rulesets.features.values())
        log.waiting(rulesets.waiting)
        log.quarantined(rulesets.quarantined)
        return Service(rulesets, Limits(), seals)

    try:
        factory = loop_factory(settings.loop)
    except SettingsRefused as fault:
        sys.stderr.write(f"referee: {fault}\n")
        return 1
    return run_on(factory, serve(settings, make_service))
