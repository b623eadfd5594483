"""The model to messages."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from belote.referee.v1 import (
    card_pb2,
    deal_pb2,
    error_reason_pb2,
    position_pb2,
    referee_service_pb2,
    ruleset_pb2,
    score_pb2,
)

from referee.model.action import Action, Bid, Coinche, Custom, Declaration, Pass, Play, Surcoinche, Take
from referee.model.card import NUMBER_OF, Card, Cards, cards_in
from referee.model.contract import Contract
from referee.model.deal import Deal, RulesetChoice
from referee.model.event import Event
from referee.model.kept import Kept
from referee.model.position import DeclarationStatus, Phase, Position
from referee.model.refusal import BadField
from referee.model.ruling import BidRange, Choice, Fault, OpenAction, Ruling, Violation
from referee.model.score import LineKind, ScoreLine, ScoreSheet
from referee.model.seat import Seat, Team
from referee.model.trick import Trick
from referee.rules.ranking import LAST_TRICK
from referee.rules.table import Table
from referee.ruleset import Ruleset, Value

# The stubs want each enum's own type; the model's numbers are the wire's by definition, and a test compares them.
NOBODY: Final[Any] = card_pb2.TEAM_NOBODY


def numbers(cards: Iterable[Card]) -> list[Any]:
    """Wire numbers of the given cards, in their order."""
    return list(map(NUMBER_OF.__getitem__, cards))


def set_numbers(cards: Cards) -> list[Any]:
    """Wire numbers of a set of cards."""
    return list(map(NUMBER_OF.__getitem__, cards_in(cards)))


def rule_option(name: str, value: Value) -> ruleset_pb2.RuleOption:
    """An option with its value, by kind."""
    if isinstance(value, bool):
        return ruleset_pb2.RuleOption(name=name, flag=value)
    if isinstance(value, int):
        return ruleset_pb2.RuleOption(name=name, number=value)
    return ruleset_pb2.RuleOption(name=name, choice=value)


def choice(asked: RulesetChoice) -> ruleset_pb2.Ruleset:
    """The rules as they were asked for."""
    options = [rule_option(name, value) for name, value in asked.options]
    return ruleset_pb2.Ruleset(preset=asked.preset, features=asked.features, options=options)


def info(ruleset: Ruleset, *, full: bool) -> ruleset_pb2.RulesetInfo:
    """Which rules an answer was given under; with every value in force when full."""
    return ruleset_pb2.RulesetInfo(
        preset=ruleset.preset,
        features=[ruleset_pb2.FeatureRevision(id=name, revision=revision) for name, revision in ruleset.features],
        fingerprint=ruleset.fingerprint,
        options=[rule_option(name, value) for name, value in ruleset.values.items()] if full else [],
    )


def team_points(points: Mapping[Team, int]) -> list[card_pb2.TeamPoints]:
    """Points by team, zeros included."""
    return [card_pb2.TeamPoints(team=_any(team), points=number) for team, number in points.items()]


def _any(number: int) -> Any:
    return int(number)


def set_target(message: Any, target: int | str | None) -> None:
    """Fills the target of a bid or a contract."""
    if isinstance(target, int):
        message.points = target
    elif target is not None:
        getattr(message, target).SetInParent()


def contract(made: Contract) -> deal_pb2.Contract:
    """A settled contract."""
    message = deal_pb2.Contract()
    write_contract(message, made)
    return message


def write_contract(message: deal_pb2.Contract, made: Contract) -> None:
    """A settled contract, filled into an empty message."""
    message.taker = _any(made.taker or 0)
    message.team = _any(made.team)
    message.trump = _any(made.trump or 0)
    message.doubling = _any(made.doubling)
    message.multiplier = made.multiplier
    if made.terms:
        message.terms.extend(made.terms)
    set_target(message, made.target)


def declaration(said: Declaration) -> deal_pb2.Declaration:
    """A combination, with its cards as far as they are shown."""
    return deal_pb2.Declaration(kind=said.kind, cards=numbers(said.cards))


def action(done: Action) -> deal_pb2.PlayerAction:
    """One action of a player."""
    seat = _any(done.seat or 0)
    match done:
        case Play():
            message = deal_pb2.PlayerAction(seat=seat, play=_any(NUMBER_OF[done.card]), says_belote=done.says_belote)
            message.declarations.extend(declaration(one) for one in done.declarations)
            return message
        case Custom():
            options = [rule_option(name, value) for name, value in done.options]
            step = deal_pb2.CustomAction(id=done.id, cards=numbers(done.cards), options=options)
            return deal_pb2.PlayerAction(seat=seat, custom=step)
        case Pass():
            call = deal_pb2.Call(passed=deal_pb2.Pass())
        case Take():
            call = deal_pb2.Call(take=deal_pb2.Take(trump=_any(done.trump)))
        case Bid():
            bid = deal_pb2.Bid(trump=_any(done.trump))
            set_target(bid, done.target)
            call = deal_pb2.Call(bid=bid)
        case Coinche():
            call = deal_pb2.Call(coinche=deal_pb2.Coinche())
        case Surcoinche():
            call = deal_pb2.Call(surcoinche=deal_pb2.Surcoinche())
    return deal_pb2.PlayerAction(seat=seat, call=call)


def deal(record: Deal) -> deal_pb2.Deal:
    """A record."""
    message = deal_pb2.Deal(
        ruleset=choice(record.choice),
        dealer=_any(record.dealer),
        deck=numbers(record.deck),
        hands=[deal_pb2.Hand(seat=_any(seat), cards=numbers(cards)) for seat, cards in record.hands.items()],
        turn_up=_any(NUMBER_OF[record.turn_up] if record.turn_up else 0),
        actions=[action(one) for one in record.actions],
        totals_in=team_points(record.totals_in),
        last_deal=record.last_deal,
        seal=record.seal,
    )
    if record.reserve_in is not None:
        message.reserve_in = record.reserve_in
    return message


@lru_cache(maxsize=8192)
def violation(found: Violation, language: str) -> position_pb2.Violation:
    """A rule that objects, in the caller's language; shared, so never to be changed."""
    return position_pb2.Violation(
        rule_id=found.rule_id,
        statement=found.rule.statement(language),
        message=found.message(language),
        cards=numbers(found.cards),
    )


def offered(found: Choice, language: str) -> position_pb2.Choice:
    """Something a seat could do, and the ruling on it; shared, so never to be changed."""
    key = (id(found), language)
    known = _OFFERED.get(key)
    if known is None:
        message = _choice(found, language)
        if not _comes_again(found):
            return message
        known = _OFFERED.keep(key, (found, message))
    return known[1]


def _choice(found: Choice, language: str) -> position_pb2.Choice:
    return position_pb2.Choice(
        action=action(found.action),
        ruling=_any(found.judgement.ruling),
        violations=[violation(one, language) for one in found.judgement.violations],
        may_say_belote=found.may_say_belote,
        declarations=[declaration(one) for one in found.declarations],
    )


def _comes_again(found: Choice) -> bool:
    """The judge has one object for this choice; calls, steps and what is declared are made anew each time."""
    return isinstance(found.action, Play) and not found.declarations


@lru_cache(maxsize=64)
def turn(first: Seat | None, may_act: tuple[Seat, ...]) -> bytes:
    """A serialised answer that names who may act and nothing else."""
    return referee_service_pb2.ListLegalActionsResponse(
        turn=_any(first or 0), may_act=[_any(seat) for seat in may_act]
    ).SerializeToString()


def listed(found: Choice, language: str) -> bytes:
    """A serialised answer that lists this choice and nothing else; joined, such parts are one whole answer."""
    key = (id(found), language)
    known = _LISTED.get(key)
    if known is None:
        messages = [_choice(found, language)]
        legal = found.judgement.ruling is Ruling.LEGAL
        part = referee_service_pb2.ListLegalActionsResponse(
            legal=messages if legal else (), refused=() if legal else messages
        )
        if not _comes_again(found):
            return part.SerializeToString()
        known = _LISTED.keep(key, (found, part.SerializeToString()))
    return known[1]


OFFERED_KEPT: Final = 16384
_OFFERED: Final[Kept[tuple[int, str], tuple[Choice, position_pb2.Choice]]] = Kept(OFFERED_KEPT)
_LISTED: Final[Kept[tuple[int, str], tuple[Choice, bytes]]] = Kept(OFFERED_KEPT)
"""Messages by the identity of what they say, which each entry keeps alive; hashing it would cost what this saves."""


def bid_range(found: BidRange) -> position_pb2.BidRange:
    """Numbered bids at one trump."""
    message = position_pb2.BidRange(trump=_any(found.trump), min=found.minimum, step=found.step)
    if found.maximum is not None:
        message.max = found.maximum
    return message


def fault(found: Fault, language: str) -> position_pb2.Fault:
    """The first past action that broke a rule."""
    return position_pb2.Fault(
        action_index=found.action_index,
        seat=_any(found.seat),
        violations=[violation(one, language) for one in found.violations],
    )


def open_action(found: OpenAction) -> position_pb2.UndeterminedAction:
    """A past action on which hidden hands leave rules open."""
    return position_pb2.UndeterminedAction(action_index=found.action_index, rule_ids=found.rule_ids)


def trick(table: Table, played: Trick, language: str) -> position_pb2.Trick:
    """One trick, with the ten of the last."""
    message = position_pb2.Trick(
        leader=_any(played.leader),
        cards=numbers(played.cards),
        winner=_any(played.winner),
        complete=played.complete,
        points=played.points,
    )
    if played.last:
        team = table.team_of(played.winner)
        line = ScoreLine(team, LineKind.LAST_TRICK, LAST_TRICK, "score/last_trick")
        message.bonuses.add(**score_line(line, language))
    return message


def position(ruleset: Ruleset, at: Position, language: str) -> position_pb2.Position:
    """The table after the last action."""
    table = ruleset.table.playing(at.contract.taker if at.contract is not None else None)
    message = position_pb2.Position(
        phase=_any(at.phase),
        turn=_any(at.turn or 0),
        may_act=[_any(seat) for seat in at.may_act],
        turn_up=_any(NUMBER_OF[at.turn_up] if at.turn_up else 0),
        hands=[deal_pb2.Hand(seat=_any(seat), cards=set_numbers(held)) for seat, held in at.held.items() if held],
        hidden=[card_pb2.SeatCount(seat=_any(seat), count=count) for seat, count in at.hidden.items() if count],
        tricks=[trick(table, one, language) for one in at.tricks],
        points=team_points(at.points),
        belotes=[
            position_pb2.BeloteStatus(
                seat=_any(one.seat),
                suit=_any(one.suit),
                belote_said=one.belote_said,
                rebelote_said=one.rebelote_said,
                counted=one.scores,
                rule_id=one.rule_id if one.complete else "",
            )
            for one in at.belotes
        ],
        hand_hidden=at.hand_hidden,
        declarations=[declared(one) for one in at.declarations],
    )
    made = ruleset.auction.standing(at.auction_state) if at.phase is Phase.AUCTION else at.contract
    if made is not None:
        message.contract.CopyFrom(contract(made))
    return message


def declared(status: DeclarationStatus) -> position_pb2.DeclarationStatus:
    """A declaration and what has become of it."""
    message = position_pb2.DeclarationStatus(
        seat=_any(status.seat), declaration=declaration(status.declaration), shown=status.shown
    )
    if status.counts is not None:
        message.counted = status.counts
    if status.points is not None:
        message.points = status.points
    return message


def event(found: Event) -> position_pb2.Event:
    """What an action brought about."""
    message = position_pb2.Event(
        kind=_any(found.kind),
        custom_kind=found.custom,
        seat=_any(found.seat or 0),
        team=_any(found.team or 0),
        cards=numbers(found.cards),
        declarations=[declaration(one) for one in found.declarations],
    )
    if found.points is not None:
        message.points = found.points
    return message


def score_line(line: ScoreLine, language: str) -> dict[str, Any]:
    """The fields of one line of a score sheet, to be added where it belongs: a message made apart would be copied."""
    team, kind, points, rule_id, note, custom = line
    fields = {"team": team, "kind": kind, "points": points, "rule_id": rule_id}
    if note.en:
        fields["note"] = note(language)
    if custom:
        fields["custom_kind"] = custom
    return fields


def write_sheet(message: score_pb2.ScoreSheet, found: ScoreSheet, rules: bytes, language: str) -> None:
    """What each side made and writes, filled into an empty sheet; ``rules`` is the serialised RulesetInfo."""
    message.outcome = _any(found.outcome)
    message.capot = NOBODY if found.capot is None else _any(found.capot)
    message.winner = NOBODY if found.winner is None else _any(found.winner)
    message.ruleset.MergeFromString(rules)
    message.unit = found.unit
    message.reserve_in = found.reserve_in
    message.reserve_out = found.reserve_out
    if found.custom:
        message.custom_outcome = found.custom
    for line in found.counted:
        message.counted.add(**score_line(line, language))
    for line in found.written:
        message.written.add(**score_line(line, language))
    for team, points in found.totals.items():
        message.totals.add(team=_any(team), points=points)
    message.tolerance_used.extend(_any(team) for team in found.tolerance_used)
    if found.contract is not None:
        write_contract(message.contract, found.contract)


def field_error(found: BadField, language: str) -> error_reason_pb2.FieldError:
    """A faulty field, for a question of a batch."""
    return error_reason_pb2.FieldError(
        path=found.path,
        reason=error_reason_pb2.ErrorReason.Value(f"ERROR_REASON_{found.reason}"),
        message=found.description(language),
    )
