"""Programs beside this one: each ends within a time, and none is left behind, whatever happens here."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Timer
from typing import Final

from tests.conformance import ROOT
from tests.conformance.languages import Command

STARTS_WITHIN: Final = 60.0
STOPS_WITHIN: Final = 15.0


@dataclass(frozen=True)
class Ended:
    """How a program ended, and all that it printed."""

    status: int
    said: str


def ended(command: Command, within: float, told: Mapping[str, str] | None = None) -> Ended:
    """Runs a command from the root until it ends; one that takes longer, in seconds, is killed and says so.

    What it is told is added to the environment.
    """
    try:
        process = subprocess.Popen(
            command.words,
            cwd=ROOT / command.folder,
            env={**os.environ, **(told or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
            start_new_session=True,
        )
    except OSError as fault:
        return Ended(127, str(fault))
    try:
        said, _ = process.communicate(timeout=within)
    except subprocess.TimeoutExpired:
        _kill(process)
        said, _ = process.communicate()
        return Ended(124, f"{said}\nstopped after {within:.0f} s")
    except BaseException:  # Ctrl-C as well: what it started goes with it
        _kill(process)
        process.communicate()
        raise
    return Ended(process.returncode, said)


@dataclass(frozen=True)
class Served:
    """Where a server listens, each as HOST:PORT."""

    target: str
    web_target: str


@contextmanager
def served() -> Iterator[Served]:
    """A referee of its own on free ports. Raises RuntimeError when it does not start."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", "serve", "--port", "0", "--web-port", "0", "--web-origin", "*"],
        cwd=ROOT,
        env=clean,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        yield _told(process)
    finally:
        process.terminate()
        try:
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=STOPS_WITHIN)
        finally:  # it does not stop, or Ctrl-C was pressed again
            if process.poll() is None:
                _kill(process)
                process.communicate()


def _told(process: "subprocess.Popen[str]") -> Served:
    """Where the server says it listens."""
    assert process.stdout is not None
    late = Timer(STARTS_WITHIN, process.kill)
    late.start()
    try:
        said = process.stdout.readline() + process.stdout.readline()
    finally:
        late.cancel()
    listening = re.fullmatch(r"listening on (\S+:\d+)\nweb door on http://(\S+:\d+)\n", said)
    if listening is None:
        raise RuntimeError(f"the server did not start: {said!r}")
    return Served(listening[1], listening[2])


def _kill(process: "subprocess.Popen[str]") -> None:
    """Ends a program and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        process.kill()
