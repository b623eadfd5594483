"""What is installed: the client and the stubs with their types, and nothing that only the project needs."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1]
STUBS = {path.relative_to(FOLDER).as_posix() for path in (FOLDER / "belote").rglob("*.*") if path.suffix != ".pyc"}
CLIENT = {
    path.relative_to(FOLDER).as_posix() for path in (FOLDER / "belote_client").rglob("*.*") if path.suffix != ".pyc"
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and a source distribution, built from a copy."""
    pytest.importorskip("setuptools", "77", reason="the build needs setuptools 77 or newer")
    folder = tmp_path_factory.mktemp("built")
    copy = folder / "copy"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("build", "dist", "*.egg-info", "__pycache__"))
    script = f"from setuptools import build_meta as b; b.build_wheel({str(folder)!r}); b.build_sdist({str(folder)!r})"
    done = subprocess.run([sys.executable, "-c", script], cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_wheel_holds_the_client_and_the_stubs_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        licences = [name for name in archive.namelist() if name.endswith("LICENSE")]
    assert names == STUBS | CLIENT
    assert {"belote_client/py.typed", "belote_client/service_config.json", "belote/referee/v1/py.typed"} <= names
    assert len(licences) == 1


def test_the_source_distribution_can_build_the_wheel(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert STUBS | CLIENT | {"pyproject.toml", "README.md", "LICENSE"} <= names
    assert not [name for name in names if name.startswith("conformance")]
