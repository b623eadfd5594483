"""The pages, written or compared with those that are there."""

import argparse
import difflib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from . import options_page, rules_page, sources_page
from .markdown import DOCS
from .sources import ROOT

FOLDER: Final = ROOT / DOCS


@cache
def pages() -> dict[str, str]:
    """Each page by its name, as it should be."""
    return {
        rules_page.NAME: rules_page.rules_page(),
        options_page.NAME: options_page.options_page(),
        sources_page.NAME: sources_page.sources_page(),
    }


def stale(folder: Path = FOLDER) -> dict[str, list[str]]:
    """For each page in the folder that is not as it should be the difference, line by line."""
    found = {}
    for name, text in pages().items():
        kept = (folder / name).read_text(encoding="utf-8") if (folder / name).is_file() else ""
        path = f"{DOCS}/{name}"
        differences = [*difflib.unified_diff(kept.splitlines(), text.splitlines(), path, f"{path} anew", lineterm="")]
        if differences or kept != text:
            found[name] = differences
    return found


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> int:
    """The exit status: 1 when pages were only compared and one of them is stale."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.pages", description="Writes the pages of rules, options and sources."
    )
    parser.add_argument("--check", action="store_true", help="write nothing; show what would change")
    asked = parser.parse_args(arguments)
    changed = stale(folder)
    for name, text in pages().items():
        if asked.check:
            print("\n".join(changed.get(name, [f"{DOCS}/{name}: as it should be"])))
        else:
            print(f"{DOCS}/{name}: {'written anew' if name in changed else 'unchanged'}")
            (folder / name).write_text(text, encoding="utf-8")
    if asked.check and changed:
        print("`make pages` writes them anew")
    return 1 if asked.check and changed else 0
