"""The promises that guided fuzzing holds requests to: kept by what it begins with and by spoiled requests; and they can
be broken.
"""

import os
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest
from belote.referee.v1 import position_pb2, referee_service_pb2

from tests.fuzz import promises
from tests.fuzz.mutants import mutant
from tests.fuzz.promises import look, read
from tests.fuzz.seeds import seeds

MUTANTS: Final = int(os.environ.get("REFEREE_TEST_MUTANTS") or 2000) // 4


def test_what_it_begins_with_keeps_them(found_out: Callable[[str], None]) -> None:
    came: Counter[str] = Counter()
    for name, octets in seeds():
        rpc, request = read(octets)
        try:
            came[look(rpc, request)] += 1
        except AssertionError as failure:
            failure.add_note(f"{name}: {rpc} {request.hex()}")
            raise
    found_out(f"guided fuzzing begins with {came.total()} requests: {dict(came)}")
    assert min(came[one] for one in ("judged", "refused", "answered")) > 100  # neither side is only brushed


@pytest.mark.fuzz
def test_spoiled_requests_keep_them() -> None:
    for seed in range(MUTANTS):
        spoiled = mutant(seed)
        if spoiled.rpc in promises.RPCS:
            try:
                look(spoiled.rpc, spoiled.request)
            except AssertionError as failure:
                failure.add_note(f"seed {seed}: {spoiled.rpc} {spoiled.request[:2000].hex()}")
                raise


def sound() -> tuple[str, bytes]:
    """A request about a record in which somebody may do something and something not."""
    for _, octets in seeds():
        rpc, request = read(octets)
        answer = promises.asked(rpc, request) if rpc == "InspectDeal" else None
        if answer and not answer.HasField("fault") and len({one.ruling for one in answer.choices}) > 1:
            return rpc, request
    raise AssertionError("there is none")


BROKEN: Final[dict[str, tuple[str, Callable[[Any], None]]]] = {
    "a choice is missing": ("ListLegalActions", lambda answer: answer.legal.pop()),
    "what is legal is not": (
        "ApplyAction",
        lambda answer: setattr(answer, "ruling", position_pb2.RULING_ILLEGAL),
    ),
    "what is legal is not carried out": ("ApplyAction", lambda answer: answer.ClearField("deal")),
}


@pytest.mark.parametrize("name", BROKEN)
def test_they_can_be_broken(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong_rpc, spoil = BROKEN[name]
    answer = promises.SERVICE.answer

    def lying(rpc: str, request: bytes, language: str) -> bytes:
        said = answer(rpc, request, language)
        if rpc != wrong_rpc:
            return said
        message: Any = getattr(referee_service_pb2, f"{rpc}Response").FromString(said)
        spoil(message)
        octets: bytes = message.SerializeToString()
        return octets

    monkeypatch.setattr(promises.SERVICE, "answer", lying)
    with pytest.raises(AssertionError):
        look(*sound())
