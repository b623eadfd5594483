"""h2load as it is used here: so many calls of one kind, and how each of them went."""

import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.load.questions import Asked

H2LOAD: Final = shutil.which("h2load")
MISSING: Final = "h2load is missing: Debian has it in nghttp2-client"
RUNS_WITHIN: Final = 300.0

GRPC, CONNECT, JSON = "gRPC", "Connect", "JSON"
CONTENT: Final = {GRPC: "application/grpc", CONNECT: "application/proto", JSON: "application/json"}


class Failed(Exception):
    """Calls that did not go as they should; the message says how."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of call: where it is sent, in which form, and the good answer in that form."""

    asked: Asked
    door: str
    body: bytes
    good: bytes

    @property
    def sent(self) -> bytes:
        """What is sent, framed as its door wants it."""
        return b"\0" + len(self.body).to_bytes(4, "big") + self.body if self.door == GRPC else self.body

    @property
    def received(self) -> int:
        """The bytes of a good answer as they come."""
        return len(self.good) + (5 if self.door == GRPC else 0)


@dataclass(frozen=True, slots=True)
class Run:
    """How so many calls went."""

    calls: int
    seconds: float
    each: Sequence[float]
    """How long each took, in seconds."""
    errors: int
    """Calls that failed, or were answered with nothing, which is how gRPC hides an error in its trailers."""
    busy: float = 0.0
    """How much of its time the generator was at work; near 1 it, and not the referee, was measured."""


def program(kind: Kind, target: str, calls: int, in_flight: int, body: str, log: str) -> list[str]:
    """The command. HTTP/1.1 has one call under way on each connection, HTTP/2 several."""
    connections = in_flight if kind.door != GRPC else min(in_flight, 16)
    http = ["-H", "te: trailers"] if kind.door == GRPC else ["--h1"]
    return [
        str(H2LOAD),
        *(f"-n{max(calls, in_flight)}", f"-c{connections}", f"-m{in_flight // connections}", "-t1", "-w24", "-W26"),
        *("-d", body, f"--log-file={log}", "-H", f"content-type: {CONTENT[kind.door]}", *http),
        f"http://{target}{kind.asked.path}",
    ]


def run(kinds: Sequence[tuple[Kind, int]], target: str, in_flight: int) -> Run:
    """So many calls of each kind, all kinds at the same time, so many calls under way over all. Raises Failed."""
    total = sum(calls for _, calls in kinds)
    before = _used()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        started = []
        for number, (kind, calls) in enumerate(kinds):
            body, log = folder / f"body{number}", folder / f"log{number}"
            body.write_bytes(kind.sent)
            share = max(1, round(in_flight * calls / total))
            line = program(kind, target, calls, share, str(body), str(log))
            process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            started.append((kind, log, process))
        found = []
        try:
            for kind, log, process in started:
                out, _ = process.communicate(timeout=RUNS_WITHIN)
                found.append(understood(out, log.read_text(encoding="ascii") if log.exists() else "", kind.received))
        finally:
            for _, _, process in started:
                process.kill()
                process.communicate()
    seconds = max(one.seconds for one in found)
    return Run(
        calls=sum(one.calls for one in found),
        seconds=seconds,
        each=[took for one in found for took in one.each],
        errors=sum(one.errors for one in found),
        busy=(_used() - before) / (seconds * len(found)),
    )


def _used() -> float:
    """Seconds of processor time of the programs that have run and ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def understood(out: str, log: str, received: int) -> Run:
    """What h2load tells of one run, whose good answers have so many bytes. Raises Failed when it does not tell."""
    finished = re.search(r"finished in ([\d.]+)(us|ms|s|m)?,", out)
    counted = re.search(r"requests: (\d+) total, .*? (\d+) succeeded, (\d+) failed, (\d+) errored", out)
    traffic = re.search(r"traffic: .*?\((\d+)\) data", out)
    if not finished or not counted or not traffic:
        raise Failed(f"h2load did not run: {out.strip()[-300:]}")
    calls, well = int(counted[1]), int(counted[2])
    seconds = float(finished[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}[finished[2] or "s"]
    # All good answers have the same bytes, and an error among the trailers comes without any.
    whole = int(traffic[1]) // received
    rows = [line.split("\t") for line in log.splitlines()]
    each = [int(row[2]) / 1e6 for row in rows if row[1] == "200"]
    return Run(calls, seconds, each, calls - min(well, whole))
