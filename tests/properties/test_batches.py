"""A batch answers as the calls alone would: the same answers, each error its own, within its size, in small slices."""

import asyncio
import time
from functools import cache
from typing import Any, Final

import grpc
import pytest
from belote.referee.v1 import deal_pb2, error_reason_pb2, referee_service_pb2, ruleset_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2

from referee.model.card import PACK
from referee.model.refusal import Refused
from referee.service import Limits, Service
from referee.wire import encode
from tests.properties.random_questions import QUESTIONS, random_question
from tests.properties.random_rules import RULESETS
from tests.properties.served import serving
from tests.server.asking import ask, raw

RPC_OF: Final = {name: rpc for rpc, name in QUESTIONS.items()}
MOST_BYTES: Final = Limits().max_answer_bytes
RULES: Final = ruleset_pb2.Ruleset(preset="ffb_classic")


def spoiled(question: referee_service_pb2.Question, number: int) -> referee_service_pb2.Question:
    """The question with something wrong, one way or another."""
    bad = referee_service_pb2.Question()
    bad.CopyFrom(question)
    kind = bad.WhichOneof("request")
    assert kind
    request: Any = getattr(bad, kind)
    ruleset = request.ruleset if "ruleset" in request.DESCRIPTOR.fields_by_name else request.deal.ruleset
    match number % 4:
        case 0:
            ruleset.preset = f"no such preset {number}"
        case 1:
            ruleset.options.add(name="tie_rule", choice="never")
        case 2:
            ruleset.features.append("tarot")
        case _:
            bad.ClearField(kind)
    return bad


@cache
def questions_of(count: int) -> list[referee_service_pb2.Question]:
    """Mixed questions, one in eleven of them spoiled."""
    questions = [random_question(seed) for seed in range(count)]
    return [spoiled(one, number // 11) if number % 11 == 3 else one for number, one in enumerate(questions)]


def asked_at_once(service: Service, questions: list[referee_service_pb2.Question]) -> Any:
    request = referee_service_pb2.BatchJudgeRequest(questions=questions)
    answer = asyncio.run(service.answer_batch(request.SerializeToString(), "fr"))
    return referee_service_pb2.BatchJudgeResponse.FromString(answer)


def asked_alone(service: Service, question: referee_service_pb2.Question) -> referee_service_pb2.Answer:
    """The answer to the same question as a call of its own, put as a batch would."""
    kind = question.WhichOneof("request")
    if kind is None:
        return referee_service_pb2.Answer()
    request: Message = getattr(question, kind)
    try:
        answer = service.answer(RPC_OF[kind], request.SerializeToString(), "fr")
    except Refused as refusal:
        return referee_service_pb2.Answer(error=as_question_error(service, refusal))
    response: Any = referee_service_pb2.Answer()
    getattr(response, kind).ParseFromString(answer)
    return response  # type: ignore[no-any-return]  # it is an Answer, its members are set by name


def as_question_error(service: Service, refusal: Refused) -> error_reason_pb2.QuestionError:
    """The status and the details of a call's refusal as a question's error."""
    failure = service.failure(refusal, "fr")
    info, bad_request = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for detail in failure.details.details:
        assert detail.Unpack(info) or detail.Unpack(bad_request)
    reason = error_reason_pb2.ErrorReason.Value
    return error_reason_pb2.QuestionError(
        code=failure.code.value[0],
        reason=reason(f"ERROR_REASON_{info.reason}"),
        message=failure.message,
        fields=[
            error_reason_pb2.FieldError(
                path=field.field, reason=reason(f"ERROR_REASON_{field.reason}"), message=field.description
            )
            for field in bad_request.field_violations
        ],
        metadata=[error_reason_pb2.ErrorMetadata(key=key, value=value) for key, value in sorted(info.metadata.items())],
    )


def full_rulesets(message: Message) -> dict[str, ruleset_pb2.RulesetInfo]:
    """Every ruleset that a message gives with all its values, by fingerprint; they are taken out of it."""
    found: dict[str, ruleset_pb2.RulesetInfo] = {}
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        for one in value if field.is_repeated else (value,):
            if isinstance(one, ruleset_pb2.RulesetInfo):
                if one.options:
                    whole = ruleset_pb2.RulesetInfo()
                    whole.CopyFrom(one)
                    found[one.fingerprint] = whole
                    one.ClearField("options")
            else:
                found |= full_rulesets(one)
    return found


def test_a_thousand_mixed_questions_are_answered_as_if_asked_alone() -> None:
    service = Service(RULESETS, Limits(max_answer_bytes=64 * 1024 * 1024))
    questions = questions_of(1000)
    batch = asked_at_once(service, questions)
    assert len(batch.answers) == len(questions)
    assert {answer.WhichOneof("response") for answer in batch.answers} == {*QUESTIONS.values(), "error"}
    expected: dict[str, ruleset_pb2.RulesetInfo] = {}
    for question, answer in zip(questions, batch.answers, strict=True):
        if question.WhichOneof("request") is None:
            assert answer.error.reason == error_reason_pb2.ERROR_REASON_FIELD_MISSING
            continue
        alone = asked_alone(service, question)
        expected |= full_rulesets(alone)
        assert full_rulesets(answer) == {}
        assert answer == alone, question
    given = {info.fingerprint: info for info in batch.rulesets}
    assert len(given) == len(batch.rulesets)
    assert given == expected


def large_question() -> referee_service_pb2.Question:
    deal = deal_pb2.Deal(ruleset=RULES, dealer=1, deck=encode.numbers(PACK))  # type: ignore[arg-type]  # south
    return referee_service_pb2.Question(inspect_deal=referee_service_pb2.InspectDealRequest(deal=deal))


def small_question() -> referee_service_pb2.Question:
    trick: Any = encode.numbers(PACK[:4])
    request = referee_service_pb2.JudgeTrickRequest(
        ruleset=RULES,
        trump=1,  # type: ignore[arg-type]  # clubs
        leader=1,  # type: ignore[arg-type]  # south
        cards=trick,
    )
    return referee_service_pb2.Question(judge_trick=request)


def test_what_no_longer_fits_is_said_to_be_too_large() -> None:
    large = large_question()
    one = asked_at_once(Service(RULESETS), [large])
    room = len(one.SerializeToString()) * 3
    answers = asked_at_once(Service(RULESETS, Limits(max_answer_bytes=room)), [*[large] * 20, small_question()])
    kinds = [answer.WhichOneof("response") for answer in answers.answers]
    fitted = kinds.count("inspect_deal")
    assert kinds == [*["inspect_deal"] * fitted, *["error"] * (20 - fitted), kinds[-1]]
    assert 2 <= fitted < 10
    refused = answers.answers[fitted].error
    assert refused.reason == error_reason_pb2.ERROR_REASON_ANSWER_TOO_LARGE
    assert refused.code == grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]
    assert [(fact.key, fact.value) for fact in refused.metadata] == [("limit", str(room))]


def test_an_answer_stays_within_its_size_however_many_rulesets_it_names() -> None:
    room = 64 * 1024
    service = Service(RULESETS, Limits(max_answer_bytes=room))
    questions = []
    for number in range(300):
        question = large_question()
        question.inspect_deal.deal.ruleset.options.add(name="target", number=number + 1)
        questions.append(question)
    answer = asked_at_once(service, questions)
    kinds = [one.WhichOneof("response") for one in answer.answers]
    left_out = kinds.count("error")
    assert left_out > 200
    # What is left out is told in an error of its own, which takes a little room beyond.
    assert len(answer.SerializeToString()) < room + 300 * left_out


LIMITS: Final = {
    "no question": ([], "FIELD_MISSING"),
    "too many": ([referee_service_pb2.Question()] * 1001, "TOO_MANY_QUESTIONS"),
}


@pytest.mark.parametrize(("questions", "reason"), LIMITS.values(), ids=LIMITS)
def test_a_batch_has_its_limits(questions: list[referee_service_pb2.Question], reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        asked_at_once(Service(RULESETS), questions)
    assert refusal.value.reason == reason


def test_a_health_check_is_answered_soon_while_a_batch_is_judged() -> None:
    batch = referee_service_pb2.BatchJudgeRequest(questions=questions_of(1000)).SerializeToString()

    async def slowest_check() -> float:
        """Seconds of this process's own time, which no other program on the machine makes longer."""
        slowest, checks = 0.0, 0
        async with serving(Service(RULESETS)) as channel:
            check = raw(channel, "/grpc.health.v1.Health/Check")
            await check(b"")
            long = asyncio.create_task(ask(channel, "BatchJudge", batch, within=60))
            while not long.done():
                began = time.process_time()
                assert await check(b"", timeout=30) == b"\x08\x01"
                slowest = max(slowest, time.process_time() - began)
                checks += 1
            assert (await long).code is grpc.StatusCode.OK
            assert checks >= 10
        return slowest

    assert any(asyncio.run(slowest_check()) < 0.1 for _ in range(3))


def test_a_batch_with_bytes_that_are_no_question_is_refused_whole() -> None:
    service = Service(RULESETS)
    good = referee_service_pb2.BatchJudgeRequest(questions=questions_of(1)).SerializeToString()
    for bad in (b"\x0a\x02\x1a\x05", b"\x0a\x04\x1a\x02\x0a\x05", b"\x0a"):
        with pytest.raises(Refused, match="no request of this call"):
            asyncio.run(service.answer_batch(good + bad, "en"))
