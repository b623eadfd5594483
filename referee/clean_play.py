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


_of_a_play: Callable[[Play], tuple[Card, Seat | None, bool]] = attrgetter("card", "seat", "silent")


def clean_play(
    ruleset: Ruleset, table: Table, play: ModePlay, dealt: Holdings, actions: Sequence[Action], leader: int
) -> Followed | None:
    """Plays the cards out of hands that are wholly known; None, with nothing played, when they need more care."""
    mode, hands = play.mode, dealt.known
    size, seats, whole_deal = table.size, table.seats, table.size * ruleset.tricks
    plays = cast("Sequence[Play]", actions)
    try:
        cards, named, silent = zip(*map(_of_a_play, plays), strict=True) if plays else ((), (), ())
    except AttributeError:  # some other action among them
        return None
    gone, count = sum(cards), len(cards)
    # A sum of single bits has as many bits as terms only when no two are the same.
    if gone.bit_count() != count or gone & ~table.pack or count > whole_deal or not mode.strongest:
        return None
    tricks = list(zip(*[iter(cards)] * size, strict=False))
    rest = cards[len(tricks) * size :]
    if rest:
        tricks.append(rest)
    leaders = _leaders(play, table, hands, tricks, leader)
    if leaders is None:
        return None
    places = list(chain.from_iterable(map(table.around.__getitem__, leaders)))  # after the last card, whose turn it is
    if 0 in map(and_, cards, map(hands.__getitem__, places)):
        return None  # not held, or not in turn
    by_seat = [seats[place] for place in leaders]
    if any(named) and named != tuple(seats[place] for place in places[:count]):
        return None
    if not all(silent):
        loud = compress(enumerate(zip(plays, places, strict=False)), map(not_, silent))
        if not _said_well(ruleset, play, hands, loud):
            return None
    shown: dict[Card, tuple[Seat, bool]] = {}
    if gone & mode.belote_cards:
        for index in sorted(map(cards.index, cards_in(gone & mode.belote_cards))):
            shown[cards[index]] = seats[places[index]], plays[index].says_belote
    dealt.known = [hand & ~gone for hand in hands]
    turn = seats[places[count]] if count < whole_deal else None
    played = on_table(ruleset, table, play, tricks, by_seat, by_seat[1:], shown)
    played.dealt = hands
    return Followed(played, turn, shown)


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
