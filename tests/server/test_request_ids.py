"""A call has a name: its caller's, else the referee's; it stands in the log and comes back."""

import asyncio
import json
import logging
import re
import signal
import sys
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc.aio
import pytest

from referee.server import Settings, SettingsRefused, log
from referee.server.caller import sane

from .asking import Said, ask, path, raw, serving
from .conftest import SCRIPTED, Launch
from .scripted import HELD
from .test_web import GOOD, GRPC_WEB, JSON, PROTO, framed, once, unframed, written
from .test_web import Said as Http

MADE = re.compile(r"[0-9a-f]{16}")
NAME = "x-request-id"
MINE = "table-7/deal_3.play+12@home:1="


def asked(request: bytes, request_id: str | None = None, **settings: Any) -> Said:
    async def case() -> Said:
        async with serving(**settings) as (_, channel):
            return await ask(channel, "ScoreDeal", request, request_id=request_id)

    return asyncio.run(case())


SANE = [
    (str(uuid.UUID(int=7)), True),
    (MINE, True),
    ("x" * 128, True),
    ("x" * 129, False),
    ("", False),
    ("two words", False),
    ("line\nforged", False),
    ("évité", False),
    ('"quoted"', False),
    (None, False),
]


@pytest.mark.parametrize(("given", "kept"), SANE)
def test_a_name_is_kept_when_it_can_be_repeated(given: str | None, kept: bool) -> None:
    assert sane(given) == (given if kept else "")


@pytest.mark.parametrize("request_", [b"good", b"refuse HAND_SIZE 1", b"break"])
def test_grpc_gives_the_callers_name_back(request_: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        assert asked(request_, MINE).trailing[NAME] == MINE
    lines = [one.getMessage() for one in caplog.records if one.getMessage().startswith("refused")]
    assert all(f"request_id={MINE}" in one for one in lines)
    assert len(lines) == (request_ != b"good")


@pytest.mark.parametrize("given", [None, "two words", "x" * 129])
def test_a_refused_call_without_a_name_is_given_one(given: str | None, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        made = asked(b"refuse HAND_SIZE 1", given).trailing[NAME]
    assert MADE.fullmatch(made)
    assert f"request_id={made}" in caplog.text
    assert "two words" not in caplog.text


def test_an_answer_to_a_nameless_call_names_none() -> None:
    assert NAME not in asked(b"good").trailing


def test_two_calls_are_not_given_the_same_name() -> None:
    assert asked(b"break").trailing[NAME] != asked(b"break").trailing[NAME]


def test_a_call_that_is_turned_away_is_named_too(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"alice sha256:{'0' * 64}\n", encoding="utf-8")
    said = asked(b"good", MINE, tokens_file=str(tokens))
    assert said.code is grpc.StatusCode.UNAUTHENTICATED
    assert said.trailing[NAME] == MINE


@pytest.mark.parametrize("kind", [JSON, PROTO])
@pytest.mark.parametrize("origin", [GOOD, None])
def test_the_web_door_does_the_same(kind: str, origin: str | None) -> None:
    more: dict[str, Any] = {"origin": origin} if origin else {}
    named = once("ListLegalCards", b"{}" if kind == JSON else b"", kind, x_request_id=MINE, **more)
    assert (named.status, named.headers[NAME]) == (400, MINE)
    made = once("ListLegalCards", b"{" if kind == JSON else b"\xff", kind, x_request_id="two words", **more)
    assert MADE.fullmatch(made.headers[NAME])
    if origin:
        exposed = made.headers["access-control-expose-headers"]
        assert NAME in exposed.replace(" ", "").split(",")


def test_the_web_door_gives_names_back_with_answers() -> None:
    named: Http = once("ListVariants", written({}), x_request_id=MINE)
    assert (named.status, named.headers[NAME]) == (200, MINE)
    assert NAME not in once("ListVariants", written({})).headers


def test_grpc_web_does_the_same() -> None:
    said = once("ListVariants", framed(b""), GRPC_WEB, x_request_id=MINE)
    assert unframed(said.body)[1]["grpc-status"] == "0"
    assert said.headers[NAME] == MINE
    refused = once("ListLegalCards", framed(b""), GRPC_WEB, x_request_id=MINE)
    assert refused.headers.get(NAME) or unframed(refused.body)[1][NAME] == MINE


def test_a_page_may_send_a_name_and_a_trace() -> None:
    said = once(
        "ListVariants",
        b"",
        verb="OPTIONS",
        origin=GOOD,
        access_control_request_method="POST",
        access_control_request_headers=f"content-type,{NAME},traceparent,tracestate",
    )
    assert said.status == 200
    allowed = said.headers["access-control-allow-headers"].lower().replace(" ", "").split(",")
    assert {NAME, "traceparent", "tracestate"} <= set(allowed)


def test_a_slow_call_is_a_line(caplog: pytest.LogCaptureFixture) -> None:
    async def case() -> list[Said]:
        async with serving(log_slow=20.0) as (_, channel):
            return [
                await ask(channel, "BatchJudge", b"good"),
                await ask(channel, "BatchJudge", b"wait 0.05"),
                await ask(channel, "BatchJudge", b"wait 0.05", request_id=MINE),
            ]

    with caplog.at_level(logging.INFO):
        said = asyncio.run(case())
    lines = [one for one in caplog.records if one.getMessage().startswith("slow")]
    told = re.compile(r"slow rpc=BatchJudge status=OK milliseconds=(\d+\.\d) door=grpc peer=\S+ request_id=(\S+)")
    found = [told.fullmatch(one.getMessage()) for one in lines]
    # On a busy machine the first may have been slow too.
    names = [one[2] for one in found if one and float(one[1]) >= 20]
    assert names[-1] == MINE
    assert names[-2] == said[1].trailing[NAME]
    assert lines[-1].levelname == "WARNING"


def test_a_call_that_nobody_waited_for_is_a_slow_one_too(caplog: pytest.LogCaptureFixture) -> None:
    async def case() -> None:
        async with serving(log_slow=1.0) as (_, channel):
            with pytest.raises(grpc.aio.AioRpcError):
                await raw(channel, path("BatchJudge"))(b"wait 30", timeout=0.2)

    with caplog.at_level(logging.INFO):
        asyncio.run(case())
    assert "slow rpc=BatchJudge status=CANCELLED" in caplog.text


def objects(written_: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written_.splitlines()]


def test_every_line_of_a_server_is_json(launch: Launch) -> None:
    running = launch(SCRIPTED, log_format="json", log_slow="0")

    async def case() -> None:
        async with grpc.aio.insecure_channel(running.target) as channel:
            for words in ("good", "refuse HAND_SIZE 4", "fail", "break", HELD):
                await ask(channel, "ScoreDeal", words.encode(), request_id=MINE)

    asyncio.run(case())
    _, _, err = running.stop(signal.SIGTERM)
    lines = objects(err)
    assert lines[0]["event"] == "started"
    refused = [one for one in lines if one["event"] == "refused"]
    assert [one["reason"] for one in refused] == ["HAND_SIZE", "PLUGIN_FAILED", ""]
    assert refused[0] == {
        "time": refused[0]["time"],
        "level": "info",
        "logger": "referee.server",
        "pid": running.process.pid,
        "event": "refused",
        "rpc": "ScoreDeal",
        "status": "INVALID_ARGUMENT",
        "reason": "HAND_SIZE",
        "fields": "deal.hands[0].cards[0],deal.hands[1].cards[1],deal.hands[2].cards[2]+1",
        "door": "grpc",
        "peer": refused[0]["peer"],
        "request_id": MINE,
    }
    assert abs(datetime.now(UTC) - datetime.fromisoformat(refused[0]["time"])) < timedelta(minutes=5)
    assert refused[1]["level"] == "error"
    slow = [one for one in lines if one["event"] == "slow"]
    assert len(slow) == 5
    assert isinstance(slow[0]["milliseconds"], float)
    assert HELD not in err


def test_lines_of_others_are_json_too() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, __file__, 1, "odd\nline of %s", ("two\u2028parts",), None)
    told = log.JsonLines().format(record)
    assert len(told.splitlines()) == 1
    assert json.loads(told)["message"] == "odd\nline of two\u2028parts"
    try:
        raise LookupError("gone")
    except LookupError:
        record.exc_info = sys.exc_info()
    told = log.JsonLines().format(record)
    assert len(told.splitlines()) == 1
    assert "LookupError: gone" in json.loads(told)["exception"]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"log_format": "xml"}, "log_format: 'xml' is none of text, json (--log-format or REFEREE_LOG_FORMAT)"),
    ({"log_slow": -1.0}, "log_slow: -1.0 is not within 0 and 3600000 (--log-slow or REFEREE_LOG_SLOW)"),
]


@pytest.mark.parametrize(("settings", "said"), REFUSED)
def test_settings_that_cannot_be_used(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsRefused) as refusal:
        Settings(**settings)
    assert str(refusal.value) == said
