"""Spoiled requests over a real server. `REFEREE_TEST_MUTANTS` says how many; each follows from its seed alone."""

import asyncio
import logging
import os
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import grpc
import pytest
from belote.referee.v1 import error_reason_pb2, referee_service_pb2
from google.rpc import error_details_pb2, status_pb2

from referee import plugins
from referee.service import Service
from tests.fuzz.documented import REASONS, WITH_ANY_FIELD, Documented
from tests.fuzz.mutants import Mutant, leads_somewhere, mutant
from tests.properties.random_questions import REQUESTS
from tests.properties.served import serving
from tests.properties.shown_cards import cards_in_text
from tests.server.asking import DETAILS, Said, ask, raw

Code = grpc.StatusCode

MUTANTS: Final = int(os.environ.get("REFEREE_TEST_MUTANTS") or 2000)
FIRST: Final = int(os.environ.get("REFEREE_TEST_FIRST") or 0)
PORTIONS: Final = 10
LANGUAGES: Final = (
    "en",
    "fr",
    None,
    "EN-us",
    "fr-CA, en;q=0.5",
    "de",
    "*",
    ";q=,,;",
    "fr;q=nan",
    "en;q=1e999",
    "x" * 2000,
)
"""What a caller may say it reads; seeds of every call meet them all."""
ALLOWED: Final = {Code.OK, Code.INVALID_ARGUMENT, Code.NOT_FOUND, Code.RESOURCE_EXHAUSTED}
LARGEST_DETAILS: Final = 4096
ECHOED: Final = ("value", "preset", "feature", "option")
"""Metadata that repeats what the request said, in at most 40 characters; escapes make them longer."""
LONGEST_ECHO: Final = 40 * len("\\x00")

RESPONSES: Final[dict[str, Any]] = {rpc: getattr(referee_service_pb2, f"{rpc}Response") for rpc in REQUESTS}

seen: Counter[str] = Counter()
slowest: dict[str, float] = {}


@pytest.mark.fuzz
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_whatever_is_asked_the_answer_is_one_of_the_contract(portion: int, caplog: pytest.LogCaptureFixture) -> None:
    async def case() -> None:
        async with serving(Service(plugins.load(discover=False))) as channel:
            for seed in range(FIRST + portion, FIRST + max(MUTANTS, PORTIONS), PORTIONS):
                one = mutant(seed)
                began = time.perf_counter()
                said = await ask(channel, one.rpc, one.request, language=LANGUAGES[seed % len(LANGUAGES)], within=30)
                slowest[one.rpc] = max(slowest.get(one.rpc, 0.0), time.perf_counter() - began)
                check(seed, one, said)
            assert await raw(channel, "/grpc.health.v1.Health/Check")(b"", timeout=5) == b"\x08\x01"
            assert (await ask(channel, "ListVariants", b"")).code is Code.OK

    with caplog.at_level(logging.DEBUG, logger="referee"):
        asyncio.run(case())
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("referee")]
    assert any(line.startswith("refused ") for line in lines)
    for line in lines:
        assert list(cards_in_text(line)) == [], line
        assert line.isprintable(), line


@pytest.mark.fuzz
def test_the_mutants_reach_most_reasons(found_out: Callable[[str], None]) -> None:
    service = Service(plugins.load(discover=False))
    for seed in range(300):
        one = mutant(seed)
        try:
            if one.rpc != "BatchJudge":
                service.answer(one.rpc, one.request, "en")
                seen["OK"] += 1
        except Exception as error:  # noqa: BLE001  # what it is, failure tells
            seen[service.failure(error, "en").reason] += 1
    reached = [reason for reason in seen if reason != "OK"]
    longest = max(slowest.items(), key=lambda one: one[1], default=("none", 0.0))
    answered = seen["OK"] / seen.total()
    found_out(f"{answered:.0%} answered, {len(reached)} reasons reached, slowest {longest[0]} {longest[1]:.2f} s")
    assert len(reached) >= 12, seen
    assert 0.1 < answered < 0.9


def check(seed: int, one: Mutant, said: Said) -> None:
    """One answer, whatever it is."""
    try:
        assert said.code in ALLOWED, said
        assert said.trailing["content-language"] in ("en", "fr")
        if said.code is Code.OK:
            seen["OK"] += 1
            answer = RESPONSES[one.rpc].FromString(said.answer)
            if one.rpc == "BatchJudge":
                questions = referee_service_pb2.BatchJudgeRequest.FromString(one.request).questions
                assert len(answer.answers) == len(questions)
                for answered in answer.answers:
                    if answered.HasField("error"):
                        check_question_error(answered.error)
            return
        seen[check_refusal(said, one.rpc)] += 1
    except Exception as failure:
        failure.add_note(f"seed {seed}: {one.rpc} {one.request[:400].hex()}")
        raise


def check_refusal(said: Said, rpc: str) -> str:
    """A refused call: one ErrorInfo, at most one BadRequest, all of it documented and short; returns the reason."""
    details = said.trailing[DETAILS]
    assert len(details) <= LARGEST_DETAILS
    status = status_pb2.Status.FromString(details)
    assert (status.code, status.message) == (said.code.value[0], said.message)
    assert 1 <= len(status.details) <= 2
    info, bad_request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    assert status.details[0].Unpack(info)
    assert info.domain == "belote.referee"
    assert said.code is REASONS[info.reason].status
    check_facts(REASONS[info.reason], dict(info.metadata))
    assert plain(said.message)
    for detail in status.details[1:]:
        assert detail.Unpack(bad_request)
        assert bad_request.field_violations
        assert info.metadata["field"] == bad_request.field_violations[0].field
    kind = REQUESTS[rpc].DESCRIPTOR
    for field in bad_request.field_violations:
        assert field.reason in REASONS
        assert leads_somewhere(field.field, kind), field
        assert plain(field.description), field
    return info.reason


def check_question_error(error: error_reason_pb2.QuestionError) -> None:
    """The same for one question of a batch."""
    reason = error_reason_pb2.ErrorReason.Name(error.reason).removeprefix("ERROR_REASON_")
    assert error.ByteSize() <= LARGEST_DETAILS
    assert REASONS[reason].status.value[0] == error.code
    assert REASONS[reason].status in ALLOWED
    keys = [fact.key for fact in error.metadata]
    assert keys == sorted(set(keys))
    check_facts(REASONS[reason], {fact.key: fact.value for fact in error.metadata})
    assert plain(error.message)
    for field in error.fields:
        assert field.reason
        assert plain(field.message)
        assert (
            any(leads_somewhere(field.path, kind.DESCRIPTOR) for kind in REQUESTS.values()) or field.path == "request"
        )


def check_facts(reason: Documented, facts: dict[str, str]) -> None:
    """Each key is documented at the reason; what is repeated of the request is short and shows no control character."""
    assert set(facts) <= reason.keys, (set(facts) - reason.keys, reason)
    for key, value in facts.items():
        assert plain(value), (key, value)
        assert key not in ECHOED or len(value) <= LONGEST_ECHO, (key, value)


def plain(text: str) -> bool:
    """Nothing in it that a terminal or a log would act upon."""
    return all(letter.isprintable() for letter in text)


def test_the_contract_documents_every_reason() -> None:
    names = {name.removeprefix("ERROR_REASON_") for name, number in error_reason_pb2.ErrorReason.items() if number}
    assert set(REASONS) == names
    assert REASONS["OPTION_INVALID"].keys == {"option", "value", "allowed"} | WITH_ANY_FIELD
    assert REASONS["REQUEST_TOO_LARGE"].status is Code.RESOURCE_EXHAUSTED


def test_a_seed_always_gives_the_same_mutant() -> None:
    assert [mutant(seed) for seed in range(50)] == [mutant(seed) for seed in range(50)]


PATHS: Final = {
    "deal": True,
    "deal.actions[17].play": True,
    "deal.actions[17].call.take.trump": True,
    "deal.actions[0].kind": True,
    "deal.ruleset.options[2].value": True,
    "deal.hands[0].cards[31]": True,
    "deal.card": False,
    "deal.dealer[0]": False,
    "deal.actions[17].play.rank": False,
    "actions[3]": False,
}


@pytest.mark.parametrize("path", PATHS)
def test_a_path_leads_to_a_field_or_nowhere(path: str) -> None:
    kind = referee_service_pb2.InspectDealRequest.DESCRIPTOR
    assert leads_somewhere(path, kind) is PATHS[path]
