"""The JSON calls described: an OpenAPI document, and a page on which each call can be tried."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from importlib.resources import files
from ipaddress import ip_address
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from referee.server.web import Send

PAGES: Final = {
    "/openapi.json": ("openapi.json", "application/json"),
    "/docs": ("docs.html", "text/html; charset=utf-8"),
    "/docs/calls.js": ("calls.js", "text/javascript; charset=utf-8"),
    "/docs/calls.css": ("calls.css", "text/css; charset=utf-8"),
}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

Headers: TypeAlias = Mapping[bytes, bytes]
Page: TypeAlias = Callable[[Headers, str, Send], Awaitable[None]]


class Described:
    """The pages, read once."""

    def __init__(self) -> None:
        folder = files("referee.server") / "pages"
        self._pages = {path: ((folder / name).read_bytes(), kind) for path, (name, kind) in PAGES.items()}

    def page(self, path: str) -> Page | None:
        """What shows the page at a path, also to pages of the origin that is named; None where there is no page."""
        return partial(_show, *self._pages[path]) if path in self._pages else None

    def own(self, origin: str, host: str) -> bool:
        """Whether an origin is that of these pages.

        Only where they were reached by an address or as localhost: any other name may have been made to lead here by
        the page that asks.
        """
        try:
            asked = urlsplit(origin)
            if asked.scheme not in {"http", "https"} or asked.netloc != host:
                return False
            return asked.hostname == "localhost" or bool(ip_address(asked.hostname or ""))
        except ValueError:
            return False


async def _show(content: bytes, kind: str, asked: Headers, origin: str, send: Send) -> None:
    tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'.encode()
    known = tag in (one.strip().removeprefix(b"W/") for one in asked.get(b"if-none-match", b"").split(b","))
    headers = [
        (b"etag", tag),
        (b"cache-control", b"no-cache"),  # kept, but asked about each time: a new server has new pages
        (b"content-security-policy", POLICY.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
    ]
    if origin:
        headers += [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"origin")]
    if not known:
        headers += [(b"content-type", kind.encode()), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": 304 if known else 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if known else content})
