"""A worker that is killed behind a balancer with the files of `deploy/`, where no client sends a call again."""

import asyncio
import signal
import time
from collections.abc import Sequence

from tests.deploy.balancers import Balancer, Balancing, envoy, haproxy
from tests.deploy.workers import LONG, LONG_REQUEST, Workers, workers
from tests.load.callers import PLAIN, Account, ask, channel
from tests.load.chaos import Outcome, scenario
from tests.load.questions import Asked

CALLS = 40
LONG_CALL = Asked(LONG, LONG_REQUEST)
AT_LEAST = 4
"""So many calls have to be at the worker when it is killed, or nothing is proved."""


@scenario("haproxy")
async def kill_haproxy(outcome: Outcome) -> None:
    """One of two workers is killed with 40 calls under way behind HAProxy: it sends them again, none is lost."""
    await _killed_behind(haproxy, outcome)


@scenario("envoy")
async def kill_envoy(outcome: Outcome) -> None:
    """One of two workers is killed with 40 calls under way behind Envoy: it sends them again, none is lost."""
    await _killed_behind(envoy, outcome)


async def _killed_behind(balancing: Balancing, outcome: Outcome) -> None:
    with workers() as row, balancing(row) as balancer:
        calls = asyncio.create_task(_calls(balancer.target, outcome.account))
        await _under_way(balancer)
        first = row.process(0)
        counted = await _killed(row, balancer)
        outcome.note(f"at the killed worker {counted}")
        outcome.hold(counted >= AT_LEAST, "the killed worker had too few calls, so this proves nothing")
        await calls
        outcome.hold(outcome.account.answered == CALLS, "not all were answered")
        outcome.nothing_lost()
        end = time.monotonic() + 30
        while row.process(0) in (first, None) or not await asyncio.to_thread(balancer.serves, 0, 1):
            outcome.hold(time.monotonic() < end, "the worker did not come back")
            if outcome.faults:
                return
            await asyncio.sleep(0.1)
        outcome.note("the worker is back")


async def _calls(target: str, account: Account) -> None:
    """All over one connection, as a backend has it."""
    async with channel(target, PLAIN) as where:
        await asyncio.gather(*(ask(where, LONG_CALL, account) for _ in range(CALLS)))


async def _under_way(balancer: Balancer) -> None:
    async with asyncio.timeout(30):
        while min(await _counts(balancer)) < 2 * AT_LEAST:  # noqa: ASYNC110  # the balancer's own page is all there is
            await asyncio.sleep(0.01)


async def _counts(balancer: Balancer) -> Sequence[int]:
    return [count for _, count in (await asyncio.to_thread(balancer.status)).values()]


async def _killed(row: Workers, balancer: Balancer) -> int:
    """Kills the first worker: how many calls it had. Held still first, so that they are counted while it has them."""
    row.send(0, signal.SIGSTOP)
    await asyncio.sleep(0.1)  # what it had answered before has arrived by then
    counted = await asyncio.to_thread(balancer.under_way, 0)
    row.send(0, signal.SIGKILL)
    return counted
