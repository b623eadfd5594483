"""Deal → position, or the first action that breaks a rule. Nothing else makes a position.

Invariants after every step: each card of the pack is in one place; a trick has one card a seat; points captured, held
and on the table add up to the pack's.
"""

from typing import NamedTuple

from referee.dealt import Holdings, check_cards, holdings, no_seat, turned_card
from referee.judge import Standing, judge_card, unknown_step, violations
from referee.model.action import Custom, Play
from referee.model.card import SUIT_MASK_OF, Card
from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.position import Phase, Position
from referee.model.refusal import Reason, Refused
from referee.model.ruling import Fault, OpenAction, Ruling
from referee.model.seat import Seat
from referee.model.text import Text
from referee.model.trick import Trick
from referee.model.words import CARD_WORDS
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
            fault = Fault(index, seat, violations(ruleset, ("auction/out_of_turn",), _CALL))
        elif objections := auction.objections(state, seat, action):
            fault = Fault(index, seat, violations(ruleset, objections, _CALL))
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


_CALL = Text("this call", "cette annonce")


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
        if not isinstance(action, Play):
            break
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
    table, play = ruleset.table, ruleset.play[contract.trump]
    seats, size, around = table.seats, table.size, table.around
    mode = play.mode
    beats, worth, belote_cards = mode.beats, mode.worth, mode.belote_cards
    judge, partners, suit_mask = play.judge, table.partners, SUIT_MASK_OF
    leader = (table.place_of[deal.dealer] + 1) % size
    if any(dealt.unknown):
        _attribute(ruleset, deal, play, dealt, start, leader)
    held, unknown = dealt.known, dealt.unknown
    hands_left = ruleset.dealing.hand_size
    tricks: list[Trick] = []
    points = [0] * size
    shown: dict[Card, tuple[Seat, bool]] = {}
    open_actions: list[OpenAction] = []
    fault: Fault | None = None
    actions, index, count = deal.actions, start, len(deal.actions)
    cards: list[Card] = []
    order = around[leader]
    led, best, master, value = 0, 0, leader, 0
    while index < count:
        action = actions[index]
        if not hands_left:
            raise _after_the_end(index)
        place = order[len(cards)]
        if type(action) is not Play or (action.seat is not None and action.seat != seats[place]):
            fault = _wrong_action(ruleset, deal, index, seats[place])
            break
        card = action.card
        hand = held[place]
        clean = bool(card & hand) and not unknown[place]
        if clean and led:
            clean = bool(card & judge(hand, led, best, partners[place][master])[0])
        if not clean or card & belote_cards or action.says_belote or action.declarations:
            standing = Standing(
                play,
                seats[place],
                hand,
                unknown[place],
                dealt.pool,
                led,
                best,
                bool(led) and partners[place][master],
                shown,
            )
            judgement = judge_card(ruleset, standing, action)
            if judgement.ruling is Ruling.ILLEGAL:
                fault = Fault(index, seats[place], judgement.violations)
                break
            if judgement.open_rules:
                open_actions.append(OpenAction(index, judgement.open_rules))
            if card & belote_cards:
                shown[card] = (seats[place], action.says_belote)
        held[place] = hand & ~card
        cards.append(card)
        value += worth[card]
        if not led:
            led, best, master = suit_mask[card], card, place
        elif card & beats[best]:
            best, master = card, place
        index += 1
        if len(cards) == size:
            hands_left -= 1
            tricks.append(Trick(seats[order[0]], tuple(cards), seats[master], True, value, not hands_left))
            points[master] += value
            order, cards, led, best, value = around[master], [], 0, 0, 0
    if cards:
        tricks.append(Trick(seats[order[0]], tuple(cards), seats[master], False, value, False))
    finished = not hands_left
    turn = None if finished else seats[order[len(cards)]]
    by_team = dict.fromkeys(table.sides, 0)
    for place, won in enumerate(points):
        by_team[table.teams[place]] += won
    position = Position(
        deal=deal,
        phase=Phase.FINISHED if finished else Phase.PLAY,
        turn=turn,
        may_act=() if turn is None else (turn,),
        contract=contract,
        passed_out=False,
        turn_up=turned,
        held=dict(zip(seats, held, strict=True)),
        hidden=dict(zip(seats, unknown, strict=True)),
        pool=dealt.pool,
        tricks=tuple(tricks),
        points=by_team,
        shown=shown,
        belotes=ruleset.belote.on_table(shown, mode) if shown else (),
    )
    return Replayed(position, fault, tuple(open_actions))


def _wrong_action(ruleset: Ruleset, deal: Deal, index: int, turn: Seat) -> Fault:
    action = deal.actions[index]
    seat = turn if action.seat is None else action.seat
    if isinstance(action, Custom):
        raise unknown_step(f"actions[{index}].custom.id", action)
    if isinstance(action, Play):
        return Fault(index, seat, violations(ruleset, ("play/out_of_turn",), CARD_WORDS[action.card]))
    return Fault(index, seat, violations(ruleset, ("auction/over",), _CALL))
