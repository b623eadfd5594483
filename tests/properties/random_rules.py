"""Rulesets drawn at random from everything that classic belote lets a table choose."""

import random
from typing import Final

from referee import plugins
from referee.model.deal import RulesetChoice
from referee.ruleset import Option, Ruleset, Value

PRESETS: Final = ("ffb_classic", "online_250", "online_252")
RULESETS: Final = plugins.load(discover=False)
OPTIONS: Final = {name: option for name, (_, option) in RULESETS.options.items()}
WITHOUT_TURN_UP: Final = ("8_by_2_and_3", "4_4", "6_bid_2")
"""Ways of dealing that the auction of classic belote cannot do with."""
SELDOM_OTHERWISE: Final = ("tie_rule", "belote_announcement", "all_trump_belotes")
LARGEST_NUMBER: Final = 40


def random_rules(chance: random.Random, *, for_level_deal: bool = False) -> tuple[RulesetChoice, Ruleset]:
    """A preset as it is, or with some options set at random; half of these play no-trump and all-trump.

    For a deal that is to be level, the options see to it that every way of settling it comes up.
    """
    preset = chance.choice(PRESETS)
    options: dict[str, Value] = {}
    if chance.random() < 0.6:
        share = chance.choice((0.05, 0.3, 0.9))
        options = {name: random_value(chance, option) for name, option in OPTIONS.items() if chance.random() < share}
        for name in SELDOM_OTHERWISE:
            if chance.random() < 0.3:
                options[name] = random_value(chance, OPTIONS[name])
        if chance.random() < 0.5:
            options["notrump_alltrump"] = True
    if for_level_deal and chance.random() < 0.7:
        options |= {"success_rule": "strictly_more", "tie_rule": random_value(chance, OPTIONS["tie_rule"])}
    choice = RulesetChoice(preset, (), tuple(with_effect(preset, options).items()))
    return choice, RULESETS.get(choice)


def random_value(chance: random.Random, option: Option) -> Value:
    """One of the values an option accepts; a small one where it accepts any number."""
    values: list[Value] = [word for word in option.choices if word not in WITHOUT_TURN_UP]
    values += option.numbers
    if option.kind == "flag":
        values += [True, False]
    if option.minimum is not None:
        values.append(chance.randint(option.minimum, min(option.maximum or LARGEST_NUMBER, LARGEST_NUMBER)))
    return chance.choice(values)


def with_effect(preset: str, options: dict[str, Value]) -> dict[str, Value]:
    """The options without those that could have no effect beside the others, which are refused."""
    options = dict(options)
    in_force = {name: option.default for name, option in OPTIONS.items()}
    in_force |= dict(RULESETS.presets[preset].options)
    while True:
        values = in_force | options
        idle = [name for name in options if options[name] != in_force[name] and not has_effect(OPTIONS[name], values)]
        if not idle:
            return options
        for name in idle:
            options.pop(name, None)


def has_effect(option: Option, values: dict[str, Value]) -> bool:
    """Whether the option can have an effect beside these values of the others."""
    if any(values[other] not in needed for other, needed in option.only_if):
        return False
    return not any(values[other] in excluding for other, excluding in option.not_if)
