"""A referee in a process of its own, asked over the wire."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import grpc
from belote.referee.v1 import referee_service_pb2_grpc
from google.rpc import error_details_pb2, status_pb2

from referee.cli.own_server import own_server

PATIENCE: Final = 10.0


class TurnedAway(Exception):
    """A request that the referee refused: the status, the reason, and everything said with it."""

    def __init__(self, error: Any) -> None:
        details = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
        info, fields = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        for detail in status_pb2.Status.FromString(details).details:
            detail.Unpack(info) or detail.Unpack(fields)
        self.status: str = error.code().name
        self.reason: str = info.reason
        said = [error.details(), *info.metadata.values()]
        said += [word for one in fields.field_violations for word in (one.field, one.description)]
        self.said = " ".join(said)
        super().__init__(f"{self.status} {self.reason}: {self.said}")


class Referee:
    """Asks a referee, and remembers which rules its answers have named."""

    def __init__(self, channel: grpc.Channel, language: str = "en") -> None:
        self._stub = referee_service_pb2_grpc.RefereeServiceStub(channel)
        self._language = language
        self.named: set[str] = set()

    def ask(self, request: Any) -> Any:
        """The answer to a request; raises TurnedAway."""
        rpc = type(request).__name__.removesuffix("Request")
        try:
            answer = getattr(self._stub, rpc)(
                request, timeout=PATIENCE, metadata=(("accept-language", self._language),)
            )
        except grpc.RpcError as error:
            raise TurnedAway(error) from error
        self.named.update(re.findall(r'rule_ids?: "([^"]+)"', str(answer)))
        return answer


@contextmanager
def served(language: str = "en") -> Iterator[Referee]:
    """A referee on a free port, for as long as it is needed."""
    with own_server() as target, grpc.insecure_channel(target) as channel:
        yield Referee(channel, language)
