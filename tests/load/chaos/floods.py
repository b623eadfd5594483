"""Too much at once: what nobody can read, requests as large as may be, ten times the calls that may be under way."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Final

import grpc
import grpc.aio
from belote.referee.v1 import referee_service_pb2

from tests.load.callers import PLAIN, Account, Callers, ask, at, channel
from tests.load.chaos import Outcome, scenario
from tests.load.odd_callers import OddCaller
from tests.load.questions import Asked, answer, batch, everyday, faulty
from tests.server.started import referee

GOOD: Final = 8
SEED: Final = 20
JUNK: Final = 2000
MOST_CALLS: Final = 20
BURSTS: Final = 6
QUESTIONS: Final = 200
HEALTH: Final = "/grpc.health.v1.Health/Check"
SERVING: Final = b"\x08\x01"
HEALTH_WITHIN: Final = 5.0
LARGEST: Final = 4 * 1024 * 1024
MOST_MEMORY: Final = 512 * 2**20
GROWS_AT_MOST: Final = 24 * 2**20
"""Bytes by which memory may differ between two floods alike: what the allocators keep in reserve."""


@scenario()
async def flood_of_junk(outcome: Outcome) -> None:
    """2,000 requests of random bytes, half requests and calls that do not exist: each refused, good calls go on."""
    random = Random(SEED)
    whole = everyday().body
    with referee() as server:
        good = Callers(server.target, [(everyday(), answer(everyday()))], GOOD, PLAIN, within=10.0)
        codes: set[grpc.StatusCode] = set()
        async with channel(server.target) as where:
            for _ in range(JUNK // 50):
                codes.update(await asyncio.gather(*(_junk(where, random, whole) for _ in range(50))))
            refused = Account()
            for asked, reason in faulty():
                ended = await ask(where, asked, refused)
                outcome.hold(ended == reason, f"{asked.rpc} was refused as {ended}, and should be as {reason}")
        outcome.account = await good.leave()
        told = sorted(one.name for one in codes)
        outcome.note(f"beside {JUNK} of junk, ended as {', '.join(told)}")
        allowed = {grpc.StatusCode.OK, grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.UNIMPLEMENTED}
        outcome.hold(codes <= allowed | {grpc.StatusCode.NOT_FOUND}, f"junk ended as {', '.join(told)}")
        outcome.nothing_lost()
        outcome.hold(not outcome.account.refused, "good calls were refused")


async def _junk(where: grpc.aio.Channel, random: Random, whole: bytes) -> grpc.StatusCode:
    path, body = everyday().path, whole
    match random.randrange(4):
        case 0:
            body = random.randbytes(random.randrange(1, 400))
        case 1:
            body = whole[: random.randrange(len(whole))]
        case 2:
            path = f"/{random.choice(('belote.referee.v1.RefereeService', 'x', ''))}/{random.randbytes(6).hex()}"
        case _:
            cut = random.randrange(len(whole))
            body = whole[:cut] + random.randbytes(3) + whole[cut:]
    return await _code(where, path, body)


async def _code(
    where: grpc.aio.Channel, path: str, body: bytes, metadata: Sequence[tuple[str, str]] = ()
) -> grpc.StatusCode:
    return await where.unary_unary(path, bytes, bytes)(body, timeout=20, metadata=tuple(metadata)).code()


@scenario()
async def flood_of_bytes(outcome: Outcome) -> None:
    """Requests as large as may be, larger ones, and headers beyond all measure; then memory is as after the first."""
    largest = _of_size(LARGEST - 100)
    too_large = _of_size(LARGEST + 100)
    with referee() as server:
        good = Callers(server.target, [(everyday(), answer(everyday()))], GOOD, PLAIN, within=20.0)
        memory = []
        for _ in range(BURSTS):
            account = Account()
            async with channel(server.target, (*PLAIN, ("grpc.max_metadata_size", 2**20))) as where:
                await asyncio.gather(*(ask(where, one, account) for one in (largest, too_large) for _ in range(8)))
                outcome.hold(
                    dict(account.refused) == {"TOO_MANY_QUESTIONS": 8, "REQUEST_TOO_LARGE": 8},
                    f"large requests ended as {account.told()}",
                )
                huge = [await _code(where, everyday().path, everyday().body, (("x-huge", "h" * 2**17),))]
                outcome.hold(set(huge) == {grpc.StatusCode.RESOURCE_EXHAUSTED}, f"headers of 128 KiB ended as {huge}")
            memory.append(server.figures().memory)
        outcome.account = await good.leave()
        _flat(outcome, memory)
        outcome.nothing_lost()


def _of_size(size: int) -> Asked:
    """A batch of such a size: it can be read, and asks too much."""
    one = referee_service_pb2.Question(
        list_legal_actions=referee_service_pb2.ListLegalActionsRequest.FromString(everyday().body)
    )
    count = size // (one.ByteSize() + 4)
    request = referee_service_pb2.BatchJudgeRequest(questions=[one] * count)
    body = request.SerializeToString()
    unknown = size - len(body) - 6  # a field that nobody knows makes up for the rest
    return Asked("BatchJudge", body + b"\xfa\x7f" + _varint(unknown) + b"x" * unknown)


def _varint(number: int) -> bytes:
    low, high = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _varint(high) if high else bytes([low])


@scenario()
async def flood_of_resets(outcome: Outcome) -> None:
    """80,000 calls that are taken back as soon as they are sent: memory stays in bounds, good calls are answered."""
    with referee() as server:
        good = Callers(server.target, [(everyday(), answer(everyday()))], GOOD, PLAIN, within=30.0)
        await good.asked_more(50)
        memory = []
        for _ in range(4):
            odd = [await OddCaller.to(server.target) for _ in range(20)]
            await asyncio.gather(*(one.ask_and_leave(everyday(), 1000) for one in odd))
            for one in odd:
                await one.close()
            memory.append(server.figures().memory)
        await good.asked_more(50)
        outcome.account = await good.leave()
        outcome.note(f"memory after each {', '.join(f'{one / 2**20:.0f}' for one in memory)} MiB")
        outcome.note(f"good calls within {1000 * at(1, outcome.account.seconds):.0f} ms")
        outcome.hold(max(memory) < MOST_MEMORY, f"memory came to {max(memory) / 2**20:.0f} MiB")
        outcome.hold(not outcome.account.refused, "good calls were refused")
        outcome.nothing_lost()


@scenario()
async def overload(outcome: Outcome) -> None:
    """Ten times as many batches as may be under way, again and again: refused at once, health answers, memory flat."""
    with referee(max_calls=MOST_CALLS) as server, elsewhere() as pool:
        async with channel(server.target) as where:
            memory, waits = [], list[float]()
            for number in range(BURSTS):
                watched = asyncio.create_task(_watched(where, waits, outcome))
                account = await _in(pool, burst, server.target, batch(QUESTIONS), 10, MOST_CALLS)
                watched.cancel()
                memory.append(server.figures().memory)
                outcome.account = outcome.account if number else account
                outcome.nothing_lost(account)
                outcome.hold(set(account.refused) == {"OVERLOADED"}, f"refused as {dict(account.refused)}")
            await _served_after(where, outcome)
        _tell_waits(outcome, waits)
        refused, answered = outcome.account.refused_after, outcome.account.seconds
        outcome.hold(at(0.5, refused) < at(0.5, answered), "refusals were not quick")
        _flat(outcome, memory)


@scenario()
async def overload_of_everyday_calls(outcome: Outcome) -> None:
    """10,000 everyday calls at once, ten times what may be under way unless told: answered or refused, none is lost."""
    with referee() as server, elsewhere() as pool:
        async with channel(server.target) as where:
            waits = list[float]()
            watched = asyncio.create_task(_watched(where, waits, outcome))
            outcome.account = await _in(pool, burst, server.target, everyday(), 20, 500)
            watched.cancel()
            await _served_after(where, outcome)
        _tell_waits(outcome, waits)
        outcome.hold(set(outcome.account.refused) <= {"OVERLOADED"}, f"refused as {dict(outcome.account.refused)}")
        outcome.nothing_lost()


def burst(target: str, asked: Asked, connections: int, each: int) -> Account:
    """So many calls at once over each of so many connections: the account."""
    account = Account()

    async def one() -> None:
        async with channel(target) as where:
            await asyncio.gather(*(ask(where, asked, account) for _ in range(each)))

    async def all_of_them() -> None:
        await asyncio.gather(*(one() for _ in range(connections)))

    asyncio.run(all_of_them())
    return account


def elsewhere() -> ProcessPoolExecutor:
    """A process for the flood, so that who watches meanwhile is not slowed down by it."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


async def _in(pool: ProcessPoolExecutor, work: Callable[..., Account], *given: object) -> Account:
    return await asyncio.get_running_loop().run_in_executor(pool, partial(work, *given))


async def _watched(where: grpc.aio.Channel, waits: list[float], outcome: Outcome) -> None:
    """Asks for the health again and again, as a balancer does."""
    while True:
        started = time.perf_counter()
        try:
            said = await where.unary_unary(HEALTH, bytes, bytes)(b"", timeout=HEALTH_WITHIN)
        except grpc.aio.AioRpcError as fault:
            outcome.hold(False, f"health was not told: {fault.code().name}")
            return
        outcome.hold(said == SERVING, "health was not SERVING")
        waits.append(time.perf_counter() - started)
        await asyncio.sleep(0.05)


async def _served_after(where: grpc.aio.Channel, outcome: Outcome) -> None:
    """Good calls after a flood are served as if there had been none."""
    after = Account()
    for _ in range(20):
        await ask(where, everyday(), after, wanted=answer(everyday()), within=5)
    outcome.hold(after.answered == after.asked, f"good calls after it: {after.told()}")


def _tell_waits(outcome: Outcome, waits: Sequence[float]) -> None:
    account = outcome.account
    outcome.note(f"refused within {1000 * at(1, account.refused_after):.0f} ms")
    outcome.note(f"answered within {1000 * at(1, account.seconds):.0f} ms")
    outcome.note(f"health answered {len(waits)} times, within {1000 * at(1, waits):.0f} ms")
    outcome.hold(len(waits) > 1, "health was hardly asked")


def _flat(outcome: Outcome, memory: Sequence[int]) -> None:
    """Memory after the later ones of several floods alike comes down to what it was after the first ones."""
    outcome.note(f"memory after each {', '.join(f'{one / 2**20:.0f}' for one in memory)} MiB")
    half = len(memory) // 2
    outcome.hold(min(memory[half:]) - max(memory[:half]) < GROWS_AT_MOST, "memory grows from flood to flood")
