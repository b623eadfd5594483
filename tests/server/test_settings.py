"""Settings: where each value comes from, and which are refused."""

import re
from dataclasses import fields
from inspect import signature
from typing import Any

import pytest
from typer.main import get_command

from referee.cli import app
from referee.cli.serve import serve
from referee.server import Settings, SettingsRefused
from referee.server.settings import set_by

READ: list[tuple[str, dict[str, str], dict[str, Any], Any]] = [
    ("host", {}, {}, "127.0.0.1"),
    ("port", {}, {}, 15200),
    ("port", {"REFEREE_PORT": "0"}, {}, 0),
    ("port", {"REFEREE_PORT": " 15201 "}, {}, 15201),
    ("port", {"REFEREE_PORT": ""}, {}, 15200),
    ("port", {"REFEREE_PORT": "15201"}, {"port": None}, 15201),
    ("port", {"REFEREE_PORT": "15201"}, {"port": 0}, 0),
    ("port", {"REFEREE_PORT": "nonsense"}, {"port": 0}, 0),
    ("host", {"REFEREE_HOST": "::1"}, {}, "::1"),
    ("max_request_bytes", {"REFEREE_MAX_REQUEST_BYTES": "2048"}, {}, 2048),
    ("max_calls", {"REFEREE_MAX_CALLS": "1"}, {}, 1),
    ("check_interval", {"REFEREE_CHECK_INTERVAL": "0.25"}, {}, 0.25),
    ("grace", {"REFEREE_GRACE": "0"}, {}, 0),
    ("log_level", {"REFEREE_LOG_LEVEL": "debug"}, {}, "debug"),
    ("block_plugins", {}, {}, ()),
    ("block_plugins", {"REFEREE_BLOCK_PLUGINS": "coinche, declarations,"}, {}, ("coinche", "declarations")),
    ("block_plugins", {"REFEREE_BLOCK_PLUGINS": "coinche"}, {"block_plugins": ("other",)}, ("other",)),
]


@pytest.mark.parametrize(("name", "environment", "flags", "value"), READ)
def test_flags_come_before_the_environment_and_that_before_defaults(
    name: str, environment: dict[str, str], flags: dict[str, Any], value: Any
) -> None:
    assert getattr(Settings.read(environment, **flags), name) == value


WHOLE = [
    Settings(),
    Settings(
        host="::1",
        port=0,
        web_port=15280,
        web_origins=("https://play.example", "*"),
        workers=3,
        insecure=True,
        reflection=False,
        seal_keys="5e" * 32,
        block_plugins=("coinche",),
        grace=0.5,
    ),
]


@pytest.mark.parametrize("settings", WHOLE)
def test_a_process_is_given_the_same_settings_by_its_environment(settings: Settings) -> None:
    given = settings.environment({"PATH": "/bin", "REFEREE_TRACE_PLUGINS": "true"})
    assert Settings.read(given) == settings
    assert given["PATH"] == "/bin"


REFUSED: list[tuple[dict[str, str], dict[str, Any], str]] = [
    ({"REFEREE_PORT": "high"}, {}, "REFEREE_PORT: 'high' is not a whole number"),
    ({"REFEREE_PORT": "1.5"}, {}, "REFEREE_PORT: '1.5' is not a whole number"),
    ({"REFEREE_PORT": "65536"}, {}, "port: 65536 is not within 0 and 65535 (--port or REFEREE_PORT)"),
    ({}, {"port": -1}, "port: -1 is not within 0 and 65535 (--port or REFEREE_PORT)"),
    ({}, {"host": ""}, "host: '' is not an address (--host or REFEREE_HOST)"),
    ({"REFEREE_HOST": "two words"}, {}, "host: 'two words' is not an address (--host or REFEREE_HOST)"),
    (
        {},
        {"max_request_bytes": 0},
        "max_request_bytes: 0 is not within 1024 and 268435456 (--max-request-bytes or REFEREE_MAX_REQUEST_BYTES)",
    ),
    ({"REFEREE_MAX_CALLS": "0"}, {}, "max_calls: 0 is not within 1 and 100000 (--max-calls or REFEREE_MAX_CALLS)"),
    ({"REFEREE_GRACE": "soon"}, {}, "REFEREE_GRACE: 'soon' is not a number"),
    ({"REFEREE_GRACE": "nan"}, {}, "grace: nan is not within 0 and 3600 (--grace or REFEREE_GRACE)"),
    (
        {"REFEREE_CHECK_INTERVAL": "-1"},
        {},
        "check_interval: -1.0 is not within 0 and 3600 (--check-interval or REFEREE_CHECK_INTERVAL)",
    ),
    ({"REFEREE_LOOP": "swing"}, {}, "loop: 'swing' is none of asyncio, uvloop (--loop or REFEREE_LOOP)"),
    (
        {"REFEREE_MAX_SECONDS": "0"},
        {},
        "max_seconds: 0.0 is not within 0.1 and 3600 (--max-seconds or REFEREE_MAX_SECONDS)",
    ),
    (
        {"REFEREE_LOG_LEVEL": "loud"},
        {},
        "log_level: 'loud' is none of debug, info, warning, error (--log-level or REFEREE_LOG_LEVEL)",
    ),
]


@pytest.mark.parametrize(("environment", "flags", "said"), REFUSED)
def test_what_cannot_be_used_is_refused_in_one_line(
    environment: dict[str, str], flags: dict[str, Any], said: str
) -> None:
    with pytest.raises(SettingsRefused) as refusal:
        Settings.read(environment, **flags)
    assert str(refusal.value) == said


def test_a_flag_that_is_no_setting_is_a_fault_of_the_caller() -> None:
    with pytest.raises(TypeError):
        Settings.read({}, prot=1)


WITHOUT_FLAG = {"seal_keys", "supervisor", "worker", "metrics_directory"}
"""Keys, which a command line would show to others, and what a supervisor tells its workers."""

FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"tls_certificate": "x"}, "(--tls-certificate or REFEREE_TLS_CERTIFICATE, --tls-key or REFEREE_TLS_KEY)"),
    ({"tls_client_ca": "x"}, "(--tls-certificate or REFEREE_TLS_CERTIFICATE, --tls-key or REFEREE_TLS_KEY)"),
    ({"host": "0.0.0.0"}, ", --insecure or REFEREE_INSECURE)"),  # noqa: S104  # which is what it refuses
    ({"web_origins": ("x",), "web_port": 0}, "(--web-origin or REFEREE_WEB_ORIGINS)"),
    ({"web_origins": ("https://play.example",)}, "(--web-port or REFEREE_WEB_PORT)"),
    ({"ports_apart": True, "port": 0}, "(--ports-apart or REFEREE_PORTS_APART, --port or REFEREE_PORT)"),
    ({"worker": -1}, "(REFEREE_WORKER)"),
]


@pytest.mark.parametrize(("given", "said"), FAULTS)
def test_a_refusal_tells_how_that_is_set(given: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsRefused) as refusal:
        Settings(**given)
    assert str(refusal.value).endswith(said)


def test_the_flags_that_are_told_are_there() -> None:
    there = {
        opt
        for one in get_command(app).commands["serve"].params  # type: ignore[attr-defined]  # a group has commands
        for opt in (*one.opts, *one.secondary_opts)
    }
    for one in fields(Settings):
        flags = re.findall(r"--[a-z-]+", set_by(one.name))
        assert set(flags) <= there
        assert bool(flags) is (one.name not in WITHOUT_FLAG)


def test_every_setting_has_a_flag() -> None:
    given = {"web_origin": "web_origins", "block_plugin": "block_plugins"}
    flags = {given.get(name, name) for name in signature(serve).parameters}
    assert flags == {one.name for one in fields(Settings)} - WITHOUT_FLAG
