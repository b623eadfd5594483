"""docs/security.md names a test for each thing that a stranger at the port learns or can do."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
TESTS = ROOT / "tests" / "server"
HEADING = "## What a stranger at the port sees\n"
NAMED = re.compile(r"`(test_\w+\.py)::(test_\w+)`")
STRANGERS = ("test_strangers.py", "test_strangers_at_metrics.py", "test_strangers_who_stay.py")


@cache
def those_in(file: str) -> frozenset[str]:
    path = TESTS / file
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(one.name for one in tree.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_"))


def faults(page: str) -> list[str]:
    """The lines of the section's tables that name no test, and the tests named that are not there."""
    _, found, rest = page.partition(HEADING)
    if not found:
        return ["there is no such section"]
    section = rest.partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and not line.startswith(("| what", "| ---"))]
    if not rows:
        return ["the section has no table"]
    nameless = [row for row in rows if not NAMED.search(row.rpartition(" | ")[2])]
    absent = [f"{file}::{name}" for file, name in NAMED.findall(section) if name not in those_in(file)]
    return nameless + absent


def test_each_line_names_tests_that_are_there() -> None:
    assert faults(PAGE) == []


def test_each_test_about_strangers_is_named() -> None:
    named = set(NAMED.findall(PAGE))
    assert [(file, name) for file in STRANGERS for name in those_in(file) if (file, name) not in named] == []


def test_a_line_without_its_test_would_be_found() -> None:
    row = "| what he does | as shipped | held by |\n| --- | --- | --- |\n| knock | yes | {} |\n"
    assert faults("# Security\n") == ["there is no such section"]
    assert faults(HEADING) == ["the section has no table"]
    assert faults(HEADING + row.format("nobody")) == ["| knock | yes | nobody |"]
    assert faults(HEADING + row.format("`test_tls.py::test_nothing`")) == ["test_tls.py::test_nothing"]
    assert faults(HEADING + row.format("`test_none.py::test_nothing`")) == ["test_none.py::test_nothing"]
    assert faults(HEADING + row.format(f"`{STRANGERS[0]}::{min(those_in(STRANGERS[0]))}`")) == []
