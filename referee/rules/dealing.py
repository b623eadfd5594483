"""From a deck to hands: the draw for the dealer, the cut, packets in stages, the turn-up.

Rules: deal/first_dealer_draw, deal/redraw, deal/cut, deal/packets, deal/turn_up, deal/second_stage,
deal/turn_up_to_taker.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.model.card import RANK_OF, Card
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

    def first_stage(self, table: Table, deck: Sequence[Card], dealer: Seat) -> dict[Seat, tuple[Card, ...]]:
        """What each seat holds before the auction, in the order received."""
        return _packets(table, deck, dealer, [(size,) * table.size for size in self.first])

    def second_stage(
        self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None
    ) -> dict[Seat, tuple[Card, ...]]:
        """What each seat receives once the contract is settled; the taker's turn-up comes first."""
        if not self.second:
            return dict.fromkeys(table.seats, ())
        start = self.turn_up_index(table)
        rest = list(deck[start:])
        received: dict[Seat, tuple[Card, ...]] = {}
        spared = None
        if self.turn_up and self.taker_gets_turn_up and taker is not None:
            received[taker] = (rest.pop(0),)
            spared = taker
        order = _order(table, dealer)
        last = len(self.second) - 1
        rounds = [
            tuple(size - (1 if seat == spared and index == last else 0) for seat in order)
            for index, size in enumerate(self.second)
        ]
        dealt = _packets(table, rest, dealer, rounds)
        return {seat: received.get(seat, ()) + dealt[seat] for seat in table.seats}


def _order(table: Table, dealer: Seat) -> list[Seat]:
    start = table.place_of[dealer] + 1
    return [table.seats[(start + step) % table.size] for step in range(table.size)]


def _packets(
    table: Table, deck: Sequence[Card], dealer: Seat, rounds: Sequence[tuple[int, ...]]
) -> dict[Seat, tuple[Card, ...]]:
    hands: dict[Seat, list[Card]] = {seat: [] for seat in table.seats}
    order, top = _order(table, dealer), 0
    for sizes in rounds:
        for seat, size in zip(order, sizes, strict=True):
            hands[seat] += deck[top : top + size]
            top += size
    return {seat: tuple(cards) for seat, cards in hands.items()}


def draw_dealer(draws: Mapping[Seat, Card]) -> Seat | None:
    """The seat that drew the lowest card deals, suits ignored; None when the lowest cards are level: draw again."""
    lowest = min(RANK_OF[card] for card in draws.values())
    seats = [seat for seat, card in draws.items() if RANK_OF[card] == lowest]
    return seats[0] if len(seats) == 1 else None


def cut_deck(deck: Sequence[Card], lifted: int) -> tuple[Card, ...]:
    """The deck after ``lifted`` cards from the top were put under the rest."""
    return tuple(deck[lifted:]) + tuple(deck[:lifted])
