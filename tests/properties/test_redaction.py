"""What one seat may see: nothing that is hidden from it, and no verdict that the whole truth would contradict."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from belote.referee.v1 import referee_service_pb2
from google.protobuf.message import Message

from referee.judge import choices, judge_action
from referee.model.action import Action, Pass, Play, Take
from referee.model.card import CARD_NAMED, PACK, PACK_32, Card, Cards, cards_of
from referee.model.position import Phase, Position
from referee.model.ruling import Ruling
from referee.model.seat import Seat
from referee.model.trump import Trump
from referee.redact import redact
from referee.replay import Replayed, replay
from referee.service import Service
from referee.tally import count, score
from referee.wire import encode
from tests.properties.random_deals import PORTIONS, RandomDeal, as_hands, portion_of_seeds, random_deal, told
from tests.properties.random_rules import RULESETS
from tests.properties.shown_cards import cards_in_text, cards_shown

WIRED_DEALS: Final = 10
"""One deal in so many is asked about over the wire as well."""
WHOLE_DEALS: Final = 50
"""One deal in so many is looked at from every seat after every action, every other one at some moment."""

rulings: Counter[str] = Counter()
"""Rulings on the cards of a seat that the viewer does not see."""


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_a_seat_sees_no_hidden_card_and_hears_no_untruth(portion: int) -> None:
    for seed in portion_of_seeds(portion, one_in=2):
        one = random_deal(seed)
        chance = random.Random(-seed)
        done = chance.randrange(len(one.moments))
        for viewer in chance.sample(list(Seat), 2):
            with told(one, done):
                check_view(one, done, viewer, by_hands=chance.random() < 0.3)
        with told(one, done):
            check_partial_knowledge(one, done, chance)


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_every_seat_after_every_action(portion: int) -> None:
    for seed in portion_of_seeds(portion, one_in=WHOLE_DEALS):
        one = random_deal(seed)
        for done in range(len(one.moments)):
            for viewer in Seat:
                with told(one, done):
                    check_view(one, done, viewer, by_hands=False)


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_no_answer_over_the_wire_shows_a_hidden_card(portion: int) -> None:
    service = Service(RULESETS)
    for seed in portion_of_seeds(portion, one_in=WIRED_DEALS):
        one = random_deal(seed)
        chance = random.Random(-seed)
        done = chance.randrange(len(one.moments))
        viewer, language = chance.choice(list(Seat)), chance.choice(("en", "fr"))
        with told(one, done):
            check_answers(service, one, done, viewer, language)


def check_answers(service: Service, one: RandomDeal, done: int, viewer: Seat, language: str) -> None:
    """Whatever the viewer asks with its own record, no answer names a card that it may not know of."""

    def asked(rpc: str, request: Message) -> Any:
        response: Any = getattr(referee_service_pb2, f"{rpc}Response")
        return response.FromString(service.answer(rpc, request.SerializeToString(), language))

    wire_seat: Any = int(viewer)
    whole = referee_service_pb2.RedactDealRequest(deal=encode.deal(one.until(done)), seat=wire_seat)
    redacted = asked("RedactDeal", whole).deal
    position = replay(one.ruleset, one.until(done)).position
    own = cards_of(CARD_NAMED[card] for card in one.received[viewer - 1][: 8 if position.contract else 5])
    visible = own | one.deal.deck[20] | cards_of(card for trick in position.tricks for card in trick.cards)
    hidden = PACK_32 & ~visible & ~deducible(position, viewer, visible)
    answers = [
        redacted,
        asked("InspectDeal", referee_service_pb2.InspectDealRequest(deal=redacted)),
        asked("ListLegalActions", referee_service_pb2.ListLegalActionsRequest(deal=redacted)),
    ]
    assert [cards_shown(answer) & hidden for answer in answers] == [0] * len(answers)
    if position.turn is None:
        return
    for action in candidates(one, position):
        request = referee_service_pb2.ApplyActionRequest(deal=redacted, action=encode.action(action))
        answer = asked("ApplyAction", request)
        assert answer.ruling in (judge_action(one.ruleset, position, action).ruling, Ruling.UNDETERMINED), action
        seen = cards_shown(answer)
        if isinstance(action, Play):
            seen &= ~action.card
            if hiding_seats(position, viewer, hidden, action.card) <= 1:
                continue  # supposing that this card was held, one other seat must hold all that are left
        assert seen & hidden == 0, action


def hiding_seats(position: Position, viewer: Seat, hidden: Cards, supposed: Card) -> int:
    """How many other seats have hidden cards left when the seat to act is supposed to have held this one."""
    unseen = {seat: (held & hidden).bit_count() for seat, held in position.held.items() if seat is not viewer}
    if position.turn in unseen and supposed & hidden:
        unseen[position.turn] -= 1
    return sum(count > 0 for count in unseen.values())


@pytest.mark.deals
def test_how_much_stays_undetermined(found_out: Callable[[str], None]) -> None:
    for seed in range(10):
        one = random_deal(seed)
        for viewer in Seat:
            check_view(one, len(one.moments) // 2, viewer, by_hands=False)
    share = rulings["UNDETERMINED"] / rulings.total()
    found_out(f"{share:.0%} of {rulings.total()} rulings on cards of unseen hands were undetermined")
    assert 0 < share < 1


def check_view(one: RandomDeal, done: int, viewer: Seat, *, by_hands: bool) -> None:
    """The record as the viewer has it: whole for it, silent about the others, truthful."""
    ruleset = one.ruleset
    deal = as_hands(one, done) if by_hands else one.until(done)
    seen = redact(ruleset, deal, viewer)
    assert redact(ruleset, seen, viewer) == seen
    assert redact(ruleset, seen, ruleset.table.after(viewer)).hands == {}
    dealt = 8 if one.over is not None and done >= one.calls else 5
    own = tuple(CARD_NAMED[card] for card in one.received[viewer - 1][:dealt])
    assert seen.hands == {viewer: own}
    assert replace(seen, deck=deal.deck, hands=deal.hands, turn_up=deal.turn_up) == deal
    open_to_all = cards_of(own) | one.deal.deck[20]
    played = cards_of(action.card for action in deal.actions if isinstance(action, Play))
    visible = open_to_all | played
    assert cards_shown(encode.deal(seen)) & ~visible == 0

    whole, view = replay(ruleset, deal), replay(ruleset, seen)
    assert view.fault is None
    visible |= deducible(whole.position, viewer, visible)
    assert cards_of(view.position.held.values()) & ~visible == 0
    offered = choices(ruleset, view.position)
    assert cards_of(one.action.card for one in offered if isinstance(one.action, Play)) & ~visible == 0
    check_truth(one, whole, view, visible=visible)
    mover = whole.position.turn
    if mover is viewer:
        assert offered == choices(ruleset, whole.position)
    elif whole.position.phase is Phase.PLAY:
        assert offered == () or not view.position.hand_hidden
    if whole.position.phase is Phase.FINISHED:
        assert view.open_actions == ()
        assert score(ruleset, count(ruleset, view.position)) == score(ruleset, count(ruleset, whole.position))


def deducible(position: Position, viewer: Seat, visible: Cards) -> Cards:
    """Cards that the viewer can tell by elimination: all that are left, once one other seat holds them all."""
    if position.phase is not Phase.PLAY:
        return 0
    hiding = [held for seat, held in position.held.items() if seat is not viewer and held & ~visible]
    return hiding[0] if len(hiding) == 1 else 0


def check_partial_knowledge(one: RandomDeal, done: int, chance: random.Random) -> None:
    """Whoever knows some hands in part is told nothing untrue either."""
    known = {seat: chance.choice((5, 8)) for seat in range(4) if chance.random() < 0.5}
    whole = replay(one.ruleset, one.until(done))
    check_truth(one, whole, replay(one.ruleset, as_hands(one, done, known)))


def check_truth(one: RandomDeal, whole: Replayed, view: Replayed, *, visible: Cards = PACK_32) -> None:
    """Each verdict on the partial record is that of the whole one, or undetermined."""
    ruleset = one.ruleset
    if whole.position.phase is Phase.FINISHED:
        return
    hidden = view.position.hand_hidden
    for action in candidates(one, whole.position):
        truth, answer = judge_action(ruleset, whole.position, action), judge_action(ruleset, view.position, action)
        card = action.card if isinstance(action, Play) else 0
        if hidden and action.seat is None and card:
            rulings[answer.ruling.name] += 1
        if not hidden:
            assert answer == truth, action
        elif answer.ruling is Ruling.UNDETERMINED:
            assert answer.open_rules
            assert {one.rule_id for one in truth.violations} <= set(answer.open_rules), action
        else:
            assert answer.ruling is truth.ruling, action
            told_rules = {one.rule_id for one in answer.violations}
            true_rules = {one.rule_id for one in truth.violations}
            assert told_rules & true_rules or not true_rules, (action, told_rules, true_rules)
        for violation in answer.violations:
            assert not hidden or violation.cards == (), action
            named = cards_of(violation.cards) | cards_of(cards_in_text(violation.message.en))
            assert named & ~(visible | card) == 0, action


def candidates(one: RandomDeal, position: Position) -> Iterator[Action]:
    """Every card of the pack, words over kings and queens included, or every call; and one of another seat."""
    assert position.turn is not None
    other = one.ruleset.table.after(position.turn)
    if position.phase is Phase.AUCTION:
        yield from map(Take, Trump)
        yield from (Pass(), Pass(other))
        yield Play(PACK[0])
        return
    for card in PACK:
        yield Play(card)
    assert position.contract is not None and position.contract.trump is not None
    for card in one.ruleset.play[position.contract.trump].mode.belote_partner:
        yield Play(card, says_belote=True)
    yield Play(PACK[0], seat=other)
    yield Pass()
