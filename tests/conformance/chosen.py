"""What is asked for and can be done here. The rest is skipped: by name and with the count, and in CI not at all."""

import argparse
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tests.conformance import ROOT


class Needing(Protocol):
    """Something that can be done only where its programs are."""

    @property
    def label(self) -> str:
        """What it is asked for by."""

    @property
    def source(self) -> str:
        """The file or folder below the root without which there is nothing to do."""

    @property
    def tools(self) -> tuple[str, ...]:
        """Programs, each in the path or a file below the root."""

    @property
    def ci_may_skip(self) -> bool:
        """Whether CI may do without it."""


One = TypeVar("One", bound=Needing)


@dataclass(frozen=True)
class Chosen(Generic[One]):
    """What was asked for, parted into what can be done here and what cannot."""

    here: tuple[One, ...]
    skipped: Mapping[str, str]
    """Why, by label."""
    in_ci: tuple[str, ...]
    """Those of the skipped that CI must not skip."""

    def faults(self) -> int:
        """Tells what is skipped, and how often that is a failure."""
        for label, why in self.skipped.items():
            print(f"{label}: skipped, {why}")
        if self.skipped:
            print(f"{len(self.skipped)} of {len(self.here) + len(self.skipped)} skipped")
        failed = 0
        if os.environ.get("CI") and self.in_ci:
            print(f"CI skips nothing: {', '.join(self.in_ci)}")
            failed += 1
        if not self.here:
            print("nothing was run")
            failed += 1
        return failed


def add_only(parser: argparse.ArgumentParser) -> None:
    """Lets a command line choose by label."""
    parser.add_argument("--only", default="", metavar="LABELS", help="only these, separated by commas: go,rust")


def chosen(parser: argparse.ArgumentParser, only: str, of: Sequence[One]) -> Chosen[One]:
    """Those that `--only` names, or all. Ends the program when it names one that there is not."""
    wanted = [label for label in only.split(",") if label]
    known = [one.label for one in of]
    if unknown := [label for label in wanted if label not in known]:
        parser.error(f"there is no {', '.join(unknown)} among {', '.join(known)}")
    asked = [one for one in of if not wanted or one.label in wanted]
    skipped = {one.label: why for one in asked if (why := lacking(one))}
    return Chosen(
        tuple(one for one in asked if one.label not in skipped),
        skipped,
        tuple(one.label for one in asked if one.label in skipped and not one.ci_may_skip),
    )


def lacking(one: Needing) -> str:
    """What it needs and this machine has not; empty when it has all."""
    if not (ROOT / one.source).exists():
        return f"no {one.source}"
    return ", ".join(f"no {tool}" for tool in one.tools if not (shutil.which(tool) or (ROOT / tool).is_file()))
