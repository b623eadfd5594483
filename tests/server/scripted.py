"""A service that does what the request says, so that a test can decide how long a call lasts and how it fails.

Run as a module it serves as `referee serve` does, with settings from the environment.
"""

import asyncio
import os
import sys
from typing import ClassVar

from referee import plugins
from referee.model.refusal import Reason, Refused, bad_field
from referee.model.text import Text
from referee.server import Settings, log
from referee.server.lifecycle import serve
from referee.service import Failure, Limits, Observer, Service

HELD = "JH TS AD"
"""Cards nobody but their holder may see."""


class Scripted:
    """Requests are words: `wait 0.5`, `refuse HAND_SIZE 3`, `fail`, `break`; anything else is answered with itself."""

    UNARY: ClassVar[tuple[str, ...]] = Service.UNARY

    def __init__(self) -> None:
        self._service = Service(plugins.load(discover=False), Limits())

    def answer(self, rpc: str, request: bytes, language: str) -> bytes:
        match request.decode().split():
            case ["refuse", reason, count]:
                fields = [
                    bad_field(f"deal.hands[{n}].cards[{n}]", Reason(reason), f"holds {HELD}", HELD)
                    for n in range(int(count))
                ]
                raise Refused.for_fields(fields) if fields else Refused(Reason(reason), Text(HELD, HELD))
            case ["fail"]:
                raise plugins.PluginFailed("referee_odd", ValueError(HELD))
            case ["break"]:
                raise LookupError(HELD)
        return f"{rpc} {language} {request.decode()}".encode()

    async def answer_batch(self, request: bytes, language: str) -> bytes:
        match request.decode().split():
            case ["wait", seconds]:
                await asyncio.sleep(float(seconds))
        return self.answer("BatchJudge", request, language)

    def observed_by(self, observer: Observer) -> None:
        self._service.observed_by(observer)

    def failure(self, error: Exception, language: str) -> Failure:
        return self._service.failure(error, language)


if __name__ == "__main__":
    settings = Settings.read(os.environ)
    log.configure(settings.log_level, settings.log_format)
    sys.exit(asyncio.run(serve(settings, Scripted)))
