"""The little Markdown that the pages need."""

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Final

from .sources import Place

DOCS: Final = PurePosixPath("docs")


def anchor(heading: str) -> str:
    """What a heading is linked by, as the usual renderers make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def code(text: object) -> str:
    """A word as it is written elsewhere."""
    return f"`{text}`"


def section(name: str, page: str = "") -> str:
    """A link to the section of a rule or an option, on this page or another."""
    return f"[{code(name)}]({page}#{anchor(name)})"


def file(path: str, text: str = "") -> str:
    """A link to a file of the project, by its path from the root."""
    return f"[{text or code(path)}]({os.path.relpath(path, DOCS)})"


def places(found: Iterable[Place]) -> str:
    """Files with the names of what is to be looked at in them."""
    files: dict[str, list[str]] = {}
    for place in found:
        files.setdefault(place.path, []).extend([code(place.name)] if place.name else [])
    return "; ".join(f"{file(path)} {', '.join(names)}".rstrip() for path, names in files.items())


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table and the empty line after it."""
    lines = [head, ["---"] * len(head), *rows]
    return [*(f"| {' | '.join(cell.replace('|', '¦') for cell in line)} |" for line in lines), ""]


def facts(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """A list of named facts, those without a value left out, and the empty line after it."""
    return [*(f"- **{name}:** {value}" for name, value in pairs if value), ""]
