"""Which core the tests run against: the sources of the checkout, or under ``make test-compiled`` the compiled wheel."""

import importlib
import os
import subprocess
import sys
import tomllib
from importlib.machinery import ExtensionFileLoader, SourceFileLoader
from pathlib import Path
from typing import Final

import pytest

import referee
from referee.core import CORE

ROOT: Final = Path(__file__).parents[2]
MODULES: Final[list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["referee"]["compiled"]
WANTED: Final = "compiled" if os.environ.get("REFEREE_TEST_COMPILED") == "1" else "pure"


def test_the_core_is_the_one_that_was_asked_for() -> None:
    assert CORE == WANTED
    assert (Path(referee.__file__).parent == ROOT / "referee") is (WANTED == "pure")


@pytest.mark.parametrize("name", MODULES)
def test_every_module_of_the_core_is_of_its_kind(name: str) -> None:
    spec = importlib.import_module(name).__spec__
    assert spec is not None
    assert isinstance(spec.loader, ExtensionFileLoader if WANTED == "compiled" else SourceFileLoader)


def test_a_checkout_holds_nothing_compiled() -> None:
    assert [path.name for path in (ROOT / "referee").rglob("*") if path.suffix in (".so", ".pyd", ".c")] == []


def answers(core: str) -> list[str]:
    """What this core answers, one line a question."""
    environment = dict(os.environ)
    # The checkout comes first where its sources are wanted, and after what is installed where the wheel is.
    if core == "pure":
        environment["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(
        [sys.executable, "-m", "tests.compiled.answers"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, *others = done.stdout.splitlines()
    assert first == core
    return others


@pytest.mark.skipif(WANTED == "pure", reason="there is one core here; make test-compiled has both")
def test_both_cores_answer_the_same() -> None:
    pure, compiled = answers("pure"), answers("compiled")
    assert len(pure) > 2000
    assert compiled == pure


def build(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "setup.py"), *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_wish_that_is_neither_yes_nor_no_ends_the_build() -> None:
    done = build({"REFEREE_COMPILE": "yes"}, "--version")
    assert done.returncode == 1
    assert "REFEREE_COMPILE is 'yes', where 1 compiles the core and 0 does not" in done.stderr


def test_an_editable_install_is_never_compiled() -> None:
    done = build({"REFEREE_COMPILE": "1"}, "editable_wheel")
    assert done.returncode == 1
    assert "an editable install is pure Python" in done.stderr


def test_a_part_of_a_checkout_cannot_be_compiled(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text((ROOT / "setup.py").read_text("utf-8"), "utf-8")
    done = subprocess.run(
        [sys.executable, "setup.py", "bdist_wheel"],
        cwd=tmp_path,
        env={**os.environ, "REFEREE_COMPILE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "needs a whole checkout" in done.stderr
    assert "constraints.txt" in done.stderr
