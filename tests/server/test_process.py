"""The server as a process: its first word, its signals, its exit status, what hinders its start."""

import asyncio
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import grpc
import grpc.aio
import pytest
from belote.referee.v1 import card_pb2, referee_service_pb2, referee_service_pb2_grpc, ruleset_pb2

from referee import plugins
from referee.server import Settings, lifecycle

from .asking import Said, ask
from .conftest import REAL, SCRIPTED, Launch, Running, attempt
from .scripted import Scripted

Code = grpc.StatusCode
BATCH = "BatchJudge"


def refusing_plugin() -> Scripted:
    raise plugins.PluginRefused("odd: brings no referee_manifest\n  nor sense")


def stopped_amid_calls(running: Running, numbers: list[signal.Signals], request: bytes) -> list[Said]:
    """What became of eight calls that were under way when the signals came."""

    async def case() -> list[Said]:
        async with grpc.aio.insecure_channel(running.target) as channel:
            await channel.channel_ready()
            calls = [asyncio.create_task(ask(channel, BATCH, request)) for _ in range(8)]
            await asyncio.sleep(0.3)
            for number in numbers:
                running.process.send_signal(number)
                await asyncio.sleep(0.2)
            return await asyncio.gather(*calls)

    return asyncio.run(case())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_calls_under_way_finish(launch: Launch, number: signal.Signals) -> None:
    running = launch()
    said = stopped_amid_calls(running, [number], b"wait 0.7")
    assert [one.code for one in said] == [Code.OK] * 8
    out, err = running.process.communicate(timeout=5)
    assert running.process.returncode == 0
    assert out == ""
    for word in ("started address=127.0.0.1:", f"heard signal={number.name}", "draining calls=8", "stopped"):
        assert word in err
    assert "Traceback" not in err


@pytest.mark.parametrize("settings", [{"check_interval": "60"}, {"grace": "60"}])
def test_a_second_signal_stops_at_once(launch: Launch, settings: dict[str, str]) -> None:
    running = launch(**settings)
    start = time.monotonic()
    said = stopped_amid_calls(running, [signal.SIGTERM, signal.SIGINT], b"wait 60")
    _, err = running.process.communicate(timeout=5)
    assert time.monotonic() - start < 5
    assert running.process.returncode == 0
    assert Code.OK not in {one.code for one in said}
    assert "cut off calls=8" in err
    assert "Traceback" not in err


def test_health_is_heard_to_change_before_the_server_goes(launch: Launch) -> None:
    running = launch(check_interval="0.5")

    async def case() -> list[object]:
        async with grpc.aio.insecure_channel(running.target) as channel:
            watch = channel.unary_stream("/grpc.health.v1.Health/Watch", bytes, bytes)(b"")
            heard = [await watch.read()]
            running.process.send_signal(signal.SIGTERM)
            heard.append(await watch.read())
            assert running.process.poll() is None
            assert (await ask(channel, "ScoreDeal", b"x")).code is Code.OK
            return heard

    assert asyncio.run(case()) == [b"\x08\x01", b"\x08\x02"]
    assert running.process.wait(timeout=5) == 0


PLACED = "--host or REFEREE_HOST, --port or REFEREE_PORT"
"""How the place of the gRPC port is chosen."""


@pytest.mark.parametrize("name", ["web", "metrics"])
def test_any_port_that_is_taken_is_told_with_its_setting(launch: Launch, name: str) -> None:
    first = launch()
    for workers in ("1", "2"):
        status, out, err = attempt(
            SCRIPTED, **{"port": "0", f"{name}_port": str(first.port), "log_level": "warning", "workers": workers}
        )
        assert (status, out) == (1, "")
        assert f"cannot listen on {first.target}: Address already in use" in err
        assert f"--{name}-port or REFEREE_{name.upper()}_PORT)\n" in err


def test_a_port_that_is_taken_is_refused_in_one_line(launch: Launch) -> None:
    first = launch()
    status, out, err = attempt(SCRIPTED, port=str(first.port), log_level="warning")
    assert (status, out) == (1, "")
    assert err == f"referee: cannot listen on {first.target}: Address already in use ({PLACED})\n"
    assert first.stop()[0] == 0


def test_no_other_server_can_share_the_port(launch: Launch) -> None:
    target = launch().target

    async def case() -> None:
        with pytest.raises(RuntimeError, match="Failed to bind"):
            grpc.aio.server(options=(("grpc.so_reuseport", 1),)).add_insecure_port(target)

    asyncio.run(case())


def test_a_port_just_left_is_free_again(launch: Launch) -> None:
    first = launch()
    stopped_amid_calls(first, [signal.SIGTERM], b"wait 0.4")
    assert first.process.wait(timeout=5) == 0
    assert launch(port=str(first.port)).port == first.port


NO_START = [
    (Settings(host="a..b", port=0, insecure=True), Scripted, f"cannot listen on a..b:0: that is no host ({PLACED})"),
    (
        Settings(host="192.0.2.1", port=0, insecure=True),
        Scripted,
        f"cannot listen on 192.0.2.1:0: Cannot assign requested address ({PLACED})",
    ),
    (Settings(port=0), refusing_plugin, "odd: brings no referee_manifest nor sense"),
]


@pytest.mark.parametrize(("settings", "make_service", "said"), NO_START)
def test_what_hinders_the_start_is_one_line(
    settings: Settings, make_service: Callable[[], Scripted], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asyncio.run(lifecycle.serve(settings, make_service)) == 1
    assert capsys.readouterr() == ("", f"referee: {said}\n")


def test_a_server_that_ends_by_itself_has_failed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def ended(server: lifecycle.Server) -> None:
        await asyncio.sleep(0.1)
        await server.cut()

    monkeypatch.setattr(lifecycle.Server, "ended", ended)
    assert asyncio.run(lifecycle.serve(Settings(port=0), Scripted)) == 1
    assert "ended without being asked" in caplog.text


def test_the_other_kind_of_address_is_named_in_brackets(launch: Launch) -> None:
    with socket.socket(socket.AF_INET6) as one:
        try:
            one.bind(("::1", 0))
        except OSError:
            pytest.skip("this machine has no IPv6")
    running = launch(host="::1")
    assert running.target.startswith("[::1]:")
    assert running.stop()[0] == 0


def test_the_installed_referee_starts_and_stops(launch: Launch) -> None:
    running = launch(REAL)
    status, out, err = running.stop()
    assert (status, out) == (0, "")
    assert "loaded feature=classic revision=" in err


KEY = "5e" * 32

SEAL_KEYS = [
    ("from a file", {"seal_keys_file": f"# today\n{KEY}\n"}, ""),
    ("from the environment", {"seal_keys": KEY}, ""),
    ("no hexadecimal", {"seal_keys": "secret words"}, "hexadecimal"),
    ("too short", {"seal_keys": "5e5e"}, "32 bytes"),
    ("an empty file", {"seal_keys_file": "# none\n"}, "32 bytes"),
    ("required but none", {"require_seal": "true"}, "no key"),
]


@pytest.mark.parametrize(("settings", "fault"), [row[1:] for row in SEAL_KEYS], ids=[row[0] for row in SEAL_KEYS])
def test_keys_for_seals_are_read_at_the_start(
    launch: Launch, tmp_path: Path, settings: dict[str, str], fault: str
) -> None:
    if "seal_keys_file" in settings:
        path = tmp_path / "keys"
        path.write_text(settings["seal_keys_file"], encoding="utf-8")
        settings = {"seal_keys_file": str(path)}
    if fault:
        status, out, err = attempt(REAL, **settings)
        assert (status, out) == (1, "")
        assert fault in err
        assert "secret" not in err
        return
    running = launch(REAL, **settings)
    with grpc.insecure_channel(running.target) as channel:
        rules = ruleset_pb2.Ruleset(preset="ffb_classic")
        question = referee_service_pb2.DealCardsRequest(ruleset=rules, dealer=card_pb2.SEAT_EAST)
        stub = referee_service_pb2_grpc.RefereeServiceStub(channel)
        assert len(stub.DealCards(question, timeout=10).deal.seal) == 38
    assert running.stop()[0] == 0
