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
from referee.model.card import NUMBER_OF, PACK, Card, Cards, cards_in
from referee.model.contract import Contract
from referee.model.deal import Deal, RulesetChoice
from referee.model.event import Event
from referee.model.position import DeclarationStatus, Phase, Position
from referee.model.refusal import BadField
from referee.model.rule import Rule
from referee.model.ruling import LEGAL, BidRange, Choice, Fault, OpenAction, Ruling, Violation
from referee.model.score import LineKind, ScoreLine, ScoreSheet
from referee.model.seat import Seat, Team
from referee.model.trick import Trick
from referee.rules.ranking import LAST_TRICK
from referee.rules.table import Table
from referee.ruleset import Ruleset, Value
from referee.wire.raw import framed

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
    """One action of a player; may be shared, so never to be changed."""
    return _bare_play(done.card, done.seat) if isinstance(done, Play) and done.silent else _action(done)


@lru_cache(maxsize=256)
def _bare_play(card: Card, seat: Seat | None) -> deal_pb2.PlayerAction:
    return _action(Play(card, seat=seat))


def _action(done: Action) -> deal_pb2.PlayerAction:
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


def violation(found: Violation, language: str) -> position_pb2.Violation:
    """A rule that objects, in the caller's language."""
    return position_pb2.Violation(
        rule_id=found.rule_id,
        statement=found.rule.statement(language),
        message=found.message(language),
        cards=numbers(found.cards),
    )


def offered(found: Choice, language: str) -> position_pb2.Choice:
    """Something a seat could do, and the ruling on it; may be shared, so never to be changed."""
    done = found.action
    if found.judgement is LEGAL and isinstance(done, Play) and done.silent and not found.declarations:
        return _legal_card(done.card, done.seat, say=found.may_say_belote)
    return _choice(found, language)


@lru_cache(maxsize=512)
def _legal_card(card: Card, seat: Seat | None, *, say: bool) -> position_pb2.Choice:
    return _choice(Choice(Play(card, seat=seat), LEGAL, may_say_belote=say), "")


def _choice(found: Choice, language: str) -> position_pb2.Choice:
    return position_pb2.Choice(
        action=action(found.action),
        ruling=_any(found.judgement.ruling),
        violations=[violation(one, language) for one in found.judgement.violations],
        may_say_belote=found.may_say_belote,
        declarations=[declaration(one) for one in found.declarations],
    )


@lru_cache(maxsize=64)
def turn(first: Seat | None, may_act: tuple[Seat, ...]) -> bytes:
    """A serialised answer that names who may act and nothing else."""
    return referee_service_pb2.ListLegalActionsResponse(
        turn=_any(first or 0), may_act=[_any(seat) for seat in may_act]
    ).SerializeToString()


def listed(turn: bytes, found: Iterable[Choice], rest: bytes, language: str) -> bytes:
    """The serialised answer that lists these choices between what is serialised already."""
    legal, refused = [turn], []
    for one in found:
        if one.judgement.ruling is not Ruling.LEGAL:
            refused.append(refused_choice(one, language))
        elif isinstance(one.action, Play) and one.action.seat is not None and not one.declarations:
            legal.append((SAYABLE if one.may_say_belote else PLAYABLE)[one.action.seat][one.action.card])
        else:
            legal.append(framed(_LEGAL, offered(one, language).SerializeToString()))
    return b"".join((*legal, *refused, rest))


def refused_choice(found: Choice, language: str) -> bytes:
    """A serialised answer that lists this refused choice and nothing else, written without making its messages."""
    done = found.action
    # By equality a step whose option is 1 is the one whose option is true: steps are written anew.
    parts = [_done(done) if isinstance(done, Custom) else _done_before(done), _RULINGS[found.judgement.ruling]]
    for one in found.judgement.violations:
        message, cards = framed(_MESSAGE, one.message(language).encode()), bytes(map(NUMBER_OF.__getitem__, one.cards))
        about = _about(one.rule, language) + message
        parts.append(framed(_VIOLATIONS, about + framed(_CARDS, cards) if cards else about))
    return framed(_REFUSED, b"".join(parts))


def _done(done: Action) -> bytes:
    return framed(_ACTION, action(done).SerializeToString())


_done_before = lru_cache(maxsize=1024)(_done)


@lru_cache(maxsize=1024)
def _about(rule: Rule, language: str) -> bytes:
    """A serialised violation with all that is the same each time a rule is broken."""
    return position_pb2.Violation(rule_id=rule.id, statement=rule.statement(language)).SerializeToString()


def _number(kind: Any, name: str) -> int:
    number: int = kind.DESCRIPTOR.fields_by_name[name].number
    return number


_LEGAL: Final = _number(referee_service_pb2.ListLegalActionsResponse, "legal")
_REFUSED: Final = _number(referee_service_pb2.ListLegalActionsResponse, "refused")
_ACTION: Final = _number(position_pb2.Choice, "action")
_RULINGS: Final = {one: position_pb2.Choice(ruling=_any(one)).SerializeToString() for one in Ruling}
_VIOLATIONS: Final = _number(position_pb2.Choice, "violations")
_MESSAGE: Final = _number(position_pb2.Violation, "message")
_CARDS: Final = _number(position_pb2.Violation, "cards")

TURNS: Final = {seat: turn(seat, (seat,)) for seat in Seat}
"""A serialised answer that names a seat which alone may act, and nothing else."""


def _playable(*, may_say_belote: bool) -> dict[Seat, dict[Card, bytes]]:
    def part(seat: Seat, card: Card) -> bytes:
        choice = Choice(Play(card, seat=seat), LEGAL, may_say_belote=may_say_belote)
        return framed(_LEGAL, offered(choice, "").SerializeToString())

    return {seat: {card: part(seat, card) for card in PACK} for seat in Seat}


PLAYABLE: Final = _playable(may_say_belote=False)
"""For each seat and card a serialised answer that lists the card as legal and nothing else."""
SAYABLE: Final = _playable(may_say_belote=True)
"""The same of cards over which belote may be said."""


def _by_suit(parts: dict[Card, bytes]) -> tuple[tuple[bytes, ...], ...]:
    suits = [PACK[first : first + 8] for first in range(0, len(PACK), 8)]
    return tuple(
        tuple(b"".join([parts[card] for bit, card in enumerate(suit) if chosen >> bit & 1]) for chosen in range(256))
        for suit in suits
    )


ALL_PLAYABLE: Final = {seat: _by_suit(parts) for seat, parts in PLAYABLE.items()}
"""For each seat, and for each byte of a set of cards from the lowest on, the parts of all its cards, joined."""


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
        _write_line(message.bonuses.add(), line, language)
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


def _write_line(message: Any, line: ScoreLine, language: str) -> None:
    """One line, field by field: by names all at once it takes twice as long."""
    message.team, message.kind, message.points, message.rule_id, note, custom = line
    if note.en:
        message.note = note(language)
    if custom:
        message.custom_kind = custom


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
    for lines, told in ((found.counted, message.counted), (found.written, message.written)):
        for line in lines:
            _write_line(told.add(), line, language)
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
