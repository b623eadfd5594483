"""The code as a reader sees it, the referee's and its plugins': what is defined where, and to what a line belongs."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

ROOT: Final = Path(__file__).resolve().parents[2]
CODE: Final = "referee"
KIT: Final = f"{CODE}/testing/"
"""Judges features, not games."""
PLUGINS: Final = ROOT / "plugins"
TEMPLATE: Final = "template"
"""The folder there that is no plugin: it only shows how one is begun."""

ENTRIES: Final = frozenset({"Rule", "Option", "Preset", "Manifest", "Step", "Term"})
"""What the catalogue is made of: there a rule is stated, not applied."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Place(NamedTuple):
    """A definition by its file and its name, such as `FamilyPlay.for_mode`; without a name the file as a whole."""

    path: str
    name: str


class Definition(NamedTuple):
    """A class, a function or a named value of a module, with its lines."""

    name: str
    node: ast.AST
    first: int
    last: int


@dataclass(frozen=True)
class Source:
    """One file of code; its path is told from the root of the project."""

    path: str
    text: str

    @property
    def home(self) -> str:
        """The folder of the plugin that it belongs to; empty for the referee's own."""
        first, _, rest = self.path.partition("/")
        return f"{first}/{rest.partition('/')[0]}" if first == PLUGINS.name else ""

    @property
    def module(self) -> str:
        """The dotted name by which other files import it."""
        parts = self.path.removeprefix(f"{self.home}/").removesuffix(".py").split("/")
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def origins(self) -> Mapping[str, tuple[str, str]]:
        """For what is imported by name the module it comes from, and its name there."""
        package = self.module.split(".") if self.path.endswith("__init__.py") else self.module.split(".")[:-1]
        found = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else []
                module = ".".join([*above, *([node.module] if node.module else [])])
                found.update({alias.asname or alias.name: (module, alias.name) for alias in node.names})
        return found

    def means(self, name: str, files: tuple["Source", ...]) -> Iterator[tuple["Source", "Definition"]]:
        """What a name stands for in this file: its own definition, or that in the module it is imported from."""
        module, named = self.origins.get(name, ("", name))
        for source in files:
            if f"{source.module}.".startswith(f"{module}.") if module else source is self:
                yield from ((source, one) for one in source.definitions if one.name == named)

    @cached_property
    def tree(self) -> ast.Module:
        """The file, parsed."""
        return ast.parse(self.text)

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """Every definition, an outer one before those inside it."""
        return tuple(_definitions(self.tree.body, ""))

    @cached_property
    def stated(self) -> frozenset[int]:
        """The lines on which the catalogue states its entries."""
        lines: set[int] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ENTRIES:
                lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return frozenset(lines)

    def around(self, line: int) -> Place:
        """The innermost definition with this line in it."""
        found = [one for one in self.definitions if one.first <= line <= one.last]
        return Place(self.path, found[-1].name if found else "")

    def naming(self, word: str) -> Iterator[Place]:
        """Where the word stands, in code, text or comment, outside the catalogue's entries."""
        if word not in self.text:
            return
        whole = re.compile(rf"(?<![\w/]){re.escape(word)}(?![\w/])")
        for number, line in enumerate(self.text.splitlines(), start=1):
            if number not in self.stated and whole.search(line):
                yield self.around(number)


def _definitions(body: list[ast.stmt], outer: str) -> Iterator[Definition]:
    for node in body:
        names: list[str] = []
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                names = [node.name]
            case ast.Assign() if not outer:
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name)) if not outer:
                names = [name]
        for name in names:
            decorators = node.decorator_list if isinstance(node, ast.ClassDef | Function) else []
            first = min([node.lineno, *(one.lineno for one in decorators)])
            yield Definition(outer + name, node, first, node.end_lineno or node.lineno)
        if isinstance(node, ast.ClassDef):
            yield from _definitions(node.body, f"{outer}{node.name}.")


@cache
def sources() -> tuple[Source, ...]:
    """Every file of the referee, then of each plugin of the project, in the order of their paths."""
    paths = [path for path in (ROOT / CODE).rglob("*.py") if not _told(path).startswith(KIT)]
    theirs = [path for path in PLUGINS.glob("*/referee_*/**/*.py") if path.relative_to(PLUGINS).parts[0] != TEMPLATE]
    return tuple(Source(_told(path), path.read_text(encoding="utf-8")) for path in (*sorted(paths), *sorted(theirs)))


def _told(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def within_reach(files: tuple[Source, ...], home: str) -> tuple[Source, ...]:
    """The files that code of a home may use: those of the referee, and its own."""
    return tuple(source for source in files if source.home in ("", home))
