"""What a runner has to say about a file of vectors, and whether it said that."""

import re
from dataclasses import dataclass
from pathlib import Path

from belote.conformance.v1 import conformance_pb2 as vectors

from tests.conformance.languages import Language
from tests.conformance.running import Served, ended

REPLAYS_WITHIN = 300.0


@dataclass(frozen=True)
class Expected:
    """How a file of vectors is to come out."""

    vectors: Path
    size: int
    failing: frozenset[str]
    """Names of the vectors that must fail, and no others."""


def expectations(right: Path, wrong: Path) -> tuple[Expected, Expected]:
    """What is to come of both files: nothing fails in the one, exactly what was spoiled fails in the other."""
    good, bad = (vectors.ConformanceSuite.FromString(path.read_bytes()).vectors for path in (right, wrong))
    spoiled = frozenset(one.name for one, other in zip(bad, good, strict=True) if one != other)
    return Expected(right, len(good), frozenset()), Expected(wrong, len(bad), spoiled)


@dataclass(frozen=True)
class Replayed:
    """What is told of one run: its line, and what is wrong with it."""

    line: str
    faults: tuple[str, ...]


def replayed(language: Language, expected: Expected, server: Served) -> Replayed:
    """Lets a runner replay a file against a server, and holds its words to what is expected."""
    end = ended(language.run(expected.vectors, server.target, server.web_target), REPLAYS_WITHIN)
    lines = end.said.splitlines()
    count = re.fullmatch(rf"{re.escape(language.label)}: (\d+) passed, (\d+) failed", lines[-1] if lines else "")
    if count is None:
        return Replayed(f"{language.label}: no count", (end.said.strip() or "it said nothing",))
    passed, failed = int(count[1]), int(count[2])
    named = [line.split(":", 1)[0].removeprefix("FAIL ").strip() for line in lines if line.startswith("FAIL ")]
    missing, unasked = sorted(expected.failing - set(named)), sorted(set(named) - expected.failing)
    faults: list[str] = []
    if passed + failed != expected.size:
        faults.append(f"it counted {passed + failed} of {expected.size} vectors")
    if failed != len(expected.failing) or len(named) != failed:
        faults.append(f"{failed} failed and {len(named)} were named, {len(expected.failing)} were expected")
    if missing:
        faults.append(f"it passed what is wrong: {', '.join(missing)}")
    faults += [line for line in lines if line.startswith("FAIL ") and line.split(":", 1)[0][5:].strip() in unasked]
    if (end.status == 0) is (failed > 0):
        faults.append(f"its exit status is {end.status} with {failed} failed")
    planted = f" ({len(expected.failing)} expected)" if expected.failing else ""
    return Replayed(lines[-1] + planted, tuple(faults))
