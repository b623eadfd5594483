"""The guide for plugin authors: what it shows is run, what it lists is whole, what it quotes is said."""

import inspect
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import referee
from referee import (
    Belote,
    Contract,
    Exchanging,
    Manifest,
    Option,
    Preset,
    Rule,
    RulesetChoice,
    Step,
    Tally,
    Term,
    Text,
    hookimpl,
    hookspecs,
    testing,
)
from referee.model.refusal import Reason
from referee.plugins import PluginRefused, load
from referee.rules.auction import Auction
from referee.rules.bonuses import Fate, ScoreItem, Unit
from referee.rules.dealing import Dealing
from referee.rules.exchange import Exchange
from referee.rules.settlement import Settlement
from referee.rules.table import Table
from referee.ruleset import MANY, ONE_OWNER
from referee.server import Settings
from referee.testing.cases import Miswritten, OwnReferee, judged
from referee.testing.cases.files import read_rule_file

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
HOOKS = [name for name in vars(hookspecs) if name.startswith("referee_")]


class Block(NamedTuple):
    """What stands between two fences, and what the first fence says of it."""

    kind: str
    file: str
    text: str


BLOCKS = [
    Block(kind, file, text)
    for kind, file, text in re.findall(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
]


def section(title: str) -> str:
    """A section of the page, up to the next heading of its own height."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^\1 |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[2]


def rows(text: str) -> list[str]:
    """First cells of the tables in a text."""
    lines = re.findall(r"^\| (.*?) \|", text, re.MULTILINE)
    return [cell for cell in lines if not cell.startswith("-") and "`" in cell]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_examples_do_what_they_say() -> None:
    together: dict[str, Any] = {"__name__": "guide"}
    examples = [block for block in BLOCKS if block.kind == "python" and not block.file]
    assert len(examples) >= len(HOOKS)
    for example in examples:
        before = PAGE[: PAGE.index(example.text)].count("\n")
        exec(compile("\n" * before + example.text, "docs/plugins.md", "exec"), together)  # noqa: S102  # the page is ours
    features = [one for one in together.values() if isinstance(one, type) and hasattr(one, "referee_manifest")]
    assert len(features) > len(HOOKS)
    reports = {one.__name__: testing.examined(one, presets=["ffb_classic"], deals=3) for one in features}
    wrong = {name: report for name, report in reports.items() if report.faults}
    assert wrong.keys() == {"ThreePlayers"}, "\n".join(map(str, wrong.values()))  # the page says what it lacks


@pytest.mark.parametrize("hook", HOOKS)
def test_each_hook_has_its_section_and_its_example(hook: str) -> None:
    signature = inspect.signature(getattr(hookspecs, hook))
    told = section(hook)
    point = hook.removeprefix("referee_")
    kind = "one owner" if point in ONE_OWNER else "many" if point in MANY else "required"
    first = told.strip().splitlines()[0]
    assert first.startswith(f"`{hook}({', '.join(signature.parameters)})` → `{signature.return_annotation}` · {kind}")
    assert any(f"def {hook}(" in block.text for block in BLOCKS if block.kind == "python" and not block.file)


def test_hooks_stand_in_the_order_in_which_they_are_asked() -> None:
    told = re.findall(r"^### (referee_\w+)$", PAGE, re.MULTILINE)
    assert told == HOOKS
    asked: list[str] = []
    load(discover=False, trace=asked.append).get(RulesetChoice("online_250"))
    points = [line.rpartition(" ")[2] for line in asked if "asked for" in line]
    first = points[: points.index("match") + 1]
    assert first == [name.removeprefix("referee_") for name in HOOKS if name.removeprefix("referee_") in first]


def test_every_field_of_a_manifest_has_its_row() -> None:
    listed = [name for row in rows(section("What a manifest may hold")) for name in quoted(row)]
    assert sorted(listed) == sorted(field.name for field in fields(Manifest))


@pytest.mark.parametrize("part", [Option, Preset, Rule, Step, Term])
def test_every_field_of_what_a_manifest_holds_is_told(part: type) -> None:
    told = set(quoted(section("What a manifest may hold")))
    assert {field.name for field in fields(part)} - told == set()


def test_every_field_of_a_score_item_has_its_row() -> None:
    told = section("Score items")
    assert [name for row in rows(told) for name in quoted(row)] == [*ScoreItem._fields]
    assert {f"Fate.{one.name}" for one in Fate} | {f"Unit.{one.name}" for one in Unit} <= set(quoted(told))


def test_every_method_of_a_step_has_its_row() -> None:
    listed = {name.partition("(")[0] for row in rows(section("A step of one's own")) for name in quoted(row)}
    assert listed == {name for name in vars(Exchange) if not name.startswith("_")}


GIVEN: dict[str, tuple[type, bool]] = {
    "referee_table": (Table, False),
    "referee_dealing": (Dealing, False),
    "referee_auction": (Auction, True),
    "referee_settlement": (Settlement, True),
    "The tally": (Tally, True),
    "What a step is asked with": (Exchanging, True),
}
"""For each section the type that its table tells, and whether it tells every public name or every field at least."""


@pytest.mark.parametrize("title", GIVEN)
def test_every_part_of_what_hooks_give_and_get_has_its_row(title: str) -> None:
    kind, whole = GIVEN[title]
    listed = [name.partition("(")[0] for row in rows(section(title)) for name in quoted(row) if name != kind.__name__]
    assert len(set(listed)) == len(listed)
    # What follows from the rest, and is not given by an author, need not be told.
    stored = {field.name for field in fields(kind) if field.init} if is_dataclass(kind) else set()
    there = stored | {name for name in vars(kind) if not name.startswith("_")}
    assert set(listed) <= there
    assert set(listed) >= (there if whole else stored)


@pytest.mark.parametrize(("field", "kind"), [("contract", Contract), ("belotes", Belote)])
def test_row_of_a_tally_tells_the_fields_of_what_it_holds(field: str, kind: type) -> None:
    (told,) = (line for line in section("The tally").splitlines() if line.startswith(f"| `{field}` |"))
    assert set(quoted(told)) - {field, kind.__name__} == {one.name for one in fields(kind)}


def test_methods_are_called_as_the_page_shows() -> None:
    parts = (Table, Auction, Settlement, Exchange, Exchanging)
    methods = {
        f"{name}({', '.join([*inspect.signature(one).parameters][1:])})"
        for kind in parts
        for name, one in vars(kind).items()
        if inspect.isfunction(one)
    }
    cells = " ".join(re.findall(r"^\| (`.*?`) \|", PAGE, re.MULTILINE))
    shown = re.findall(r"`(\w+\([\w, ]*\))`", cells)
    assert len(shown) > len(methods) // 2
    assert set(shown) - methods == set()


def test_reasons_and_variables_exist() -> None:
    reasons = {name for row in rows(section("What may go wrong")) for name in quoted(row) if name.isupper()}
    assert reasons
    assert reasons <= set(Reason)
    variables = {name.partition("=")[0] for row in rows(section("On a server")) for name in quoted(row)}
    assert variables == {f"REFEREE_{field.name.upper()}" for field in fields(Settings) if "plugins" in field.name}


def test_kit_has_what_the_page_tells_of_it() -> None:
    told = {name.partition("(")[0] for name in quoted(section("Testing")) if name.endswith(")")}
    assert len(told) > 5
    assert {name for name in told if name not in testing.__all__ and "=" not in name} == set()


def test_links_lead_somewhere() -> None:
    titles = {
        re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert target[1:] in titles if target.startswith("#") else (ROOT / "docs" / target).exists(), target


WORDS = Text("mine", "mine")


def about(**more: Any) -> Manifest:
    return Manifest(id="mine", revision=1, name=WORDS, line=WORDS, **more)


def mine(**more: Any) -> Any:
    """A feature that is wrong in its manifest."""

    class Mine:
        @hookimpl
        def referee_manifest(self) -> Manifest:
            return about(**more)

    return Mine


def option(name: str, default: Any = True, **more: Any) -> Option:
    return Option(name, default, WORDS, WORDS, "a text", ("bonuses",), **more)


def preset(**more: Any) -> Preset:
    return Preset("mine_table", "classic", WORDS, WORDS, "a text", ("mine",), **more)


class Unmarked(mine()):  # type: ignore[misc]  # a class made for each way to be wrong
    def referee_bonuses(self) -> tuple[()]:
        return ()


class Misspelt(mine()):  # type: ignore[misc]
    @hookimpl
    def referee_bonusses(self) -> tuple[()]:
        return ()


class Misnamed(mine()):  # type: ignore[misc]
    @hookimpl
    def referee_bonuses(self, opts: object) -> tuple[()]:
        return ()


class Claims(mine()):  # type: ignore[misc]
    @hookimpl
    def referee_match(self) -> object:
        return object()


class Returns(mine(presets=(preset(),))):  # type: ignore[misc]
    @hookimpl
    def referee_bonuses(self) -> tuple[int]:
        return (3,)


class Absent:
    def __init__(self) -> None:
        raise ModuleNotFoundError("No module named 'referee_mine'")


WRONG = {
    "rule mine/one lacks its statement or its source": mine(rules=(Rule("mine/one", WORDS, source=""),)),
    "option target is already taken by belote-referee": mine(options=(option("target"),)),
    "option mine_x does not allow its own default": mine(options=(option("mine_x", "a", choices=("b",)),)),
    "option mine_x names a rule mine/x that nobody brings": mine(options=(option("mine_x", rule_ids=("mine/x",)),)),
    "preset mine_table: no plugin brings an option targt": mine(presets=(preset(options={"targt": 1}),)),
    "referee_bonuses is not marked with hookimpl, so nobody would ask it": Unmarked,
    "unknown hook 'referee_bonusses'": Misspelt,
    "Argument(s) {'opts'} are declared in the hookimpl but can not be found in the hookspec": Misnamed,
    "brings no referee_manifest": object,
    "mine claims the match, which is held by classic (belote-referee): list the pair (point, holder) under replaces": (
        Claims
    ),
    "requires bridgee, which no plugin brings": mine(requires=("bridgee",)),
    "preset mine_table: mine: TypeError: int is no function from a tally to score items": Returns,
    "cannot be loaded: ModuleNotFoundError": Absent,
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_wrong_is_said_as_the_page_quotes_it(message: str) -> None:
    with pytest.raises(PluginRefused) as refusal:
        load(discover=False, beside={"mine": WRONG[message]})
    assert str(refusal.value).startswith("mine: ")
    assert message in str(refusal.value)


def test_page_quotes_just_these_messages() -> None:
    told = [quoted(row)[0] for row in rows(section("What may go wrong")) if " " in quoted(row)[0]]
    assert told == [*WRONG, FOLDER_ABOVE]


FOLDER_ABOVE = "cannot import name 'hookimpl' from 'referee' (unknown location)"


def test_python_in_the_folder_above_a_checkout_says_what_the_page_quotes(tmp_path: Path) -> None:
    (tmp_path / "referee" / "docs").mkdir(parents=True)
    alone = f"import sys; sys.path[:] = [{str(tmp_path)!r}]; from referee import hookimpl"
    run = subprocess.run([sys.executable, "-S", "-c", alone], capture_output=True, text=True, check=False)
    assert FOLDER_ABOVE in run.stderr


@pytest.mark.parametrize("key", ["silent", "either"])
def test_a_case_file_gives_the_reason_that_the_page_of_cases_asks_for(key: str) -> None:
    read_rule_file("play/any", f"rule play/any\n{key} so it is\ncase one\nmay TH")
    with pytest.raises(Miswritten, match=f"play/any.txt:2: {key} needs a reason after it"):
        read_rule_file("play/any", f"rule play/any\n{key}\ncase one\nmay TH")


@pytest.mark.parametrize("misspelt", ["lats EW", "totl SN 90 EW 72"])
def test_a_misspelt_line_of_a_case_is_told_both_kinds_of_words(misspelt: str) -> None:
    text = f"rule score/any\nsilent so\ncase one\ntaker SN\ncards SN 90 EW 62\nlast EW\n{misspelt}"
    (case,) = read_rule_file("score/any", text).cases
    (difference,) = judged(OwnReferee(load(discover=False)), case).differences
    situation, _, answers = difference.partition("answered by")
    assert f"{misspelt.partition(' ')[0]} cannot stand here" in situation
    assert {"last", "cards", "preset"} <= set(situation.replace(",", " ").split())
    assert {"total", "writes", "refused"} <= set(answers.replace(",", " ").split())


def test_public_names_are_there_and_bring_nothing_heavy() -> None:
    assert sorted(set(referee.__all__)) == sorted(referee.__all__)
    assert [name for name in referee.__all__ if not hasattr(referee, name)] == []
    heavy = "import sys, referee; print({'grpc', 'google', 'belote', 'typer', 'rich'} & {*sys.modules})"
    told = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of an author whose referee is this one, with a place of its own for what the author installs."""
    home = tmp_path_factory.mktemp("author")
    venv.create(home, with_pip=False)
    inside = sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)})
    here = "import site; site.addsitedir({!r})\n".format(sysconfig.get_path("purelib"))
    Path(inside, "referee_of_the_project.pth").write_text(here, encoding="utf-8")
    for command in ("pip", "pytest", "referee"):
        script = home / "bin" / command
        script.write_text(f'#!/bin/sh\nexec "{home}/bin/python" -m {command} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE_", "PYTHON"))}
    quiet = {"COLUMNS": "110", "NO_COLOR": "1", "TERM": "dumb", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    others = ",".join(entry.name for entry in entry_points(group=hookspecs.PROJECT))
    paths = {"PATH": f"{home}/bin:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1"}
    return kept | quiet | paths | {"REFEREE_BLOCK_PLUGINS": others}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the template with the files of the page over it."""
    folder = tmp_path_factory.mktemp("plugins") / "capot_premium"
    subprocess.run([sys.executable, str(ROOT / "plugins" / "template"), "capot_premium", str(folder)], check=True)
    for block in BLOCKS:
        if block.file:
            assert (folder / block.file).parent.is_dir(), block.file
            (folder / block.file).write_text(block.text, encoding="utf-8")
    (folder / "tests" / "cases" / "capot_premium" / "last_trick.txt").unlink()
    return folder


def commands() -> Iterator[tuple[str, list[str]]]:
    """Each command of the page's consoles with the lines it is said to print."""
    for block in BLOCKS:
        if block.kind == "console":
            for told in block.text.split("$ ")[1:]:
                command, *printed = told.rstrip().splitlines()
                yield command, [line.strip() for line in printed]


def test_ten_minutes(written: Path, beside: dict[str, str]) -> None:
    settings = next(block.text for block in BLOCKS if block.kind == "toml")
    assert settings in (written / "pyproject.toml").read_text(encoding="utf-8")
    for command, expected in commands():
        run = subprocess.run(
            shlex.split(command), cwd=written, env=beside, capture_output=True, text=True, timeout=120, check=False
        )
        assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"
        lines = iter(line.strip() for line in run.stdout.splitlines())
        missing = [line for line in expected if not any(line in found for found in lines)]
        assert missing == [], f"{command}\n{run.stdout}"
