"""`make conformance` can fail: every way in which a runner may be wrong is seen, and nothing is skipped in silence."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from belote.conformance.v1 import conformance_pb2 as vectors

from tests.conformance import ROOT, __main__, replay, running
from tests.conformance.languages import LANGUAGES, TARGET, VECTORS, WEB_TARGET, Command, Language
from tests.conformance.replay import Expected, expectations, replayed
from tests.conformance.running import Served

SERVER = Served("host:1", "host:2")
SAYS = "import sys; print(sys.argv[3]) if sys.argv[3] else None; sys.exit(int(sys.argv[4]))"


def speaker(said: str, status: int, label: str = "go") -> Language:
    """A runner that says what it is told to say."""
    runner = Command((sys.executable, "-c", SAYS, VECTORS, TARGET, said, str(status)))
    return Language(label, ".", (), (), runner)


def faults(said: str, status: int, size: int = 5, failing: frozenset[str] = frozenset()) -> tuple[str, ...]:
    return replayed(speaker(said, status), Expected(Path("vectors"), size, failing), SERVER).faults


def test_a_runner_that_does_all_well_has_no_fault() -> None:
    assert faults("go: 5 passed, 0 failed", 0) == ()
    assert faults("FAIL a: x\nFAIL b: y\ngo: 3 passed, 2 failed", 1, failing=frozenset({"a", "b"})) == ()


WRONG = {
    "a vector failed": ("FAIL a/b: winner, 3 for 2\ngo: 4 passed, 1 failed", 1, frozenset[str]()),
    "a vector is left out": ("go: 4 passed, 0 failed", 0, frozenset[str]()),
    "no vector was read": ("go: 0 passed, 0 failed", 0, frozenset[str]()),
    "it says nothing": ("", 0, frozenset[str]()),
    "it is another's count": ("java: 5 passed, 0 failed", 0, frozenset[str]()),
    "the count is not the last line": ("go: 5 passed, 0 failed\nbye", 0, frozenset[str]()),
    "it fails after all passed": ("go: 5 passed, 0 failed", 1, frozenset[str]()),
    "it ends well with a failure": ("FAIL a: x\ngo: 4 passed, 1 failed", 0, frozenset({"a"})),
    "it finds no mistake": ("go: 5 passed, 0 failed", 0, frozenset({"a"})),
    "it finds another mistake": ("FAIL b: x\ngo: 4 passed, 1 failed", 1, frozenset({"a"})),
    "it finds too many": ("FAIL a: x\nFAIL b: x\ngo: 3 passed, 2 failed", 1, frozenset({"a"})),
    "it names nothing": ("go: 4 passed, 1 failed", 1, frozenset({"a"})),
}


@pytest.mark.parametrize(("said", "status", "failing"), WRONG.values(), ids=WRONG)
def test_a_runner_that_is_wrong_is_seen(said: str, status: int, failing: frozenset[str]) -> None:
    assert faults(said, status, failing=failing)


def test_the_line_tells_how_many_were_expected() -> None:
    said = "FAIL a: x\ngo: 4 passed, 1 failed"
    run = replayed(speaker(said, 1), Expected(Path("vectors"), 5, frozenset({"a"})), SERVER)
    assert run.line == "go: 4 passed, 1 failed (1 expected)"


def test_what_is_spoiled_is_what_must_fail(tmp_path: Path) -> None:
    suite = vectors.ConformanceSuite()
    for name in "abc":
        suite.vectors.add(name=name)
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_bytes(suite.SerializeToString())
    suite.vectors[1].deal_cards.error.code = 3
    wrong.write_bytes(suite.SerializeToString())
    good, bad = expectations(right, wrong)
    assert (good.size, good.failing, bad.size, bad.failing) == (3, frozenset(), 3, frozenset({"b"}))


def test_a_runner_that_hangs_is_stopped_with_what_it_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(replay, "REPLAYS_WITHIN", 1.0)
    pid = tmp_path / "pid"
    inner = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    language = Language("go", ".", (), (), Command((sys.executable, "-c", outer)))
    assert "stopped after 1 s" in replayed(language, Expected(Path("vectors"), 5, frozenset()), SERVER).faults[0]
    assert gone(int(pid.read_text(encoding="ascii")))


def test_a_runner_that_is_not_there_is_seen() -> None:
    language = Language("go", ".", (), (), Command(("no-such-runner",)))
    assert replayed(language, Expected(Path("vectors"), 5, frozenset()), SERVER).faults


def test_a_missing_tool_is_skipped_by_name_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here = Language("here", ".", (), (Command((sys.executable, "-c", "")),), Command((sys.executable,)))
    away = Language("go", ".", ("no-such-go",), (), Command(("go",)))
    asked = ["--build-only"]
    monkeypatch.delenv("CI", raising=False)
    assert __main__.main(asked, (here, away)) == 0
    assert "go: skipped, no no-such-go\n1 of 2 skipped\n" in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    assert __main__.main(asked, (here, away)) == 1
    excused = Language("csharp", ".", ("no-such-dotnet",), (), Command(("dotnet",)), ci_may_skip=True)
    assert __main__.main(asked, (here, excused)) == 0
    assert __main__.main(asked, (excused,)) == 1, "nothing was run"


def test_a_runner_that_is_not_written_is_skipped_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert __main__.main(["--build-only"], (Language("go", "no/such/folder", (), (), Command(("go",))),)) == 1
    assert capsys.readouterr().out == "go: skipped, no no/such/folder\n1 of 1 skipped\nnothing was run\n"


def test_a_client_that_does_not_build_fails_and_shows_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    broken = Command((sys.executable, "-c", "import sys; print('line 7: no such name'); sys.exit(2)"))
    assert __main__.main(["--build-only"], (Language("go", ".", (), (broken,), broken),)) == 1
    assert "line 7: no such name" in capsys.readouterr().out


def test_a_client_of_two_runners_is_built_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    build = Command((sys.executable, "-c", f"open({str(log)!r}, 'a').write('x')"))
    twins = tuple(Language(name, ".", (), (build,), build) for name in ("one", "two"))
    assert __main__.main(["--build-only"], twins) == 0
    assert log.read_text(encoding="ascii") == "x"


def test_only_what_is_asked_for_is_run() -> None:
    with pytest.raises(SystemExit) as stopped:
        __main__.main(["--only", "go,cobol"], (speaker("", 0),))
    assert stopped.value.code == 2
    broken = Command((sys.executable, "-c", "raise SystemExit(1)"))
    rest = Language("java", ".", (), (broken,), broken)
    assert __main__.main(["--build-only", "--only", "go"], (speaker("", 0), rest)) == 0


def test_labels_are_there_once() -> None:
    labels = [one.label for one in LANGUAGES]
    assert len(set(labels)) == len(labels)
    for one in LANGUAGES:
        assert VECTORS in one.runner.words and {TARGET, WEB_TARGET} & set(one.runner.words), one.label


def test_no_server_is_left_behind(tmp_path: Path) -> None:
    """Not even when what runs it is told to stop in the middle."""
    seen = tmp_path / "seen"
    waits = f"import sys, time; open({str(seen)!r}, 'w').write(sys.argv[1]); time.sleep(60)"
    program = f"""
import sys
from tests.conformance import __main__ as orchestrator
from tests.conformance.languages import TARGET, VECTORS, Command, Language
import signal
signal.signal(signal.SIGTERM, orchestrator._stopped)
runner = Command((sys.executable, "-c", {waits!r}, TARGET, VECTORS))
orchestrator.main(["--no-build"], (Language("go", ".", (), (), runner),))
"""
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, start_new_session=True) as started:
        try:
            until = time.monotonic() + 20
            while not (seen.is_file() and seen.read_text(encoding="ascii")) and time.monotonic() < until:
                time.sleep(0.05)
            target = seen.read_text(encoding="ascii")
            assert answers(target)
        finally:
            started.terminate()
        started.wait(20)
    assert not answers(target)


def test_a_server_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with pytest.raises(RuntimeError, match="did not start"), running.served():
        pass


def answers(target: str) -> bool:
    host, _, port = target.rpartition(":")
    with socket.socket() as door:
        door.settimeout(2)
        return door.connect_ex((host, int(port))) == 0


def gone(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False
