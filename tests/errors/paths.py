"""Paths of error details, such as `deal.actions[17].play`, followed in the request they speak of."""

import re
from typing import Any, Final

from google.protobuf.message import Message

_STEP: Final = re.compile(r"([a-z_0-9]+)(?:\[(\d+)\])?")


class NoSuchPlace(AssertionError):
    """The path leads nowhere in the request."""


def follow(request: Message, path: str) -> Any:
    """What the request has there; a oneof is answered with the name of its member, or None.

    Raises NoSuchPlace for a field that the message does not have, and an index past the end of a list.
    """
    place: Any = request
    for step in path.split("."):
        match = _STEP.fullmatch(step)
        if match is None or not isinstance(place, Message):
            raise NoSuchPlace(f"{path}: {step}")
        name, index = match.groups()
        if name in place.DESCRIPTOR.oneofs_by_name and index is None:
            place = place.WhichOneof(name)
            continue
        field = place.DESCRIPTOR.fields_by_name.get(name)
        if field is None or (index is not None and not field.is_repeated):
            raise NoSuchPlace(f"{path}: {step}")
        place = getattr(place, name)
        if index is not None:
            if int(index) >= len(place):
                raise NoSuchPlace(f"{path}: {step}")
            place = place[int(index)]
    return place


def rank(request: Message, path: str) -> tuple[tuple[int, int], ...]:
    """Where a path stands in the order of the fields of a request; a oneof stands where its first member does."""
    ranks: list[tuple[int, int]] = []
    place: Any = request.DESCRIPTOR
    for name, index in _STEP.findall(path):
        if name in place.oneofs_by_name:
            ranks.append((min(field.number for field in place.oneofs_by_name[name].fields), -1))
        else:
            field = place.fields_by_name[name]
            ranks.append((field.number, int(index or -1)))
            place = field.message_type
    return tuple(ranks)
