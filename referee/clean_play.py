"""The quick way through cards played as they should be: what the careful way in replay finds, without its faults.

Tricks of four are read from rows made beforehand; for others the judge is asked. Whatever is not plainly right, or not
plain at all, is left to the careful way, which stays the law; a test compares the two.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from referee.declared import objections, statuses
from referee.judge import Standing
from referee.model.action import Action, Play
from referee.model.card import CARD_OF_BYTE, NUMBER_OF, Card, Cards
from referee.model.deal import Plays, plays_of
from referee.model.kept import Kept
from referee.model.position import Laid, Played
from referee.model.seat import SEATS, Seat
from referee.rules.dealing import hands_shown
from referee.rules.play import ModePlay
from referee.rules.playable import Judge
from referee.rules.table import FOUR_SEATS, Table
from referee.rules.trick_rows import SIZE, Row
from referee.ruleset import Ruleset

_NO_NUMBERS: Final = (b"", b"\0\0\0", b"\0\0", b"\0")
"""What makes whole fours, by how many are over."""
_OPPOSITE: Final = FOUR_SEATS.partners
"""Partners as rows know them."""
_NOTHING_SHOWN: Final[Mapping[Card, tuple[Seat, bool]]] = MappingProxyType({})


class Followed(NamedTuple):
    """Where the cards of a record lead."""

    left: list[Cards]
    """By place, the cards known to be still in hand."""
    played: Played
    turn: Seat | None
    shown: dict[Card, tuple[Seat, bool]]


def on_table(
    ruleset: Ruleset,
    table: Table,
    play: ModePlay,
    laid: Callable[[], Laid],
    shown: Mapping[Card, tuple[Seat, bool]],
) -> Played:
    """The tricks, with all that is read off them only when somebody asks."""
    mode = play.mode
    belotes = partial(ruleset.belote.on_table, shown, mode, table)
    declarations = partial(statuses, ruleset) if ruleset.contest is not None else None
    return Played(laid, mode.worth, table.team_by_seat, ruleset.tricks, belotes, declarations)


Line: TypeAlias = tuple[bytes, Cards, int, Cards, Card, int]
"""Cards that were played without a fault, if they were held: the number of each one's seat, padded to whole tricks;
every card played; whose turn it is; and of the trick under way the suit led, the best card and the place of its master,
or 0 twice and the winner of the last one. A plain tuple, as what is seen below: one is made for every question."""


@dataclass(frozen=True, slots=True)
class Course:
    """What following cards needs under one ruleset, at one table and with one trump, gathered in one place."""

    table: Table
    play: ModePlay
    seats: tuple[Seat, ...]
    none_hidden: Mapping[Seat, int]
    """Of each seat that no card of its hand is hidden."""
    judge: Judge
    rows: tuple[Row | None, ...] | None
    """None where the tricks cannot be read from rows."""
    partners: tuple[tuple[bool, ...], ...]
    numbered: tuple[bytes, ...]
    """For each place, the numbers of all seats in the order of play from it."""
    pack: Cards
    size: int
    most: int
    """Cards in all tricks."""
    belote_cards: Cards


def course(ruleset: Ruleset, table: Table, play: ModePlay) -> Course:
    """The course of a ruleset, a table and a trump, made once."""
    key = ruleset.serial, id(table), id(play)
    known = _COURSES.get(key)
    if known is None:
        made = Course(
            table=table,
            play=play,
            seats=table.seats,
            none_hidden=MappingProxyType(dict.fromkeys(table.seats, 0)),
            judge=play.judge,
            rows=play.rows if table.partners == _OPPOSITE else None,
            partners=table.partners,
            numbered=table.numbered,
            pack=table.pack,
            size=table.size,
            most=table.size * ruleset.tricks,
            belote_cards=play.mode.belote_cards,
        )
        known = _COURSES.keep(key, made)
    return known


_COURSES: Final[Kept[tuple[int, int, int], Course]] = Kept(1024)
"""Courses by the ruleset's serial number and by table and play, which each entry keeps alive."""


def clean_line(ruleset: Ruleset, on: Course, hands: Sequence[Cards], plays: Plays, leader: int) -> Line | None:
    """Follows cards that are plainly right out of hands that are wholly known; None when any of them needs more care.

    Who is named for them is not looked at, nor whether they are in the hands of those whose turn it is: who calls does.
    That all are cards of the pack and none comes twice is looked at first: as many single bits have that many bits
    together only when no two are the same.
    """
    numbers, _, loud = plays
    # With two zeros more: of fewer than two indices it would make no tuple.
    cards = itemgetter(*numbers, 0, 0)(CARD_OF_BYTE)
    count, gone = len(numbers), sum(cards)
    if gone.bit_count() != count or count > on.most or gone & on.pack != gone:
        return None
    if on.rows is None:
        line = _by_the_judge(on, hands, cards[:-2], gone, leader)
    else:
        line = _by_rows(on, on.rows, hands, numbers, cards, gone, leader)
    return None if line is None or (loud and not _all_said_well(ruleset, on, hands, loud, line[0])) else line


def _by_rows(
    on: Course,
    rows: tuple[Row | None, ...],
    hands: Sequence[Cards],
    numbers: bytes,
    cards: tuple[Card, ...],
    gone: Cards,
    leader: int,
) -> Line | None:
    """What ``_by_the_judge`` finds, for four seats: of all that is done for a question, this takes longest.

    A row tells with each card the cards that forbid it, if its hand still has one of them; 0 where nothing does.
    """
    numbered, turns = on.numbered, b""
    coming = iter(numbers + _NO_NUMBERS[len(numbers) % SIZE])
    for a, b, c, d in zip(coming, coming, coming, coming):  # noqa: B905  # they are one, and have as many left
        turns += numbered[leader]
        row, forbids = rows[a][b]  # type: ignore[index]  # the number of a card
        if forbids:
            if not b:
                led, best, _ = row
                return turns, gone, leader + 1 & 3, led, best, leader
            forbids &= hands[leader + 1 & 3]
            if forbids and forbids & sum(cards[: len(turns)]) != forbids:
                return None
        row, forbids = row[c]
        if forbids:
            if not c:
                led, best, master = row
                return turns, gone, leader + 2 & 3, led, best, leader + master & 3
            forbids &= hands[leader + 2 & 3]
            if forbids and forbids & sum(cards[: len(turns)]) != forbids:
                return None
        row, forbids = row[d]
        if forbids:
            if not d:
                led, best, master = row
                return turns, gone, leader + 3 & 3, led, best, leader + master & 3
            forbids &= hands[leader + 3 & 3]
            if forbids and forbids & sum(cards[: len(turns)]) != forbids:
                return None
        leader = leader + row & 3
    return turns, gone, leader, 0, 0, leader


def _by_the_judge(on: Course, hands: Sequence[Cards], cards: tuple[Card, ...], gone: Cards, leader: int) -> Line | None:
    """The line of cards of which none comes twice, as far as the duties go of those whose turn it is.

    The judge may be asked about a card that the hand lacks: who holds what is looked at by the caller.
    """
    judge, size, partners, mode = on.judge, on.size, on.partners, on.play.mode
    turns, left = b"", ~0
    for at in range(0, len(cards), size):
        turns += on.numbered[leader]
        led = best = 0
        trick, order = cards[at : at + size], on.table.around[leader]
        for place, card in zip(order, trick, strict=False):
            if not led:
                led, free, over = on.play.leads[card]
                best = card
            elif not card & free and not card & judge(hands[place] & left, led, best, partners[place][leader])[0]:
                return None
            elif card & over:
                best, leader, over = card, place, mode.beats[card]
        if len(trick) < size:
            return turns, gone, order[len(trick)], led, best, leader
        left ^= sum(trick)
    return turns, gone, leader, 0, 0, leader


def _all_said_well(
    ruleset: Ruleset, on: Course, hands: Sequence[Cards], loud: Mapping[int, Play], turns: bytes
) -> bool:
    for index, one in loud.items():
        hand = hands[on.table.place_of[SEATS[turns[index]]]]
        if not _said_well(ruleset, on.play, one, hand, first_card=index < on.size):
            return False
    return True


def _shown(on: Course, gone: Cards, plays: Plays, turns: bytes) -> dict[Card, tuple[Seat, bool]]:
    """The kings and queens played that can make a belote, in their order: who played them, and whether he said so."""
    if not gone & on.belote_cards:
        return {}
    numbers, _, loud = plays
    return {
        CARD_OF_BYTE[numbers[index]]: (SEATS[turns[index]], index in loud and loud[index].says_belote)
        for index in sorted([numbers.index(NUMBER_OF[one]) for one in on.play.mode.belote_partner if one & gone])
    }


def clean_play(
    ruleset: Ruleset, on: Course, hands: Sequence[Cards], actions: Sequence[Action], leader: int
) -> Followed | None:
    """Plays the cards out of hands that are wholly known; None when they need more care."""
    plays = plays_of(actions)
    line = None if plays is None else clean_line(ruleset, on, hands, plays, leader)
    if plays is None or line is None:
        return None
    turns, gone, place, _, _, master = line
    numbers, seats, _ = plays
    named, left, table = turns[: len(numbers)], [], on.table
    if seats and seats != named:
        return None
    for hand, gone_from_it in zip(hands, hands_shown(table, numbers, named), strict=True):
        if gone_from_it & hand != gone_from_it:
            return None
        left.append(hand ^ gone_from_it)
    shown = _shown(on, gone, plays, turns)
    played = on_table(ruleset, table, on.play, partial(_laid, numbers, named, on.size, on.seats[master]), shown)
    played.dealt = hands
    return Followed(left, played, on.seats[place] if len(numbers) < on.most else None, shown)


def _laid(numbers: bytes, turns: bytes, size: int, winner: Seat) -> Laid:
    """The tricks that these cards make, played by the seats with these numbers; at the end the winner or master."""
    cards = [CARD_OF_BYTE[number] for number in numbers]
    leaders = [SEATS[number] for number in turns[::size]]
    tricks = [tuple(cards[at : at + size]) for at in range(0, len(cards), size)]
    return tricks, leaders, [*leaders[1:], winner][: len(leaders)]


Seen: TypeAlias = tuple[Course, int, Cards, Cards, Card, bool, Line, Plays]
"""What the ruling on the next card looks at, of a record whose hands are wholly known: the course, whose turn it is,
the hand, the suit led and the best card, whether that is the partner's, and the line and the cards that led there."""


def standing_seen(seen: Seen) -> Standing:
    """The standing of what was seen; what was shown is told only to a hand that may have something to say."""
    on, place, hand, led, best, partner_best, line, plays = seen
    shown = _shown(on, line[1], plays, line[0]) if hand & on.belote_cards else _NOTHING_SHOWN
    first_card = len(plays[0]) < on.size
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
