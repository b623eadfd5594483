"""`make browser` can fail, and is not skipped in silence."""

import sys

import pytest

from tests.browser import __main__ as browser
from tests.conformance import __main__ as conformance
from tests.conformance.languages import CHROMIUM, LANGUAGES, Command, Language

HERE = Language("here", ".", (), (), Command((sys.executable, "-c", "")))


def saying(said: str, status: int = 0) -> Command:
    return Command((sys.executable, "-c", f"import sys; print({said!r}); sys.exit({status})"))


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_without_a_browser_it_says_so_and_fails_in_ci(
    ci: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browser, "CHROMIUM", "no-such-chromium")
    monkeypatch.setenv("CI", ci)
    away = Language("away", ".", ("no-such-chromium",), (), HERE.runner)
    assert browser.main([], (HERE, away)) == status
    assert capsys.readouterr().out.startswith("browser: skipped, no no-such-chromium")


ENDS = {
    "all went well": ("ℹ pass 3\nℹ fail 0\nℹ skipped 0", 0, True, True),
    "one was skipped": ("ℹ pass 3\nℹ fail 0\nℹ skipped 1", 0, True, False),
    "one failed": ("ℹ pass 3\nℹ fail 1\nℹ skipped 0", 1, False, False),
    "none was run": ("ℹ pass 0\nℹ fail 0\nℹ skipped 3", 0, False, False),
    "it said nothing": ("", 0, False, False),
}


@pytest.mark.parametrize(("said", "status", "well", "well_in_ci"), ENDS.values(), ids=ENDS)
def test_what_the_tests_say_decides(
    said: str, status: int, well: bool, well_in_ci: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert browser.tested(saying(said, status)) is well
    monkeypatch.setenv("CI", "true")
    assert browser.tested(saying(said, status)) is well_in_ci


def test_a_page_that_fails_or_vectors_that_fail_fail_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(browser, "CHROMIUM", sys.executable)
    page = Language("page", ".", (sys.executable,), (), HERE.runner)
    for tests, replays, status in [(True, 0, 0), (False, 0, 1), (True, 1, 1)]:
        monkeypatch.setattr(browser, "tested", lambda _, went=tests: went)
        monkeypatch.setattr(conformance, "main", lambda *_, ended=replays: ended)
        assert browser.main([], (page,)) == status
    broken = Language("page", ".", (sys.executable,), (saying("no", 1),), HERE.runner)
    assert browser.main(["--no-replay"], (broken,)) == 1


def test_every_runner_of_a_browser_asks_for_one() -> None:
    assert [one.label for one in LANGUAGES if CHROMIUM in one.tools] == [
        one.label for one in LANGUAGES if one.label.endswith("-chromium")
    ]
