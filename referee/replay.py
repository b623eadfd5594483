"""Deal → position, or the first action that breaks a rule. Nothing else makes a position.

Invariants after every step: each card of the pack is in one place; a trick has one card a seat; points captured, held
and on the table add up to the pack's.
"""

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple, cast

from referee.dealt import Holdings, check_cards, holdings, no_seat, turned_card
from referee.judge import Standing, judge_action, judge_card, unknown_step, violations
from referee.model.action import Action, Call, Custom, Play
from referee.model.card import SUIT_MASK_OF, Card, cards_of
from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.position import Phase, Position
from referee.model.refusal import Reason, Refused, bad_field
from referee.model.ruling import Fault, Judgement, OpenAction, Ruling
from referee.model.seat import Seat, Team
from referee.model.trick import Trick
from referee.model.words import CARD_WORDS, call_words
from referee.rules.play import ModePlay
from referee.ruleset import Ruleset


class Replayed(NamedTuple):
    """The position after the last sound action, the first fault if there is one, and what hidden hands leave open."""

    position: Position
    fault: Fault | None = None
    open_actions: tuple[OpenAction, ...] = ()


def replay(ruleset: Ruleset, deal: Deal) -> Replayed:
    """Follows a record from the deal to its last action, checking every step.

    Raises Refused, with paths that start inside the deal, when the record cannot be one: impossible cards, a seat that
    does not play, actions after the end.
    """
    check_cards(ruleset, deal)
    strangers = [
        bad_field(
            f"totals_in[{index}].team",
            Reason.SEAT_INVALID,
            "no such team at this table",
            "pas de telle équipe à cette table",
            team=team.name,
        )
        for index, team in enumerate(deal.totals_in)
        if team not in ruleset.table.sides
    ]
    if strangers:
        raise Refused.for_fields(strangers)
    if ruleset.table.size < len(Seat):
        bad = [
            no_seat(f"actions[{index}].seat", action.seat)
            for index, action in enumerate(deal.actions)
            if action.seat is not None and action.seat not in ruleset.table.place_of
        ]
        if bad:
            raise Refused.for_fields(bad)
    return _auction(ruleset, deal)


def replay_clean(ruleset: Ruleset, deal: Deal) -> Position:
    """The position of a record in which no action breaks a rule; raises Refused ILLEGAL_RECORD when one does."""
    replayed = replay(ruleset, deal)
    fault = replayed.fault
    if fault is None:
        return replayed.position
    first = fault.violations[0]
    raise Refused.for_field(
        f"actions[{fault.action_index}]",
        Reason.ILLEGAL_RECORD,
        f"this action broke {first.rule_id}: {first.message.en}",
        f"cette action enfreint {first.rule_id} : {first.message.fr}",
        action_index=fault.action_index,
        rule_id=first.rule_id,
    )


def advance(ruleset: Ruleset, before: Position, action: Action) -> tuple[Judgement, Position | None]:
    """The ruling on one more action of a clean record, and the position after it unless it is illegal.

    A card that a hidden hand can hold only if it broke a rule before is illegal: either it is not held, or the record
    is not clean; both are told. Raises Refused as ``judge_action`` does.
    """
    judgement = judge_action(ruleset, before, action)
    if judgement.ruling is Ruling.ILLEGAL:
        return judgement, None
    deal = before.deal
    position, fault, _ = replay(ruleset, replace(deal, actions=(*deal.actions, action)))
    if fault is None:
        return judgement, position
    what = CARD_WORDS[action.card] if isinstance(action, Play) else call_words(cast("Call", action))
    broken = ("play/not_held", *(one.rule_id for one in fault.violations))
    return Judgement(Ruling.ILLEGAL, violations(ruleset, broken, what)), None


def _auction(ruleset: Ruleset, deal: Deal) -> Replayed:
    auction, turned = ruleset.auction, turned_card(ruleset, deal)
    state = auction.start(deal.dealer, turned, deal.totals_in)
    outcome, fault, index = auction.outcome(state), None, 0
    for action in deal.actions:
        if outcome is not None or fault is not None:
            break
        may_act = auction.may_act(state)
        seat = may_act[0] if action.seat is None else action.seat
        if isinstance(action, Custom):
            raise unknown_step(f"actions[{index}].custom.id", action)
        if isinstance(action, Play):
            fault = Fault(index, seat, violations(ruleset, ("play/before_contract",), CARD_WORDS[action.card]))
        elif seat not in may_act:
            fault = Fault(index, seat, violations(ruleset, ("auction/out_of_turn",), call_words(action)))
        elif objections := auction.objections(state, seat, action):
            fault = Fault(index, seat, violations(ruleset, objections, call_words(action)))
        else:
            state = auction.apply(state, seat, action)
            outcome = auction.outcome(state)
            index += 1
    contract = outcome.contract if outcome is not None else None
    dealt = holdings(ruleset, deal, contract)
    if contract is not None:
        return _play(ruleset, deal, contract, dealt, index, turned)
    passed_out = outcome is not None
    if passed_out and index < len(deal.actions):
        raise _after_the_end(index)
    table = ruleset.table
    may_act = () if passed_out else auction.may_act(state)
    position = Position(
        deal=deal,
        phase=Phase.FINISHED if passed_out else Phase.AUCTION,
        turn=may_act[0] if may_act else None,
        may_act=may_act,
        contract=None,
        passed_out=passed_out,
        turn_up=turned,
        held=dict(zip(table.seats, dealt.known, strict=True)),
        hidden=dict(zip(table.seats, dealt.unknown, strict=True)),
        pool=dealt.pool,
        tricks=(),
        points=dict.fromkeys(table.sides, 0),
        shown={},
        belotes=(),
        auction_state=state,
    )
    return Replayed(position, fault)


def _after_the_end(index: int) -> Refused:
    return Refused.for_field(
        f"actions[{index}]",
        Reason.DEAL_FINISHED,
        "the deal was over before this action",
        "la donne était terminée avant cette action",
        action_index=index,
    )


def _attribute(ruleset: Ruleset, deal: Deal, play: ModePlay, dealt: Holdings, start: int, leader: int) -> None:
    """Gives every hidden card that the record plays to the hand it came from, and then what that leaves certain."""
    beats, size = play.mode.beats, ruleset.table.size
    table: list[Card] = []
    best = 0
    place = master = leader
    for action in deal.actions[start:]:
        if not isinstance(action, Play) or action.seat not in (None, ruleset.table.seats[place]):
            break  # out of turn: whose card it was is not for the order of play to say
        card = action.card
        if card & dealt.pool and dealt.unknown[place]:
            dealt.known[place] |= card
            dealt.unknown[place] -= 1
            dealt.pool &= ~card
        elif not card & dealt.known[place]:
            break
        if not table or card & beats[best]:
            best, master = card, place
        table.append(card)
        place = (place + 1) % size
        if len(table) == size:
            table, place = [], master
    hidden = [place for place, count in enumerate(dealt.unknown) if count]
    if len(hidden) == 1 and dealt.unknown[hidden[0]] == dealt.pool.bit_count():
        dealt.known[hidden[0]] |= dealt.pool
        dealt.unknown[hidden[0]], dealt.pool = 0, 0


def _play(ruleset: Ruleset, deal: Deal, contract: Contract, dealt: Holdings, start: int, turned: Card) -> Replayed:
    assert contract.trump is not None  # an auction leaves none open
    table, play = ruleset.table, ruleset.play[contract.trump]
    seats = table.seats
    leader = (table.place_of[deal.dealer] + 1) % table.size
    if any(dealt.unknown):
        _attribute(ruleset, deal, play, dealt, start, leader)
    tricks, turn, points, shown, fault, open_actions = _follow(ruleset, deal, play, dealt, start, leader)
    position = Position(
        deal=deal,
        phase=Phase.PLAY if turn is not None else Phase.FINISHED,
        turn=turn,
        may_act=() if turn is None else (turn,),
        contract=contract,
        passed_out=False,
        turn_up=turned,
        held=dict(zip(seats, dealt.known, strict=True)),
        hidden=dict(zip(seats, dealt.unknown, strict=True)),
        pool=dealt.pool,
        tricks=tricks,
        points=points,
        shown=shown,
        belotes=ruleset.belote.on_table(shown, play.mode, ruleset.table) if shown else (),
    )
    return Replayed(position, fault, open_actions)


_card_of: Callable[[Play], Card] = attrgetter("card")
_seat_of: Callable[[Play], Seat | None] = attrgetter("seat")
_is_silent: Callable[[Play], bool] = attrgetter("silent")


class _Followed(NamedTuple):
    tricks: tuple[Trick, ...]
    turn: Seat | None
    points: dict[Team, int]
    shown: dict[Card, tuple[Seat, bool]]
    fault: Fault | None
    open_actions: tuple[OpenAction, ...]


def _follow(ruleset: Ruleset, deal: Deal, play: ModePlay, dealt: Holdings, start: int, leader: int) -> _Followed:
    """Plays the record's cards out of the holdings, trick by trick, until they end or one breaks a rule.

    The inner loop is what a whole record costs: a card that is held, silent and allowed passes it with no call but
    the judge's, or none where following is enough; everything else is left to ``judge_card``.
    """
    table, mode, judge = ruleset.table, play.mode, play.judge
    seats, size, teams, partners = table.seats, table.size, table.teams, table.partners
    beats, worth, suit_mask = mode.beats, mode.worth, SUIT_MASK_OF
    held, unknown = dealt.known, dealt.unknown
    tricks: list[Trick] = []
    points = dict.fromkeys(table.sides, 0)
    shown: dict[Card, tuple[Seat, bool]] = {}
    open_actions: list[OpenAction] = []
    fault: Fault | None = None
    actions = deal.actions[start:]
    kinds = list(map(type, actions))
    if kinds.count(Play) < len(kinds):
        actions = actions[: next(index for index, kind in enumerate(kinds) if kind is not Play)]
    plays = cast("tuple[Play, ...]", actions)
    cards, named = list(map(_card_of, plays)), list(map(_seat_of, plays))
    loud = 0 if all(map(_is_silent, plays)) else cards_of(action.card for action in plays if not action.silent)
    belote_cards, follows_freely = mode.belote_cards, play.follows_freely
    index, hands_left, whole, mover = 0, ruleset.dealing.hand_size, True, leader
    while whole and hands_left:
        order = table.around[leader]
        names = named[index : index + size]
        if names != table.unnamed and names != table.named[leader]:
            names = names[: _in_turn(names, table.named[leader])]
        led, best, master, value, first = 0, 0, leader, 0, index
        for place, card in zip(order, cards[index : index + len(names)], strict=False):
            hand = held[place]
            if (
                not card & hand
                or unknown[place]
                or card & loud
                or (
                    led
                    and not card & led & follows_freely
                    and not card & judge(hand, led, best, partners[place][master])[0]
                )
            ):
                with_partner = bool(led) and partners[place][master]
                standing = Standing(
                    play, seats[place], hand, unknown[place], dealt.pool, led, best, with_partner, shown
                )
                judgement = judge_card(ruleset, standing, plays[index])
                if judgement.ruling is Ruling.ILLEGAL:
                    fault = Fault(start + index, seats[place], judgement.violations)
                    break
                if judgement.open_rules:
                    open_actions.append(OpenAction(start + index, judgement.open_rules))
            if card & belote_cards:
                shown[card] = (seats[place], plays[index].says_belote)
            held[place] = hand ^ card
            value += worth[card]
            if not led:
                led, best = suit_mask[card], card
            elif card & beats[best]:
                best, master = card, place
            index += 1
        whole = index - first == size
        if whole:
            hands_left -= 1
            points[teams[master]] += value
        if index > first:
            trick = tuple(cards[first:index])
            tricks.append(Trick(seats[leader], trick, seats[master], whole, value, not hands_left))
        leader = mover = master if whole else order[index - first]
    if fault is None and start + index < len(deal.actions):
        if not hands_left:
            raise _after_the_end(start + index)
        fault = _wrong_action(ruleset, deal, start + index, seats[mover])
    turn = seats[mover] if hands_left else None
    return _Followed(tuple(tricks), turn, points, shown, fault, tuple(open_actions))


def _in_turn(names: list[Seat | None], expected: list[Seat | None]) -> int:
    """How many of the named seats are those whose turn it is, up to the first that is not."""
    for index, (name, seat) in enumerate(zip(names, expected, strict=False)):
        if name is not None and name is not seat:
            return index
    return len(names)


def _wrong_action(ruleset: Ruleset, deal: Deal, index: int, turn: Seat) -> Fault:
    action = deal.actions[index]
    seat = turn if action.seat is None else action.seat
    if isinstance(action, Custom):
        raise unknown_step(f"actions[{index}].custom.id", action)
    if isinstance(action, Play):
        return Fault(index, seat, violations(ruleset, ("play/out_of_turn",), CARD_WORDS[action.card]))
    return Fault(index, seat, violations(ruleset, ("auction/over",), call_words(action)))
