"""Where a server listens."""

import errno
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from referee.server.outlet import told
from referee.server.settings import Settings, set_by

SAYS: Final = "listening on "


class PortRefused(Exception):
    """A place where the server cannot listen; the message is one line that says why."""


@contextmanager
def placed_by(*settings: str) -> Iterator[None]:
    """Has a refusal tell by which settings that place was chosen."""
    try:
        yield
    except PortRefused as refused:
        raise PortRefused(f"{refused} ({set_by(*settings)})") from refused


def address(host: str, port: int) -> str:
    """Host and port as one text."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def probe(host: str, port: int, *, shared: bool = False) -> None:
    """Raises PortRefused when this process cannot listen there, beside others where the port is shared.

    gRPC would fail too, but keeps the reason to itself, and takes what is left of a host with two addresses when the
    port is taken on one of them.
    """
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as fault:
        raise PortRefused(f"cannot listen on {address(host, port)}: {fault.strerror}") from fault
    except UnicodeError as fault:
        raise PortRefused(f"cannot listen on {address(host, port)}: that is no host") from fault
    found = [_fault(family, place, shared) for family, _, _, _, place in places]
    faults = [one for one in found if one]
    taken = [one for one in faults if one.errno == errno.EADDRINUSE]
    if taken or len(faults) == len(places):
        worst = (taken or faults)[0]
        raise PortRefused(f"cannot listen on {address(host, port)}: {worst.strerror}") from worst


def _fault(family: int, place: tuple[object, ...], shared: bool) -> OSError | None:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gRPC does; a port just left is free
            if shared:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            one.bind(place)
    except OSError as fault:
        return fault
    return None


def reserved(host: str, port: int, *, shared: bool = False) -> list[socket.socket]:
    """Sockets that hold a port for those who share it, and listen themselves to nobody.

    Raises PortRefused when others have it, unless it is shared with them too.
    """
    probe(host, port, shared=shared)
    return bound(host, port, shared=True)


def announce(
    settings: Settings, ports: Iterable[int], web_ports: Iterable[int | None], metrics_port: int | None = None
) -> None:
    """Says on standard output where a server listens, as those who started it wait to read.

    If that cannot be written, the server serves nevertheless.
    """
    scheme = "https" if settings.tls_certificate else "http"
    said = [f"{SAYS}{address(settings.host, port)}\n" for port in dict.fromkeys(ports)]
    said += [
        f"web door on {scheme}://{address(settings.host, port)}\n"
        for port in dict.fromkeys(web_ports)
        if port is not None
    ]
    if metrics_port is not None:
        said.append(f"metrics on http://{address(settings.metrics_host, metrics_port)}/metrics\n")
    told("".join(said))


def bound(host: str, port: int, *, shared: bool = False) -> list[socket.socket]:
    """Sockets bound to each address of the host, all to one port. Raises PortRefused."""
    probe(host, port, shared=shared)
    found: list[socket.socket] = []
    try:
        for family, _, _, _, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE):
            # Named in full: where asyncio does not see TCP it leaves half of each answer waiting for 40 ms.
            one = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            found.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind((place[0], port or found[0].getsockname()[1], *place[2:]) if len(found) > 1 else place)
            one.setblocking(False)
    except OSError as fault:
        for one in found:
            one.close()
        raise PortRefused(f"cannot listen on {address(host, port)}: {fault.strerror}") from fault
    return found
