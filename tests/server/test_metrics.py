"""What a server counts: read as Prometheus reads it, over both doors, from one process and from several."""

import asyncio
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import grpc.aio
import pytest
from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2
from prometheus_client.parser import text_string_to_metric_families

from referee import __version__, plugins
from referee.model.refusal import Reason
from referee.server.lifecycle import Server
from referee.server.settings import Settings, SettingsRefused
from referee.service import Limits, Service

from .asking import ask, path, raw, serving
from .conftest import REAL, ROOT, Launch, Running, attempt
from .processes import environment_of
from .scripted import HELD
from .test_web import JSON, door, request, written
from .test_workers import asked, children

PLAIN = "ListLegalCards"


@dataclass(frozen=True)
class Read:
    """What Prometheus read once."""

    text: str

    def value(self, name: str, **labels: str) -> float:
        """The sum of what carries the name and at least these labels."""
        return sum(
            sample.value
            for family in text_string_to_metric_families(self.text)
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def labels(self, name: str) -> set[str]:
        """Every value that a label of this name has."""
        families = text_string_to_metric_families(self.text)
        return {sample.labels[name] for family in families for sample in family.samples if name in sample.labels}


def read(port: int) -> Read:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/metrics")
        answer = connection.getresponse()
        assert answer.status == 200
        assert (answer.getheader("content-type") or "").startswith("text/plain")
        return Read(answer.read().decode())
    finally:
        connection.close()


async def now(server: Server) -> Read:
    assert server.metrics_port
    return await asyncio.to_thread(read, server.metrics_port)


def run(case: Callable[[], Any]) -> Any:
    return asyncio.run(case())


def test_calls_are_counted_by_method_door_and_status() -> None:
    async def case() -> Read:
        async with serving(metrics_port=0) as (server, channel):
            for words in (b"good", b"good", b"refuse HAND_SIZE 3", b"refuse PRESET_UNKNOWN 0", b"break", b"fail"):
                await ask(channel, "ScoreDeal", words)
            await ask(channel, "JudgeTrick", b"good")
            return await now(server)

    seen: Read = run(case)
    total = "referee_calls_total"
    assert seen.value(total, method="ScoreDeal", door="grpc", status="OK") == 2
    assert seen.value(total, method="ScoreDeal", status="INVALID_ARGUMENT") == 1
    assert seen.value(total, method="ScoreDeal", status="NOT_FOUND") == 1
    assert seen.value(total, method="ScoreDeal", status="INTERNAL") == 2
    assert seen.value(total, method="JudgeTrick", status="OK") == 1
    assert seen.value(total) == 7
    assert seen.value("referee_refusals_total", method="ScoreDeal", reason="HAND_SIZE") == 1
    assert seen.value("referee_refusals_total", method="ScoreDeal", reason="INTERNAL") == 1
    assert seen.value("referee_plugin_failures_total", plugin="referee_odd") == 1
    assert seen.value("referee_call_seconds_count", method="ScoreDeal", door="grpc") == 6
    assert 0 < seen.value("referee_call_seconds_sum") < 60
    assert seen.value("referee_calls_in_flight") == 0
    assert seen.value("referee_calls_in_flight_limit") == 1000
    assert seen.value("referee_build_info", version=__version__) == 1
    assert seen.value("process_resident_memory_bytes") > 0


def test_both_doors_are_told_apart_also_in_what_they_refuse() -> None:
    async def case() -> Read:
        async with door(metrics_port=0) as (server, port):
            headers = {"content-type": JSON}
            for body in (written({}), b"{", written({"no_such_field": 1})):
                await asyncio.to_thread(request, port, "POST", path(PLAIN), body, headers)
            return await now(server)

    seen: Read = run(case)
    assert seen.value("referee_calls_total", method=PLAIN, door="web", status="INVALID_ARGUMENT") == 3
    assert seen.value("referee_calls_total", door="grpc") == 0
    assert seen.value("referee_refusals_total", method=PLAIN, reason="REQUEST_UNREADABLE") == 2


def test_labels_are_of_the_contract_whatever_is_asked() -> None:
    async def case() -> Read:
        async with serving(metrics_port=0, web_port=0) as (server, channel):
            for method in (path("Cheat"), "/other.Service/Call", "/x"):
                with pytest.raises(grpc.aio.AioRpcError):
                    await raw(channel, method)(b"", timeout=10)
            assert server.web_port
            for where in (path("Cheat"), "/x"):
                await asyncio.to_thread(request, server.web_port, "POST", where, b"{}", {"content-type": JSON})
            await ask(channel, "ScoreDeal", b"refuse CARD_DUPLICATED 2")
            return await now(server)

    seen: Read = run(case)
    assert seen.labels("method") == {*Service.UNARY, "BatchJudge"}
    assert seen.labels("reason") <= {*map(str, Reason), "INTERNAL", "UNAUTHENTICATED", "PERMISSION_DENIED"}
    assert not any(card in seen.text for card in HELD.split())


def test_what_is_turned_away_says_why(tmp_path: Path) -> None:
    from referee.server.tokens import new_token  # noqa: PLC0415  # only here

    secret, line = new_token("alice")
    tokens = tmp_path / "tokens"
    tokens.write_text(f"{line} calls_per_second=0.001\n", encoding="utf-8")

    async def case() -> Read:
        async with serving(metrics_port=0, tokens_file=str(tokens)) as (server, channel):
            for _ in range(2):
                await ask(channel, "ScoreDeal", b"good", authorization=f"Bearer {secret}")
            await ask(channel, "ScoreDeal", b"good", authorization="Bearer wrong")
            return await now(server)

    seen: Read = run(case)
    assert seen.value("referee_shed_total", why="token_limit") == 1
    assert seen.value("referee_refusals_total", reason="UNAUTHENTICATED") == 1
    assert seen.value("referee_calls_total", status="OK") == 1
    assert secret not in seen.text
    assert "alice" not in seen.text


def test_calls_under_way_and_those_beyond_the_limit() -> None:
    async def case() -> tuple[Read, Read]:
        async with serving(metrics_port=0, max_calls=1) as (server, channel):
            slow = raw(channel, path("BatchJudge"))(b"wait 100", timeout=100)
            until = time.monotonic() + 60
            while not (meanwhile := await now(server)).value("referee_calls_in_flight", door="grpc"):
                assert time.monotonic() < until
            await ask(channel, "ScoreDeal", b"good")
            slow.cancel()
            while not (after := await now(server)).value("referee_calls_total", status="CANCELLED"):
                assert time.monotonic() < until
            return meanwhile, after

    meanwhile, after = run(case)
    assert meanwhile.value("referee_calls_in_flight", door="grpc") == 1
    assert after.value("referee_shed_total", why="server_full") == 1
    assert after.value("referee_calls_total", method="BatchJudge", status="CANCELLED") == 1
    assert after.value("referee_calls_in_flight") == 0
    assert after.value("referee_call_seconds_count", method="BatchJudge") == 1


def test_questions_in_batches_and_rulesets() -> None:
    rules = ruleset_pb2.Ruleset(preset="ffb_classic")
    strange = ruleset_pb2.Ruleset(preset="no_such")
    other = ruleset_pb2.Ruleset(preset="online_250")
    batch = referee_service_pb2.BatchJudgeRequest()
    for one in (rules, strange, other, rules):
        asked_trick = referee_service_pb2.JudgeTrickRequest(
            ruleset=one,
            trump=card_pb2.TRUMP_HEARTS,
            leader=card_pb2.SEAT_SOUTH,
            cards=[card_pb2.CARD_SEVEN_OF_HEARTS],
        )
        batch.questions.append(referee_service_pb2.Question(judge_trick=asked_trick))
    batch.questions.append(referee_service_pb2.Question())
    own = ruleset_pb2.Ruleset(preset="ffb_classic", options=[ruleset_pb2.RuleOption(name="target", number=777)])
    trick = referee_service_pb2.JudgeTrickRequest(
        ruleset=own, trump=card_pb2.TRUMP_HEARTS, leader=card_pb2.SEAT_SOUTH, cards=[card_pb2.CARD_SEVEN_OF_HEARTS]
    )

    async def case() -> tuple[Read, Read]:
        service = Service(plugins.load(discover=False), Limits())
        server = Server(service, Settings(port=0, metrics_port=0, check_interval=0.0))
        port = await server.start()
        try:
            async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
                before = await now(server)
                await ask(channel, "BatchJudge", batch.SerializeToString())
                for _ in range(2):
                    await ask(channel, "JudgeTrick", trick.SerializeToString())
                return before, await now(server)
        finally:
            await server.cut()

    before, after = run(case)
    assert before.value("referee_batch_questions_total") == 0
    assert after.value("referee_batch_questions_total") == 5
    assert after.value("referee_batch_refusals_total", reason="PRESET_UNKNOWN") == 1
    assert after.value("referee_batch_refusals_total", reason="FIELD_MISSING") == 1
    composed = "referee_rulesets_composed_total"
    assert before.value(composed) >= 3  # the presets
    assert after.value(composed) == before.value(composed) + 1


def test_workers_are_added_up_and_a_dead_one_leaves_nothing_behind(launch: Launch) -> None:
    running = launch(REAL, workers="2", metrics_port="0")
    port = metrics_port(running)
    asyncio.run(asked(running.target, 40))
    seen = read(port)
    assert seen.value("referee_calls_total", method="JudgeTrick", status="OK") == 40
    assert seen.value("referee_call_seconds_count", method="JudgeTrick") == 40
    assert seen.value("referee_calls_in_flight_limit") == 2000
    assert seen.value("referee_workers") == 2
    assert seen.value("process_resident_memory_bytes", worker="0") > 0
    assert seen.value("process_resident_memory_bytes", worker="1") > 0

    os.kill(children(running)[0], signal.SIGKILL)
    limits = set()
    until = time.monotonic() + 30
    while (seen := read(port)).value("referee_worker_deaths_total") == 0 or seen.value("referee_workers") < 2:
        limits.add(seen.value("referee_calls_in_flight_limit"))
        assert time.monotonic() < until
        time.sleep(0.05)
    assert 1000 in limits  # its gauges went with it
    assert seen.value("referee_calls_in_flight_limit") == 2000
    assert seen.value("referee_calls_total", status="OK") == 40  # its counts stay
    asyncio.run(asked(running.target, 40))
    assert read(port).value("referee_calls_total", status="OK") == 80

    files = Path(environment_of(children(running)[0])["REFEREE_METRICS_DIRECTORY"])
    assert files.is_dir()
    assert running.stop(within=20)[0] == 0
    assert not files.exists()


@pytest.mark.parametrize("soon", [True, False])
def test_a_worker_that_is_just_making_its_file_is_waited_for(soon: bool, tmp_path: Path) -> None:
    from referee.server.metrics_port import PAUSE, Supervised  # noqa: PLC0415  # only here

    made = tmp_path / "counter_0.db"
    made.touch()
    supervised = Supervised(str(tmp_path), dict)
    if soon:
        threading.Timer(PAUSE, lambda: made.write_bytes(bytes([8, *[0] * 65535]))).start()
        assert {one.name for one in supervised.registry.collect()} >= {"referee_workers"}
    else:
        with pytest.raises(struct.error):
            list(supervised.registry.collect())


def metrics_port(running: Running) -> int:
    assert running.process.stdout
    for line in running.process.stdout:
        if found := re.fullmatch(r"metrics on http://127\.0\.0\.1:(\d+)/metrics\n", line):
            return int(found[1])
    raise AssertionError("it did not say where")


def test_nothing_is_counted_unless_it_is_asked_for() -> None:
    async def case() -> None:
        async with serving() as (server, channel):
            await ask(channel, "ScoreDeal", b"good")
            assert server.metrics_port is None

    asyncio.run(case())
    program = (
        "import sys, referee.cli; "
        "sys.exit(any(name.partition('.')[0] in ('prometheus_client', 'opentelemetry') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_without_the_package_it_says_what_to_install(workers: str) -> None:
    hidden = ("-c", "import sys; sys.modules['prometheus_client'] = None; " + REAL[1])
    status, out, err = attempt(hidden, metrics_port="0", workers=workers)
    assert (status, out) == (1, "")
    assert "in a checkout, pip install '.[metrics]' ./clients/python" in err
    assert len([line for line in err.splitlines() if line.startswith("referee: ")]) == 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_that_is_taken_is_said(workers: str, launch: Launch) -> None:
    first = launch(REAL)
    status, out, err = attempt(REAL, metrics_port=str(first.port), workers=workers)
    assert (status, out) == (1, "")
    assert f"cannot listen on 127.0.0.1:{first.port}" in err


def test_readers_that_say_nothing_keep_nobody_out() -> None:
    async def case() -> Read:
        async with serving(metrics_port=0) as (server, channel):
            silent = [await asyncio.open_connection("127.0.0.1", server.metrics_port) for _ in range(3)]
            await ask(channel, "ScoreDeal", b"good")
            seen = await now(server)
            for _, writer in silent:
                writer.close()
            return seen

    assert run(case).value("referee_calls_total") == 1


REFUSED: list[tuple[Mapping[str, Any], str]] = [
    ({"metrics_port": 65536}, "metrics_port: 65536 is not within 0 and 65535 (--metrics-port or REFEREE_METRICS_PORT)"),
    ({"metrics_host": ""}, "metrics_host: '' is not an address (--metrics-host or REFEREE_METRICS_HOST)"),
]


@pytest.mark.parametrize(("settings", "said"), REFUSED)
def test_settings_that_cannot_be_used(settings: Mapping[str, Any], said: str) -> None:
    with pytest.raises(SettingsRefused) as refusal:
        Settings(**settings)
    assert str(refusal.value) == said
