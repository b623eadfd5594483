"""Cards as bits: a card is one bit, a hand or any other set of cards is an int.

The number of a card on the wire is ``16 * suit + rank``; its bit is ``8 * (suit - 1) + (rank - 7)``.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, TypeAlias

Card: TypeAlias = int
"""One bit."""

Cards: TypeAlias = int
"""A set of cards: the union of their bits."""


class Suit(IntEnum):
    """The four suits, numbered as on the wire."""

    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    SPADES = 4


class Rank(IntEnum):
    """The eight ranks in natural order, numbered as on the wire."""

    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14


RANK_LETTERS: Final = {
    Rank.SEVEN: "7",
    Rank.EIGHT: "8",
    Rank.NINE: "9",
    Rank.TEN: "T",
    Rank.JACK: "J",
    Rank.QUEEN: "Q",
    Rank.KING: "K",
    Rank.ACE: "A",
}
SUIT_LETTERS: Final = {Suit.CLUBS: "C", Suit.DIAMONDS: "D", Suit.HEARTS: "H", Suit.SPADES: "S"}


def card(rank: Rank, suit: Suit) -> Card:
    """The bit of one card."""
    return 1 << (8 * (suit - 1) + (rank - 7))


PACK: Final[tuple[Card, ...]] = tuple(card(rank, suit) for suit in Suit for rank in Rank)
"""The 32 cards, clubs to spades, seven to ace."""

PACK_32: Final[Cards] = (1 << 32) - 1
"""The whole pack as a set."""

SUIT_CARDS: Final[dict[Suit, Cards]] = {suit: 0xFF << (8 * (suit - 1)) for suit in Suit}
RANK_CARDS: Final[dict[Rank, Cards]] = {rank: 0x01010101 << (rank - 7) for rank in Rank}

SUIT_OF: Final[dict[Card, Suit]] = {card(rank, suit): suit for suit in Suit for rank in Rank}
RANK_OF: Final[dict[Card, Rank]] = {card(rank, suit): rank for suit in Suit for rank in Rank}
SUIT_MASK_OF: Final[dict[Card, Cards]] = {one: SUIT_CARDS[SUIT_OF[one]] for one in PACK}

NUMBER_OF: Final[dict[Card, int]] = {one: 16 * SUIT_OF[one] + RANK_OF[one] for one in PACK}
"""The wire's number of a card."""

CARD_OF: Final[dict[int, Card]] = {number: one for one, number in NUMBER_OF.items()}
"""The card of a wire number; numbers that are missing here are no cards."""

CARD_OF_BYTE: Final[tuple[Card, ...]] = tuple(CARD_OF.get(number, 0) for number in range(256))
"""The same for every byte; 0 for those that are no cards."""

NAME_OF: Final[dict[Card, str]] = {one: RANK_LETTERS[RANK_OF[one]] + SUIT_LETTERS[SUIT_OF[one]] for one in PACK}
"""Two characters, rank then suit, ten is T."""

CARD_NAMED: Final[dict[str, Card]] = {name: one for one, name in NAME_OF.items()}


def _bits_of_byte(byte: int, shift: int) -> tuple[Card, ...]:
    return tuple(1 << (shift + bit) for bit in range(8) if byte >> bit & 1)


_BYTES: Final = tuple(tuple(_bits_of_byte(byte, shift) for byte in range(256)) for shift in (0, 8, 16, 24))
_BYTE_0, _BYTE_1, _BYTE_2, _BYTE_3 = _BYTES


def cards_in(cards: Cards) -> tuple[Card, ...]:
    """The cards of a set, clubs to spades, seven to ace."""
    return _BYTE_0[cards & 255] + _BYTE_1[cards >> 8 & 255] + _BYTE_2[cards >> 16 & 255] + _BYTE_3[cards >> 24 & 255]


def cards_of(cards: Iterable[Card]) -> Cards:
    """The set of the given cards."""
    union = 0
    for one in cards:
        union |= one
    return union


def names(cards: Iterable[Card]) -> str:
    """The cards' two-character names in the given order, separated by spaces."""
    return " ".join(map(NAME_OF.__getitem__, cards))
