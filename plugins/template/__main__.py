"""Copies this folder to where a new plugin is to be, under the plugin's own name: `python plugins/template NAME [DIR]`.

`make new-plugin NAME=x` does it, installs the copy and runs its tests.
"""

import ast
import keyword
import re
import shutil
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from referee.hookspecs import PROJECT
from referee.plugins import PluginRefused, load

TEMPLATE: Final = Path(__file__).resolve().parent
COPIED: Final = ("pyproject.toml", "README.md", "referee_template", "tests")
LEFT_BEHIND: Final = ("__pycache__", "*.egg-info", ".*_cache", "build")
NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST: Final = 40


class Refused(Exception):
    """A name or a folder that cannot be used; the message says why."""


def taken() -> dict[str, str]:
    """Names that a plugin cannot have, each with what has it."""
    try:
        rulesets = load(lenient=True)
    except PluginRefused:  # a plugin that is wrong beyond leaving out is for the server's start to tell
        rulesets = load(discover=False)
    rules = [*rulesets.family_rules, *(rule for one in rulesets.features.values() for rule in one.manifest.rules)]
    found = {rule.id.partition("/")[0]: "a part of the game that rules are named after" for rule in rules}
    found |= {path.name: f"the folder {path.name} beside the other plugins" for path in TEMPLATE.parent.glob("*/")}
    found |= dict.fromkeys(rulesets.features, "a feature of the referee")
    found |= {entry.name: "a plugin that is installed" for entry in entry_points(group=PROJECT)}
    return found | dict.fromkeys(("referee", "testing"), "a part of the referee")


def in_the_way(class_name: str) -> str:
    """What a class of this name would collide with in the template's code; empty where nothing is in its way."""
    if keyword.iskeyword(class_name) or keyword.iskeyword(class_name.lower()):
        return "a word of Python's own"
    code = ast.parse((TEMPLATE / "referee_template" / "__init__.py").read_text(encoding="utf-8"))
    imports = (node for node in ast.walk(code) if isinstance(node, ast.ImportFrom))
    found = any(class_name == alias.name for node in imports for alias in node.names)
    return "the name of something that every plugin imports" if found else ""


def checked(name: str) -> str:
    """The name of a plugin to be. Raises Refused for one that cannot be used."""
    if not name:
        raise Refused("a new plugin needs a name: make new-plugin NAME=x")
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise Refused(
            f"NAME={name} cannot be used: small letters and digits, words joined by one underscore, "
            f"a letter first, at most {LONGEST} in all"
        )
    holder = in_the_way(_class_name(name)) or taken().get(name)
    if holder:
        raise Refused(f"NAME={name} is taken: it is {holder}")
    return name


def new_plugin(name: str, folder: Path) -> None:
    """Writes the template's files to a folder that does not exist yet, with the name in place of the template's."""
    checked(name)
    if any(char.isspace() for char in str(folder)):
        raise Refused(f"DIR={folder} cannot be used: make takes a path with a space in it for two")
    if folder.exists():
        raise Refused(f"{folder} is there already; nothing was changed")
    for part in COPIED:
        source, target = TEMPLATE / part, folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
        else:
            shutil.copyfile(source, target)
    for path in sorted(folder.rglob("*"), reverse=True):  # what lies deepest first, so that no path changes under it
        if path.is_file():
            path.write_text(_named(path.read_text(encoding="utf-8"), name), encoding="utf-8")
        path.rename(path.with_name(path.name.replace("template", name)))


def _named(text: str, name: str) -> str:
    words = name.split("_")
    title = " ".join(words).capitalize()
    for old, new in (
        ("belote-referee-template", f"belote-referee-{'-'.join(words)}"),
        ('"Template"', f'"{title}"'),
        ("# Template", f"# {title}"),
        ("Template", _class_name(name)),
        ("template", name),
    ):
        text = text.replace(old, new)
    return text


def _class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def main() -> int:
    """Says in one line what is wrong, or where the new plugin is."""
    name, folder = (*sys.argv[1:3], "", "")[:2]
    try:
        new_plugin(name, Path(folder) if folder else TEMPLATE.parent / name)
    except Refused as refused:
        sys.stderr.write(f"{refused}\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
