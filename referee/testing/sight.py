"""What one seat may see of a deal: nothing that is hidden from it, and no verdict that the whole truth contradicts."""

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from referee.judge import choices, judge_action
from referee.model.action import Action, Custom, Pass, Play, Take
from referee.model.card import Cards, cards_in, cards_of, names
from referee.model.deal import Deal
from referee.model.position import DeclarationStatus, Phase, Position
from referee.model.refusal import Reason, Refused
from referee.model.ruling import Ruling
from referee.model.seat import SEAT_LETTERS, Seat
from referee.model.trump import Trump
from referee.notation import action_text
from referee.redact import redact
from referee.replay import Replayed, replay
from referee.tally import count, score
from referee.testing.deals import RandomDeal, seat_of
from referee.testing.features import Trial
from referee.testing.forms import Asked
from referee.testing.promises import Found, Said
from referee.testing.shown import cards_in_id, cards_in_record, cards_in_text, cards_shown
from referee.wire import encode

ASKED: Final = 8
"""How many of the actions that there could be are asked about in one view, unless all are."""


class View(NamedTuple):
    """A deal after so many actions as one seat has it."""

    one: RandomDeal
    done: int
    viewer: Seat
    seen: Deal
    view: Replayed
    visible: Cards
    """Cards that the seat has seen."""
    known: Cards
    """Those and what can be told from them."""

    @property
    def whole(self) -> Position:
        """The position as somebody sees it who knows every card."""
        return self.one.positions[self.done]


def check_view(
    trial: Trial, one: RandomDeal, done: int, viewer: Seat, chance: random.Random, *, every_action: bool = False
) -> Found:
    """The record after so many actions as the viewer has it: whole for it, silent about the others, truthful."""
    name, deal = SEAT_LETTERS[viewer], one.until(done)
    try:
        seen = redact(trial.ruleset, deal, viewer)
        view = replay(trial.ruleset, seen)
    except Refused as refusal:
        yield Said("redaction_tells_truth", f"as {name} has it this record is refused: {refusal}")
        return
    try:
        if redact(trial.ruleset, seen, viewer) != seen:
            yield Said("redaction_is_final", f"redacted twice for {name} it is not what it was redacted once")
    except Refused as refusal:
        yield Said("redaction_is_final", f"it cannot be redacted twice for {name}: {refusal}")
    visible = seen_by(one, done, viewer)
    known = visible | told_by_elimination(one.positions[done], viewer, visible)
    here = View(one, done, viewer, seen, view, visible, known)
    yield from _check_hidden(trial, here)
    if view.fault is not None:
        yield Said("redaction_tells_truth", f"as {name} has it the record breaks {view.fault.violations[0].rule_id}")
        return
    yield from _check_facts(here)
    yield from _check_own(trial, here)
    yield from _check_end(trial, here)
    if here.whole.phase is not Phase.FINISHED:
        actions = list(_candidates(trial, here.whole))
        if not every_action:
            actions = chance.sample(actions, min(ASKED, len(actions)))
        for action in actions:
            yield from _check_verdict(trial, here, action)


def seen_by(one: RandomDeal, done: int, viewer: Seat) -> Cards:
    """Every card that a seat has seen: those it ever held, the turned one, what was played, shown or swapped openly."""
    whole = one.positions[done]
    seen = 0
    for position in one.positions[: done + 1]:
        seen |= position.turn_up
        seen |= cards_of(position.held[seat] for seat in position.held if _in_sight(one, position, seat, viewer))
    for trick in whole.tricks:
        seen |= cards_of(trick.cards)
    for status in whole.declarations:
        if status.shown:
            seen |= cards_of(status.declaration.cards)
    for action in whole.deal.actions:
        exchange = one.ruleset.exchanges.get(getattr(action, "id", ""))
        if exchange is not None and exchange.public:
            seen |= cards_of(getattr(action, "cards", ()))
    return seen


def _in_sight(one: RandomDeal, position: Position, seat: Seat, viewer: Seat) -> bool:
    """The viewer sees what this seat holds: its own hand, or one that lies open to all."""
    settled = position.contract is not None
    return seat is viewer or one.ruleset.dealing.covered or (settled and seat is one.ruleset.table.dummy)


def told_by_elimination(position: Position, viewer: Seat, visible: Cards) -> Cards:
    """Cards that can be told because one place alone is left where they can be."""
    if position.contract is None:
        return 0
    laid = position.exchanging.laid if position.exchanging is not None else {}
    places = [held for seat, held in position.held.items() if seat is not viewer]
    places += [cards for seat, cards in laid.items() if seat is not viewer] + [position.pool]
    hiding = [place & ~visible for place in places if place & ~visible]
    return hiding[0] if len(hiding) == 1 else 0


def _check_hidden(trial: Trial, here: View) -> Found:
    name, position = SEAT_LETTERS[here.viewer], here.view.position
    for what, shown, allowed in (
        ("the redacted record", cards_in_record(here.seen), here.visible),
        ("the redacted record on the wire", cards_shown(encode.deal(here.seen)), here.visible),
        ("the position of the redacted record", cards_of(position.held.values()), here.known),
        ("what is said of the contract", _in_terms(position), here.known),
        ("what was declared", _declared(position.declarations), here.known),
        ("the listed choices", _listed(choices(trial.ruleset, position)), here.known),
    ):
        hidden = shown & ~allowed
        if hidden:
            yield Said("redaction_hides", f"{what} shows {name} {names(cards_in(hidden))}")


def _in_terms(position: Position) -> Cards:
    terms = position.contract.terms if position.contract is not None else ()
    return cards_of(card for term in terms for card in cards_in_id(term))


def _declared(statuses: Sequence[DeclarationStatus]) -> Cards:
    return cards_of(card for status in statuses for card in status.declaration.cards)


def _listed(offered: Sequence[object]) -> Cards:
    actions = (getattr(one, "action", None) for one in offered)
    return cards_of(action.card for action in actions if isinstance(action, Play))


def _check_facts(here: View) -> Found:
    """What lies on the table is the same for everybody."""
    whole, view = here.whole, here.view.position
    for what in ("phase", "turn", "may_act", "contract", "passed_out", "turn_up", "tricks"):
        mine, true = getattr(view, what), getattr(whole, what)
        if mine != true:
            yield Said(
                "redaction_tells_truth", f"{what} is {mine} for {SEAT_LETTERS[here.viewer]}, and {true} in truth"
            )
    laid = whole.exchanging is not None and whole.exchanging.laid
    if view.points != whole.points and not laid:
        yield Said("redaction_tells_truth", f"the points are {dict(view.points)}, and {dict(whole.points)} in truth")
    if len(view.declarations) != len(whole.declarations):
        yield Said("redaction_tells_truth", "not everything that was declared is there")
    for mine, true in zip(view.declarations, whole.declarations, strict=False):
        about = f"{true.declaration.kind} of {SEAT_LETTERS[true.seat]}"
        if (mine.seat, mine.declaration.kind) != (true.seat, true.declaration.kind):
            yield Said("redaction_tells_truth", f"the {about} is told as another declaration")
        # Whether it was shown is left open with whether it counts: who showed it cannot tell by its own record.
        if mine.shown is not true.shown and (mine.shown or mine.counts is not None):
            yield Said("redaction_tells_truth", f"the {about} is said to be shown {mine.shown}")
        if mine.counts not in (None, true.counts) or mine.points not in (None, true.points):
            told = f"counts {mine.counts} for {mine.points}, and {true.counts} for {true.points} in truth"
            yield Said("redaction_tells_truth", f"the {about} {told}")


def _check_own(trial: Trial, here: View) -> Found:
    """A seat knows its own cards, and everything that only they decide."""
    name, whole, view = SEAT_LETTERS[here.viewer], here.whole, here.view.position
    if view.hidden[here.viewer] or view.held[here.viewer] != whole.held[here.viewer]:
        yield Said("own_cards_are_certain", f"{name} does not have all its own cards")
    for left_open in here.view.open_actions:
        index = left_open.action_index
        if seat_of(here.one.positions[index], here.one.deal.actions[index]) == here.viewer:
            rules = ", ".join(left_open.rule_ids)
            yield Said("own_cards_are_certain", f"action {index + 1} of {name} itself is left open: {rules}")
    mine, true = (
        [one for one in offered if one.action.seat == here.viewer]
        for offered in (choices(trial.ruleset, view), here.one.offered[here.done])
    )
    if whole.turn == here.viewer and mine != true:
        yield Said("own_cards_are_certain", f"{name} is to act and is offered something else than in truth")


def _check_end(trial: Trial, here: View) -> Found:
    if here.whole.phase is not Phase.FINISHED:
        return
    try:
        mine = score(trial.ruleset, count(trial.ruleset, here.view.position))
    except Refused as refusal:
        if refusal.reason is not Reason.CARDS_HIDDEN:
            yield Said("redaction_tells_truth", f"the finished deal cannot be counted: {refusal}")
        return
    if mine != score(trial.ruleset, count(trial.ruleset, here.whole)):
        yield Said("redaction_tells_truth", f"the finished deal is scored otherwise for {SEAT_LETTERS[here.viewer]}")


def _candidates(trial: Trial, position: Position) -> Iterator[Action]:
    """Every card of the pack, words over kings and queens included, or every call; and something out of turn."""
    assert position.turn is not None
    other = trial.ruleset.table.after(position.turn)
    if position.phase is Phase.AUCTION:
        yield from map(Take, Trump)
        yield from (Pass(), Pass(other))
        return
    yield from (one.action for one in choices(trial.ruleset, position) if not isinstance(one.action, Play))
    if position.phase is not Phase.PLAY:
        return
    assert position.contract is not None and position.contract.trump is not None
    pack = cards_in(trial.ruleset.table.pack)
    yield from map(Play, pack)
    for card in trial.ruleset.play[position.contract.trump].mode.belote_partner:
        yield Play(card, says_belote=True)
    yield Play(pack[0], seat=other)
    for one in choices(trial.ruleset, position):
        if one.declarations and isinstance(one.action, Play):
            yield Play(one.action.card, declarations=one.declarations, seat=one.action.seat)


def _check_verdict(trial: Trial, here: View, action: Action) -> Found:
    """The verdict on one action as the viewer hears it, against the true one."""
    whole, view = here.whole, here.view.position
    truth, told = judge_action(trial.ruleset, whole, action), judge_action(trial.ruleset, view, action)
    if told == truth and not told.violations:
        return
    name = action_text(action)
    true_rules, told_rules = ({one.rule_id for one in judged.violations} for judged in (truth, told))
    viewer = SEAT_LETTERS[here.viewer]
    if told.ruling is Ruling.UNDETERMINED:
        if whole.turn == here.viewer and action.seat in (None, here.viewer):
            yield Said("own_cards_are_certain", f"{name} of {viewer} itself is left open")
        if not true_rules <= set(told.open_rules):
            left = ", ".join(told.open_rules)
            yield Said("redaction_tells_truth", f"{name} is left open by {left}, and breaks {true_rules} in truth")
    elif told.ruling is not truth.ruling or (true_rules and not told_rules & true_rules):
        wrong = f"{told.ruling.name} by {sorted(told_rules)}, and {truth.ruling.name} by {sorted(true_rules)} in truth"
        yield Said("redaction_tells_truth", f"for {viewer} {name} is {wrong}")
    elif not view.hand_hidden and view.phase is not Phase.EXCHANGE and told != truth:
        yield Said("redaction_tells_truth", f"{name} is refused in other words than in truth")
    shown = cards_of(card for one in told.violations for card in (*one.cards, *cards_in_text(one.message.en)))
    mine = action.card if isinstance(action, Play) else cards_of(getattr(action, "cards", ()))
    hidden = shown & ~(here.known | mine)
    if hidden:
        yield Said("redaction_hides", f"the refusal of {name} tells {viewer} of {names(cards_in(hidden))}")


def check_view_over_the_wire(trial: Trial, asked: Asked, one: RandomDeal, done: int, viewer: Seat) -> Found:
    """No answer to what the viewer asks with its own record shows a card that it cannot have seen."""
    whole = one.positions[done]
    after = min(done + 1, len(one.deal.actions))
    visible = seen_by(one, after, viewer)
    visible |= told_by_elimination(one.positions[after], viewer, visible)
    visible |= told_by_elimination(whole, viewer, seen_by(one, done, viewer))
    redacted = asked("RedactDeal", deal=encode.deal(one.until(done)), seat=int(viewer)).deal
    answers = {"RedactDeal": redacted}
    answers["InspectDeal"] = asked("InspectDeal", deal=redacted)
    answers["ListLegalActions"] = asked("ListLegalActions", deal=redacted)
    if after > done:
        action = one.deal.actions[done]
        if not isinstance(action, Custom) and not getattr(action, "declarations", ()):
            answers["ApplyAction"] = asked("ApplyAction", deal=redacted, action=encode.action(action))
    for rpc, answer in answers.items():
        hidden = cards_shown(answer) & ~visible
        if hidden:
            yield Said("redaction_hides", f"{rpc} tells {SEAT_LETTERS[viewer]} of {names(cards_in(hidden))}")
