"""What the server writes about its work: never a card, a request, or a sentence in which one may stand."""

import json
import logging
import traceback
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import grpc.aio

from referee.model.refusal import Refused
from referee.plugins import PluginFailed
from referee.ruleset import Feature
from referee.server.caller import Caller
from referee.server.outlet import Outlet, standard_error
from referee.server.tokens import NotPermitted, Unauthenticated
from referee.service import Failure

LOGGER: Final = logging.getLogger("referee.server")

FIELDS_NAMED: Final = 3
LONGEST_PATH: Final = 80


def _no_caller_left(record: logging.LogRecord) -> bool:
    """Whether a record is more than gRPC's traceback of a caller that left while it was being answered."""
    kind = record.exc_info[0] if record.exc_info else None
    return kind is None or not issubclass(kind, grpc.aio.InternalError)


class JsonLines(logging.Formatter):
    """Each record as one JSON object: time, level, logger, pid, then the event with its facts, or a message."""

    def format(self, record: logging.LogRecord) -> str:
        """The object, in one line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "pid": record.process,
        }
        event = getattr(record, "event", None)
        if event is None:
            line["message"] = record.getMessage()
        else:
            line |= {"event": event, **getattr(record, "facts", {})}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def configure(level: str, form: str = "text") -> None:
    """Writes to standard error: the referee's lines from this level on, everybody else's from warnings on.

    The server waits for nobody who reads them.
    """
    handler = Outlet(standard_error())
    handler.addFilter(_no_caller_left)
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else text)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("referee").setLevel(level.upper())


def _say(level: int, event: str, told: str = "", /, **facts: object) -> None:
    """One event: its name, its facts as name=value, and where it is needed a sentence after a colon."""
    if not LOGGER.isEnabledFor(level):
        return
    words = " ".join([event, *(f"{name}={value}" for name, value in facts.items())])
    extra = {"event": event, "facts": facts | {"told": told} if told else facts}
    LOGGER.log(level, "%s", f"{words}: {told}" if told else words, extra=extra)


def loaded(features: Iterable[Feature]) -> None:
    """The features this server judges with, and the plugin that brought each."""
    for one in features:
        manifest = one.manifest
        _say(logging.INFO, "loaded", feature=manifest.id, revision=manifest.revision, plugin=one.plugin)


def waiting(presets: Mapping[str, tuple[str, ...]]) -> None:
    """Presets that are not offered, with the features that are not installed."""
    for preset, features in presets.items():
        _say(logging.INFO, "not offered", preset=preset, needs=",".join(features))


def quarantined(plugins: Iterable[tuple[str, str]]) -> None:
    """The plugins that were left out, and why."""
    for name, why in plugins:
        _say(logging.WARNING, "quarantined", why, plugin=name)


def traced(line: str) -> None:
    """What a plugin brings, or a hook that is asked."""
    LOGGER.info("plugin %s", line, extra={"event": "plugin", "facts": {"told": line}})


def started(address: str) -> None:
    """It answers from now on."""
    _say(logging.INFO, "started", address=address)


def heard(signal: str) -> None:
    """Somebody wants it to stop."""
    _say(logging.INFO, "heard", signal=signal)


def draining(under_way: int) -> None:
    """New calls are refused from now on."""
    _say(logging.INFO, "draining", calls=under_way)


def cut_off(under_way: int) -> None:
    """Calls that will not be answered any more."""
    _say(logging.WARNING, "cut off", calls=under_way)


def stopped() -> None:
    """It answers no more."""
    _say(logging.INFO, "stopped")


def ended_by_itself() -> None:
    """The transport gave up though nobody had asked."""
    _say(logging.ERROR, "ended without being asked")


def refused(rpc: str, failure: Failure, error: Exception, caller: Caller) -> None:
    """One line about a refused call: what was asked, the status and reason given, the first bad fields, who asked."""
    facts = {"rpc": rpc, "status": failure.code.name, "reason": failure.reason}
    level = logging.INFO
    if isinstance(error, Refused):
        if error.fields:
            facts["fields"] = _paths(field.path for field in error.fields)
    elif not isinstance(error, Unauthenticated | NotPermitted):
        if isinstance(error, PluginFailed):
            facts["plugin"] = error.plugin
        facts["origin"] = _origin(error)
        level = logging.ERROR
    _say(level, "refused", **facts, **_who(caller))


def lost(rpc: str, caller: Caller) -> None:
    """One line about a call that was over before anything could be said to it.

    Its caller left, its deadline passed, its request is larger than the transport reads, or the server was cut off.
    """
    _say(logging.INFO, "lost", rpc=rpc, **_who(caller))


def slow(rpc: str, status: str, milliseconds: float, caller: Caller) -> None:
    """One line about a call that took long."""
    _say(logging.WARNING, "slow", rpc=rpc, status=status, milliseconds=round(milliseconds, 1), **_who(caller))


def worker_started(number: int, process: int) -> None:
    """A worker serves from now on."""
    _say(logging.INFO, "worker started", number=number, process=process)


def worker_died(number: int, status: int, pause: float) -> None:
    """A worker ended though nobody had asked, and is started again after a pause."""
    _say(logging.ERROR, "worker died", number=number, status=status, pause=round(pause, 1))


def certificate_changed() -> None:
    """New connections see another certificate from now on."""
    _say(logging.INFO, "certificate changed")


def certificate_refused(fault: Exception) -> None:
    """A new certificate cannot be used, and the old one goes on serving."""
    _say(logging.WARNING, "certificate refused", " ".join(str(fault).split()))


def tokens_changed(count: int) -> None:
    """Other callers may call from now on."""
    _say(logging.INFO, "tokens changed", count=count)


def tokens_refused(fault: str) -> None:
    """A new file of tokens cannot be used, and those known before go on."""
    _say(logging.WARNING, "tokens refused", fault)


def _who(caller: Caller) -> dict[str, str]:
    who = {"door": caller.door, "peer": caller.peer, "request_id": caller.named()}
    return who | {"trace_id": caller.trace_id} if caller.trace_id else who


def _paths(paths: Iterable[str]) -> str:
    listed = list(paths)
    named = [path if path.isascii() and path.isprintable() else ascii(path) for path in listed[:FIELDS_NAMED]]
    more = len(listed) - len(named)
    return ",".join(path[:LONGEST_PATH].replace(" ", "_") for path in named) + (f"+{more}" if more else "")


def _origin(error: BaseException) -> str:
    """Types and places only: the message of an exception may quote what it was given."""
    links = []
    link: BaseException | None = error
    while link is not None:
        frames = traceback.extract_tb(link.__traceback__)
        place = f"@{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        links.append(f"{type(link).__name__}{place}")
        link = link.__cause__
    return "<-".join(links)
