"""Spoils requests written as JSON: the values in them, and then the letters."""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any, Final

from google.protobuf import json_format

from tests.fuzz.mutants import LARGEST, STRANGE, Mutant
from tests.fuzz.sound import SOUND, sound_request
from tests.properties.random_questions import REQUESTS

VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1.0,
    1.5,
    1e3,
    -0.0,
    2**31 - 1,
    2**31,
    -(2**31) - 1,
    2**53 + 1,
    2**63,
    2**64,
    10**300,
    float("nan"),
    float("inf"),
    float("-inf"),
    "1",
    "0x17",
    "1e3",
    " 1",
    "NaN",
    "true",
    "CARD_NINE_OF_STARS",
    "card_jack_of_hearts",
    "SEAT_UNSPECIFIED",
    "🂡",
    "\ud800",
    "\udc00\ud800",
    [],
    [None],
    [[]],
    [1, "1", None, {}],
    {},
    {"": 1},
    {"@type": "type.googleapis.com/belote.referee.v1.Deal"},
    {"value": 1},
    *STRANGE,
)
NAMES: Final = (
    "",
    "trumpp",
    "Deal",
    "DEAL",
    "deal ",
    "\x00",
    "__proto__",
    "@type",
    "[belote.referee.v1.deal]",
    "é",
    "0",
)
LONG: Final = (2, 40, 600, 3000)


@cache
def written(number: int, *, proto_names: bool) -> tuple[str, str]:
    """A sound request as JSON, and the call it goes to."""
    rpc, request = sound_request(number)
    return rpc, json_format.MessageToJson(request, indent=None, preserving_proto_field_name=proto_names)


def json_mutant(seed: int) -> Mutant:
    """The spoiled JSON of a seed; one in ten is left as it is."""
    chance = random.Random(seed)
    rpc, text = written(seed % SOUND, proto_names=chance.random() < 0.3)
    way = chance.random()
    if way < 0.7:
        content = json.loads(text)
        for _ in range(chance.choice((1, 1, 2, 5))):
            spoil(content, chance)
        spoiled = json.dumps(content, ensure_ascii=chance.random() < 0.5)
        text = spoiled if len(spoiled) < LARGEST else text
    body = text.encode("utf-8", "surrogatepass")
    if 0.68 < way < 0.85:
        body = chance.choice(LETTER_BY_LETTER)(body, chance)
    if way > 0.97:
        rpc = chance.choice(list(REQUESTS))
    return Mutant(rpc, body)


def spoil(content: Any, chance: random.Random) -> None:
    """Changes one thing somewhere in the object."""
    places = list(containers(content))
    place = chance.choice(places)
    if isinstance(place, dict):
        spoil_object(place, chance)
    else:
        spoil_list(place, chance)


def containers(content: Any) -> Iterator[Any]:
    """The object, and every object and list in it; spoiled before, it may be nested deeper than calls can be."""
    left = [content]
    while left:
        one = left.pop()
        if isinstance(one, dict | list):
            yield one
            left += one.values() if isinstance(one, dict) else one


def a_value(chance: random.Random) -> Any:
    """One of the values, and nobody else's: what is put in may be spoiled in turn."""
    return deepcopy(chance.choice(VALUES))


def spoil_object(place: dict[str, Any], chance: random.Random) -> None:
    names = list(place)
    if not names or chance.random() < 0.1:
        place[chance.choice(NAMES)] = a_value(chance)
        return
    name = chance.choice(names)
    match chance.randrange(6):
        case 0:
            del place[name]
        case 1:
            place[chance.choice((*NAMES, name.upper(), name + "s"))] = place.pop(name)
        case 2:
            place[name] = [place[name]]
        case 3:
            place[name] = place[chance.choice(names)]
        case 4 if isinstance(place[name], list) and place[name]:
            place[name] = place[name][0]
        case _:
            place[name] = a_value(chance)


def spoil_list(place: list[Any], chance: random.Random) -> None:
    if not place:
        place.append(a_value(chance))
        return
    index = chance.randrange(len(place))
    match chance.randrange(5):
        case 0:
            del place[index]
        case 1:
            place[index] = a_value(chance)
        case 2:
            place[index:index] = [place[index]] * chance.choice(LONG)
        case 3:
            place.reverse()
        case _:
            place[index] = {"value": place[index]} if chance.random() < 0.5 else [place[index]]


def cut(body: bytes, chance: random.Random) -> bytes:
    return body[: chance.randrange(len(body) + 1)]


def with_mark(body: bytes, chance: random.Random) -> bytes:
    """A byte order mark, or another coding than UTF-8."""
    text = body.decode("utf-8", "replace")
    return chance.choice((b"\xef\xbb\xbf" + body, text.encode("utf-16"), text.encode("utf-32"), b"\xff" + body))


def twice(body: bytes, chance: random.Random) -> bytes:
    """The same name twice in an object, or two objects."""
    inner = body.strip()[1:-1]
    return chance.choice((b"{" + inner + b"," + inner + b"}", body + body, body + b"," + body, b"[" + body + b"]"))


def deep(body: bytes, chance: random.Random) -> bytes:
    """Nested deeper than anything is."""
    depth = chance.choice((50, 101, 900, 5000, 100_000))
    opening = chance.choice((b"[", b'{"deal":', b'{"questions":[', b'{"":'))
    return opening * depth + (body if chance.random() < 0.5 else b"")


def long_number(body: bytes, chance: random.Random) -> bytes:
    """A number of more digits than any has."""
    digits = b"9" * chance.choice((20, 400, 5000, 100_000))
    number = chance.choice((digits, b"-" + digits, b"0." + digits, b"1e" + digits, b'"' + digits + b'"'))
    places = [place for place, byte in enumerate(body) if byte == ord(":")]
    if not places:
        return number
    place = chance.choice(places) + 1
    return body[:place] + number + b"," + body[place:]


def strange_letters(body: bytes, chance: random.Random) -> bytes:
    """What is no JSON, or stretches it, in the middle."""
    strange = (
        b"\xff",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\x00",
        b"\x1f",
        b"//",
        b"/**/",
        b"'",
        b",,",
        b"NaN",
        b"-Infinity",
    )
    more = (
        rb"\ud800",
        rb"\u0000",
        rb"\uZZZZ",
        b"\\",
        b"0x17",
        b"+1",
        b"01",
        b".5",
        b"1.",
        b"\xe2\x80\xa8",
        b"undefined",
    )
    place = chance.randrange(len(body) + 1)
    return body[:place] + chance.choice((*strange, *more)) + body[place:]


def many_names(body: bytes, chance: random.Random) -> bytes:
    """An object of far more names than there are fields."""
    names = b",".join(b'"k%d":0' % number for number in range(chance.choice((50, 5000))))
    return body.rstrip()[:-1] + b"," + names + b"}"


def no_object(body: bytes, chance: random.Random) -> bytes:
    del body
    return chance.choice((b"", b" ", b"null", b"[]", b'""', b"0", b"true", b"{}", b"{", b"}", b'{"', b"[{}]"))


def turned(body: bytes, chance: random.Random) -> bytes:
    """Some bits turned over."""
    spoiled = bytearray(body)
    for _ in range(chance.choice((1, 2, 8))):
        if spoiled:
            spoiled[chance.randrange(len(spoiled))] ^= 1 << chance.randrange(8)
    return bytes(spoiled)


LETTER_BY_LETTER: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    cut,
    with_mark,
    twice,
    deep,
    long_number,
    strange_letters,
    strange_letters,
    many_names,
    no_object,
    turned,
)
