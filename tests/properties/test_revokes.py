"""Records in which one action breaks a rule: it is found and named, and never found sooner by whoever sees less."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from referee.model.action import Action, Pass, Play
from referee.model.card import CARD_NAMED, PACK, Cards, cards_of
from referee.model.deal import Deal
from referee.model.refusal import Reason, Refused
from referee.model.seat import Seat
from referee.replay import replay, replay_clean
from tests.naive.cards import suit
from tests.naive.options import TableRules
from tests.naive.play import beats, legal, winner
from tests.properties.random_deals import PORTIONS, Moment, RandomDeal, as_hands, portion_of_seeds, random_deal, told
from tests.properties.second_words import table_rules_of


@dataclass(frozen=True)
class Broken:
    """A record, the index of its first wrong action, who did it, and the rules that it broke."""

    deal: Deal
    index: int
    seat: Seat
    rules: tuple[str, ...]


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_the_first_wrong_action_is_found(portion: int) -> None:
    for seed in portion_of_seeds(portion, one_in=2):
        one = random_deal(seed)
        chance = random.Random(-seed)
        for broken in broken_records(one, chance):
            with told(one, broken.index):
                check_fault(one, broken)
                for viewer in {broken.seat, chance.choice(list(Seat))}:
                    check_view(one, broken, viewer)


def check_fault(one: RandomDeal, broken: Broken) -> None:
    """With all the cards known the referee names the action, the seat and the rules."""
    found = replay(one.ruleset, broken.deal)
    assert found.fault is not None
    assert found.fault.action_index == broken.index
    assert found.fault.seat is broken.seat
    assert tuple(violation.rule_id for violation in found.fault.violations) == broken.rules
    before = one.until(broken.index)
    assert replace(found.position, deal=before) == replay_clean(one.ruleset, before)
    with pytest.raises(Refused) as refusal:
        replay_clean(one.ruleset, broken.deal)
    assert refusal.value.reason is Reason.ILLEGAL_RECORD
    assert refusal.value.metadata["action_index"] == str(broken.index)
    assert refusal.value.metadata["rule_id"] == broken.rules[0]
    assert refusal.value.metadata["field"] == f"actions[{broken.index}]"


def check_view(one: RandomDeal, broken: Broken, viewer: Seat) -> None:
    """A seat that sees less finds the same fault, or leaves the action open; nothing before it is called wrong."""
    before = as_hands(one, broken.index)
    seen = replace(broken.deal, deck=(), hands={viewer: before.hands[viewer]}, turn_up=before.turn_up)
    found = replay(one.ruleset, seen)
    wrong = broken.deal.actions[broken.index]
    if broken.rules == ("play/not_held",) and isinstance(wrong, Play):
        known = cards_of(before.hands[viewer])
        known |= before.turn_up if one.ruleset.values["taker_gets_turnup"] else 0
        known |= cards_of(action.card for action in before.actions if isinstance(action, Play))
        if viewer is not broken.seat and not wrong.card & known:
            return  # whoever plays a card that nobody else is known to hold is taken to have held it
    if found.fault is not None and found.fault.action_index == broken.index:
        assert set(broken.rules) <= {violation.rule_id for violation in found.fault.violations}
        named = cards_of(card for violation in found.fault.violations for card in violation.cards)
        assert named & hidden_cards(one, broken.deal, viewer) == 0
        return
    assert found.fault is None or found.fault.action_index > broken.index
    assert viewer is not broken.seat
    opened = {action.action_index: action.rule_ids for action in found.open_actions}
    assert set(broken.rules) <= set(opened[broken.index])


def hidden_cards(one: RandomDeal, deal: Deal, viewer: Seat) -> Cards:
    """What the viewer cannot know after such a record: cards not played, unless one other seat must hold them all."""
    played = cards_of(action.card for action in deal.actions if isinstance(action, Play)) | one.deal.deck[20]
    unseen = [cards_of(CARD_NAMED[card] for card in hand) & ~played for hand in one.received]
    hiding = [cards for seat, cards in enumerate(unseen) if cards and seat != viewer - 1]
    return sum(hiding) if len(hiding) > 1 else 0


def broken_records(one: RandomDeal, chance: random.Random) -> Iterator[Broken]:
    """Ways to break a rule once: a revoke played on from, and single wrong actions at the end of a record."""
    first = len(one.deal.actions) - one.calls
    done = chance.randrange(len(one.deal.actions))
    moment = one.moments[done]
    seat, other = Seat(moment.seat + 1), Seat((moment.seat + 1 + chance.randrange(3)) % 4 + 1)
    if moment.calls:
        yield wrong_at(one, done, Play(chance.choice(PACK)), seat, "play/before_contract")
        yield wrong_at(one, done, Pass(other), other, "auction/out_of_turn")
    else:
        mine = [CARD_NAMED[card] for card in moment.hands[moment.seat]]
        foreign = chance.choice([card for card in PACK if card not in mine])
        yield wrong_at(one, done, Play(foreign), seat, "play/not_held")
        yield wrong_at(one, done, Play(mine[0], seat=other), other, "play/out_of_turn")
        yield wrong_at(one, done, Pass(), seat, "auction/over")
    revokes = [at for at in range(one.calls, one.calls + first) if len(one.moments[at].cards) < held(one.moments[at])]
    if revokes:
        yield revoke(one, chance.choice(revokes), chance)


def held(moment: Moment) -> int:
    return len(moment.hands[moment.seat])


def wrong_at(one: RandomDeal, done: int, action: Action, seat: Seat, rule: str) -> Broken:
    """The record up to an action, then a wrong one."""
    deal = one.until(done)
    return Broken(replace(deal, actions=(*deal.actions, action)), done, seat, (rule,))


def revoke(one: RandomDeal, done: int, chance: random.Random) -> Broken:
    """A card of the hand that may not be played, and the deal played on by the rules as if nothing had happened."""
    assert one.over is not None
    moment, trump, rules = one.moments[done], one.over.trump, table_rules_of(one.ruleset.values)
    wrong = chance.choice([card for card in moment.hands[moment.seat] if card not in moment.cards])
    left = [list(hand) for hand in moment.hands]
    trick, leader = list(moment.trick), moment.leader
    actions: list[Action] = list(one.deal.actions[:done])
    until = chance.randrange(1, sum(map(len, left)) + 1)
    for step in range(until):
        seat = (leader + len(trick)) % 4
        card = wrong if step == 0 else chance.choice(legal(left[seat], trick, trump, rules))
        left[seat].remove(card)
        trick.append(card)
        actions.append(Play(CARD_NAMED[card]))
        if len(trick) == 4:
            leader, trick = (leader + winner(trick, trump)) % 4, []
    broken_rules = duties_broken(wrong, moment.hands[moment.seat], moment.trick, trump, rules)
    return Broken(replace(one.deal, actions=tuple(actions)), done, Seat(moment.seat + 1), tuple(broken_rules))


def duties_broken(card: str, hand: tuple[str, ...], trick: tuple[str, ...], trump: str, rules: TableRules) -> list[str]:
    """Why a card of the hand may not be played, told from the cards alone."""
    led, best = suit(trick[0]), trick[winner(trick, trump)]
    partner = len(trick) >= 2 and winner(trick, trump) == len(trick) - 2
    if any(suit(one) == led for one in hand):
        if suit(card) != led:
            return ["play/must_follow_suit"]
        return ["play/must_raise_all_trump" if trump == "AT" else "play/must_raise_trump"]
    trumps = [one for one in hand if suit(one) == trump]
    assert trumps
    if partner:
        return ["play/must_not_undertrump_partner"]
    if suit(card) == trump:
        return ["play/must_overtrump"]
    if suit(best) == trump and not any(beats(one, best, trump) for one in trumps):
        return ["play/must_undertrump"]
    return ["play/must_trump"]
