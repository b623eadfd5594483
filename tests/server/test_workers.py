"""Several workers as one server: one port or a row of them, a worker that dies, one signal for all."""

import asyncio
import os
import signal
from pathlib import Path

import grpc
import grpc.aio
import pytest
from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2

from . import processes
from .asking import Said, ask
from .conftest import REAL, Launch, Running, attempt
from .free_ports import free_ports
from .processes import FAMILIES_ARE_TOLD, alive, together
from .waiting import until

Code = grpc.StatusCode
SCORE = "JudgeTrick"
QUESTION = referee_service_pb2.JudgeTrickRequest(
    ruleset=ruleset_pb2.Ruleset(preset="ffb_classic"),
    trump=card_pb2.TRUMP_HEARTS,
    leader=card_pb2.SEAT_SOUTH,
    cards=[card_pb2.CARD_SEVEN_OF_HEARTS],
).SerializeToString()
OWN = (("grpc.use_local_subchannel_pool", 1),)
RETRYING = (
    *OWN,
    # As the clients set them: by default gRPC waits longer before it connects again than the retries last.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    (
        "grpc.service_config",
        (Path(__file__).parents[2] / "clients" / "service_config.json").read_text(encoding="utf-8"),
    ),
)


def children(running: Running) -> list[int]:
    """The workers' processes."""
    if not FAMILIES_ARE_TOLD:
        pytest.skip("this system does not tell which processes a process has started")
    return processes.children(running.process.pid)


async def asked(target: str, times: int, options: tuple[tuple[str, object], ...] = OWN) -> list[Said]:
    """So many calls at once, each over a connection of its own."""

    async def once() -> Said:
        async with grpc.aio.insecure_channel(target, options) as channel:
            return await ask(channel, SCORE, QUESTION, within=20)

    return await asyncio.gather(*(once() for _ in range(times)))


def cpu(process: int) -> float:
    return together([process]).cpu


def test_workers_share_a_port_and_one_signal_stops_them(launch: Launch) -> None:
    running = launch(REAL, workers="2")
    workers = children(running)
    assert len(workers) == 2
    before = [cpu(one) for one in workers]
    for _ in range(4):
        assert {one.code for one in asyncio.run(asked(running.target, 40))} == {Code.OK}
    assert all(cpu(one) > used for one, used in zip(workers, before, strict=True))
    status, _, log = running.stop(within=20)
    assert status == 0
    assert not any(Path(f"/proc/{one}").exists() for one in workers)
    assert "worker died" not in log


def test_a_worker_that_is_killed_is_started_again_and_no_call_with_retries_is_lost(launch: Launch) -> None:
    running = launch(REAL, workers="2")
    first = children(running)

    async def case() -> list[Said]:
        calls = asyncio.create_task(asked(running.target, 40, RETRYING))
        await asyncio.sleep(0.05)
        os.kill(first[0], signal.SIGKILL)
        return await calls

    assert {one.code for one in asyncio.run(case())} == {Code.OK}

    def two_again() -> bool:
        again = children(running)
        # The killed one counts as a child until its end has been noticed.
        return len(again) == 2 and first[0] not in again and first[1] in again

    until(two_again, "the killed worker is started again")
    status, _, log = running.stop(within=20)
    assert status == 0
    assert "worker died number=0 status=-9" in log


def test_workers_at_ports_of_their_own(launch: Launch) -> None:
    base = free_ports(2)
    running = launch(REAL, workers="2", port=str(base), ports_apart="true")
    for port in (base, base + 1):
        (said,) = asyncio.run(asked(f"127.0.0.1:{port}", 1))
        assert said.code is Code.OK
    assert running.stop(within=20)[0] == 0


def test_a_worker_that_does_not_hear_is_killed_in_the_end(launch: Launch) -> None:
    running = launch(REAL, workers="2", check_interval="0", grace="0")
    deaf = children(running)[0]
    os.kill(deaf, signal.SIGSTOP)
    status, _, _ = running.stop(within=30)
    assert status == 1
    assert not alive(deaf)


def test_what_hinders_a_worker_from_the_start_ends_all() -> None:
    status, out, err = attempt(REAL, workers="2", seal_keys="nonsense")
    assert (status, out) == (1, "")
    assert "hexadecimal" in err


def test_a_port_that_is_taken_is_said_once(launch: Launch) -> None:
    first = launch(REAL)
    status, out, err = attempt(REAL, workers="2", port=str(first.port))
    assert (status, out) == (1, "")
    assert err.count("cannot listen") == 1


def test_workers_do_not_outlive_their_supervisor(launch: Launch) -> None:
    running = launch(REAL, workers="2")
    workers = children(running)
    running.process.kill()
    running.process.wait(10)
    until(lambda: not any(alive(one) for one in workers), "the workers have ended")


def test_a_newer_referee_may_share_the_port_of_the_one_it_follows(launch: Launch) -> None:
    old = launch(REAL, workers="2", shared_port="true")
    status, _, err = attempt(REAL, workers="2", port=str(old.port))
    assert (status, err.count("cannot listen")) == (1, 1)
    new = launch(REAL, workers="2", shared_port="true", port=str(old.port))
    assert new.port == old.port
    assert old.stop(within=20)[0] == 0
    assert {one.code for one in asyncio.run(asked(new.target, 10, RETRYING))} == {Code.OK}
    assert new.stop(within=20)[0] == 0
