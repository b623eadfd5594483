"""What a feature must satisfy before a server admits it: own ids, rules with sources, options that make sense."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from referee.model.text import Text
from referee.ruleset import ONE_OWNER, POINTS, Feature, Manifest, Option, Preset, Rule, Step, Term

LONGEST_SHOWN: Final = 60
"""Characters of a value that a message repeats."""

_KINDS: Final = {kind: get_type_hints(kind) for kind in (Manifest, Option, Preset, Rule, Step, Term)}

_ID: Final = re.compile(r"[a-z][a-z0-9_]*")


def objections(features: Sequence[Feature], family_rules: Sequence[Rule]) -> Iterator[tuple[str, str]]:
    """Each thing that is wrong: the plugin at fault, and a line about it."""
    for feature in features:
        misshapen = [(feature.plugin, fault) for fault in _of_shape(feature.manifest)]
        yield from misshapen
        if misshapen:
            return  # what else might be wrong cannot be asked of such a manifest
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
            values = [(option, _of_option(option, options, rules)) for option in step.options]
            yield from (
                (plugin, f"step {step.id}: value {one.name} {fault}") for one, faults in values for fault in faults
            )
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
    yield from (f"its {fault}" for fault in _misfits(manifest))
    if isinstance(manifest.id, str) and not _ID.fullmatch(manifest.id):
        yield f"its id is {manifest.id!r}, not small letters, digits and underscores"
    if isinstance(manifest.revision, int) and not 0 < manifest.revision < 2**31:
        yield f"its revision is {manifest.revision!r}, not a number from 1"


def _misfits(entry: Any) -> Iterator[str]:
    """Fields of an entry, and of the entries inside it, that hold another kind of thing than they are for."""
    kinds = _KINDS[type(entry)]
    for field in fields(entry):
        value, kind = getattr(entry, field.name), kinds[field.name]
        if not _fits(value, kind):
            shown = repr(value) if len(repr(value)) < LONGEST_SHOWN else type(value).__name__
            yield f"{field.name} is {shown}, where {_told(kind)} is wanted"
        elif isinstance(value, tuple):
            for one in value:
                if isinstance(one, Option | Preset | Rule | Step | Term):
                    name = getattr(one, "name", "") if isinstance(one, Option) else one.id
                    yield from (f"{type(one).__name__.lower()} {name}: {fault}" for fault in _misfits(one))


def _fits(value: object, kind: Any) -> bool:
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in inside)
    if origin is tuple:
        if not isinstance(value, tuple) or isinstance(value, Text):
            return False
        if inside[-1:] == (Ellipsis,):
            return all(_fits(one, inside[0]) for one in value)
        return len(value) == len(inside) and all(_fits(one, of) for one, of in zip(value, inside, strict=True))
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(
            _fits(name, inside[0]) and _fits(one, inside[1]) for name, one in value.items()
        )
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is Text:
        return isinstance(value, Text) and all(isinstance(one, str) for one in value)
    return isinstance(value, kind)


def _told(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and get_origin(kind) is None else str(kind).replace("typing.", "")


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
