"""The referee's own code as a reader sees it: what is defined where, and which definition a line belongs to."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

ROOT: Final = Path(__file__).resolve().parents[2]
CODE: Final = "referee"

ENTRIES: Final = frozenset({"Rule", "Option", "Preset"})
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
    """Every file of the referee, in the order of their paths."""
    paths = sorted((ROOT / CODE).rglob("*.py"))
    return tuple(Source(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths)
