"""`make new-plugin`: what it copies works as it is, and a name or a folder that cannot be used is refused."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = ROOT / "plugins" / "template"


def new_plugin(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(TEMPLATE), *arguments], capture_output=True, text=True, check=False)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plugins") / "anywhere"
    run = new_plugin("two_tens", str(folder))
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    return folder


def test_a_plugin_is_made_under_its_own_name(made: Path) -> None:
    assert files(made) == {
        "README.md",
        "pyproject.toml",
        "referee_two_tens/__init__.py",
        "referee_two_tens/py.typed",
        "tests/cases/two_tens/last_trick.txt",
        "tests/test_two_tens.py",
    }
    texts = "".join((made / path).read_text(encoding="utf-8") for path in files(made))
    assert re.search("template", texts, re.IGNORECASE) is None
    for expected in ('name = "belote-referee-two-tens"', 'two_tens = "referee_two_tens:TwoTens"', "# Two tens\n"):
        assert expected in texts


def test_its_tests_pass(made: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(made)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout


def test_its_tests_fail_when_its_rule_is_another(made: Path, tmp_path: Path) -> None:
    spoiled = tmp_path / "spoiled"
    assert new_plugin("two_tens", str(spoiled)).returncode == 0
    code = spoiled / "referee_two_tens" / "__init__.py"
    written = code.read_text(encoding="utf-8")
    code.write_text(written.replace("LineKind.TRICKS, worth,", "LineKind.TRICKS, worth + 1,"), encoding="utf-8")
    assert code.read_text(encoding="utf-8") != written
    test = spoiled / "tests" / "test_two_tens.py"
    test.write_text(test.read_text(encoding="utf-8").replace("deals=20", "deals=1"), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(spoiled)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "case_holds" in run.stdout


REFUSED = [
    ("", "needs a name"),
    ("Two", "small letters"),
    ("2tens", "small letters"),
    ("two-tens", "small letters"),
    ("two__tens", "small letters"),
    ("two_tens_", "small letters"),
    ("../two", "small letters"),
    ("dix de der", "small letters"),
    ("t" * 41, "at most 40"),
    ("classic", "is taken: it is a feature"),
    ("declarations", "is taken"),
    ("template", "is taken: it is the folder template"),
    ("score", "is taken: it is a part of the game"),
    ("testing", "is taken: it is a part of the referee"),
    ("referee", "is taken: it is a part of the referee"),
    ("class", "is taken: it is a word of Python's own"),
    ("none", "is taken: it is a word of Python's own"),
    ("score_item", "is taken: it is the name of something that every plugin imports"),
]


@pytest.mark.parametrize(("name", "why"), REFUSED)
def test_a_name_that_cannot_be_used_is_refused_and_nothing_written(name: str, why: str, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    run = new_plugin(name, str(folder))
    assert run.returncode == 2
    assert why in run.stderr
    assert run.stderr.count("\n") == 1
    assert not folder.exists()


def test_a_folder_that_make_would_take_for_two_is_refused_and_nothing_written(tmp_path: Path) -> None:
    run = new_plugin("two_tens", str(tmp_path / "my plugins" / "two_tens"))
    assert run.returncode == 2
    assert run.stderr.startswith(f"DIR={tmp_path}/my plugins/two_tens cannot be used: ")
    assert run.stderr.count("\n") == 1
    assert not [*tmp_path.iterdir()]


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("mine", encoding="utf-8")
    run = new_plugin("two_tens", str(tmp_path))
    assert (run.returncode, run.stderr) == (2, f"{tmp_path} is there already; nothing was changed\n")
    assert files(tmp_path) == {"kept.txt"}


def test_make_copies_installs_without_a_network_and_tests() -> None:
    recipe = subprocess.run(
        [
            "make",
            "--no-print-directory",
            "--dry-run",
            "--old-file=.venv/ready",
            "new-plugin",
            "NAME=two_tens",
            "DIR=elsewhere/two_tens",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    copying, installing, testing, *_ = recipe
    assert copying == '.venv/bin/python plugins/template "two_tens" "elsewhere/two_tens"'
    assert {"--no-deps", "--no-build-isolation", "--editable"} <= set(installing.split())
    assert installing.endswith(f'"{ROOT}/elsewhere/two_tens"')
    assert testing.startswith(".venv/bin/pytest")
