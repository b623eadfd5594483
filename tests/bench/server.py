"""A referee with more calls.

``Echo`` parses the same request and answers as many bytes, judging nothing; ``Twice`` and ``Thrice`` judge the same
question again before they answer, which tells what it costs when the processor has just done it.
"""

import asyncio
import os
import sys
from typing import ClassVar, Final

from belote.referee.v1 import referee_service_pb2

from referee import plugins
from referee.server.allocator import one_arena
from referee.server.lifecycle import serve
from referee.server.settings import Settings
from referee.service import Service
from tests.bench.record import mid_record, whole_record

AGAIN: Final = {"Twice": 1, "Thrice": 2}
"""How many times more than once these judge."""


class WithEcho(Service):
    """The service and its echo, behind the same handlers."""

    UNARY: ClassVar[tuple[str, ...]] = (*Service.UNARY, "Echo", *AGAIN)

    def __init__(self) -> None:
        super().__init__(plugins.load())
        request = referee_service_pb2.ListLegalActionsRequest(deal=mid_record(whole_record(self)))
        answer = super().answer("ListLegalActions", request.SerializeToString(), "en")
        self._echoed = referee_service_pb2.ListLegalActionsResponse.FromString(answer)

    def answer(self, rpc: str, request: bytes, language: str) -> bytes:
        """An echo, or what the referee says."""
        for _ in range(AGAIN.get(rpc, 0)):
            super().answer("ListLegalActions", request, language)
        if rpc != "Echo":
            return super().answer("ListLegalActions" if rpc in AGAIN else rpc, request, language)
        referee_service_pb2.ListLegalActionsRequest.FromString(request)
        return self._echoed.SerializeToString()


if __name__ == "__main__":
    one_arena()
    sys.exit(asyncio.run(serve(Settings.read(os.environ), WithEcho)))
