"""Several servers as one: worker processes behind one port or at ports in a row, started again when one dies."""

import asyncio
import os
import signal
import socket
import sys
import time
from dataclasses import dataclass, replace
from typing import Final

from referee.server import log
from referee.server.counted import AddedUp
from referee.server.ports import SAYS, PortRefused, announce, placed_by, reserved
from referee.server.settings import Settings, SettingsRefused

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
    """It has said where it listens, in this life or an earlier one."""
    serving: bool = False
    """It has in this life."""


class Workers:
    """Keeps so many workers alive until it is asked to stop. Belongs to one event loop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._held: list[socket.socket] = []
        self._workers: list[_Worker] = []
        self._asked = asyncio.Event()
        self._failed = False
        self._counted: AddedUp | None = None
        self._metrics_port: int | None = None

    async def run(self) -> int:
        """Starts them, says where they listen once all do, and returns the exit status when the last has ended."""
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._hear, number)
        try:
            if self._settings.metrics_port is not None:
                self._counted = AddedUp(self._settings, self._living)
                self._metrics_port = self._counted.start()
            self._workers = self._planned()
            kept = [asyncio.create_task(self._keep(one)) for one in self._workers]
            await asyncio.gather(*kept)
        except (PortRefused, SettingsRefused) as fault:
            sys.stderr.write(f"referee: {fault}\n")
            return 1
        finally:
            for held in self._held:
                held.close()
            if self._counted is not None:
                self._counted.stop()
        log.stopped()
        return 1 if self._failed else 0

    def _living(self) -> dict[int, int]:
        """The processes of the workers that serve, by their numbers."""
        return {
            one.number: one.process.pid
            for one in self._workers
            if one.serving and one.process is not None and one.process.returncode is None
        }

    def _planned(self) -> list[_Worker]:
        """The workers with their ports, which are held for them where they share one."""
        directory = "" if self._counted is None else self._counted.directory
        settings = replace(
            self._settings, workers=1, supervisor=os.getpid(), metrics_port=None, metrics_directory=directory
        )
        if settings.ports_apart:
            apart = [
                replace(
                    settings,
                    worker=number,
                    port=settings.port + number,
                    web_port=None if settings.web_port is None else settings.web_port + number,
                )
                for number in range(self._settings.workers)
            ]
            return [_Worker(number, one) for number, one in enumerate(apart)]
        web_port = None if settings.web_port is None else self._hold(settings.host, settings.web_port, "web_port")
        shared = replace(
            settings, port=self._hold(settings.host, settings.port, "port"), web_port=web_port, shared_port=True
        )
        return [_Worker(number, replace(shared, worker=number)) for number in range(self._settings.workers)]

    def _hold(self, host: str, port: int, setting: str) -> int:
        """The port that is held for the workers from now on. Raises PortRefused."""
        with placed_by("host", setting):
            sockets = reserved(host, port, shared=self._settings.shared_port)
        self._held += sockets
        held: int = sockets[0].getsockname()[1]
        return held

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
            env=worker.settings.environment(os.environ),
            start_new_session=True,  # a terminal's own signal must reach it once, through here
        )
        worker.process, worker.serving = process, False
        if self._asked.is_set():  # asked while it was being made
            process.terminate()
        listening = asyncio.create_task(self._listen(worker, process))
        ended, asked = asyncio.create_task(process.wait()), asyncio.create_task(self._asked.wait())
        await asyncio.wait({ended, asked}, return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        await asyncio.wait({ended}, timeout=self._settings.check_interval + self._settings.grace + BEYOND_GRACE)
        if not ended.done():
            process.kill()
        status = await ended
        await listening
        if self._counted is not None:
            self._counted.ended(worker.number, asked=self._asked.is_set())
        return status

    async def _listen(self, worker: _Worker, process: asyncio.subprocess.Process) -> None:
        """Hears where a worker listens, and tells it when all do for the first time."""
        assert process.stdout is not None
        async for line in process.stdout:
            if line.decode().startswith(SAYS):
                worker.serving = True
                log.worker_started(worker.number, process.pid)
                if not worker.heard:
                    worker.heard = True
                    if all(one.heard for one in self._workers):
                        served = [one.settings for one in self._workers]
                        announce(
                            self._settings,
                            [one.port for one in served],
                            [one.web_port for one in served],
                            self._metrics_port,
                        )


def run(settings: Settings) -> int:
    """Runs the workers until a signal ends them, and returns the exit status."""
    log.configure(settings.log_level, settings.log_format)

    async def running() -> int:
        return await Workers(settings).run()

    return asyncio.run(running())
