"""What holds after every step of a deal: where the cards are, what they count, what may be done next."""

import random
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from typing import Final

from referee.events import events
from referee.judge import bid_ranges, judge_action
from referee.model.action import Action, Bid, Call, Coinche, Custom, Pass, Play, Surcoinche, Take
from referee.model.card import PACK, cards_in, cards_of, names
from referee.model.event import EventKind
from referee.model.position import Phase, Position
from referee.model.ruling import LEGAL, BidRange, Choice, Judgement, Ruling, Violation
from referee.model.seat import TEAM_LETTERS, Team
from referee.model.term import TermKind
from referee.model.trump import Trump
from referee.notation import action_text
from referee.replay import replay
from referee.testing.deals import RandomDeal
from referee.testing.features import Trial
from referee.testing.promises import Found, Said

OTHERS_ASKED: Final = 6
"""How many actions that were not offered are asked about at each step."""
ONE_DONE_IN: Final = 8
"""At one step in so many some other choice than the one that was made is done as well."""


def check_step(trial: Trial, one: RandomDeal, done: int, chance: random.Random) -> Found:
    """The position after so many actions."""
    position = one.positions[done]
    yield from check_places(trial, position)
    yield from check_points(trial, position)
    yield from check_words(trial, position)
    if position.phase is Phase.FINISHED:
        if position.may_act or position.turn is not None or one.offered[done]:
            yield Said("choices_agree", "the deal is over and somebody may act still")
        return
    yield from check_choices(trial, position, one.offered[done], chance)
    if chance.random() * ONE_DONE_IN < 1 and one.offered[done]:
        yield from check_done(trial, position, chance.choice(one.offered[done]))


def check_places(trial: Trial, position: Position) -> Found:
    """Each card is in one place: a hand, a trick, laid away, not dealt, or face up."""
    pack = trial.ruleset.table.pack
    laid = position.exchanging.laid.values() if position.exchanging is not None else ()
    tricks = [cards_of(trick.cards) for trick in position.tricks]
    places = [*position.held.values(), *tricks, *laid, position.pool]
    together = cards_of(places)
    if sum(place.bit_count() for place in places) != together.bit_count():
        twice = [card for card in PACK if sum(bool(card & place) for place in places) > 1]
        yield Said("cards_in_one_place", f"{names(twice)} is in two places at once")
    lost = pack & ~together & ~position.turn_up
    if lost:
        yield Said("cards_in_one_place", f"{names(cards_in(lost))} is nowhere")
    if together & ~pack:
        yield Said("cards_in_one_place", f"{names(cards_in(together & ~pack))} is not of this pack")
    if any(position.hidden.values()):
        yield Said("cards_in_one_place", "the deck is known and some hand is not")
    size = trial.ruleset.table.size
    if any(len(trick.cards) != size for trick in position.tricks if trick.complete):
        yield Said("cards_in_one_place", "a complete trick has not one card a seat")


def check_points(trial: Trial, position: Position) -> Found:
    """Points won are those of the tricks won, cards laid away aside, and with the rest they make the pack's."""
    points, contract = dict(position.points), position.contract
    if contract is None or contract.trump is None:
        if any(points.values()):
            yield Said("points_add_up", "there are points before a contract")
        return
    table, mode = trial.ruleset.table.playing(contract.taker), trial.ruleset.modes[contract.trump]
    won: dict[Team, int] = dict.fromkeys(table.sides, 0)
    gone = 0
    for trick in position.tricks:
        if trick.complete:
            won[table.team_of(trick.winner)] += mode.points_of(trick.cards)
            gone |= cards_of(trick.cards)
    laid = dict.fromkeys(table.sides, 0)
    if position.exchanging is not None:
        for seat, cards in position.exchanging.laid.items():
            laid[table.team_of(seat)] += mode.points_of(cards_in(cards))
    for team in table.sides:
        if points.get(team) not in (won[team], won[team] + laid[team]):
            told = f"{TEAM_LETTERS[team]} has {points.get(team)} points, and {won[team]} in tricks, {laid[team]} laid"
            yield Said("points_add_up", told)
    left = mode.points_of(cards_in(table.pack & ~gone))
    whole = mode.pack_points(table.pack)
    if sum(won.values()) + left != whole:
        yield Said("points_add_up", f"{sum(won.values())} won and {left} left are not {whole}")


def check_words(trial: Trial, position: Position) -> Found:
    """Every id of a feature's own that a position uses is a term."""
    contract = position.contract
    for term in contract.terms if contract is not None else ():
        if term not in trial.terms[TermKind.CONTRACT_TERM]:
            yield Said("terms_listed", f"a contract has the term {term}, which no manifest lists")
    for status in position.declarations:
        if status.declaration.kind not in trial.terms[TermKind.DECLARATION]:
            yield Said("terms_listed", f"a {status.declaration.kind} is declared, which no manifest lists")


def check_events(trial: Trial, one: RandomDeal, done: int) -> Found:
    """What the last action brought about: known kinds, listed terms."""
    action = one.deal.actions[done - 1]
    found = events(trial.ruleset, one.positions[done - 1], one.positions[done], action)
    for event in found:
        if event.kind is EventKind.CUSTOM and event.custom not in trial.terms[TermKind.EVENT]:
            yield Said("terms_listed", f"an event is called {event.custom}, which no manifest lists")
    over = one.positions[done].phase is Phase.FINISHED
    if (EventKind.DEAL_OVER in {event.kind for event in found}) is not over:
        yield Said("deal_ends", "the events do not tell the end of the deal where it ends")


def check_choices(trial: Trial, position: Position, offered: Sequence[Choice], chance: random.Random) -> Found:
    """What is listed against what is judged, both ways."""
    ruleset = trial.ruleset
    if position.turn is None or position.turn not in position.may_act:
        yield Said("somebody_can_act", "the seat whose turn it is may not act")
    for one in offered:
        if one.action.seat not in position.may_act:
            yield Said("choices_agree", f"{action_text(one.action)} is listed, and that seat may not act")
        if one.judgement is not LEGAL:
            yield from check_reasons(trial, one.action, one.judgement)
        judged = judge_action(ruleset, position, one.action)
        if judged != one.judgement:
            told = f"{action_text(one.action)} is listed as {_ruled(one.judgement)} and judged {_ruled(judged)}"
            yield Said("choices_agree", told)
        if isinstance(one.action, Custom):
            yield from check_step_named(trial, one.action)
    if position.phase is Phase.AUCTION:
        ranges = bid_ranges(ruleset, position)
        legal = {replace(one.action, seat=None) for one in offered if _is_turns(one, position)}
        for call in _calls_to_ask(ranges, chance):
            yield from _check_call(trial, position, legal, ranges, call)
    elif position.phase is Phase.PLAY:
        yield from _check_cards(trial, position, offered, chance)


def check_reasons(trial: Trial, action: Action, judged: Judgement) -> Found:
    """An illegal action has reasons, each a rule of the catalogue and a sentence in both languages."""
    reasons = judged.violations
    if judged.ruling is Ruling.ILLEGAL and reasons and all(map(partial(_is_reason, trial), reasons)):
        return
    name = action_text(action)
    if judged.ruling is Ruling.UNDETERMINED:
        yield Said("choices_agree", f"{name} is left open although every card is known")
    if (judged.ruling is Ruling.ILLEGAL) is not bool(judged.violations):
        yield Said("refusals_have_reasons", f"{name} is {judged.ruling.name} with {len(judged.violations)} reasons")
    for violation in judged.violations:
        if violation.rule_id not in trial.ruleset.rules:
            yield Said("refusals_have_reasons", f"{name} broke {violation.rule_id}, which is no rule here")
        if not (violation.message.en.strip() and violation.message.fr.strip()):
            yield Said("both_languages", f"the refusal of {name} by {violation.rule_id} says nothing in one language")


def _is_reason(trial: Trial, violation: Violation) -> bool:
    said = violation.message.en.strip() and violation.message.fr.strip()
    return bool(said) and violation.rule_id in trial.ruleset.rules


def check_step_named(trial: Trial, action: Custom) -> Found:
    """A custom action is a step of a manifest, with so many cards and such options as that allows."""
    step = trial.steps.get(action.id)
    if step is None:
        yield Said("terms_listed", f"the step {action.id} is in no manifest")
        return
    if not step.min_cards <= len(action.cards) <= step.max_cards:
        limits = f"{step.min_cards} to {step.max_cards}"
        yield Said("terms_listed", f"{action.id} is offered with {len(action.cards)} cards, where it takes {limits}")
    known = {option.name: option for option in step.options}
    for name, value in action.options:
        if name not in known or not known[name].allows(value):
            yield Said("terms_listed", f"{action.id} is offered with {name}={value}, which its step does not allow")


def _ruled(judgement: Judgement) -> str:
    rules = ", ".join([*(one.rule_id for one in judgement.violations), *judgement.open_rules])
    return f"{judgement.ruling.name}{f' by {rules}' if rules else ''}"


def _calls_to_ask(ranges: Sequence[BidRange], chance: random.Random) -> list[Call]:
    """Some calls, of all that there can be: mostly bids at the ends of what may be bid, and a little beyond."""
    calls: list[Call] = [Pass(), Coinche(), Surcoinche(), *map(Take, Trump)]
    calls += [Bid(trump, target) for trump in Trump for target in (None, "capot", "generale", 80, 85, 170)]
    asked = chance.sample(calls, OTHERS_ASKED)
    if ranges:
        one = chance.choice(ranges)
        top = one.minimum + 3 * one.step if one.maximum is None else one.maximum
        points = (one.minimum - one.step, one.minimum + 1, one.minimum + one.step, top, top + one.step)
        asked += [Bid(one.trump, number) for number in points if number > 0]
    return asked


def _check_call(
    trial: Trial, position: Position, legal: AbstractSet[Action], ranges: Sequence[BidRange], call: Call
) -> Found:
    judged = judge_action(trial.ruleset, position, call)
    inside = isinstance(call, Bid) and isinstance(call.target, int) and any(_holds(one, call) for one in ranges)
    if (judged.ruling is Ruling.LEGAL) is not (inside or call in legal):
        listed = "listed" if inside or call in legal else "not listed"
        yield Said("choices_agree", f"{action_text(call)} is {listed} as legal, and judged {_ruled(judged)}")
    if judged is not LEGAL:
        yield from check_reasons(trial, call, judged)


def _is_turns(one: Choice, position: Position) -> bool:
    return one.judgement.ruling is Ruling.LEGAL and one.action.seat == position.turn


def _holds(one: BidRange, bid: Bid) -> bool:
    assert isinstance(bid.target, int)
    below = one.maximum is None or bid.target <= one.maximum
    fits = bid.target >= one.minimum and below and (bid.target - one.minimum) % one.step == 0
    # The highest bid may stand off the ladder of the others.
    return one.trump is bid.trump and (fits or bid.target == one.maximum)


def _check_cards(trial: Trial, position: Position, offered: Sequence[Choice], chance: random.Random) -> Found:
    ruleset, turn = trial.ruleset, position.turn
    assert turn is not None
    plays = {one.action.card: one for one in offered if isinstance(one.action, Play)}
    if cards_of(plays) != position.held[turn] or len(plays) != len([one for one in offered if _plays(one)]):
        yield Said("choices_agree", f"{names(plays)} is listed out of the hand {names(cards_in(position.held[turn]))}")
        return
    for card in chance.sample(cards_in(ruleset.table.pack), min(OTHERS_ASKED, ruleset.table.pack.bit_count())):
        if card not in plays:
            judged = judge_action(ruleset, position, Play(card))
            if judged.ruling is not Ruling.ILLEGAL:
                yield Said("choices_agree", f"{names([card])} is not held, and is judged {_ruled(judged)}")
    legal = [card for card, one in plays.items() if one.judgement.ruling is Ruling.LEGAL]
    if legal:
        card = chance.choice(legal)
        yield from _check_said(trial, position, plays[card], Play(card))
    others = [seat for seat in ruleset.table.seats if seat not in position.may_act]
    if others and legal:
        judged = judge_action(ruleset, position, Play(legal[0], seat=chance.choice(others)))
        if judged.ruling is not Ruling.ILLEGAL:
            yield Said("choices_agree", "a card is legal out of turn")


def _plays(one: Choice) -> bool:
    return isinstance(one.action, Play)


def _check_said(trial: Trial, position: Position, choice: Choice, play: Play) -> Found:
    """What may be said over a legal card is judged legal, and a word that may not be said is not."""
    ruleset, name = trial.ruleset, names([play.card])
    if not ruleset.belote.automatic:
        judged = judge_action(ruleset, position, replace(play, says_belote=True))
        if (judged.ruling is Ruling.LEGAL) is not choice.may_say_belote:
            may = "may" if choice.may_say_belote else "may not"
            yield Said("choices_agree", f"a word over {name} {may} be said, and is judged {_ruled(judged)}")
    if choice.declarations:
        judged = judge_action(ruleset, position, replace(play, declarations=choice.declarations))
        if judged.ruling is not Ruling.LEGAL:
            yield Said("choices_agree", f"what may be declared with {name} is judged {_ruled(judged)}")


def check_done(trial: Trial, position: Position, choice: Choice) -> Found:
    """A choice once done: clean where it was legal, else the first fault of the record, by the same rules."""
    action: Action = choice.action
    deal = replace(position.deal, actions=(*position.deal.actions, action))
    fault = replay(trial.ruleset, deal).fault
    wanted = {one.rule_id for one in choice.judgement.violations}
    found = set() if fault is None else {one.rule_id for one in fault.violations}
    if wanted != found or (fault is not None and fault.action_index != len(position.deal.actions)):
        told = ", ".join(sorted(found)) or "nothing"
        yield Said("choices_agree", f"{action_text(action)} is {_ruled(choice.judgement)}, and broke {told} once done")
