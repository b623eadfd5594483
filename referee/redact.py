"""The only privacy rule in the system: a record as one seat may see it."""

from dataclasses import replace

from referee.dealt import no_seat, turned_card
from referee.declared import in_sight
from referee.model.action import Action, Custom, Play
from referee.model.card import Card
from referee.model.deal import Deal
from referee.model.position import Position
from referee.model.refusal import Refused
from referee.model.seat import Seat
from referee.replay import replay_clean
from referee.ruleset import Ruleset


def redact(ruleset: Ruleset, deal: Deal, seat: Seat) -> Deal:
    """The record without deck, without declared cards that were not shown, and without hands that do not lie open.

    Everything that lies on the table stays: turned card, calls, plays. Redacting twice changes nothing.
    Raises Refused when the record is no clean record or the seat does not play.
    """
    if seat not in ruleset.table.place_of:
        raise Refused.for_fields([no_seat("seat", seat)])
    try:
        position = replay_clean(ruleset, deal)
    except Refused as refusal:
        raise refusal.under("deal") from refusal
    seats = [one for one in ruleset.table.seats if one == seat or _lies_open(ruleset, position, one)]
    hands = {one: _received(ruleset, position, one) for one in seats}
    return replace(
        deal,
        deck=(),
        hands={one: received for one, received in hands.items() if received},
        turn_up=turned_card(ruleset, deal),
        actions=_seen(ruleset, position, seat),
        seal=b"",
    )


def _lies_open(ruleset: Ruleset, position: Position, seat: Seat) -> bool:
    """The whole table sees what this seat holds."""
    return ruleset.dealing.covered or (seat == ruleset.table.dummy and position.contract is not None)


def _received(ruleset: Ruleset, position: Position, seat: Seat) -> tuple[Card, ...]:
    """The cards of a seat in the order in which they came, without a turned one that was drawn in sight of all."""
    deal, table, dealing = position.deal, ruleset.table, ruleset.dealing
    if not deal.deck:
        return deal.hands.get(seat, ())
    received = dealing.first_stage(table, deal.deck, deal.dealer)[seat]
    if position.contract is not None:
        received += dealing.second_stage(table, deal.deck, deal.dealer, position.contract.taker)[seat]
    came = position.came.get(seat, ())
    return received + (tuple(card for card in came if card != position.turn_up) if dealing.turn_up_stays else came)


def _seen(ruleset: Ruleset, position: Position, seat: Seat) -> tuple[Action, ...]:
    """The actions without what only others know: declared cards that were not shown, cards laid away face down."""
    actions = position.deal.actions
    if not any(isinstance(action, Custom) or (isinstance(action, Play) and action.declarations) for action in actions):
        return actions
    declarations = in_sight(ruleset, position, seat)
    takers = iter(position.exchanging.done if position.exchanging is not None else ())
    found: list[Action] = []
    for action in actions:
        if isinstance(action, Play) and action.declarations:
            found.append(replace(action, declarations=next(declarations)))
        elif isinstance(action, Custom):
            taker, _ = next(takers)
            away = taker != seat and not ruleset.exchanges[action.id].public
            found.append(replace(action, seat=taker, cards=(), options=()) if away else replace(action, seat=taker))
        else:
            found.append(action)
    return tuple(found)
