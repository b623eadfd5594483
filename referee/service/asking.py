"""What the calls share: how an answer is wanted, and small ways of checking and telling."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from belote.referee.v1 import ruleset_pb2

from referee.model.position import Position
from referee.model.refusal import Reason, Refused, bad_field
from referee.model.score import Tally
from referee.rules.match import MatchState
from referee.ruleset import Ruleset
from referee.tally import count
from referee.wire import encode
from referee.wire.decode import Reader

MAX_DEALS: Final = 500
CACHED: Final = 1024
LONGEST_CACHED: Final = 2048
"""Bytes of the longest ruleset kept by its bytes: unknown fields and long names must not fill the memory."""


@dataclass(slots=True)
class Ask:
    """How an answer is wanted: its language, and within a batch where full rulesets are gathered."""

    language: str
    batch: dict[tuple[str, str], ruleset_pb2.RulesetInfo] | None = None


def wire(number: int) -> Any:
    """An enum's number for the stubs, which want each enum's own type; a test compares model and wire."""
    return int(number)


def winner(state: MatchState) -> Any:
    """The winner's number: 0 while the match goes on, nobody's after a draw."""
    if not state.over:
        return 0
    return encode.NOBODY if state.winner is None else int(state.winner)


def under(path: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What the function returns; its refusals speak of fields under this path."""
    try:
        return function(*arguments)
    except Refused as refusal:
        raise refusal.under(path) from refusal


def check_count(reader: Reader, path: str, reason: Reason, counted: int, least: int, most: int) -> None:
    """Notes a list of cards that is too short or too long to make sense."""
    if not least <= counted <= most:
        text = f"{counted} cards, where {least} to {most} make sense", f"{counted} cartes au lieu de {least} à {most}"
        reader.bad.append(bad_field(path, reason, *text, count=counted, limit=most))


def counted(ruleset: Ruleset, position: Position) -> Tally | None:
    """The tally of a deal that is over; None where declarations of hidden hands leave it open, which is no fault."""
    try:
        return count(ruleset, position)
    except Refused as refusal:
        if refusal.reason is not Reason.CARDS_HIDDEN:
            raise
        return None
