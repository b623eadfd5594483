"""A referee as cases ask it: over the bytes of its calls, with a memory of the rules that its answers have named."""

import re
from typing import Any

from belote.referee.v1 import referee_service_pb2 as api
from google.rpc import error_details_pb2, status_pb2

from referee.composition import Rulesets
from referee.model.refusal import Refused
from referee.model.seat import SEAT_LETTERS, Seat
from referee.plugins import PluginFailed
from referee.service import Service


class TurnedAway(Exception):
    """A request that the referee refused: the status, the reason, and everything said with it."""

    def __init__(self, status: str, message: str, details: status_pb2.Status) -> None:
        info, fields = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        for detail in details.details:
            detail.Unpack(info) or detail.Unpack(fields)
        self.status: str = status
        self.reason: str = info.reason
        said = [message, *info.metadata.values()]
        said += [word for one in fields.field_violations for word in (one.field, one.description)]
        self.said = " ".join(said)
        super().__init__(f"{self.status} {self.reason}: {self.said}")


class Referee:
    """Asks a referee, and remembers which rules its answers have named."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.named: set[str] = set()
        self._seats: dict[str, str] = {}

    def answered(self, rpc: str, request: Any) -> Any:
        """The answer to one call; raises TurnedAway."""
        raise NotImplementedError

    def seats(self, preset: str) -> str:
        """The seats of a preset in the order of play; of an unknown one all four."""
        if not self._seats:
            presets = self.answered("ListVariants", api.ListVariantsRequest()).presets
            self._seats = {one.id: "".join(SEAT_LETTERS[Seat(seat)] for seat in one.seats) for one in presets}
        return self._seats.get(preset, "".join(SEAT_LETTERS.values()))

    def ask(self, request: Any) -> Any:
        """The answer to a request; raises TurnedAway."""
        answer = self.answered(type(request).__name__.removesuffix("Request"), request)
        self.named.update(re.findall(r'rule_ids?: "([^"]+)"', str(answer)))
        return answer


class OwnReferee(Referee):
    """A referee in this process, with these rulesets."""

    def __init__(self, rulesets: Rulesets, language: str = "en") -> None:
        super().__init__(language)
        self._service = Service(rulesets)

    def answered(self, rpc: str, request: Any) -> Any:
        """The answer to one call; raises TurnedAway."""
        response: Any = getattr(api, f"{rpc}Response")
        try:
            return response.FromString(self._service.answer(rpc, request.SerializeToString(), self.language))
        except (Refused, PluginFailed) as error:
            failure = self._service.failure(error, self.language)
            raise TurnedAway(failure.code.name, failure.message, failure.details) from error
