"""The runner of the vectors finds what is wrong: with an answer, with an error, and with the file itself."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from belote_client import questions
from belote_client.messages import JudgeTrickResponse

RUNNER = Path(__file__).parents[1] / "conformance"
sys.path.append(str(RUNNER))  # what the runner does by being run; nobody else gets these messages

from belote.conformance.v1.conformance_pb2 import (  # noqa: E402  # found since the line above
    ConformanceSuite,
    ConformanceVector,
    ExpectedError,
    JudgeTrickVector,
    ListVariantsVector,
)

Run: TypeAlias = Callable[[bytes], tuple[int, list[str]]]


@pytest.fixture(params=["python", "python-aio"])
def run(request: pytest.FixtureRequest, target: str, tmp_path: Path) -> Run:
    """Runs the runner on the bytes of a file: its exit status and its lines, the last without its label."""

    def start(vectors: bytes) -> tuple[int, list[str]]:
        file = tmp_path / "vectors.binpb"
        file.write_bytes(vectors)
        kind = ["--aio"] if request.param == "python-aio" else []
        command = [sys.executable, "-W", "error", str(RUNNER), str(file), target, *kind]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        lines = done.stdout.splitlines()
        if lines:
            assert lines[-1].startswith(f"{request.param}: "), done.stdout + done.stderr
            lines[-1] = lines[-1].removeprefix(f"{request.param}: ")
        return done.returncode, lines

    return start


def trick(name: str, cards: str, expected: JudgeTrickResponse | ExpectedError | None) -> ConformanceVector:
    case = JudgeTrickVector(
        request=questions.judge_trick("ffb_classic", trump="hearts", leader="south", cards=cards),
        response=expected if isinstance(expected, JudgeTrickResponse) else None,
        error=expected if isinstance(expected, ExpectedError) else None,
    )
    return ConformanceVector(name=name, judge_trick=case)


TWICE = ExpectedError(
    code=3,
    reason="CARD_DUPLICATED",
    domain="belote.referee",
    metadata={"field": "cards[1]", "card": "7H"},
    violated_fields=["cards[1]"],
)


def another(**fields: object) -> ExpectedError:
    changed = ExpectedError()
    changed.CopyFrom(TWICE)
    for name in fields:
        changed.ClearField(name)  # type: ignore[arg-type]  # a field's name
    changed.MergeFrom(ExpectedError(**fields))  # type: ignore[arg-type]  # a field's value
    return changed


def test_what_is_as_expected_passes(run: Run) -> None:
    suite = ConformanceSuite(vectors=[trick("one", "7H 7H", TWICE), trick("other", "7H 7H", TWICE)])
    assert run(suite.SerializeToString()) == (0, ["2 passed, 0 failed"])


WRONG = [
    (another(code=5), "code 5 != 3"),
    (another(reason="CARD_UNKNOWN"), "reason 'CARD_UNKNOWN' != 'CARD_DUPLICATED'"),
    (another(domain="else"), "domain 'else' != 'belote.referee'"),
    (another(metadata={"card": "7H"}), "metadata {'card': '7H'} != "),
    (another(violated_fields=["cards[1]", "trump"]), "violated_fields ['cards[1]', 'trump'] != ['cards[1]']"),
]


def test_each_thing_wrong_with_an_error_is_found(run: Run) -> None:
    vectors = [trick(f"v{number}", "7H 7H", expected) for number, (expected, _) in enumerate(WRONG)]
    status, lines = run(ConformanceSuite(vectors=vectors).SerializeToString())
    assert status == 1
    assert lines[-1] == f"0 passed, {len(WRONG)} failed"
    for number, (_, says) in enumerate(WRONG):
        assert lines[number].startswith(f"FAIL v{number}: {says}")


def test_an_answer_that_differs_or_should_not_be_there_is_found(run: Run) -> None:
    vectors = [
        trick("differs", "7H", JudgeTrickResponse(points=3)),
        trick("should be refused", "7H", TWICE),
        trick("should be answered", "7H 7H", JudgeTrickResponse()),
    ]
    status, lines = run(ConformanceSuite(vectors=vectors).SerializeToString())
    assert (status, len(lines), lines[-1]) == (1, 4, "0 passed, 3 failed")
    assert lines[0] == "FAIL differs: points 3 != 0"
    assert lines[1] == "FAIL should be refused: the error CARD_DUPLICATED was expected, not an answer"
    assert lines[2].startswith("FAIL should be answered: an answer was expected, not CARD_DUPLICATED: ")


def test_a_call_of_tomorrow_is_no_success(run: Run) -> None:
    unknown = b"\xfa\x7f\x00"  # a field with a number that the contract has not given out
    vectors = ConformanceSuite(
        vectors=[
            ConformanceVector.FromString(ConformanceVector(name="new").SerializeToString() + unknown),
            ConformanceVector(name="expects nothing", list_variants=ListVariantsVector()),
        ]
    )
    assert run(vectors.SerializeToString()) == (
        1,
        [
            "FAIL new: a call that this runner does not know",
            "FAIL expects nothing: nothing that this runner knows is expected of it",
            "0 passed, 2 failed",
        ],
    )


def test_an_empty_suite_is_no_success(run: Run) -> None:
    assert run(b"") == (1, ["0 passed, 0 failed"])


def test_a_file_that_is_none_is_no_success(run: Run) -> None:
    assert run(b"\xff\xff\xff") == (2, [])
