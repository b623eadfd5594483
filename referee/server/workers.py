"""Several servers as one: worker processes behind one port or at ports in a row, started again when one dies."""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

from referee.server import log
from referee.server.ports import PortRefused, address, reserved
from referee.server.settings import PREFIX, Settings

SAYS: Final = "listening on "
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds before a worker that died is started again: doubled each time, up to half a minute."""
SETTLED: Final = 60.0
"""Seconds after which a worker has proved itself, and the next pause is a short one again."""
BEYOND_GRACE: Final = 5.0
"""Seconds that a worker has to end beside its own grace, before it is killed."""


@dataclass
class _Worker:
    number: int
    settings: Settings
    process: asyncio.subprocess.Process | None = None
    heard: bool = False
    """It has said where it listens."""


class Workers:
    """Keeps so many workers alive until it is asked to stop. Belongs to one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._held: list[socket.socket] = []
        self._workers: list[_Worker] = []
        self._asked = asyncio.Event()
        self._failed = False

    async def run(self) -> int:
        """Starts them, says where they listen once all do, and returns the exit status when the last has ended."""
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._hear, number)
        try:
            self._workers = self._planned()
        except PortRefused as fault:
            sys.stderr.write(f"referee: {fault}\n")
            return 1
        kept = [asyncio.create_task(self._keep(one)) for one in self._workers]
        await asyncio.gather(*kept)
        for one in self._held:
            one.close()
        log.stopped()
        return 1 if self._failed else 0

    def _planned(self) -> list[_Worker]:
        """The workers with their ports, which are held for them where they share one."""
        settings = replace(self._settings, workers=1, supervisor=os.getpid())
        if settings.ports_apart:
            apart = [
                replace(
                    settings,
                    port=settings.port + number,
                    web_port=None if settings.web_port is None else settings.web_port + number,
                )
                for number in range(self._settings.workers)
            ]
            return [_Worker(number, one) for number, one in enumerate(apart)]
        self._held.append(reserved(settings.host, settings.port))
        port, web_port = self._held[0].getsockname()[1], settings.web_port
        if web_port is not None:
            self._held.append(reserved(settings.host, web_port))
            web_port = self._held[1].getsockname()[1]
        shared = replace(settings, port=port, web_port=web_port, shared_port=True)
        return [_Worker(number, shared) for number in range(self._settings.workers)]

    def _hear(self, number: signal.Signals) -> None:
        log.heard(number.name)
        self._asked.set()
        for one in self._workers:  # the second signal makes them insist as the first makes them stop
            if one.process is not None and one.process.returncode is None:
                one.process.send_signal(number)

    async def _keep(self, worker: _Worker) -> None:
        pause = FIRST_PAUSE
        while not self._asked.is_set():
            started = time.monotonic()
            status = await self._live(worker)
            if self._asked.is_set():
                # One that was still starting has no ear for the signal yet, and ends by it.
                self._failed |= status not in (0, -signal.SIGTERM)
                return
            if not worker.heard:  # it never served, and would not the next time
                self._failed = True
                self._hear(signal.SIGTERM)
                return
            pause = FIRST_PAUSE if time.monotonic() - started > SETTLED else pause
            log.worker_died(worker.number, status, pause)
            try:
                await asyncio.wait_for(self._asked.wait(), pause)
            except TimeoutError:
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _live(self, worker: _Worker) -> int:
        """One life of a worker: its exit status, or the signal that killed it as a negative number."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "referee", "serve"),
            stdout=asyncio.subprocess.PIPE,
            env=environment(worker.settings),
            start_new_session=True,  # a terminal's own signal must reach it once, through here
        )
        worker.process = process
        if self._asked.is_set():  # asked while it was being made
            process.terminate()
        assert process.stdout is not None
        async for line in process.stdout:
            if not worker.heard and line.decode().startswith(SAYS):
                worker.heard = True
                log.worker_started(worker.number, process.pid)
                if all(one.heard for one in self._workers):
                    self._say()
        return await self._ended(process)

    async def _ended(self, process: asyncio.subprocess.Process) -> int:
        patience = self._settings.check_interval + self._settings.grace + BEYOND_GRACE
        try:
            return await asyncio.wait_for(process.wait(), patience)
        except TimeoutError:
            process.kill()
            return await process.wait()

    def _say(self) -> None:
        said = dict.fromkeys(address(one.settings.host, one.settings.port) for one in self._workers)
        sys.stdout.writelines(f"{SAYS}{one}\n" for one in said)
        scheme = "https" if self._settings.tls_certificate else "http"
        doors = dict.fromkeys(
            address(one.settings.host, one.settings.web_port)
            for one in self._workers
            if one.settings.web_port is not None
        )
        sys.stdout.writelines(f"web door on {scheme}://{one}\n" for one in doors)
        sys.stdout.flush()


def environment(settings: Settings) -> Mapping[str, str]:
    """The variables by which a process of its own is given these settings."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    for one in fields(settings):
        value = getattr(settings, one.name)
        if value is not None:
            text = ",".join(value) if isinstance(value, tuple) else str(value).lower() if value is True else str(value)
            given[PREFIX + one.name.upper()] = "false" if value is False else text
    return given


def run(settings: Settings) -> int:
    """Runs the workers until a signal ends them, and returns the exit status."""
    log.configure(settings.log_level)

    async def running() -> int:
        return await Workers(settings).run()

    return asyncio.run(running())
