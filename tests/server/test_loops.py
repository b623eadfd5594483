"""The faster loop: chosen, it serves and stops as asyncio's does; missing, that is said."""

import asyncio
import sys
from http.client import HTTPConnection

import grpc
import grpc.aio
import pytest

from referee.server.loops import loop_factory
from referee.server.settings import SettingsRefused
from referee.service import SERVICE_NAME

from .asking import Said, ask
from .conftest import REAL, Launch
from .test_workers import QUESTION, SCORE

uvloop = pytest.importorskip("uvloop", reason="uvloop is not made for this system")


def test_uvloop_serves_both_doors_and_stops(launch: Launch) -> None:
    running = launch(REAL, loop="uvloop", web_port="0")
    assert running.process.stdout
    web = running.process.stdout.readline().partition("://")[2].strip()

    async def case() -> list[Said]:
        async with grpc.aio.insecure_channel(running.target) as channel:
            return await asyncio.gather(*(ask(channel, SCORE, QUESTION) for _ in range(20)))

    assert {one.code for one in asyncio.run(case())} == {grpc.StatusCode.OK}
    door = HTTPConnection(web, timeout=20)
    door.request("POST", f"/{SERVICE_NAME}/{SCORE}", QUESTION, {"content-type": "application/proto"})
    assert door.getresponse().status == 200
    door.close()
    status, _, log = running.stop(within=20)
    assert status == 0, log
    assert "Traceback" not in log


def test_each_name_makes_its_loop() -> None:
    for name, module in (("asyncio", "asyncio"), ("uvloop", "uvloop")):
        loop = loop_factory(name)()
        assert type(loop).__module__.partition(".")[0] == module
        loop.close()


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    with pytest.raises(SettingsRefused, match=r"\.\[fast\]"):
        loop_factory("uvloop")
