"""The rules of a table."""

from collections.abc import Mapping
from typing import TypeAlias

from belote_client.messages import RuleOption, Ruleset

OptionValue: TypeAlias = bool | int | str
RulesetLike: TypeAlias = str | Ruleset
"""Rules: the id of a preset, ``"ffb_classic"``, or a message, as ``ruleset`` makes it."""


def ruleset(preset: RulesetLike, /, *features: str, **options: OptionValue) -> Ruleset:
    """Rules: a preset, features added to it, and options in which the table departs from both.

    ``ruleset("ffb_classic", "declarations", target=501)``: the value is a bool, an int or a word, as the option has it.
    A ruleset may stand in place of the preset, to be added to; it is not changed itself.
    """
    if isinstance(preset, str):
        return Ruleset(preset=preset, features=features, options=rule_options(options))
    if not features and not options:
        return preset
    kept = [one for one in preset.options if one.name not in options]
    return Ruleset(
        preset=preset.preset, features=[*preset.features, *features], options=[*kept, *rule_options(options)]
    )


def rule_options(values: Mapping[str, OptionValue]) -> list[RuleOption]:
    """Options by name, as the contract has them. Raises TypeError for a value that is no bool, int or text."""
    return [_option(name, value) for name, value in values.items()]


def _option(name: str, value: OptionValue) -> RuleOption:
    match value:
        case bool():  # before int, which it is as well
            return RuleOption(name=name, flag=value)
        case int():
            return RuleOption(name=name, number=value)
        case str():
            return RuleOption(name=name, choice=value)
    raise TypeError(f"option {name}: {value!r} is no bool, int or text")
