"""The quick way through cards played as they should be: what the careful way in replay finds, in plain loops.

It knows no faults. Whatever is not plainly right, or not plain at all, it leaves to the careful way, which stays the
law; a test compares the two.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from referee.dealt import Holdings
from referee.declared import objections, statuses
from referee.judge import Standing
from referee.model.action import Action, Play
from referee.model.card import Card, Cards
from referee.model.deal import Plays
from referee.model.kept import Kept
from referee.model.position import Played
from referee.model.seat import Seat
from referee.rules.play import ModePlay
from referee.rules.playable import Judge
from referee.rules.table import Table
from referee.ruleset import Ruleset

_FOUR: Final = 4
"""Seats of nearly every table."""
_NO_CARDS: Final[tuple[tuple[Card, ...], ...]] = ((), (0, 0, 0), (0, 0), (0,))
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


@dataclass(frozen=True, slots=True)
class Course:
    """All that cards are followed by under one ruleset, at one table and with one trump, gathered in one place."""

    table: Table
    play: ModePlay
    judge: Judge
    leads: Mapping[Card, tuple[Cards, Cards, Cards]]
    beats: Mapping[Card, Cards]
    around: tuple[tuple[int, ...], ...]
    partners: tuple[tuple[bool, ...], ...]
    numbered: tuple[bytes, ...]
    """For each place, the numbers of all seats in the order of play from it."""
    size: int
    most: int
    """Cards in all tricks."""
    belote_cards: Cards
    follow: "Callable[[Course, Sequence[Cards], tuple[Card, ...], Cards, int], Line | None]"
    """How the cards are followed at a table of that size."""


def course(ruleset: Ruleset, table: Table, play: ModePlay) -> Course:
    """The course, made once for each."""
    key = ruleset.serial, id(table), id(play)
    known = _COURSES.get(key)
    if known is None:
        mode, size = play.mode, table.size
        made = Course(
            table=table,
            play=play,
            judge=play.judge,
            leads=play.leads,
            beats=mode.beats,
            around=table.around,
            partners=table.partners,
            numbered=table.numbered,
            size=size,
            most=size * ruleset.tricks,
            belote_cards=mode.belote_cards,
            follow=_four_at_a_time if size == _FOUR else _one_by_one,
        )
        known = _COURSES.keep(key, made)
    return known


_COURSES: Final[Kept[tuple[int, int, int], Course]] = Kept(1024)
"""Courses by the ruleset's serial number and by table and play, which each entry keeps alive."""


def clean_line(ruleset: Ruleset, on: Course, hands: Sequence[Cards], plays: Plays, leader: int) -> Line | None:
    """Follows cards that are plainly right out of hands that are wholly known; None when any of them needs more care.

    Who is named for them is not looked at. That no card comes twice is looked at first: as many single bits have that
    many bits together only when no two are the same.
    """
    cards, _, loud = plays
    count, gone = len(cards), sum(cards)
    if gone.bit_count() != count or count > on.most:
        return None
    line = on.follow(on, hands, cards, gone, leader)
    return None if line is None or (loud and not _all_said_well(ruleset, on, hands, loud, line[0])) else line


def _four_at_a_time(
    on: Course, hands: Sequence[Cards], cards: tuple[Card, ...], gone: Cards, leader: int
) -> Line | None:
    """What ``_one_by_one`` does, for four seats: of all that is done for a question, this takes longest."""
    judge, leads, beats, around, partners = on.judge, on.leads, on.beats, on.around, on.partners
    leaders, left = [leader], ~0
    coming = iter(cards + _NO_CARDS[len(cards) % _FOUR])
    for a, b, c, d in zip(coming, coming, coming, coming):  # noqa: B905  # they are one, and have as many left
        p, q, r, s = around[leader]
        led, free, over = leads[a]
        best = a
        if not a & hands[p]:
            return None
        if not b & hands[q] & free:
            if not b:
                return [*leaders, leader], gone, q, led, best
            if not b & hands[q] & judge(hands[q] & left, led, best, partners[q][leader])[0]:
                return None
        if b & over:
            best, leader, over = b, q, beats[b]
        if not c & hands[r] & free:
            if not c:
                return [*leaders, leader], gone, r, led, best
            if not c & hands[r] & judge(hands[r] & left, led, best, partners[r][leader])[0]:
                return None
        if c & over:
            best, leader, over = c, r, beats[c]
        if not d & hands[s] & free:
            if not d:
                return [*leaders, leader], gone, s, led, best
            if not d & hands[s] & judge(hands[s] & left, led, best, partners[s][leader])[0]:
                return None
        if d & over:
            leader = s
        left ^= a | b | c | d
        leaders.append(leader)
    return leaders, gone, leader, 0, 0


def _one_by_one(on: Course, hands: Sequence[Cards], cards: tuple[Card, ...], gone: Cards, leader: int) -> Line | None:
    """The line of cards of which none comes twice, as far as the hands and the duties go of those whose turn it is."""
    judge, beats, size, partners = on.judge, on.beats, on.size, on.partners
    leaders, left = [leader], ~0
    for at in range(0, len(cards), size):
        led = free = best = over = 0
        trick, order = cards[at : at + size], on.around[leader]
        for place, card in zip(order, trick, strict=False):
            if not led:
                if not card & hands[place]:
                    return None
                led, free, over = on.leads[card]
                best = card
                continue
            hand = hands[place]
            if not card & hand & free and not card & hand & judge(hand & left, led, best, partners[place][leader])[0]:
                return None
            if card & over:
                best, leader, over = card, place, beats[card]
        leaders.append(leader)
        if len(trick) < size:
            return leaders, gone, order[len(trick)], led, best
        left ^= sum(trick)
    return leaders, gone, leader, 0, 0


def _all_said_well(
    ruleset: Ruleset, on: Course, hands: Sequence[Cards], loud: Mapping[int, Play], leaders: Sequence[int]
) -> bool:
    for index, one in loud.items():
        hand = hands[on.around[leaders[index // on.size]][index % on.size]]
        if not _said_well(ruleset, on.play, one, hand, first_card=index < on.size):
            return False
    return True


def _shown(on: Course, gone: Cards, plays: Plays, leaders: Sequence[int]) -> dict[Card, tuple[Seat, bool]]:
    """The kings and queens played that can make a belote, in their order: who played them, and whether he said so."""
    if not gone & on.belote_cards:
        return {}
    cards, _, loud = plays
    return {
        cards[index]: (
            on.table.seats[on.around[leaders[index // on.size]][index % on.size]],
            index in loud and loud[index].says_belote,
        )
        for index in sorted([cards.index(one) for one in on.play.mode.belote_partner if one & gone])
    }


def clean_play(
    ruleset: Ruleset, table: Table, play: ModePlay, dealt: Holdings, actions: Sequence[Action], leader: int
) -> Followed | None:
    """Plays the cards out of hands that are wholly known; None, with nothing played, when they need more care."""
    plays = Plays.of(actions)
    if plays is None:
        return None
    hands, seats, cards, on = dealt.known, table.seats, plays.cards, course(ruleset, table, play)
    line = clean_line(ruleset, on, hands, plays, leader)
    if line is None:
        return None
    leaders, gone, place, _, _ = line
    if plays.seats and plays.seats != b"".join([on.numbered[one] for one in leaders])[: len(cards)]:
        return None
    dealt.known = [hand & ~gone for hand in hands]
    shown = _shown(on, gone, plays, leaders)
    coming, over = [iter(cards)] * on.size, len(cards) % on.size
    tricks = list(zip(*coming, strict=False))
    if over:
        tricks.append(cards[-over:])
    by_seat = list(map(seats.__getitem__, leaders))
    turn = seats[place] if len(cards) < on.most else None
    played = on_table(ruleset, table, play, tricks, by_seat, by_seat[1:], shown)
    played.dealt = hands
    return Followed(played, turn, shown)


Seen: TypeAlias = tuple[Course, int, Cards, Cards, Card, bool, Line, Plays]
"""What the ruling on the next card looks at, of a record whose hands are wholly known: the course, whose turn it is,
the hand, the suit led and the best card, whether that is the partner's, and the line and the cards that led there."""


def seen_after(ruleset: Ruleset, on: Course, hands: Sequence[Cards], plays: Plays, leader: int) -> Seen | None:
    """What is seen when the cards are played; None when that needs more care, or when no card is to come.

    Who is named for them is not looked at.
    """
    line = clean_line(ruleset, on, hands, plays, leader)
    if line is None or len(plays.cards) == on.most:
        return None
    leaders, gone, place, led, best = line
    return on, place, hands[place] & ~gone, led, best, led != 0 and on.partners[place][leaders[-1]], line, plays


def standing_seen(seen: Seen) -> Standing:
    """The same with what was shown, which is told only to a hand that may have something to say."""
    on, place, hand, led, best, partner_best, line, plays = seen
    shown = _shown(on, line[1], plays, line[0]) if hand & on.belote_cards else _NOTHING_SHOWN
    first_card = len(plays.cards) < on.size
    return Standing(on.play, on.table.seats[place], hand, 0, 0, led, best, partner_best, shown, first_card)


def _said_well(ruleset: Ruleset, play: ModePlay, one: Play, hand: Cards, *, first_card: bool) -> bool:
    """Whether all that is said is belote and declarations, at their time and by one who was dealt the cards."""
    if one.declarations:
        certain, _ = objections(ruleset, play.mode, one.declarations, hand, 0, 0, first_card=first_card)
        if certain:  # nothing is left open where no card is hidden
            return False
    if one.says_belote and not ruleset.belote.automatic:
        return bool(play.mode.belote_partner.get(one.card, 0) & hand)
    return True
