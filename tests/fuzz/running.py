"""A server in a process of its own with both doors, what it wrote, and how much memory it holds."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.fuzz.sound import SEAL_KEY
from tests.server.conftest import REAL, ROOT, command

GRPC, WEB = re.compile(r"listening on \S+:(\d+)\n"), re.compile(r"web door on \S+:(\d+)\n")
PAGE: Final = 4096


@dataclass
class Referee:
    """A server that answers."""

    process: subprocess.Popen[str]
    port: int
    web_port: int
    log: Path

    def memory(self) -> int:
        """Bytes that it holds; 0 where the machine does not tell."""
        try:
            return PAGE * int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        except OSError:
            return 0

    def lines(self) -> list[str]:
        """What it has logged."""
        return self.log.read_text(encoding="utf-8", errors="replace").splitlines()


@contextmanager
def referee(folder: Path, *, sealing: bool = False) -> Iterator[Referee]:
    """Starts one, and sees to it that it ends as it should when it is asked."""
    settings = {"web_port": "0", "check_interval": "0", "grace": "5"}
    if sealing:
        settings["seal_keys"] = SEAL_KEY.hex()
    line, environment = command(REAL, settings)
    log = folder / "log.txt"
    with (
        log.open("w", encoding="utf-8") as written,
        subprocess.Popen(line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=written, text=True) as process,
    ):
        try:
            assert process.stdout
            said = [process.stdout.readline(), process.stdout.readline()]
            ports = [form.fullmatch(line) for form, line in zip((GRPC, WEB), said, strict=True)]
            assert all(ports), said
            port, web_port = (int(one[1]) for one in ports if one)
            yield Referee(process, port, web_port, log)
            process.terminate()
            assert process.wait(30) == 0
        finally:
            process.kill()
