"""What is raised when a call has no answer. An action against the rules is none of these: it is answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from belote_client.messages import ErrorReason, QuestionError

DOMAIN: Final = "belote.referee"
_PREFIX: Final = "ERROR_REASON_"


@dataclass(frozen=True, slots=True)
class BadField:
    """A field at fault: its path in the request, ``deal.actions[17].play``, its own reason, and what is wrong."""

    path: str
    description: str
    reason: str = ""


class RefereeError(Exception):
    """A call that got no answer.

    Attributes:
        code: The gRPC status code.
        message: One sentence for people, in the language of the call. Its wording may change at any time.
        reason: The name of an ``ErrorReason`` without its prefix, ``"CARD_DUPLICATED"``; empty where the referee gave
            none, as when it could not be reached.
        metadata: The facts that the contract documents at the reason.
        bad_fields: The fields at fault, in the order of the request.
        domain: Who gives the reason; ``"belote.referee"``, empty without one.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        message: str,
        reason: str = "",
        metadata: Mapping[str, str] | None = None,
        bad_fields: tuple[BadField, ...] = (),
        domain: str = "",
    ) -> None:
        facts = dict(metadata or {})
        super().__init__(code, message, reason, facts, bad_fields, domain)  # what a copy or a pickle is made of
        self.code: Final = code
        self.message: Final = message
        self.reason: Final = reason
        self.metadata: Final = facts
        self.bad_fields: Final = bad_fields
        self.domain: Final = domain
        if len(bad_fields) > 1:  # of a single one the message tells all
            for field in bad_fields:
                self.add_note(f"{field.path}: {field.description}")

    @property
    def reason_value(self) -> ErrorReason.ValueType:
        """The reason as a value of the enum; ``ERROR_REASON_UNSPECIFIED`` where this client does not know it."""
        return _reason_value(self.reason, self.domain)

    def __str__(self) -> str:
        return f"{self.reason or self.code.name}: {self.message}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class RequestRefused(RefereeError):
    """The request could not be read or built upon: sent again unchanged, it is refused again."""


class VariantUnknown(RequestRefused):
    """The server has no such preset or feature."""

    @property
    def known(self) -> tuple[str, ...]:
        """Those it has, as far as there was room to say."""
        return tuple(name for name in self.metadata.get("known", "").replace(",", " ").split() if name)


class RecordIllegal(RequestRefused):
    """An action of the record broke a rule, and the call builds on the record. ``inspect_deal`` explains it."""

    @property
    def action_index(self) -> int:
        """The index of the action among those of the record, from 0."""
        return int(self.metadata["action_index"])

    @property
    def rule_id(self) -> str:
        """The first rule it broke, ``"play/must_follow"``."""
        return self.metadata["rule_id"]


class Unavailable(RefereeError):
    """The server is out of reach, stopping or overloaded: the same call may be sent again after a pause."""


class AccessDenied(RefereeError):
    """The server wants to be called with a token, or with another one."""


class DeadlinePassed(RefereeError):
    """No answer came before the deadline of the call."""


class ServerFault(RefereeError):
    """The server, or something on the way to it, failed. The request may be all right."""


_BY_REASON: Final[dict[ErrorReason.ValueType, type[RefereeError]]] = {
    ErrorReason.ERROR_REASON_PRESET_UNKNOWN: VariantUnknown,
    ErrorReason.ERROR_REASON_FEATURE_UNKNOWN: VariantUnknown,
    ErrorReason.ERROR_REASON_ILLEGAL_RECORD: RecordIllegal,
    ErrorReason.ERROR_REASON_REQUEST_TOO_LARGE: RequestRefused,
    ErrorReason.ERROR_REASON_ANSWER_TOO_LARGE: RequestRefused,
    ErrorReason.ERROR_REASON_OVERLOADED: Unavailable,
}
_BY_CODE: Final = {
    grpc.StatusCode.INVALID_ARGUMENT: RequestRefused,
    grpc.StatusCode.UNAVAILABLE: Unavailable,
    grpc.StatusCode.UNAUTHENTICATED: AccessDenied,
    grpc.StatusCode.PERMISSION_DENIED: AccessDenied,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlinePassed,
    grpc.StatusCode.INTERNAL: ServerFault,
    grpc.StatusCode.UNKNOWN: ServerFault,
    grpc.StatusCode.UNIMPLEMENTED: ServerFault,
    grpc.StatusCode.DATA_LOSS: ServerFault,
}
_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}


def error_of_call(refused: grpc.RpcError) -> RefereeError:
    """The typed error of a call that gRPC says has failed; for those who call the generated stub themselves."""
    assert isinstance(refused, grpc.Call | grpc.aio.AioRpcError)
    info, bad = _details(refused)
    fields = tuple(BadField(one.field, one.description, one.reason) for one in bad.field_violations)
    return _error(refused.code(), refused.details() or "", info.reason, info.metadata, fields, info.domain)


def error_of_question(refused: QuestionError) -> RefereeError:
    """The typed error of a question of a batch: what it would have raised if asked alone. It is not raised here."""
    return _error(
        _CODES.get(refused.code, grpc.StatusCode.UNKNOWN),
        refused.message,
        _reason_name(refused.reason),
        {one.key: one.value for one in refused.metadata},
        tuple(BadField(one.path, one.message, _reason_name(one.reason)) for one in refused.fields),
        DOMAIN if refused.reason else "",
    )


def _details(
    refused: grpc.Call | grpc.aio.AioRpcError,
) -> tuple[error_details_pb2.ErrorInfo, error_details_pb2.BadRequest]:
    info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    try:
        # Pair by pair: the metadata of asyncio calls are a mapping of no usual kind in older versions of grpcio.
        trailing = refused.trailing_metadata() or ()
        sent = [value for key, value in trailing if key == "grpc-status-details-bin" and isinstance(value, bytes)]
        for detail in [detail for one in sent for detail in status_pb2.Status.FromString(one).details]:
            detail.Unpack(info)
            detail.Unpack(bad)
    except DecodeError:  # spoilt on the way: the status alone still says something
        return error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    return info, bad


def _error(
    code: grpc.StatusCode,
    message: str,
    reason: str,
    metadata: Mapping[str, str],
    fields: tuple[BadField, ...],
    domain: str,
) -> RefereeError:
    kind = _BY_REASON.get(_reason_value(reason, domain)) or _BY_CODE.get(code, RefereeError)
    return kind(code, message, reason, metadata, fields, domain)


def _reason_value(reason: str, domain: str) -> ErrorReason.ValueType:
    if domain != DOMAIN or _PREFIX + reason not in ErrorReason.keys():  # noqa: SIM118  # an enum is no mapping
        return ErrorReason.ERROR_REASON_UNSPECIFIED
    return ErrorReason.Value(_PREFIX + reason)


def _reason_name(reason: ErrorReason.ValueType) -> str:
    if reason == ErrorReason.ERROR_REASON_UNSPECIFIED:
        return ""
    known = ErrorReason.DESCRIPTOR.values_by_number.get(reason)
    return known.name.removeprefix(_PREFIX) if known else str(int(reason))
