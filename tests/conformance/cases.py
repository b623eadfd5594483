"""The cases as they are written and reviewed: a request, and what is known of its answer or its error."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from belote.referee.v1 import referee_service_pb2 as api
from google.protobuf import json_format

from tests.conformance import HERE

RPCS: tuple[str, ...] = tuple(api.DESCRIPTOR.services_by_name["RefereeService"].methods_by_name)


@dataclass(frozen=True)
class Case:
    """One case of a file in `cases`."""

    rpc: str
    name: str
    source: str
    """The rule, the row of a table of facts, or the line of the contract that says so."""
    language: str
    request: Any
    """The request's message."""
    facts: Any
    """What is known of the answer, in JSON; None where the call is refused."""
    error: Any
    """The code, the reason, the metadata and the bad fields; None where the call is answered."""


def cases() -> Iterator[Case]:
    """Every case, file by file. Raises ValueError for one that is written wrongly."""
    for path in sorted((HERE / "cases").glob("*.json")):
        written = json.loads(path.read_text(encoding="utf-8"))
        rpc = written["rpc"]
        for one in written["cases"]:
            if ("facts" in one) is ("error" in one) or not one.get("source") or set(one) - ALLOWED:
                raise ValueError(f"{path.name}: {one.get('name')} has a source, and either facts or an error")
            request = json_format.ParseDict(one["request"], getattr(api, f"{rpc}Request")())
            yield Case(
                rpc, one["name"], one["source"], one.get("language", ""), request, one.get("facts"), one.get("error")
            )


ALLOWED = frozenset({"name", "source", "language", "request", "facts", "error"})
