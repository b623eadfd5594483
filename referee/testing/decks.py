"""Packs for random deals: shuffled, hardly shuffled so that hands hold runs, or stacked so that a side is strong."""

import random
from collections.abc import Sequence

from referee.model.card import Card, cards_in
from referee.model.seat import Seat
from referee.ruleset import Ruleset

_HARDLY_SHUFFLED = 0.25
_STACKED = 0.1


def random_deck(chance: random.Random, ruleset: Ruleset, dealer: Seat) -> tuple[Card, ...]:
    """The whole pack in some order."""
    deck = list(cards_in(ruleset.table.pack))
    kind = chance.random()
    if kind < _HARDLY_SHUFFLED:
        return _hardly_shuffled(chance, deck)
    chance.shuffle(deck)
    return _stacked(chance, ruleset, dealer, deck) if kind < _HARDLY_SHUFFLED + _STACKED else tuple(deck)


def _hardly_shuffled(chance: random.Random, deck: Sequence[Card]) -> tuple[Card, ...]:
    """The pack as it came from the box, cut and interleaved in packets now and then."""
    for _ in range(chance.randint(1, 4)):
        cut = chance.randrange(len(deck))
        top, rest = list(deck[:cut]), list(deck[cut:])
        mixed: list[Card] = []
        while top or rest:
            packet = chance.randint(2, 6)
            source = top if top and (not rest or chance.random() < 0.5) else rest
            mixed += source[:packet]
            del source[:packet]
        deck = mixed
    return tuple(deck)


def _stacked(chance: random.Random, ruleset: Ruleset, dealer: Seat, deck: Sequence[Card]) -> tuple[Card, ...]:
    """The high cards of some trump lie where one side is dealt them."""
    table = ruleset.table
    worth = ruleset.modes[chance.choice(sorted(ruleset.modes))].worth
    strong = sorted(deck, key=lambda card: (worth[card], card), reverse=True)
    places = tuple(range(len(deck)))
    hands = [
        ruleset.dealing.first_stage(table, places, dealer),
        ruleset.dealing.second_stage(table, places, dealer, None),
    ]
    favoured = chance.choice(table.sides)
    filled = list(deck)
    wanted = [place for hand in hands for seat, lie in hand.items() if table.team_of(seat) == favoured for place in lie]
    for place in wanted:
        filled[place] = strong.pop(0)
    for place in set(places) - set(wanted):
        filled[place] = strong.pop()
    return tuple(filled)
