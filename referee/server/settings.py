"""What an operator may set: by constructor, by flags, or by REFEREE_ variables of the environment."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_address
from typing import Any, Final, Self

PREFIX: Final = "REFEREE_"
FORMATS: Final = ("text", "json")
LOOPS: Final = ("asyncio", "uvloop")
LEVELS: Final = ("debug", "info", "warning", "error")
MEBIBYTE: Final = 1024 * 1024


FLAGS: Final[Mapping[str, str]] = {
    "web_origins": "--web-origin",
    "block_plugins": "--block-plugin",
    **dict.fromkeys(("seal_keys", "supervisor", "worker", "metrics_directory"), ""),
}
"""Settings whose flag is not called as they are, or who have none."""


def set_by(*settings: str) -> str:
    """How these settings are set: by which flags, by which variables."""
    told = []
    for name in settings:
        flag = FLAGS.get(name, "--" + name.replace("_", "-"))
        told.append(f"{flag} or {PREFIX}{name.upper()}" if flag else f"{PREFIX}{name.upper()}")
    return ", ".join(told)


class SettingsRefused(ValueError):
    """A setting that cannot be used; the message is one line that names it, and how it is set."""

    def __init__(self, told: str, *settings: str) -> None:
        super().__init__(f"{told} ({set_by(*settings)})" if settings else told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server is run. Whoever constructs one with values out of range gets SettingsRefused."""

    host: str = "127.0.0.1"
    """The address it listens on."""
    port: int = 15200
    """0 takes a free one."""
    web_port: int | None = field(default=None, metadata={"kind": int})
    """Where browsers ask; 0 takes a free one, None opens no such door."""
    web_origins: tuple[str, ...] = ()
    """The origins whose pages may ask, such as "https://play.example"; "*" lets in any."""
    workers: int = 1
    """So many processes serve, each started again when it dies."""
    ports_apart: bool = False
    """Each worker has a port of its own, counted up from `port`, for a balancer; else they share one."""
    shared_port: bool = False
    """Others may listen on the same port and get a part of the connections, as the workers do."""
    supervisor: int = 0
    """The process that started it as one of its workers: when that is gone, it stops. 0 for a server of its own."""
    max_connection_age: float = 3600.0
    """Seconds after which a connection is asked to be made anew, so that workers share the load; 0 never asks."""
    max_request_bytes: int = 4 * MEBIBYTE
    """A larger request is refused."""
    max_calls: int = 1000
    """So many calls may be under way; one more is refused. Health checks and reflection are not counted."""
    max_seconds: float = 30.0
    """A batch that takes longer is given up, as if its caller had set that deadline."""
    check_interval: float = 1.0
    """Seconds between two checks of whoever watches its health: so long it still answers after saying that it stops."""
    grace: float = 10.0
    """Seconds that calls under way have to finish once new ones are refused."""
    metrics_port: int | None = field(default=None, metadata={"kind": int})
    """Where Prometheus reads what is counted; 0 takes a free port, None counts nothing. Needs the extra `metrics`."""
    metrics_host: str = "127.0.0.1"
    """The address of that port. Who reaches it may read, without TLS or token: it tells of no card and no caller."""
    metrics_directory: str = ""
    """Where a worker leaves what it counts for its supervisor to add up; empty for a server of its own."""
    worker: int = 0
    """Its number among the workers of its supervisor."""
    loop: str = "asyncio"
    """What runs the calls: asyncio, or uvloop, which costs less and needs the extra `fast`."""
    tracing: bool = False
    """Make a span of each call, sent where the OTEL_ variables say. Needs the extra `tracing`."""
    log_level: str = "info"
    """One of debug, info, warning and error; at info each refused request is one line."""
    log_format: str = "text"
    """One of text and json, which is one object a line."""
    log_slow: float | None = field(default=None, metadata={"kind": float})
    """A call that takes so many milliseconds is a line of the log at warning; None writes none."""
    insecure: bool = False
    """Listen without TLS on an address that others can reach; without it only the loopback may be served so."""
    tls_certificate: str = ""
    """The server's certificate with its chain, a file in PEM; read again when it changes, as the two below."""
    tls_key: str = ""
    """The certificate's key."""
    tls_client_ca: str = ""
    """Whoever calls has to show a certificate that one of these vouches for."""
    tokens_file: str = ""
    """Whoever calls has to bring a token of this file, which holds hashes; read again when it changes."""
    reflection: bool = True
    """Tell the contract to whoever asks: by gRPC reflection, and on pages of the web door."""
    seal_keys_file: str = ""
    """A file of keys that sign the records it returns: hexadecimal, one a line; the first signs, all are accepted."""
    seal_keys: str = field(default="", repr=False)
    """The same keys, parted by commas; for the environment, since a command line is seen by others."""
    require_seal: bool = False
    """Refuse records that carry no seal of these keys."""
    block_plugins: tuple[str, ...] = ()
    """Plugins that are installed and shall not be loaded."""
    lenient_plugins: bool = False
    """A plugin that may not serve is left out, and the server starts without it."""
    trace_plugins: bool = False
    """Log what each plugin brings and each hook that is asked."""

    def __post_init__(self) -> None:
        if not self.host or any(letter.isspace() for letter in self.host):
            raise SettingsRefused(f"host: {self.host!r} is not an address", "host")
        if not self.metrics_host or any(letter.isspace() for letter in self.metrics_host):
            raise SettingsRefused(f"metrics_host: {self.metrics_host!r} is not an address", "metrics_host")
        for name, least, most in RANGES:
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise SettingsRefused(f"{name}: {value} is not within {least} and {most}", name)
        if self.log_level not in LEVELS:
            raise SettingsRefused(f"log_level: {self.log_level!r} is none of {', '.join(LEVELS)}", "log_level")
        if self.loop not in LOOPS:
            raise SettingsRefused(f"loop: {self.loop!r} is none of {', '.join(LOOPS)}", "loop")
        if self.log_format not in FORMATS:
            raise SettingsRefused(f"log_format: {self.log_format!r} is none of {', '.join(FORMATS)}", "log_format")
        if self.ports_apart and (not self.port or self.port + self.workers > 65536):
            told = "ports_apart: each worker needs a port, counted up from one that is not 0"
            raise SettingsRefused(told, "ports_apart", "port")
        if bool(self.tls_certificate) is not bool(self.tls_key):
            raise SettingsRefused("tls_certificate and tls_key go together", "tls_certificate", "tls_key")
        if self.tls_client_ca and not self.tls_certificate:
            told = "tls_client_ca: callers show certificates only where the server has one"
            raise SettingsRefused(told, "tls_certificate", "tls_key")
        if not (self.tls_certificate or self.insecure or within_loopback(self.host)):
            raise SettingsRefused(
                f"host: {self.host} can be reached by others, which needs tls_certificate and tls_key, or insecure",
                *("tls_certificate", "tls_key", "insecure"),
            )
        if self.web_origins and self.web_port is None:
            raise SettingsRefused("web_origins: pages ask at the web door, which needs web_port", "web_port")
        for origin in self.web_origins:
            if origin != "*" and not ORIGIN.fullmatch(origin):
                raise SettingsRefused(f"web_origins: {origin!r} is not like https://play.example or *", "web_origins")

    @classmethod
    def read(cls, environment: Mapping[str, str], **flags: Any) -> Self:
        """The flags that are not None, else REFEREE_HOST, REFEREE_PORT … where they are not empty, else defaults.

        Raises SettingsRefused for a value that cannot be used, and TypeError for a flag that is no setting.
        """
        values = {name: value for name, value in flags.items() if value is not None}
        for one in fields(cls):
            variable = PREFIX + one.name.upper()
            written = environment.get(variable, "").strip()
            if written and one.name not in values:
                values[one.name] = _understood(variable, written, one.metadata.get("kind") or type(one.default))
        return cls(**values)

    def environment(self, beside: Mapping[str, str]) -> dict[str, str]:
        """The variables from which `read` makes the same settings, among others that are no settings."""
        found = {name: value for name, value in beside.items() if not name.startswith(PREFIX)}
        for one in fields(self):
            value = getattr(self, one.name)
            if value is not None:
                found[PREFIX + one.name.upper()] = ",".join(value) if isinstance(value, tuple) else str(value)
        return found


def within_loopback(host: str) -> bool:
    """Whether nobody but this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s?#@]+")
RANGES: Final[tuple[tuple[str, float, float], ...]] = (
    ("port", 0, 65535),
    ("web_port", 0, 65535),
    ("metrics_port", 0, 65535),
    ("workers", 1, 256),
    ("worker", 0, 255),
    ("supervisor", 0, 2**31 - 1),
    ("log_slow", 0, 3_600_000),
    ("max_connection_age", 0, 1_000_000),
    ("max_request_bytes", 1024, 256 * MEBIBYTE),
    ("max_calls", 1, 100_000),
    ("max_seconds", 0.1, 3600),
    ("check_interval", 0, 3600),
    ("grace", 0, 3600),
)

_SWITCH: Final = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}

READERS: Final[Mapping[type, tuple[str, Callable[[str], object]]]] = {
    str: ("text", str),
    int: ("a whole number", int),
    float: ("a number", float),
    bool: ("true or false", lambda written: _SWITCH[written.lower()]),
    tuple: ("a list", lambda written: tuple(name.strip() for name in written.split(",") if name.strip())),
}


def _understood(variable: str, written: str, kind: type) -> object:
    name, reader = READERS[kind]
    try:
        return reader(written)
    except (ValueError, KeyError):
        raise SettingsRefused(f"{variable}: {written!r} is not {name}") from None
