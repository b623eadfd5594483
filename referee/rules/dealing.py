"""From a deck to hands: the draw for the dealer, the cut, packets in stages, the turn-up.

Rules: deal/first_dealer_draw, deal/redraw, deal/cut, deal/packets, deal/turn_up, deal/second_stage,
deal/turn_up_to_taker.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from referee.model.card import RANK_OF, Card, Cards
from referee.model.seat import Seat
from referee.rules.table import Table


@dataclass(frozen=True)
class Dealing:
    """Packets round the table from the seat after the dealer, in one or two stages.

    ``first`` are the packets before the auction, ``second`` those after it; with a turn-up the card after the first
    stage is turned, and ``taker_gets_turn_up`` gives it to the taker, who is then dealt one card fewer.
    """

    first: tuple[int, ...]
    second: tuple[int, ...] = ()
    turn_up: bool = False
    taker_gets_turn_up: bool = False
    cut_min_packet: int = 3
    draw_for_dealer: bool = True

    @property
    def first_size(self) -> int:
        """Cards in each hand before the auction."""
        return sum(self.first)

    @property
    def hand_size(self) -> int:
        """Cards in each hand once the deal is complete."""
        return self.first_size + sum(self.second)

    def turn_up_index(self, table: Table) -> int:
        """Where in the deck the turned card lies."""
        return self.first_size * table.size

    def turn_up_to(self, table: Table, dealer: Seat, taker: Seat) -> Seat:
        """Who receives the turned card: the taker, or the first to be dealt the rest of the pack."""
        return taker if self.taker_gets_turn_up else table.after(dealer)

    def first_stage(self, table: Table, deck: Sequence[Card], dealer: Seat) -> dict[Seat, tuple[Card, ...]]:
        """What each seat holds before the auction, in the order received."""
        return self._dealt(table, deck, self._layout(table, dealer, None)[0])

    def second_stage(
        self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None
    ) -> dict[Seat, tuple[Card, ...]]:
        """What each seat receives once the contract is settled; the taker's turn-up comes first."""
        return self._dealt(table, deck, self._layout(table, dealer, taker)[1])

    def complete(self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None) -> list[Cards]:
        """Each place's whole hand as a set, once the contract is settled."""
        first, second = self._layout(table, dealer, taker)
        return [sum([deck[index] for index in one + other]) for one, other in zip(first, second, strict=True)]

    def _layout(self, table: Table, dealer: Seat, taker: Seat | None) -> tuple["_Layout", "_Layout"]:
        found = self._layouts.get((dealer, taker))
        if found is None:
            taken = None if taker is None else table.place_of[taker]
            found = self._layouts[dealer, taker] = _layout(self, table.size, table.place_of[dealer], taken)
        return found

    @cached_property
    def _layouts(self) -> dict[tuple[Seat, Seat | None], tuple["_Layout", "_Layout"]]:
        """Layouts made so far, one for each dealer and taker; a dealing serves one table."""
        return {}

    @staticmethod
    def _dealt(table: Table, deck: Sequence[Card], layout: "_Layout") -> dict[Seat, tuple[Card, ...]]:
        return {seat: tuple(deck[index] for index in layout[place]) for place, seat in enumerate(table.seats)}


_Layout: TypeAlias = tuple[tuple[int, ...], ...]
"""For each place the deck's indices of the cards it receives, in the order received."""


def _layout(dealing: Dealing, size: int, dealer: int, taker: int | None) -> tuple[_Layout, _Layout]:
    """Where in the deck the cards of both stages lie."""
    order = [(dealer + 1 + step) % size for step in range(size)]
    first: list[list[int]] = [[] for _ in order]
    second: list[list[int]] = [[] for _ in order]
    top = 0
    for packet in dealing.first:
        for place in order:
            first[place] += range(top, top + packet)
            top += packet
    spared = taker if dealing.turn_up and dealing.taker_gets_turn_up else None
    if spared is not None and dealing.second:
        second[spared].append(top)
        top += 1
    for number, packet in enumerate(dealing.second, 1):
        for place in order:
            less = place == spared and number == len(dealing.second)
            second[place] += range(top, top + packet - less)
            top += packet - less
    return tuple(map(tuple, first)), tuple(map(tuple, second))


def draw_dealer(draws: Mapping[Seat, Card]) -> Seat | None:
    """The seat that drew the lowest card deals, suits ignored; None when the lowest cards are level: draw again."""
    lowest = min(RANK_OF[card] for card in draws.values())
    seats = [seat for seat, card in draws.items() if RANK_OF[card] == lowest]
    return seats[0] if len(seats) == 1 else None


def cut_deck(deck: Sequence[Card], lifted: int) -> tuple[Card, ...]:
    """The deck after ``lifted`` cards from the top were put under the rest."""
    return tuple(deck[lifted:]) + tuple(deck[:lifted])
