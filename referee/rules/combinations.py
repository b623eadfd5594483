"""Runs of one suit and fours of one rank in a hand, in the natural order seven to ace whatever the trump.

What they are worth and which of them beats which is for each game to say.
"""

from collections.abc import Iterator

from referee.model.card import PACK_32, RANK_CARDS, RANK_OF, SUIT_CARDS, SUIT_OF, Card, Cards, Rank, Suit

LEAST = 3
"""Fewer cards than this make a run in no game of the family."""


def top(cards: Cards) -> Card:
    """The highest card, in natural order, of cards of one suit."""
    return 1 << (cards.bit_length() - 1)


def top_rank(cards: Cards) -> Rank:
    """The height of a run: the rank of its highest card."""
    return RANK_OF[top(cards)]


def suit_of_run(cards: Cards) -> Suit:
    """The suit of a run."""
    return SUIT_OF[top(cards)]


def longest_runs(hand: Cards, least: int = LEAST) -> tuple[Cards, ...]:
    """The runs of at least so many cards that nothing in the hand makes longer, clubs to spades, low to high."""
    return tuple(run for suit in Suit for run in _unbroken(hand & SUIT_CARDS[suit]) if run.bit_count() >= least)


def runs(hand: Cards, least: int = LEAST, most: int = len(Rank)) -> tuple[Cards, ...]:
    """Every run of at least and at most so many cards, those inside longer ones too, the longest and highest first."""
    found = [
        (length, (1 << length) - 1 << low)
        for whole in longest_runs(hand, least)
        for length in range(least, min(most, whole.bit_count()) + 1)
        for low in range((whole & -whole).bit_length() - 1, whole.bit_length() - length + 1)
    ]
    return tuple(run for _, run in sorted(found, key=lambda one: (-one[0], -top_rank(one[1]), one[1])))


def fours(hand: Cards, pack: Cards = PACK_32) -> tuple[Rank, ...]:
    """The ranks, highest first, of which a hand holds every card of the pack, four of them."""
    return tuple(
        rank
        for rank in reversed(Rank)
        if (RANK_CARDS[rank] & pack).bit_count() == len(Suit) and not RANK_CARDS[rank] & pack & ~hand
    )


def touch(one: Cards, other: Cards) -> bool:
    """Whether two runs of one suit that share no card make one longer run together."""
    if suit_of_run(one) is not suit_of_run(other):
        return False
    low, high = sorted((one, other))
    return bool(low << 1 & high) and not low & high


def _unbroken(cards: Cards) -> Iterator[Cards]:
    """The stretches without a gap of cards of one suit, low to high."""
    while cards:
        low = cards & -cards
        stretch = cards & ~(cards + low)
        yield stretch
        cards &= ~stretch
