"""Who watches over the answers of a server: nobody, unless its settings ask for it."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.server import counted
from referee.server.answering import Answering, Answers
from referee.server.lifetime import Ending
from referee.server.settings import Settings, SettingsRefused
from referee.server.slow import Slow

if TYPE_CHECKING:
    from referee.server.tracing import Tracing

TRACING_MISSING: Final = "spans need missing packages: in a checkout, pip install '.[tracing]' ./clients/python"


class Watched:
    """Slow calls, counts and spans of one server. Belongs to one event loop."""

    def __init__(self, service: Answering, settings: Settings) -> None:
        """Raises SettingsRefused where an extra is missing, or where spans cannot be sent as is asked."""
        self._slow = settings.log_slow
        self._counted = counted.of(settings)
        self.tracing = _tracing() if settings.tracing else None
        if self._counted is not None:
            service.observed_by(self._counted.metrics)
            self._counted.metrics.limit(settings.max_calls)
            if settings.tls_certificate:
                self._counted.metrics.certificate(Ending(Path(settings.tls_certificate), Path(settings.tls_key)))
        if self.tracing is not None:
            service.observed_by(self.tracing)

    def around(self, answers: Answers, door: str) -> Answers:
        """What a door asks: the answers themselves, or those who watch over them."""
        if self._slow is not None:
            answers = Slow(answers, self._slow)
        if self._counted is not None:
            answers = self._counted.metrics.counting(answers, door)
        if self.tracing is not None:
            answers = self.tracing.tracing(answers, door)
        return answers

    def cut(self, door: str, why: str) -> None:
        """What came through this door was ended by the server itself."""
        if self._counted is not None:
            self._counted.metrics.cut(door, why)

    def start(self) -> int | None:
        """Lets counts be read from now on; the port, where there is one. Raises PortRefused."""
        return None if self._counted is None else self._counted.start()

    async def stop(self) -> None:
        """Nobody reads counts any more, and the last spans are sent."""
        if self._counted is not None:
            await self._counted.stop()
        if self.tracing is not None:
            await self.tracing.stop()


def _tracing() -> "Tracing":
    try:
        from referee.server import tracing  # noqa: PLC0415  # an extra, for those who trace
    except ImportError as fault:
        raise SettingsRefused(f"tracing: {TRACING_MISSING} ({fault})", "tracing") from fault
    return tracing.of_environment(os.environ)
