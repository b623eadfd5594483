"""What the manifests of the project's features say of one another, and of what they read."""

from collections.abc import Iterator
from typing import Final

import pytest

from referee.composition import Rulesets
from referee.model.deal import RulesetChoice
from referee.model.refusal import Refused
from referee.ruleset import ONE_OWNER, Ruleset
from referee.testing import WatchedOptions, rulesets_of
from referee.testing.catalogue import values_of

from .catalogue import ProjectFeature, features, options, presets, rules
from .sources import ROOT

EVERY: Final = features()
IDS: Final = {feature.manifest.id for feature in EVERY}
OPTIONS: Final = {option.name: option for option in options()}

every_feature = pytest.mark.parametrize("feature", EVERY, ids=lambda feature: feature.manifest.id)
every_plugin = pytest.mark.parametrize("feature", EVERY[1:], ids=lambda feature: feature.manifest.id)


def test_names_are_the_projects_own_only_once() -> None:
    for named in (
        [feature.manifest.id for feature in EVERY],
        [rule.id for rule in rules()],
        [option.name for option in options()],
        [preset.id for preset in presets()],
        [(term.kind, term.id) for feature in EVERY for term in feature.manifest.terms],
        [step.id for feature in EVERY for step in feature.manifest.steps],
    ):
        assert len(set(named)) == len(named)


@every_plugin
def test_a_plugin_lives_in_a_folder_of_its_name_with_a_page(feature: ProjectFeature) -> None:
    assert feature.folder == f"plugins/{feature.manifest.id}"
    assert (ROOT / feature.folder / "README.md").is_file()


@every_feature
def test_a_manifest_says_who_it_is_in_both_languages(feature: ProjectFeature) -> None:
    manifest = feature.manifest
    texts = [manifest.name, manifest.line]
    texts += [text for term in manifest.terms for text in (term.name, term.line)]
    texts += [text for step in manifest.steps for text in (step.name, step.line, step.details)]
    for text in texts:
        assert text.en.strip() == text.en != ""
        assert text.fr.strip() == text.fr != ""
    assert manifest.line.en.endswith(".")
    assert manifest.line.fr.endswith(".")


@every_feature
def test_a_manifest_names_only_what_is_there(feature: ProjectFeature) -> None:
    manifest = feature.manifest
    own = {option.name for option in manifest.options}
    assert {*manifest.requires, *manifest.conflicts, *manifest.after} <= IDS - {manifest.id}
    for point, holder in manifest.replaces:
        assert point in feature.points
        assert point in next(other for other in EVERY if other.manifest.id == holder).points
    assert set(manifest.reads) <= set(OPTIONS) - own
    for name, value in manifest.overrides.items():
        assert name not in own
        assert OPTIONS[name].allows(value)
    for preset in manifest.presets:
        assert {preset.base, *preset.features} <= IDS
        assert manifest.id in (preset.base, *preset.features)
    for step in manifest.steps:
        assert set(step.rule_ids) <= {rule.id for rule in rules()}
        assert step.min_cards <= step.max_cards


def rulesets_with(feature: ProjectFeature) -> Iterator[tuple[Rulesets, Ruleset]]:
    """The presets that have the feature, and each under each value of each of its options."""
    for preset in presets():
        if feature.manifest.id not in (preset.base, *preset.features):
            continue
        rulesets = rulesets_of(*(one.brought for one in EVERY if one.manifest.id in preset.features))
        yield rulesets, rulesets.get(RulesetChoice(preset.id))
        for option in feature.manifest.options:
            for value in values_of(option):
                try:
                    yield rulesets, rulesets.get(RulesetChoice(preset.id, options=((option.name, value),)))
                except Refused:
                    continue


def seen_by_point(feature: ProjectFeature) -> dict[str, set[str]]:
    """The options that each point of the feature reads in any of those rulesets."""
    found: dict[str, set[str]] = {point: set() for point in feature.points}
    for rulesets, ruleset in rulesets_with(feature):
        for point, asked in rulesets.features[feature.manifest.id].points.items():
            watched = WatchedOptions(ruleset.values)
            asked({"options": watched, "table": ruleset.table, "modes": ruleset.modes})
            found[point] |= watched.seen
    return found


@every_plugin
def test_a_plugin_reads_what_it_says_and_says_what_it_reads(feature: ProjectFeature) -> None:
    manifest, seen = feature.manifest, seen_by_point(feature)
    read = {name for names in seen.values() for name in names}
    for option in manifest.options:
        reading = {point for point, names in seen.items() if option.name in names}
        assert set(option.points) == reading, option.name
    acting = {
        name
        for point in ONE_OWNER
        for name in seen.get(point, set())
        if point in OPTIONS[name].points and OPTIONS[name] not in manifest.options
    }
    assert set(manifest.reads) <= read
    assert acting <= set(manifest.reads)
