"""What is raised when there is no answer."""

import copy
import pickle
import traceback
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from belote.referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from belote_client import (
    AccessDenied,
    BadField,
    DeadlinePassed,
    RecordIllegal,
    Referee,
    RefereeError,
    RequestRefused,
    ServerFault,
    Unavailable,
    VariantUnknown,
    actions,
    error_of_call,
    error_of_question,
    messages,
    questions,
    record,
    ruleset,
)
from belote_client.messages import ErrorReason
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from google.rpc.status_pb2 import Status

from .conftest import Connect, Refusal, Serve

CALLED_TOO_LATE = record(
    "ffb_classic",
    dealer="west",
    turn_up="JD",
    hands={"south": "KH 7S TD AS JC", "east": "8C AC QD 7C KS", "north": "QH 9D 7D 8S KC", "west": "9S JH AH TH QS"},
    actions=[actions.passed(), actions.passed(), actions.passed(), actions.take("diamonds"), actions.passed()],
)
REFUSED: list[tuple[Any, type[RefereeError], str]] = [
    (questions.list_legal_cards("house", trump="hearts", hand="7H"), VariantUnknown, "PRESET_UNKNOWN"),
    (
        questions.list_legal_cards(ruleset("ffb_classic", "house"), trump="hearts", hand="7H"),
        VariantUnknown,
        "FEATURE_UNKNOWN",
    ),
    (questions.list_legal_cards("ffb_classic", trump="hearts", hand="7H 7H"), RequestRefused, "CARD_DUPLICATED"),
    (questions.score_deal(record("ffb_classic", dealer="west", turn_up="JD")), RequestRefused, "DEAL_NOT_FINISHED"),
    (questions.list_legal_actions(CALLED_TOO_LATE), RecordIllegal, "ILLEGAL_RECORD"),
]
NAMES = [reason for _, _, reason in REFUSED]


@pytest.mark.parametrize(("request_sent", "kind", "reason"), REFUSED, ids=NAMES)
def test_a_refusal_is_typed(
    target: str, connect: Connect, request_sent: Message, kind: type[RefereeError], reason: str
) -> None:
    with pytest.raises(RefereeError) as caught:
        connect(target).ask(request_sent)
    error = caught.value
    assert type(error) is kind
    assert (error.reason, error.domain) == (reason, "belote.referee")
    assert error.reason_value == ErrorReason.Value(f"ERROR_REASON_{reason}")
    assert error.message
    assert str(error) == f"{reason}: {error.message}"
    assert repr(error).startswith(f"{kind.__name__}('{reason}: ") or repr(error).startswith(
        f'{kind.__name__}("{reason}: '
    )


@pytest.mark.parametrize(("request_sent", "kind", "reason"), REFUSED, ids=NAMES)
def test_a_question_of_a_batch_is_refused_as_if_it_were_asked_alone(
    target: str, request_sent: Any, kind: type[RefereeError], reason: str
) -> None:
    with Referee(target) as referee:
        (answer,) = referee.batch_judge([request_sent]).answers
        inside = error_of_question(answer.error)
        with pytest.raises(RefereeError) as caught:
            referee.ask(request_sent)
    assert type(inside) is kind
    assert inside.args == caught.value.args
    assert inside.reason == reason


def test_a_refusal_tells_every_bad_field(target: str, connect: Connect) -> None:
    with pytest.raises(RequestRefused) as caught:
        connect(target).list_legal_cards("ffb_classic", trump="hearts", hand=["7H", "7H", messages.Card.ValueType(99)])
    error = caught.value
    assert error.code is grpc.StatusCode.INVALID_ARGUMENT
    assert error.metadata == {"field": "hand[1]", "card": "7H"}
    assert [(field.path, field.reason) for field in error.bad_fields] == [
        ("hand[1]", "CARD_DUPLICATED"),
        ("hand[2]", "FIELD_INVALID"),
    ]
    assert "hand[2]: 99 is no card" in "".join(traceback.format_exception(error))


def test_a_refusal_speaks_the_language_of_the_call(target: str, connect: Connect) -> None:
    told = {}
    for language in ("en", "fr"):
        with pytest.raises(VariantUnknown) as caught:
            connect(target, language="de").list_legal_cards("x", trump="hearts", hand="7H", language=language)
        told[language] = caught.value
    assert told["en"].reason == told["fr"].reason
    assert told["en"].message != told["fr"].message


def test_an_unknown_variant_tells_those_there_are(target: str) -> None:
    with Referee(target) as referee, pytest.raises(VariantUnknown) as caught:
        referee.deal_cards("house", dealer="south")
    assert {"cafe", "ffb_classic"} <= set(caught.value.known)


def test_an_illegal_record_tells_where_and_which_rule(target: str) -> None:
    with Referee(target) as referee, pytest.raises(RecordIllegal) as caught:
        referee.list_legal_actions(CALLED_TOO_LATE)
    assert caught.value.action_index == 4
    assert caught.value.rule_id == "auction/over"


STATUSES = [
    (grpc.StatusCode.INVALID_ARGUMENT, RequestRefused),
    (grpc.StatusCode.DEADLINE_EXCEEDED, DeadlinePassed),
    (grpc.StatusCode.INTERNAL, ServerFault),
    (grpc.StatusCode.UNKNOWN, ServerFault),
    (grpc.StatusCode.UNIMPLEMENTED, ServerFault),
    (grpc.StatusCode.DATA_LOSS, ServerFault),
    (grpc.StatusCode.NOT_FOUND, RefereeError),
    (grpc.StatusCode.RESOURCE_EXHAUSTED, RefereeError),
    (grpc.StatusCode.UNAUTHENTICATED, AccessDenied),
    (grpc.StatusCode.PERMISSION_DENIED, AccessDenied),
    (grpc.StatusCode.CANCELLED, RefereeError),
]


@pytest.mark.parametrize(("code", "kind"), STATUSES, ids=[code.name for code, _ in STATUSES])
def test_a_status_without_details_is_typed_by_its_code(
    serve: Serve, connect: Connect, code: grpc.StatusCode, kind: type[RefereeError]
) -> None:
    with pytest.raises(RefereeError) as caught:
        connect(serve(Refusal(code)).target).list_variants()
    error = caught.value
    assert type(error) is kind
    assert (error.code, error.message, error.reason, error.domain) == (code, "as told", "", "")
    assert (error.metadata, error.bad_fields) == ({}, ())
    assert error.reason_value == ErrorReason.ERROR_REASON_UNSPECIFIED
    assert str(error) == f"{code.name}: as told"


def details(reason: str, domain: str = "belote.referee", **metadata: str) -> bytes:
    info, bad = Packed(), Packed()
    info.Pack(ErrorInfo(reason=reason, domain=domain, metadata=metadata))
    bad.Pack(BadRequest(field_violations=[BadRequest.FieldViolation(field="a[0]", description="bad")]))
    return Status(code=3, details=[info, bad]).SerializeToString()


EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED
REASONS = [
    (EXHAUSTED, "OVERLOADED", "belote.referee", Unavailable),
    (EXHAUSTED, "REQUEST_TOO_LARGE", "belote.referee", RequestRefused),
    (EXHAUSTED, "OVERLOADED", "somebody.else", RefereeError),
    (grpc.StatusCode.INTERNAL, "PLUGIN_FAILED", "belote.referee", ServerFault),
    (grpc.StatusCode.INVALID_ARGUMENT, "A_REASON_OF_TOMORROW", "belote.referee", RequestRefused),
]


@pytest.mark.parametrize(("code", "reason", "domain", "kind"), REASONS)
def test_a_reason_goes_before_the_code(
    serve: Serve, connect: Connect, code: grpc.StatusCode, reason: str, domain: str, kind: type[RefereeError]
) -> None:
    server = serve(Refusal(code, details=details(reason, domain, limit="7")))
    with pytest.raises(RefereeError) as caught:
        connect(server.target).list_variants()
    error = caught.value
    assert type(error) is kind
    assert (error.reason, error.domain, error.metadata) == (reason, domain, {"limit": "7"})
    assert error.bad_fields == (BadField("a[0]", "bad"),)


SPOILT = [b"\xff\xff", details("OVERLOADED")[:-3], b""]


@pytest.mark.parametrize("sent", SPOILT, ids=["no message", "cut", "empty"])
def test_spoilt_details_leave_the_status(serve: Serve, connect: Connect, sent: bytes) -> None:
    with pytest.raises(RequestRefused) as caught:
        connect(serve(Refusal(grpc.StatusCode.INVALID_ARGUMENT, details=sent)).target).list_variants()
    assert caught.value.reason == ""


def test_a_reason_of_tomorrow_in_a_batch_is_its_number() -> None:
    refused = messages.QuestionError(code=3, reason=ErrorReason.ValueType(999), message="new")
    error = error_of_question(refused)
    assert (type(error), error.reason, error.message) == (RequestRefused, "999", "new")
    assert error.reason_value == ErrorReason.ERROR_REASON_UNSPECIFIED


COPIES: dict[str, Callable[[RefereeError], RefereeError]] = {
    "pickle": lambda error: pickle.loads(pickle.dumps(error)),  # noqa: S301  # its own
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
def test_an_error_can_be_copied_and_sent_to_another_process(again: Callable[[RefereeError], RefereeError]) -> None:
    fields = (BadField("a", "bad", "FIELD_INVALID"), BadField("b", "worse"))
    error = RecordIllegal(
        grpc.StatusCode.INVALID_ARGUMENT, "no", "ILLEGAL_RECORD", {"action_index": "3"}, fields, "belote.referee"
    )
    other = again(error)
    assert type(other) is RecordIllegal
    assert other.args == error.args
    assert (str(other), other.action_index, other.__notes__) == ("ILLEGAL_RECORD: no", 3, ["a: bad", "b: worse"])


def test_who_calls_the_stub_can_have_the_same_error(target: str) -> None:
    with grpc.insecure_channel(target) as channel, pytest.raises(grpc.RpcError) as caught:
        RefereeServiceStub(channel).ListLegalCards(messages.ListLegalCardsRequest())
    assert error_of_call(caught.value).reason == "FIELD_MISSING"
