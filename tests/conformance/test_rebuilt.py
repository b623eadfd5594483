"""The committed vectors are what the cases say, byte for byte."""

from typing import Any

import pytest
from belote.conformance.v1 import conformance_pb2 as vectors

from tests.conformance import VECTORS, WRONG
from tests.conformance.compile import written
from tests.conformance.mistakes import with_mistakes
from tests.conformance.suite import compiled

STALE = "cases and vectors differ: run `python -m tests.conformance.compile` and read the diff of the cases"


@pytest.fixture(scope="module")
def rebuilt() -> tuple[bytes, bytes]:
    suite = compiled()
    return written(suite), written(with_mistakes(suite))


def test_both_files_are_as_the_cases_say(rebuilt: tuple[bytes, bytes]) -> None:
    assert rebuilt[0] == VECTORS.read_bytes(), STALE
    assert rebuilt[1] == WRONG.read_bytes(), STALE


def test_the_bytes_do_not_depend_on_the_order_of_a_map(rebuilt: tuple[bytes, bytes]) -> None:
    suite = vectors.ConformanceSuite.FromString(rebuilt[0])
    shuffled = 0
    for vector in suite.vectors:
        call: Any = vector.WhichOneof("call")
        if not (told := dict(getattr(vector, call).error.metadata)):
            continue
        metadata = getattr(vector, call).error.metadata
        metadata.clear()
        for key in reversed(told):
            metadata[key] = told[key]
        shuffled += len(told) > 1
    assert shuffled
    assert written(suite) == rebuilt[0]
