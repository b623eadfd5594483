"""What an action brought about, read from the positions before and after it."""

from collections.abc import Iterator

from referee.model.action import Action, Custom, Declaration, Play
from referee.model.card import cards_in
from referee.model.event import Event, EventKind
from referee.model.position import Phase, Position
from referee.rules.table import Table
from referee.ruleset import Ruleset


def events(ruleset: Ruleset, before: Position, after: Position, action: Action) -> tuple[Event, ...]:
    """The events of one legal or undetermined action, in the order in which a table would see them."""
    found: list[Event] = []
    table = ruleset.table.playing(after.contract.taker if after.contract is not None else None)
    if before.contract is None and after.contract is not None:
        contract = after.contract
        found.append(Event(EventKind.CONTRACT_SETTLED, contract.taker, contract.team))
        for seat in table.seats:
            # One event a seat; the cards as far as they are known.
            received = cards_in(after.held[seat] & ~before.held[seat])
            found.append(Event(EventKind.CARDS_DEALT, seat, table.team_of(seat), received))
    if after.passed_out and not before.passed_out:
        found.append(Event(EventKind.DEAL_PASSED_OUT))
    if isinstance(action, Play) and before.turn is not None:
        found += _belote(ruleset, table, after, action)
        found += _declared(table, before, after, action)
    if isinstance(action, Custom) and after.exchanging is not None:
        seat, step = after.exchanging.done[-1]
        cards = action.cards if ruleset.exchanges[step].public else ()
        found.append(Event(EventKind.CARDS_EXCHANGED, seat, table.team_of(seat), cards))
    if isinstance(action, Play) and after.tricks[-1].complete:
        trick = after.tricks[-1]
        found.append(Event(EventKind.TRICK_WON, trick.winner, table.team_of(trick.winner), trick.cards, trick.points))
        found += _came(table, before, after)
    if after.phase is Phase.FINISHED:
        found.append(Event(EventKind.DEAL_OVER))
    return tuple(found)


def _came(table: Table, before: Position, after: Position) -> Iterator[Event]:
    """Cards drawn or bared after a trick, one event a seat from its winner on, as far as they are known."""
    for place in table.around[table.place_of[after.tricks[-1].winner]] if after.came else ():
        seat = table.seats[place]
        new = after.came.get(seat, ())[len(before.came.get(seat, ())) :]
        if new:
            yield Event(EventKind.CARDS_DEALT, seat, table.team_of(seat), tuple(card for card in new if card))


def _declared(table: Table, before: Position, after: Position, action: Play) -> list[Event]:
    """What this card's player says, by kinds only, and what its being played has shown, one event a seat."""
    found = []
    if action.declarations and before.turn is not None:
        kinds = tuple(Declaration(one.kind) for one in action.declarations)
        team = table.team_of(before.turn)
        found.append(Event(EventKind.DECLARATIONS_SAID, before.turn, team, declarations=kinds))
    if any(status.shown for status in before.declarations):
        return found
    for seat in dict.fromkeys(status.seat for status in after.declarations if status.shown):
        shown = [status for status in after.declarations if status.seat == seat and status.shown]
        points = [status.points for status in shown if status.points is not None]
        found.append(
            Event(
                EventKind.DECLARATIONS_SHOWN,
                seat,
                table.team_of(seat),
                points=sum(points) if len(points) == len(shown) else None,
                declarations=tuple(status.declaration for status in shown),
            )
        )
    return found


def _belote(ruleset: Ruleset, table: Table, after: Position, action: Play) -> list[Event]:
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
    return [Event(kind, seat, table.team_of(seat), (action.card,))]
