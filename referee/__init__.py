"""The belote referee: a pure function from a record to a ruling, with a gRPC door and a plugin door.

The names below are all that a plugin's catalogue needs; what its hooks return is in ``referee.rules``, and what its
tests need in ``referee.testing``. docs/plugins.md shows how they are used.
"""

from referee.hookspecs import hookimpl
from referee.model.action import Action, Bid, Call, Coinche, Custom, Declaration, Pass, Play, Surcoinche, Take
from referee.model.card import (
    CARD_NAMED,
    NAME_OF,
    PACK,
    PACK_32,
    RANK_CARDS,
    RANK_OF,
    SUIT_CARDS,
    SUIT_OF,
    Card,
    Cards,
    Rank,
    Suit,
    card,
    cards_in,
    cards_of,
    names,
)
from referee.model.contract import Contract, Doubling
from referee.model.deal import RulesetChoice
from referee.model.exchanging import Exchanging
from referee.model.rule import Rule
from referee.model.ruling import BidRange
from referee.model.score import Belote, LineKind, Outcome, ScoreLine, ScoreSheet, Tally, TallyClaim
from referee.model.seat import Seat, Team
from referee.model.term import Term, TermKind
from referee.model.text import Text
from referee.model.trump import SUIT_TRUMPS, Trump, trump_of
from referee.ruleset import POINTS, Manifest, Option, Options, Preset, Ruleset, Step, Value

__version__ = "0.1.0"

__all__ = [
    "CARD_NAMED",
    "NAME_OF",
    "PACK",
    "PACK_32",
    "POINTS",
    "RANK_CARDS",
    "RANK_OF",
    "SUIT_CARDS",
    "SUIT_OF",
    "SUIT_TRUMPS",
    "Action",
    "Belote",
    "Bid",
    "BidRange",
    "Call",
    "Card",
    "Cards",
    "Coinche",
    "Contract",
    "Custom",
    "Declaration",
    "Doubling",
    "Exchanging",
    "LineKind",
    "Manifest",
    "Option",
    "Options",
    "Outcome",
    "Pass",
    "Play",
    "Preset",
    "Rank",
    "Rule",
    "Ruleset",
    "RulesetChoice",
    "ScoreLine",
    "ScoreSheet",
    "Seat",
    "Step",
    "Suit",
    "Surcoinche",
    "Take",
    "Tally",
    "TallyClaim",
    "Team",
    "Term",
    "TermKind",
    "Text",
    "Trump",
    "Value",
    "__version__",
    "card",
    "cards_in",
    "cards_of",
    "hookimpl",
    "names",
    "trump_of",
]
