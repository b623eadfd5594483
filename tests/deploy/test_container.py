"""The recipe of the image: a linter has nothing against it, what it copies is there, its health check is true."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest
import trustme

from tests.server.conftest import REAL, ROOT, Launch, launch
from tests.server.free_ports import free_ports

from .conftest import Needed

pytestmark = pytest.mark.deploy

FOLDER: Final = ROOT / "deploy" / "container"
RECIPE: Final = (FOLDER / "Containerfile").read_text(encoding="utf-8")
STEPS: Final = [
    line.split(maxsplit=1) for line in re.sub(r"\\\n\s*", "", RECIPE).splitlines() if re.match(r"[A-Z]+ ", line)
]

__all__ = ["launch"]  # the fixture of the server's own tests


def steps(kind: str) -> list[str]:
    return [words for name, words in STEPS if name == kind]


def distribution(requirement: str) -> str:
    return re.split(r"[^\w-]", requirement)[0].lower()


def test_what_hadolint_says_to_the_recipe(needed: Needed, tmp_path: Path) -> None:
    line = [needed("hadolint"), "--no-color"]
    done = subprocess.run(
        [*line, str(FOLDER / "Containerfile")], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
    spoiled = tmp_path / "Containerfile"
    spoiled.write_text(RECIPE.replace('ENTRYPOINT ["referee"]', "ENTRYPOINT referee"), encoding="utf-8")
    assert spoiled.read_text(encoding="utf-8") != RECIPE
    done = subprocess.run([*line, str(spoiled)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0


def test_what_is_copied_is_there_and_is_let_through() -> None:
    let_through = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if line.startswith("!")
    }
    copied = {
        word
        for words in steps("COPY")
        if "--from" not in words
        for word in words.split()[:-1]
        if not word.startswith("--")
    }
    assert all((ROOT / one).exists() for one in copied)
    assert copied == let_through


def test_what_is_installed_first_is_what_the_project_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = {distribution(one) for one in (*project["dependencies"], *extras["web"], *extras["metrics"])}
    first = next(words for words in steps("RUN") if "setuptools" in words)
    installed = {word for word in first.partition("constraints.txt")[2].split() if re.fullmatch(r"[a-z][\w-]*", word)}
    assert {one.replace("_", "-") for one in installed} - {"setuptools"} == wanted - {"belote-referee-client"}
    plugins = re.search(r'^ARG PLUGINS="(.*)"', RECIPE, re.MULTILINE)
    assert plugins and all((ROOT / "plugins" / one / "pyproject.toml").is_file() for one in plugins[1].split())


def test_the_image_runs_as_nobody_and_hears_signals_itself() -> None:
    final = RECIPE[RECIPE.rindex("\nFROM ") :]
    assert re.search(r"^USER [1-9]\d+:[1-9]\d+$", final, re.MULTILINE)
    assert re.search(r'^ENTRYPOINT \["referee"\]$', final, re.MULTILINE)
    assert re.search(r'^CMD \["serve", .*\]$', final, re.MULTILINE)
    assert "RUN " not in final  # nothing is built where it runs
    assert all(":latest" not in one and (":" in one) for one in steps("FROM"))


def health_of(port: int, **variables: str) -> int:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    environment |= {"REFEREE_PORT": str(port)} | variables
    line = [sys.executable, str(FOLDER / "healthy.py")]
    return subprocess.run(line, env=environment, timeout=60, check=False).returncode


def test_the_health_check_tells_a_server_from_none(launch: Launch, tmp_path: Path) -> None:
    nobody = free_ports()
    assert health_of(nobody) == 1
    assert health_of(nobody, REFEREE_TLS_CERTIFICATE="chain.pem") == 1
    assert health_of(launch(REAL).port) == 0

    made = trustme.CA().issue_cert("localhost")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    chain.write_bytes(b"".join(one.bytes() for one in made.cert_chain_pems))
    key.write_bytes(made.private_key_pem.bytes())
    running = launch(REAL, tls_certificate=str(chain), tls_key=str(key))
    assert health_of(running.port, REFEREE_TLS_CERTIFICATE=str(chain)) == 0


def test_the_health_check_hears_of_the_end(launch: Launch) -> None:
    running = launch(REAL, check_interval="60")
    running.process.terminate()
    codes = [health_of(running.port) for _ in range(10)]  # the first may be asked before the signal is heard
    assert codes[-1] == 1
    running.process.terminate()  # the second one insists
