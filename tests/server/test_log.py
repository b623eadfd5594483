"""What the server writes: enough to find a client's mistake, never a card."""

import asyncio
import logging
import re

import pytest

from referee.model.refusal import Reason, Refused, bad_field
from referee.server import log
from referee.server.caller import Caller

from .asking import ask, serving
from .scripted import HELD, Scripted

PEER = r"door=grpc peer=ipv4:127\.0\.0\.1:\d+ request_id=[0-9a-f]{16}"
PLACE = r"\S+scripted\.py:\d+"
FIRST_THREE = ",".join(rf"deal\.hands\[{n}\]\.cards\[{n}\]" for n in range(3))
REFUSED = "refused rpc=ScoreDeal"

LINES = [
    (
        "refuse HAND_SIZE 1",
        "INFO",
        rf"{REFUSED} status=INVALID_ARGUMENT reason=HAND_SIZE fields=deal\.hands\[0\]\.cards\[0\] {PEER}",
    ),
    (
        "refuse HAND_SIZE 40",
        "INFO",
        rf"{REFUSED} status=INVALID_ARGUMENT reason=HAND_SIZE fields={FIRST_THREE}\+37 {PEER}",
    ),
    (
        "refuse PRESET_UNKNOWN 0",
        "INFO",
        rf"{REFUSED} status=NOT_FOUND reason=PRESET_UNKNOWN {PEER}",
    ),
    (
        "fail",
        "ERROR",
        rf"{REFUSED} status=INTERNAL reason=PLUGIN_FAILED plugin=referee_odd origin=PluginFailed@{PLACE} {PEER}",
    ),
    ("break", "ERROR", rf"{REFUSED} status=INTERNAL reason=\w* origin=LookupError@{PLACE} {PEER}"),
]


@pytest.mark.parametrize(("request_", "level", "line"), LINES)
def test_a_refused_request_is_one_line(request_: str, level: str, line: str, caplog: pytest.LogCaptureFixture) -> None:
    async def case() -> None:
        async with serving() as (_, channel):
            await ask(channel, "ScoreDeal", f"{request_}".encode())

    with caplog.at_level(logging.DEBUG):
        asyncio.run(case())
    written = [one for one in caplog.records if "refused" in one.getMessage()]
    assert [one.levelname for one in written] == [level]
    assert re.fullmatch(line, written[0].getMessage()), written[0].getMessage()
    assert HELD not in caplog.text
    assert not [one for one in caplog.records if one.exc_info]


def test_an_answered_request_is_no_line(caplog: pytest.LogCaptureFixture) -> None:
    async def case() -> None:
        async with serving() as (_, channel):
            await ask(channel, "ScoreDeal", HELD.encode())

    with caplog.at_level(logging.DEBUG, "referee"):
        asyncio.run(case())
    assert [one for one in caplog.records if one.name.startswith("referee")] == []


def test_a_request_that_only_the_transport_refuses_is_named_too(caplog: pytest.LogCaptureFixture) -> None:
    async def case() -> None:
        async with serving(max_request_bytes=1024) as (_, channel):
            await ask(channel, "ScoreDeal", HELD.encode() * 1000)

    with caplog.at_level(logging.INFO):
        asyncio.run(case())
    assert re.search(rf"lost rpc=ScoreDeal {PEER}", caplog.text)
    assert HELD not in caplog.text
    assert "Traceback" not in caplog.text


PATHS = [
    ("deal.hands[0]", "deal.hands[0]"),
    ("a\nb", r"'a\nb'"),
    ("évité", r"'\xe9vit\xe9'"),
    ("two words", "two_words"),
    ("x" * 200, "x" * 80),
]


@pytest.mark.parametrize(("path", "written"), PATHS)
def test_a_path_can_forge_no_line(path: str, written: str, caplog: pytest.LogCaptureFixture) -> None:
    error = Refused.for_fields([bad_field(path, Reason.FIELD_INVALID, "", "")])
    with caplog.at_level(logging.INFO):
        log.refused(
            "ScoreDeal", Scripted().failure(error, "en"), error, Caller("grpc", "ipv4:192.0.2.1:1", request_id="one")
        )
    told = f"refused rpc=ScoreDeal status=INVALID_ARGUMENT reason=FIELD_INVALID fields={written}"
    assert [one.getMessage() for one in caplog.records] == [f"{told} door=grpc peer=ipv4:192.0.2.1:1 request_id=one"]
