"""A referee as an operator runs it, and what the system tells of its processes."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from tests.server.conftest import ROOT, command

REFEREE: Final = ("-m", "referee", "serve")
STARTS_WITHIN: Final = 60.0
ENDS_WITHIN: Final = 60.0
TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Figures:
    """What the processes of a referee have used so far, or use now."""

    cpu: float
    """Seconds of processor time, user's and system's."""
    memory: int
    """Bytes held in memory."""
    files: int
    """Open files, connections among them."""
    threads: int


@dataclass
class Referee:
    """One that has said where it listens."""

    process: subprocess.Popen[str]
    log: Path
    target: str
    web: str
    """The address of its web door; empty where it has none."""

    @property
    def port(self) -> int:
        """Its gRPC port."""
        return int(self.target.rpartition(":")[2])

    def workers(self) -> list[int]:
        """The processes that serve: its workers, or itself where it has none."""
        return children(self.process.pid) or [self.process.pid]

    def figures(self) -> Figures:
        """Those of all that serve, added up."""
        return together(self.workers())

    def said(self) -> str:
        """What it has logged."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def ended(self, within: float = ENDS_WITHIN) -> int:
        """Waits for its end: the exit status."""
        return self.process.wait(within)

    def stop(self, within: float = ENDS_WITHIN) -> int:
        """Asks it to stop and waits: the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended(within)


@contextmanager
def referee(
    program: Sequence[str] = REFEREE,
    *,
    stderr: IO[str] | int | None = None,
    around: Sequence[str] = (),
    beside: Mapping[str, str] | None = None,
    **settings: object,
) -> Iterator[Referee]:
    """A referee in processes of its own, killed at the end if it still runs.

    Its log goes to a file, which never makes it wait, unless ``stderr`` says otherwise. ``around`` is a command that
    starts it, ``beside`` what its environment has beyond its settings.
    """
    line, environment = command(tuple(program), {name: str(value) for name, value in settings.items()})
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w", encoding="utf-8") as written:
            process = subprocess.Popen(
                [*around, *line],
                cwd=ROOT,
                env=environment | dict(beside or {}),
                stdout=subprocess.PIPE,
                stderr=written if stderr is None else stderr,
                text=True,
            )
        try:
            assert process.stdout is not None
            target = process.stdout.readline().removeprefix("listening on ").strip()
            if not target:
                raise RuntimeError(f"the referee did not start: {log.read_text(encoding='utf-8')}")
            web = process.stdout.readline().partition("://")[2].strip() if "web_port" in settings else ""
            yield Referee(process, log, target, web)
        finally:
            left = children(process.pid) if process.poll() is None else []
            if process.poll() is None:
                process.kill()
            process.wait(ENDS_WITHIN)
            if process.stdout is not None:
                process.stdout.close()
            waited_for(lambda: not any(alive(one) for one in left), 10)


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    try:
        listed = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(one) for one in listed.split()]


def alive(process: int) -> bool:
    """Whether it runs; one that has ended and that nobody asked about runs no more."""
    try:
        return _stat(process)[0] != "Z"
    except OSError:
        return False


def together(processes: Sequence[int]) -> Figures:
    """The figures of some processes, added up; one that has ended meanwhile adds nothing."""
    found = [one for one in map(_figures, processes) if one is not None]
    return Figures(
        sum(one.cpu for one in found),
        sum(one.memory for one in found),
        sum(one.files for one in found),
        sum(one.threads for one in found),
    )


def _figures(process: int) -> Figures | None:
    try:
        fields = _stat(process)
        files = len(list(Path(f"/proc/{process}/fd").iterdir()))
    except OSError:
        return None
    return Figures((int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE, files, int(fields[17]))


def _stat(process: int) -> list[str]:
    """What the system tells of a process, from its state on."""
    return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()


def connections(process: int, port: int) -> int:
    """How many connections to a port a process has accepted and holds."""
    inodes = set()
    for one in Path(f"/proc/{process}/fd").iterdir():
        try:
            kind, _, inode = one.readlink().name.partition(":")
        except OSError:
            continue
        if kind == "socket":
            inodes.add(inode.strip("[]"))
    found = 0
    for table in ("tcp", "tcp6"):
        try:
            lines = Path(f"/proc/{process}/net/{table}").read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        rows = [line.split() for line in lines]
        found += sum(row[3] == "01" and int(row[1].rpartition(":")[2], 16) == port and row[9] in inodes for row in rows)
    return found


def waited_for(holds: Callable[[], bool], within: float) -> bool:
    """Whether something came to hold within so many seconds."""
    until = time.monotonic() + within
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
