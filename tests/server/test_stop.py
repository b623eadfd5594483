"""A server that is asked to stop: whom it still answers, whom it refuses, and when it is gone."""

import asyncio
import time

import grpc

from .asking import ask, raw, serving

Code = grpc.StatusCode
BATCH = "BatchJudge"
HEALTH = "/grpc.health.v1.Health/Check"
NOT_SERVING = b"\x08\x02"


def test_it_answers_for_one_check_interval_then_refuses_and_lets_the_rest_finish() -> None:
    async def case() -> None:
        async with serving(check_interval=0.4, grace=5) as (server, channel):
            long = asyncio.create_task(ask(channel, BATCH, b"wait 1"))
            await asyncio.sleep(0.1)
            stopping = asyncio.create_task(server.stop())
            await asyncio.sleep(0.1)
            assert await raw(channel, HEALTH)(b"", timeout=5) == NOT_SERVING
            assert (await ask(channel, "ScoreDeal", b"x")).code is Code.OK
            await asyncio.sleep(0.5)
            for rpc in ("ScoreDeal", BATCH):
                refused = await ask(channel, rpc, b"x")
                assert refused.code is Code.UNAVAILABLE
                assert refused.info.reason == "STOPPING"
            assert await raw(channel, HEALTH)(b"", timeout=5) == NOT_SERVING
            assert not stopping.done()
            assert (await long).answer == b"BatchJudge en wait 1"
            await asyncio.wait_for(stopping, 2)
            assert (await ask(channel, "ScoreDeal", b"x", within=1)).code is Code.UNAVAILABLE

    asyncio.run(case())


def test_callers_who_heed_the_refusal_lose_no_call() -> None:
    async def case() -> None:
        async with serving(grace=5) as (server, channel):

            async def ask_on() -> tuple[grpc.StatusCode, str]:
                while (said := await ask(channel, "ScoreDeal", b"x")).code is Code.OK:
                    pass
                return said.code, said.info.reason

            callers = [asyncio.create_task(ask_on()) for _ in range(32)]
            await asyncio.sleep(0.2)
            await server.stop()
            assert set(await asyncio.gather(*callers)) == {(Code.UNAVAILABLE, "STOPPING")}

    asyncio.run(case())


def test_callers_who_do_not_heed_it_cannot_hold_the_server_up() -> None:
    async def case() -> None:
        async with serving(grace=60) as (server, channel):

            async def ask_on() -> None:
                while True:
                    await ask(channel, "ScoreDeal", b"x")

            callers = [asyncio.create_task(ask_on()) for _ in range(4)]
            await asyncio.sleep(0.1)
            await asyncio.wait_for(server.stop(), 4)
            for caller in callers:
                caller.cancel()
            await asyncio.gather(*callers, return_exceptions=True)

    asyncio.run(case())


def test_grace_runs_out() -> None:
    async def case() -> None:
        async with serving(grace=0.3) as (server, channel):
            endless = asyncio.create_task(ask(channel, BATCH, b"wait 60"))
            await asyncio.sleep(0.1)
            start = time.monotonic()
            await server.stop()
            assert 0.3 <= time.monotonic() - start < 3
            assert (await endless).code is not Code.OK

    asyncio.run(case())


def test_an_idle_server_stops_without_delay() -> None:
    async def case() -> None:
        async with serving(grace=60) as (server, channel):
            assert (await ask(channel, "ScoreDeal", b"x")).code is Code.OK
            await asyncio.wait_for(server.stop(), 2)

    asyncio.run(case())
