"""The services that gRPC itself defines: health and reflection. Both know when the server is about to stop."""

from collections.abc import AsyncIterable
from typing import Any, Final

import grpc.aio

# Neither of the two distributions brings its types.
from grpc_health.v1 import health, health_pb2, health_pb2_grpc  # type: ignore[import-untyped]  # see above
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc  # type: ignore[import-untyped]  # see above

from referee.server.streams import Streams

SERVING: Final[int] = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING: Final[int] = health_pb2.HealthCheckResponse.NOT_SERVING


class Health(health.aio.HealthServicer):  # type: ignore[misc]  # its base has no types
    """`grpc.health.v1`: the whole server under the empty name, and each service under its own."""

    def __init__(self, service: str, streams: Streams) -> None:
        super().__init__()
        self._names = ("", service)
        self._streams = streams

    async def List(self, request: Any, context: Any) -> Any:  # noqa: N802  # the contract's name
        """The state of the server and of its service."""
        check = health_pb2.HealthCheckRequest
        statuses = {name: await self.Check(check(service=name), context) for name in self._names}
        return health_pb2.HealthListResponse(statuses=statuses)

    async def Watch(self, request: Any, context: Any) -> None:  # noqa: N802  # the contract's name
        """Sends the state and each change of it, until the server stops."""
        await self._streams.run(super().Watch(request, context))


class Reflection(reflection.aio.ReflectionServicer):  # type: ignore[misc]  # its base has no types
    """`grpc.reflection.v1alpha`: what a client without the contract asks first."""

    def __init__(self, services: list[str], streams: Streams) -> None:
        super().__init__(services)
        self._streams = streams

    async def ServerReflectionInfo(self, requests: AsyncIterable[Any], context: Any) -> None:  # noqa: N802  # as above
        """Answers each question as it comes, until the caller has no more or the server stops."""
        answers = super().ServerReflectionInfo(requests, context)

        async def answer() -> None:
            async for one in answers:
                await context.write(one)

        await self._streams.run(answer())


def add(server: grpc.aio.Server, service: str, streams: Streams) -> Health:
    """Gives the server its health and reflection; returns the health, which says that the service serves."""
    own = Health(service, streams)
    health_pb2_grpc.add_HealthServicer_to_server(own, server)
    names = [service, health.SERVICE_NAME, reflection.SERVICE_NAME]
    reflection_pb2_grpc.add_ServerReflectionServicer_to_server(Reflection(names, streams), server)
    return own
