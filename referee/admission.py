"""What a feature must satisfy before a server admits it: own ids, rules with sources, options that make sense."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.model.text import Text
from referee.ruleset import ONE_OWNER, POINTS, Feature, Manifest, Option, Preset, Rule, Step, Term

_ID: Final = re.compile(r"[a-z][a-z0-9_]*")


def objections(features: Sequence[Feature], family_rules: Sequence[Rule]) -> Iterator[tuple[str, str]]:
    """Each thing that is wrong: the plugin at fault, and a line about it."""
    for feature in features:
        yield from ((feature.plugin, fault) for fault in _of_shape(feature.manifest))
    options = {option.name: option for feature in features for option in feature.manifest.options}
    known = {feature.manifest.id for feature in features}
    rules = {rule.id for rule in family_rules} | {rule.id for one in features for rule in one.manifest.rules}
    yield from _taken_twice(features, family_rules)
    for feature in features:
        manifest, plugin = feature.manifest, feature.plugin
        for rule in manifest.rules:
            if not (rule.statement.en and rule.statement.fr and rule.source):
                yield plugin, f"rule {rule.id} lacks its statement or its source"
        for option in manifest.options:
            yield from ((plugin, f"option {option.name} {fault}") for fault in _of_option(option, options, rules))
        for step in manifest.steps:
            yield from ((plugin, f"step {step.id} {fault}") for fault in _of_step(step, rules))
        yield from ((plugin, fault) for fault in _of_values(manifest, options, known))
        yield from ((plugin, fault) for fault in _of_relations(manifest, known))
    yield from _claimed_twice(features)
    yield from _circles(features)


def _of_values(manifest: Manifest, options: dict[str, Option], known: set[str]) -> Iterator[str]:
    # A preset of features that are not installed does not exist here, so it is not looked at.
    presets = [one for one in manifest.presets if {one.base, *one.features} <= known]
    for place, values in (
        *((f"preset {preset.id}", preset.options) for preset in presets),
        ("its overrides", manifest.overrides),
    ):
        for name, value in values.items():
            if name not in options:
                if place != "its overrides":
                    yield f"{place}: no plugin brings an option {name}"
            elif not options[name].allows(value):
                yield f"{place}: {name} cannot be {value}; allowed: {options[name].allowed()}"


def _claimed_twice(features: Sequence[Feature]) -> Iterator[tuple[str, str]]:
    """A point that every base holds cannot be claimed by a feature that does not say whom it replaces."""
    bases = [feature for feature in features if feature.manifest.is_base]
    for feature in features:
        if feature.manifest.is_base:
            continue
        replaced = {point for point, _ in feature.manifest.replaces}
        for point in sorted(set(feature.points) & set(ONE_OWNER) - replaced):
            holders = [base for base in bases if point in base.points]
            if holders and len(holders) == len(bases):
                named = ", ".join(f"{one.manifest.id} ({one.plugin})" for one in holders)
                claim = f"{feature.manifest.id} claims the {point}, which is held by {named}"
                yield feature.plugin, f"{claim}: list the pair (point, holder) under replaces"


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
    for name, kind in (
        ("options", Option),
        ("presets", Preset),
        ("rules", Rule),
        ("terms", Term),
        ("steps", Step),
    ):
        entries = getattr(manifest, name)
        if not isinstance(entries, tuple) or not all(isinstance(one, kind) for one in entries):
            yield f"its {name} are no tuple of {kind.__name__}"
    if not isinstance(manifest.overrides, Mapping) or not all(isinstance(one, str) for one in manifest.overrides):
        yield "its overrides are no mapping of option names"
    for pair in manifest.replaces:
        if not isinstance(pair, tuple) or len(pair) != 2:
            yield f"replaces {pair!r}, which is no pair of a point and its holder"


def _taken_twice(features: Sequence[Feature], family_rules: Sequence[Rule]) -> Iterator[tuple[str, str]]:
    taken: dict[tuple[str, str], str] = {("rule", rule.id): "the family's rules" for rule in family_rules}
    for feature in features:
        manifest = feature.manifest
        ids = [("feature", manifest.id)]
        ids += [("option", option.name) for option in manifest.options]
        ids += [("preset", preset.id) for preset in manifest.presets]
        ids += [("rule", rule.id) for rule in manifest.rules]
        ids += [("step", step.id) for step in manifest.steps]
        ids += [(f"{term.kind.name.lower().replace('_', ' ')} term", term.id) for term in manifest.terms]
        for number, (kind, name) in enumerate(ids):
            holder = taken.setdefault((kind, name), feature.plugin)
            if holder != feature.plugin or (kind, name) in ids[:number]:
                yield feature.plugin, f"{kind} {name} is already taken by {holder}"


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


def _of_step(step: Step, rules: set[str]) -> Iterator[str]:
    if not _ID.fullmatch(step.id):
        yield "has an id that is not small letters, digits and underscores"
    if not 0 <= step.min_cards <= step.max_cards:
        yield f"takes {step.min_cards} to {step.max_cards} cards"
    for rule_id in step.rule_ids:
        if rule_id not in rules:
            yield f"names a rule {rule_id} that nobody brings"


def _of_relations(manifest: Manifest, known: set[str]) -> Iterator[str]:
    for point, _ in manifest.replaces:
        if point not in POINTS:
            yield f"replaces {point}, which is no extension point"
    for kind, names in (("requires", manifest.requires), ("comes after", manifest.after)):
        for name in names:
            if name not in known:
                yield f"{kind} {name}, which no plugin brings"


def _circles(features: Sequence[Feature]) -> Iterator[tuple[str, str]]:
    after = {feature.manifest.id: set(feature.manifest.after) for feature in features}
    waiting = set(after)
    while ready := {name for name in waiting if not after[name] & waiting}:
        waiting -= ready
    if waiting:
        plugins = sorted(one.plugin for one in features if one.manifest.id in waiting)
        yield plugins[-1], f"{', '.join(sorted(waiting))}: each comes after the other"
