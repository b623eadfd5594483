"""Who calls, and with what word: what a call's metadata or headers say beside its request."""

import re
import secrets
from dataclasses import dataclass
from typing import Final

REQUEST_ID: Final = "x-request-id"
SANE: Final = re.compile(r"[A-Za-z0-9._:/+=@-]{1,128}")
"""What may stand in a line of a log and in a header, whoever wrote it."""


@dataclass(slots=True)
class Caller:
    """The caller of one call."""

    door: str
    """Through which it came: grpc or web."""
    peer: str = ""
    """Its address."""
    language: str = "en"
    """In which it is answered."""
    authorization: str | None = None
    """What it shows to be let in."""
    request_id: str = ""
    """How it calls this call, or how the referee does since it had to; empty while nobody needs to know."""
    traceparent: str = ""
    """The span of its own that this call belongs to, as W3C writes it."""
    tracestate: str = ""
    trace_id: str = ""
    """The trace in which this call has a span; empty where it has none."""

    def named(self) -> str:
        """The name of this call; one is made up for a caller that brought none."""
        self.request_id = self.request_id or secrets.token_hex(8)
        return self.request_id


def sane(request_id: str | None) -> str:
    """The name that a caller gives its call, empty when it is none that can be repeated."""
    return request_id if request_id and SANE.fullmatch(request_id) else ""
