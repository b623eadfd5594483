"""What a feature says of itself: words in both languages, options that compose, rules of any order of features."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import islice, permutations
from typing import Any, Final

from referee.composition import Rulesets
from referee.model.deal import RulesetChoice
from referee.model.refusal import Reason, Refused
from referee.model.text import Text
from referee.ruleset import Manifest, Option, Value
from referee.testing.features import Trial
from referee.testing.promises import Found, Said

ORDERS: Final = 24
"""How many orders of the features of a request are tried."""


def check_texts(manifest: Manifest) -> Found:
    """Every sentence of a manifest is there in both languages."""
    for path, text in _texts(manifest.id, manifest):
        for language, said in (("English", text.en), ("French", text.fr)):
            if not said.strip():
                yield Said("both_languages", f"{path} says nothing in {language}")


def _texts(path: str, thing: Any) -> Iterator[tuple[str, Text]]:
    if isinstance(thing, Text):
        yield path, thing
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from _texts(f"{path}.{field.name}", getattr(thing, field.name))
    elif isinstance(thing, tuple | list):
        for index, one in enumerate(thing):
            yield from _texts(f"{path}.{getattr(one, 'id', getattr(one, 'name', index))}", one)


def values_of(option: Option) -> list[Value]:
    """The values of an option; of a range its ends."""
    values: list[Value] = [*option.choices, *option.numbers]
    if isinstance(option.default, bool):
        values += [False, True]
    if option.minimum is not None:
        values.append(option.minimum)
        values.append(option.minimum + 1 if option.maximum is None else option.maximum)
    return list(dict.fromkeys(values))


class Composed:
    """Which values of a feature's options compose with which presets, and what is wrong with that."""

    def __init__(self, rulesets: Rulesets, manifest: Manifest, choices: Sequence[RulesetChoice]) -> None:
        self.rulesets = rulesets
        self.faults: list[Said] = []
        self.choices: list[RulesetChoice] = []
        """Every choice with a value of its own that composes."""
        for option in manifest.options:
            for value in values_of(option):
                self._tried(option, value, choices)

    def _tried(self, option: Option, value: Value, choices: Sequence[RulesetChoice]) -> None:
        refusals: list[str] = []
        composed = False
        for choice in choices:
            alone = replace(choice, options=((option.name, value),))
            settings = self._conditions(choice, option) | {option.name: value}
            beside = replace(choice, options=tuple(settings.items()))
            for asked in dict.fromkeys((alone, beside)):
                refused = self._refusal(asked)
                if refused is None:
                    composed = True
                    self.choices.append(asked)
                    break
                refusals.append(refused)
        if not composed:
            why = f": {refusals[-1]}" if refusals else ""
            self.faults.append(Said("options_compose", f"{option.name}={value} composes with no preset{why}"))

    def _refusal(self, choice: RulesetChoice) -> str | None:
        """Why a choice is refused; None where it composes. A refusal without a reason is a fault."""
        told = ", ".join(f"{name}={value}" for name, value in choice.options)
        try:
            self.rulesets.get(choice)
        except Refused as refusal:
            if refusal.reason is not Reason.RULESET_CONFLICT:
                self._note(f"{told} with {choice.preset} is refused as {refusal.reason}: {refusal}")
            if not (refusal.message.en.strip() and refusal.message.fr.strip()):
                self._note(f"{told} with {choice.preset} is refused without a word in one language")
            return str(refusal)
        except Exception as fault:  # noqa: BLE001  # whatever a feature raises is told as its fault
            self._note(f"{told} with {choice.preset} cannot be composed: {fault}")
            return str(fault)
        return None

    def _note(self, how: str) -> None:
        self.faults.append(Said("options_compose", how))

    def _conditions(self, choice: RulesetChoice, option: Option, depth: int = 3) -> dict[str, Value]:
        """Values of other options under which this one has an effect."""
        in_force: Mapping[str, Value] = self.rulesets.get(choice).values
        offered = {name: found for name, (_, found) in self.rulesets.options.items() if name in in_force}
        wanted: dict[str, Value] = {}
        for other, values in option.only_if:
            if other in offered and in_force[other] not in values:
                wanted[other] = values[0]
        for other, values in option.not_if:
            if other in offered and in_force[other] in values:
                wanted[other] = next(value for value in values_of(offered[other]) if value not in values)
        if depth:
            for other in list(wanted):
                wanted = self._conditions(choice, offered[other], depth - 1) | wanted
        return wanted


def check_orders(trial: Trial, twin: Rulesets) -> Found:
    """The features in other orders: as a request lists them, and as another server registered them."""
    ids = tuple(name for name, _ in trial.ruleset.features)
    added = tuple(dict.fromkeys((*trial.choice.features, *ids)))
    for order in islice(permutations(added), ORDERS):
        asked = replace(trial.choice, features=order)
        try:
            found = trial.rulesets.get(asked)
        except Refused as refusal:
            yield Said("order_of_features", f"asked for as {', '.join(order)} it is refused: {refusal}")
            continue
        if found.fingerprint != trial.ruleset.fingerprint:
            yield Said("order_of_features", f"asked for as {', '.join(order)} it is another ruleset")
    try:
        other = twin.get(trial.choice)
    except Refused as refusal:
        yield Said("order_of_features", f"registered in another order it is refused: {refusal}")
        return
    if other.fingerprint != trial.ruleset.fingerprint:
        mine, theirs = dict(trial.ruleset.values), dict(other.values)
        differ = [f"{name} is {mine[name]} or {theirs.get(name)}" for name in mine if mine[name] != theirs.get(name)]
        told = ", ".join(differ) or f"the features are {ids} or {tuple(name for name, _ in other.features)}"
        yield Said("order_of_features", f"registered in another order it is another ruleset: {told}")
