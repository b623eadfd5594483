"""The only privacy rule in the system: a record as one seat may see it."""

from dataclasses import replace

from referee.dealt import no_seat, turned_card
from referee.model.action import Action, Declaration, Play
from referee.model.deal import Deal
from referee.model.refusal import Refused
from referee.model.seat import Seat
from referee.replay import replay_clean
from referee.ruleset import Ruleset


def redact(ruleset: Ruleset, deal: Deal, seat: Seat) -> Deal:
    """The record without deck, without the other hands and without declared cards that were not shown.

    Everything that lies on the table stays: turned card, calls, plays. Redacting twice changes nothing.
    Raises Refused when the record is no clean record or the seat does not play.
    """
    if seat not in ruleset.table.place_of:
        raise Refused.for_fields([no_seat("seat", seat)])
    try:
        position = replay_clean(ruleset, deal)
    except Refused as refusal:
        raise refusal.under("deal") from refusal
    received = deal.hands.get(seat, ())
    if deal.deck:
        received = ruleset.dealing.first_stage(ruleset.table, deal.deck, deal.dealer)[seat]
        if position.contract is not None:
            late = ruleset.dealing.second_stage(ruleset.table, deal.deck, deal.dealer, position.contract.taker)
            received += late[seat]
    return replace(
        deal,
        deck=(),
        hands={seat: received} if received else {},
        turn_up=turned_card(ruleset, deal),
        actions=tuple(_unseen(action) for action in deal.actions),
        seal=b"",
    )


def _unseen(action: Action) -> Action:
    if isinstance(action, Play) and action.declarations:
        return replace(action, declarations=tuple(Declaration(one.kind) for one in action.declarations))
    return action
