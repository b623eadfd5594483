"""`make proto`: writes all generated code that is committed anew, in every language whose tools are here.

What Java, C++ and C# generate, they generate while building.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from tests.conformance import ROOT
from tests.conformance.chosen import add_only, chosen
from tests.conformance.languages import Command
from tests.conformance.running import ended

WITHIN: Final = 1800.0
BUF: Final = ".venv-proto/bin/buf"


@dataclass(frozen=True)
class Generator:
    """What writes the code of one language."""

    label: str
    source: str
    """The file that says what is generated."""
    tools: tuple[str, ...]
    """Programs without which it is skipped."""
    commands: tuple[Command, ...]
    ci_may_skip: bool = False


GENERATORS: Final = (
    Generator(
        "python",
        "buf.gen.yaml",
        (BUF,),
        (Command((BUF, "generate")), Command((BUF, "generate", "--template", "tests/conformance/buf.gen.yaml"))),
    ),
    Generator(
        "typescript",
        "clients/typescript/buf.gen.yaml",
        ("node", "npm"),
        (
            Command(("npm", "install", "--no-audit", "--no-fund"), "clients/typescript"),
            Command(("npm", "run", "generate"), "clients/typescript"),
        ),
    ),
    Generator(
        "go",
        "clients/go/buf.gen.yaml",
        ("go", BUF),
        (Command(("go", "generate", "./..."), "clients/go"),),
    ),
    Generator(
        "rust",
        "clients/rust/generate",
        ("cargo",),
        (Command(("cargo", "run", "--quiet", "--package", "generate"), "clients/rust"),),
    ),
)


def main(words: Sequence[str] | None = None, generators: Sequence[Generator] = GENERATORS) -> int:
    """The exit status: 1 when something is not written, or in CI when something is skipped."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.generate", description=__doc__)
    add_only(parser)
    choice = chosen(parser, parser.parse_args(words).only, generators)
    failed = sum(not written(one) for one in choice.here)
    return 1 if failed + choice.faults() else 0


def written(one: Generator) -> bool:
    """Whether the code of a language was written; says so, or what went wrong."""
    began = monotonic()
    # Go asks for buf by its name.
    path = {"PATH": f"{(ROOT / Path(BUF)).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    for command in one.commands:
        end = ended(command, WITHIN, path)
        if end.status:
            print(end.said.rstrip(), f"{one.label}: {' '.join(command.words)} failed, {end.status}", sep="\n")
            return False
    print(f"{one.label}: written in {monotonic() - began:.0f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
