"""What an action brought about, read from the positions before and after it."""

from referee.model.action import Action, Play
from referee.model.card import cards_in
from referee.model.event import Event, EventKind
from referee.model.position import Phase, Position
from referee.ruleset import Ruleset


def events(ruleset: Ruleset, before: Position, after: Position, action: Action) -> tuple[Event, ...]:
    """The events of one legal or undetermined action, in the order in which a table would see them."""
    found: list[Event] = []
    if before.contract is None and after.contract is not None:
        contract = after.contract
        found.append(Event(EventKind.CONTRACT_SETTLED, contract.taker, contract.team))
        for seat in ruleset.table.seats:
            # One event a seat; the cards as far as they are known.
            received = cards_in(after.held[seat] & ~before.held[seat])
            found.append(Event(EventKind.CARDS_DEALT, seat, ruleset.table.team_of(seat), received))
    if after.passed_out and not before.passed_out:
        found.append(Event(EventKind.DEAL_PASSED_OUT))
    if isinstance(action, Play) and before.turn is not None:
        found += _belote(ruleset, after, action)
    if after.tricks and after.tricks[-1].complete:
        trick = after.tricks[-1]
        found.append(
            Event(EventKind.TRICK_WON, trick.winner, ruleset.table.team_of(trick.winner), trick.cards, trick.points)
        )
    if after.phase is Phase.FINISHED:
        found.append(Event(EventKind.DEAL_OVER))
    return tuple(found)


def _belote(ruleset: Ruleset, after: Position, action: Play) -> list[Event]:
    if action.card not in after.shown:
        return []
    seat, said = after.shown[action.card]
    assert after.contract is not None and after.contract.trump is not None
    other = ruleset.play[after.contract.trump].mode.belote_partner[action.card]
    second = other in after.shown and after.shown[other][0] == seat
    if ruleset.belote.automatic:
        said = second or bool(other & after.held[seat])
    if not said:
        return []
    kind = EventKind.REBELOTE_SAID if second else EventKind.BELOTE_SAID
    return [Event(kind, seat, ruleset.table.team_of(seat), (action.card,))]
