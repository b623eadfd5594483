"""`referee doctor`: what would hinder a server is said before it is started."""

import json
import platform
import socket
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import trustme
from typer.testing import CliRunner, Result

from referee import __version__, plugins
from referee.cli import app
from referee.cli.doctor import doctor
from referee.cli.serve import serve
from referee.model.refusal import Reason, Refused
from referee.model.text import Text
from referee.server import checkup
from referee.service import Service

from .asking import SCREEN

NOW = datetime.now(UTC)
FREE = ("--port", "0")
CLASSIC = {"REFEREE_BLOCK_PLUGINS": "announced_capot,coinche,declarations,three_handed,two_handed"}
"""Fewer deals to play where they are not what is asked about."""


def asked(*flags: str, environment: Mapping[str, str | None] | None = None) -> Result:
    return CliRunner(env=SCREEN | dict(environment or {})).invoke(app, ["doctor", *flags], prog_name="referee")


def findings(*flags: str, status: int = 0, environment: Mapping[str, str | None] | None = None) -> dict[str, list[Any]]:
    """What it finds, by what was looked at."""
    done = asked("--json", *flags, environment=CLASSIC | dict(environment or {}))
    assert done.exit_code == status, done.output
    told = json.loads(done.stdout)
    assert told["ok"] is (status == 0)
    found: dict[str, list[Any]] = {}
    for one in told["findings"]:
        assert one["state"] in ("ok", "warning", "failed")
        assert ("advice" in one) is (one["state"] != "ok"), one
        found.setdefault(one["check"], []).append(one)
    return found


def states(found: list[Any]) -> list[str]:
    return [one["state"] for one in found]


@pytest.fixture
def papers(tmp_path: Path) -> tuple[trustme.CA, Path]:
    authority = trustme.CA()
    (tmp_path / "ca.pem").write_bytes(authority.cert_pem.bytes())
    return authority, tmp_path


def issued(papers: tuple[trustme.CA, Path], name: str = "server", **how: Any) -> tuple[str, str]:
    """The flags' values for a certificate of this authority and its key."""
    authority, folder = papers
    made = authority.issue_cert("localhost", "play.example", **how)
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    certificate.write_bytes(b"".join(one.bytes() for one in made.cert_chain_pems))
    key.write_bytes(made.private_key_pem.bytes())
    key.chmod(0o600)
    return str(certificate), str(key)


def tls(certificate: str, key: str) -> tuple[str, ...]:
    return (*FREE, "--tls-certificate", certificate, "--tls-key", key)


def test_a_server_as_it_comes_is_well() -> None:
    done = asked(*FREE)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert all(line.startswith("ok ") for line in lines), done.stdout
    assert f"referee: {__version__}, Python {platform.python_version()}" in lines[0]
    presets = plugins.load().presets
    for preset in presets:
        assert sum(f"deals: {preset}: a deal of" in line for line in lines) == 1
    assert any("coinche, revision" in line for line in lines)
    assert any("127.0.0.1:0 is free" in line for line in lines)


def test_it_takes_what_serve_takes() -> None:
    theirs = signature(serve).parameters
    assert len(theirs) > 25
    assert {*theirs} == {*signature(doctor).parameters} - {"as_json", "lang"}
    assert {name: one.default for name, one in theirs.items()} == dict.fromkeys(theirs)


def test_it_reads_the_environment_as_serve_does() -> None:
    found = findings(environment={"REFEREE_PORT": "0", "REFEREE_SEAL_KEYS": "nonsense"}, status=1)
    assert states(found["seal keys"]) == ["failed"]
    assert states(found["deals"]) == ["ok"] * 3  # one fault hides no other


@pytest.mark.parametrize(
    ("flags", "environment", "said"),
    [
        (("--port", "70000"), {}, "port: 70000 is not within 0 and 65535"),
        (("--log-format", "xml"), {}, "log_format: 'xml' is none of text, json"),
        ((), {"REFEREE_WORKERS": "many"}, "REFEREE_WORKERS: 'many' is not a whole number"),
        (("--host", "192.0.2.1"), {}, "needs tls_certificate and tls_key, or insecure"),
    ],
)
def test_settings_that_cannot_be_used(flags: tuple[str, ...], environment: dict[str, str], said: str) -> None:
    found = findings(*flags, environment=environment, status=1)
    assert [*found] == ["referee", "settings"]
    assert said in found["settings"][0]["told"]


OTHERS = {"REFEREE_TEST_DEALS": "5", "REFEREE_TARGET": "127.0.0.1:15200"} | dict.fromkeys(
    ("REFEREE_WORKER_2", "REFEREE_WEB_WORKER_2"), "127.0.0.1:15201"
)
"""What tests, clients and the file of HAProxy read: an operator may keep it beside the settings."""


def test_a_misspelt_variable_is_warned_of() -> None:
    found = findings(*FREE, environment={"REFEREE_TOKEN_FILE": "x", **OTHERS})
    (odd,) = [one for one in found["settings"] if one["state"] == "warning"]
    assert "REFEREE_TOKEN_FILE is no setting" in odd["told"]
    assert odd["advice"] == "rename it to REFEREE_TOKENS_FILE"


def test_who_can_be_reached_without_care_is_warned() -> None:
    found = findings("--host", "0.0.0.0", *FREE, "--insecure", "--metrics-port", "0", "--metrics-host", "0.0.0.0")  # noqa: S104  # that is what is warned of
    told = " ".join(one["told"] for one in found["settings"] if one["state"] == "warning")
    assert "without TLS" in told
    assert "may call" in told
    assert "may read the metrics" in told


def test_ports_that_are_taken_or_given_twice() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = findings("--port", str(port), "--web-port", str(port), "--metrics-port", "0", status=1)
    assert states(found["ports"]) == ["failed", "failed", "ok"]
    assert f"cannot listen on 127.0.0.1:{port}" in found["ports"][0]["told"]
    assert "given twice" in found["ports"][1]["told"]


def test_a_port_may_be_shared_with_another_who_shares_it() -> None:
    with socket.socket() as sharing:
        sharing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sharing.bind(("127.0.0.1", 0))
        sharing.listen()
        flags = ("--port", str(sharing.getsockname()[1]))
        assert states(findings(*flags, "--shared-port")["ports"]) == ["ok"]
        assert states(findings(*flags, status=1)["ports"]) == ["failed"]


def test_each_worker_with_a_port_apart_is_looked_at() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        flags = ("--port", str(port - 1), "--workers", "3", "--ports-apart")
        found = findings(*flags, status=1)
    assert "failed" in states(found["ports"])
    assert len(found["ports"]) == 3


def test_an_extra_that_is_asked_for_and_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(checkup.EXTRAS, "web", ("no_such_module",))
    found = findings(*FREE, "--web-port", "0", status=1)
    (one,) = [one for one in found["extras"] if one["state"] == "failed"]
    assert one["told"] == "web lacks no_such_module"
    assert one["advice"] == "in a checkout, pip install '.[web]' ./clients/python"
    assert "failed" not in states(findings(*FREE)["extras"])


@pytest.mark.parametrize(
    ("extra", "flags"),
    [("metrics", ("--metrics-port", "0")), ("tracing", ("--tracing",)), ("fast", ("--loop", "uvloop"))],
)
def test_each_extra_is_needed_by_its_setting(
    extra: str, flags: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(checkup.EXTRAS, extra, ("no_such_package.module",))
    assert "failed" in states(findings(*FREE, *flags, status=1)["extras"])
    assert "failed" not in states(findings(*FREE)["extras"])


def test_where_spans_would_go() -> None:
    environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": None}
    (one,) = findings(*FREE, "--tracing", environment=environment)["tracing"]
    assert one["told"] == "spans are sent to http://127.0.0.1:4318"
    (one,) = findings(*FREE, "--tracing", environment={"OTEL_TRACES_EXPORTER": "zipkin"}, status=1)["tracing"]
    assert "'zipkin' is none of" in one["told"]
    for variable in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        environment = {variable: "collector:4318", "OTEL_TRACES_EXPORTER": None}
        (one,) = findings(*FREE, "--tracing", environment=environment, status=1)["tracing"]
        assert f"{variable}: 'collector:4318' is not like http://" in one["told"]


def test_where_workers_would_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    counting = (*FREE, "--metrics-port", "0", "--workers", "2")
    (one,) = findings(*counting)["metrics"]
    assert one["told"] == f"workers count in {tmp_path}"
    assert not list(tmp_path.iterdir())
    for alone in (FREE, (*FREE, "--metrics-port", "0"), (*FREE, "--workers", "2")):
        assert "metrics" not in findings(*alone)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    (one,) = findings(*counting, status=1)["metrics"]
    assert one["state"] == "failed"
    assert "a directory for temporary files: No such file" in one["told"]


def test_a_certificate_that_is_good(papers: tuple[trustme.CA, Path]) -> None:
    pair = issued(papers, not_after=NOW + timedelta(days=90))
    found = findings(*tls(*pair), "--tls-client-ca", str(papers[1] / "ca.pem"))
    assert states(found["certificate"]) == ["ok"]
    assert "89 days, localhost, play.example" in found["certificate"][0]["told"]
    assert states(found["client ca"]) == ["ok"]


LIVES = [
    (timedelta(days=-10), timedelta(days=29), "warning", "28 days"),
    (timedelta(days=-10), timedelta(days=-1), "failed", "ended on"),
    (timedelta(days=1), timedelta(days=90), "failed", "good from"),
]


@pytest.mark.parametrize(("since", "until", "state", "said"), LIVES)
def test_a_certificate_that_is_not_good_for_long(
    since: timedelta, until: timedelta, state: str, said: str, papers: tuple[trustme.CA, Path]
) -> None:
    pair = issued(papers, not_before=NOW + since, not_after=NOW + until)
    (one,) = findings(*tls(*pair), status=int(state == "failed"))["certificate"]
    assert one["state"] == state
    assert said in one["told"]


def test_certificates_that_are_none(papers: tuple[trustme.CA, Path]) -> None:
    folder, good, other = papers[1], issued(papers), issued(papers, "other")
    text = folder / "text.pem"
    text.write_text("no certificate", encoding="utf-8")
    cases = [
        (good[0], other[1], "do not go together"),
        (str(folder / "absent.pem"), good[1], "absent.pem: No such file"),
        (good[0], str(folder / "absent.key"), "absent.key: No such file"),
        (str(text), good[1], "text.pem"),
    ]
    for certificate, key, said in cases:
        (one,) = findings(*tls(certificate, key), status=1)["certificate"]
        assert one["state"] == "failed"
        assert said in one["told"]
    for authority in (text, folder / "absent.pem", Path(good[0])):
        found = findings(*tls(*good), "--tls-client-ca", str(authority), status=1)
        if authority != Path(good[0]):
            assert states(found["client ca"]) == ["failed"]


def test_a_key_that_everybody_can_read(papers: tuple[trustme.CA, Path]) -> None:
    certificate, key = issued(papers)
    Path(key).chmod(0o644)
    found = findings(*tls(certificate, key))
    assert found["certificate"][-1]["state"] == "warning"
    assert found["certificate"][-1]["advice"] == f"chmod o-r {key}"


TOKENS = [
    ("alice sha256:{hash}", "ok", "1 in"),
    ("alice sha256:{hash} until={yesterday}", "warning", "alice ended on"),
    ("alice sha256:{hash} until={tomorrow}", "warning", "alice ends on"),
    ("alice hush", "failed", "line 1 is not NAME sha256:HEX"),
    ("", "failed", "nobody could call"),
]


@pytest.mark.parametrize(("line", "state", "said"), TOKENS)
def test_tokens(line: str, state: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    days = {"yesterday": (NOW - timedelta(days=2)).date(), "tomorrow": (NOW + timedelta(days=2)).date()}
    file.write_text(line.format(hash="0" * 64, **days), encoding="utf-8")
    found = findings(*FREE, "--tokens-file", str(file), status=int(state == "failed"))["tokens"]
    assert found[-1]["state"] == state
    assert said in found[-1]["told"]
    assert "alice hush" not in json.dumps(found)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    absent = str(tmp_path / "absent")
    found = findings(*FREE, "--tokens-file", absent, "--seal-keys-file", absent, status=1)
    assert states(found["tokens"]) == states(found["seal keys"]) == ["failed"]
    assert "No such file" in found["tokens"][0]["told"]


def test_seal_keys(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text("5e" * 32, encoding="ascii")
    keys.chmod(0o600)
    found = findings(*FREE, "--seal-keys-file", str(keys), "--require-seal")
    assert states(found["seal keys"]) == ["ok"]
    assert "5e5e" not in json.dumps(found)
    assert states(findings(*FREE, "--require-seal", status=1)["seal keys"]) == ["failed"]


def test_a_plugin_that_may_not_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object, **__: object) -> object:
        raise plugins.PluginRefused("odd: brings no referee_manifest", "odd")

    monkeypatch.setattr(plugins, "load", load)
    found = findings(*FREE, status=1)
    assert found["plugins"][0]["told"] == "odd: brings no referee_manifest"
    assert "deals" not in found


def test_a_preset_that_cannot_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Service.answer

    def broken(self: Service, rpc: str, request: bytes, language: str) -> bytes:
        if rpc == "ScoreDeal" and b"online_250" in request:
            raise Refused(Reason.PLUGIN_FAILED, Text("odd", "étrange"))
        return answer(self, rpc, request, language)

    monkeypatch.setattr(Service, "answer", broken)
    found = findings(*FREE, status=1)["deals"]
    assert [one["told"].split(",")[0] for one in found if one["state"] == "failed"] == ["online_250"]


def test_in_french() -> None:
    done = asked("--port", "70000", "--lang", "fr")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1].startswith("ÉCHEC")
    assert "voyez : referee serve --help" in done.stdout
    assert "est libre" in asked(*FREE, "--lang", "fr").stdout
