"""The calls that would go on as long as the server: watching its health, asking for its reflection."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from referee.server.places import own_place

MOST: Final = 500
"""So many at once, without any token. They have room of their own, beside that of callers and of other strangers; where
gRPC's inside is not as it is known, each takes one of the places that calls need."""


class TooMany(Exception):
    """No more can run at once."""


class Streams:
    """Runs what has no end of its own, so that it can be ended well before the server stops."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._running: set[asyncio.Task[None]] = set()
        self._ended = False

    async def run(self, endless: Coroutine[Any, Any, None]) -> None:
        """Runs it until it ends, its caller leaves, or `end` is called; only the first may raise.

        Raises TooMany where as many run as may.
        """
        if self._ended:
            endless.close()
            return
        if len(self._running) >= self._most:
            endless.close()
            raise TooMany
        task = asyncio.create_task(endless)
        self._running.add(task)
        place = own_place()
        if place is not None:
            place.staying()
        try:
            await asyncio.wait({task})
        finally:
            self._running.discard(task)
            task.cancel()
            if place is not None:
                place.stranger()  # until its end has been taken
        if not task.cancelled():
            task.result()

    def end(self) -> None:
        """Ends all that runs, and lets nothing run from now on; the callers see an ordinary end."""
        self._ended = True
        for task in self._running:
            task.cancel()
