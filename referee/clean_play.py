"""The quick way through cards played as they should be: what the careful way in replay finds, in one plain loop.

It knows no faults. Whatever is not plainly right, or not plain at all, it leaves to the careful way, which stays the
law; a test compares the two.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from referee.dealt import Holdings
from referee.declared import objections, statuses
from referee.judge import Standing
from referee.model.action import Action, Play
from referee.model.card import SUIT_MASK_OF, Card, Cards
from referee.model.position import Played
from referee.model.seat import Seat
from referee.rules.play import ModePlay
from referee.rules.table import Table
from referee.ruleset import Ruleset


class Followed(NamedTuple):
    """Where the cards of a record lead."""

    played: Played
    turn: Seat | None
    shown: dict[Card, tuple[Seat, bool]]


def on_table(
    ruleset: Ruleset,
    table: Table,
    play: ModePlay,
    tricks: Sequence[tuple[Card, ...]],
    leaders: Sequence[Seat],
    winners: Sequence[Seat],
    shown: Mapping[Card, tuple[Seat, bool]],
) -> Played:
    """The tricks, with all that is read off them only when somebody asks."""
    mode = play.mode
    belotes = partial(ruleset.belote.on_table, shown, mode, table)
    declarations = partial(statuses, ruleset) if ruleset.contest is not None else None
    return Played(tricks, leaders, winners, mode.worth, table.team_by_seat, ruleset.tricks, belotes, declarations)


class Line(NamedTuple):
    """Cards that were played without a fault out of hands that are wholly known, and where that leads."""

    tricks: list[tuple[Card, ...]]
    """Every trick, the one under way included."""
    leaders: list[int]
    """The place that leads each trick, and after them the last trick's winner, or master so far."""
    held: list[Cards]
    shown: dict[Card, tuple[Seat, bool]]
    place: int
    """Whose turn it is, if the deal goes on."""
    led: Cards
    """The suit of the trick under way, 0 where the next card leads."""
    best: Card


def clean_line(
    ruleset: Ruleset, table: Table, play: ModePlay, hands: Sequence[Cards], actions: Sequence[Action], leader: int
) -> Line | None:
    """Follows cards that are plainly right; None when any of them needs more care."""
    mode, judge, size, seats = play.mode, play.judge, table.size, table.seats
    if len(actions) > size * ruleset.tricks:
        return None
    beats, belote_cards, suit_mask = mode.beats, mode.belote_cards, SUIT_MASK_OF
    follows_freely, partners = play.follows_freely, table.partners
    held = list(hands)
    tricks: list[tuple[Card, ...]] = []
    leaders = [leader]
    trick: list[Card] = []
    shown: dict[Card, tuple[Seat, bool]] = {}
    place = master = leader
    led = best = over = 0
    for one in actions:
        if type(one) is not Play:
            return None
        card, seat, hand = one.card, one.seat, held[place]
        if not card & hand or (seat is not None and seat is not seats[place]):
            return None
        if not one.silent and not _said_well(ruleset, play, one, hands[place], first_card=not tricks):
            return None
        if not led:
            led, best, over = suit_mask[card], card, beats[card]
        else:
            if not card & led & follows_freely and not card & judge(hand, led, best, partners[place][master])[0]:
                return None
            if card & over:
                best, master, over = card, place, beats[card]
        if card & belote_cards:
            shown[card] = seats[place], one.says_belote
        held[place] = hand ^ card
        trick.append(card)
        place += 1
        if len(trick) == size:
            tricks.append(tuple(trick))
            leaders.append(master)
            trick, place, led = [], master, 0
        elif place == size:
            place = 0
    if trick:
        tricks.append(tuple(trick))
        leaders.append(master)
    return Line(tricks, leaders, held, shown, place, led, best)


def clean_play(
    ruleset: Ruleset, table: Table, play: ModePlay, dealt: Holdings, actions: Sequence[Action], leader: int
) -> Followed | None:
    """Plays the cards out of hands that are wholly known; None, with nothing played, when they need more care."""
    hands = dealt.known
    line = clean_line(ruleset, table, play, hands, actions, leader)
    if line is None:
        return None
    dealt.known = line.held
    by_seat = [table.seats[place] for place in line.leaders]
    turn = table.seats[line.place] if len(actions) < table.size * ruleset.tricks else None
    played = on_table(ruleset, table, play, line.tricks, by_seat, by_seat[1:], line.shown)
    played.dealt = hands
    return Followed(played, turn, line.shown)


def standing_after(
    ruleset: Ruleset, table: Table, play: ModePlay, hands: Sequence[Cards], actions: Sequence[Action], leader: int
) -> Standing | None:
    """What the ruling on the next card looks at; None when that needs more care, or when no card is to come."""
    size = table.size
    if len(actions) == size * ruleset.tricks:
        return None
    line = clean_line(ruleset, table, play, hands, actions, leader)
    if line is None:
        return None
    _, leaders, held, shown, place, led, best = line
    partner_best = bool(led) and table.partners[place][leaders[-1]]
    first_card = len(actions) < size
    return Standing(
        play, table.seats[place], held[place], 0, 0, led, best if led else 0, partner_best, shown, first_card
    )


def _said_well(ruleset: Ruleset, play: ModePlay, one: Play, hand: Cards, *, first_card: bool) -> bool:
    """Whether all that is said is belote and declarations, at their time and by one who was dealt the cards."""
    if one.declarations:
        certain, _ = objections(ruleset, play.mode, one.declarations, hand, 0, 0, first_card=first_card)
        if certain:  # nothing is left open where no card is hidden
            return False
    if one.says_belote and not ruleset.belote.automatic:
        return bool(play.mode.belote_partner.get(one.card, 0) & hand)
    return True
