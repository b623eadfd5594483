"""Strength and worth of the cards under each trump: two tables a suit, neither derived from the other.

Rules: ranking/trump_order, ranking/plain_order, ranking/no_trump_values, ranking/all_trump_values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Final

from referee.model.card import RANK_OF, SUIT_CARDS, SUIT_MASK_OF, SUIT_OF, Card, Cards, Rank, Suit, card, cards_in
from referee.model.trump import Trump, trump_of

R = Rank

TRUMP_ORDER: Final = (R.JACK, R.NINE, R.ACE, R.TEN, R.KING, R.QUEEN, R.EIGHT, R.SEVEN)
PLAIN_ORDER: Final = (R.ACE, R.TEN, R.KING, R.QUEEN, R.JACK, R.NINE, R.EIGHT, R.SEVEN)

TRUMP_POINTS: Final = {
    R.JACK: 20,
    R.NINE: 14,
    R.ACE: 11,
    R.TEN: 10,
    R.KING: 4,
    R.QUEEN: 3,
    R.EIGHT: 0,
    R.SEVEN: 0,
}
PLAIN_POINTS: Final = {
    R.ACE: 11,
    R.TEN: 10,
    R.KING: 4,
    R.QUEEN: 3,
    R.JACK: 2,
    R.NINE: 0,
    R.EIGHT: 0,
    R.SEVEN: 0,
}
NO_TRUMP_ACE: Final = 19
ALL_TRUMP_13: Final = {**TRUMP_POINTS, R.JACK: 13, R.NINE: 9, R.ACE: 6, R.TEN: 5, R.KING: 3, R.QUEEN: 2}
ALL_TRUMP_14: Final = {**TRUMP_POINTS, R.JACK: 14, R.NINE: 9, R.ACE: 6, R.TEN: 5, R.KING: 3, R.QUEEN: 1}

LAST_TRICK: Final = 10
DEAL_POINTS: Final = 162
"""What the cards and the last trick are worth together in a suit contract, and what other scales are brought to."""


@dataclass(frozen=True)
class Mode:
    """How the cards rank and count under one trump; shared by the rulesets that agree on it."""

    trump: Trump
    orders: Mapping[Suit, tuple[Rank, ...]] = field(hash=False)
    """For each suit its ranks, strongest first."""
    points: Mapping[Suit, Mapping[Rank, int]] = field(hash=False)
    ruffs: Cards
    """Cards that beat every other suit."""
    raised: Cards
    """Suits in which one must go higher when they are led."""
    belote_suits: tuple[Suit, ...]
    no_belote_rule: str = "belote/wrong_card"
    """What objects to a word said over a card that makes no belote here."""
    scaled: bool = False
    """Trick points are brought to 162 before they are counted."""

    @cached_property
    def above(self) -> dict[Card, Cards]:
        """For each card the stronger cards of its own suit."""
        table: dict[Card, Cards] = {}
        for suit, order in self.orders.items():
            stronger = 0
            for rank in order:
                table[card(rank, suit)] = stronger
                stronger |= card(rank, suit)
        return table

    @cached_property
    def beats(self) -> dict[Card, Cards]:
        """For each card that holds a trick, the cards that take it over."""
        return {one: self.above[one] | (0 if one & self.ruffs else self.ruffs) for one in self.above}

    def leads(self, follows_freely: Cards) -> dict[Card, tuple[Cards, Cards, Cards]]:
        """For each card that may lead: its suit, as much of that as these cards have, and what beats the card."""
        found = self._leads.get(follows_freely)
        if found is None:
            suits = {one: SUIT_MASK_OF[one] for one in self.beats}
            leads = {one: (suit, suit & follows_freely, self.beats[one]) for one, suit in suits.items()}
            found = self._leads.setdefault(follows_freely, leads)
        return found

    @cached_property
    def _leads(self) -> dict[Cards, dict[Card, tuple[Cards, Cards, Cards]]]:
        """Those made so far: the rulesets that share a mode share them."""
        return {}

    @cached_property
    def worth(self) -> dict[Card, int]:
        """Card points of each card."""
        return {one: self.points[SUIT_OF[one]][RANK_OF[one]] for one in self.above}

    @cached_property
    def belote_cards(self) -> Cards:
        """The kings and queens that can make a belote."""
        found = 0
        for suit in self.belote_suits:
            found |= card(R.KING, suit) | card(R.QUEEN, suit)
        return found

    @cached_property
    def belote_partner(self) -> dict[Card, Card]:
        """For each king or queen that can make a belote, the other card of the pair."""
        table = {}
        for suit in self.belote_suits:
            king, queen = card(R.KING, suit), card(R.QUEEN, suit)
            table[king], table[queen] = queen, king
        return table

    def pack_points(self, pack: Cards) -> int:
        """Card points of a whole pack, without the last trick."""
        return sum(self.worth[one] for one in cards_in(pack))

    def points_of(self, cards: Sequence[Card]) -> int:
        """Card points of the given cards."""
        return sum(map(self.worth.__getitem__, cards))

    def best_of(self, cards: tuple[Card, ...]) -> int:
        """Index of the card that holds the trick; a card of neither the led suit nor trumps never does."""
        beats, best = self.beats, 0
        for index in range(1, len(cards)):
            if cards[index] & beats[cards[best]]:
                best = index
        return best

    def scaled_points(self, raw: int, pack: Cards) -> int:
        """Trick points brought to the scale of 162, each side to the nearest unit (row 8)."""
        if not self.scaled:
            return raw
        whole = self.pack_points(pack) + LAST_TRICK
        return (2 * raw * DEAL_POINTS + whole) // (2 * whole)


@cache
def suit_mode(trump_suit: Suit) -> Mode:
    """The mode in which one suit is trumps."""
    return Mode(
        trump=trump_of(trump_suit),
        orders={suit: TRUMP_ORDER if suit == trump_suit else PLAIN_ORDER for suit in Suit},
        points={suit: TRUMP_POINTS if suit == trump_suit else PLAIN_POINTS for suit in Suit},
        ruffs=SUIT_CARDS[trump_suit],
        raised=SUIT_CARDS[trump_suit],
        belote_suits=(trump_suit,),
    )


@lru_cache(maxsize=16)
def no_trump_mode(jack: int) -> Mode:
    """No trumps: the ace counts 19, the jack what the option says (rows 5, 39, 52)."""
    values = {**PLAIN_POINTS, R.ACE: NO_TRUMP_ACE, R.JACK: jack}
    return Mode(
        trump=Trump.NO_TRUMP,
        orders=dict.fromkeys(Suit, PLAIN_ORDER),
        points=dict.fromkeys(Suit, values),
        ruffs=0,
        raised=0,
        belote_suits=(),
        no_belote_rule="belote/no_trump",
    )


def all_trump_mode(values: Mapping[Rank, int], *, scaled: bool, belotes: bool) -> Mode:
    """Every suit ranks as trumps, none ruffs another (rows 6, 38, 51)."""
    return _all_trump_mode(tuple(values.items()), scaled, belotes)


@lru_cache(maxsize=16)
def _all_trump_mode(values: tuple[tuple[Rank, int], ...], scaled: bool, belotes: bool) -> Mode:
    worth = dict(values)
    return Mode(
        trump=Trump.ALL_TRUMP,
        orders=dict.fromkeys(Suit, TRUMP_ORDER),
        points=dict.fromkeys(Suit, worth),
        ruffs=0,
        raised=sum(SUIT_CARDS.values()),
        belote_suits=tuple(Suit) if belotes else (),
        no_belote_rule="belote/wrong_card" if belotes else "belote/all_trump",
        scaled=scaled,
    )
