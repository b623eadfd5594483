"""What a caller is told when there is no answer: status, reason, every bad field, in its language."""

import re
from dataclasses import dataclass
from typing import Any, Final

import grpc
from belote.referee.v1 import error_reason_pb2
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from referee.model.refusal import Reason, Refused
from referee.model.text import LANGUAGES
from referee.plugins import PluginFailed
from referee.wire import encode

DOMAIN: Final = "belote.referee"
LARGEST_DETAILS: Final = 4096
"""Details stay below this many bytes, which every client tried can receive."""
LONGEST_TEXT: Final = 300
"""Characters of one sentence about a field, and of a message."""

_STATUS: Final = {
    Reason.PRESET_UNKNOWN: grpc.StatusCode.NOT_FOUND,
    Reason.FEATURE_UNKNOWN: grpc.StatusCode.NOT_FOUND,
    Reason.REQUEST_TOO_LARGE: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Reason.ANSWER_TOO_LARGE: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Reason.OVERLOADED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Reason.PLUGIN_FAILED: grpc.StatusCode.INTERNAL,
    Reason.STOPPING: grpc.StatusCode.UNAVAILABLE,
}


@dataclass(frozen=True, slots=True)
class Failure:
    """A status with its details; ``reason`` is empty only for a fault of the referee itself."""

    code: grpc.StatusCode
    message: str
    details: status_pb2.Status
    reason: str


def language_of(accept_language: str | None) -> str:
    """``fr`` when the caller prefers French to English, else ``en``; weights of the header are honoured."""
    best, chosen = 0.0, "en"
    for part in (accept_language or "").lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        primary = name.split("-")[0]
        if primary not in LANGUAGES:
            continue
        weights = [_WEIGHT.fullmatch(parameter) for parameter in parameters if parameter.startswith("q")]
        if not all(weights):
            continue
        weight = min((float(found[1]) for found in weights if found), default=1.0)
        if weight > best:
            best, chosen = weight, primary
    return chosen


_WEIGHT: Final = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)")


def status_of(reason: Reason) -> grpc.StatusCode:
    """The gRPC status of a reason."""
    return _STATUS.get(reason, grpc.StatusCode.INVALID_ARGUMENT)


def facts_of(error: Refused | PluginFailed) -> dict[str, str]:
    """The metadata that the contract documents at the error's reason."""
    return {"plugin": _cut(error.plugin)} if isinstance(error, PluginFailed) else error.metadata


def sentence_of(error: Refused | PluginFailed, language: str) -> str:
    """What went wrong, for people."""
    if isinstance(error, Refused):
        return _cut(error.message(language))
    if language == "fr":
        return f"l'extension {error.plugin} a échoué en jugeant"
    return f"the plugin {error.plugin} failed while judging"


def failure(error: Exception, language: str) -> Failure:
    """The status and details of an error; anything unforeseen is INTERNAL and tells nothing of its cause."""
    if not isinstance(error, Refused | PluginFailed):
        text = "erreur interne de l'arbitre" if language == "fr" else "internal fault of the referee"
        code = grpc.StatusCode.INTERNAL
        return Failure(code, text, status_pb2.Status(code=_number(code), message=text), "")
    reason = error.reason if isinstance(error, Refused) else Reason.PLUGIN_FAILED
    code, text = status_of(reason), sentence_of(error, language)
    fields = [
        error_details_pb2.BadRequest.FieldViolation(
            field=_cut(one.path), description=_cut(one.description(language)), reason=str(one.reason)
        )
        for one in (error.fields if isinstance(error, Refused) else ())
    ]
    kept = len(fields)
    while True:
        facts = {key: _cut(value) for key, value in facts_of(error).items()}
        if kept < len(fields):
            facts["fields_left_out"] = str(len(fields) - kept)
        details = [_packed(error_details_pb2.ErrorInfo(reason=str(reason), domain=DOMAIN, metadata=facts))]
        if kept:
            details.append(_packed(error_details_pb2.BadRequest(field_violations=fields[:kept])))
        status = status_pb2.Status(code=_number(code), message=text, details=details)
        size = status.ByteSize()
        if size < LARGEST_DETAILS or not kept:
            return Failure(code, text, status, str(reason))
        kept = min(kept - 1, kept * LARGEST_DETAILS // size)


def details_of(failure: Failure) -> list[tuple[Packed, dict[str, Any]]]:
    """Each detail of a failure, and the same as JSON for people."""
    found = []
    for one in failure.details.details:
        info = error_details_pb2.ErrorInfo()
        detail: Message = info if one.Unpack(info) else error_details_pb2.BadRequest.FromString(one.value)
        found.append((one, json_format.MessageToDict(detail)))
    return found


def question_error(error: Exception, language: str) -> error_reason_pb2.QuestionError:
    """The same facts for one question of a batch."""
    if not isinstance(error, Refused | PluginFailed):
        told = failure(error, language)
        return error_reason_pb2.QuestionError(code=_number(told.code), message=told.message)
    reason = error.reason if isinstance(error, Refused) else Reason.PLUGIN_FAILED
    fields = error.fields if isinstance(error, Refused) else ()
    facts = {key: _cut(value) for key, value in facts_of(error).items()}
    message = error_reason_pb2.QuestionError(
        code=_number(status_of(reason)),
        reason=error_reason_pb2.ErrorReason.Value(f"ERROR_REASON_{reason}"),
        message=sentence_of(error, language),
    )
    for index, one in enumerate(fields):
        found = encode.field_error(one, language)
        if message.ByteSize() + found.ByteSize() > LARGEST_DETAILS - 512:
            facts["fields_left_out"] = str(len(fields) - index)
            break
        message.fields.append(found)
    message.metadata.extend(
        error_reason_pb2.ErrorMetadata(key=key, value=value) for key, value in sorted(facts.items())
    )
    return message


def _number(code: grpc.StatusCode) -> int:
    value: tuple[int, str] = code.value
    return value[0]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _packed(message: Any) -> Packed:
    packed = Packed()
    packed.Pack(message, deterministic=True)  # the same error has the same bytes
    return packed
