"""One version for the server, the contract's vectors and every client: that of the root's pyproject.toml."""

import json
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from referee import __version__

ROOT = Path(__file__).parents[2]
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
CLIENTS = ROOT / "clients"


def of_toml(path: Path, table: str) -> str:
    found: str = tomllib.loads(path.read_text(encoding="utf-8"))[table]["version"]
    return found


def of_xml(path: Path, tag: str) -> str:
    root = ET.parse(path).getroot()  # noqa: S314  # a file of this project
    found = next(one.text for one in root.iter() if one.tag.rpartition("}")[2] == tag)
    assert found is not None
    return found


def told(path: Path) -> str:
    """The version that a manifest tells."""
    match path.name:
        case "pyproject.toml":
            return of_toml(path, "project")
        case "Cargo.toml":
            return of_toml(path, "package")
        case "package.json":
            found: str = json.loads(path.read_text(encoding="utf-8"))["version"]
            return found
        case "pom.xml":
            return of_xml(path, "version")
        case "CMakeLists.txt":
            written = re.search(r"project\([^)]*VERSION\s+([0-9.]+)", path.read_text(encoding="utf-8"))
            assert written is not None
            return written[1]
        case _:
            return of_xml(path, "Version")


MANIFESTS = sorted(
    path
    for pattern in ("python/pyproject.toml", "typescript/package.json", "java/pom.xml", "rust/Cargo.toml")
    for path in CLIENTS.glob(pattern)
) + sorted([*CLIENTS.glob("cpp/CMakeLists.txt"), *CLIENTS.glob("csharp/src/*.csproj")])


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_client_has_the_version_of_the_server(path: Path) -> None:
    assert told(path) == VERSION


def test_the_go_client_tells_the_version_of_the_server() -> None:
    written = (CLIENTS / "go" / "referee" / "referee.go").read_text(encoding="utf-8")
    assert re.findall(r'^const Version = "([^"]+)"', written, re.MULTILINE) == [VERSION]


def test_the_server_knows_its_own_version() -> None:
    assert __version__ == VERSION


def test_every_client_has_the_same_retries() -> None:
    wanted = json.loads((CLIENTS / "service_config.json").read_text(encoding="utf-8"))
    copies = [
        path
        for path in CLIENTS.rglob("service_config.json")
        if path.parent != CLIENTS and not {"node_modules", "target", "build"} & set(path.parts)
    ]
    assert all(json.loads(path.read_text(encoding="utf-8")) == wanted for path in copies)
    assert CLIENTS / "python" / "belote_client" / "service_config.json" in copies
