"""A referee with one more call, ``Echo``: it parses the same request and answers as many bytes, judging nothing."""

import asyncio
import os
import sys
from typing import ClassVar

from belote.referee.v1 import referee_service_pb2

from referee import plugins
from referee.server.allocator import one_arena
from referee.server.lifecycle import serve
from referee.server.settings import Settings
from referee.service import Service
from tests.bench.record import mid_record, whole_record


class WithEcho(Service):
    """The service and its echo, behind the same handlers."""

    UNARY: ClassVar[tuple[str, ...]] = (*Service.UNARY, "Echo")

    def __init__(self) -> None:
        super().__init__(plugins.load())
        request = referee_service_pb2.ListLegalActionsRequest(deal=mid_record(whole_record(self)))
        answer = super().answer("ListLegalActions", request.SerializeToString(), "en")
        self._echoed = referee_service_pb2.ListLegalActionsResponse.FromString(answer)

    def answer(self, rpc: str, request: bytes, language: str) -> bytes:
        """An echo, or what the referee says."""
        if rpc != "Echo":
            return super().answer(rpc, request, language)
        referee_service_pb2.ListLegalActionsRequest.FromString(request)
        return self._echoed.SerializeToString()


if __name__ == "__main__":
    one_arena()
    sys.exit(asyncio.run(serve(Settings.read(os.environ), WithEcho)))
