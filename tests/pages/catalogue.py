"""What the project's features say of themselves: classic, and what its own folder of plugins brings, installed or not.

Plugins from elsewhere never change a page. A new folder is taken in by itself, once its `pyproject.toml` names a
feature; the template is none, it only shows how one is begun.
"""

import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from referee.classic import Classic
from referee.hookspecs import PROJECT
from referee.model.rule import Rule
from referee.rules.catalogue import FAMILY_RULES
from referee.ruleset import MANY, POINTS, Manifest, Option, Preset, Value
from tests.cases.case_files import RULES as CORE_CASES

from .sources import PLUGINS, ROOT, TEMPLATE


class ProjectFeature(NamedTuple):
    """A feature of the project and where it lives: a folder below the root, empty for the referee itself."""

    folder: str
    brought: Any
    """The object that its hooks are asked of."""
    manifest: Manifest
    points: frozenset[str]
    """Extension points that it answers for."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.manifest.name.en


@cache
def features() -> tuple[ProjectFeature, ...]:
    """Every feature of the project: classic, then the plugins by the names of their folders."""
    found = [_described("", Classic())]
    for folder in sorted(one for one in PLUGINS.iterdir() if (one / "pyproject.toml").is_file()):
        if folder.name != TEMPLATE:
            found += (_described(folder.relative_to(ROOT).as_posix(), one) for one in _brought(folder))
    return tuple(found)


def _brought(folder: Path) -> Iterator[Any]:
    """The features that a plugin's `pyproject.toml` names, from this very folder."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for _, entry in sorted(project.get("entry-points", {}).get(PROJECT, {}).items()):
        module, _, name = entry.partition(":")
        sys.path.insert(0, str(folder))
        try:
            feature = getattr(import_module(module), name)
        finally:
            sys.path.remove(str(folder))
        yield feature() if isinstance(feature, type) else feature


def _described(folder: str, feature: Any) -> ProjectFeature:
    answered = frozenset(point for point in POINTS if hasattr(feature, f"referee_{point}"))
    return ProjectFeature(folder, feature, feature.referee_manifest(), answered)


def rules_of(feature: ProjectFeature) -> tuple[Rule, ...]:
    """The rules that come with a feature; those of the family come with the referee, as classic does."""
    return (*(() if feature.folder else FAMILY_RULES), *feature.manifest.rules)


def rules() -> tuple[Rule, ...]:
    """Every rule of the project."""
    return tuple(rule for feature in features() for rule in rules_of(feature))


def options() -> tuple[Option, ...]:
    """Every option of the project."""
    return tuple(option for feature in features() for option in feature.manifest.options)


def presets() -> tuple[Preset, ...]:
    """Every preset of the project."""
    return tuple(preset for feature in features() for preset in feature.manifest.presets)


def step_options() -> tuple[Option, ...]:
    """The values that custom actions take."""
    return tuple(option for feature in features() for step in feature.manifest.steps for option in step.options)


def feature_of(option: Option) -> ProjectFeature:
    """The feature that an option belongs to."""
    return next(feature for feature in features() if option in feature.manifest.options)


def feature_ids(preset: Preset) -> tuple[str, ...]:
    """The features of a preset, its base first."""
    return (preset.base, *preset.features)


def options_on(rule: Rule) -> tuple[str, ...]:
    """The options that touch a rule: those that it names, then those of other features that name it."""
    naming = (option.name for option in options() if rule.id in option.rule_ids)
    return tuple(dict.fromkeys((*rule.options, *naming)))


def readers(option: Option) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Features whose points read an option, with those points: its own, then those that say so in their manifest."""
    found = []
    own = feature_of(option)
    for feature in (own, *(one for one in features() if one is not own)):
        if feature is own or option.name in feature.manifest.reads:
            points = tuple(point for point in option.points if point in feature.points)
            if points:
                found.append((feature.manifest.id, points))
    return tuple(found)


def held(preset: Preset, option: Option) -> Value | None:
    """The value of an option under a preset; None where no feature of the preset has it or reads it."""
    ids = feature_ids(preset)
    own = feature_of(option)
    if own.manifest.id not in ids:
        return None
    used = [feature for feature in features() if feature.manifest.id in ids]
    read = not option.points or any(
        point in MANY or option.name in _owner(point, used).reads or _owner(point, used) is own.manifest
        for point in option.points
        if point in MANY or any(point in feature.points for feature in used)
    )
    return preset.options.get(option.name, option.default) if read else None


def _owner(point: str, used: list[ProjectFeature]) -> Manifest:
    """Who holds a point that has one holder: whoever replaces the others there."""
    claiming = [feature.manifest for feature in used if point in feature.points]
    replaced = {(name, other) for manifest in claiming for name, other in manifest.replaces}
    return next(manifest for manifest in claiming if (point, manifest.id) not in replaced)


@cache
def case_folders() -> tuple[Path, ...]:
    """Where files of rules lie: those of the referee, then those of each plugin."""
    own = (ROOT / feature.folder / "tests/cases" for feature in features() if feature.folder)
    return (CORE_CASES, *own)


def case_path(rule_id: str) -> Path | None:
    """The file of a rule, wherever it lies; None where it has none."""
    return next((path for folder in case_folders() if (path := folder / f"{rule_id}.txt").is_file()), None)
