"""Whether a server counts its calls, and where that is read: the one place that knows whether the extra is there."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from referee.server.ports import placed_by
from referee.server.settings import Settings, SettingsRefused

if TYPE_CHECKING:
    from referee.server.metrics import Metrics
    from referee.server.metrics_port import MetricsPort

MISSING: Final = "counting needs a missing package: in a checkout, pip install '.[metrics]' ./clients/python"
REFRESHED: Final = 0.5
"""Seconds between two looks of a worker at its calls under way."""


class Counted:
    """What one process counts, and the port where it is read unless a supervisor reads it. Belongs to one loop."""

    def __init__(self, settings: Settings) -> None:
        try:
            from referee.server import metrics, metrics_port  # noqa: PLC0415  # an extra, for those who count
        except ImportError as fault:
            raise SettingsRefused(f"metrics_port: {MISSING} ({fault})", "metrics_port") from fault
        self._settings = settings
        self.metrics: Metrics = metrics.Metrics(settings.metrics_directory, settings.worker)
        own = None if settings.metrics_port is None else metrics_port.of_this_process(self.metrics.registry)
        self._port: MetricsPort | None = own
        self._refreshing: asyncio.Task[None] | None = None

    def start(self) -> int | None:
        """Lets it be read from now on; the port, None where a supervisor has it. Raises PortRefused."""
        if self._port is None or self._settings.metrics_port is None:
            self._refreshing = asyncio.create_task(self._refresh())
            return None
        with placed_by("metrics_host", "metrics_port"):
            return self._port.start(self._settings.metrics_host, self._settings.metrics_port)

    async def stop(self) -> None:
        """Nobody reads it any more."""
        if self._refreshing is not None:
            self._refreshing.cancel()
        if self._port is not None:
            await asyncio.to_thread(self._port.stop)  # its threads take a moment

    async def _refresh(self) -> None:
        while True:
            self.metrics.refresh()
            await asyncio.sleep(REFRESHED)


def of(settings: Settings) -> Counted | None:
    """What a server counts; None where nothing is wanted. Raises SettingsRefused without the extra."""
    return Counted(settings) if settings.metrics_port is not None or settings.metrics_directory else None


def temporary_directory() -> str:
    """A new one, where workers leave what they count. Raises SettingsRefused where none can be made."""
    try:
        return tempfile.mkdtemp(prefix=f"referee-{os.getpid()}-")
    except OSError as fault:
        told = f"metrics_port: workers need a directory for temporary files: {fault.strerror or type(fault).__name__}"
        raise SettingsRefused(f"{told} (TMPDIR names another)") from fault


class AddedUp:
    """What the workers of a supervisor count, in a directory that goes with it."""

    def __init__(self, settings: Settings, living: Callable[[], Mapping[int, int]]) -> None:
        """Raises SettingsRefused without the extra, or where no directory can be made."""
        try:
            from referee.server import metrics_port  # noqa: PLC0415  # an extra, for those who count
        except ImportError as fault:
            raise SettingsRefused(f"metrics_port: {MISSING} ({fault})", "metrics_port") from fault
        self.directory = temporary_directory()
        self._settings = settings
        self._workers = metrics_port.Supervised(self.directory, living)
        self._port = metrics_port.MetricsPort(self._workers.registry)

    def start(self) -> int:
        """Lets it be read from now on; the port. Raises PortRefused."""
        with placed_by("metrics_host", "metrics_port"):
            return self._port.start(self._settings.metrics_host, self._settings.metrics_port or 0)

    def ended(self, worker: int, *, asked: bool) -> None:
        """A worker ended, be it that somebody had asked for it."""
        self._workers.ended(worker, asked=asked)

    def stop(self) -> None:
        """Nobody reads it any more."""
        self._port.stop()
        shutil.rmtree(self.directory, ignore_errors=True)
