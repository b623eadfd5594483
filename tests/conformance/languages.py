"""Which clients replay the vectors, and how each is built and run. A client is added here and nowhere else."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

VECTORS: Final = "VECTORS"
"""Stands in a runner's command for the file of vectors."""
TARGET: Final = "HOST:PORT"
"""Stands in a runner's command for the server."""
WEB_TARGET: Final = "WEB-HOST:PORT"
"""Stands in a runner's command for the server's web door."""

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

    def run(self, vectors: Path, target: str, web_target: str = "") -> Command:
        """The command that replays a file of vectors against a server."""
        given = {VECTORS: str(vectors), TARGET: target, WEB_TARGET: web_target}
        return Command(tuple(given.get(word, word) for word in self.runner.words), self.runner.folder)


CHROMIUM: Final = os.environ.get("CHROMIUM") or "chromium"
"""The browser that pages are shown in; CHROMIUM in the environment names another."""

_TYPESCRIPT: Final = (
    Command(("npm", "install", "--no-audit", "--no-fund"), "clients/typescript"),
    Command(("npm", "run", "build:checks"), "clients/typescript"),  # builds the client first
)


def _typescript(label: str, *flags: str, target: str = TARGET) -> Language:
    return Language(
        label,
        "clients/typescript/conformance/main.ts",
        tools=("node", "npm"),
        builds=_TYPESCRIPT,
        runner=Command(("node", "build/conformance/main.js", *flags, VECTORS, target), "clients/typescript"),
    )


def _in_chromium(label: str, *flags: str) -> Language:
    return Language(
        label,
        "clients/typescript/browser/replay.ts",
        tools=("node", "npm", CHROMIUM),
        builds=_TYPESCRIPT,
        runner=Command(("node", "build/browser/replay.js", *flags, VECTORS, WEB_TARGET), "clients/typescript"),
    )


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
    _typescript("typescript-connect"),
    _typescript("typescript-grpc-js", "--grpc-js"),
    _typescript("typescript-web", "--web", target=WEB_TARGET),
    _typescript("typescript-grpc-web", "--grpc-web", target=WEB_TARGET),
    _in_chromium("typescript-web-chromium"),
    _in_chromium("typescript-json-chromium", "--json"),
    _in_chromium("typescript-grpc-web-chromium", "--grpc-web"),
    Language(
        "go",
        "clients/go/internal/cmd/conformance/main.go",
        tools=("go",),
        builds=(
            Command(("go", "vet", "./..."), "clients/go"),
            Command(("go", "build", "-o", "build/", "./internal/cmd/conformance", "./examples/..."), "clients/go"),
        ),
        runner=Command(("build/conformance", VECTORS, TARGET), "clients/go"),
    ),
    Language(
        "java",
        "clients/java/src/test/java/io/github/belotereferee/conformance/Conformance.java",
        tools=("java", "javac", "mvn"),
        builds=(Command(("mvn", "-B", "-q", "-Pstrict", "test-compile"), "clients/java"),),
        runner=Command(
            (
                *("java", "@target/test-classes/java.args", "io.github.belotereferee.conformance.Conformance"),
                *(VECTORS, TARGET),
            ),
            "clients/java",
        ),
    ),
    Language(
        "rust",
        "clients/rust/conformance/src/main.rs",
        tools=("cargo",),
        builds=(Command(("cargo", "build", "--quiet", "--package", "conformance"), "clients/rust"),),
        runner=Command(("target/debug/conformance", VECTORS, TARGET), "clients/rust"),
    ),
    Language(
        "cpp",
        "clients/cpp/conformance/main.cc",
        tools=("cmake", "ninja", "g++", "protoc", "grpc_cpp_plugin"),
        builds=(
            Command(
                (
                    *("cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"),
                    *("-DBELOTE_REFEREE_CONFORMANCE=ON", "-DBELOTE_REFEREE_WARNINGS_AS_ERRORS=ON"),
                ),
                "clients/cpp",
            ),
            Command(("cmake", "--build", "build"), "clients/cpp"),
        ),
        runner=Command(("build/conformance/belote_conformance", VECTORS, TARGET), "clients/cpp"),
    ),
)
