"""``make chaos``: plays every scenario against referees of its own, and tells what became of every call."""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence

from tests.load.chaos import SCENARIOS, Scenario, balanced, ends, floods, slow, surroundings  # noqa: F401  # they register themselves


def main(words: Sequence[str] | None = None) -> int:
    """The exit status: 1 when a scenario fails, or in CI cannot be played."""
    known = ", ".join(SCENARIOS)
    parser = argparse.ArgumentParser(prog="python -m tests.load.chaos", description=__doc__)
    parser.add_argument("--only", default="", metavar="NAMES", help=f"only these, separated by commas, of {known}")
    parser.add_argument("--list", action="store_true", help="tell what each is about, and play none")
    given = parser.parse_args(words)
    wanted = [name for name in given.only.split(",") if name]
    if unknown := [name for name in wanted if name not in SCENARIOS]:
        parser.error(f"there is no {', '.join(unknown)} among {known}")
    chosen = [one for name, one in SCENARIOS.items() if not wanted or name in wanted]
    if given.list:
        for one in chosen:
            print(f"{one.name}: {one.story}")
        return 0
    ends_well = [_played(one) for one in chosen]
    failed = [one.name for one, well in zip(chosen, ends_well, strict=True) if not well]
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


def _played(one: Scenario) -> bool:
    """Whether it ended well; one that cannot be played does, outside CI."""
    if lacking := one.lacking():
        must = bool(os.environ.get("CI"))
        print(f"{one.name}: SKIPPED, it needs {lacking}{' (FAILED: CI skips nothing)' if must else ''}", flush=True)
        return not must
    started = time.monotonic()
    outcome = asyncio.run(one.played())
    print(outcome.told(one.name))
    print(f'    make chaos ARGS="--only {one.name}" # {time.monotonic() - started:.0f} s: {one.story}', flush=True)
    return not outcome.faults


if __name__ == "__main__":
    sys.exit(main())
