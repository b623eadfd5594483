"""What runs a server's calls: asyncio's own loop, or a faster one."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from referee.server.settings import SettingsRefused

MISSING: Final = "loop: uvloop is not installed: in a checkout, pip install '.[fast]' ./clients/python"


def loop_factory(name: str) -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes the loop that a setting names. Raises SettingsRefused where its package is missing."""
    if name == "asyncio":
        return asyncio.new_event_loop
    try:
        import uvloop  # noqa: PLC0415  # an extra, for those who ask for it
    except ImportError as fault:
        raise SettingsRefused(f"{MISSING} ({fault})", "loop") from fault
    made: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return made


def run_on(factory: Callable[[], asyncio.AbstractEventLoop], main: Coroutine[Any, Any, int]) -> int:
    """Runs a server to its end and returns the exit status."""
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(main)
