"""The catalogue as a message: what a settings screen is built from."""

from typing import Any

from belote.referee.v1 import referee_service_pb2, ruleset_pb2

from referee.composition import Rulesets
from referee.model.deal import RulesetChoice
from referee.model.rule import Rule
from referee.model.words import VOCABULARIES
from referee.ruleset import Feature, Option, Preset, Step, Term
from referee.wire.encode import rule_option

_KINDS: dict[str, Any] = {
    "flag": ruleset_pb2.OPTION_KIND_FLAG,
    "number": ruleset_pb2.OPTION_KIND_NUMBER,
    "choice": ruleset_pb2.OPTION_KIND_CHOICE,
}


def catalogue(rulesets: Rulesets, built_in: str, language: str) -> referee_service_pb2.ListVariantsResponse:
    """Presets, features, options, rules, vocabularies and plugins, in the caller's language."""
    features = sorted(rulesets.features.values(), key=lambda feature: feature.manifest.id)
    presets = sorted(
        (
            (preset, feature)
            for feature in features
            for preset in feature.manifest.presets
            if preset.id in rulesets.presets
        ),
        key=lambda pair: pair[0].id,
    )
    plugins: dict[str, list[str]] = {}
    for feature in features:
        plugins.setdefault(feature.plugin, []).append(feature.manifest.id)
    return referee_service_pb2.ListVariantsResponse(
        presets=[_preset(rulesets, feature, preset, language) for preset, feature in presets],
        features=[_feature(feature, language) for feature in features],
        options=[_option(feature, option, language) for feature in features for option in feature.manifest.options],
        rules=[
            *(_rule(rule, "", built_in, language) for rule in rulesets.family_rules),
            *(
                _rule(rule, feature.manifest.id, feature.plugin, language)
                for feature in features
                for rule in feature.manifest.rules
            ),
        ],
        custom_actions=[_step(feature, step, language) for feature in features for step in feature.manifest.steps],
        terms=[_term(feature, term, language) for feature in features for term in feature.manifest.terms],
        vocabularies=[_vocabulary(name) for name in VOCABULARIES],
        plugins=[
            ruleset_pb2.PluginInfo(
                name=name, version=next(one.version for one in features if one.plugin == name), features=ids
            )
            for name, ids in sorted(plugins.items())
        ]
        + [ruleset_pb2.PluginInfo(name=name, quarantined=why[:1000]) for name, why in sorted(rulesets.quarantined)],
    )


def _preset(rulesets: Rulesets, feature: Feature, preset: Preset, language: str) -> ruleset_pb2.PresetInfo:
    ruleset = rulesets.get(RulesetChoice(preset.id))
    return ruleset_pb2.PresetInfo(
        id=preset.id,
        name=preset.name(language),
        summary=preset.line(language),
        source=preset.source,
        features=[name for name, _ in ruleset.features],
        options=[rule_option(name, value) for name, value in ruleset.values.items()],
        fingerprint=ruleset.fingerprint,
        seats=_numbers(ruleset.table.seats),
        plugin=feature.plugin,
    )


def _numbers(members: Any) -> list[Any]:
    return [int(one) for one in members]


def _feature(feature: Feature, language: str) -> ruleset_pb2.FeatureInfo:
    manifest = feature.manifest
    return ruleset_pb2.FeatureInfo(
        id=manifest.id,
        revision=manifest.revision,
        name=manifest.name(language),
        summary=manifest.line(language),
        base=manifest.is_base,
        required_features=manifest.requires,
        conflicting_features=manifest.conflicts,
        overrides=[rule_option(name, value) for name, value in manifest.overrides.items()],
        plugin=feature.plugin,
    )


def _option(feature: Feature, option: Option, language: str) -> ruleset_pb2.OptionInfo:
    message = ruleset_pb2.OptionInfo(
        name=option.name,
        feature=feature.manifest.id,
        kind=_KINDS[option.kind],
        default_value=rule_option(option.name, option.default),
        choices=option.choices,
        numbers=option.numbers,
        summary=option.line(language),
        description=option.details(language),
        source=option.source,
        rule_ids=option.rule_ids,
        only_if=[
            ruleset_pb2.OptionCondition(option=name, values=[rule_option(name, value) for value in values])
            for name, values in option.only_if
        ],
        not_if=[
            ruleset_pb2.OptionCondition(option=name, values=[rule_option(name, value) for value in values])
            for name, values in option.not_if
        ],
    )
    if option.minimum is not None:
        message.min = option.minimum
    if option.maximum is not None:
        message.max = option.maximum
    return message


def _step(feature: Feature, step: Step, language: str) -> ruleset_pb2.CustomActionInfo:
    message = ruleset_pb2.CustomActionInfo(
        id=step.id,
        feature=feature.manifest.id,
        name=step.name(language),
        summary=step.line(language),
        description=step.details(language),
        options=[_option(feature, option, language) for option in step.options],
        rule_ids=step.rule_ids,
    )
    if step.max_cards:
        message.min_cards, message.max_cards = step.min_cards, step.max_cards
    return message


def _term(feature: Feature, term: Term, language: str) -> ruleset_pb2.TermInfo:
    return ruleset_pb2.TermInfo(
        kind=_number(term.kind),
        id=term.id,
        feature=feature.manifest.id,
        name=term.name(language),
        summary=term.line(language),
    )


def _rule(rule: Rule, feature: str, plugin: str, language: str) -> ruleset_pb2.RuleInfo:
    return ruleset_pb2.RuleInfo(
        id=rule.id, statement=rule.statement(language), source=rule.source, feature=feature, plugin=plugin
    )


def _vocabulary(name: str) -> ruleset_pb2.Vocabulary:
    words = VOCABULARIES[name]
    return ruleset_pb2.Vocabulary(
        language=words.language,
        deck=words.deck,
        suits=[
            ruleset_pb2.SuitName(suit=_number(suit), name=one.word, short_name=one.short)
            for suit, one in words.suits.items()
        ],
        ranks=[
            ruleset_pb2.RankName(rank=_number(rank), name=one.word, short_name=one.short)
            for rank, one in words.ranks.items()
        ],
        trumps=[
            ruleset_pb2.TrumpName(trump=_number(trump), name=one.word, short_name=one.short)
            for trump, one in words.trumps.items()
        ],
    )


def _number(member: Any) -> Any:
    return int(member)
