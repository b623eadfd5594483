"""A referee as an operator runs it: in processes of its own, on free ports."""

import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import IO, Final

from tests.server.conftest import ROOT, command
from tests.server.processes import Figures, alive, children, together
from tests.server.waiting import waited_for

REFEREE: Final = ("-m", "referee", "serve")
STARTS_WITHIN: Final = 60.0
ENDS_WITHIN: Final = 60.0


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

    @property
    def web_port(self) -> int:
        """The port of its web door."""
        return int(self.web.rpartition(":")[2])

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
            target, web = _told(process, doors="web_port" in settings)
            if not target:
                raise RuntimeError(f"the referee did not start: {log.read_text(encoding='utf-8')}")
            yield Referee(process, log, target, web)
        finally:
            left = children(process.pid) if process.poll() is None else []
            if process.poll() is None:
                process.kill()
            process.wait(ENDS_WITHIN)
            if process.stdout is not None:
                process.stdout.close()
            waited_for(lambda: not any(alive(one) for one in left), 10)


def _told(process: subprocess.Popen[str], *, doors: bool) -> tuple[str, str]:
    """Where it says that it listens, and where the first of its web doors is if there are any; empty if it ends."""
    assert process.stdout is not None
    late = Timer(STARTS_WITHIN, process.kill)
    late.start()
    try:
        target = process.stdout.readline().removeprefix("listening on ").strip()
        line = ""
        while doors and not line.startswith("web door on "):  # workers at ports of their own are all listed before it
            line = process.stdout.readline()
            if not line:
                break
        return target, line.partition("://")[2].strip()
    finally:
        late.cancel()
