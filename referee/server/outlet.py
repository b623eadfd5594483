"""Where what the server says goes out: it waits for no reader, and minds no stream that is full, broken or shut."""

import logging
import os
import queue
import sys
import threading
import time
from typing import Final, TextIO

LINES_KEPT: Final = 10_000
"""Lines that may wait for a slow reader; the ones beyond are left out and counted."""
LAST_LINES_WITHIN: Final = 1.0
"""Seconds that the last lines have to get out when the process ends."""


class Outlet(logging.Handler):
    """Writes lines to a descriptor from a thread of its own.

    A log that cannot be written (a full disk, a reader that has gone) is done without; when a reader that was too slow
    takes lines again, the first one tells how many were left out.
    """

    def __init__(self, descriptor: int, *, kept: int = LINES_KEPT) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._waiting: queue.Queue[bytes] = queue.Queue(kept)
        self._left_out = 0
        # Not the interpreter's own stream: a thread that is stuck in it would abort the process at its end.
        threading.Thread(target=self._write, name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Puts one line in the row."""
        try:
            line = self._line(record)
        except Exception:  # noqa: BLE001  # as every handler does: a line that cannot be told stops nobody
            self.handleError(record)
            return
        try:
            self._waiting.put_nowait(line)
        except queue.Full:
            self._left_out += 1

    def flush(self) -> None:
        """Waits until all is written, a second at most."""
        until = time.monotonic() + LAST_LINES_WITHIN
        while self._waiting.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.005)

    def _line(self, record: logging.LogRecord) -> bytes:
        return f"{self.format(record)}\n".encode("utf-8", "backslashreplace")

    def _write(self) -> None:
        while True:
            line = self._waiting.get()
            self._put(line)
            if self._left_out:
                count, self._left_out = self._left_out, 0
                self._put(self._line(_left_out(count)))
            self._waiting.task_done()

    def _put(self, line: bytes) -> None:
        try:
            while line:
                line = line[os.write(self._descriptor, line) :]
        except OSError:  # and nobody left who could be told
            return


def _left_out(count: int) -> logging.LogRecord:
    told = logging.LogRecord(__name__, logging.WARNING, __file__, 0, "log left out lines=%d", (count,), None)
    told.event, told.facts = "log left out", {"lines": count}
    return told


def standard_error() -> int:
    """The descriptor of standard error."""
    try:
        return sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):  # shut, or replaced by what is no file
        return 2


def provide_streams() -> None:
    """Opens the standard streams that a process was started without, on nothing.

    Their numbers would go to the next files that are opened, a caller's connection among them, which would then get
    what is written to standard error.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
    sys.stdout = sys.stdout or _to_nowhere()
    sys.stderr = sys.stderr or _to_nowhere()


def told(text: str) -> None:
    """Writes to standard output; if that is full or its reader has gone, nothing is written there any more."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        sys.stdout = _to_nowhere()


def _to_nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  # as long as the process
