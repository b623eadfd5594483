"""Calls that take long are written to the log."""

import time
from collections.abc import Awaitable, Callable

from referee.server import log
from referee.server.answering import Answers, Said
from referee.server.caller import Caller


class Slow:
    """Answers calls, and writes a line about each that takes at least so long."""

    def __init__(self, answers: Answers, milliseconds: float) -> None:
        self._answers = answers
        self._milliseconds = milliseconds
        self.rpcs = answers.rpcs

    async def said(self, rpc: str, read: Callable[[], Awaitable[object]], caller: Caller) -> Said:
        """What the answers say."""
        begun = time.perf_counter()
        said: Said | None = None
        try:
            said = await self._answers.said(rpc, read, caller)
        finally:
            took = 1000 * (time.perf_counter() - begun)
            if took >= self._milliseconds:
                status = "CANCELLED" if said is None else "OK" if isinstance(said, bytes) else said[0].code.name
                log.slow(rpc, status, took, caller)
        return said
