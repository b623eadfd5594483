"""Actions as a reader sees them, and what may not be done, by the rule that objects."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from belote.referee.v1 import deal_pb2, position_pb2

from referee.cli.screen import Screen
from referee.notation import action_text
from referee.wire.decode import Reader


class Objection(NamedTuple):
    """A rule and the choices that it objects to first."""

    rule: str
    statement: str
    choices: list[position_pb2.Choice]


def shown(message: deal_pb2.PlayerAction, screen: Screen) -> str:
    """An action as it stands in a record, without its seat."""
    action = Reader().action("", message)
    assert action is not None
    return action_text(replace(action, seat=None), screen.names)


def by_rule(choices: Iterable[position_pb2.Choice]) -> Iterable[Objection]:
    """The choices that are refused, gathered by the first rule that objects."""
    found: dict[str, Objection] = {}
    for choice in choices:
        for violation in choice.violations[:1]:
            objection = Objection(violation.rule_id, violation.statement, [])
            found.setdefault(violation.rule_id, objection).choices.append(choice)
    return found.values()
