"""Faulty fields in the order of the contract, so that the first one told is the first one in the request."""

import re
from typing import Any, Final

from referee.model.refusal import BadField, Refused

_STEP: Final = re.compile(r"([a-z_0-9]+)(?:\[(\d+)\])?")


def in_order(refusal: Refused, kind: Any) -> Refused:
    """The same refusal with its fields in the order of those of the request's kind, a descriptor."""
    if len(refusal.fields) < 2:
        return refusal
    return Refused.for_fields(sorted(refusal.fields, key=lambda fault: _rank(fault, kind)))


def _rank(fault: BadField, kind: Any) -> tuple[tuple[int, int], ...]:
    ranks = []
    for name, index in _STEP.findall(fault.path):
        if kind is None:
            break
        if name in kind.oneofs_by_name:
            ranks.append((min(field.number for field in kind.oneofs_by_name[name].fields), -1))
        elif name in kind.fields_by_name:
            field = kind.fields_by_name[name]
            ranks.append((field.number, int(index or -1)))
            kind = field.message_type
    return tuple(ranks)
