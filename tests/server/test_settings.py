"""Settings: where each value comes from, and which are refused."""

from dataclasses import fields
from inspect import signature
from typing import Any

import pytest

from referee.cli.serve import serve
from referee.server import Settings, SettingsRefused

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
    ({"REFEREE_PORT": "65536"}, {}, "port: 65536 is not within 0 and 65535"),
    ({}, {"port": -1}, "port: -1 is not within 0 and 65535"),
    ({}, {"host": ""}, "host: '' is not an address"),
    ({"REFEREE_HOST": "two words"}, {}, "host: 'two words' is not an address"),
    ({}, {"max_request_bytes": 0}, "max_request_bytes: 0 is not within 1024 and 268435456"),
    ({"REFEREE_MAX_CALLS": "0"}, {}, "max_calls: 0 is not within 1 and 100000"),
    ({"REFEREE_GRACE": "soon"}, {}, "REFEREE_GRACE: 'soon' is not a number"),
    ({"REFEREE_GRACE": "nan"}, {}, "grace: nan is not within 0 and 3600"),
    ({"REFEREE_CHECK_INTERVAL": "-1"}, {}, "check_interval: -1.0 is not within 0 and 3600"),
    ({"REFEREE_LOOP": "swing"}, {}, "loop: 'swing' is none of asyncio, uvloop"),
    ({"REFEREE_MAX_SECONDS": "0"}, {}, "max_seconds: 0.0 is not within 0.1 and 3600"),
    ({"REFEREE_LOG_LEVEL": "loud"}, {}, "log_level: 'loud' is none of debug, info, warning, error"),
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


def test_every_setting_has_a_flag() -> None:
    given = {"web_origin": "web_origins", "block_plugin": "block_plugins"}
    flags = {given.get(name, name) for name in signature(serve).parameters}
    assert flags == {one.name for one in fields(Settings)} - WITHOUT_FLAG
