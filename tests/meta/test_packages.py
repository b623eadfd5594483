"""Each package says what it is, under which licence, and brings the licence's text and a page to read."""

import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
LICENCE = (ROOT / "LICENSE").read_text(encoding="utf-8")
AUTHORS = "The belote-referee authors"

LISTED = subprocess.run(
    ["git", "ls-files", "--", "pyproject.toml", "clients/python/pyproject.toml", "plugins/*/pyproject.toml"],
    cwd=ROOT,
    capture_output=True,
    text=True,
    check=True,
).stdout.split()
PYTHON = [str(Path(one).parent) for one in LISTED if Path(one).parent.name != "template"]
"""The template is no package: what is made from it has the licence that its author chooses."""


@pytest.mark.parametrize("folder", PYTHON)
def test_a_distribution_is_described(folder: str) -> None:
    project: dict[str, Any] = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"].startswith("belote-referee")
    assert 20 < len(project["description"]) < 120
    assert (project["license"], project["license-files"]) == ("MIT", ["LICENSE"])
    assert project["authors"] == [{"name": AUTHORS}]
    assert project["requires-python"] == ">=3.11"
    assert "Typing :: Typed" in project["classifiers"]
    assert (ROOT / folder / "LICENSE").read_text(encoding="utf-8") == LICENCE
    assert (ROOT / folder / project["readme"]).is_file()


def test_the_package_of_npm_is_described() -> None:
    package = json.loads((ROOT / "clients/typescript/package.json").read_text(encoding="utf-8"))
    assert (package["license"], package["author"]) == ("MIT", AUTHORS)
    assert package["description"] and package["keywords"] and package["engines"]["node"]


def test_the_crate_is_described() -> None:
    package = tomllib.loads((ROOT / "clients/rust/Cargo.toml").read_text(encoding="utf-8"))["package"]
    assert (package["license"], package["authors"], package["readme"]) == ("MIT", [AUTHORS], "README.md")
    assert {"/src/**/*.rs", "/README.md", "/LICENSE"} <= set(package["include"])
    assert package["description"] and package["keywords"] and package["categories"]


def test_a_crate_that_is_used_asks_for_no_single_version_of_another() -> None:
    """Cargo would find no version for a program that needs a newer patch of the same crate."""
    manifest = tomllib.loads((ROOT / "clients/rust/Cargo.toml").read_text(encoding="utf-8"))
    wanted = {name: one if isinstance(one, str) else one["version"] for name, one in manifest["dependencies"].items()}
    assert wanted
    assert not {name: version for name, version in wanted.items() if not version[0].isdigit()}


def test_the_folders_that_are_fetched_alone_have_the_licence() -> None:
    for folder in ("go", "python", "rust", "typescript"):
        assert (ROOT / "clients" / folder / "LICENSE").read_text(encoding="utf-8") == LICENCE, folder
        assert (ROOT / "clients" / folder / "README.md").is_file(), folder
