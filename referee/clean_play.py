"""The quick way through cards played as they should be: what the careful way in replay finds, but found in bulk.

It knows no faults. Whatever is not plainly right, or not plain at all, it leaves to the careful way, which stays the
law; a test compares the two.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, compress
from operator import and_, attrgetter, not_
from typing import NamedTuple, cast

from referee.dealt import Holdings
from referee.declared import objections, statuses
from referee.judge import Standing
from referee.model.action import Action, Play
from referee.model.card import SUIT_MASK_OF, Card, Cards, cards_in
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


_card_of: Callable[[Play], Card] = attrgetter("card")
_seat_of: Callable[[Play], Seat | None] = attrgetter("seat")
_is_silent: Callable[[Play], bool] = attrgetter("silent")


class Line(NamedTuple):
    """Cards that were played without a fault out of hands that are wholly known."""

    plays: Sequence[Play]
    cards: tuple[Card, ...]
    tricks: list[tuple[Card, ...]]
    leaders: list[int]
    """The place that leads each trick, and after them the last trick's winner, or master so far."""
    places: list[int]
    """The place that plays each card, and at least one more where the deal goes on: whose turn it is."""
    gone: Cards

    def shown(self, table: Table, belote_cards: Cards) -> dict[Card, tuple[Seat, bool]]:
        """The kings and queens among them that may make a belote, in order: who played them, and what was said."""
        found: dict[Card, tuple[Seat, bool]] = {}
        if self.gone & belote_cards:
            for index in sorted(map(self.cards.index, cards_in(self.gone & belote_cards))):
                found[self.cards[index]] = table.seats[self.places[index]], self.plays[index].says_belote
        return found


def clean_line(
    ruleset: Ruleset, table: Table, play: ModePlay, hands: Sequence[Cards], actions: Sequence[Action], leader: int
) -> Line | None:
    """The cards of a record that are plainly right; None when any of them needs more care."""
    mode, seats, size = play.mode, table.seats, table.size
    plays = cast("Sequence[Play]", actions)
    try:
        cards = tuple(map(_card_of, plays))
    except AttributeError:  # some other action among them
        return None
    gone, count = sum(cards), len(cards)
    # A sum of single bits has as many bits as terms only when no two are the same.
    if gone.bit_count() != count or gone & ~table.pack or count > size * ruleset.tricks or not mode.strongest:
        return None
    tricks = list(zip(*[iter(cards)] * size, strict=False))
    rest = cards[len(tricks) * size :]
    if rest:
        tricks.append(rest)
    leaders = _leaders(play, table, hands, tricks, leader)
    if leaders is None:
        return None
    places = list(chain.from_iterable(map(table.around.__getitem__, leaders)))
    if 0 in map(and_, cards, map(hands.__getitem__, places)):
        return None  # not held, or not in turn
    named = list(map(_seat_of, plays))
    if any(named) and named != [seats[place] for place in places[:count]]:
        return None
    if not all(map(_is_silent, plays)):
        loud = compress(enumerate(zip(plays, places, strict=False)), map(not_, map(_is_silent, plays)))
        if not _said_well(ruleset, play, hands, loud):
            return None
    return Line(plays, cards, tricks, leaders, places, gone)


def clean_play(
    ruleset: Ruleset, table: Table, play: ModePlay, dealt: Holdings, actions: Sequence[Action], leader: int
) -> Followed | None:
    """Plays the cards out of hands that are wholly known; None, with nothing played, when they need more care."""
    hands = dealt.known
    line = clean_line(ruleset, table, play, hands, actions, leader)
    if line is None:
        return None
    _, cards, tricks, leaders, places, gone = line
    shown = line.shown(table, play.mode.belote_cards)
    dealt.known = [hand & ~gone for hand in hands]
    by_seat = [table.seats[place] for place in leaders]
    turn = table.seats[places[len(cards)]] if len(cards) < table.size * ruleset.tricks else None
    played = on_table(ruleset, table, play, tricks, by_seat, by_seat[1:], shown)
    played.dealt = hands
    return Followed(played, turn, shown)


def standing_after(
    ruleset: Ruleset, table: Table, play: ModePlay, hands: Sequence[Cards], actions: Sequence[Action], leader: int
) -> Standing | None:
    """What the ruling on the next card looks at, with no position made; None when that needs more care, or no card is
    to come.
    """
    line = clean_line(ruleset, table, play, hands, actions, leader)
    if line is None or len(line.cards) == table.size * ruleset.tricks:
        return None
    _, cards, tricks, leaders, places, gone = line
    place, led, best, partner_best = places[len(cards)], 0, 0, False
    if len(cards) % table.size:
        trick, master = tricks[-1], leaders[-1]
        led = SUIT_MASK_OF[trick[0]]
        best = trick[table.around[leaders[-2]].index(master)]
        partner_best = table.partners[place][master]
    shown = line.shown(table, play.mode.belote_cards)
    return Standing(
        play, table.seats[place], hands[place] & ~gone, 0, 0, led, best, partner_best, shown, len(cards) < table.size
    )


def _leaders(
    play: ModePlay, table: Table, hands: Sequence[Cards], tricks: Iterable[tuple[Card, ...]], leader: int
) -> list[int] | None:
    """Who leads each trick, and after them the last trick's winner, or master so far; None when a card is not allowed.

    Cards that follow freely are not looked at one by one, so it is not seen here whether they were held. All is in one
    function because calls within the loop would cost as much as what they do.
    """
    judge, mode, around, partners = play.judge, play.mode, table.around, table.partners
    strongest, beats, suit_mask = mode.strongest, mode.beats, SUIT_MASK_OF
    follows_freely, left = play.follows_freely, table.pack
    leaders = [leader]
    for cards in tricks:
        order, union, best = around[leader], sum(cards), cards[0]
        led = suit_mask[best]
        freely = led & follows_freely
        if union & freely != union:
            in_turn = zip(cards, order, strict=False)
            next(in_turn)
            for card, place in in_turn:
                if not card & freely:
                    hand = hands[place] & left
                    if not card & hand or not card & judge(hand, led, best, partners[place][leader])[0]:
                        return None
                if card & beats[best]:
                    best, leader = card, place
        else:
            leader = order[cards.index(strongest[union])]
        left -= union
        leaders.append(leader)
    return leaders


def _said_well(
    ruleset: Ruleset, play: ModePlay, hands: Sequence[Cards], loud: Iterable[tuple[int, tuple[Play, int]]]
) -> bool:
    """Whether all that is said is belote and declarations, at their time and by those who were dealt the cards."""
    partner_of, automatic, first_trick = play.mode.belote_partner, ruleset.belote.automatic, ruleset.table.size
    for index, (one, place) in loud:
        if one.declarations:
            first = index < first_trick
            certain, _ = objections(ruleset, play.mode, one.declarations, hands[place], 0, 0, first_card=first)
            if certain:  # nothing is left open where no card is hidden
                return False
        if one.says_belote and not automatic and not partner_of.get(one.card, 0) & hands[place]:
            return False
    return True
