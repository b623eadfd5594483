"""A hundred thousand entries in any list of any request cost the server neither a second nor 100 MB."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc
import pytest

from referee.server.settings import Settings
from tests.errors.contract_text import reasons
from tests.errors.long_lists import LONG
from tests.server.asking import path
from tests.server.conftest import REAL, ROOT, command
from tests.server.processes import together

WITHIN: Final = 1.0
"""Seconds of processor."""
MEMORY: Final = 100 * 1024
"""In KiB, beyond what the server holds before it is asked."""


@dataclass
class Watched:
    """A server in a process of its own, whose memory can be read while it answers."""

    process: subprocess.Popen[str]
    channel: grpc.Channel

    def memory(self, line: str) -> int | None:
        """A line of what the system tells of the process, in KiB; None where the system does not tell."""
        told = Path(f"/proc/{self.process.pid}/status")
        if not told.exists():
            return None
        words = told.read_text(encoding="ascii", errors="replace").split()
        return int(words[words.index(f"{line}:") + 1])

    def worked(self) -> float:
        """Seconds of processor it has used so far, which other work on the machine does not add to."""
        return together([self.process.pid]).cpu

    def forget_peak(self) -> None:
        """The peak is counted anew from here."""
        reset = Path(f"/proc/{self.process.pid}/clear_refs")
        if reset.exists():
            reset.write_text("5", encoding="ascii")

    def ask(self, rpc: str, request: bytes) -> grpc.StatusCode:
        """The status of the answer."""
        try:
            self.channel.unary_unary(path(rpc), bytes, bytes)(request, timeout=30)
        except grpc.RpcError as refused:
            code: grpc.StatusCode = refused.code()
            return code
        return grpc.StatusCode.OK


@pytest.fixture(scope="module")
def server() -> Iterator[Watched]:
    line, environment = command(REAL, {"check_interval": "0", "log_level": "error"})
    process = subprocess.Popen(
        line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout
    target = process.stdout.readline().removeprefix("listening on ").strip()
    with grpc.insecure_channel(target) as channel:
        watched = Watched(process, channel)
        watched.ask("ListVariants", b"")
        yield watched
    process.terminate()
    process.communicate(timeout=10)


def test_there_is_a_list_of_every_kind() -> None:
    assert len(LONG) > 100
    assert {one.way[-1] for one in LONG.values()} >= {
        *("options", "features", "deck", "hands", "cards", "actions", "declarations", "totals_in", "draws", "deals"),
        *("written", "counted", "totals", "tolerance_used", "card_points", "tricks", "belotes", "questions", "trick"),
    }


@pytest.mark.parametrize("name", LONG)
def test_a_list_far_too_long_is_refused_or_answered_in_no_time(name: str, server: Watched) -> None:
    one = LONG[name]
    request = one.request()
    assert len(request) < Settings().max_request_bytes
    server.forget_peak()
    before = server.memory("VmRSS")
    worked = server.worked()
    code = server.ask(one.rpc, request)
    took = server.worked() - worked
    peak = server.memory("VmHWM")
    assert code in {grpc.StatusCode.OK} | {told.status for told in reasons().values()}
    assert code is not grpc.StatusCode.INTERNAL
    assert took < WITHIN
    if before is not None and peak is not None:
        assert peak - before < MEMORY
