"""Seals on records: proof that a record came from a referee with the same keys, and for whose eyes it was made.

A seal is a version byte, the seat that the record was redacted for (0: it is whole), four bytes that tell which key was
used, and an HMAC-SHA256 over a canonical form of the record. The form is made of the record's values, not of its bytes
on the wire, so a record survives being read and written again by any client, through JSON too.
"""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Any, Final

from belote.referee.v1 import deal_pb2
from google.protobuf.message import Message

from referee.model.refusal import Reason, Refused

VERSION: Final = b"\x01"
PURPOSE: Final = b"belote.referee.v1.Deal seal"
SHORTEST_KEY: Final = 32
"""Bytes of a key at least."""
LARGEST: Final = 64 * 1024
"""Bytes of the largest record that is compared with its seal: none that a referee made comes near, and a record made to
be long would take seconds to sign."""
WHOLE: Final = 0
"""The seat of a record that was redacted for nobody."""
_ORDERLESS: Final = frozenset({"features", "options", "hands", "totals_in"})
"""Lists whose order means nothing."""


class Seals:
    """Signs records and checks them. The first key signs, every key is accepted, so that keys can be changed."""

    def __init__(self, keys: Sequence[bytes], *, required: bool) -> None:
        """Raises ValueError for no key, or one of fewer than 32 bytes."""
        if not keys or any(len(key) < SHORTEST_KEY for key in keys):
            raise ValueError(f"a key for seals has {SHORTEST_KEY} bytes or more")
        self._signing = keys[0]
        self._keys = {_mark(key): key for key in keys}
        self.required = required

    def seal(self, record: deal_pb2.Deal, seat: int = WHOLE) -> bytes:
        """The seal of a record, as made for one seat or for whoever may know all."""
        bound = VERSION + bytes([seat]) + _mark(self._signing)
        return bound + _signature(self._signing, bound, record)

    def check(self, record: deal_pb2.Deal, path: str) -> None:
        """Raises Refused: SEAL_MISSING where one is required, SEAL_INVALID for one that no key made for this record."""
        seal, field = record.seal, f"{path}.seal"
        if not seal:
            if self.required:
                text = "this referee takes sealed records only", "cet arbitre n'accepte que des donnes scellées"
                raise Refused.for_field(field, Reason.SEAL_MISSING, *text)
            return
        bound, signature = seal[:6], seal[6:]
        key = self._keys.get(bound[2:]) if bound[:1] == VERSION else None
        if record.ByteSize() > LARGEST:
            key, record = None, deal_pb2.Deal()
        # Something is compared in any case, so that the time taken tells nothing of the keys.
        made = _signature(key or self._signing, bound, record)
        if not hmac.compare_digest(made, signature) or key is None:
            text = "the record is not as this referee sealed it", "la donne n'est pas telle que l'arbitre l'a scellée"
            raise Refused.for_field(field, Reason.SEAL_INVALID, *text)


def made_for(record: deal_pb2.Deal) -> int | None:
    """The seat that a record, whose seal was checked, was made for; None for one without a seal.

    Where there are no keys nothing was checked, and what stands in the place of a seal can be anything.
    """
    return record.seal[1] if len(record.seal) > 1 else None


def keys_in(text: str) -> list[bytes]:
    """The keys of a file or a variable: hexadecimal, one a line or parted by commas; what follows # is a remark.

    Raises ValueError for what is no key; the message does not repeat it.
    """
    words = [word for line in text.splitlines() for word in line.partition("#")[0].replace(",", " ").split()]
    try:
        return [bytes.fromhex(word) for word in words]
    except ValueError:
        raise ValueError("a key for seals is written in hexadecimal") from None


def _mark(key: bytes) -> bytes:
    return hashlib.sha256(PURPOSE + key).digest()[:4]


def _signature(key: bytes, bound: bytes, record: Message) -> bytes:
    return hmac.digest(key, PURPOSE + bound + _canonical(record), "sha256")


def _canonical(message: Message) -> bytes:
    """The values of a message, each under its field's number, with its size; an unset field and a default are alike.

    Fields that the contract gains are in it without a change here.
    """
    parts: list[bytes] = []
    for field, value in message.ListFields():
        if field.name == "seal":
            continue
        values = [_value(one) for one in value] if field.is_repeated else [_value(value)]
        if field.name in _ORDERLESS:
            values.sort()
        parts.append(struct.pack(">II", field.number, len(values)))
        parts += (struct.pack(">I", len(one)) + one for one in values)
    return b"".join(parts)


def _value(value: Any) -> bytes:
    if isinstance(value, Message):
        return _canonical(value)
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else struct.pack(">q", value)
