"""The description of the JSON calls at the web door: what tools read, and the page that people try calls on."""

import asyncio
import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from referee.server.described import PAGES, Described
from referee.service import SERVICE_NAME

from .test_web import BAD, GOOD, JSON, QUESTION, Said, door, request, written

DOCUMENT: dict[str, Any] = json.loads((files("referee.server") / "pages" / "openapi.json").read_bytes())


def asked(*questions: tuple[str, str, bytes, dict[str, str]], **settings: Any) -> list[Said]:
    """What one server says to each."""

    async def case() -> list[Said]:
        async with door(**settings) as (_, port):
            return [await asyncio.to_thread(request, port, *question) for question in questions]

    return asyncio.run(case())


def test_pages_are_shown_and_asked_about_again() -> None:
    first = asked(*(("GET", path, b"", {}) for path in PAGES))
    for (name, kind), said in zip(PAGES.values(), first, strict=True):
        assert (said.status, said.headers["content-type"], said.headers["cache-control"]) == (200, kind, "no-cache")
        assert said.body == (files("referee.server") / "pages" / name).read_bytes()
        assert said.headers["content-security-policy"].startswith("default-src 'none'")
    again = asked(
        *(
            ("GET", path, b"", {"if-none-match": tag})
            for path, said in zip(PAGES, first, strict=True)
            for tag in (said.headers["etag"], f'"x", W/{said.headers["etag"]}', '"another"')
        )
    )
    assert [said.status for said in again] == [304, 304, 200] * len(PAGES)


def test_whoever_opens_the_door_is_led_to_the_page() -> None:
    for said in asked(("GET", "/", b"", {}), ("HEAD", "/", b"", {}), ("GET", "/?x=1", b"", {"accept": "text/html"})):
        assert (said.status, said.headers["location"], said.body) == (307, "docs", b"")
        assert (said.headers["content-length"], said.headers["cache-control"]) == ("0", "no-store")
    for verb in ("POST", "PUT", "DELETE", "TRACE"):
        (said,) = asked((verb, "/", b"{}", {"content-type": JSON}))
        assert said.status in {404, 405} and "location" not in said.headers
    (said,) = asked(("GET", "/", b"", {}), reflection=False)
    assert said.status == 404


def test_the_page_needs_nothing_from_elsewhere_and_its_policy_lets_it_work() -> None:
    folder = files("referee.server") / "pages"
    page = (folder / "docs.html").read_text(encoding="utf-8")
    assert set(re.findall(r'(?:src|href)="([^"]+)"', page)) == {
        "docs/calls.css",
        "docs/calls.js",
        "openapi.json",
        "data:,",
    }
    assert "<style" not in page and not re.search(r"<script(?! type=\"module\" src=)|\son\w+=|\sstyle=", page)
    for name in ("docs.html", "calls.js", "calls.css"):
        assert "://" not in (folder / name).read_text(encoding="utf-8")
    assert "innerHTML" not in (folder / "calls.js").read_text(encoding="utf-8")


def test_each_example_is_answered() -> None:
    calls = {path: one["post"]["requestBody"]["content"][JSON]["example"] for path, one in DOCUMENT["paths"].items()}
    assert len(calls) == 12
    for said in asked(*(("POST", path, written(example), {"content-type": JSON}) for path, example in calls.items())):
        assert said.status == 200, said.body


def test_without_reflection_nothing_is_described() -> None:
    own: Callable[[int], dict[str, str]] = lambda port: {"content-type": JSON, "origin": f"http://127.0.0.1:{port}"}  # noqa: E731

    async def case() -> None:
        async with door(reflection=False) as (_, port):
            for path in PAGES:
                assert (await asyncio.to_thread(request, port, "GET", path, b"", {})).status == 404
            path = f"/{SERVICE_NAME}/ListLegalCards"
            said = await asyncio.to_thread(request, port, "POST", path, written(QUESTION), own(port))
            assert said.status == 403

    asyncio.run(case())


def test_the_page_itself_may_call() -> None:
    async def case() -> None:
        async with door() as (_, port):
            for origin, status in [
                (f"http://127.0.0.1:{port}", 200),
                (f"http://127.0.0.1:{port + 1}", 403),
                ("http://127.0.0.1", 403),
                (BAD, 403),
            ]:
                path, headers = f"/{SERVICE_NAME}/ListLegalCards", {"content-type": JSON, "origin": origin}
                said = await asyncio.to_thread(request, port, "POST", path, written(QUESTION), headers)
                assert said.status == status, origin

    asyncio.run(case())


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://127.0.0.1:15280", "127.0.0.1:15280", True),
        ("https://[::1]:15280", "[::1]:15280", True),
        ("http://localhost:15280", "localhost:15280", True),
        ("http://192.168.1.7", "192.168.1.7", True),
        ("http://127.0.0.1:15280", "127.0.0.1:15281", False),
        ("http://rebound.example:15280", "rebound.example:15280", False),
        ("http://localhost.example", "localhost.example", False),
        ("http://127.0.0.1.example", "127.0.0.1.example", False),
        ("http://user@127.0.0.1", "127.0.0.1", False),
        ("ftp://127.0.0.1", "127.0.0.1", False),
        ("http://[127.0.0.1", "[127.0.0.1", False),
        ("null", "", False),
        ("http://", "", False),
    ],
)
def test_only_an_address_or_localhost_is_taken_for_its_own(origin: str, host: str, own: bool) -> None:
    assert Described().own(origin, host) is own


def test_a_page_of_a_listed_origin_may_read_the_description() -> None:
    listed, stranger = asked(
        ("GET", "/openapi.json", b"", {"origin": GOOD}), ("GET", "/openapi.json", b"", {"origin": BAD})
    )
    assert listed.headers["access-control-allow-origin"] == GOOD
    assert "access-control-allow-origin" not in stranger.headers
