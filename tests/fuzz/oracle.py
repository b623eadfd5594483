"""What may be said to a request, however spoiled: the contract's own statuses and reasons, short and printable."""

from typing import Any, Final

import grpc
from belote.referee.v1 import error_reason_pb2
from google.rpc import error_details_pb2, status_pb2

from tests.fuzz.documented import REASONS, Documented
from tests.fuzz.doors import RESPONSES
from tests.fuzz.mutants import leads_somewhere
from tests.properties.random_questions import REQUESTS
from tests.server.asking import DETAILS, Said

Code = grpc.StatusCode

ALLOWED: Final = {Code.OK, Code.INVALID_ARGUMENT, Code.NOT_FOUND, Code.RESOURCE_EXHAUSTED}
LARGEST_DETAILS: Final = 4096
ECHOED: Final = ("value", "preset", "feature", "option")
"""Metadata that repeats what the request said, in at most 40 characters; escapes make them longer."""
LONGEST_ECHO: Final = 40 * len("\\x00")


def check(rpc: str, said: Said, questions: int | None = None) -> str:
    """One answer, whatever it is; its reason, or OK. A batch that was answered has an answer to each question."""
    assert said.code in ALLOWED, said
    assert said.trailing["content-language"] in ("en", "fr")
    if said.code is not Code.OK:
        return check_refusal(said, rpc)
    answer: Any = RESPONSES[rpc].FromString(said.answer)
    if rpc == "BatchJudge":
        assert questions is None or len(answer.answers) == questions
        for answered in answer.answers:
            if answered.HasField("error"):
                check_question_error(answered.error)
    return "OK"


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
