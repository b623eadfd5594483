"""Ports for whoever has to know them before anybody listens there."""

import os
import socket
from typing import Final

FIRST_PORT: Final = 21000
LAST_PORT: Final = 32000
"""Below the ports that the system gives to outgoing connections, which would be taken now and then."""


class NoneFree(AssertionError):
    """Somebody listens everywhere."""


def free_ports(count: int = 1) -> int:
    """The first of so many ports in a row on which nobody listens; each process looks from another place on."""
    start = FIRST_PORT + os.getpid() * 40 % (LAST_PORT - FIRST_PORT)
    first: int
    for first in (*range(start, LAST_PORT, count), *range(FIRST_PORT, start, count)):
        if all(_free(port) for port in range(first, first + count)):
            return first
    raise NoneFree("no port is free")


def _free(port: int) -> bool:
    with socket.socket() as one:
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
