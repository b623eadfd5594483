"""Spoils what goes to the web door around a request: the lines of HTTP/1.1, its headers, its lengths, its framing."""

import gzip
import random
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from referee.service import SERVICE_NAME
from tests.fuzz.doors import framed
from tests.fuzz.json_text import written
from tests.fuzz.sound import SOUND, sound_request

Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Sent:
    """Bytes for one connection, and whether whoever sent them leaves without waiting for an answer."""

    what: str
    octets: bytes
    leaves: bool = False


@dataclass
class Request:
    """A request that can be spoiled in parts."""

    kind: str
    path: str
    body: bytes
    headers: Headers
    verb: str = "POST"
    version: str = "HTTP/1.1"
    length: str | None = None

    def octets(self) -> bytes:
        """As it is sent."""
        lines = [f"{self.verb} {self.path} {self.version}", "host: referee", f"content-type: {self.kind}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        if self.length != "":
            lines.append(f"content-length: {len(self.body) if self.length is None else self.length}")
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape") + self.body


def http_mutant(seed: int) -> Sent:
    """The spoiled request of a seed."""
    chance = random.Random(seed)
    way = WAYS[seed % len(WAYS)]
    return Sent(way.__name__, *way(sound(chance), chance))


def sound(chance: random.Random) -> Request:
    """A request in one of the protocols, as it should be."""
    number = chance.randrange(SOUND)
    rpc, message = sound_request(number)
    path = f"/{SERVICE_NAME}/{rpc}"
    octets = message.SerializeToString()
    match chance.randrange(3):
        case 0:
            return Request("application/proto", path, octets, [("connect-protocol-version", "1")])
        case 1:
            return Request("application/json", path, written(number, proto_names=False)[1].encode(), [])
    return Request("application/grpc-web+proto", path, framed(octets), [("x-grpc-web", "1")])


Parts = tuple[bytes] | tuple[bytes, bool]
KINDS: Final = (
    "",
    "text/plain",
    "application/json; charset=utf-16",
    "APPLICATION/JSON",
    "application/",
    "application/proto; x=" + "y" * 3000,
    "application/connect+proto",
    "application/connect+json",
    "application/grpc",
    "application/grpc+json",
    "application/grpc-web",
    "application/grpc-web-text",
    "application/grpc-web+json",
    "application/grpc-web+thrift",
    "application/x-protobuf",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "json",
    "proto",
    ";",
    "*/*",
)


def wrong_kind(one: Request, chance: random.Random) -> Parts:
    """A content type that does not fit the body."""
    one.kind = chance.choice(KINDS)
    return (one.octets(),)


def wrong_frame(one: Request, chance: random.Random) -> Parts:
    """Frames of gRPC-Web that say what is not so."""
    inner = one.body[5:] if one.kind.startswith("application/grpc-web") else one.body
    one.kind = chance.choice(("application/grpc-web+proto", "application/grpc-web", "application/connect+proto"))
    size = len(inner)
    lie = chance.choice((0, 1, size + 1, max(0, size - 1), 2**31 - 1, 2**32 - 1, 9 * 2**20))
    one.body = chance.choice(
        (
            struct.pack(">BI", chance.randrange(256), size) + inner,
            struct.pack(">BI", 0, lie) + inner,
            struct.pack(">BI", 1, lie) + gzip.compress(inner),
            framed(inner) + framed(inner),
            framed(inner) + framed(b"grpc-status: 0\r\n", 0x80),
            framed(b"grpc-status:", 0x80) + framed(inner),
            framed(inner) + framed(inner, 1),
            framed(inner) + b"\x00\x00",
            framed(b"") * 300,
            b"\x00" * chance.randrange(5),
            b"",
            inner,
        )
    )
    return (one.octets(),)


@cache
def bomb() -> bytes:
    """Few bytes that unpack to many."""
    return gzip.compress(bytes(64 * 1024 * 1024))


def compressed(one: Request, chance: random.Random) -> Parts:
    """A body that is compressed, says so, or both, well or badly."""
    coding = chance.choice(("gzip", "deflate", "br", "zstd", "identity", "gzip, gzip", "GZIP", "", "x" * 500))
    header = chance.choice(("content-encoding", "grpc-encoding", "connect-content-encoding", "transfer-encoding"))
    one.headers.append((header, coding))
    packed = chance.choice(
        (gzip.compress(one.body), zlib.compress(one.body), one.body, bomb(), chance.randbytes(100), b"\x1f\x8b")
    )
    one.body = framed(packed, 1) if one.kind.startswith("application/grpc-web") else packed
    return (one.octets(),)


def wrong_length(one: Request, chance: random.Random) -> Parts:
    """The length says more or less than there is, or nothing that could be a length."""
    size = len(one.body)
    one.length = chance.choice(
        ("", "-1", "+5", "0x10", "1e3", "1 1", "5, 5", "9" * 30, "abc", "0", str(max(0, size - 3)), f"0{size}")
    )
    return (one.octets(),)


def cut(one: Request, chance: random.Random) -> Parts:
    """The sender leaves in the midst of its request."""
    octets = one.octets()
    return octets[: chance.randrange(len(octets))], True


def in_chunks(one: Request, chance: random.Random) -> Parts:
    """A body in chunks, whole or spoiled; one that is cut is left by its sender."""
    one.headers.append(
        ("transfer-encoding", chance.choice(("chunked", "chunked", "Chunked", "chunked, chunked", "xchunked")))
    )
    one.length = chance.choice(("", "", "", "5"))
    body, one.body = one.body, b""
    size = chance.choice((1, 7, 1000))
    pieces = [body[start : start + size] for start in range(0, min(len(body), 200 * size), size)]
    chunks = [b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces]
    way = chance.randrange(8)
    if way == 0:
        return one.octets() + b"".join(chunks[: len(chunks) // 2]), True
    end = b"0\r\n\r\n"
    if way == 1:
        chunks.insert(
            0, chance.choice((b"zz\r\n", b"-1\r\n", b"fffffffffffffffffff\r\n", b"\r\n", b"5;" + b"x" * 9000 + b"\r\n"))
        )
    elif way == 2:
        end = b"0\r\n" + b"trailer: x\r\n" * chance.choice((1, 500)) + b"\r\n"
    elif way == 3:
        chunks = [chunk.replace(b"\r\n", b"\n") for chunk in chunks]
    return (one.octets() + b"".join(chunks) + end,)


def doubled_headers(one: Request, chance: random.Random) -> Parts:
    """The same header twice, alike or not."""
    name, value = chance.choice(
        (
            ("content-length", str(len(one.body))),
            ("content-length", "3"),
            ("content-type", "application/json"),
            ("host", "elsewhere"),
            ("accept-language", "fr"),
            ("connect-protocol-version", "2"),
            ("connect-timeout-ms", "5"),
            ("authorization", "Bearer x"),
            ("origin", "https://evil.example"),
        )
    )
    one.headers += [(name, value)] * chance.choice((1, 2, 20))
    return (one.octets(),)


def strange_headers(one: Request, chance: random.Random) -> Parts:
    """Headers with values that they cannot have."""
    one.headers.append(
        chance.choice(
            (
                ("connect-timeout-ms", chance.choice(("", "0", "1", "-1", "1e3", "9" * 10, "9" * 11, "1.5", " 5 "))),
                ("grpc-timeout", chance.choice(("", "1", "0n", "1n", "S", "999999999S", "-1S", "1x", "99999999H"))),
                ("connect-protocol-version", chance.choice(("", "0", "2", "1.0", "one"))),
                ("accept-encoding", "gzip, br;q=x, *;q=0," + "z" * 500),
                ("accept-language", chance.choice((";q=,,;", "fr;q=2", "*" * 4000, "fr" * 4000))),
                ("origin", chance.choice(("null", "*", "https://evil.example", "x" * 5000))),
                ("expect", chance.choice(("100-continue", "200-ok"))),
                ("upgrade", chance.choice(("websocket", "h2c", "TLS/1.3"))),
                ("connection", chance.choice(("upgrade, HTTP2-Settings", "close", "keep-alive", "te, host"))),
                ("x-nothing", chance.choice(("a\x00b", "a\tb", "a\x7fb", "é", "\udcff", "a\r\n b", "a\rb", "a\nb: c"))),
                ("trailer", "grpc-status"),
                ("grpc-status", "0"),
                ("x" * 70_000, "y"),
                ("x-long", "y" * 70_000),
                ("", "no name"),
                ("na me", "a blank"),
                ("content-type ", "application/json"),
            )
        )
    )
    return (one.octets(),)


def many_headers(one: Request, chance: random.Random) -> Parts:
    """Far more headers than anybody sends."""
    one.headers += [(f"x-{number}", "y" * 50) for number in range(chance.choice((100, 1000)))]
    return (one.octets(),)


def strange_path(one: Request, chance: random.Random) -> Parts:
    """A place that is not there, or written in a way that it is not."""
    path = one.path
    one.path = chance.choice(
        (
            "/",
            "*",
            "//" + path,
            path + "/",
            path.lower(),
            path + "?connect=v1&encoding=json&message=%7B%7D",
            path + "?" + "a=b&" * 3000,
            path + "#here",
            path.replace("L", "%4C"),
            path + "%00",
            path + "%ff%fe",
            path + "/../ListVariants",
            "http://elsewhere.example" + path,
            "elsewhere.example:443",
            "/" + "x" * 8000,
            "/" + "x" * 70_000,
            path + " x",
            "/é",
            "/healthz/../" + path,
            "/healthz",
            "",
        )
    )
    return (one.octets(),)


def strange_verb(one: Request, chance: random.Random) -> Parts:
    """A verb that is not answered here."""
    verbs = ("GET", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "PRI", "post", "P OST", "", "X" * 5000)
    one.verb = chance.choice(verbs)
    return (one.octets(),)


def strange_version(one: Request, chance: random.Random) -> Parts:
    """A version that is not spoken here."""
    one.version = chance.choice(("HTTP/0.9", "HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "HTTP/9.9", "HTTP", "", "HTTP/1.1 x"))
    return (one.octets(),)


def other_protocol(one: Request, chance: random.Random) -> Parts:
    """What other programs would say first."""
    del one
    hello = bytes.fromhex("16030100c8010000c40303") + chance.randbytes(193)
    return (
        chance.choice(
            (
                hello,
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9),
                b"SSH-2.0-OpenSSH_9.2\r\n",
                b"\x00" * 500,
                chance.randbytes(300) + b"\r\n\r\n",
                b"\r\n" * 300,
                b"GET\r\n\r\n",
            )
        ),
    )


def one_after_another(one: Request, chance: random.Random) -> Parts:
    """Several requests at once, then something else."""
    return (one.octets() * chance.choice((2, 5)) + chance.choice((b"", b"junk\r\n\r\n", chance.randbytes(50))),)


def turned(one: Request, chance: random.Random) -> Parts:
    """Some bytes of the whole are others."""
    octets = bytearray(one.octets())
    for _ in range(chance.choice((1, 1, 3, 10))):
        octets[chance.randrange(len(octets))] = chance.randrange(256)
    return (bytes(octets),)


WAYS: Final[tuple[Callable[[Request, random.Random], Parts], ...]] = (
    wrong_kind,
    wrong_frame,
    compressed,
    wrong_length,
    cut,
    in_chunks,
    doubled_headers,
    strange_headers,
    many_headers,
    strange_path,
    strange_verb,
    strange_version,
    other_protocol,
    one_after_another,
    turned,
    wrong_frame,
)
