"""What the system tells of running processes; of one that has ended, nothing."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
FAMILIES_ARE_TOLD: Final = Path("/proc/thread-self/children").exists()
"""Whether this system tells which processes a process has started."""

HEAP: Final = 64 * 1024 * 1024
"""Addresses that glibc sets aside for each heap beside the first, from a multiple of as many on."""


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


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    try:
        listed = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(one) for one in listed.split()]


def environment_of(process: int) -> dict[str, str]:
    """The variables a process was started with. Raises OSError when it has ended."""
    listed = Path(f"/proc/{process}/environ").read_bytes().decode(errors="replace").split("\0")
    return dict(one.partition("=")[::2] for one in listed if one)


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
    return len(_accepted(process, port))


def unread(process: int, port: int) -> int:
    """Bytes that have come over these connections and that the process has not taken."""
    return sum(int(row[4].partition(":")[2], 16) for row in _accepted(process, port))


def _accepted(process: int, port: int) -> list[list[str]]:
    """The rows of the system's tables of connections."""
    inodes = set()
    for one in Path(f"/proc/{process}/fd").iterdir():
        try:
            kind, _, inode = one.readlink().name.partition(":")
        except OSError:
            continue
        if kind == "socket":
            inodes.add(inode.strip("[]"))
    found = []
    for table in ("tcp", "tcp6"):
        try:
            lines = Path(f"/proc/{process}/net/{table}").read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        rows = [line.split() for line in lines]
        found += [
            row for row in rows if row[3] == "01" and int(row[1].rpartition(":")[2], 16) == port and row[9] in inodes
        ]
    return found


def heaps_apart(process: int) -> int:
    """How many heaps glibc has made for threads, beside the one that a process begins with."""
    rows = [line.split() for line in Path(f"/proc/{process}/maps").read_text(encoding="ascii").splitlines()]
    starts, ends = zip(*([int(one, 16) for one in row[0].split("-")] for row in rows), strict=True)
    return sum(
        start % HEAP == 0 and end - start == HEAP and middle == after and set_aside[1] == "---p"
        for start, middle, after, end, set_aside in zip(starts, ends, starts[1:], ends[1:], rows[1:], strict=False)
    )
