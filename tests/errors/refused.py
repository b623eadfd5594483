"""Requests that are refused, as refused.txt lists them, and what cannot be asked for in a request."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from google.protobuf.message import Message

from tests.errors.written import request_of

NOT_REACHED: Final = {
    "CARDS_HIDDEN": "no call there is needs hidden cards: it answers undetermined, and a finished deal hides none",
}
"""Reasons of the contract that nothing brings about, and why."""

AROUND_A_CALL: Final = frozenset(
    {
        *("REQUEST_UNREADABLE", "REQUEST_TOO_LARGE", "ANSWER_TOO_LARGE", "OVERLOADED", "STOPPING"),
        *("SEAL_MISSING", "SEAL_INVALID"),
    }
)
"""Reasons that no request in words brings about, but bytes, limits or the server's state: they have their own tests."""

UNREADABLE: Final = (b"\xff", b"\x0a", b"no protobuf at all")
ANYTHING: Final = "*"


@dataclass
class Refused:
    """One row: what is asked, and how it is refused."""

    reason: str
    name: str
    rpc: str = ""
    text: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    """Each path of the BadRequest and its reason, in order."""
    facts: dict[str, str] = field(default_factory=dict)
    """The metadata beside `field`."""

    @property
    def metadata(self) -> dict[str, str]:
        """All the metadata."""
        return self.facts | ({"field": self.fields[0][0]} if self.fields else {})

    def request(self) -> Message:
        """The request."""
        return request_of(self.rpc, self.text)


def _rows() -> Iterator[Refused]:
    text = Path(__file__).with_name("refused.txt").read_text(encoding="utf-8")
    for block in text.split("\n== ")[1:]:
        title, *lines = block.replace("\n      ", " ").splitlines()
        reason, _, name = title.partition(": ")
        row = Refused(reason, name)
        for line in filter(None, lines):
            word, _, told = line.partition(" ")
            told = told.strip()
            if word == "ask":
                row.rpc, _, row.text = told.partition(" ")
            elif word == "field":
                path, _, reason = told.partition(" ")
                row.fields.append((path, reason or row.reason))
            else:
                assert word == "fact", line
                key, _, value = told.partition(" = ")
                row.facts[key] = value
        yield row


TABLE: Final = list(_rows())
NAMED: Final = {f"{one.reason}: {one.name}": one for one in TABLE}
