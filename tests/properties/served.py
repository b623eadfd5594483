"""The referee's own server in this process, on a free port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc.aio

from referee.server.lifecycle import Server
from referee.server.settings import Settings
from referee.service import Service


@asynccontextmanager
async def serving(service: Service) -> AsyncIterator[grpc.aio.Channel]:
    """A channel to a server that answers with this service, and is gone afterwards."""
    server = Server(service, Settings(port=0, check_interval=0.0))
    port = await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield channel
    finally:
        await server.stop()
