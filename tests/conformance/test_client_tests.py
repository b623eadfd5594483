"""`make client-tests` and `make proto` can fail: what fails, what is left out and what is missing are all told."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.conformance import ROOT, client_tests, generate
from tests.conformance.client_tests import CLIENTS, OwnTests
from tests.conformance.generate import GENERATORS, Generator
from tests.conformance.languages import LANGUAGES, Command
from tests.conformance.running import Served

SERVER = Served("host:1", "host:2")


@pytest.fixture(autouse=True)
def _no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def nowhere() -> Iterator[Served]:
        yield SERVER

    monkeypatch.setattr(client_tests, "served", nowhere)
    monkeypatch.delenv("CI", raising=False)


def program(text: str) -> Command:
    return Command((sys.executable, "-c", text))


def client(*texts: str, label: str = "go", tools: tuple[str, ...] = (), left_out: str = "") -> OwnTests:
    return OwnTests(label, ".", tools, tuple(map(program, texts)), left_out)


def test_a_client_is_told_where_the_referee_is(capsys: pytest.CaptureFixture[str]) -> None:
    asks = "import os; assert (os.environ['REFEREE_TARGET'], os.environ['REFEREE_WEB_TARGET']) == ('host:1', 'host:2')"
    assert client_tests.main([], (client(asks),)) == 0
    assert re.fullmatch(r"go: tests passed in \d+ s\n", capsys.readouterr().out)


def test_a_client_that_fails_fails_all_and_shows_why(capsys: pytest.CaptureFixture[str]) -> None:
    bad = client("print('line 7: 3 for 2'); raise SystemExit(5)", "print('not run')")
    assert client_tests.main([], (bad, client("", label="java"))) == 1
    said = capsys.readouterr().out
    assert "line 7: 3 for 2" in said and "failed, 5" in said
    assert "not run" not in said.splitlines()
    assert "java: tests passed" in said, "the others are still run"


def test_a_test_that_was_left_out_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    says = "print('ok  \\n--- SKIP: TestExample (0.00s)')"
    assert client_tests.main([], (client(says, left_out=r"(?m)^\s*--- SKIP"),)) == 1
    assert "something was left out: --- SKIP" in capsys.readouterr().out
    assert client_tests.main([], (client("print('ok')", left_out=r"(?m)^\s*--- SKIP"),)) == 0


LEFT_OUT = {
    "typescript": ("ℹ skipped 0\n# skipped 0", "ℹ tests 40\nℹ skipped 1\n", "# skipped 12"),
    "go": ("--- PASS: TestSKIP (0.00s)", "=== RUN\n--- SKIP: TestExample (0.00s)", "    --- SKIP: TestA/b (0.00s)"),
    "java": (
        "[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0",
        "Tests run: 4, Failures: 0, Errors: 0, Skipped: 2",
    ),
    "rust": (
        "ok. 4 passed; 0 failed; 0 ignored",
        "SKIPPED: ask was not run",
        "4 passed; 0 failed; 1 ignored",
    ),
    "cpp": (
        "1/2 Test #1: client ....   Passed",
        "2/2 Test #2: readme ***Skipped",
        "[  SKIPPED ] Tls.Works",
    ),
}


@pytest.mark.parametrize("label", LEFT_OUT)
def test_each_language_tells_what_it_leaves_out(label: str) -> None:
    (one,) = [one for one in CLIENTS if one.label == label]
    nothing, *something = LEFT_OUT[label]
    assert not re.search(one.left_out, nothing)
    for said in something:
        assert re.search(one.left_out, said), said


def test_a_missing_tool_chain_is_named_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    away = client(label="java", tools=("no-such-javac",))
    assert client_tests.main([], (client(""), away)) == 0
    assert capsys.readouterr().out.endswith("java: skipped, no no-such-javac\n1 of 2 skipped\n")
    assert client_tests.main([], (away,)) == 1, "nothing was run"
    monkeypatch.setenv("CI", "true")
    assert client_tests.main([], (client(""), away)) == 1
    assert client_tests.main(["--only", "go"], (client(""), away)) == 0


def test_every_language_that_replays_the_vectors_has_its_tests_run() -> None:
    replayed = {one.source.split("/")[1] for one in LANGUAGES}
    assert {one.source.split("/")[1] for one in CLIENTS} == {*replayed, "csharp"} - {"python"}


def generator(*texts: str, label: str = "go", tools: tuple[str, ...] = ()) -> Generator:
    return Generator(label, ".", tools, tuple(map(program, texts)))


def test_what_is_not_generated_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    finds_buf = f"import os; assert os.environ['PATH'].startswith({str(ROOT / '.venv-proto' / 'bin')!r})"
    good, bad = generator(finds_buf), generator("print('card.proto:3'); raise SystemExit(1)", label="rust")
    away = generator(label="typescript", tools=("no-such-npm",))
    assert generate.main([], (good,)) == 0
    assert re.fullmatch(r"go: written in \d+ s\n", capsys.readouterr().out)
    assert generate.main([], (bad, good)) == 1
    said = capsys.readouterr().out
    assert "card.proto:3" in said and "go: written" in said
    assert generate.main([], (good, away)) == 0
    assert "typescript: skipped, no no-such-npm\n1 of 2 skipped\n" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    assert generate.main([], (good, away)) == 1


def test_all_that_buf_and_cargo_generate_is_generated_at_once() -> None:
    """Every template of buf in the project is used by one of the generators; Rust's generator is its own."""
    folders = {one.source.rsplit("/", 1)[0] for one in GENERATORS if "/" in one.source}
    templates = {
        path.relative_to(ROOT) for path in ROOT.glob("clients/*/**/buf.gen.yaml") if "node_modules" not in path.parts
    }
    assert templates
    for template in templates:
        assert any(template.is_relative_to(folder) for folder in folders), template
    assert (ROOT / "clients/rust/generate").is_dir() and "clients/rust" in folders
