"""Replays the conformance vectors through the Python client: VECTORS-FILE HOST:PORT, and --aio for its asyncio half.

Run it as `python clients/python/conformance`: the messages of the vectors, which no user gets, are then found beside
it.
"""

import argparse
import asyncio
import sys
import textwrap
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from belote.conformance.v1.conformance_pb2 import ConformanceSuite, ConformanceVector, ExpectedError
from belote_client import AsyncReferee, Referee, RefereeError
from google.protobuf.message import DecodeError, Message

DEADLINE = 10.0

Outcome = Message | RefereeError
Ask = Callable[[Message, str | None], Awaitable[Outcome]]


def main() -> int:
    """Prints what failed and the counts. 0: all passed; 1: some failed, or nothing was there; 2: not to be read."""
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__)
    parser.add_argument("vectors", type=Path)
    parser.add_argument("target")
    parser.add_argument("--aio", action="store_true", help="ask through AsyncReferee")
    given = parser.parse_args()
    try:
        suite = ConformanceSuite.FromString(given.vectors.read_bytes())
    except (OSError, DecodeError) as fault:
        print(f"{given.vectors}: {fault}", file=sys.stderr)
        return 2
    results = asyncio.run(asynchronous(suite, given.target) if given.aio else synchronous(suite, given.target))
    failures = {name: difference for name, difference in results if difference}
    for name, difference in failures.items():
        print(f"FAIL {name}: {textwrap.shorten(difference, 200)}")
    passed = sum(not difference for _, difference in results)
    print(f"{'python-aio' if given.aio else 'python'}: {passed} passed, {len(results) - passed} failed")
    if not suite.vectors:
        print("the suite is empty", file=sys.stderr)
    return 0 if suite.vectors and passed == len(results) == len(suite.vectors) else 1


async def synchronous(suite: ConformanceSuite, target: str) -> list[tuple[str, str]]:
    """Each vector's name and what is wrong, by the plain client."""
    with Referee(target, deadline=DEADLINE) as referee:

        async def ask(request: Any, language: str | None) -> Outcome:
            try:
                answer: Message = referee.ask(request, language=language)
            except RefereeError as refused:
                return refused
            return answer

        return [(vector.name, await judged(vector, ask)) for vector in suite.vectors]


async def asynchronous(suite: ConformanceSuite, target: str) -> list[tuple[str, str]]:
    """Each vector's name and what is wrong, by the asyncio client."""
    async with AsyncReferee(target, deadline=DEADLINE) as referee:

        async def ask(request: Any, language: str | None) -> Outcome:
            try:
                answer: Message = await referee.ask(request, language=language)
            except RefereeError as refused:
                return refused
            return answer

        return [(vector.name, await judged(vector, ask)) for vector in suite.vectors]


async def judged(vector: ConformanceVector, ask: Ask) -> str:
    """Makes the call of a vector, whatever is expected of it: what is wrong, or nothing."""
    kind = vector.WhichOneof("call")
    if kind is None:
        return "a call that this runner does not know"
    case = getattr(vector, kind)
    outcome = await ask(case.request, vector.language or None)
    match case.WhichOneof("expected"), outcome:
        case "response", RefereeError():
            return f"an answer was expected, not {outcome}"
        case "response", Message():
            return (
                "" if outcome == case.response else next(differences(case.response, outcome), "unknown fields differ")
            )
        case "error", RefereeError():
            return error_difference(case.error, outcome)
        case "error", _:
            return f"the error {case.error.reason or case.error.code} was expected, not an answer"
        case _:
            return "nothing that this runner knows is expected of it"


def error_difference(expected: ExpectedError, error: RefereeError) -> str:
    """The first thing in which an error is another than expected."""
    found: dict[str, object] = {
        "code": error.code.value[0],
        "reason": error.reason,
        "domain": error.domain,
        "metadata": error.metadata,
        "violated_fields": [field.path for field in error.bad_fields],
    }
    wanted: dict[str, object] = {
        "code": expected.code,
        "reason": expected.reason,
        "domain": expected.domain,
        "metadata": dict(expected.metadata),
        "violated_fields": list(expected.violated_fields),
    }
    return next((f"{key} {wanted[key]!r} != {found[key]!r}" for key in wanted if wanted[key] != found[key]), "")


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """The fields that differ, the expected value first; messages are descended into."""
    if isinstance(expected, Message):
        for name in dict.fromkeys(field.name for one in (expected, found) for field, _ in one.ListFields()):
            if expected.DESCRIPTOR.fields_by_name[name].has_presence and expected.HasField(name) != found.HasField(
                name
            ):
                yield f"{path}{name} is {'missing' if expected.HasField(name) else 'there'}"
            else:
                yield from differences(getattr(expected, name), getattr(found, name), f"{path}{name}.")
    elif hasattr(expected, "append"):
        if len(expected) != len(found):
            yield f"{path[:-1]} has {len(found)}, not {len(expected)}"
        for index, (one, other) in enumerate(zip(expected, found, strict=False)):
            yield from differences(one, other, f"{path[:-1]}[{index}].")
    elif expected != found:
        yield f"{path[:-1]} {expected!r} != {found!r}"


if __name__ == "__main__":
    sys.exit(main())
