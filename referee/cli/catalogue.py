"""All presets, features, options, rules and words of a referee, as it tells them to the commands."""

from typing import NamedTuple, TypeAlias

from belote.referee.v1 import referee_service_pb2, ruleset_pb2

from referee.cli.asking import Referee
from referee.notation import value_text
from referee.wire.decode import value_of

Catalogue: TypeAlias = referee_service_pb2.ListVariantsResponse


def catalogue_of(referee: Referee) -> Catalogue:
    """The catalogue of this referee; raises Unanswered."""
    request = referee_service_pb2.ListVariantsRequest()
    return referee.ask("ListVariants", request, referee_service_pb2.ListVariantsResponse)


def value_written(option: ruleset_pb2.RuleOption) -> str:
    """The value of an option as it stands in a record; empty where it has none."""
    value = value_of(option)
    return "" if value is None else value_text(value)


class Departure(NamedTuple):
    """An option that has another value than in its preset, or than by default where the preset does not know it."""

    name: str
    value: str
    instead: str


def departures(catalogue: Catalogue, rules: ruleset_pb2.RulesetInfo) -> list[Departure]:
    """Where rules that are told with all their values depart from their preset."""
    usual = {one.name: value_written(one.default_value) for one in catalogue.options}
    for preset in catalogue.presets:
        if preset.id == rules.preset:
            usual |= {one.name: value_written(one) for one in preset.options}
    told = ((one.name, value_written(one)) for one in rules.options)
    return [Departure(name, value, usual.get(name, "")) for name, value in told if value != usual.get(name)]
