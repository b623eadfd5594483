"""Spoils the bytes of a request, and writes such as no library of protobuf would write."""

import random
from collections.abc import Callable, Iterator
from typing import Final

Way = Callable[[bytes, random.Random], bytes]


def flipped(request: bytes, chance: random.Random) -> bytes:
    """Some bits turned over."""
    spoiled = bytearray(request)
    for _ in range(chance.choice((1, 1, 2, 8))):
        if spoiled:
            spoiled[chance.randrange(len(spoiled))] ^= 1 << chance.randrange(8)
    return bytes(spoiled)


def truncated(request: bytes, chance: random.Random) -> bytes:
    """The end is missing."""
    return request[: chance.randrange(len(request) + 1)]


def inserted(request: bytes, chance: random.Random) -> bytes:
    """Something strange in the middle."""
    place = chance.randrange(len(request) + 1)
    return request[:place] + chance.randbytes(chance.choice((1, 2, 10, 300))) + request[place:]


def torn(request: bytes, chance: random.Random) -> bytes:
    """A piece is missing."""
    start = chance.randrange(len(request) + 1)
    return request[:start] + request[start + chance.randrange(1, 20) :]


def told_twice(request: bytes, chance: random.Random) -> bytes:
    """The same request again, or the end of it, which protobuf reads as one with every list doubled."""
    return request + request[chance.choice((0, 0, len(request) // 2)) :]


def fields_moved(request: bytes, chance: random.Random) -> bytes:
    """The fields of the request in another order, some left out, some twice."""
    pieces = list(pieces_of(request))
    chance.shuffle(pieces)
    return b"".join(piece * chance.choice((0, 1, 1, 1, 2)) for piece in pieces)


def unknown_field(request: bytes, chance: random.Random) -> bytes:
    """Fields that the contract does not have, of any kind; they are to be ignored."""
    number = chance.choice((15, 99, 2000, 19_000, 2**29 - 1))
    added = chance.choice(
        (
            varint(number << 3 | 2) + varint(3) + b"abc",
            varint(number << 3) + varint(2**64 - 1),
            varint(number << 3 | 1) + bytes(8),
            varint(number << 3 | 5) + bytes(4),
            (varint(number << 3 | 2) + varint(0)) * 500,
        )
    )
    return request + added if chance.random() < 0.5 else added + request


def nested_groups(request: bytes, chance: random.Random) -> bytes:
    """Groups within groups, closed, left open, or closed by another; beyond a depth no reader follows."""
    depth = chance.choice((1, 5, 99, 101, 5000))
    start, end = varint(chance.randrange(1, 200) << 3 | 3), varint(chance.randrange(1, 200) << 3 | 4)
    own_end = bytes([start[0] | 4, *start[1:]]) if start[0] & 7 == 3 else end
    closing = chance.choice((own_end, end, b""))
    return request + start * depth + closing * depth


def nested_messages(request: bytes, chance: random.Random) -> bytes:
    """One field inside another, many deep."""
    inner, key = request[:200], varint(chance.randrange(1, 12) << 3 | 2)
    for _ in range(chance.choice((3, 50, 101, 1000))):
        inner = key + varint(len(inner)) + inner
    return inner


def overlong_numbers(request: bytes, chance: random.Random) -> bytes:
    """A number written with more bytes than it needs, or than any number may have."""
    pieces = list(pieces_of(request)) or [b""]
    index = chance.randrange(len(pieces))
    key, place = read_varint(pieces[index], 0)
    bytes_more = chance.choice((1, 3, 5, 9, 11, 60))
    pieces[index] = stretched(key, bytes_more) + pieces[index][place:]
    return b"".join(pieces)


def stretched(number: int, bytes_more: int) -> bytes:
    """The number with zeros before it, as some bytes say that the number goes on."""
    plain = varint(number)
    return plain[:-1] + bytes([plain[-1] | 128]) + b"\x80" * (bytes_more - 1) + b"\x00"


def wrong_kind(request: bytes, chance: random.Random) -> bytes:
    """A field is written as another kind of value than it has."""
    pieces = list(pieces_of(request))
    if not pieces:
        return request
    index = chance.randrange(len(pieces))
    key, _ = read_varint(pieces[index], 0)
    number = key >> 3
    pieces[index] = chance.choice(
        (
            varint(number << 3) + varint(chance.randrange(2**64)),
            varint(number << 3 | 1) + chance.randbytes(8),
            varint(number << 3 | 2) + varint(4) + b"\xff\xfe\xc0\x80",
            varint(number << 3 | 5) + chance.randbytes(4),
            varint(number << 3 | 6),
            varint(number << 3 | 7) + b"\x00",
            varint(0 << 3 | 2) + b"\x00",
        )
    )
    return b"".join(pieces)


def lying_length(request: bytes, chance: random.Random) -> bytes:
    """A field says that it is longer than all that follows, or than anything can be."""
    pieces = list(pieces_of(request))
    index = chance.randrange(len(pieces) + 1)
    key = varint(chance.randrange(1, 12) << 3 | 2)
    lie = chance.choice((1, 127, 2**20, 2**31 - 1, 2**31, 2**32 + 5, 2**63, 2**64 - 1))
    return b"".join([*pieces[:index], key + varint(lie), *pieces[index:]])


def no_text(request: bytes, chance: random.Random) -> bytes:
    """Letters replaced by bytes that are no UTF-8, wherever letters stand."""
    spoiled = bytearray(request)
    letters = [place for place, byte in enumerate(spoiled) if 97 <= byte <= 122]
    for place in chance.sample(letters, min(len(letters), chance.choice((1, 2, 6)))):
        spoiled[place] = chance.choice((0xFF, 0xC0, 0x80, 0xED, 0xF5, 0))
    return bytes(spoiled)


def largest_numbers(request: bytes, chance: random.Random) -> bytes:
    """A field of one byte becomes the largest or the smallest number there is."""
    pieces = list(pieces_of(request))
    if not pieces:
        return request
    index = chance.randrange(len(pieces))
    key, _ = read_varint(pieces[index], 0)
    pieces[index] = varint(key & ~7) + varint(chance.choice((2**31 - 1, 2**31, 2**32, 2**63, 2**64 - 1, 2**64 - 5)))
    return b"".join(pieces)


def nothing(request: bytes, chance: random.Random) -> bytes:
    """No bytes, or only such as say nothing."""
    del request
    return chance.choice((b"", b"\x00", b"\x00" * 40, b"\xff" * 40, b"\x80" * 40))


def varint(number: int) -> bytes:
    """A number as protobuf writes it."""
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    return bytes([*written, number])


def pieces_of(request: bytes) -> Iterator[bytes]:
    """The top fields of a sound request, each with its key."""
    start = place = 0
    while place < len(request):
        key, place = read_varint(request, place)
        if key & 7 == 2:
            size, place = read_varint(request, place)
            place += size
        else:
            _, place = read_varint(request, place)
        yield request[start:place]
        start = place


def read_varint(request: bytes, place: int) -> tuple[int, int]:
    """The number at a place, and where it ends; past the end everything is 0."""
    number, shift = 0, 0
    while place < len(request):
        byte = request[place]
        number |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            break
    return number, place


WAYS: Final[tuple[Way, ...]] = (
    flipped,
    truncated,
    inserted,
    torn,
    told_twice,
    fields_moved,
    unknown_field,
    nested_groups,
    nested_messages,
    overlong_numbers,
    wrong_kind,
    lying_length,
    no_text,
    largest_numbers,
    nothing,
)
