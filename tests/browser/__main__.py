"""`make browser`: lets pages in headless Chromium ask live referees of other origins, and replay the vectors."""

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence
from typing import Final

from tests.conformance import __main__ as conformance
from tests.conformance.chosen import lacking
from tests.conformance.languages import CHROMIUM, LANGUAGES, Command, Language
from tests.conformance.running import ended

TESTS: Final = Command(("node", "--test", "--test-reporter=spec", "build/browser/door.test.js"), "clients/typescript")
WITHIN: Final = 600.0


def main(words: Sequence[str] | None = None, languages: Sequence[Language] = LANGUAGES, tests: Command = TESTS) -> int:
    """The exit status: 1 when something fails, or in CI when there is no browser."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser", description=__doc__)
    parser.add_argument("--no-replay", action="store_true", help="leave out the vectors, which take a minute or more")
    asked = parser.parse_args(words)
    pages = [one for one in languages if CHROMIUM in one.tools]
    if missing := lacking(pages[0]):
        print(f"browser: skipped, {missing} (CHROMIUM=path names another browser of its kind)")
        return 1 if os.environ.get("CI") else 0
    if conformance.built(pages):
        return 1
    failed = not tested(tests)
    if not asked.no_replay:
        labels = ",".join(one.label for one in pages)
        failed |= bool(conformance.main(["--no-build", "--only", labels], languages))
    return int(failed)


def tested(tests: Command) -> bool:
    """Whether Node's tests were run and went well, and in CI none was skipped."""
    end = ended(tests, WITHIN)
    print(end.said.rstrip(), flush=True)
    counts = {name: int(count) for name, count in re.findall(r"^ℹ (\w+) (\d+)$", end.said, re.MULTILINE)}
    if not counts.get("pass"):
        print("browser: no test passed")
    elif counts.get("skipped") and os.environ.get("CI"):
        print("browser: CI skips nothing")
    else:
        return end.status == 0
    return False


def _stopped(_number: int, _frame: object) -> None:
    sys.exit(143)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _stopped)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
