"""What the contract says of each reason for an error, read from its own comments."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc

CONTRACT: Final = Path(__file__).resolve().parents[2] / "proto/belote/referee/v1/error_reason.proto"
WITH_ANY_FIELD: Final = frozenset({"field", "fields_left_out"})
"""Keys that may come with any reason about fields."""


@dataclass(frozen=True)
class Documented:
    """The status of a reason and the keys of its metadata."""

    status: grpc.StatusCode
    keys: frozenset[str]


def documented() -> dict[str, Documented]:
    """Every reason by its name without the prefix."""
    found = {}
    comment: list[str] = []
    for line in CONTRACT.read_text(encoding="utf-8").splitlines():
        words = line.strip()
        value = re.match(r"ERROR_REASON_([A-Z_]+) = [1-9]", words)
        if value:
            status, _, told = " ".join(comment).partition(":")
            keys = re.findall(r"`([a-z_]+)`", told.partition("Metadata:")[2])
            found[value[1]] = Documented(grpc.StatusCode[status], frozenset(keys) | WITH_ANY_FIELD)
        comment = [*comment, words.removeprefix("//").strip()] if words.startswith("//") else []
    return found


REASONS: Final = documented()
