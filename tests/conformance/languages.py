"""Which clients replay the vectors, and how each is built and run. A client is added here and nowhere else."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

VECTORS: Final = "VECTORS"
"""Stands in a runner's command for the file of vectors."""
TARGET: Final = "HOST:PORT"
"""Stands in a runner's command for the server."""

PYTHON: Final = ".venv/bin/python"


@dataclass(frozen=True)
class Command:
    """One command, and the folder below the root in which it runs."""

    words: tuple[str, ...]
    folder: str = "."


@dataclass(frozen=True)
class Language:
    """One runner: several may share a client, which is then built once."""

    label: str
    """What its last line begins with, such as `go`."""
    source: str
    """The file or folder its runner is in; without it there is nothing to run yet."""
    tools: tuple[str, ...]
    """Programs without which it is skipped."""
    builds: tuple[Command, ...]
    runner: Command
    ci_may_skip: bool = False
    """Whether CI may do without it, since its tools cannot be had everywhere."""

    def run(self, vectors: Path, target: str) -> Command:
        """The command that replays a file of vectors against a server."""
        given = {VECTORS: str(vectors), TARGET: target}
        return Command(tuple(given.get(word, word) for word in self.runner.words), self.runner.folder)


LANGUAGES: Final[tuple[Language, ...]] = (
    Language(
        "python",
        "clients/python/conformance/__main__.py",
        tools=(PYTHON,),
        builds=(),
        runner=Command((PYTHON, "clients/python/conformance", VECTORS, TARGET)),
    ),
    Language(
        "python-aio",
        "clients/python/conformance/__main__.py",
        tools=(PYTHON,),
        builds=(),
        runner=Command((PYTHON, "clients/python/conformance", VECTORS, TARGET, "--aio")),
    ),
)
