"""The one thing that pyproject.toml cannot say: REFEREE_COMPILE=1 compiles the referee's core while its wheel is built.

What is compiled stands in pyproject.toml under ``tool.referee``. Nothing is written beside the sources: a shared object
left there would be imported in their place.
"""

import atexit
import os
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from setuptools import setup

ROOT = Path(__file__).resolve().parent
TOOLS = ("mypy", "pluggy", "types-grpcio", "types-protobuf")
"""What compiles, and the types that it looks at; in the versions of constraints.txt, with which it was tested."""


def wanted() -> bool:
    """Whether the environment asks for a compiled core."""
    said = os.environ.get("REFEREE_COMPILE", "0")
    if said not in ("", "0", "1"):
        sys.exit(f"REFEREE_COMPILE is {said!r}, where 1 compiles the core and 0 does not")
    return said == "1"


def compiled() -> dict[str, Any]:
    """The arguments of a build with a compiled core. Ends the build where it cannot be compiled."""
    if "editable_wheel" in sys.argv or "develop" in sys.argv:
        sys.exit("REFEREE_COMPILE=1 builds wheels; an editable install is pure Python, since it uses the sources")
    needed = [ROOT / "constraints.txt", ROOT / "clients/python/belote"]
    if absent := [path.name for path in needed if not path.exists()]:
        sys.exit(f"REFEREE_COMPILE=1 needs a whole checkout of belote-referee: {', '.join(absent)} is missing")
    pins = dict(line.split("==") for line in needed[0].read_text(encoding="utf-8").splitlines() if "==" in line)
    arguments: dict[str, Any] = {"setup_requires": [f"{name}=={pins[name]}" for name in TOOLS]}
    if "egg_info" in sys.argv or "dist_info" in sys.argv:
        return arguments  # only asked what it needs and what it is

    from mypyc.build import mypycify  # noqa: PLC0415  # a pure build has no mypy

    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["referee"]["compiled"]
    place = tempfile.mkdtemp(prefix="belote-referee-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    os.environ["MYPY_CACHE_DIR"] = str(Path(place, "types"))
    arguments["options"] = {"build": {"build_base": place}}
    arguments["ext_modules"] = mypycify(
        [path.as_posix() for path in map(source, told)], target_dir=str(Path(place, "c")), group_name="referee"
    )
    return arguments


def source(module: str) -> Path:
    """The file of a module, from the root of the checkout."""
    path = Path(*module.split(".")).with_suffix(".py")
    if not (ROOT / path).is_file():
        sys.exit(f"tool.referee.compiled names {module}, which has no file {path}")
    return path


setup(**(compiled() if wanted() else {}))
