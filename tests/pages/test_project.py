"""The pages are about the project's own plugins, those in its folder, whatever else is installed or not."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from referee.model.deal import RulesetChoice
from referee.model.refusal import Refused
from referee.ruleset import Preset
from referee.testing import rulesets_of
from referee.testing.catalogue import values_of

from . import catalogue
from .catalogue import case_folders, case_path, features, held, options, presets, rules
from .sources import PLUGINS, ROOT, Source, sources, within_reach
from .writing import pages

FOLDERS: Final = sorted(path.parent.relative_to(ROOT).as_posix() for path in PLUGINS.glob("*/pyproject.toml"))


def test_every_folder_of_plugins_but_the_template_brings_its_feature() -> None:
    assert [feature.folder for feature in features() if feature.folder] == [
        folder for folder in FOLDERS if folder != "plugins/template"
    ]
    assert features()[0].manifest.id == "classic"


def test_a_new_folder_is_taken_in_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "plugins" / "newcomer"
    package = folder / "referee_newcomer"
    package.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(
        '[project]\nname = "x"\n[project.entry-points.belote_referee]\nnewcomer = "referee_newcomer:Newcomer"\n',
        encoding="utf-8",
    )
    (package / "__init__.py").write_text(
        "from referee import Manifest, Text, hookimpl\n\n\nclass Newcomer:\n    @hookimpl\n"
        '    def referee_manifest(self):\n        return Manifest("newcomer", 1, Text("N", "N"), Text("L", "L"))\n',
        encoding="utf-8",
    )
    (tmp_path / "plugins" / "notes").mkdir()
    monkeypatch.setattr(catalogue, "PLUGINS", tmp_path / "plugins")
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    path = [*sys.path]
    found = features.__wrapped__()
    assert [(feature.folder, feature.manifest.id) for feature in found] == [
        ("", "classic"),
        ("plugins/newcomer", "newcomer"),
    ]
    assert sys.path == path


STRANGE: Final = """\
import hashlib, sys
sys.path[:] = [path for path in sys.path if "/plugins/" not in path]
from tests.pages.writing import pages
print(hashlib.sha256("".join(pages().values()).encode()).hexdigest())
"""


def test_pages_are_the_same_beside_strange_plugins_and_without_the_own_ones_installed(tmp_path: Path) -> None:
    strange = tmp_path / "strange-1.0.dist-info"
    strange.mkdir()
    (strange / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1.0\n", encoding="utf-8")
    (strange / "entry_points.txt").write_text("[belote_referee]\nstrange = no_such_module:Thing\n", encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-c", STRANGE],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == hashlib.sha256("".join(pages().values()).encode()).hexdigest()


# What presets hold is what a server composes


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.id)
def test_options_have_a_part_in_a_preset_just_where_a_server_lets_them_be_changed(preset: Preset) -> None:
    rulesets = rulesets_of(*(one.brought for one in features() if one.manifest.id in preset.features))
    in_force = rulesets.get(RulesetChoice(preset.id)).values
    for option in options():
        value = held(preset, option)
        if option.name not in in_force:
            assert value is None
            continue
        assert value in (None, in_force[option.name])
        other = next(one for one in values_of(option) if one != in_force[option.name])
        try:
            rulesets.get(RulesetChoice(preset.id, options=((option.name, other),)))
            said = ""
        except Refused as refusal:
            said = str(refusal)
        assert (f"option {option.name} has no effect in this ruleset" in said) is (value is None)


# Where cases and code lie


def test_case_files_lie_with_the_referee_or_with_a_plugin() -> None:
    ids = {rule.id for rule in rules()}
    strays = [
        path.relative_to(ROOT).as_posix()
        for folder in case_folders()
        for path in folder.glob("*/*.txt")
        if f"{path.parent.name}/{path.stem}" not in ids
    ]
    assert strays == []
    assert case_path("play/must_trump") == ROOT / "tests/cases/rules/play/must_trump.txt"
    assert case_path("play/no_such_rule") is None


def test_code_of_a_plugin_uses_the_referee_and_itself() -> None:
    files = tuple(
        Source(path, "") for path in ("referee/judge.py", "plugins/a/referee_a/x.py", "plugins/b/referee_b/x.py")
    )
    assert [one.path for one in within_reach(files, "plugins/a")] == ["referee/judge.py", "plugins/a/referee_a/x.py"]
    assert [one.path for one in within_reach(files, "")] == ["referee/judge.py"]
    assert {source.home for source in sources()} == {feature.folder for feature in features()}
    assert not any(source.path.startswith(("referee/testing/", "plugins/template/")) for source in sources())
