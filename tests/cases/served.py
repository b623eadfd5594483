"""A referee in a process of its own, asked over the wire."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import grpc
from belote.referee.v1 import referee_service_pb2_grpc
from google.rpc import status_pb2

from referee.cli.own_server import own_server
from referee.testing.cases import Referee, TurnedAway

PATIENCE: Final = 10.0


class FarReferee(Referee):
    """Asks a referee over a channel."""

    def __init__(self, channel: grpc.Channel, language: str = "en") -> None:
        super().__init__(language)
        self._stub = referee_service_pb2_grpc.RefereeServiceStub(channel)

    def answered(self, rpc: str, request: Any) -> Any:
        """The answer to one call; raises TurnedAway."""
        metadata = (("accept-language", self.language),)
        try:
            return getattr(self._stub, rpc)(request, timeout=PATIENCE, metadata=metadata)
        except grpc.RpcError as refusal:
            error: Any = refusal
            details = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
            raise TurnedAway(error.code().name, error.details(), status_pb2.Status.FromString(details)) from refusal


@contextmanager
def served(language: str = "en") -> Iterator[Referee]:
    """A referee on a free port, for as long as it is needed."""
    with own_server() as target, grpc.insecure_channel(target) as channel:
        yield FarReferee(channel, language)
