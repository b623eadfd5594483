"""Spoiled requests through every door of a real server.

`REFEREE_TEST_MUTANTS` says how many. Each follows from its seed alone; `REFEREE_TEST_FIRST` is the first.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import grpc
import grpc.aio
import pytest
from belote.referee.v1 import error_reason_pb2, referee_service_pb2
from google.protobuf.message import DecodeError

from referee.model.refusal import Refused
from referee.service import request_from_json
from tests.fuzz.documented import REASONS, WITH_ANY_FIELD
from tests.fuzz.doors import WITHIN, Ask, connect_door, grpc_door, grpc_web_door, json_door
from tests.fuzz.json_text import json_mutant
from tests.fuzz.mutants import Mutant, leads_somewhere, mutant
from tests.fuzz.oracle import check
from tests.fuzz.running import Referee, referee
from tests.properties.shown_cards import cards_in_text
from tests.server.asking import Said, raw

Code = grpc.StatusCode

MUTANTS: Final = int(os.environ.get("REFEREE_TEST_MUTANTS") or 2000)
FIRST: Final = int(os.environ.get("REFEREE_TEST_FIRST") or 0)
AT_ONCE: Final = 8
"""So many callers ask at the same time, each through a connection of its own where it is HTTP/1.1."""
MOST_GROWTH: Final = 64 * 1024 * 1024
"""Bytes that a server may hold more at the end than after the first tenth: what it keeps on purpose has a limit."""
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


@dataclass
class Tally:
    """What came of the mutants that went through one door."""

    door: str
    statuses: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "none")
    memory: list[int] = field(default_factory=list)

    def count(self, status: str, reason: str, seconds: float, what: str) -> None:
        """Counts one answer."""
        self.statuses[status] += 1
        if reason:
            self.reasons[reason] += 1
        self.slowest = max(self.slowest, (seconds, what))

    def __str__(self) -> str:
        mebibytes = "→".join(str(one // 2**20) for one in self.memory)
        said = ", ".join(f"{count} {status}" for status, count in self.statuses.most_common())
        reached = len(self.reasons.keys() - {"OK"})
        seconds, what = self.slowest
        return (
            f"{self.door}: {self.statuses.total()} sent: {said}; {reached} reasons; "
            f"slowest {seconds:.2f} s ({what}); memory {mebibytes} MiB"
        )


@dataclass(frozen=True)
class Door:
    """A door, its share of the mutants in percent, and what is sent through it."""

    name: str
    share: int
    opened: Callable[[int], AbstractAsyncContextManager[Ask]]
    spoiled: Callable[[int], Mutant]
    web: bool = True
    sealing: bool = False

    def seeds(self) -> range:
        """The seeds of its mutants."""
        return range(FIRST, FIRST + max(40, MUTANTS * self.share // 100))


DOORS: Final = (
    Door("gRPC", 25, grpc_door, mutant, web=False),
    Door("gRPC with seals", 10, grpc_door, mutant, web=False, sealing=True),
    Door("Connect", 15, connect_door, mutant),
    Door("gRPC-Web", 15, grpc_web_door, mutant),
    Door("JSON", 20, json_door, json_mutant),
)


@pytest.mark.fuzz
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_whatever_is_asked_the_answer_is_one_of_the_contract(
    door: Door, tmp_path: Path, found_out: Callable[[str], None]
) -> None:
    tally = Tally(door.name)

    async def one(seed: int, ask: Ask) -> None:
        spoiled = door.spoiled(seed)
        began = time.perf_counter()
        async with asyncio.timeout(WITHIN + 5):
            said = await ask(spoiled.rpc, spoiled.request, LANGUAGES[seed % len(LANGUAGES)])
        seconds = time.perf_counter() - began
        with told(seed, spoiled):
            reason = check(spoiled.rpc, said, questions_in(spoiled, door))
        tally.count(said.code.name, reason, seconds, f"{spoiled.rpc}, seed {seed}")

    with referee(tmp_path, sealing=door.sealing) as server:
        asyncio.run(campaign(server, door, tally, one))
        check_log(server)
    found_out(str(tally))
    assert len(tally.reasons) >= 6, tally
    answered = tally.statuses["OK"] / tally.statuses.total()
    assert 0.1 < answered < 0.9, tally


async def campaign(server: Referee, door: Door, tally: Tally, one: Callable[[int, Ask], Awaitable[None]]) -> None:
    """Sends the mutants of a door, some at once, and sees that the server lives on and does not grow."""
    seeds = door.seeds()
    beginning, rest = seeds[: len(seeds) // 10], seeds[len(seeds) // 10 :]
    for part in (beginning, rest):
        shared = iter(part)
        async with asyncio.TaskGroup() as callers:
            for _ in range(AT_ONCE):
                callers.create_task(_ask_all(server, door, shared, one))
        tally.memory.append(server.memory())
    assert tally.memory[1] - tally.memory[0] < MOST_GROWTH, tally
    await lives(server)


async def _ask_all(
    server: Referee, door: Door, seeds: Iterator[int], one: Callable[[int, Ask], Awaitable[None]]
) -> None:
    async with door.opened(server.web_port if door.web else server.port) as ask:
        for seed in seeds:
            await one(seed, ask)


async def lives(server: Referee) -> None:
    """Both doors answer."""
    assert server.process.poll() is None
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        assert await raw(channel, "/grpc.health.v1.Health/Check")(b"", timeout=WITHIN) == b"\x08\x01"
    for opened, port in ((grpc_door, server.port), (connect_door, server.web_port)):
        async with opened(port) as ask:
            assert (await ask("ListVariants", b"", None)).code is Code.OK


def check_log(server: Referee) -> None:
    """The log tells of refusals, in plain lines without a card, and of no fault of the server."""
    lines = server.lines()
    assert any(" refused " in line for line in lines)
    for line in lines:
        assert " INFO referee." in line, line
        assert list(cards_in_text(line)) == [], line
        assert line.isprintable(), line


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


@pytest.mark.fuzz
def test_every_door_says_the_same(tmp_path: Path) -> None:
    async def case(server: Referee) -> None:
        async with (
            grpc_door(server.port) as by_grpc,
            connect_door(server.web_port) as by_connect,
            grpc_web_door(server.web_port) as by_grpc_web,
        ):
            for seed in range(FIRST, FIRST + max(60, MUTANTS // 20)):
                spoiled, language = mutant(seed), LANGUAGES[seed % len(LANGUAGES)]
                if spoiled.rpc == "DealCards":  # without a deck every answer is another
                    continue
                said = [await ask(spoiled.rpc, spoiled.request, language) for ask in (by_grpc, by_connect, by_grpc_web)]
                with told(seed, spoiled):
                    assert [alike(one) for one in said[1:]] == [alike(said[0])] * 2

    with referee(tmp_path) as server:
        asyncio.run(case(server))


def alike(said: Said) -> tuple[object, ...]:
    """What has to be the same whichever door it came through."""
    details = said.trailing.get("grpc-status-details-bin")
    return said.code, said.answer, said.message, details, said.trailing["content-language"]


def test_the_contract_documents_every_reason() -> None:
    names = {name.removeprefix("ERROR_REASON_") for name, number in error_reason_pb2.ErrorReason.items() if number}
    assert set(REASONS) == names
    assert REASONS["OPTION_INVALID"].keys == {"option", "value", "allowed"} | WITH_ANY_FIELD
    assert REASONS["REQUEST_TOO_LARGE"].status is Code.RESOURCE_EXHAUSTED


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
