"""Requests in which one list, wherever the contract has one, holds far more than can make sense."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from tests.errors.whole import WHOLE, whole
from tests.properties.random_questions import REQUESTS

LENGTH: Final = 100_000
WAYS: Final = ("empty", "filled")
"""Entries with nothing in them, and with something in each field that is no message."""


@dataclass(frozen=True)
class LongList:
    """A list in the requests of a call, by the names on the way to it."""

    rpc: str
    way: tuple[str, ...]
    entries: str

    def __str__(self) -> str:
        return f"{self.rpc} {'.'.join(self.way)} {self.entries}"

    def request(self) -> bytes:
        """The whole request of the call, with the list."""
        request = whole(self.rpc)
        place: Any = request
        for name in self.way[:-1]:
            inner = getattr(place, name)
            if place.DESCRIPTOR.fields_by_name[name].is_repeated:
                place = inner[-1] if inner else inner.add()
            else:
                inner.SetInParent()
                place = inner
        fill(place, place.DESCRIPTOR.fields_by_name[self.way[-1]], self.entries)
        return request.SerializeToString()


def fill(place: Any, field: FieldDescriptor, entries: str) -> None:
    """Puts the entries into the list; messages go in as bytes, which is a hundred times quicker."""
    if field.message_type is None:
        place.ClearField(field.name)
        getattr(place, field.name).extend([scalar(field) if entries == "filled" else empty(field)] * LENGTH)
        return
    entry = getattr(type(place)(), field.name).add()
    if entries == "filled":
        fill_entry(entry)
    one = type(place)()
    getattr(one, field.name).append(entry)
    place.MergeFromString(one.SerializeToString() * LENGTH)


def fill_entry(entry: Message) -> None:
    """Something in every field that is no message; in a message of messages, the first of them."""
    fields: Any = entry.DESCRIPTOR.fields
    for field in fields:
        if field.message_type is None and not field.is_repeated:
            setattr(entry, field.name, scalar(field))
    if not entry.ListFields() and fields:
        getattr(entry, fields[0].name).SetInParent()


def scalar(field: FieldDescriptor) -> Any:
    """A value that a field of this kind could well have."""
    if field.enum_type is not None:
        return field.enum_type.values[1].number
    return {FieldDescriptor.TYPE_STRING: "x", FieldDescriptor.TYPE_BOOL: True, FieldDescriptor.TYPE_BYTES: b"x"}.get(
        field.type, 1
    )


def empty(field: FieldDescriptor) -> Any:
    """The value that stands for none."""
    return "" if field.type == FieldDescriptor.TYPE_STRING else 0


def lists_within(kind: Descriptor) -> Iterator[tuple[str, ...]]:
    """The ways from a message to every list in it and below it."""
    for field in kind.fields:
        if field.is_repeated:
            yield (field.name,)
        if field.message_type is not None:
            yield from ((field.name, *way) for way in lists_within(field.message_type))


def long_lists() -> Iterator[LongList]:
    """Of every call; what a batch asks is asked in the call itself."""
    for rpc in WHOLE:
        kind: Any = REQUESTS[rpc].DESCRIPTOR
        for way in lists_within(kind):
            if way[0] != "questions" or way[1:] == ():
                yield from (LongList(rpc, way, entries) for entries in WAYS)


LONG: Final = {str(one): one for one in long_lists()}
