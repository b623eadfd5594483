"""The same calls written as JSON, for callers that speak no protobuf: `curl`, a browser's console, a spreadsheet."""

from typing import Any, Final

from belote.referee.v1 import referee_service_pb2
from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from referee.model.refusal import Reason, Refused, echo
from referee.model.text import Text

_METHODS: Final = referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"].methods_by_name
_KINDS: Final[dict[str, tuple[type[Any], type[Any]]]] = {
    name: (GetMessageClass(method.input_type), GetMessageClass(method.output_type)) for name, method in _METHODS.items()
}
LONGEST_FAULT: Final = 200
MOST_VALUES: Final = 200_000
"""So many lists, objects and members of them are read: half more than a thousand questions about whole records have.
Each costs a hundred times what it costs in protobuf, and a request could consist of nothing else."""
UNREADABLE: Final = Text("the JSON is no request of this call: {fault}", "ce JSON n'est pas une requête : {fault}")


def request_from_json(rpc: str, written: bytes) -> bytes:
    """The bytes of a request that was written as JSON. Raises Refused, REQUEST_UNREADABLE, when it cannot be.

    A name that the call does not know is refused: a misspelt field that was passed over would change the verdict.
    """
    try:
        if sum(map(written.count, (b",", b"[", b"{"))) > MOST_VALUES:
            raise ValueError(f"it holds more than {MOST_VALUES} values")
        text = written.decode().strip() or "{}"
        if not text.startswith("{"):  # an empty list would pass for an empty message
            raise ValueError("it is no object")
        request: Message = json_format.Parse(text, _KINDS[rpc][0]())
    except (json_format.Error, ValueError, RecursionError, TypeError, AttributeError) as fault:
        said = " ".join(echo(word) for word in str(fault)[: 2 * LONGEST_FAULT].split())
        raise Refused(Reason.REQUEST_UNREADABLE, UNREADABLE.filled(fault=said[:LONGEST_FAULT])) from fault
    return request.SerializeToString()


def answer_as_json(rpc: str, answer: bytes) -> bytes:
    """An answer's bytes as JSON: enums by name, fields in lowerCamelCase, unset ones left out."""
    return json_format.MessageToJson(_KINDS[rpc][1].FromString(answer), indent=None, ensure_ascii=False).encode()
