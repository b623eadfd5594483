"""Counts legal continuations of a record, for comparison with numbers that somebody trusts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from referee.judge import bid_ranges, choices
from referee.model.action import Action, Bid
from referee.model.deal import Deal
from referee.model.position import Phase, Position
from referee.model.ruling import Ruling
from referee.notation import action_text
from referee.replay import replay_clean
from referee.ruleset import Ruleset

_WIDEST: Final = 10_000


def perft(ruleset: Ruleset, deal: Deal, depth: int) -> int:
    """How many sequences of so many legal actions follow a record; words over cards are not told apart.

    Raises Refused for a record that breaks a rule, ValueError where a hand is hidden or bids have no highest.
    """
    return sum(divide(ruleset, deal, depth).values()) if depth else 1


def divide(ruleset: Ruleset, deal: Deal, depth: int) -> dict[str, int]:
    """The count of ``perft`` by the first action, to find the one behind which two counts part."""
    if depth < 1:
        raise ValueError("a count is divided by its first action, so there must be one")
    position = replay_clean(ruleset, deal)
    return {action_text(action): _count(ruleset, position, action, depth - 1) for action in _legal(ruleset, position)}


def _count(ruleset: Ruleset, before: Position, action: Action, depth: int) -> int:
    if not depth:
        return 1
    position = replay_clean(ruleset, replace(before.deal, actions=(*before.deal.actions, action)))
    if depth == 1:
        return sum(1 for _ in _legal(ruleset, position))
    return sum(_count(ruleset, position, one, depth - 1) for one in _legal(ruleset, position))


def _legal(ruleset: Ruleset, position: Position) -> Iterator[Action]:
    """Every legal action, each numbered bid one of its own; nothing follows the end of a deal."""
    if position.hand_hidden:
        raise ValueError("the hand of the seat to act is hidden, so nobody can count what it may play")
    if position.phase is Phase.FINISHED:
        return
    for one in choices(ruleset, position):
        if one.judgement.ruling is Ruling.LEGAL:
            yield one.action
    for bids in bid_ranges(ruleset, position):
        if bids.maximum is None or (bids.maximum - bids.minimum) // bids.step > _WIDEST:
            raise ValueError(f"bids at {bids.trump.name} have no highest, so nobody can count them")
        for points in range(bids.minimum, bids.maximum + 1, bids.step):
            yield Bid(bids.trump, points, position.turn)
