"""Waiting for what other processes do, with a bound."""

import time
from collections.abc import Callable


class TooLate(AssertionError):
    """What was waited for did not happen in time."""


def waited_for(holds: Callable[[], bool], within: float) -> bool:
    """Whether something came to hold within so many seconds."""
    until = time.monotonic() + within
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def until(holds: Callable[[], bool], what: str, within: float = 20) -> None:
    """Returns once something holds. Raises TooLate."""
    if not waited_for(holds, within):
        raise TooLate(what)
