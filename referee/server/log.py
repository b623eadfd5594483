"""What the server writes about its work: never a card, a request, or a sentence in which one may stand."""

import logging
import sys
import traceback
from collections.abc import Iterable, Mapping
from typing import Final

from referee.model.refusal import Refused
from referee.plugins import PluginFailed
from referee.ruleset import Feature
from referee.server.tokens import NotPermitted, Unauthenticated
from referee.service import Failure

LOGGER: Final = logging.getLogger("referee.server")

FIELDS_NAMED: Final = 3
LONGEST_PATH: Final = 80


def configure(level: str) -> None:
    """Writes to standard error: the referee's lines from this level on, everybody else's from warnings on."""
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("referee").setLevel(level.upper())


def loaded(features: Iterable[Feature]) -> None:
    """The features this server judges with, and the plugin that brought each."""
    for one in features:
        LOGGER.info("loaded feature=%s revision=%s plugin=%s", one.manifest.id, one.manifest.revision, one.plugin)


def waiting(presets: Mapping[str, tuple[str, ...]]) -> None:
    """Presets that are not offered, with the features that are not installed."""
    for preset, features in presets.items():
        LOGGER.info("not offered preset=%s needs=%s", preset, ",".join(features))


def quarantined(plugins: Iterable[tuple[str, str]]) -> None:
    """The plugins that were left out, and why."""
    for name, why in plugins:
        LOGGER.warning("quarantined plugin=%s: %s", name, why)


def traced(line: str) -> None:
    """What a plugin brings, or a hook that is asked."""
    LOGGER.info("plugin %s", line)


def started(address: str) -> None:
    """It answers from now on."""
    LOGGER.info("started address=%s", address)


def heard(signal: str) -> None:
    """Somebody wants it to stop."""
    LOGGER.info("heard signal=%s", signal)


def draining(under_way: int) -> None:
    """New calls are refused from now on."""
    LOGGER.info("draining calls=%d", under_way)


def cut_off(under_way: int) -> None:
    """Calls that will not be answered any more."""
    LOGGER.warning("cut off calls=%d", under_way)


def stopped() -> None:
    """It answers no more."""
    LOGGER.info("stopped")


def ended_by_itself() -> None:
    """The transport gave up though nobody had asked."""
    LOGGER.error("ended without being asked")


def refused(rpc: str, failure: Failure, error: Exception, peer: str) -> None:
    """One line about a refused call: what was asked, the status and reason given, the first bad fields, who asked."""
    facts = [f"rpc={rpc}", f"status={failure.code.name}", f"reason={failure.reason}"]
    if isinstance(error, Unauthenticated | NotPermitted):
        level = logging.INFO
    elif isinstance(error, Refused):
        if error.fields:
            facts.append(f"fields={_paths(field.path for field in error.fields)}")
        level = logging.INFO
    else:
        if isinstance(error, PluginFailed):
            facts.append(f"plugin={error.plugin}")
        facts.append(f"origin={_origin(error)}")
        level = logging.ERROR
    LOGGER.log(level, "refused %s peer=%s", " ".join(facts), peer)


def lost(rpc: str, peer: str) -> None:
    """One line about a call that was over before anything could be said to it.

    Its caller left, its deadline passed, its request is larger than the transport reads, or the server was cut off.
    """
    LOGGER.info("lost rpc=%s peer=%s", rpc, peer)


def worker_started(number: int, process: int) -> None:
    """A worker serves from now on."""
    LOGGER.info("worker started number=%d process=%d", number, process)


def worker_died(number: int, status: int, pause: float) -> None:
    """A worker ended though nobody had asked, and is started again after a pause."""
    LOGGER.error("worker died number=%d status=%d pause=%.1f", number, status, pause)


def certificate_changed() -> None:
    """New connections see another certificate from now on."""
    LOGGER.info("certificate changed")


def certificate_refused(fault: Exception) -> None:
    """A new certificate cannot be used, and the old one goes on serving."""
    LOGGER.warning("certificate refused: %s", " ".join(str(fault).split()))


def tokens_changed(count: int) -> None:
    """Other callers may call from now on."""
    LOGGER.info("tokens changed count=%d", count)


def tokens_refused(fault: str) -> None:
    """A new file of tokens cannot be used, and those known before go on."""
    LOGGER.warning("tokens refused: %s", fault)


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
