"""Cards, their order and their points. A card is two characters, rank then suit: "JH", "TS"."""

from collections.abc import Sequence

from .options import Options, table_rules

SUITS = ["C", "D", "H", "S"]
RANKS = ["7", "8", "9", "T", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in SUITS for rank in RANKS]
TRUMPS = [*SUITS, "NT", "AT"]

LOW_TO_HIGH_PLAIN = ["7", "8", "9", "J", "Q", "K", "T", "A"]
LOW_TO_HIGH_TRUMP = ["7", "8", "Q", "K", "T", "A", "9", "J"]

PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
NO_TRUMP_POINTS = {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
ALL_TRUMP_POINTS = {
    "trump_258_scaled": TRUMP_POINTS,
    "scaled_13_9_6_5_3_2": {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2, "8": 0, "7": 0},
    "scaled_14_9_6_5_3_1": {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1, "8": 0, "7": 0},
}


def rank(card: str) -> str:
    """The rank of a card: "J" for "JH"."""
    return card[0]


def suit(card: str) -> str:
    """The suit of a card: "H" for "JH"."""
    return card[1]


def height(card: str, trump: str) -> int:
    """How high a card stands among the cards of its own suit, 0 for the lowest."""
    if trump == "AT" or suit(card) == trump:
        return LOW_TO_HIGH_TRUMP.index(rank(card))
    return LOW_TO_HIGH_PLAIN.index(rank(card))


def card_points(card: str, trump: str, options: Options = None) -> int:
    """What a card counts in the trick that takes it, before any scaling of all-trump."""
    table = table_rules(options)
    if trump == "AT":
        return ALL_TRUMP_POINTS[table.all_trump_points][rank(card)]
    if trump == "NT":
        if rank(card) == "J":
            return table.no_trump_jack
        return NO_TRUMP_POINTS[rank(card)]
    if suit(card) == trump:
        return TRUMP_POINTS[rank(card)]
    return PLAIN_POINTS[rank(card)]


def trick_points(cards: Sequence[str], trump: str, options: Options = None) -> int:
    """What the cards of a trick count together, without the ten of the last trick."""
    total = 0
    for card in cards:
        total += card_points(card, trump, options)
    return total


def pack_points(trump: str, options: Options = None) -> int:
    """What all 32 cards count together."""
    return trick_points(PACK, trump, options)
