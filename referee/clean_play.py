"""The quick way through cards played as they should be: what the careful way in replay finds, in one plain loop.

It knows no faults. Whatever is not plainly right, or not plain at all, it leaves to the careful way, which stays the
law; a test compares the two.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from referee.dealt import Holdings
from referee.declared import objections, statuses
from referee.judge import Standing
from referee.model.action import Action, Play
from referee.model.card import Card, Cards, cards_in
from referee.model.deal import Plays
from referee.model.position import Played
from referee.model.seat import Seat
from referee.rules.play import ModePlay
from referee.rules.ranking import Mode
from referee.rules.table import Table
from referee.ruleset import Ruleset

_FOUR: Final = 4
"""Seats of nearly every table."""
_NO_CARDS: Final[tuple[list[Card], ...]] = ([], [0, 0, 0], [0, 0], [0])
"""What makes whole fours, by how many are over."""
_NOTHING_SHOWN: Final[Mapping[Card, tuple[Seat, bool]]] = MappingProxyType({})


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


Line: TypeAlias = tuple[list[int], Cards, int, Cards, Card]
"""Cards that were played without a fault: the place that leads each trick, and after them the last trick's winner or
master so far; every card played; whose turn it is; the suit of the trick under way and its best card, or 0 twice."""


def clean_line(
    ruleset: Ruleset, table: Table, play: ModePlay, hands: Sequence[Cards], owners: bytes, plays: Plays, leader: int
) -> Line | None:
    """Follows cards that are plainly right out of hands that are wholly known; None when any of them needs more care.

    ``owners`` are the places in whose hands the cards are. That no card comes twice is looked at first: as many single
    bits have that many bits together only when no two are the same. Whose turn it was comes last, and what was said.
    """
    cards, seats, loud = plays
    count, gone, size = len(cards), sum(cards), table.size
    if gone.bit_count() != count or count > size * ruleset.tricks:
        return None
    line = (_four_at_a_time if size == _FOUR else _one_by_one)(table, play, hands, cards, gone, leader)
    if line is None or owners != b"".join(map(table.places.__getitem__, line[0]))[:count]:
        return None
    if seats and seats != owners.translate(table.numbers):
        return None
    return line if not loud or _all_said_well(ruleset, play, hands, owners, loud, size) else None


def _four_at_a_time(
    table: Table, play: ModePlay, hands: Sequence[Cards], cards: list[Card], gone: Cards, leader: int
) -> Line | None:
    """What ``_one_by_one`` does, for four seats: of all that is done for a question, this takes longest."""
    judge, leads, beats, around, partners = play.judge, play.leads, play.mode.beats, table.around, table.partners
    leaders, left = [leader], ~0
    coming = iter(cards + _NO_CARDS[len(cards) % _FOUR])
    for a, b, c, d in zip(coming, coming, coming, coming):  # noqa: B905  # they are one, and have as many left
        _, q, r, s = around[leader]
        led, free, over = leads[a]
        best = a
        if not b & free:
            if not b:
                return [*leaders, leader], gone, q, led, best
            if not b & judge(hands[q] & left, led, best, partners[q][leader])[0]:
                return None
        if b & over:
            best, leader, over = b, q, beats[b]
        if not c & free:
            if not c:
                return [*leaders, leader], gone, r, led, best
            if not c & judge(hands[r] & left, led, best, partners[r][leader])[0]:
                return None
        if c & over:
            best, leader, over = c, r, beats[c]
        if not d & free:
            if not d:
                return [*leaders, leader], gone, s, led, best
            if not d & judge(hands[s] & left, led, best, partners[s][leader])[0]:
                return None
        if d & over:
            leader = s
        left ^= a | b | c | d
        leaders.append(leader)
    return leaders, gone, leader, 0, 0


def _one_by_one(
    table: Table, play: ModePlay, hands: Sequence[Cards], cards: list[Card], gone: Cards, leader: int
) -> Line | None:
    """The line of cards of which none comes twice, as far as the duties go of those whose turn it is."""
    judge, beats, size, partners = play.judge, play.mode.beats, table.size, table.partners
    leaders, left = [leader], ~0
    for at in range(0, len(cards), size):
        led = free = best = over = 0
        trick, order = cards[at : at + size], table.around[leader]
        for place, card in zip(order, trick, strict=False):
            if not led:
                led, free, over = play.leads[card]
                best = card
            elif not card & free and not card & judge(hands[place] & left, led, best, partners[place][leader])[0]:
                return None
            elif card & over:
                best, leader, over = card, place, beats[card]
        leaders.append(leader)
        if len(trick) < size:
            return leaders, gone, order[len(trick)], led, best
        left ^= sum(trick)
    return leaders, gone, leader, 0, 0


def _owners(hands: Sequence[Cards], cards: Sequence[Card]) -> bytes:
    """The place in whose hand each card is; 255 for a card that is in none."""
    places = {card: place for place, hand in enumerate(hands) for card in cards_in(hand)}
    return bytes([places.get(card, 255) for card in cards])


def _all_said_well(
    ruleset: Ruleset, play: ModePlay, hands: Sequence[Cards], owners: bytes, loud: Mapping[int, Play], size: int
) -> bool:
    return all(
        _said_well(ruleset, play, one, hands[owners[index]], first_card=index < size) for index, one in loud.items()
    )


def _shown(table: Table, mode: Mode, gone: Cards, plays: Plays, owners: bytes) -> dict[Card, tuple[Seat, bool]]:
    """The kings and queens played that can make a belote, in their order: who played them, and whether he said so."""
    if not gone & mode.belote_cards:
        return {}
    cards, _, loud = plays
    return {
        cards[index]: (table.seats[owners[index]], index in loud and loud[index].says_belote)
        for index in sorted([cards.index(one) for one in mode.belote_partner if one & gone])
    }


def clean_play(
    ruleset: Ruleset, table: Table, play: ModePlay, dealt: Holdings, actions: Sequence[Action], leader: int
) -> Followed | None:
    """Plays the cards out of hands that are wholly known; None, with nothing played, when they need more care."""
    hands, size, seats = dealt.known, table.size, table.seats
    plays = Plays.of(actions)
    if plays is None:
        return None
    cards = plays.cards
    owners = _owners(hands, cards)
    line = clean_line(ruleset, table, play, hands, owners, plays, leader)
    if line is None:
        return None
    leaders, gone, place, _, _ = line
    dealt.known = [hand & ~gone for hand in hands]
    shown = _shown(table, play.mode, gone, plays, owners)
    tricks = [tuple(cards[at : at + size]) for at in range(0, len(cards), size)]
    by_seat = [seats[one] for one in leaders]
    turn = seats[place] if len(cards) < size * ruleset.tricks else None
    played = on_table(ruleset, table, play, tricks, by_seat, by_seat[1:], shown)
    played.dealt = hands
    return Followed(played, turn, shown)


def standing_after(
    ruleset: Ruleset,
    table: Table,
    play: ModePlay,
    hands: Sequence[Cards],
    owners: bytes,
    plays: Plays,
    leader: int,
) -> Standing | None:
    """What the ruling on the next card looks at; None when that needs more care, or when no card is to come.

    What was shown is told only to a hand that may have something to say.
    """
    line = clean_line(ruleset, table, play, hands, owners, plays, leader)
    if line is None:
        return None
    leaders, gone, place, led, best = line
    hand, count = hands[place] & ~gone, len(plays.cards)
    if count == table.size * ruleset.tricks:
        return None
    partner_best = led != 0 and table.partners[place][leaders[-1]]
    shown = _shown(table, play.mode, gone, plays, owners) if hand & play.mode.belote_cards else _NOTHING_SHOWN
    return Standing(play, table.seats[place], hand, 0, 0, led, best, partner_best, shown, count < table.size)


def _said_well(ruleset: Ruleset, play: ModePlay, one: Play, hand: Cards, *, first_card: bool) -> bool:
    """Whether all that is said is belote and declarations, at their time and by one who was dealt the cards."""
    if one.declarations:
        certain, _ = objections(ruleset, play.mode, one.declarations, hand, 0, 0, first_card=first_card)
        if certain:  # nothing is left open where no card is hidden
            return False
    if one.says_belote and not ruleset.belote.automatic:
        return bool(play.mode.belote_partner.get(one.card, 0) & hand)
    return True
