"""Random deals, step by step: what always holds, and that both engines see the same."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest
from belote.referee.v1 import deal_pb2

from referee.events import events
from referee.judge import choices, judge_action
from referee.model.action import Bid, Call, Coinche, Pass, Play, Surcoinche, Take
from referee.model.card import PACK, PACK_32, cards_of
from referee.model.deal import Deal
from referee.model.event import EventKind
from referee.model.position import Phase, Position
from referee.model.ruling import Ruling
from referee.model.score import LineKind, Outcome
from referee.model.seat import Seat
from referee.model.trump import TRUMP_LETTERS, Trump
from referee.notation import NAMINGS, deal_text, read_deal
from referee.replay import replay, replay_clean
from referee.tally import count, score
from referee.wire import encode
from referee.wire.decode import Reader, quick_deal
from tests.naive.cards import SUITS, pack_points, trick_points
from tests.naive.play import play_out, side
from tests.naive.scoring import score as second_score
from tests.properties.random_deals import (
    PORTIONS,
    Moment,
    RandomDeal,
    as_hands,
    portion_of_seeds,
    random_deal,
    sides_played,
    told,
)
from tests.properties.second_words import (
    LINES,
    SIDE_OF,
    card_names,
    seat_number,
    set_names,
    table_rules_of,
    trump_letters,
    written_by_line,
)

OTHER_CALLS: tuple[Call, ...] = (Coinche(), Surcoinche(), Bid(Trump.HEARTS, 80), Bid(Trump.SPADES, "capot"))


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_every_step_of_a_random_deal(portion: int) -> None:
    for seed in portion_of_seeds(portion):
        one = random_deal(seed)
        chance = random.Random(-seed)
        before: Position | None = None
        for done, moment in enumerate(one.moments):
            with told(one, done):
                position = check_step(one, done, moment)
                if before is not None:
                    check_events(one, done, before, position)
                before = position
        with told(one):
            check_other_forms(one, chance.randrange(len(one.moments)), chance.choice([*NAMINGS]))
            check_other_forms(one, len(one.deal.actions), "en")
            check_score(one)


def check_step(one: RandomDeal, done: int, moment: Moment) -> Position:
    """The position after so many actions, and what it must be."""
    ruleset, deal = one.ruleset, one.until(done)
    replayed = replay(ruleset, deal)
    position = replayed.position
    assert replayed.fault is None
    assert replayed.open_actions == ()
    check_places(position)
    assert {seat_number(seat): set_names(held) for seat, held in position.held.items()} == {
        seat: set(hand) for seat, hand in enumerate(moment.hands)
    }
    finished = done == len(one.deal.actions)
    assert (position.phase is Phase.FINISHED) == finished
    if finished:
        assert position.turn is None
        assert position.may_act == ()
        assert choices(ruleset, position) == ()
        return position
    assert position.turn is not None
    assert seat_number(position.turn) == moment.seat
    assert position.may_act == (position.turn,)
    if moment.calls:
        check_calls(one, position, moment)
    else:
        check_cards(one, position, moment)
    return position


def check_places(position: Position) -> None:
    """Each card of the pack is in one place: a hand, a trick, the pile, or face up."""
    turned = position.turn_up if position.contract is None else 0
    places = [*position.held.values(), *(cards_of(trick.cards) for trick in position.tricks), position.pool, turned]
    assert sum(place.bit_count() for place in places) == len(PACK)
    assert cards_of(places) == PACK_32
    assert not any(position.hidden.values())
    assert all(len(trick.cards) == 4 for trick in position.tricks if trick.complete)


def check_calls(one: RandomDeal, position: Position, moment: Moment) -> None:
    """The seat may pass and take as the table has agreed; whatever else it says is refused."""
    found = {}
    for choice in choices(one.ruleset, position):
        call = choice.action
        assert isinstance(call, Pass | Take)
        assert call.seat is position.turn
        found["pass" if isinstance(call, Pass) else TRUMP_LETTERS[call.trump]] = choice.judgement
        assert judge_action(one.ruleset, position, call) == choice.judgement
        assert bool(choice.judgement.violations) == (choice.judgement.ruling is Ruling.ILLEGAL)
    assert [word for word, judgement in found.items() if judgement.ruling is Ruling.LEGAL] == sorted(
        moment.calls, key=["pass", *TRUMP_LETTERS.values()].index
    )
    no_suit = ["NT", "AT"] if one.ruleset.values["notrump_alltrump"] else []
    assert set(found) == {"pass", *SUITS, *no_suit}
    for trump in set(Trump) - set(one.ruleset.modes):
        refused = judge_action(one.ruleset, position, Take(trump)).violations
        assert [violation.rule_id for violation in refused] == ["auction/trump_not_offered"]
    for call in OTHER_CALLS:
        assert judge_action(one.ruleset, position, call).ruling is Ruling.ILLEGAL
    for seat in Seat:
        if seat is not position.turn:
            judgement = judge_action(one.ruleset, position, Pass(seat))
            assert [violation.rule_id for violation in judgement.violations] == ["auction/out_of_turn"]


def check_cards(one: RandomDeal, position: Position, moment: Moment) -> None:
    """The cards of the seat and of everybody else, as the second engine judges them."""
    contract = position.contract
    assert one.over is not None and contract is not None and position.turn is not None
    assert contract.taker is not None and contract.trump is not None
    assert (seat_number(contract.taker), trump_letters(contract.trump)) == (one.over.taker, one.over.trump)
    table = position.tricks[-1].cards if position.tricks and not position.tricks[-1].complete else ()
    assert card_names(table) == list(moment.trick)
    points = {SIDE_OF[team]: number for team, number in position.points.items()}
    assert (points["A"], points["B"]) == moment.captured
    if len(moment.trick) == 2:
        rules = table_rules_of(one.ruleset.values)
        elsewhere = [*(card for hand in moment.hands for card in hand), *moment.trick]
        left = trick_points(elsewhere, one.over.trump, rules)
        assert sum(points.values()) + left == pack_points(one.over.trump, rules)

    offered = choices(one.ruleset, position)
    assert {name for choice in offered for name in played(choice.action)} == set(moment.hands[moment.seat])
    legal = [name for choice in offered if choice.judgement.ruling is Ruling.LEGAL for name in played(choice.action)]
    assert set(legal) == set(moment.cards)
    assert legal
    automatic = one.ruleset.values["belote_announcement"] == "automatic"
    one_choice = offered[len(position.deal.actions) % len(offered)]
    assert judge_action(one.ruleset, position, one_choice.action) == one_choice.judgement
    for choice in offered:
        (name,) = played(choice.action)
        assert choice.may_say_belote == (name in moment.sayable and name in legal and not automatic)
        if name not in legal:
            assert choice.judgement.violations
            for violation in choice.judgement.violations:
                assert set(card_names(violation.cards)) == set(legal), violation
    for card in PACK[len(moment.hands[moment.seat]) :: 8]:
        (name,) = card_names([card])
        if name not in moment.hands[moment.seat]:
            judgement = judge_action(one.ruleset, position, Play(card))
            assert [violation.rule_id for violation in judgement.violations] == ["play/not_held"]
        elif not automatic and name in legal:
            said = judge_action(one.ruleset, position, Play(card, says_belote=True))
            assert (said.ruling is Ruling.LEGAL) == (name in moment.sayable)


def played(action: object) -> list[str]:
    """The name of the card that an action plays."""
    assert isinstance(action, Play)
    return card_names([action.card])


def check_events(one: RandomDeal, done: int, before: Position, after: Position) -> None:
    """What the last action brought about, told from the second engine's end of the deal."""
    action = one.deal.actions[done - 1]
    found = {event.kind: event for event in events(one.ruleset, before, after, action)}
    finished = done == len(one.deal.actions)
    in_play = done - one.calls
    trick_over = in_play > 0 and in_play % 4 == 0
    assert (EventKind.DEAL_OVER in found) == finished
    assert (EventKind.DEAL_PASSED_OUT in found) == (finished and one.over is None)
    assert (EventKind.CONTRACT_SETTLED in found) == (in_play == 0 and one.over is not None)
    assert (EventKind.CARDS_DEALT in found) == (in_play == 0 and one.over is not None)
    assert (EventKind.TRICK_WON in found) == trick_over
    if trick_over:
        assert one.over is not None
        won = found[EventKind.TRICK_WON]
        assert won.seat is not None
        assert seat_number(won.seat) == one.over.winners[in_play // 4 - 1]
        assert won.points == trick_points(card_names(won.cards), one.over.trump, table_rules_of(one.ruleset.values))


def check_other_forms(one: RandomDeal, done: int, naming: str) -> None:
    """The same record over the wire, as text, with hands in place of the deck, with and without names of seats."""
    ruleset, deal = one.ruleset, one.until(done)
    message = deal_pb2.Deal.FromString(encode.deal(deal).SerializeToString())
    reader = Reader()
    assert reader.deal("deal", message, reader.choice("deal.ruleset", message.ruleset)) == deal
    reader.done()
    assert quick_deal(message, deal.choice) == deal
    assert read_deal(deal_text(deal, naming)) == deal
    position = replay_clean(ruleset, deal)
    assert replay_clean(ruleset, deal) == position
    unnamed = replace(deal, actions=tuple(replace(action, seat=None) for action in deal.actions))
    assert same_table(replay_clean(ruleset, unnamed), position, unnamed)
    hands = as_hands(one, done)
    told_by_hands = replay_clean(ruleset, hands)
    assert same_table(told_by_hands, position, hands)
    both = replace(hands, deck=deal.deck)
    assert same_table(replay_clean(ruleset, both), position, both)


def same_table(found: Position, expected: Position, deal: Deal) -> bool:
    """Whether two positions differ in nothing but the record they come from."""
    return found == replace(expected, deal=deal)


def check_score(one: RandomDeal) -> None:
    """The score sheet, line by line, and the sums that every sheet must show."""
    ruleset, deal = one.ruleset, one.deal
    position = replay_clean(ruleset, deal)
    sheet = score(ruleset, count(ruleset, position))
    over, rules = one.over, table_rules_of(ruleset.values)
    reserve = deal.reserve_in or 0
    if over is None:
        second = second_score(None, {}, None, reserve_in=reserve, last_deal=deal.last_deal, options=rules)
    else:
        leader = (seat_number(deal.dealer) + 1) % 4
        whole = play_out(one.received, leader, over.trump, sides_played(one), rules)
        assert whole.winners == list(over.winners)
        assert (whole.cards["A"], whole.cards["B"]) == over.captured
        second = second_score(
            side(over.taker),
            whole.cards,
            whole.last_trick,
            trump=over.trump,
            capot=whole.capot,
            belotes=over.belotes,
            reserve_in=reserve,
            last_deal=deal.last_deal,
            options=rules,
        )
    assert sheet.outcome.name.lower() == second.outcome
    assert written_by_line(sheet) == second.written
    assert {SIDE_OF[team]: total for team, total in sheet.totals.items()} == second.totals
    assert (sheet.reserve_in, sheet.reserve_out) == (reserve, second.reserve_out)
    assert {SIDE_OF[team] for team in sheet.tolerance_used} == set(over.forgiven if over else ())
    for team, total in sheet.totals.items():
        assert total == sum(line.points for line in sheet.written if line.team == team)
    assert all(line.points for line in sheet.written)
    assert {line.kind for line in sheet.written} <= set(LINES)
    assert all(line.rule_id in ruleset.rules for line in (*sheet.counted, *sheet.written))
    if over is not None:
        counted = Counter[LineKind]()
        for line in sheet.counted:
            counted[line.kind] += line.points
        whole_deal = 162 if over.trump == "AT" else pack_points(over.trump, rules) + 10
        assert counted[LineKind.CARD_POINTS] + counted[LineKind.LAST_TRICK] == whole_deal
        assert counted[LineKind.BELOTE] % 20 == 0


WANTED: Final = {
    *(one.name for one in Outcome if one is not Outcome.CUSTOM),
    *TRUMP_LETTERS.values(),
    "belote",
    "belote not announced",
    "belote forgiven",
    "capot of the taker",
    "capot of the defence",
}


def test_the_random_deals_reach_what_can_happen() -> None:
    missing = set(WANTED)
    for seed in range(3000):
        missing -= set(reached(random_deal(seed)))
        if not missing:
            return
    assert missing == set()


def reached(one: RandomDeal) -> Iterator[str]:
    """What a deal came to, in the words of the list above."""
    position = replay_clean(one.ruleset, one.deal)
    tally = count(one.ruleset, position)
    sheet = score(one.ruleset, tally)
    yield sheet.outcome.name
    if one.over is not None:
        yield one.over.trump
        if one.over.belotes:
            yield "belote"
        if one.over.forgiven:
            yield "belote forgiven"
        if any(said.complete and not said.scores for said in position.belotes):
            yield "belote not announced"
        if tally.sweep is not None:
            yield "capot of the taker" if sheet.outcome is Outcome.MADE else "capot of the defence"
