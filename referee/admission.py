"""What a feature must satisfy before a server admits it: own ids, rules with sources, options that make sense."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.model.text import Text
from referee.ruleset import POINTS, Feature, Manifest, Option, Preset, Rule

_ID: Final = re.compile(r"[a-z][a-z0-9_]*")


def objections(features: Sequence[Feature], family_rules: Sequence[Rule]) -> Iterator[str]:
    """One line for each thing that is wrong, beginning with the plugin's name."""
    for feature in features:
        yield from (f"{feature.plugin}: {fault}" for fault in _of_shape(feature.manifest))
    options = {option.name: option for feature in features for option in feature.manifest.options}
    known = {feature.manifest.id for feature in features}
    rules = {rule.id for rule in family_rules} | {rule.id for one in features for rule in one.manifest.rules}
    yield from _taken_twice(features, family_rules)
    for feature in features:
        manifest, plugin = feature.manifest, feature.plugin
        for rule in manifest.rules:
            if not (rule.statement.en and rule.statement.fr and rule.source):
                yield f"{plugin}: rule {rule.id} lacks its statement or its source"
        for option in manifest.options:
            yield from (f"{plugin}: option {option.name} {fault}" for fault in _of_option(option, options, rules))
        for place, values in (
            *((f"preset {preset.id}", preset.options) for preset in manifest.presets),
            ("its overrides", manifest.overrides),
        ):
            for name, value in values.items():
                if name not in options:
                    yield f"{plugin}: {place}: no plugin brings an option {name}"
                elif not options[name].allows(value):
                    yield f"{plugin}: {place}: {name} cannot be {value}; allowed: {options[name].allowed()}"
        yield from (f"{plugin}: {fault}" for fault in _of_relations(manifest, known))
    yield from _circles(features)


def _of_shape(manifest: Any) -> Iterator[str]:
    """A manifest is written by hand, and nothing but this looks at its types while it runs."""
    if not isinstance(manifest.id, str) or not _ID.fullmatch(manifest.id):
        yield f"its id is {manifest.id!r}, not small letters, digits and underscores"
    if (
        isinstance(manifest.revision, bool)
        or not isinstance(manifest.revision, int)
        or not 0 < manifest.revision < 2**31
    ):
        yield f"its revision is {manifest.revision!r}, not a number from 1"
    for name in ("name", "line"):
        if not isinstance(getattr(manifest, name), Text):
            yield f"its {name} is no Text"
    for name, kind in (("options", Option), ("presets", Preset), ("rules", Rule)):
        entries = getattr(manifest, name)
        if not isinstance(entries, tuple) or not all(isinstance(one, kind) for one in entries):
            yield f"its {name} are no tuple of {kind.__name__}"
    if not isinstance(manifest.overrides, Mapping) or not all(isinstance(one, str) for one in manifest.overrides):
        yield "its overrides are no mapping of option names"


def _taken_twice(features: Sequence[Feature], family_rules: Sequence[Rule]) -> Iterator[str]:
    taken: dict[tuple[str, str], str] = {("rule", rule.id): "the family's rules" for rule in family_rules}
    for feature in features:
        manifest = feature.manifest
        ids = [("feature", manifest.id)]
        ids += [("option", option.name) for option in manifest.options]
        ids += [("preset", preset.id) for preset in manifest.presets]
        ids += [("rule", rule.id) for rule in manifest.rules]
        for number, (kind, name) in enumerate(ids):
            holder = taken.setdefault((kind, name), feature.plugin)
            if holder != feature.plugin or (kind, name) in ids[:number]:
                yield f"{feature.plugin}: {kind} {name} is already taken by {holder}"


def _of_option(option: Option, options: dict[str, Option], rules: set[str]) -> Iterator[str]:
    if not option.allows(option.default):
        yield "does not allow its own default"
    for point in option.points:
        if point not in POINTS:
            yield f"touches {point}, which is no extension point"
    for rule_id in option.rule_ids:
        if rule_id not in rules:
            yield f"names a rule {rule_id} that nobody brings"
    for other, values in (*option.only_if, *option.not_if):
        if other not in options:
            yield f"depends on an option {other} that nobody brings"
        else:
            for value in values:
                if not options[other].allows(value):
                    yield f"depends on {other} being {value}, which it cannot be"


def _of_relations(manifest: Manifest, known: set[str]) -> Iterator[str]:
    for point, _ in manifest.replaces:
        if point not in POINTS:
            yield f"replaces {point}, which is no extension point"
    for kind, names in (("requires", manifest.requires), ("comes after", manifest.after)):
        for name in names:
            if name not in known:
                yield f"{kind} {name}, which no plugin brings"


def _circles(features: Sequence[Feature]) -> Iterator[str]:
    after = {feature.manifest.id: set(feature.manifest.after) for feature in features}
    waiting = set(after)
    while ready := {name for name in waiting if not after[name] & waiting}:
        waiting -= ready
    if waiting:
        yield f"{', '.join(sorted(waiting))}: each comes after the other"
