"""From a deck to hands: the draw for the dealer, the cut, packets in stages, the turn-up.

Rules: deal/first_dealer_draw, deal/redraw, deal/cut, deal/packets, deal/turn_up, deal/second_stage,
deal/turn_up_to_taker.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from referee.model.card import CARD_OF, NUMBER_OF, PACK, RANK_OF, Card, Cards
from referee.model.seat import Seat
from referee.rules.table import Table


@dataclass(frozen=True)
class Dealing:
    """Packets round the table from the seat after the dealer, in one or two stages.

    ``first`` are the packets before the auction, ``second`` those after it; with a turn-up the card after the first
    stage is turned, and ``taker_gets_turn_up`` gives it to the taker, who is then dealt one card fewer. What no packet
    holds is out of play unless it is a ``stock``.
    """

    first: tuple[int, ...]
    second: tuple[int, ...] = ()
    turn_up: bool = False
    taker_gets_turn_up: bool = False
    cut_min_packet: int = 3
    draw_for_dealer: bool = True
    turn_up_stays: bool = False
    """The turned card lies on the table, in no hand, until an exchange takes it; under a stock, it is drawn last."""
    last_is_turned: bool = False
    """The last card of the first stage is the turned one, and stays in the hand that it was dealt to."""
    taker_extra: int = 0
    """So many cards more, after the last packet, for the taker alone once the contract is settled: a dog."""
    stock: bool = False
    """The rest of the pack is a pile: after each trick each hand draws its top card, the winner's first."""
    free_while_stock: bool = False
    """No duty holds as long as the stock lasts."""
    covered: bool = False
    """Packets of the first stage come in pairs, one face down, one open upon it; a card played bares the one below."""

    def __post_init__(self) -> None:
        lower, upper = self.first[::2], self.first[1::2]
        if self.covered and (lower != upper or self.second or self.stock or self.taker_extra):
            raise ValueError("covered hands are dealt in one stage of packets in pairs, and nothing comes after")
        if self.stock and self.taker_extra:
            raise ValueError("a stock leaves nothing for the taker alone")
        if self.last_is_turned and (not self.turn_up or self.turn_up_stays or self.taker_gets_turn_up):
            raise ValueError("the last card dealt is turned where it belongs to the hand that it was dealt to")

    @cached_property
    def first_size(self) -> int:
        """Cards in each hand before the auction; only the open ones where others lie under them."""
        return sum(self.first[1::2] if self.covered else self.first)

    @cached_property
    def _first_dealt(self) -> int:
        """The same with those that lie under others."""
        return sum(self.first)

    @cached_property
    def hand_size(self) -> int:
        """Cards in each hand at the first lead, what only the taker receives being laid away by then."""
        return self.first_size + sum(self.second)

    @cached_property
    def unfolds(self) -> bool:
        """Hands receive cards while the deal is played."""
        return self.stock or self.covered

    def left_over(self, table: Table) -> int:
        """Cards of the pack that are dealt to no hand, the turned one included where it stays."""
        dealt = self._first_dealt + sum(self.second)
        return table.pack.bit_count() - table.size * dealt - self.taker_extra

    def tricks(self, table: Table) -> int:
        """Tricks of a deal."""
        if self.covered:
            return self._first_dealt
        return self.hand_size + (self.left_over(table) // table.size if self.stock else 0)

    def objections(self, table: Table) -> str:
        """What keeps this dealing from being dealt to this table; empty when nothing does."""
        left = self.left_over(table)
        if left < 0:
            return f"it deals {-left} cards more than the pack has"
        if self.stock and left % table.size:
            return f"its stock of {left} cards cannot be drawn by {table.size} hands alike"
        return ""

    def turn_up_index(self, table: Table) -> int:
        """Where in the deck the turned card lies."""
        return self._first_dealt * table.size - self.last_is_turned

    def turn_up_to(self, table: Table, dealer: Seat, taker: Seat) -> Seat:
        """Who receives a turned card that does not stay: the taker, or the first to be dealt the rest of the pack."""
        return taker if self.taker_gets_turn_up else table.seats[(table.place_of[dealer] + 1) % table.size]

    def first_stage(self, table: Table, deck: Sequence[Card], dealer: Seat) -> dict[Seat, tuple[Card, ...]]:
        """What each seat holds before the auction, in the order received."""
        return self._dealt(table, deck, self._layout(table, dealer, None).first)

    def second_stage(
        self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None
    ) -> dict[Seat, tuple[Card, ...]]:
        """What each seat receives once the contract is settled; the taker's turn-up comes first."""
        return self._dealt(table, deck, self._layout(table, dealer, taker).second)

    def under(self, table: Table, deck: Sequence[Card], dealer: Seat) -> dict[Seat, tuple[Card, ...]]:
        """For each card of the first stage, the one that lies under it where hands are covered."""
        return self._dealt(table, deck, self._layout(table, dealer, None).under)

    def rest(self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None) -> tuple[Card, ...]:
        """What is dealt to no hand once the contract is settled, top first, without a turned card that stays."""
        return tuple(deck[self._layout(table, dealer, taker).top :])

    def complete(self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None) -> list[Cards]:
        """Each place's whole hand as a set, once the contract is settled."""
        return self.reader(table, dealer, taker).whole(deck)

    def reader(self, table: Table, dealer: Seat, taker: Seat | None) -> "DeckReader":
        """What gives the same hands out of the deck's numbers, to be used for many decks."""
        known = self._readers.get((table, dealer, taker))
        if known is not None:
            return known
        layout = self._layout(table, dealer, taker)
        whole = [one + other for one, other in zip(layout.first, layout.second, strict=True)]
        return self._readers.setdefault((table, dealer, taker), DeckReader(whole, table))

    def _layout(self, table: Table, dealer: Seat, taker: Seat | None) -> "_Layout":
        key = table, dealer, taker
        found = self._layouts.get(key)
        if found is None:
            found = self._layouts[key] = _layout(self, table, dealer, taker)
        return found

    @cached_property
    def _layouts(self) -> dict[tuple[Table, Seat, Seat | None], "_Layout"]:
        """Layouts made so far, one for each table, dealer and taker."""
        return {}

    @cached_property
    def _readers(self) -> dict[tuple[Table, Seat, Seat | None], "DeckReader"]:
        """Readers made so far, one for each table, dealer and taker."""
        return {}

    @staticmethod
    def _dealt(table: Table, deck: Sequence[Card], places: "_Places") -> dict[Seat, tuple[Card, ...]]:
        return {seat: tuple(deck[index] for index in places[place]) for place, seat in enumerate(table.seats)}


class DeckReader:
    """Reads the whole hands out of many decks."""

    __slots__ = ("_absent", "_marks", "_pickers", "_seats")

    def __init__(self, hands: Sequence[tuple[int, ...]], table: Table) -> None:
        """``hands`` are, for each place, the deck's indices of the cards it receives."""
        seats = bytearray(b"\xff" * table.pack.bit_count())
        for seat, indices in zip(table.seats, hands, strict=True):
            for index in indices:
                seats[index] = seat
        self._seats = bytes(seats)
        self._pickers = tuple(map(_picker, hands))
        self._absent = bytes(number for number in _NUMBERS if not CARD_OF[number] & table.pack)
        self._marks = table.marks

    def whole(self, deck: Sequence[Card]) -> list[Cards]:
        """Each place's hand as a set; the deck must have all the cards of the pack."""
        return [sum(hand(deck)) for hand in self._pickers]

    def hands(self, deck: bytes, played: bytes) -> tuple[tuple[Cards, ...], bytes] | None:
        """Each place's hand out of a deck as it is sent, one byte a card, and for each card played its seat's number.

        255 for a card that is in no hand. None for anything but all the cards of the pack.
        """
        seats = self._seats
        if len(deck) != len(seats):
            return None
        # The seat of each card from the strongest bit down; a card that the deck lacks keeps its number.
        held = bytes.maketrans(deck, seats)
        holders = _NUMBERS.translate(held)
        if holders.translate(None, seats) != self._absent:
            return None
        return _sorted_by(self._marks, holders), played.translate(held)


def hands_shown(table: Table, played: bytes, seats: bytes) -> tuple[Cards, ...]:
    """For each place the cards played, given by their numbers, over which its seat is named."""
    return _sorted_by(table.marks, _NUMBERS.translate(bytes.maketrans(played, seats)))


def _sorted_by(marks: tuple[bytes, ...], holders: bytes) -> tuple[Cards, ...]:
    """Each place's cards, from the number of each card's seat, the strongest bit coming first."""
    if len(marks) == _FOUR:
        a, b, c, d = marks
        return (
            int(holders.translate(a), 2),
            int(holders.translate(b), 2),
            int(holders.translate(c), 2),
            int(holders.translate(d), 2),
        )
    return tuple([int(holders.translate(mark), 2) for mark in marks])


_FOUR: Final = 4
"""Seats of nearly every table, whose hands are read in one line: a loop takes longer."""
_NUMBERS: Final = bytes(NUMBER_OF[one] for one in reversed(PACK))


_Places: TypeAlias = tuple[tuple[int, ...], ...]
"""For each place the deck's indices of the cards it receives, in the order received."""


class _Layout(NamedTuple):
    """Where in the deck the cards of each stage lie."""

    first: _Places
    second: _Places
    under: _Places
    top: int
    """Where what is left over begins."""


_Picker: TypeAlias = Callable[[Sequence[Card]], tuple[Card, ...]]


def _picker(indices: tuple[int, ...]) -> _Picker:
    """What picks the cards at these indices; of a single one the faster way would give no tuple."""
    return itemgetter(*indices) if len(indices) > 1 else lambda deck: tuple(deck[index] for index in indices)


def _layout(dealing: Dealing, table: Table, dealer: Seat, taker: Seat | None) -> _Layout:
    order = table.around[(table.place_of[dealer] + 1) % table.size]
    taken = None if taker is None else table.place_of[taker]
    first: list[list[int]] = [[] for _ in order]
    second: list[list[int]] = [[] for _ in order]
    under: list[list[int]] = [[] for _ in order]
    top = 0
    for number, packet in enumerate(dealing.first):
        hands = under if dealing.covered and number % 2 == 0 else first
        for place in order:
            hands[place] += range(top, top + packet)
            top += packet
    spared = taken if dealing.turn_up and dealing.taker_gets_turn_up else None
    if dealing.turn_up_stays:
        top += 1
    elif spared is not None and dealing.second:
        second[spared].append(top)
        top += 1
    for number, packet in enumerate(dealing.second, 1):
        for place in order:
            less = place == spared and number == len(dealing.second)
            second[place] += range(top, top + packet - less)
            top += packet - less
    if taken is not None:
        second[taken] += range(top, top + dealing.taker_extra)
        top += dealing.taker_extra
    return _Layout(tuple(map(tuple, first)), tuple(map(tuple, second)), tuple(map(tuple, under)), top)


def draw_dealer(draws: Mapping[Seat, Card]) -> Seat | None:
    """The seat that drew the lowest card deals, suits ignored; None when the lowest cards are level: draw again."""
    lowest = min(RANK_OF[card] for card in draws.values())
    seats = [seat for seat, card in draws.items() if RANK_OF[card] == lowest]
    return seats[0] if len(seats) == 1 else None


def cut_deck(deck: Sequence[Card], lifted: int) -> tuple[Card, ...]:
    """The deck after ``lifted`` cards from the top were put under the rest."""
    return tuple(deck[lifted:]) + tuple(deck[:lifted])
