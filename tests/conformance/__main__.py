"""`make conformance`: builds every client, and lets each replay the vectors against a live referee."""

import argparse
import signal
import sys
from collections.abc import Sequence
from time import monotonic
from typing import Final

from tests.conformance import VECTORS, WRONG
from tests.conformance.chosen import add_only, chosen
from tests.conformance.languages import LANGUAGES, Command, Language
from tests.conformance.replay import expectations, replayed
from tests.conformance.running import ended, served

BUILDS_WITHIN: Final = 1800.0


def main(words: Sequence[str] | None = None, languages: Sequence[Language] = LANGUAGES) -> int:
    """The exit status: 1 when a build or a vector fails, a wrong one passes, or in CI a client is skipped."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    add_only(parser)
    parser.add_argument("--build-only", action="store_true", help="build the clients and replay nothing")
    parser.add_argument("--no-build", action="store_true", help="replay with what was built before")
    asked = parser.parse_args(words)
    choice = chosen(parser, asked.only, languages)
    unbuilt = set() if asked.no_build else built(choice.here)
    failed = len(unbuilt)
    if not asked.build_only:
        failed += replay_all([one for one in choice.here if one.label not in unbuilt])
    return 1 if failed + choice.faults() else 0


def built(languages: Sequence[Language]) -> set[str]:
    """Builds each client once, and shows what a failed build said. Gives the labels that cannot run."""
    done: dict[tuple[Command, ...], bool] = {}
    for language in languages:
        if language.builds in done:
            continue
        if language.builds:
            print(f"{language.label}: building", flush=True)
        began = monotonic()
        done[language.builds] = all(succeeded(language, command) for command in language.builds)
        if language.builds and done[language.builds]:
            print(f"{language.label}: built in {monotonic() - began:.0f} s", flush=True)
    return {language.label for language in languages if not done[language.builds]}


def succeeded(language: Language, command: Command) -> bool:
    """Whether a command of a build ends well."""
    end = ended(command, BUILDS_WITHIN)
    if end.status:
        print(end.said.rstrip(), f"{language.label}: {' '.join(command.words)} failed, {end.status}", sep="\n")
    return end.status == 0


def replay_all(languages: Sequence[Language]) -> int:
    """One line a language and file, and every fault below its line. Gives the number of runs with a fault."""
    failed = 0
    if not languages:
        return failed
    with served() as server:
        for language in languages:
            for expected in expectations(VECTORS, WRONG):
                run = replayed(language, expected, server)
                print(run.line, *(f"    {fault}" for fault in run.faults), sep="\n", flush=True)
                failed += bool(run.faults)
    return failed


def _stopped(_number: int, _frame: object) -> None:
    sys.exit(143)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _stopped)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
