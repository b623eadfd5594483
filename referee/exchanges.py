"""The steps between auction and play: follows those of a record, and tells which may be taken now."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from referee.dealt import Holdings
from referee.model.action import Custom, Play
from referee.model.card import Card, Cards, cards_of
from referee.model.contract import Contract
from referee.model.deal import Deal
from referee.model.exchanging import Exchanging
from referee.model.refusal import Reason, Refused, bad_field, echo
from referee.model.seat import Seat
from referee.rules.exchange import Exchange
from referee.rules.misshapen import Misshapen
from referee.ruleset import Ruleset

OUT_OF_TURN = "exchange/not_now"
DUE = "exchange/due_first"
CARD_COUNT = "exchange/card_count"
NOT_HELD = "play/not_held"


class Exchanged(NamedTuple):
    """The cards after the steps of a record, the index of the action after them, and the rules that it broke."""

    at: Exchanging
    following: int
    broken: tuple[str, ...] = ()
    seat: Seat | None = None
    left_open: tuple[int, ...] = ()
    """Indices of steps whose cards may not have been held."""


def start(ruleset: Ruleset, deal: Deal, contract: Contract, dealt: Holdings, turned: Card) -> Exchanging:
    """The cards as dealt, before the first step."""
    held = 0
    for hand in dealt.known:
        held |= hand
    return Exchanging(
        seats=ruleset.table.seats,
        dealer=deal.dealer,
        contract=contract,
        held=tuple(dealt.known),
        hidden=tuple(dealt.unknown),
        pool=dealt.pool,
        turn_up=0 if turned & held else turned,
        early=_early(ruleset, deal),
    )


def _early(ruleset: Ruleset, deal: Deal) -> tuple[Cards, ...]:
    """By place, what is known to have been dealt before the auction."""
    table, dealing = ruleset.table, ruleset.dealing
    if deal.deck:
        first = dealing.first_stage(table, deal.deck, deal.dealer)
        return tuple(cards_of(first[seat]) for seat in table.seats)
    return tuple(cards_of(deal.hands.get(seat, ())[: dealing.first_size]) for seat in table.seats)


def revealed(at: Exchanging, pool: Cards) -> tuple[Exchanging, Cards]:
    """After the last card what one seat laid away unseen is known, if it is all that is missing; and what still is."""
    if len(at.unseen) != 1 or sum(at.unseen.values()) != pool.bit_count():
        return at, pool
    (seat,) = at.unseen
    return replace(at, laid={**at.laid, seat: at.laid.get(seat, 0) | pool}, unseen={}), 0


def exchange(ruleset: Ruleset, deal: Deal, at: Exchanging, index: int) -> Exchanged:
    """Follows the custom steps of a record from an index on, up to the first that breaks a rule.

    Raises Refused FIELD_INVALID for a step that no feature in use knows.
    """
    left_open: list[int] = []
    while index < len(deal.actions):
        action = deal.actions[index]
        if not isinstance(action, Custom):
            break
        seat = actor(ruleset, at, action, f"actions[{index}]")
        certain, open_rules = judged(ruleset, at, seat, action)
        if certain:
            return Exchanged(at, index, tuple(certain), seat, tuple(left_open))
        if open_rules:
            left_open.append(index)
        at = taken(ruleset, at, seat, action)
        index += 1
    if index < len(deal.actions) and isinstance(deal.actions[index], Play) and due(ruleset, at):
        return Exchanged(at, index, (DUE,), deal.actions[index].seat, tuple(left_open))
    return Exchanged(at, index, (), None, tuple(left_open))


def actor(ruleset: Ruleset, at: Exchanging, action: Custom, path: str) -> Seat:
    """Who takes a step: the seat it names, else the first that may. Raises Refused FIELD_INVALID for an unknown one."""
    step, inside = ruleset.exchanges.get(action.id), f"{path}.custom" if path else "custom"
    if step is None:
        raise unknown_step(f"{inside}.id", action)
    _check_values(ruleset, action, inside)
    if action.seat is not None:
        return action.seat
    seats = step.seats(at)
    return seats[0] if seats else at.seats[(at.seats.index(at.dealer) + 1) % len(at.seats)]


def _check_values(ruleset: Ruleset, action: Custom, path: str) -> None:
    """Raises Refused FIELD_INVALID for values that the step does not take."""
    taken_by_step = {option.name: option for option in ruleset.steps[action.id].options}
    bad = []
    names = [name for name, _ in action.options]
    for index, (name, value) in enumerate(action.options):
        option = taken_by_step.get(name)
        if name in names[:index]:
            text = f"{echo(name)} twice", f"{echo(name)} deux fois"
        elif option is None:
            text = f"this step takes no {echo(name)}", f"cette étape ne prend pas {echo(name)}"
        elif not option.allows(value):
            text = f"allowed: {option.allowed()}", f"valeurs admises : {option.allowed()}"
        else:
            continue
        bad.append(bad_field(f"{path}.options[{index}]", Reason.FIELD_INVALID, *text, value=echo(value)))
    if bad:
        raise Refused.for_fields(bad)


def judged(ruleset: Ruleset, at: Exchanging, seat: Seat, action: Custom) -> tuple[list[str], list[str]]:
    """The rules that object to a step, and those that hidden cards leave open."""
    step = ruleset.exchanges[action.id]
    if seat not in step.seats(at):
        return [OUT_OF_TURN], []
    told = ruleset.steps[action.id]
    if action.cards or step.public or at.knows(seat):
        fits = told.min_cards <= len(action.cards) <= told.max_cards
        if not fits or len(set(action.cards)) < len(action.cards):
            return [CARD_COUNT], []
    cards, hand = cards_of(action.cards), at.hand(seat)
    lacking = cards & ~hand
    if not action.cards and not step.public and not at.knows(seat):
        return [], []  # a step of a hidden hand, told without its cards
    certain, left_open = [], []
    if lacking & ~at.pool or lacking.bit_count() > at.hidden[at.seats.index(seat)]:
        certain.append(NOT_HELD)
    elif lacking:
        left_open.append(NOT_HELD)
    broken: object = step.objections(at, seat, action)
    if not isinstance(broken, tuple) or not ruleset.rules.keys() >= set(broken):
        raise Misshapen(step, f"the step {action.id} objects with {broken!r}, which are no rules in use")
    certain += broken
    return certain, left_open


def taken(ruleset: Ruleset, at: Exchanging, seat: Seat, action: Custom) -> Exchanging:
    """The cards after a step that no rule objects to; cards of a hidden hand that it names become known first."""
    place = at.seats.index(seat)
    lacking = cards_of(action.cards) & ~at.held[place]
    if lacking:
        held, hidden = list(at.held), list(at.hidden)
        held[place] |= lacking
        hidden[place] -= lacking.bit_count()
        at = replace(at, held=tuple(held), hidden=tuple(hidden), pool=at.pool & ~lacking)
    step = ruleset.exchanges[action.id]
    after = step.apply(at, seat, action)
    if not isinstance(after, Exchanging):
        raise Misshapen(step, f"the step {action.id} leaves {type(after).__name__}, which is no Exchanging")
    lost = _counted(at) - _counted(after)
    if lost > 0:
        # What has left a hidden hand for nowhere was laid away face down.
        after = replace(after, unseen={**after.unseen, seat: after.unseen.get(seat, 0) + lost})
    return replace(after, done=(*at.done, (seat, action.id)))


def _counted(at: Exchanging) -> int:
    places = (*at.held, *at.laid.values(), at.turn_up)
    return sum(cards.bit_count() for cards in places) + sum(at.hidden) + sum(at.unseen.values())


def due(ruleset: Ruleset, at: Exchanging) -> tuple[Seat, ...]:
    """Seats that must take a step before the first card is led."""
    found = (seat for step in ruleset.exchanges.values() if step.due(at) for seat in step.seats(at))
    return tuple(dict.fromkeys(found))


def open_to(ruleset: Ruleset, at: Exchanging) -> tuple[Seat, ...]:
    """Seats that may take a step now."""
    return tuple(dict.fromkeys(seat for step in ruleset.exchanges.values() for seat in step.seats(at)))


def offers(ruleset: Ruleset, at: Exchanging, seats: Sequence[Seat]) -> tuple[Custom, ...]:
    """Complete steps that these seats may take, as far as their hands are known."""
    return tuple(
        replace(action, seat=seat)
        for seat in seats
        for step in ruleset.exchanges.values()
        if seat in step.seats(at) and at.knows(seat)
        for action in _offered(step, at, seat)
    )


def _offered(step: Exchange, at: Exchanging, seat: Seat) -> tuple[Custom, ...]:
    """What a step offers, if it is that step."""
    found: tuple[Any, ...] = tuple(step.offers(at, seat))
    for action in found:
        if not isinstance(action, Custom) or action.id != step.id:
            raise Misshapen(step, f"the step {step.id} offers {action!r}, which is another thing")
    return found


def unknown_step(path: str, action: Custom) -> Refused:
    """The refusal of a custom action that no feature in use knows."""
    return Refused.for_field(
        path,
        Reason.FIELD_INVALID,
        "no feature in use knows this action",
        "aucune extension en jeu ne connaît cette action",
        value=echo(action.id),
    )
