"""From cases to the suite that runners replay: what is known is checked, and the rest of the answer is filled in."""

import asyncio
import re
from typing import Any, Final

import grpc
from belote.conformance.v1 import conformance_pb2 as vectors
from belote.referee.v1 import referee_service_pb2 as api
from google.protobuf import json_format
from google.rpc import error_details_pb2

from referee import __version__, plugins
from referee.service import Service, language_of
from tests.conformance.cases import Case, cases
from tests.conformance.facts import differences

DOMAIN: Final = "belote.referee"


class Disagreement(Exception):
    """The referee answers otherwise than a case knows; says where."""


def compiled(service: Service | None = None) -> vectors.ConformanceSuite:
    """The suite of all cases. Raises Disagreement when the referee's answer to one is not as the case knows it."""
    service = service or Service(plugins.load())
    suite = vectors.ConformanceSuite(api_version=__version__)
    found: list[str] = []
    for case in cases():
        vector = suite.vectors.add(name=case.name, language=case.language)
        member: Any = getattr(vector, snake(case.rpc))
        member.request.CopyFrom(case.request)
        faults, answer = _compared(service, case)
        found += faults
        if answer is None:
            _expect_error(member.error, case.error)
        else:
            member.response.CopyFrom(answer)
    if found:
        raise Disagreement("\n".join(found))
    return suite


def snake(rpc: str) -> str:
    """The name of a call as fields are written."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", rpc).lower()


def _compared(service: Service, case: Case) -> tuple[list[str], Any]:
    """How the referee's answer differs from what the case knows, and the answer; None where it refuses."""
    language = language_of(case.language)
    request = case.request.SerializeToString()
    try:
        if case.rpc == "BatchJudge":
            told = asyncio.run(service.answer_batch(request, language))
        else:
            told = service.answer(case.rpc, request, language)
    except Exception as error:  # noqa: BLE001  # the service knows what it says to each
        failure = service.failure(error, language)
        if case.error is None:
            return [f"{case.name}: refused, {failure.reason}: {failure.message}"], None
        known, said = case.error, _said(failure.code, failure.details)
        return [f"{case.name}: {one}" for one in differences(known, said)] + [
            f"{case.name}: {key} is not known" for key in said["metadata"] if key not in known["metadata"]
        ], None
    answer = getattr(api, f"{case.rpc}Response").FromString(told)
    if case.facts is None:
        return [f"{case.name}: answered, not refused"], answer
    return [f"{case.name}: {one}" for one in differences(case.facts, json_format.MessageToDict(answer))], answer


def _said(code: grpc.StatusCode, details: Any) -> dict[str, Any]:
    info, fields = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    for one in details.details:
        one.Unpack(info) or one.Unpack(fields)
    said: dict[str, Any] = {"code": code.name, "reason": info.reason, "metadata": dict(info.metadata)}
    if fields.field_violations:
        said["fields"] = [one.field for one in fields.field_violations]
    return said


def _expect_error(message: vectors.ExpectedError, known: Any) -> None:
    message.code = getattr(grpc.StatusCode, known["code"]).value[0]
    message.reason = known["reason"]
    message.domain = DOMAIN
    message.metadata.update(known["metadata"])
    message.violated_fields.extend(known.get("fields", ()))
