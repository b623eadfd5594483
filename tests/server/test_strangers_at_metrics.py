"""What anybody learns and may do who reaches the port of metrics: that part of the list of docs/security.md."""

import asyncio
import contextlib
import platform
import re
from pathlib import Path

import pytest

from referee import __version__
from referee.server import metrics_port

from .test_strangers import LINE, heard, run, served, web_said


def test_no_port_of_metrics_unless_it_is_wanted() -> None:
    async def case() -> None:
        async with served() as (_, web_port, server):
            assert server.metrics_port is None
            assert (await web_said(web_port, "GET", "/metrics"))[0] == 404

    run(case)


def test_the_page_of_metrics_is_anybodys_and_can_only_be_read(tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"{LINE}\n", encoding="utf-8")

    async def case() -> None:
        async with served(tokens_file=str(tokens), metrics_port=0) as (_, _, server):
            port = server.metrics_port
            assert port
            status, headers, body = await web_said(port, "GET", "/metrics", headers={"origin": "https://evil.example"})
            assert status == 200
            assert f'version="{__version__}"' in body
            assert not [one for one in headers if one.startswith("access-control")]  # so no page of others may read it
            for verb in ("POST", "PUT", "DELETE", "TRACE", "CONNECT"):
                status, headers, _ = await web_said(port, verb, "/metrics")
                assert (status, headers["server"]) == (405, "referee")

    run(case)


def test_the_headers_of_metrics_tell_no_version() -> None:
    async def case() -> list[str]:
        async with served(metrics_port=0) as (_, _, server):
            port = server.metrics_port
            assert port
            asked = ["GET /metrics HTTP/1.0", "GET /favicon.ico HTTP/1.1", "GET /x HTTP/9.9", "rubbish"]
            too_many = "GET / HTTP/1.1\r\n" + "x: y\r\n" * 200
            said = [await heard(port, f"{one}\r\n\r\n".encode()) for one in (*asked, too_many)]
            return [one.decode().partition("\r\n\r\n")[0] for one in said]

    heads: list[str] = run(case)
    assert "\r\nServer: referee\r\n" in heads[0]
    assert heads[-1].startswith("HTTP/1.0 431 ")
    for one in heads:
        assert not re.search(r"python|wsgi", one, re.IGNORECASE), one
        assert platform.python_version() not in one


def test_who_asks_for_metrics_in_drops_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert metrics_port.PATIENCE == 5
    monkeypatch.setattr(metrics_port, "PATIENCE", 0.5)

    async def case() -> None:
        async with served(metrics_port=0) as (_, _, server), asyncio.timeout(20):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.metrics_port)
            gone = asyncio.create_task(reader.read())
            while not gone.done():
                with contextlib.suppress(ConnectionError):
                    writer.write(b"G")
                    await writer.drain()
                await asyncio.wait({gone}, timeout=0.05)
            writer.close()

    run(case)
