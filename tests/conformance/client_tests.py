"""`make client-tests`: lets each client run its own tests, and its README's snippets, against a live referee.

Those of the Python client are among `make test`.
"""

import argparse
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Final

from tests.conformance.chosen import add_only, chosen
from tests.conformance.languages import LANGUAGES, PYTHON, Command
from tests.conformance.running import Served, ended, served

WITHIN: Final = 1800.0


@dataclass(frozen=True)
class OwnTests:
    """The tests of one client, and how they tell that some of them were left out."""

    label: str
    source: str
    """The folder of the client."""
    tools: tuple[str, ...]
    """Programs without which it is skipped."""
    commands: tuple[Command, ...]
    """In order; the first that fails ends it."""
    left_out: str = ""
    """What their output matches when a test was skipped, which counts as a failure: nothing is missing here."""
    ci_may_skip: bool = False


def _tools(label: str, *more: str) -> tuple[str, ...]:
    """The tool chain is that of the client's runner of the vectors."""
    return next(one.tools for one in LANGUAGES if one.label == label) + more


def _builds(label: str) -> tuple[Command, ...]:
    """What builds that runner: nothing is built twice when it was built before."""
    return next(one.builds for one in LANGUAGES if one.label == label)


CLIENTS: Final = (
    OwnTests(
        "typescript",
        "clients/typescript",
        _tools("typescript-connect"),
        (
            Command(("npm", "install", "--no-audit", "--no-fund"), "clients/typescript"),
            Command(("npm", "test"), "clients/typescript"),
        ),
        left_out=r"(?m)^(?:#|ℹ) skipped [1-9]",
    ),
    OwnTests(
        "go",
        "clients/go",
        _tools("go"),
        (
            Command(("go", "vet", "./..."), "clients/go"),
            Command(("go", "test", "-v", "./..."), "clients/go"),
        ),
        left_out=r"(?m)^\s*--- SKIP",
    ),
    OwnTests(
        "java",
        "clients/java",
        _tools("java"),
        (Command(("mvn", "-B", "--no-transfer-progress", "-Pstrict,kotlin", "verify"), "clients/java"),),
        left_out=r"(?m)Tests run:.* Skipped: [1-9]",
    ),
    OwnTests(
        "rust",
        "clients/rust",
        _tools("rust", "rustfmt", "cargo-clippy"),
        (
            Command(("cargo", "fmt", "--all", "--check"), "clients/rust"),
            Command(
                ("cargo", "clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"), "clients/rust"
            ),
            Command(("cargo", "test", "--workspace"), "clients/rust"),
        ),
        left_out=r"(?m)^SKIPPED:|; [1-9]\d* ignored",
    ),
    OwnTests(
        "cpp",
        "clients/cpp",
        _tools("cpp", "ctest"),
        (
            Command((*_builds("cpp")[0].words, "-DBELOTE_REFEREE_TESTS=ON"), "clients/cpp"),
            *_builds("cpp")[1:],
            Command(("ctest", "--test-dir", "build", "--output-on-failure", "--no-tests=error"), "clients/cpp"),
        ),
        left_out=r"\*\*\*Skipped|\[  SKIPPED \]",
    ),
    OwnTests(
        "csharp",
        "clients/csharp",
        ("protoc", PYTHON),
        (Command((PYTHON, "clients/csharp/tests/check_names.py")),),
    ),
)


def main(words: Sequence[str] | None = None, clients: Sequence[OwnTests] = CLIENTS) -> int:
    """The exit status: 1 when a test fails or is left out, or in CI when a client is skipped."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.client_tests", description=__doc__)
    add_only(parser)
    choice = chosen(parser, parser.parse_args(words).only, clients)
    failed = 0
    if choice.here:
        with served() as server:
            failed = sum(not passed(one, server) for one in choice.here)
    return 1 if failed + choice.faults() else 0


def passed(client: OwnTests, server: Served) -> bool:
    """Whether all tests of a client pass; says so, or shows what they said."""
    began = monotonic()
    for command in client.commands:
        end = ended(command, WITHIN, live(server))
        left = re.search(client.left_out, end.said) if client.left_out else None
        if end.status or left:
            why = f"{end.status}" if end.status else f"something was left out: {left[0].strip() if left else ''}"
            print(end.said.rstrip(), f"{client.label}: {' '.join(command.words)} failed, {why}", sep="\n", flush=True)
            return False
    print(f"{client.label}: tests passed in {monotonic() - began:.0f} s", flush=True)
    return True


def live(server: Served) -> Mapping[str, str]:
    """What tells the tests of every language where a referee listens."""
    return {"REFEREE_TARGET": server.target, "REFEREE_WEB_TARGET": server.web_target}


def _stopped(_number: int, _frame: object) -> None:
    sys.exit(143)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _stopped)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
