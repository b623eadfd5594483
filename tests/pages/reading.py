"""A page read back: its sections, its links, its tables."""

import re

from .writing import pages


def sections(name: str) -> dict[str, str]:
    """The parts of a page by the headings that begin them."""
    parts = re.split(r"^#+ (.+)$", pages()[name], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def links(text: str) -> list[str]:
    """Where a text leads."""
    return re.findall(r"\]\(([^)\s]+)\)", without_examples(text))


def without_examples(text: str) -> str:
    """A text without what stands in blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def rows(text: str) -> dict[str, list[str]]:
    """Cells of tables by the option, preset or row that begins each line."""
    found = re.findall(r"^\| (?:\[`(\w+)`\]\S+|(\d+)) \| (.*) \|$", text, re.MULTILINE)
    return {name or number: cells.split(" | ") for name, number, cells in found}
