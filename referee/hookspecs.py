"""Every hook on one page: what a feature may bring to a ruleset.

A feature is one object whose methods are marked with ``hookimpl``; each may leave out arguments that it does not read.
Hooks run only while a ruleset is composed, each once, in the order of this page; what they return is frozen and judges
every request after that. *One owner* points have one holder in a ruleset: who claims a held one lists it under
``replaces``. *Many* points are gathered from all features in use, the base's first.
The arguments: ``options``, the values in force, read by type; ``table``, who sits where, as composed; ``modes``, the
trumps that can be played, as composed. docs/plugins.md has an example of each, and each of them is a test.
"""

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from referee.model.trump import Trump
    from referee.rules.auction import Auction
    from referee.rules.bonuses import Bonus
    from referee.rules.dealing import Dealing
    from referee.rules.declarations import Contest, DeclarationKind
    from referee.rules.exchange import Exchange
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
    """Who the feature is: id, revision, options, presets, rules, terms, steps, what it requires and replaces.

    Asked once, when the server starts.
    """


@hookspec
def referee_table(options: "Options") -> "Table":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Seats in the order of play, the team of each, the pack."""


@hookspec
def referee_dealing(options: "Options", table: "Table") -> "Dealing":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Packets of both stages, the turn-up and who gets it, the cut, the draw for the dealer."""


@hookspec
def referee_trump_modes(options: "Options", table: "Table") -> "Sequence[Mode]":  # type: ignore[empty-body]  # a specification has no body
    """Many, keyed by trump. Order and points of the cards, which suits ruff, where one must go higher."""


@hookspec
def referee_auction(options: "Options", table: "Table", modes: "Mapping[Trump, Mode]") -> "Auction":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Who may speak, what they may say, what comes of it."""


@hookspec
def referee_exchange(options: "Options", table: "Table") -> "Sequence[Exchange]":  # type: ignore[empty-body]  # a specification has no body
    """Many, keyed by the id of their custom action. Swaps and discards between the auction and the first lead."""


@hookspec
def referee_play(options: "Options", table: "Table") -> "PlayOwner":  # type: ignore[empty-body]  # a specification has no body
    """One owner. For each mode the judge of a hand and the duties that explain it; the law of belote."""


@hookspec
def referee_declarations(options: "Options", table: "Table") -> "Sequence[DeclarationKind]":  # type: ignore[empty-body]  # a specification has no body
    """Many, keyed by kind. Which combinations may be declared with a first card, and where a hand has them."""


@hookspec
def referee_declaration_contest(options: "Options", table: "Table") -> "Contest":  # type: ignore[empty-body]  # a specification has no body
    """One owner, needed where there are declarations. What may be said together, and what scores."""


@hookspec
def referee_bonuses(options: "Options", table: "Table") -> "Sequence[Bonus]":  # type: ignore[empty-body]  # a specification has no body
    """Many. Functions from a tally to score items: last trick, capot, belote, declarations."""


@hookspec
def referee_settlement(options: "Options", table: "Table") -> "Settlement":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Converts, amends, judges, and writes the score items of a deal."""


@hookspec
def referee_match(options: "Options", table: "Table") -> "MatchRules":  # type: ignore[empty-body]  # a specification has no body
    """One owner. Totals, end, winner and next dealer after each deal."""
