"""A server of one's own for the time of a command: started on a free port, stopped at the end."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from referee.server.ports import SAYS

STOPS_WITHIN: Final = 10.0


class NotStarted(RuntimeError):
    """The server ended before it listened; it has said why on standard error."""


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a server in a process of its own."""
    command = [sys.executable, "-m", "referee", "serve", "--host", "127.0.0.1", "--port", "0"]
    quiet = ["--log-level", "warning", "--check-interval", "0"]
    with subprocess.Popen([*command, *quiet], stdout=subprocess.PIPE, text=True, env=os.environ) as server:  # noqa: S603  # this very program
        try:
            assert server.stdout is not None
            said = next((line for line in server.stdout if line.startswith(SAYS)), None)
            if said is None:
                raise NotStarted
            yield said.removeprefix(SAYS).strip()
        finally:
            server.terminate()
            try:
                server.wait(STOPS_WITHIN)
            except subprocess.TimeoutExpired:
                server.kill()
