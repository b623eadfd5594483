"""Every hook on one page: what a feature may bring to a ruleset.

A feature is one object whose methods are marked with ``hookimpl``. Hooks run only while a ruleset is composed, each
once, with the option values in force; what they return is frozen and judges every request after that.
*One owner* points have one holder in a ruleset; *many* points are gathered from all its features.
"""

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.rules.auction import Auction
    from referee.rules.bonuses import Bonus
    from referee.rules.dealing import Dealing
    from referee.rules.match import MatchRules
    from referee.rules.play import PlayOwner
    from referee.rules.ranking import Mode
    from referee.rules.settlement import Settlement
    from referee.rules.table import Table
    from referee.ruleset import Manifest, Options

PROJECT = "belote_referee"
"""Also the entry-point group in which distributions name their features."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def referee_manifest() -> "Manifest":  # type: ignore[empty-body]  # a specification has no body
    """Who the feature is: id, revision, options, presets, rules, what it requires and replaces. Asked at start."""


@hookspec
def referee_table(options: "Options") -> "Table":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Seats in play order, teams, pack, cards in a full hand."""


@hookspec
def referee_dealing(options: "Options") -> "Dealing":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Packets of both stages, the turn-up and who gets it, the cut, the draw for the dealer."""


@hookspec
def referee_auction(options: "Options") -> "Auction":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Who may speak, what they may say, what comes of it."""


@hookspec
def referee_trump_modes(options: "Options") -> "Sequence[Mode]":  # type: ignore[empty-body]  # a specification has no body
    """Many, keyed by trump. Order and points of the cards, which suits ruff, where one must go higher."""


@hookspec
def referee_play(options: "Options") -> "PlayOwner":  # type: ignore[empty-body]  # a specification has no body
    """One owner. For each mode the judge of a hand and the duties that explain it."""


@hookspec
def referee_bonuses(options: "Options") -> "Sequence[Bonus]":  # type: ignore[empty-body]  # a specification has no body
    """Many. Functions from a tally to score items: last trick, capot, belote."""


@hookspec
def referee_settlement(options: "Options") -> "Settlement":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Converts, amends, judges, and writes the score items of a deal."""


@hookspec
def referee_match(options: "Options") -> "MatchRules":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Totals, end, winner and next dealer after each deal."""
