"""The log never holds the server up: a reader that is slow, gone or was never there."""

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.server.log import JsonLines
from referee.server.outlet import Outlet

from .conftest import ROOT, command

LONG = "x" * 1000


@dataclass
class Pipe:
    """Both ends of a pipe, each closed once: its number may be another file's by then."""

    reading: int | None
    writing: int

    def left(self) -> None:
        """Its reader goes."""
        if self.reading is not None:
            os.close(self.reading)
            self.reading = None


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    made = Pipe(*os.pipe())
    yield made
    made.left()
    os.close(made.writing)


def record(message: str) -> logging.LogRecord:
    return logging.LogRecord("referee.server", logging.INFO, "", 0, message, None, None)


def read(descriptor: int | None, lines: int, within: float = 10) -> list[str]:
    """So many lines, or what has come of them in time."""
    assert descriptor is not None
    found = b""
    until = time.monotonic() + within
    os.set_blocking(descriptor, False)
    while found.count(b"\n") < lines and time.monotonic() < until:
        try:
            found += os.read(descriptor, 65536)
        except BlockingIOError:
            time.sleep(0.01)
    return found.decode().splitlines()


def test_lines_arrive_in_their_order(pipe: Pipe) -> None:
    outlet = Outlet(pipe.writing)
    for number in range(100):
        outlet.emit(record(f"line {number} é"))
    outlet.flush()
    assert read(pipe.reading, 100) == [f"line {number} é" for number in range(100)]


def test_a_reader_that_does_not_read_holds_nobody_up_and_is_told_what_it_missed(pipe: Pipe) -> None:
    outlet = Outlet(pipe.writing, kept=10)
    outlet.setFormatter(JsonLines())
    for _ in range(500):  # seven times what a pipe holds
        outlet.emit(record(LONG))
    told = [line for line in read(pipe.reading, 500, within=3) if LONG not in line]
    outlet.emit(record("at last"))
    assert sum(LONG not in line for line in [*told, *read(pipe.reading, 2, within=2)]) >= 2
    outlet.flush()
    assert any('"event": "log left out"' in line and '"lines": ' in line for line in told)


def test_a_log_whose_reader_has_gone_is_done_without(pipe: Pipe) -> None:
    outlet = Outlet(pipe.writing)
    pipe.left()
    for _ in range(3):
        outlet.emit(record("x"))
    outlet.flush()
    assert outlet._waiting.unfinished_tasks == 0


def test_a_line_that_cannot_be_told_stops_nobody(pipe: Pipe, capsys: pytest.CaptureFixture[str]) -> None:
    outlet = Outlet(pipe.writing)
    outlet.emit(logging.LogRecord("x", logging.INFO, "", 0, "%d", ("no number",), None))
    outlet.emit(record("after it"))
    assert read(pipe.reading, 1) == ["after it"]
    assert "no number" in capsys.readouterr().err


def test_a_process_ends_though_nobody_reads_its_log(pipe: Pipe) -> None:
    code = (
        "import logging, sys; from referee.server import log; log.configure('info')\n"
        f"for _ in range(300): logging.getLogger('referee').info({LONG!r})"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, stderr=pipe.writing, timeout=30, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("streams", ["<&- >&- 2>&-", ">/dev/full 2>&1"], ids=["shut", "full"])
def test_a_server_starts_and_stops_without_streams(streams: str, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    line, environment = command(("-c", STARTS_AND_STOPS), {})
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", *line],
        cwd=ROOT,
        env=environment | {"WITNESS": str(tmp_path / "port")},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert int((tmp_path / "port").read_text(encoding="ascii")) > 0


STARTS_AND_STOPS = """
import os, pathlib, signal, sys
from referee.server import Settings, lifecycle, run
announce = lifecycle.announce
def witnessed(settings, ports, *more):
    announce(settings, ports, *more)
    pathlib.Path(os.environ["WITNESS"]).write_text(str(ports[0]))
    os.kill(os.getpid(), signal.SIGTERM)
lifecycle.announce = witnessed
sys.exit(run(Settings(port=0, check_interval=0)))
"""
