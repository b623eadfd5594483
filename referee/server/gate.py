"""Who may come in: so many calls at once, and none once the server stops."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from referee.model.refusal import Reason, Refused
from referee.model.text import Text

OVERLOADED: Final = Text(
    "too many calls at once; send this one again after a pause",
    "trop d'appels à la fois ; renvoyez celui-ci après une pause",
)
STOPPING: Final = Text(
    "this server is about to stop; send the call again to another",
    "ce serveur va s'arrêter ; renvoyez l'appel à un autre",
)


class Gate:
    """Counts the calls under way. Belongs to one event loop."""

    def __init__(self, max_calls: int) -> None:
        self._max_calls = max_calls
        self.closed = False
        self._empty = asyncio.Event()
        self._empty.set()
        self._knocks = 0
        self.under_way = 0

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Holds a place for one call. Raises Refused: STOPPING once closed, OVERLOADED when no place is left."""
        self._knocks += 1
        if self.closed:
            raise Refused(Reason.STOPPING, STOPPING)
        if self.under_way >= self._max_calls:
            raise Refused(Reason.OVERLOADED, OVERLOADED)
        self.under_way += 1
        self._empty.clear()
        try:
            yield
        finally:
            self.under_way -= 1
            if not self.under_way:
                self._empty.set()

    def close(self) -> None:
        """From now on nobody passes; those who have may finish."""
        self.closed = True

    async def emptied(self, within: float) -> bool:
        """Whether all calls under way finished within so many seconds."""
        if not self.under_way:  # however little time there is
            return True
        try:
            await asyncio.wait_for(self._empty.wait(), within)
        except TimeoutError:
            return False
        return True

    async def quieted(self, still: float, within: float) -> bool:
        """Whether for `still` seconds nobody came, be it to be refused, before so many seconds were over."""
        until = time.monotonic() + within
        while time.monotonic() + still <= until:
            before = self._knocks
            await asyncio.sleep(still)
            if self._knocks == before:
                return True
        return False
