"""Counting first, writing second, as at a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from referee.model.contract import Contract, Doubling
from referee.model.seat import Team
from referee.model.text import Text
from referee.model.trump import Trump


class Outcome(IntEnum):
    """How a deal ended, numbered as on the wire."""

    MADE = 1
    FAILED = 2
    LITIGE = 3
    REDEAL = 4
    PASSED = 5
    CUSTOM = 6


class LineKind(IntEnum):
    """What a line of a score sheet stands for; the first five are counted, the rest but the last written."""

    CARD_POINTS = 1
    LAST_TRICK = 2
    CAPOT = 3
    BELOTE = 4
    DECLARATIONS = 5
    TRICKS = 6
    CONTRACT = 7
    DOUBLE = 8
    RESERVE = 9
    ROUNDING = 10
    CUSTOM = 11


NO_NOTE = Text("", "")


class ScoreLine(NamedTuple):
    """Points of one team under one rule."""

    team: Team
    kind: LineKind
    points: int
    rule_id: str
    note: Text = NO_NOTE
    custom: str = ""
    """Id of the line where a feature adds one of its own."""


@dataclass(frozen=True, slots=True)
class Belote:
    """A belote that one team held, and the rule by which it scores or falls short."""

    team: Team
    rule_id: str = "belote/worth_twenty"
    scores: bool = True
    forgiven: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """The facts a score is made of, whoever gathered them. Card points are raw and without the last ten."""

    contract: Contract | None
    """None: everybody passed."""
    teams: tuple[Team, ...]
    trump: Trump = Trump.CLUBS
    """What the cards are counted by; any suit where a claim left the contract's trump open."""
    card_points: Mapping[Team, int] = field(default_factory=dict)
    last_trick: Team | None = None
    sweep: Team | None = None
    """The team that won every trick."""
    belotes: tuple[Belote, ...] = ()
    declarations: Mapping[Team, int] = field(default_factory=dict)
    """Points of the declarations that score."""
    solo: bool = False
    """The taker alone won every trick."""
    reserve_in: int = 0
    last_deal: bool = False
    trickless: frozenset[Team] = frozenset()
    """Teams known to have won no trick."""
    tricks: Mapping[Team, int] = field(default_factory=dict)
    """Tricks won; empty where a claim leaves them open."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What each side made, what each side writes, and what waits for a later deal."""

    outcome: Outcome
    contract: Contract | None
    counted: tuple[ScoreLine, ...]
    written: tuple[ScoreLine, ...]
    totals: Mapping[Team, int]
    """For each team the sum of its written lines."""
    reserve_in: int = 0
    reserve_out: int = 0
    winner: Team | None = None
    """The side that won the deal; None for a litige, a redeal, a passed deal."""
    capot: Team | None = None
    tolerance_used: tuple[Team, ...] = ()
    unit: str = "points"
    custom: str = ""
    """Id of the outcome where a feature adds one of its own."""


@dataclass(frozen=True, slots=True)
class TallyClaim:
    """What somebody counted at a table with real cards, unchecked; None and missing teams were left out."""

    taker: Team | None = None
    trump: Trump | None = None
    target: int | str | None = None
    doubling: Doubling | None = None
    card_points: Mapping[Team, int] = field(default_factory=dict)
    last_trick: Team | None = None
    tricks: Mapping[Team, int] = field(default_factory=dict)
    capot: Team | None = None
    no_capot: bool = False
    """Each side is said to have won a trick."""
    belotes: Mapping[Team, int] = field(default_factory=dict)
    declarations: Mapping[Team, int] = field(default_factory=dict)
    solo: bool = False
    passed_out: bool = False
    last_deal: bool = False
    reserve_in: int | None = None


@dataclass(frozen=True, slots=True)
class SheetClaim:
    """A score sheet as a client sends it back, unchecked; what it left out is None."""

    outcome: Outcome
    taker: Team | None
    written: tuple[ScoreLine, ...]
    totals: Mapping[Team, int]
    capot: Team | None = None
    reserve_in: int | None = None
    reserve_out: int | None = None
    tolerance_used: tuple[Team, ...] = ()
