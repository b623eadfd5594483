"""`python -m tests.openapi` writes the description of the JSON calls; `--check` only compares."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Final

from .contract import ROOT
from .document import document

FILE: Final = ROOT / "referee/server/pages/openapi.json"


def written() -> str:
    """The document as it should be kept."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def main(words: Sequence[str] | None = None) -> int:
    """The exit status: 1 when it was only compared and is stale."""
    parser = argparse.ArgumentParser(prog="python -m tests.openapi", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    asked = parser.parse_args(words)
    stale = not FILE.is_file() or FILE.read_text(encoding="utf-8") != written()
    name = FILE.relative_to(ROOT).as_posix()
    if not asked.check:
        FILE.write_text(written(), encoding="utf-8")
        print(f"{name}: {'written anew' if stale else 'unchanged'}")
        return 0
    print(f"{name}: {'stale, `make pages` writes it anew' if stale else 'as it should be'}")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main())
