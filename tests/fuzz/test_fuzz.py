"""Spoiled requests through every door of a real server.

`REFEREE_TEST_MUTANTS` says how many. Each follows from its seed alone; `REFEREE_TEST_FIRST` is the first.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

import grpc
import pytest
from belote.referee.v1 import error_reason_pb2, referee_service_pb2
from google.protobuf.message import DecodeError

from referee.model.refusal import Refused
from referee.service import request_from_json
from tests.fuzz.campaign import Sender, Tally, campaign, check_growth, check_log, seeds_of
from tests.fuzz.documented import REASONS, WITH_ANY_FIELD
from tests.fuzz.doors import WITHIN, Ask, connect_door, grpc_door, grpc_web_door, json_door
from tests.fuzz.json_text import json_mutant
from tests.fuzz.mutants import Mutant, leads_somewhere, mutant
from tests.fuzz.oracle import check
from tests.fuzz.running import referee

Code = grpc.StatusCode

AT_ONCE: Final = 8
"""So many callers ask at the same time, each through a connection of its own where it is HTTP/1.1."""
LANGUAGES: Final = (
    "en",
    "fr",
    None,
    "EN-us",
    "fr-CA, en;q=0.5",
    "de",
    "*",
    ";q=,,;",
    "fr;q=nan",
    "en;q=1e999",
    "x" * 2000,
)
"""What a caller may say it reads; seeds of every call meet them all."""


@dataclass(frozen=True)
class Door:
    """A door, its share of the mutants in percent, and what is sent through it."""

    name: str
    share: int
    opened: Callable[[int], AbstractAsyncContextManager[Ask]]
    spoiled: Callable[[int], Mutant]
    web: bool = True
    sealing: bool = False


DOORS: Final = (
    Door("gRPC", 25, grpc_door, mutant, web=False),
    Door("gRPC with seals", 10, grpc_door, mutant, web=False, sealing=True),
    Door("Connect", 15, connect_door, mutant),
    Door("gRPC-Web", 15, grpc_web_door, mutant),
    Door("JSON", 20, json_door, json_mutant),
)


@pytest.mark.fuzz
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_whatever_is_asked_the_answer_is_one_of_the_contract(door: Door, found_out: Callable[[str], None]) -> None:
    tally = Tally(door.name)

    async def one(ask: Ask, seed: int) -> None:
        spoiled = door.spoiled(seed)
        began = time.perf_counter()
        async with asyncio.timeout(WITHIN + 5):
            said = await ask(spoiled.rpc, spoiled.request, LANGUAGES[seed % len(LANGUAGES)])
        seconds = time.perf_counter() - began
        with told(seed, spoiled):
            reason = check(spoiled.rpc, said, questions_in(spoiled, door))
        tally.count(said.code.name, reason, seconds, f"{spoiled.rpc}, seed {seed}")

    with referee(sealing=door.sealing) as server:

        @asynccontextmanager
        async def opened() -> AsyncIterator[Sender]:
            async with door.opened(server.web_port if door.web else server.port) as ask:
                yield partial(one, ask)

        asyncio.run(campaign(server, tally, seeds_of(door.share), opened, AT_ONCE))
        check_log(server)
    found_out(str(tally))
    assert len(tally.reasons) >= 6, tally
    answered = tally.statuses["OK"] / tally.statuses.total()
    assert 0.1 < answered < 0.9, tally


def questions_in(spoiled: Mutant, door: Door) -> int | None:
    """How many questions a batch asks, as far as it can be read."""
    if spoiled.rpc != "BatchJudge":
        return None
    try:
        request = request_from_json(spoiled.rpc, spoiled.request) if door.name == "JSON" else spoiled.request
        return len(referee_service_pb2.BatchJudgeRequest.FromString(request).questions)
    except (DecodeError, Refused):
        return None


class told:  # noqa: N801  # read as `with told(…):`
    """Adds to a failure what is needed to have it again."""

    def __init__(self, seed: int, spoiled: Mutant) -> None:
        self.seed, self.spoiled = seed, spoiled

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, failure: BaseException | None, trace: object) -> None:
        if failure is not None:
            failure.add_note(f"again with REFEREE_TEST_FIRST={self.seed}: {self.spoiled.rpc}")
            failure.add_note(self.spoiled.request[:400].hex())


def test_the_contract_documents_every_reason() -> None:
    names = {name.removeprefix("ERROR_REASON_") for name, number in error_reason_pb2.ErrorReason.items() if number}
    assert set(REASONS) == names
    assert REASONS["OPTION_INVALID"].keys == {"option", "value", "allowed"} | WITH_ANY_FIELD
    assert REASONS["REQUEST_TOO_LARGE"].status is Code.RESOURCE_EXHAUSTED


def test_a_server_that_grows_by_more_than_a_tenth_is_found_out() -> None:
    check_growth(Tally("none", memory=[1000, 1100]))
    check_growth(Tally("none", memory=[1000, 900]))
    with pytest.raises(AssertionError, match=r"memory .* MiB, \+10\.1 %"):
        check_growth(Tally("none", memory=[1000, 1101]))


@pytest.mark.parametrize("spoiled", [mutant, json_mutant])
def test_a_seed_always_gives_the_same_mutant(spoiled: Callable[[int], Mutant]) -> None:
    assert [spoiled(seed) for seed in range(50)] == [spoiled(seed) for seed in range(50)]


PATHS: Final = {
    "deal": True,
    "deal.actions[17].play": True,
    "deal.actions[17].call.take.trump": True,
    "deal.actions[0].kind": True,
    "deal.ruleset.options[2].value": True,
    "deal.hands[0].cards[31]": True,
    "deal.card": False,
    "deal.dealer[0]": False,
    "deal.actions[17].play.rank": False,
    "actions[3]": False,
}


@pytest.mark.parametrize("path", PATHS)
def test_a_path_leads_to_a_field_or_nowhere(path: str) -> None:
    kind = referee_service_pb2.InspectDealRequest.DESCRIPTOR
    assert leads_somewhere(path, kind) is PATHS[path]
