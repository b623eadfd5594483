"""Actions as a reader sees them, and what may not be done, by the rule that objects."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from belote.referee.v1 import deal_pb2, position_pb2

from referee.cli.screen import Screen
from referee.model.action import Action, Bid, Coinche, Custom, Pass, Surcoinche, Take
from referee.notation import action_text
from referee.wire.decode import Reader

FRENCH: Final = "fr"


class Objection(NamedTuple):
    """A rule and the choices that it objects to first."""

    rule: str
    statement: str
    choices: list[position_pb2.Choice]


def shown(message: deal_pb2.PlayerAction, screen: Screen) -> str:
    """An action without its seat: as it stands in a record, and in French a call as it is told of somebody."""
    action = Reader().action("", message)
    assert action is not None
    written = action_text(replace(action, seat=None), screen.names)
    return _told(action, written, screen) if screen.language == FRENCH else written


def _told(action: Action, written: str, screen: Screen) -> str:
    match action:
        case Pass():
            return "passe"
        case Take(trump):
            return f"prend à {screen.trump(trump)}"
        case Bid(trump, target):
            return " ".join(["demande", *([] if target is None else [str(target)]), "à", screen.trump(trump)])
        case Coinche():
            return "coinche"
        case Surcoinche():
            return "surcoinche"
        case Custom():
            return f"fait {written}"
        case _:
            return written


def by_rule(choices: Iterable[position_pb2.Choice]) -> Iterable[Objection]:
    """The choices that are refused, gathered by the first rule that objects."""
    found: dict[str, Objection] = {}
    for choice in choices:
        for violation in choice.violations[:1]:
            objection = Objection(violation.rule_id, violation.statement, [])
            found.setdefault(violation.rule_id, objection).choices.append(choice)
    return found.values()
