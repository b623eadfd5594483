"""Whatever comes over a connection to the web door is answered as HTTP and Connect have it, or ends the connection."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

import pytest

from tests.fuzz.campaign import Sender, Tally, campaign, check_log, seeds_of
from tests.fuzz.doors import WITHIN, HttpAnswer, answered, unframed
from tests.fuzz.http_text import WAYS, Sent, http_mutant
from tests.fuzz.running import referee

SHARE: Final = 10
AT_ONCE: Final = 64
"""Many wait until the server gives up a request that does not come whole."""
STATUSES: Final = {100, 200, 204, 400, 403, 404, 405, 413, 415, 429, 431, 501, 504}
CODES: Final = {
    "invalid_argument",
    "not_found",
    "permission_denied",
    "resource_exhausted",
    "unimplemented",
    "deadline_exceeded",
}
NUMBERS: Final = {"0", "3", "4", "5", "7", "8", "12"}
"""The same, as gRPC-Web writes them."""


@pytest.mark.fuzz
def test_whatever_is_sent_is_answered_or_cut_off(found_out: Callable[[str], None]) -> None:
    tally = Tally("HTTP/1.1")
    ways: Counter[str] = Counter()
    with referee() as server:

        async def send(seed: int) -> None:
            sent = http_mutant(seed)
            began = time.perf_counter()
            async with asyncio.timeout(WITHIN):
                answer = await exchange(server.web_port, sent)
            try:
                status, reason = check(answer)
            except Exception as failure:
                failure.add_note(f"again with REFEREE_TEST_FIRST={seed}: {sent.what} {sent.octets[:600]!r}")
                raise
            if answer.status == 200:
                ways[sent.what] += 1
            tally.count(status, reason, time.perf_counter() - began, f"{sent.what}, seed {seed}")

        @asynccontextmanager
        async def opened() -> AsyncIterator[Sender]:
            yield send

        asyncio.run(campaign(server, tally, seeds_of(SHARE), opened, AT_ONCE))
        check_log(server)
    found_out(str(tally))
    assert {"200", "400", "404", "405", "415"} <= set(tally.statuses), tally


async def exchange(port: int, sent: Sent) -> HttpAnswer:
    """The first answer over a connection of its own, as far as it came before the server closed it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        with suppress(ConnectionError):  # the server may close what it does not understand while it is being sent
            writer.write(sent.octets)
            await writer.drain()
        if sent.leaves:
            return HttpAnswer()
        with suppress(ConnectionError):
            return await answered(reader)
        return HttpAnswer()
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


def check(answer: HttpAnswer) -> tuple[str, str]:
    """The status of an answer and its reason, if it has any; a connection that ended has none."""
    if not answer.status:
        return "ended", ""
    assert answer.status in STATUSES, (answer.status, answer.headers, answer.body[:300])
    assert answer.whole, (answer.status, answer.headers, answer.body[:300])
    kind = answer.headers.get("content-type", "")
    if kind.startswith("application/grpc-web"):
        _, trailers = unframed(answer.body)
        number = (answer.headers | trailers)["grpc-status"]
        assert number in NUMBERS, (answer.headers, trailers)
        return f"200 with grpc-status {number}", ""
    if kind == "application/json" and answer.status != 200:
        error = json.loads(answer.body)
        assert error["code"] in CODES, error
        reasons = [one["debug"]["reason"] for one in error.get("details", ()) if "reason" in one.get("debug", {})]
        return str(answer.status), "".join(reasons)
    return str(answer.status), ""


def test_every_way_of_spoiling_is_taken() -> None:
    assert {http_mutant(seed).what for seed in range(2 * len(WAYS))} == {way.__name__ for way in WAYS}
    assert [http_mutant(seed) for seed in range(40)] == [http_mutant(seed) for seed in range(40)]
