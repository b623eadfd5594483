"""Who holds the transport's places, for how long, and who has to leave when others need them.

A call keeps its place until its caller has taken the answer, which a caller may put off for ever. So strangers, who
need no token or brought no good one, have places of their own, and what only waits to be read is cut: after a while, or
as soon as places are short.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, Final, Generic, TypeVar, cast

T = TypeVar("T")

STRANGERS: Final = 500
"""Calls of strangers at once, health checks among them; with one more the oldest is cut. A check is answered at once,
so that its answer is long gone before hundreds of newer ones have come.
"""
OF_STRANGERS: Final = 10.0
"""Seconds that such a call has, from its beginning until its answer has been taken."""
HASTE: Final = 1.0
"""Seconds that an answer is left to its caller, however short places are."""
UNREAD: Final = "unread"
"""Why a call is cut: its answer waited for its caller."""
STRANGER: Final = "stranger"
"""Why another is: it was a stranger's, who stayed for long or when others came."""
NO_PLACE: Final = "no_place"
"""Why a call is turned away by the transport."""
LOOKED_AT: Final = 1.0
"""Seconds between two looks at what has waited for long."""


class Sending(Generic[T]):
    """Awaits a coroutine of gRPC that sends something, and can be given up without losing memory.

    What was handed to the transport to be sent is freed only where gRPC goes on as if it had been. So a wait that is
    cancelled then is ended like that; who awaits it hears of the cancellation as ever.
    """

    __slots__ = ("_sent", "handed")

    def __init__(self, sent: Awaitable[T], *, handed: bool = True) -> None:
        """Until something is handed to the transport, a cancellation is passed on like any other."""
        self._sent = cast(Coroutine[Any, Any, T], sent)  # which the types of gRPC do not tell
        self.handed = handed

    def __await__(self) -> Generator[Any, Any, T]:
        """As the coroutine's own."""
        fault: BaseException | None = None
        while True:
            try:
                waited = self._sent.send(None) if fault is None else self._sent.throw(fault)
            except StopIteration as end:
                return cast(T, end.value)
            finally:
                fault = None  # whose traceback knows this frame: a circle would keep the call
            try:
                yield waited
            except GeneratorExit:
                self._sent.close()
                raise
            except asyncio.CancelledError as cancelled:
                if self.handed and isinstance(waited, asyncio.Future):
                    self._give_up(waited)
                    raise
                fault = cancelled
            except BaseException as raised:  # noqa: BLE001  # passed on, whatever it is
                fault = raised

    def _give_up(self, waited: "asyncio.Future[None]") -> None:
        loop = waited.get_loop()
        asyncio.Future.__init__(waited, loop=loop)  # as it was before it was cancelled
        waited.set_result(None)
        with suppress(Exception, StopIteration):
            self._sent.send(None)
        self._sent.close()  # it may have gone on to something else
        asyncio.Future.__init__(waited, loop=loop)
        waited.cancel()  # the transport has yet to tell of it, and then finds that nobody waits


class Place:
    """What one call holds."""

    __slots__ = ("_among", "_handling", "_sending", "call")

    def __init__(self, among: "Places") -> None:
        self._among = among
        self.call: asyncio.Task[None] | None = None
        """All of the call, from its handler until the transport is done with it."""
        self._handling: asyncio.Task[Any] | None = None
        self._sending: Sending[None] | None = None

    async def handling(self, handled: Coroutine[Any, Any, None], *, handed: bool) -> None:
        """Runs the part of the call that says something; `handed` where it is known already what."""
        self._handling = asyncio.current_task()
        self._sending = Sending(handled, handed=handed)
        _PLACE.set(self)
        await self._sending

    def handed(self) -> None:
        """From now on it only waits for its caller to read."""
        if self._sending is not None:
            self._sending.handed = True
        self._among.handed(self)

    def stranger(self) -> None:
        """Its caller is nobody that is known."""
        self._among.stranger(self)

    def left(self, _: object = None) -> None:
        """It is over."""
        self._among.left(self)

    def staying(self) -> None:
        """It goes on for as long as its caller likes, within a limit of others."""
        self._among.staying(self)

    def cut(self) -> None:
        """Ends it, whether its caller has read or not."""
        if self.call is not None and self.call.done():
            return
        if self.call is None or self._handling is None:  # begun in this very turn of the loop
            asyncio.get_running_loop().call_soon(self.cut)
            return
        self._handling.cancel()
        if (
            getattr(self.call, "_fut_waiter", None) is not self._handling
        ):  # else its caller has left, and it ends anyway
            self.call.cancel()


class Places:
    """The places of a server. Belongs to one event loop."""

    def __init__(
        self,
        most: int,
        *,
        strangers: int = STRANGERS,
        of_strangers: float = OF_STRANGERS,
        of_callers: float = 30.0,
        told: Callable[[str], None] = lambda _: None,
    ) -> None:
        """So many for callers and for strangers, and so many seconds that each of their answers may wait.

        Who is told hears why a call was cut or found no place.
        """
        self._told = told
        self._most, self._strangers = most, strangers
        self._of_callers, self._of_strangers = of_callers, of_strangers
        self._callers: set[Place] = set()
        self._unread: dict[Place, float] = {}
        self._of_nobody: dict[Place, float] = {}
        self._looks = False

    def for_caller(self) -> Place | None:
        """A place for a call that only callers may ask; None where all are taken."""
        if len(self._callers) >= self._most and not self._one_freed():
            self._told(NO_PLACE)
            return None
        place = Place(self)
        self._callers.add(place)
        return place

    def for_stranger(self) -> Place:
        """A place for a call that anybody may ask, or that is refused."""
        place = Place(self)
        self.stranger(place)
        return place

    def left(self, place: Place) -> None:
        """Its call is over."""
        self._callers.discard(place)
        self._unread.pop(place, None)
        self._of_nobody.pop(place, None)

    def stranger(self, place: Place) -> None:
        """Counts it among those of strangers from now on."""
        self.left(place)
        if len(self._of_nobody) >= self._strangers:
            self._cut(next(iter(self._of_nobody)), STRANGER)
        self._waits(self._of_nobody, place)

    def handed(self, place: Place) -> None:
        """Its answer waits to be read from now on."""
        if place in self._callers:
            self._waits(self._unread, place)

    def staying(self, place: Place) -> None:
        """Leaves it alone from now on."""
        self.left(place)

    def _waits(self, queue: dict[Place, float], place: Place) -> None:
        queue[place] = asyncio.get_running_loop().time()
        self._look_later()

    def _look_later(self) -> None:
        if not self._looks:
            self._looks = True
            asyncio.get_running_loop().call_later(LOOKED_AT, self._look)

    def _one_freed(self) -> bool:
        oldest, since = next(iter(self._unread.items()), (None, 0.0))
        if oldest is None or asyncio.get_running_loop().time() < since + HASTE:
            return False
        self._cut(oldest, UNREAD)
        return True

    def _look(self) -> None:
        self._looks = False
        now = asyncio.get_running_loop().time()
        waits = (self._unread, self._of_callers, UNREAD), (self._of_nobody, self._of_strangers, STRANGER)
        for queue, within, why in waits:
            for place in [one for one, since in queue.items() if since + within <= now]:
                self._cut(place, why)
            if queue:
                self._look_later()

    def _cut(self, place: Place, why: str) -> None:
        self.left(place)
        self._told(why)
        place.cut()


_PLACE: ContextVar[Place | None] = ContextVar("place", default=None)


def own_place() -> Place | None:
    """That of the call that is handled here; None where the transport keeps count by itself."""
    return _PLACE.get()
