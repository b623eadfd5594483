"""What the contract says in its comments: the status and metadata of each reason, and which fields are required."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import grpc

CONTRACT: Final = Path(__file__).resolve().parents[2] / "proto/belote/referee/v1"
PREFIX: Final = "ErrorReason.ERROR_REASON_"

_BLOCK: Final = re.compile(r"(message|enum|oneof|service) (\w+) \{")
_ENTRY: Final = re.compile(r"(?:(?:repeated|optional) )?(?:[\w.]+ )?(\w+) = \w+;")


@dataclass(frozen=True)
class Told:
    """What the comment at a reason promises."""

    status: grpc.StatusCode
    keys: frozenset[str]


@cache
def comments() -> dict[str, str]:
    """The comment of every field, oneof and enum value, by names such as `Deal.ruleset`."""
    found: dict[str, str] = {}
    for path in sorted(CONTRACT.glob("*.proto")):
        found.update(_comments_of(path.read_text(encoding="utf-8")))
    return found


def _comments_of(text: str) -> Iterator[tuple[str, str]]:
    """A oneof's members are named after the message, as the descriptors have it."""
    owners: list[str] = []
    comment: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("//"):
            comment.append(line.removeprefix("//").strip())
            continue
        block, entry = _BLOCK.match(line), _ENTRY.match(line)
        if block:
            kind, name = block.groups()
            if kind == "oneof":
                yield f"{owners[-1]}.{name}", " ".join(comment)
            if not line.endswith("}"):
                owners.append(owners[-1] if kind == "oneof" else name)
        elif line.startswith("}"):
            owners.pop()
        elif entry and owners:
            yield f"{owners[-1]}.{entry[1]}", " ".join(comment)
        elif line.endswith("{"):  # an rpc with options
            owners.append(owners[-1])
        comment = []


@cache
def reasons() -> dict[str, Told]:
    """Every reason by its name without the prefix."""
    found = {}
    for name, comment in comments().items():
        if name.startswith(PREFIX) and not name.endswith("_UNSPECIFIED"):
            status, _, rest = comment.partition(":")
            keys = frozenset(re.findall(r"`([a-z_]+)`", rest.partition("Metadata:")[2]))
            found[name.removeprefix(PREFIX)] = Told(grpc.StatusCode[status], keys)
    return found


def is_required(message: str, field: str) -> bool:
    """Whether the comment of a field or oneof begins by saying so, without a condition."""
    return comments()[f"{message}.{field}"].startswith("Required.")
