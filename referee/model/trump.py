"""What a contract plays as trumps."""

from enum import IntEnum
from typing import Final

from referee.model.card import Suit


class Trump(IntEnum):
    """A suit, no-trump or all-trump, numbered as on the wire."""

    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    SPADES = 4
    NO_TRUMP = 5
    ALL_TRUMP = 6


TRUMP_LETTERS: Final = {
    Trump.CLUBS: "C",
    Trump.DIAMONDS: "D",
    Trump.HEARTS: "H",
    Trump.SPADES: "S",
    Trump.NO_TRUMP: "NT",
    Trump.ALL_TRUMP: "AT",
}
TRUMP_NAMED: Final = {letter: trump for trump, letter in TRUMP_LETTERS.items()}
SUIT_TRUMPS: Final = (Trump.CLUBS, Trump.DIAMONDS, Trump.HEARTS, Trump.SPADES)


def trump_of(suit: Suit) -> Trump:
    """The trump that a suit makes."""
    return SUIT_TRUMPS[suit - 1]
