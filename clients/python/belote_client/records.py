"""What a client tells of a deal: its record, or what a table counted of it."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from belote_client import words
from belote_client.actions import ActionLike, action
from belote_client.messages import (
    Capot,
    Card,
    Deal,
    Draw,
    Generale,
    Hand,
    Seat,
    Tally,
    Team,
    TeamCount,
    TeamPoints,
)
from belote_client.rules import RulesetLike, ruleset
from belote_client.words import CardLike, CardsLike, DoublingLike, SeatLike, TeamLike, TrumpLike

# The two mappings of each are not one, since a dict of words is no mapping of words and numbers to a type checker.
HandsLike: TypeAlias = Mapping[str, CardsLike] | Mapping[Seat.ValueType, CardsLike] | Iterable[Hand]
"""Hands by seat: ``{"south": "JH 9H KC"}``."""
DrawsLike: TypeAlias = Mapping[str, CardLike] | Mapping[Seat.ValueType, CardLike] | Iterable[Draw]
"""Cards drawn by seat: ``{"south": "KH", "east": "7C"}``."""
PointsLike: TypeAlias = Mapping[str, int] | Mapping[Team.ValueType, int] | Iterable[TeamPoints]
"""Points by team: ``{"south_north": 94}``."""
CountsLike: TypeAlias = Mapping[str, int] | Mapping[Team.ValueType, int] | Iterable[TeamCount]
"""Numbers of things by team: ``{"south_north": 1}``."""


def record(
    rules: RulesetLike,
    *,
    dealer: SeatLike,
    deck: CardsLike = (),
    hands: HandsLike = (),
    turn_up: CardLike | None = None,
    actions: Iterable[ActionLike] = (),
    reserve_in: int | None = None,
    totals_in: PointsLike = (),
    last_deal: bool = False,
) -> Deal:
    """The record of a deal: the rules, the cards as far as they are known, and the actions so far in order.

    The cards are the whole ``deck`` in dealing order, or those ``hands`` that are known, ``{"south": "JH 9H KC ..."}``,
    each with all cards the seat has received so far, and the ``turn_up``. Raises ValueError for a text that means
    nothing.
    """
    return Deal(
        ruleset=ruleset(rules),
        dealer=words.seat(dealer),
        deck=words.cards(deck),
        hands=hands_of(hands),
        turn_up=Card.CARD_UNSPECIFIED if turn_up is None else words.card(turn_up),
        actions=[action(one) for one in actions],
        reserve_in=reserve_in,
        totals_in=points_of(totals_in),
        last_deal=last_deal,
    )


def tally(
    *,
    taker: TeamLike | None = None,
    trump: TrumpLike | None = None,
    target: int | str | None = None,
    doubling: DoublingLike | None = None,
    card_points: PointsLike = (),
    last_trick: TeamLike | None = None,
    tricks: CountsLike = (),
    capot: TeamLike | None = None,
    belotes: CountsLike = (),
    declarations: PointsLike = (),
    solo: bool = False,
    passed_out: bool = False,
    last_deal: bool = False,
) -> Tally:
    """What a table counted of a deal played with real cards.

    Points and counts are told by team: ``card_points={"south_north": 94}, belotes={"east_west": 1}``; the card points
    are without the last trick's ten. Raises ValueError for a text that means nothing.
    """
    told = Tally(
        taker=words.team(taker),
        trump=words.trump(trump),
        doubling=words.doubling(doubling),
        card_points=points_of(card_points),
        last_trick=words.team(last_trick),
        tricks=counts_of(tricks),
        capot=words.team(capot),
        belotes=counts_of(belotes),
        declarations=points_of(declarations),
        solo=solo,
        passed_out=passed_out,
        last_deal=last_deal,
    )
    match target:
        case None:
            pass
        case "capot":
            told.target_capot.CopyFrom(Capot())
        case "generale":
            told.target_generale.CopyFrom(Generale())
        case int():
            told.target_points = target
        case _:
            raise ValueError(f"{target!r} is no target: it can be points, capot or generale")
    return told


def hands_of(hands: HandsLike) -> list[Hand]:
    """Hands by seat, as the contract has them."""
    if isinstance(hands, Mapping):
        return [Hand(seat=words.seat(seat), cards=words.cards(held)) for seat, held in hands.items()]
    return list(hands)


def draws_of(draws: DrawsLike) -> list[Draw]:
    """Cards drawn for the deal, by seat, as the contract has them."""
    if isinstance(draws, Mapping):
        return [Draw(seat=words.seat(seat), card=words.card(drawn)) for seat, drawn in draws.items()]
    return list(draws)


def points_of(points: PointsLike) -> list[TeamPoints]:
    """Points by team, as the contract has them."""
    if isinstance(points, Mapping):
        return [TeamPoints(team=words.team(team), points=made) for team, made in points.items()]
    return list(points)


def counts_of(counts: CountsLike) -> list[TeamCount]:
    """Numbers of things by team, as the contract has them."""
    if isinstance(counts, Mapping):
        return [TeamCount(team=words.team(team), count=number) for team, number in counts.items()]
    return list(counts)
