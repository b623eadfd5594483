"""The core knows games by their rules, never by name: it does not look at which feature or preset it serves."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import plugins
from referee.composition import Rulesets

ROOT = Path(__file__).resolve().parents[2]
RULESETS: Rulesets = plugins.load()

# Words of the game or of the contract that some feature is also called by: a call, a field, a point of extension.
SPOKEN = {"coinche", "declarations"}
NAMES = {*RULESETS.presets, *RULESETS.features, *(one.plugin for one in RULESETS.features.values())} - SPOKEN
TELLING = {"preset", "presets", "feature", "features", "base", "plugin", "plugins", "manifest", "fingerprint"}

# The file, the name in it, and why it may stand there.
ALLOWED = {
    ("referee/cli/flags.py", "ffb_classic"): "what the command line asks for when nobody says",
    ("referee/testing/cases/question.py", "ffb_classic"): "what a case file asks for when it does not say",
    ("referee/plugins.py", "belote-referee"): "the name under which this distribution registers itself",
}
CODE = sorted(
    path for path in (ROOT / "referee").rglob("*.py") if "classic" not in path.relative_to(ROOT / "referee").parts
)


def spoken_names(source: str) -> Iterator[str]:
    """Names of features, presets and plugins that stand in the code, not those that a docstring tells of."""
    tree = ast.parse(source)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in told and node.value in NAMES:
            yield str(node.value)


def branches(source: str) -> Iterator[str]:
    """Comparisons of what is said to be a preset, feature or plugin with a written word."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            sides = [node.subject, *(one for case in node.cases for one in ast.walk(case.pattern))]  # type: ignore[list-item]  # patterns are nodes too
        else:
            continue
        words = [
            one
            for side in sides
            for one in ast.walk(side)
            if isinstance(one, ast.Constant) and one.value in NAMES | SPOKEN
        ]
        looked = {getattr(one, "attr", getattr(one, "id", "")) for side in sides for one in ast.walk(side)}
        if words and looked & TELLING:
            yield ast.unparse(node).splitlines()[0]


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_core_names_no_game(path: Path) -> None:
    source, place = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
    assert [name for name in spoken_names(source) if (place, name) not in ALLOWED] == []
    assert list(branches(source)) == []


def test_every_allowance_is_needed() -> None:
    assert {
        (place, name) for place, _ in ALLOWED for name in spoken_names((ROOT / place).read_text(encoding="utf-8"))
    } == set(ALLOWED)


@pytest.mark.parametrize(
    "source",
    [
        "if ruleset.preset == 'cafe': pass",
        "x = 1 if 'coinche' in features else 2",
        "match feature.id:\n    case 'declarations': pass",
        "GAMES = {'two_handed': 9}",
    ],
)
def test_a_name_would_be_found(source: str) -> None:
    assert [*spoken_names(source), *branches(source)]


@pytest.mark.parametrize("source", ["kind == 'coinche'", '"""For classic belote."""', "message.declarations"])
def test_a_word_of_the_game_is_no_name(source: str) -> None:
    assert [*spoken_names(source), *branches(source)] == []
