"""How a referee is reached: where, over what, and how long a call may take."""

import importlib.metadata
import ipaddress
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final, TypeAlias

import grpc

DEADLINE: Final = 5.0
"""Seconds that a call may take where nothing else is said, its retries included."""
SERVICE_CONFIG: Final = resources.files(__package__).joinpath("service_config.json").read_text(encoding="utf-8")
"""Which calls are sent again by themselves, and when: the same for the clients of all languages."""

Option: TypeAlias = tuple[str, str | int]


@dataclass(frozen=True, slots=True)
class Tls:
    """What TLS needs beyond its defaults: files in PEM form.

    ``ca`` is the authority that signed the server's certificate, where the list that gRPC brings does not have it;
    ``certificate`` (with its chain) and ``key`` are the client's own, for a server that asks for them.
    """

    ca: str | Path | None = None
    certificate: str | Path | None = None
    key: str | Path | None = None

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            raise ValueError("certificate and key come together")

    def credentials(self) -> grpc.ChannelCredentials:
        """The same for gRPC. Raises OSError for a file that cannot be read."""
        ca, certificate, key = (one and Path(one).read_bytes() for one in (self.ca, self.certificate, self.key))
        return grpc.ssl_channel_credentials(ca or None, key or None, certificate or None)


@dataclass(frozen=True, slots=True)
class Connection:
    """All that both kinds of referee know of their server. Raises ValueError for what makes no sense."""

    target: str
    tls: Tls | None
    deadline: float
    language: str | None
    token: str | None
    options: Sequence[Option]

    def __post_init__(self) -> None:
        _check_deadline(self.deadline)
        if self.token is not None:
            if not re.fullmatch(r"[!-~]+", self.token):
                raise ValueError("the token has characters that a header cannot have")  # and is shown to nobody
            if self.tls is None and not is_loopback(self.target):
                raise ValueError(f"a token would travel to {self.target} unprotected: use TLS")

    def channel_options(self) -> list[Option]:
        """The options of the channel; those of the caller come last and prevail."""
        here: list[Option] = [("grpc.enable_http_proxy", 0)] if is_loopback(self.target) else []
        return [*OPTIONS, *here, *self.options]

    def seconds(self, deadline: float | None) -> float:
        """How long a call may take. Raises ValueError for a deadline that is none."""
        return self.deadline if deadline is None else _check_deadline(deadline)

    def metadata(self, language: str | None) -> tuple[tuple[str, str], ...]:
        """What is sent along with a call."""
        language = language or self.language
        sent = {"accept-language": language, "authorization": self.token and f"Bearer {self.token}"}
        return tuple((key, value) for key, value in sent.items() if value)


def is_loopback(target: str) -> bool:
    """Whether what is sent to a target stays on this machine."""
    if target.startswith(("unix:", "unix-abstract:")):
        return True
    place = re.sub(r"^(?:dns:(?:///?)?|ipv4:|ipv6:)", "", target)
    if "," in place:
        return False
    bracketed = re.fullmatch(r"\[(.*)\](?::\d+)?", place)
    host = bracketed[1] if bracketed else place if place.count(":") > 1 else place.partition(":")[0]
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _check_deadline(seconds: float) -> float:
    if not 0 < seconds < math.inf:
        raise ValueError(f"a deadline of {seconds} seconds: it must be more than none, and finite")
    return seconds


def _version() -> str:
    try:
        return importlib.metadata.version("belote-referee-client")
    except importlib.metadata.PackageNotFoundError:  # copied into a program rather than installed
        return "0"


OPTIONS: Final[tuple[Option, ...]] = (
    ("grpc.service_config", SERVICE_CONFIG),
    # A ping while a call waits, as often as gRPC servers suffer it. With it comes what counts more here: a connection
    # whose bytes nobody acknowledges for as long as a ping may take is given up, so that a vanished server is noticed.
    ("grpc.keepalive_time_ms", 300_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # Routers forget a silent connection after some minutes and tell nobody; before that it is better to make a new one.
    ("grpc.client_idle_timeout_ms", 240_000),
    # Between attempts to connect every call fails with what the last one met, however long the server has been back: by
    # default for as long as two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.primary_user_agent", f"belote-referee-client/{_version()}"),
)
