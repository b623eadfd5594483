"""No call is lost behind a balancer with the files of `deploy/`, though the client sends each once."""

import asyncio
import json
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.request import Request, urlopen

import grpc
import pytest
import trustme

from tests.server.asking import Said, ask
from tests.server.waiting import until

from .balancers import ENVOY_FILE, HAPROXY_FILE, Balancer, Balancing, haproxy
from .conftest import Needed
from .workers import LONG_REQUEST, SHORT, SHORT_REQUEST, Workers, at_once, channel, workers

pytestmark = pytest.mark.deploy

Code = grpc.StatusCode
CALLS = 40
IN_FLIGHT = 8
"""So many calls at least are under way at the worker that is killed: the balancer counts them."""


def test_what_haproxy_says_to_its_file(needed: Needed) -> None:
    line = [needed("haproxy"), "-c", "-f", str(HAPROXY_FILE)]
    more = {f"REFEREE_{kind}_{number}": f"127.0.0.1:{number}" for kind in ("WORKER", "WEB_WORKER") for number in (3, 8)}
    for variables in ({}, more):
        done = subprocess.run(line, env=os.environ | variables, capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    wrong = os.environ | {"REFEREE_WORKER_8": "nonsense"}
    done = subprocess.run(line, env=wrong, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0


def test_what_envoy_says_to_its_file(needed: Needed, tmp_path: Path) -> None:
    line = [needed("envoy"), "--mode", "validate", "--disable-hot-restart", "--use-dynamic-base-id", "-c"]
    done = subprocess.run([*line, str(ENVOY_FILE)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "deprecated" not in done.stderr
    spoiled = tmp_path / "envoy.yaml"
    spoiled.write_text(ENVOY_FILE.read_text(encoding="utf-8").replace("retry_on:", "retry_upon:"), encoding="utf-8")
    done = subprocess.run([*line, str(spoiled)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0


async def sent(balancer: Balancer) -> "asyncio.Task[list[Said]]":
    """The calls, once enough of them are under way at both workers."""
    over = channel(balancer.target)

    async def answered() -> list[Said]:
        async with over:
            return await at_once(over, CALLS)

    calls = asyncio.create_task(answered())
    end = time.monotonic() + 20
    while not calls.done() and time.monotonic() < end:
        status = await asyncio.to_thread(balancer.status)
        if all(count >= IN_FLIGHT for _, count in status.values()):
            return calls
    raise AssertionError(f"never so many calls under way at both workers; done: {calls.done()}; in the end {status}")


async def both_used(balancer: Balancer) -> bool:
    """Whether each worker gets some of the calls, all of which are answered."""
    async with channel(balancer.target) as over:
        calls = asyncio.create_task(at_once(over, CALLS))
        used = set[int]()
        while not calls.done():
            used |= {number for number, (_, count) in (await asyncio.to_thread(balancer.status)).items() if count}
        assert codes(await calls) == {Code.OK: CALLS}
    return len(used) == 2


def codes(answers: list[Said]) -> Counter[Code]:
    return Counter(one.code for one in answers)


@pytest.mark.usefixtures("asked_for")
def test_a_worker_killed_with_calls_under_way_takes_none_along(balancing: Balancing) -> None:
    async def killed(row: Workers, balancer: Balancer) -> tuple[int, list[Said]]:
        calls = await sent(balancer)
        # Held still it can answer none of its calls any more, so that those counted now are those it dies with.
        row.send(0, signal.SIGSTOP)
        await asyncio.sleep(0.1)  # what it had answered before has arrived by then; later makes the count smaller only
        counted = await asyncio.to_thread(balancer.under_way, 0)
        row.send(0, signal.SIGKILL)
        return counted, await calls

    with workers() as row, balancing(row) as balancer:
        first = row.process(0)
        counted, answers = asyncio.run(killed(row, balancer))
        assert codes(answers) == {Code.OK: CALLS}
        assert len({one.answer for one in answers}) == 1
        assert counted >= IN_FLIGHT // 2

        # Its successor is used again.
        until(lambda: row.process(0) not in (first, None) and balancer.serves(0, 1), "the worker is back")
        again = row.process(0)

        # Envoy lets it rest for some seconds more, because of the calls that it failed.
        until(lambda: asyncio.run(both_used(balancer)), "the worker that is back has calls")
        assert row.process(0) == again


@pytest.mark.usefixtures("asked_for")
def test_a_worker_that_stops_by_a_signal_loses_nothing_and_comes_back(balancing: Balancing) -> None:
    async def asked(row: Workers, balancer: Balancer) -> Counter[Code]:
        """Calls without a pause from before the signal until the worker serves again."""
        first, found = row.process(0), Counter[Code]()
        row.send(0, signal.SIGTERM)
        end = time.monotonic() + 40
        async with channel(balancer.target) as over:
            while time.monotonic() < end:
                found += codes(await at_once(over, 10, SHORT, SHORT_REQUEST))
                back = row.process(0) not in (first, None)
                if back and await asyncio.to_thread(balancer.serves, 0, 1):
                    return found
        raise AssertionError("the worker did not come back")

    # The check interval is a second unless told; a machine that is busy with other tests may notice later.
    with workers(check_interval="3", grace="40") as row, balancing(row) as balancer:
        found = asyncio.run(asked(row, balancer))
        assert set(found) == {Code.OK}
        assert found.total() > CALLS


@pytest.mark.usefixtures("asked_for")
def test_all_workers_stopped_by_a_signal_answer_what_is_under_way(balancing: Balancing) -> None:
    async def stopped(row: Workers, balancer: Balancer) -> tuple[list[Said], list[Said]]:
        calls = await sent(balancer)
        row.supervisor.process.send_signal(signal.SIGTERM)
        answers = await calls
        later: list[Said] = []
        async with channel(balancer.target) as over:
            while row.supervisor.process.poll() is None:
                later += await at_once(over, 4, SHORT, SHORT_REQUEST)
                await asyncio.sleep(0.02)
        return answers, later

    # The workers have to take in what the balancer has sent while they still let calls in, and then to answer it: on a
    # busy machine each may last longer than the second and the ten seconds that are the defaults.
    with workers(check_interval="3", grace="40") as row, balancing(row) as balancer:
        answers, later = asyncio.run(stopped(row, balancer))
        assert codes(answers) == {Code.OK: CALLS}, {one.message for one in answers}
        # Those that come when nobody is left are told so, in a way that any client may try again.
        assert set(codes(later)) <= {Code.OK, Code.UNAVAILABLE}
        assert row.supervisor.process.returncode == 0


@pytest.mark.usefixtures("asked_for")
def test_both_doors_are_behind_one(balancing: Balancing) -> None:
    async def over_grpc(target: str) -> Said:
        async with channel(target) as over:
            return await ask(over, SHORT, SHORT_REQUEST)

    with workers(web_origins="https://play.example") as row, balancing(row) as balancer:
        assert asyncio.run(over_grpc(balancer.target)).code is Code.OK
        request = Request(
            f"http://{balancer.target}/belote.referee.v1.RefereeService/ListLegalCards",
            json.dumps({"ruleset": {"preset": "ffb_classic"}, "trump": "TRUMP_HEARTS", "hand": ["CARD_ACE_OF_SPADES"]})
            .encode(),
            {"content-type": "application/json", "origin": "https://play.example"},
        )  # fmt: skip
        with urlopen(request, timeout=20) as answer:  # noqa: S310  # a port of this machine
            assert json.load(answer)["legal"] == ["CARD_ACE_OF_SPADES"]
            assert answer.headers["access-control-allow-origin"] == "https://play.example"
        with urlopen(f"http://{balancer.target}/healthz", timeout=20) as answer:  # as above
            assert answer.status == 200


@pytest.mark.usefixtures("asked_for")
def test_the_door_of_haproxy_with_a_certificate(needed: Needed, tmp_path: Path) -> None:
    needed("haproxy")
    authority = trustme.CA()
    made = authority.issue_cert("localhost")
    made.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "door.pem"))
    trusted = grpc.ssl_channel_credentials(authority.cert_pem.bytes())

    async def asked(port: int) -> Said:
        async with grpc.aio.secure_channel(f"localhost:{port}", trusted) as over:
            return await ask(over, SHORT, SHORT_REQUEST)

    with workers() as row, haproxy(row, BALANCER_CERTIFICATE=str(tmp_path / "door.pem")) as balancer:
        assert asyncio.run(asked(balancer.port)).code is Code.OK


@pytest.mark.usefixtures("asked_for")
@pytest.mark.parametrize("version", ["1.1", "2"])
def test_browsers_get_the_http_they_ask_for_at_the_door_of_haproxy(
    version: str, needed: Needed, tmp_path: Path
) -> None:
    needed("haproxy")
    curl = needed("curl")
    authority = trustme.CA()
    authority.issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "door.pem"))
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))

    def asked(port: int, headers: Sequence[str], *flags: str) -> str:
        address = f"https://localhost:{port}/belote.referee.v1.RefereeService/ListLegalCards"
        line = [curl, "--silent", "--show-error", f"--http{version}", "--cacert", str(tmp_path / "ca.pem")]
        for one in ("origin: https://play.example", *headers):
            line += ["--header", one]
        line += ["--write-out", "\n%{http_version} %{response_code}", *flags, address]
        ran = subprocess.run(line, capture_output=True, text=True, check=False, timeout=20)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    with (
        workers(web_origins="https://play.example") as row,
        haproxy(row, BALANCER_CERTIFICATE=str(tmp_path / "door.pem")) as balancer,
    ):
        question = {"ruleset": {"preset": "ffb_classic"}, "trump": "TRUMP_HEARTS", "hand": ["CARD_ACE_OF_SPADES"]}
        said = asked(balancer.port, ["content-type: application/json"], "--data", json.dumps(question))
        assert '"legal": ["CARD_ACE_OF_SPADES"]' in said
        assert said.endswith(f"\n{version} 200")
        said = asked(balancer.port, ["access-control-request-method: POST"], "--request", "OPTIONS", "--include")
        assert "access-control-allow-origin: https://play.example" in said.lower()
        assert said.endswith(f"\n{version} 200")


@pytest.mark.usefixtures("asked_for")
def test_a_soft_stop_of_haproxy_lets_calls_finish(needed: Needed) -> None:
    needed("haproxy")

    async def stopped(balancer: Balancer) -> list[Said]:
        calls = await sent(balancer)
        balancer.process.send_signal(signal.SIGUSR1)
        return await calls

    with workers() as row, haproxy(row) as balancer:
        assert codes(asyncio.run(stopped(balancer))) == {Code.OK: CALLS}
        until(lambda: balancer.process.poll() is not None, "HAProxy ends by itself")


def test_the_calls_fit_where_a_balancer_keeps_them_to_send_them_again() -> None:
    assert len(LONG_REQUEST) < 65536
    for file in (HAPROXY_FILE, ENVOY_FILE):
        assert "65536" in file.read_text(encoding="utf-8")
