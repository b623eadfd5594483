"""`make conformance`: builds every client, and lets each replay the vectors against a live referee."""

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Sequence
from typing import Final

from tests.conformance import ROOT, VECTORS, WRONG
from tests.conformance.languages import LANGUAGES, Command, Language
from tests.conformance.replay import expectations, replayed
from tests.conformance.running import ended, served

BUILDS_WITHIN: Final = 1800.0


def main(words: Sequence[str] | None = None, languages: Sequence[Language] = LANGUAGES) -> int:
    """The exit status: 1 when a build or a vector fails, a wrong one passes, or in CI a client is skipped."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--only", default="", metavar="LABELS", help="only these, separated by commas: go,rust")
    parser.add_argument("--build-only", action="store_true", help="build the clients and replay nothing")
    parser.add_argument("--no-build", action="store_true", help="replay with what was built before")
    asked = parser.parse_args(words)
    wanted = [label for label in asked.only.split(",") if label]
    known = [one.label for one in languages]
    if unknown := [label for label in wanted if label not in known]:
        parser.error(f"there is no {', '.join(unknown)} among {', '.join(known)}")
    chosen = [one for one in languages if not wanted or one.label in wanted]
    skipped = {one.label: why for one in chosen if (why := lacking(one))}
    here = [one for one in chosen if one.label not in skipped]
    unbuilt = set() if asked.no_build else built(here)
    failed = len(unbuilt)
    if not asked.build_only:
        failed += replay_all([one for one in here if one.label not in unbuilt])
    for label, why in skipped.items():
        print(f"{label}: skipped, {why}")
    if skipped:
        print(f"{len(skipped)} of {len(chosen)} skipped")
    must = [one.label for one in chosen if one.label in skipped and not one.ci_may_skip]
    if os.environ.get("CI") and must:
        print(f"CI skips nothing: {', '.join(must)}")
        failed += 1
    if len(skipped) == len(chosen):
        print("nothing was run")
        failed += 1
    return 1 if failed else 0


def lacking(language: Language) -> str:
    """What a client needs and this machine has not; empty when it has all."""
    if not (ROOT / language.source).exists():
        return f"no {language.source}"
    return ", ".join(f"no {tool}" for tool in language.tools if not (shutil.which(tool) or (ROOT / tool).is_file()))


def built(languages: Sequence[Language]) -> set[str]:
    """Builds each client once, and shows what a failed build said. Gives the labels that cannot run."""
    done: dict[tuple[Command, ...], bool] = {}
    for language in languages:
        if language.builds in done:
            continue
        if language.builds:
            print(f"{language.label}: building", flush=True)
        done[language.builds] = all(succeeded(language, command) for command in language.builds)
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
