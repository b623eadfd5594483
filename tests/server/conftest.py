"""Servers as an operator runs them: processes of their own on a free port."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTED = ("-m", "tests.server.scripted")
REAL = ("-c", "import os, sys; from referee.server import run, Settings; sys.exit(run(Settings.read(os.environ)))")

Ended = tuple[int, str, str]


@dataclass
class Running:
    """A server that has said where it listens."""

    process: subprocess.Popen[str]
    said: str

    @property
    def target(self) -> str:
        return self.said.removeprefix("listening on ").strip()

    @property
    def port(self) -> int:
        return int(self.target.rpartition(":")[2])

    def stop(self, number: signal.Signals = signal.SIGTERM, within: float = 10) -> Ended:
        """Sends a signal and waits: exit status, the rest of standard output, standard error."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=within)
        return self.process.returncode, out, err


Launch = Callable[..., Running]


def command(program: tuple[str, ...], settings: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """How a server is started, and its environment: nothing of this process's settings gets in."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    given = {f"REFEREE_{name.upper()}": value for name, value in ({"port": "0"} | settings).items()}
    return [sys.executable, "-W", "error", *program], clean | given


def attempt(program: tuple[str, ...], **settings: str) -> Ended:
    """Starts what is expected to fail: exit status, standard output, standard error."""
    line, environment = command(program, settings)
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=20, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def launch() -> Iterator[Launch]:
    """Starts servers, and sees to it that none is left."""
    started: list[subprocess.Popen[str]] = []

    def start(program: tuple[str, ...] = SCRIPTED, **settings: str) -> Running:
        line, environment = command(program, {"check_interval": "0"} | settings)
        process = subprocess.Popen(
            line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        started.append(process)
        assert process.stdout
        said = process.stdout.readline()
        assert re.fullmatch(r"listening on \S+:\d+\n", said), said + process.communicate(timeout=10)[1]
        return Running(process, said)

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=10)
