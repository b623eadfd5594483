"""The same calls written as JSON, for callers that speak no protobuf: `curl`, a browser's console, a spreadsheet."""

import re
from collections.abc import Sequence
from typing import Any, Final

from belote.referee.v1 import referee_service_pb2
from google.protobuf import descriptor_pool, json_format
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from referee.model.refusal import Reason, Refused, echo
from referee.model.text import Text

_METHODS: Final = referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"].methods_by_name
_KINDS: Final[dict[str, tuple[type[Any], type[Any]]]] = {
    name: (GetMessageClass(method.input_type), GetMessageClass(method.output_type)) for name, method in _METHODS.items()
}
LONGEST_FAULT: Final = 400
LONGEST_PATH: Final = 120
MOST_NAMES: Final = 8
"""So many values are told of those that there are."""
MOST_VALUES: Final = 200_000
"""So many lists, objects and members of them are read: half more than a thousand questions about whole records have.
Each costs a hundred times what it costs in protobuf, and a request could consist of nothing else."""
UNREADABLE: Final = Text("the JSON is no request of this call: {fault}", "ce JSON n'est pas une requête : {fault}")
# How the library says what callers get wrong most often.
_NO_FIELD: Final = re.compile(
    r'Message type "(?P<kind>[\w.]+)" has no field named "(?P<said>.*?)" at "\w+\.?(?P<path>\S*)"'
)
_NO_VALUE: Final = re.compile(
    r"Invalid enum value (?P<said>.*?) for enum type (?P<kind>[\w.]+) at \w+\.(?P<path>\S+?)\.*$"
)
_CAPITAL: Final = re.compile("[A-Z]")
_NO_LIST: Final = re.compile(r"repeated field (?P<said>\w+) must be in \[\] which is .* at \w+\.(?P<path>\S+?)\.*$")


def request_from_json(rpc: str, written: bytes) -> bytes:
    """The bytes of a request that was written as JSON. Raises Refused, REQUEST_UNREADABLE, when it cannot be.

    A name that the call does not know is refused: a misspelt field that was passed over would change the verdict.
    """
    try:
        if sum(map(written.count, (b",", b"[", b"{"))) > MOST_VALUES:
            raise ValueError(f"it holds more than {MOST_VALUES} values")
        text = written.decode().strip() or "{}"
        if not text.startswith("{"):  # an empty list would pass for an empty message
            raise ValueError("it is no JSON object, in { }")
        request: Message = json_format.Parse(text, _KINDS[rpc][0]())
    except (json_format.Error, ValueError, RecursionError, TypeError, AttributeError) as fault:
        raise _told(str(fault)) from fault
    return request.SerializeToString()


def _told(fault: str) -> Refused:
    """What the library objects to, as callers need it: where, and what would be right."""
    pool = descriptor_pool.Default()
    if found := _NO_FIELD.search(fault):
        names = ", ".join(one.json_name for one in pool.FindMessageTypeByName(found["kind"]).fields)
        said = echo(found["said"])
        return _at(
            found["path"],
            f"{said} is no field here; known: {names}",
            f"{said} n'est pas un champ ici ; connus : {names}",
        )
    if found := _NO_VALUE.search(fault):
        values = pool.FindEnumTypeByName(found["kind"]).values_by_number
        said, names = echo(found["said"]), _near(found["said"], [values[number].name for number in sorted(values)[1:]])
        return _at(
            found["path"],
            f"{said} is no value here; known: {names}",
            f"{said} n'est pas une valeur ici ; connues : {names}",
        )
    if found := _NO_LIST.search(fault):
        return _at(
            ".".join(filter(None, (found["path"], found["said"]))), "needs a list, in [ ]", "veut une liste, entre [ ]"
        )
    said = " ".join(echo(word) for word in fault[: 2 * LONGEST_FAULT].split())
    return Refused(Reason.REQUEST_UNREADABLE, UNREADABLE.filled(fault=said[:LONGEST_FAULT]))


def _near(said: str, names: Sequence[str]) -> str:
    """The names that have the word in them; where none has, the first ones."""
    near = [name for name in names if said and said.lower() in name.lower()] or list(names)
    return ", ".join(near[:MOST_NAMES]) + (" …" if len(near) > MOST_NAMES else "")


def _at(path: str, english: str, french: str) -> Refused:
    """The refusal of what is there in the request, by the contract's names; of the request itself where that is all."""
    if not path or len(path) > LONGEST_PATH:
        return Refused(Reason.REQUEST_UNREADABLE, Text(english, french))
    return Refused.for_field(_CAPITAL.sub(_small, path), Reason.REQUEST_UNREADABLE, english, french)


def _small(capital: re.Match[str]) -> str:
    return f"_{capital[0].lower()}"


def answer_as_json(rpc: str, answer: bytes) -> bytes:
    """An answer's bytes as JSON: enums by name, fields in lowerCamelCase, unset ones left out."""
    return json_format.MessageToJson(_KINDS[rpc][1].FromString(answer), indent=None, ensure_ascii=False).encode()
