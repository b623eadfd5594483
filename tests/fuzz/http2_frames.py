"""Spoils what goes to the gRPC port: the preface and frames of HTTP/2, and the headers and messages of gRPC."""

import gzip
import random
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from hpack import Encoder
from hyperframe.frame import (
    ContinuationFrame,
    DataFrame,
    Frame,
    GoAwayFrame,
    HeadersFrame,
    PingFrame,
    PriorityFrame,
    RstStreamFrame,
    SettingsFrame,
    WindowUpdateFrame,
)

from referee.service import SERVICE_NAME
from tests.fuzz.doors import framed
from tests.fuzz.sound import SOUND, sound_request

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
LARGEST_FRAME: Final = 16_384
STORM: Final = 150
"""Frames of a storm: enough to be one, few enough to be a test."""


@dataclass
class Call:
    """A call as gRPC sends it, which can be spoiled in parts."""

    path: str | bytes
    body: bytes
    headers: list[tuple[str, str]] = field(default_factory=list)
    method: str = "POST"
    kind: str = "application/grpc+proto"
    te: str = "trailers"

    def listed(self) -> list[tuple[str, str | bytes]]:
        """All its headers, in order."""
        head: list[tuple[str, str | bytes]] = [
            (":method", self.method),
            (":scheme", "http"),
            (":path", self.path),
            (":authority", "referee"),
        ]
        return [*head, ("te", self.te), ("content-type", self.kind), *self.headers]


def sound(chance: random.Random) -> Call:
    """A call as it should be."""
    rpc, message = sound_request(chance.randrange(SOUND))
    return Call(f"/{SERVICE_NAME}/{rpc}", framed(message.SerializeToString()))


# Calls that HTTP/2 understands, and gRPC should not


def wrong_message(call: Call, chance: random.Random) -> None:
    """Frames of gRPC that say what is not so."""
    inner = call.body[5:]
    lie = chance.choice((0, max(0, len(inner) - 1), len(inner) + 1, 2**31 - 1, 2**32 - 1))
    call.body = chance.choice(
        (
            struct.pack(">BI", chance.randrange(1, 256), len(inner)) + inner,
            struct.pack(">BI", 0, lie) + inner,
            framed(gzip.compress(inner), 1),
            call.body + call.body,
            call.body + framed(inner, 1),
            call.body + b"\x00\x00",
            framed(b"") * 200,
            b"",
            inner,
            chance.randbytes(60),
        )
    )


def wrong_headers(call: Call, chance: random.Random) -> None:
    """Headers with values that they cannot have."""
    match chance.randrange(8):
        case 0:
            call.method = chance.choice(("GET", "PUT", "OPTIONS", "CONNECT", "post", ""))
        case 1:
            call.kind = chance.choice(
                ("", "text/plain", "application/grpc", "application/grpc-web", "application/json")
            )
        case 2:
            call.te = chance.choice(("", "gzip", "trailers, deflate"))
        case 3:
            own = str(call.path)
            long = "/" + "x" * 6000
            strange: list[str | bytes] = [
                b"/\xff",
                own.replace(".", "é").encode("latin-1"),
                "/é",
                "/\x00",
                "/%ff",
            ]
            paths = ("", "/", "//", "*", SERVICE_NAME, own + "/", own.lower(), long, *strange)
            call.path = chance.choice(paths)
        case 4:
            times = ("", "0n", "1n", "1", "S", "99999999H", "999999999S", "-1S", "1x", "1.5S", "é")
            call.headers.append(("grpc-timeout", chance.choice(times)))
        case 5:
            call.headers.append(
                ("grpc-encoding", chance.choice(("gzip", "deflate", "identity", "zstd", "", "x" * 300)))
            )
        case 6:
            call.headers.append(
                chance.choice(
                    (
                        ("x-trace-bin", "!!! no base64 !!!"),
                        ("grpc-tags-bin", "AA"),
                        ("accept-language", "\xff"),
                        ("authorization", "Bearer " + "x" * 3000),
                        ("user-agent", ""),
                        ("content-length", "3"),
                        ("grpc-status", "0"),
                        ("grpc-accept-encoding", "x" * 500),
                        ("grpc-previous-rpc-attempts", "-1"),
                    )
                )
            )
        case _:
            call.headers += [(f"x-{number}", "y" * 20) for number in range(chance.choice((10, 60)))]


def broken_headers(call: Call, chance: random.Random) -> None:
    """Headers that HTTP/2 does not allow, or more of them than are taken."""
    call.headers += chance.choice(
        (
            [("Upper-Case", "x")],
            [("connection", "close")],
            [("transfer-encoding", "chunked")],
            [("", "no name")],
            [("na me", "a blank")],
            [("x", "a\r\nb: c")],
            [("x", "\x00")],
            [(":path", "/again")],
            [(":unknown", "x")],
            [("x-long", "y" * 12_000)],
            [(f"x-{number}", "y" * 100) for number in range(120)],
        )
    )


CALLS: Final[tuple[Callable[[Call, random.Random], None], ...]] = (wrong_message, wrong_headers, broken_headers)


def call_of(seed: int) -> tuple[str, Call]:
    """A spoiled call of HTTP/2, and how it was spoiled."""
    chance = random.Random(seed)
    call, way = sound(chance), CALLS[seed % len(CALLS)]
    way(call, chance)
    return way.__name__, call


def octets_of(call: Call, stream: int = 1) -> bytes:
    """The call as frames, with the preface of a connection of its own."""
    packed = Encoder().encode(call.listed(), huffman=False)
    first, rest = packed[:LARGEST_FRAME], packed[LARGEST_FRAME:]
    frames: list[Frame] = [HeadersFrame(stream, first, flags=[] if rest else ["END_HEADERS"])]
    if rest:
        frames.append(ContinuationFrame(stream, rest, flags=["END_HEADERS"]))
    parts = [call.body[start : start + LARGEST_FRAME] for start in range(0, len(call.body), LARGEST_FRAME)] or [b""]
    frames += [DataFrame(stream, part) for part in parts[:-1]]
    frames.append(DataFrame(stream, parts[-1], flags=["END_STREAM"]))
    return opening() + b"".join(frame.serialize() for frame in frames)


def opening() -> bytes:
    """How a client begins: the preface, and windows that are wide enough for any answer."""
    return PREFACE + SettingsFrame(0, {4: 2**24}).serialize() + WindowUpdateFrame(0, 2**24).serialize()


# What is no HTTP/2


def no_preface(chance: random.Random) -> bytes:
    """Something else than the preface, or less of it."""
    return chance.choice(
        (
            PREFACE[: chance.randrange(len(PREFACE))],
            PREFACE.replace(b"2.0", b"3.0"),
            b"GET / HTTP/1.1\r\nhost: referee\r\n\r\n",
            bytes.fromhex("16030100c8010000c40303") + chance.randbytes(193),
            b"SSH-2.0-OpenSSH_9.2\r\n",
            chance.randbytes(100),
            b"\x00" * 100,
        )
    )


def any_frames(chance: random.Random) -> bytes:
    """Frames of any kind, with any flags, on any stream, of any content."""
    made = b""
    for _ in range(chance.randrange(1, 12)):
        content = chance.randbytes(chance.choice((0, 1, 4, 5, 6, 8, 50, 2000)))
        kind, flags = chance.choice((*range(12), 255)), chance.choice((0, 1, 4, 5, 8, 0x20, 0x2D, 255))
        stream = chance.choice((0, 1, 1, 2, 3, 2**31 - 1, 2**32 - 1))
        made += struct.pack(">I", len(content))[1:] + struct.pack(">BBI", kind, flags, stream) + content
    return opening() + made


def wrong_lengths(chance: random.Random) -> bytes:
    """A frame that says that it is longer than it is, or longer than is taken."""
    size = chance.choice((1, 5, 16_384, 16_385, 2**24 - 1))
    head = struct.pack(">I", size)[1:] + struct.pack(">BBI", chance.randrange(10), 0, chance.choice((0, 1)))
    return opening() + head + chance.randbytes(chance.randrange(200))


def wrong_settings(chance: random.Random) -> bytes:
    """Settings with values that they cannot have, cut, or on a stream."""
    pairs = [
        (chance.choice((1, 2, 3, 4, 5, 6, 99)), chance.choice((0, 1, 2, 2**24, 2**31, 2**32 - 1))) for _ in range(5)
    ]
    content = b"".join(struct.pack(">HI", *pair) for pair in pairs)[: chance.choice((30, 30, 29, 7))]
    stream = chance.choice((0, 0, 1))
    return (
        PREFACE + struct.pack(">I", len(content))[1:] + struct.pack(">BBI", 4, chance.choice((0, 1)), stream) + content
    )


def cut_call(chance: random.Random) -> bytes:
    """The beginning of a call."""
    octets = octets_of(sound(chance))
    return octets[: chance.randrange(len(octets))]


def turned_call(chance: random.Random) -> bytes:
    """A call with some bytes changed, in its frames or in what they hold."""
    octets = bytearray(octets_of(sound(chance)))
    for _ in range(chance.choice((1, 1, 3, 10))):
        octets[chance.randrange(len(PREFACE), len(octets))] = chance.randrange(256)
    return bytes(octets)


def no_headers(chance: random.Random) -> bytes:
    """Headers that nobody can unpack, that never end, or that are continued by nothing."""
    packed = Encoder().encode(sound(chance).listed(), huffman=chance.random() < 0.5)
    return opening() + chance.choice(
        (
            HeadersFrame(1, chance.randbytes(100), flags=["END_HEADERS"]).serialize(),
            HeadersFrame(1, b"\xff" * 200, flags=["END_HEADERS"]).serialize(),
            HeadersFrame(1, packed[:-3], flags=["END_HEADERS", "END_STREAM"]).serialize(),
            HeadersFrame(1, packed).serialize() + DataFrame(1, b"x").serialize(),
            HeadersFrame(1, packed).serialize() + ContinuationFrame(1, b"").serialize() * STORM,
            ContinuationFrame(1, packed, flags=["END_HEADERS"]).serialize(),
            HeadersFrame(2, packed, flags=["END_HEADERS"]).serialize(),
        )
    )


def storm(chance: random.Random) -> bytes:
    """Much of what costs the sender little."""
    call = Encoder().encode(sound(chance).listed(), huffman=False)
    begun = [HeadersFrame(2 * number + 1, call, flags=["END_HEADERS"]) for number in range(STORM)]
    storms: tuple[list[Any], ...] = (
        [one for head in begun for one in (head, RstStreamFrame(head.stream_id, 8))],
        [PingFrame(0, b"12345678")] * STORM,
        [SettingsFrame(0, {4: 65_535})] * STORM,
        [WindowUpdateFrame(0, 1)] * STORM,
        [PriorityFrame(3, depends_on=1)] * STORM,
        [DataFrame(1, b"")] * STORM,
        begun,
        [GoAwayFrame(0, 0), *begun[:3]],
        [WindowUpdateFrame(0, 2**31 - 1)] * 3,
    )
    return opening() + b"".join(frame.serialize() for frame in chance.choice(storms))


FRAMES: Final[tuple[Callable[[random.Random], bytes], ...]] = (
    no_preface,
    any_frames,
    wrong_lengths,
    wrong_settings,
    cut_call,
    turned_call,
    no_headers,
    storm,
)


def frames_of(seed: int) -> tuple[str, bytes]:
    """Bytes for one connection, and what they are."""
    way = FRAMES[seed % len(FRAMES)]
    return way.__name__, way(random.Random(seed))
