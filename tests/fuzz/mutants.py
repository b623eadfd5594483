"""Spoils requests field by field, where the contract's own words are used wrongly, and byte by byte."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from tests.fuzz.bytewise import WAYS
from tests.fuzz.sound import sound_request
from tests.properties.random_questions import REQUESTS

STRANGE: Final = (
    "",
    " ",
    "ffb_classic ",
    "FFB_CLASSIC",
    "é" * 40,
    "x" * 5000,
    "😀" * 2000,
    "\x00",
    "\x1b[31mred\x1b[0m",
    "line\r\nbreak\ttab",
    "\u202eright to left",
    "%s %d {0} ${HOME}",
    "../../etc/passwd",
    "JH TS AD",
    "none",
    "-1",
)
NUMBERS: Final = (0, 1, -1, 7, 81, 162, 252, 1_000_000, 1_000_001, 2**31 - 1, -(2**31))
ENUM_NUMBERS: Final = (0, 5, 7, 8, 15, 16, 0x1F, 0x20, 0x4F, 0x57, 99, 1000, -1, 2**31 - 1, -(2**31))
LONG: Final = (2, 9, 33, 100, 513, 1001, 3000)
LARGEST: Final = 1024 * 1024
"""Bytes past which a request grows no further."""


@dataclass(frozen=True)
class Mutant:
    """A spoiled request and the call it goes to."""

    rpc: str
    request: bytes


def mutant(seed: int) -> Mutant:
    """The spoiled request of a seed."""
    chance = random.Random(seed)
    rpc, sound = sound_request(seed)
    message = copy_of(sound)
    way = chance.random()
    if way < 0.78:
        for _ in range(chance.choice((1, 1, 2, 4))):
            spoil(message, chance)
    request = message.SerializeToString()
    if way > 0.72:
        for _ in range(chance.choice((1, 1, 3))):
            request = chance.choice(WAYS)(request, chance)
    if way > 0.95:
        rpc = chance.choice(list(REQUESTS))
    return Mutant(rpc, request)


def spoil(message: Message, chance: random.Random) -> None:
    """Changes one thing somewhere in a message."""
    place = chance.choice(list(messages_within(message)))
    fields = list[Any](place.DESCRIPTOR.fields)
    if not fields:
        return
    used = [field for field, _ in place.ListFields()]
    field = chance.choice(used if used and chance.random() < 0.8 else fields)
    if field.is_repeated:
        spoil_list(place, field, chance)
    elif field.message_type is not None:
        if chance.random() < 0.4:
            place.ClearField(field.name)
        else:
            fill(getattr(place, field.name), chance, 2)
            getattr(place, field.name).SetInParent()
    elif chance.random() < 0.25:
        place.ClearField(field.name)
    else:
        setattr(place, field.name, some_value(field, chance))


def messages_within(message: Message) -> Iterator[Message]:
    """A message and every one inside it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is not None:
            for one in value if field.is_repeated else (value,):
                yield from messages_within(one)


def spoil_list(place: Message, field: Any, chance: random.Random) -> None:
    """Drops, doubles, swaps, reverses or multiplies what a list holds, or adds something to it."""
    values: Any = getattr(place, field.name)
    held = list(values)
    way = chance.randrange(6)
    if not held or way == 0:
        if field.message_type is not None:
            fill(values.add(), chance, 2)
        else:
            values.append(some_value(field, chance))
        return
    index = chance.randrange(len(held))
    if way == 1:
        del held[index]
    elif way == 2:
        held.insert(chance.randrange(len(held) + 1), held[index])
    elif way == 3:
        other = chance.randrange(len(held))
        held[index], held[other] = held[other], held[index]
    elif way == 4:
        held.reverse()
    else:
        size = max(1, place.ByteSize() // len(held))
        held = held[index : index + 1] * min(chance.choice(LONG), LARGEST // size)
    copies = [copy_of(one) if isinstance(one, Message) else one for one in held]
    place.ClearField(field.name)
    getattr(place, field.name).extend(copies)


def copy_of(message: Message) -> Message:
    other = type(message)()
    other.CopyFrom(message)
    return other


def fill(message: Message, chance: random.Random, depth: int) -> None:
    """Sets some fields of a message to anything."""
    for field in message.DESCRIPTOR.fields:
        if chance.random() < 0.5:
            continue
        if field.message_type is None:
            value = some_value(field, chance)
            if field.is_repeated:
                getattr(message, field.name).append(value)
            else:
                setattr(message, field.name, value)
        elif depth:
            inner: Any = getattr(message, field.name)
            if field.is_repeated:
                fill(inner.add(), chance, depth - 1)
            else:
                inner.SetInParent()
                fill(inner, chance, depth - 1)


def some_value(field: Any, chance: random.Random) -> Any:
    """A value that a field can hold, seldom one that it should."""
    if field.enum_type is not None:
        known = [value.number for value in field.enum_type.values]
        return chance.choice(known) if chance.random() < 0.5 else chance.choice(ENUM_NUMBERS)
    match field.type:
        case FieldDescriptor.TYPE_BOOL:
            return chance.random() < 0.5
        case FieldDescriptor.TYPE_STRING:
            return chance.choice(STRANGE)
        case FieldDescriptor.TYPE_BYTES:
            return chance.randbytes(chance.choice((0, 1, 32, 5000)))
    return chance.choice(NUMBERS)


def leads_somewhere(path: str, kind: Any) -> bool:
    """Whether a path such as `deal.actions[17].play` names a field, or a choice between fields, of such a request."""
    for step in path.split("."):
        name, bracket, index = step.partition("[")
        if name in kind.oneofs_by_name and not bracket:
            return path.endswith(step)
        field = kind.fields_by_name.get(name)
        if field is None or (bracket and not (field.is_repeated and index.rstrip("]").isdigit())):
            return False
        if field.message_type is None:
            return path.endswith(step)
        kind = field.message_type
    return True
