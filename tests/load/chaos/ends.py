"""Referees that end: killed with calls under way, asked to stop, replaced by newer ones."""

import asyncio
import os
import signal
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

from tests.load.callers import NOBODY, PLAIN, RETRYING, Account, Callers, Option, crowd
from tests.load.chaos import Outcome, scenario, until
from tests.load.questions import Asked, answer, batch, everyday, slow_batch, table
from tests.server.processes import connections
from tests.server.started import Referee, referee

UNDER_WAY: Final = 40
CALLERS: Final = 32
STOPPING: Final = "STOPPING"
LISTENS: Final = "worker started number="
"""What the log says of a worker once it does."""


@scenario()
async def kill_direct(outcome: Outcome) -> None:
    """One of two workers is killed with 40 calls under way; the clients' own retries lose none."""
    with referee(workers=2) as server:
        bare = await _one_killed(server, PLAIN, Account())
        outcome.note(f"without retries {bare.lost.total()} of {bare.asked} are lost")
        outcome.hold(bare.lost.total() > 0, "the killed worker had no call, so this proves nothing")
        # Its process alone is not enough: were the other one killed before it listens, nobody would be left.
        await until(lambda: server.said().count(LISTENS) == 3, 30, "the killed worker was not started again")
        await _one_killed(server, RETRYING, outcome.account)
        outcome.hold(outcome.account.answered == UNDER_WAY, "not all were answered")
        outcome.nothing_lost()


async def _one_killed(server: Referee, options: Sequence[Option], account: Account) -> Account:
    """Kills a worker as soon as all calls have reached one; the account of the calls."""
    calls = asyncio.create_task(crowd(server.target, slow_batch(), UNDER_WAY, account, options))
    workers = server.workers()

    def reached() -> list[int]:
        return [connections(one, server.port) for one in workers]

    # With retries gRPC may have one connection more; whoever was answered already has gone.
    await until(lambda: sum(reached()) + account.answered >= UNDER_WAY, 30, "the calls did not reach the workers")
    held = reached()
    os.kill(workers[held.index(max(held))], signal.SIGKILL)
    await calls
    return account


@scenario()
async def stop_under_load(outcome: Outcome) -> None:
    """SIGTERM to all with 32 callers: every call is answered or told to go elsewhere, none is lost."""
    for options in (RETRYING, PLAIN):
        with referee(workers=2) as server:
            callers = Callers(server.target, _questions(), CALLERS, options, leave_when_refused=True)
            await callers.asked_more(200)
            server.process.send_signal(signal.SIGTERM)
            account = await callers.gone()
            status = await asyncio.to_thread(server.ended)
            outcome.hold(status == 0, f"it ended with {status}")
            outcome.hold(not _accepts(server.port), "somebody still listens")
            outcome.hold(set(account.refused) <= {STOPPING, NOBODY}, f"refused as {dict(account.refused)}")
        outcome.nothing_lost(account)
        if options is RETRYING:
            outcome.note(f"with retries lost {account.lost.total()} of {account.asked}")
    outcome.account = account


@scenario()
async def stop_with_batches_under_way(outcome: Outcome) -> None:
    """SIGTERM with 40 batches of 1,000 questions under way: those that were taken are answered."""
    with referee(workers=2, grace=60) as server:
        workers = server.workers()
        calls = asyncio.create_task(crowd(server.target, batch(), UNDER_WAY, outcome.account))
        await until(
            lambda: sum(connections(one, server.port) for one in workers) + outcome.account.answered >= UNDER_WAY,
            30,
            "the calls did not reach the workers",
        )
        server.process.send_signal(signal.SIGTERM)
        outcome.note(f"under way at the signal {outcome.account.under_way}")
        await calls
        status = await asyncio.to_thread(server.ended, 90)
        outcome.hold(status == 0, f"it ended with {status}")
        outcome.hold(set(outcome.account.refused) <= {STOPPING}, f"refused as {dict(outcome.account.refused)}")
        outcome.nothing_lost()


@scenario()
async def upgrade(outcome: Outcome) -> None:
    """A new referee starts on the port of the old one, which is then asked to stop: with retries none is lost."""
    with ExitStack() as kept:
        old = kept.enter_context(referee(shared_port=True, workers=2))
        callers = Callers(old.target, _questions(), CALLERS, RETRYING)
        await callers.asked_more(200)
        # In a thread, since the callers shall not pause meanwhile.
        new = await asyncio.to_thread(kept.enter_context, referee(shared_port=True, workers=2, port=old.port))
        old.process.send_signal(signal.SIGTERM)
        status = await asyncio.to_thread(old.ended)
        outcome.hold(status == 0, f"the old one ended with {status}")
        used = new.figures().cpu
        await callers.asked_more(200)
        outcome.account = await callers.leave()
        outcome.hold(new.figures().cpu > used, "the new one has nothing to do")
        outcome.hold(not outcome.account.refused, "with retries nobody should hear of it")
        outcome.nothing_lost()


@scenario()
async def worker_frozen(outcome: Outcome) -> None:
    """One of two workers hangs, and the other goes on serving who reaches it; once it moves again all are answered."""
    with referee(workers=2) as server:
        frozen = server.workers()[0]
        os.kill(frozen, signal.SIGSTOP)
        try:
            calls = asyncio.create_task(crowd(server.target, everyday(), UNDER_WAY, outcome.account, RETRYING))
            await until(lambda: outcome.account.answered > 0, 30, "the other worker did not answer")
            outcome.note(f"answered meanwhile {outcome.account.answered}")
        finally:
            os.kill(frozen, signal.SIGCONT)
        await calls
        outcome.nothing_lost()


def _questions() -> list[tuple[Asked, bytes | None]]:
    return [(one, answer(one)) for one in table()]


def _accepts(port: int) -> bool:
    """Whether a new connection is taken."""
    with socket.socket() as one:
        one.settimeout(2)
        return one.connect_ex(("127.0.0.1", port)) == 0
