"""Points beside the cards: last trick, capot, belote. Each is a function from the tally to score items.

Rules: score/last_trick, score/capot, belote/worth_twenty.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, NamedTuple, TypeAlias

from referee.model.card import Cards
from referee.model.score import NO_NOTE, LineKind, Tally
from referee.model.seat import Team
from referee.model.text import Text
from referee.model.trump import Trump
from referee.rules.ranking import LAST_TRICK, Mode

BELOTE: Final = 20


class Unit(Enum):
    """What a score item's points are counted in."""

    CARD = auto()
    """Scaled together with the cards."""
    POINT = auto()


class Fate(Enum):
    """What becomes of a score item when its side loses, wins no trick, or is level."""

    STAYS = auto()
    FOLLOWS = auto()
    VOID = auto()
    HELD = auto()


class ScoreItem(NamedTuple):
    """Points of one side, with the answers to the questions a settlement asks of them."""

    team: Team
    kind: LineKind
    line: LineKind
    """The written line that it goes to."""
    points: int
    rule_id: str
    unit: Unit = Unit.POINT
    counts: bool = True
    """Counts for the contract."""
    multiplied: bool = False
    if_lost: Fate = Fate.VOID
    if_trickless: Fate = Fate.STAYS
    """Asked when if_lost left the item with its side, and of the winners' opponents."""
    if_tied: Fate = Fate.HELD
    rule_if_lost: str = ""
    """The rule that a line names where a lost deal decided its fate; empty: the item's own."""
    rule_if_tied: str = ""
    """The same where a level deal did."""
    note: Text = NO_NOTE
    custom: str = ""
    """Id of the counted line where a feature adds one of its own."""


@dataclass(frozen=True)
class Scale:
    """What a tally does not know of itself: the modes of the ruleset and its pack."""

    modes: dict[Trump, Mode]
    pack: Cards


Bonus: TypeAlias = Callable[[Tally, Scale], tuple[ScoreItem, ...]]
"""Holder of a part of the point *bonuses*: the score items that a tally earns."""


def cards(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
    """Each side's card points, a line even when they are zero."""
    return tuple(
        ScoreItem(team, LineKind.CARD_POINTS, LineKind.TRICKS, tally.card_points[team], "score/card_points", Unit.CARD)
        for team in tally.teams
    )


def last_trick(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
    """Ten for the side that won the last trick."""
    if tally.last_trick is None:
        return ()
    return (
        ScoreItem(tally.last_trick, LineKind.LAST_TRICK, LineKind.TRICKS, LAST_TRICK, "score/last_trick", Unit.CARD),
    )


def capot(points: int, *, for_defenders: bool) -> Bonus:
    """All tricks are written as ``points`` in all: the bonus fills up what cards and last trick give (row 55)."""

    def bonus(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
        contract, team = tally.contract, tally.sweep
        if contract is None or team is None or (team != contract.team and not for_defenders):
            return ()
        mode = scale.modes[tally.trump]
        inside = mode.scaled_points(mode.pack_points(scale.pack) + LAST_TRICK, scale.pack)
        return (ScoreItem(team, LineKind.CAPOT, LineKind.TRICKS, points - inside, "score/capot"),)

    return bonus


def belote(*, counts: bool, if_lost: Fate, if_trickless: Fate, if_tied: Fate) -> Bonus:
    """Twenty for each belote that was announced well enough, a line of nothing for the others (rows 44 to 53, 61)."""

    def bonus(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
        return tuple(
            ScoreItem(
                one.team,
                LineKind.BELOTE,
                LineKind.BELOTE,
                BELOTE if one.scores else 0,
                one.rule_id,
                counts=counts,
                if_lost=if_lost,
                if_trickless=if_trickless,
                if_tied=if_tied,
                rule_if_lost="score/belote_on_fail",
                rule_if_tied="score/litige_belote",
            )
            for one in tally.belotes
        )

    return bonus
