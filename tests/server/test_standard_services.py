"""Health and reflection, as load balancers and command-line clients ask them."""

import asyncio
from contextlib import suppress

import grpc
import grpc.aio
import pytest
from google.protobuf import descriptor_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]  # it brings no types
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]  # nor this

from referee.server.streams import Streams, TooMany
from referee.service import SERVICE_NAME

from .asking import serving
from .scripted import Scripted

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICE_UNKNOWN = health_pb2.HealthCheckResponse.SERVICE_UNKNOWN


def test_health_knows_the_server_and_its_service() -> None:
    async def case() -> None:
        async with serving() as (_, channel):
            health = health_pb2_grpc.HealthStub(channel)
            for name in ("", SERVICE_NAME):
                answer = await health.Check(health_pb2.HealthCheckRequest(service=name), timeout=5)
                assert answer.status == SERVING
            unknown = health.Check(health_pb2.HealthCheckRequest(service="poker"), timeout=5)
            assert await unknown.code() is grpc.StatusCode.NOT_FOUND

    asyncio.run(case())


def test_health_lists_the_server_and_its_service() -> None:
    async def case() -> None:
        async with serving(check_interval=0.5) as (server, channel):
            health = health_pb2_grpc.HealthStub(channel)
            listed = (await health.List(health_pb2.HealthListRequest(), timeout=5)).statuses
            assert {name: one.status for name, one in listed.items()} == {"": SERVING, SERVICE_NAME: SERVING}
            stopping = asyncio.create_task(server.stop())
            await asyncio.sleep(0.02)
            listed = (await health.List(health_pb2.HealthListRequest(), timeout=5)).statuses
            assert {name: one.status for name, one in listed.items()} == {"": NOT_SERVING, SERVICE_NAME: NOT_SERVING}
            await asyncio.wait_for(stopping, 5)

    asyncio.run(case())


def test_whoever_watches_hears_of_the_stop_and_does_not_delay_it() -> None:
    async def case() -> None:
        async with serving(check_interval=0.1, grace=30) as (server, channel):
            health = health_pb2_grpc.HealthStub(channel)
            watch = health.Watch(health_pb2.HealthCheckRequest(service=SERVICE_NAME))
            stray = health.Watch(health_pb2.HealthCheckRequest(service="poker"))
            gone = health.Watch(health_pb2.HealthCheckRequest())
            assert (await watch.read()).status == SERVING
            assert (await gone.read()).status == SERVING
            assert (await stray.read()).status == SERVICE_UNKNOWN
            gone.cancel()
            await asyncio.sleep(0.05)
            stopping = asyncio.create_task(server.stop())
            assert (await watch.read()).status == NOT_SERVING
            assert await watch.read() is grpc.aio.EOF
            await asyncio.wait_for(stopping, 5)
            assert await watch.code() is grpc.StatusCode.OK

    asyncio.run(case())


def test_reflection_tells_the_services_and_the_contract() -> None:
    async def case() -> None:
        async with serving(check_interval=0, grace=30) as (server, channel):
            ask = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo()
            await ask.write(reflection_pb2.ServerReflectionRequest(list_services=""))
            listed = {one.name for one in (await ask.read()).list_services_response.service}
            assert listed == {SERVICE_NAME, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}
            for name in listed:
                await ask.write(reflection_pb2.ServerReflectionRequest(file_containing_symbol=name))
                files = (await ask.read()).file_descriptor_response.file_descriptor_proto
                told = {
                    f"{file.package}.{service.name}": [rpc.name for rpc in service.method]
                    for file in map(descriptor_pb2.FileDescriptorProto.FromString, files)
                    for service in file.service
                }
                assert name in told
                if name == SERVICE_NAME:
                    assert sorted(told[name]) == sorted((*Scripted.UNARY, "BatchJudge"))
            await asyncio.wait_for(server.stop(), 5)  # though the question is still open
            assert await ask.code() is grpc.StatusCode.OK

    asyncio.run(case())


def test_streams_end_when_told_and_none_begins_after() -> None:
    async def case() -> None:
        streams = Streams()
        begun: list[str] = []
        over: list[str] = []

        async def endless(name: str) -> None:
            begun.append(name)
            try:
                await asyncio.Event().wait()
            finally:
                over.append(name)

        async def failing() -> None:
            raise LookupError

        first = asyncio.create_task(streams.run(endless("first")))
        left = asyncio.create_task(streams.run(endless("left")))
        with pytest.raises(LookupError):
            await streams.run(failing())
        left.cancel()
        with suppress(asyncio.CancelledError):
            await left
        await asyncio.sleep(0)
        assert over == ["left"]
        streams.end()
        await asyncio.wait_for(first, 1)
        await asyncio.wait_for(streams.run(endless("second")), 1)
        assert begun == ["first", "left"]
        assert over == ["left", "first"]

    asyncio.run(case())


def test_more_than_may_run_at_once_do_not_begin() -> None:
    async def endless() -> None:
        await asyncio.Event().wait()

    async def case() -> None:
        streams = Streams(1)
        first = asyncio.create_task(streams.run(endless()))
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await streams.run(endless())
        streams.end()
        await first
        await streams.run(endless())  # after the end: none begins, and nothing is raised

    asyncio.run(case())
