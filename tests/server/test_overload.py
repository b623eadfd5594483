"""More calls at once than are taken: they wait, and none is dropped without a word."""

import asyncio
from collections import Counter

import grpc
import grpc.aio
import pytest
from belote.referee.v1 import referee_service_pb2

from referee import plugins
from referee.service import Limits, Service

from .asking import Said, ask
from .conftest import Launch

OWN = (("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0))


@pytest.mark.chaos
def test_calls_that_wait_by_the_thousand_are_all_answered(launch: Launch) -> None:
    running = launch()

    async def case() -> Counter[grpc.StatusCode]:
        async def over_a_connection(calls: int) -> list[grpc.StatusCode]:
            async with grpc.aio.insecure_channel(running.target, OWN) as channel:
                return [one.code for one in await asyncio.gather(*(once(channel) for _ in range(calls)))]

        async def once(channel: grpc.aio.Channel) -> Said:
            return await ask(channel, "ScoreDeal", b"x", within=60)

        # Twenty connections hold 2,000 calls at the server and the rest with their callers.
        ended = await asyncio.gather(*(over_a_connection(200) for _ in range(20)))
        return Counter(code for codes in ended for code in codes)

    assert asyncio.run(case()) == {grpc.StatusCode.OK: 4000}


def test_others_have_many_turns_between_two_slices_of_a_batch() -> None:
    service = Service(plugins.load(discover=False), Limits(slice_seconds=0, turns_between=16))
    request = referee_service_pb2.BatchJudgeRequest(questions=[referee_service_pb2.Question()] * 10)

    async def case() -> int:
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        await service.answer_batch(request.SerializeToString(), "en")
        counting.cancel()
        return turns

    assert asyncio.run(case()) >= 160
