"""Actions as a reader sees them, and what may not be done, by the rule that objects."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from belote.referee.v1 import deal_pb2, position_pb2

from referee.cli.screen import Screen
from referee.model.action import Action, Bid, Coinche, Custom, Pass, Surcoinche, Take
from referee.model.text import Text
from referee.notation import action_text
from referee.wire.decode import Reader

FRENCH: Final = "fr"

PASSES: Final = Text("passes", "passe")
TAKES: Final = Text("takes {trump}", "prend à {trump}")
BIDS: Final = Text("bids {target} {trump}", "demande {target} à {trump}")
NAMES: Final = Text("bids {trump}", "demande à {trump}")
DOUBLES: Final = Text("says coinche", "coinche")
REDOUBLES: Final = Text("says surcoinche", "surcoinche")
DOES: Final = Text("does {step}", "fait {step}")

TARGETS: Final = {"capot": Text("capot", "capot"), "generale": Text("générale", "générale")}
"""What is undertaken in place of points."""


class Objection(NamedTuple):
    """A rule and the choices that it objects to first."""

    rule: str
    statement: str
    choices: list[position_pb2.Choice]


def _action(message: deal_pb2.PlayerAction) -> Action:
    action = Reader().action("", message)
    assert action is not None
    return action


def shown(message: deal_pb2.PlayerAction, screen: Screen) -> str:
    """An action without its seat: as it stands in a record, and in French a call as it is told of somebody."""
    action = _action(message)
    if isinstance(action, Custom):
        written = f"{_written(action, screen)} [{screen.step(action.id)}]"
        return DOES.filled(step=written)(screen.language) if screen.language == FRENCH else written
    return told(message, screen) if screen.language == FRENCH else _written(action, screen)


def told(message: deal_pb2.PlayerAction, screen: Screen) -> str:
    """A call as it is told of somebody, with its verb; anything else as it stands in a record."""
    action = _action(message)
    match action:
        case Pass():
            text = PASSES
        case Take(trump):
            text = TAKES.filled(trump=screen.trump(trump))
        case Bid(trump, None):
            text = NAMES.filled(trump=screen.trump(trump))
        case Bid(trump, target):
            text = BIDS.filled(target=target_word(target, screen), trump=screen.trump(trump))
        case Coinche():
            text = DOUBLES
        case Surcoinche():
            text = REDOUBLES
        case _:
            return _written(action, screen)
    return text(screen.language)


def declaration_text(message: deal_pb2.Declaration, screen: Screen) -> str:
    """A declaration as it stands in a record."""
    return f"{message.kind}({screen.cards(message.cards) or '?'})"


def target_word(target: object, screen: Screen) -> str:
    """What a bid undertakes to make, as it is said."""
    return TARGETS[target](screen.language) if isinstance(target, str) else str(target)


def _written(action: Action, screen: Screen) -> str:
    return action_text(replace(action, seat=None), screen.names)


def by_rule(choices: Iterable[position_pb2.Choice]) -> Iterable[Objection]:
    """The choices that are refused, gathered by the first rule that objects."""
    found: dict[str, Objection] = {}
    for choice in choices:
        for violation in choice.violations[:1]:
            objection = Objection(violation.rule_id, violation.statement, [])
            found.setdefault(violation.rule_id, objection).choices.append(choice)
    return found.values()
