"""Whole deals played at random by the rules, as the second engine has them; the referee has no part in the making.

A deal follows from its seed alone. `REFEREE_TEST_DEALS` says how many are played, `REFEREE_TEST_FIRST` with which seed
they begin.
"""

import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from referee.model.action import Action, Call, Pass, Play, Take
from referee.model.card import CARD_NAMED, Card
from referee.model.deal import Deal, RulesetChoice
from referee.model.seat import Seat
from referee.model.trump import TRUMP_NAMED
from referee.notation import deal_text
from referee.ruleset import Ruleset
from tests.naive.cards import PACK, SUITS, height, suit, trick_points
from tests.naive.play import legal, side, winner
from tests.properties.random_rules import random_rules
from tests.properties.second_words import card_names, table_rules_of

DEALS: Final = int(os.environ.get("REFEREE_TEST_DEALS") or 1000)
FIRST: Final = int(os.environ.get("REFEREE_TEST_FIRST") or 0)
LEVEL_WANTED: Final = 0.2
"""Level deals are rare: in so many of the deals the last tricks are chosen to make one, if any can."""
SEARCHED: Final = 3
"""Tricks at the end that are searched for it."""
PORTIONS: Final = 10
"""A run is so many tests, so that it shows how far it is."""


def portion_of_seeds(portion: int, one_in: int = 1) -> range:
    """The seeds of one portion of a run, or one in so many of them."""
    return range(FIRST + portion, FIRST + max(DEALS, PORTIONS), PORTIONS * one_in)


@dataclass(frozen=True)
class Moment:
    """The table before an action, or at the end, as the second engine sees it."""

    seat: int
    hands: tuple[tuple[str, ...], ...]
    """Cards still held, by seat."""
    trick: tuple[str, ...] = ()
    leader: int = 0
    calls: tuple[str, ...] = ()
    """Calls that may be made, in the auction: `pass` or a trump."""
    cards: tuple[str, ...] = ()
    """Cards that may be played, after it."""
    captured: tuple[int, int] = (0, 0)
    """Card points won by sides A and B."""
    sayable: tuple[str, ...] = ()
    """Kings and queens of the hand over which a word may be said."""


@dataclass(frozen=True)
class PlayedOver:
    """What the play came to, for the score."""

    taker: int
    trump: str
    winners: tuple[int, ...]
    captured: tuple[int, int]
    belotes: tuple[str, ...]
    """Sides of the belotes that were announced well enough, in the order completed."""
    forgiven: tuple[str, ...]
    """Sides whose forgotten word was forgiven."""


@dataclass(frozen=True)
class RandomDeal:
    """A record from the first call to the last card, and what the second engine saw at each step."""

    seed: int
    ruleset: Ruleset
    deal: Deal
    moments: tuple[Moment, ...]
    """One before each action, and one at the end."""
    received: tuple[tuple[str, ...], ...]
    """Every card that each seat received, in the order received, the turned card as the taker's sixth."""
    over: PlayedOver | None
    """None: everybody passed."""

    def until(self, actions: int) -> Deal:
        """The record after so many actions."""
        return replace(self.deal, actions=self.deal.actions[:actions])

    @property
    def calls(self) -> int:
        """How many of the actions are calls."""
        return sum(not isinstance(action, Play) for action in self.deal.actions)


@contextmanager
def told(one: RandomDeal, actions: int | None = None) -> Iterator[None]:
    """Adds to a failure what is needed to have it again: the seed, and the record as far as it was judged."""
    try:
        yield
    except Exception as failure:
        record = one.deal if actions is None else one.until(actions)
        failure.add_note(f"seed {one.seed}: again with REFEREE_TEST_FIRST={one.seed} REFEREE_TEST_DEALS=1")
        failure.add_note(deal_text(record))
        raise


def random_deal(seed: int, rules: tuple[RulesetChoice, Ruleset] | None = None, dealer: int | None = None) -> RandomDeal:
    """The deal of a seed, under rules and with a dealer of its own or those given."""
    chance = random.Random(seed)
    wants_level = chance.random() < LEVEL_WANTED
    choice, ruleset = random_rules(chance, for_level_deal=wants_level) if rules is None else rules
    dealer = chance.randrange(4) if dealer is None else dealer
    deck = random_deck(chance)
    deal = Deal(
        choice,
        Seat(dealer + 1),
        deck=tuple(CARD_NAMED[card] for card in deck),
        turn_up=CARD_NAMED[deck[20]] if chance.random() < 0.5 else 0,
        reserve_in=chance.choice((None, 0, chance.randrange(1, 300))),
        last_deal=chance.random() < 0.2,
    )
    table = _Table(chance, ruleset, dealer, deck, wants_level=wants_level)
    taken = table.speak()
    if taken is not None:
        table.play(*taken)
    return RandomDeal(
        seed,
        ruleset,
        replace(deal, actions=tuple(table.actions)),
        tuple(table.moments),
        tuple(map(tuple, table.received)),
        table.over,
    )


def random_deck(chance: random.Random) -> list[str]:
    """A shuffled pack; now and then one that gives a side the high cards, so that it may win every trick."""
    deck = list(PACK)
    chance.shuffle(deck)
    if chance.random() < 0.1:
        strong = sorted(deck, key=lambda card: height(card, "AT" if chance.random() < 0.5 else "NT"), reverse=True)
        for place in range(32):
            packet = place // 3 if place < 12 else (place - 12) // 2 if place < 20 else (place - 20) // 3
            deck[place] = strong.pop(0 if packet % 2 else -1)
    return deck


def calls_allowed(passes: int, turned: str, options: Any) -> list[str]:
    """What the seat to speak may say after so many passes: `pass` or a trump."""
    second = passes >= 4
    must_take = passes == 7 and options.get("all_pass") == "dealer_must_take"
    suits = [turned] if not second else [one for one in SUITS if one != turned or options["round2_suits"] == "any"]
    no_suit = options["notrump_alltrump"] and (second or options["notrump_alltrump_round"] == "both")
    return [*([] if must_take else ["pass"]), *suits, *(["NT", "AT"] if no_suit else [])]


class _Table:
    """One deal under way."""

    def __init__(
        self, chance: random.Random, ruleset: Ruleset, dealer: int, deck: Sequence[str], *, wants_level: bool
    ) -> None:
        self.chance, self.ruleset, self.dealer, self.deck = chance, ruleset, dealer, deck
        self.wants_level = wants_level
        self.options = dict(ruleset.values)
        self.table_rules = table_rules_of(ruleset.values)
        self.actions: list[Action] = []
        self.moments: list[Moment] = []
        self.over: PlayedOver | None = None
        self.named = chance.choice((0.0, 1.0, chance.random()))
        self.received: list[list[str]] = [[] for _ in range(4)]
        first = (3, 2) if self.options["deal_pattern"] == "5_turnup_3" else (2, 3)
        top = 0
        for packet in first:
            for step in range(1, 5):
                self.received[(dealer + step) % 4] += deck[top : top + packet]
                top += packet

    def _seat(self, seat: int) -> Seat | None:
        return Seat(seat + 1) if self.chance.random() < self.named else None

    def speak(self) -> tuple[int, str] | None:
        """The auction: who took and at what, or None."""
        turned = suit(self.deck[20])
        willing = self.chance.choice((0.03, 0.3, 0.4, 0.4, 0.5, 0.6, 0.7, 0.8))
        for passes in range(8):
            seat = (self.dealer + 1 + passes) % 4
            allowed = calls_allowed(passes, turned, self.options)
            self.moments.append(Moment(seat, tuple(map(tuple, self.received)), calls=tuple(allowed)))
            takes = [call for call in allowed if call != "pass"]
            call: Call
            if "pass" not in allowed or self.chance.random() < willing:
                trump = self.chance.choice([*takes, *takes[-2:] * 2])
                self.actions.append(Take(TRUMP_NAMED[trump], self._seat(seat)))
                return seat, trump
            call = Pass(self._seat(seat))
            self.actions.append(call)
        self.moments.append(Moment(-1, tuple(map(tuple, self.received))))
        return None

    def _deal_the_rest(self, taker: int) -> None:
        top = 20
        spared = taker if self.options["taker_gets_turnup"] else None
        if spared is not None:
            self.received[spared].append(self.deck[20])
            top = 21
        for step in range(1, 5):
            seat = (self.dealer + step) % 4
            packet = 2 if seat == spared else 3
            self.received[seat] += self.deck[top : top + packet]
            top += packet

    def play(self, taker: int, trump: str) -> None:
        """Eight tricks, each side in a manner of its own."""
        self._deal_the_rest(taker)
        held = [list(hand) for hand in self.received]
        belote_cards = self._belote_cards(trump)
        talkative = self.chance.choice((0.0, 0.6, 1.0))
        manners = [self.chance.choice(("any", "any", "high", "low")) for _ in range(2)]
        captured, winners, leader = [0, 0], list[int](), (self.dealer + 1) % 4
        spoken: list[tuple[int, str, bool]] = []
        ending: list[str] = []
        for number in range(8):
            if self.wants_level and number == 8 - SEARCHED:
                said = belotes_announced(spoken, self.options)[0]
                lead = captured[0] - captured[1] + 20 * (said.count("A") - said.count("B"))
                ending = self._level_ending(held, leader, trump, lead) or []
            trick: list[str] = []
            for place in range(4):
                seat = (leader + place) % 4
                allowed = legal(held[seat], trick, trump, self.table_rules)
                mine = [card for by, card, _ in spoken if by == seat]
                sayable = [
                    card for card in held[seat] if card in belote_cards and other_of_pair(card) in [*held[seat], *mine]
                ]
                hands = tuple(map(tuple, held))
                self.moments.append(
                    Moment(
                        seat,
                        hands,
                        tuple(trick),
                        leader,
                        cards=tuple(allowed),
                        captured=(captured[0], captured[1]),
                        sayable=tuple(sayable),
                    )
                )
                card = ending.pop(0) if ending else self._chosen(allowed, trump, manners[seat % 2])
                says = card in sayable and self.chance.random() < talkative
                if card in belote_cards:
                    spoken.append((seat, card, says))
                self.actions.append(Play(CARD_NAMED[card], says, seat=self._seat(seat)))
                held[seat].remove(card)
                trick.append(card)
            leader = (leader + winner(trick, trump)) % 4
            winners.append(leader)
            captured[leader % 2] += trick_points(trick, trump, self.table_rules)
        both = (captured[0], captured[1])
        self.moments.append(Moment(-1, ((), (), (), ()), captured=both))
        valid, forgiven = belotes_announced(spoken, self.options)
        self.over = PlayedOver(taker, trump, tuple(winners), both, tuple(valid), tuple(forgiven))

    def _level_ending(
        self, held: list[list[str]], leader: int, trump: str, lead: int, trick: Sequence[str] = ()
    ) -> list[str] | None:
        """Cards to play to the end that leave the sides level, when A leads by so many points now; None if none do."""
        seat = (leader + len(trick)) % 4
        if not held[seat]:
            return [] if lead + (10 if leader % 2 == 0 else -10) == 0 else None
        for card in legal(held[seat], trick, trump, self.table_rules):
            held[seat].remove(card)
            after, next_leader, next_lead = [*trick, card], leader, lead
            if len(after) == 4:
                next_leader = (leader + winner(after, trump)) % 4
                points = trick_points(after, trump, self.table_rules)
                after, next_lead = [], lead + (points if next_leader % 2 == 0 else -points)
            ending = self._level_ending(held, next_leader, trump, next_lead, after)
            held[seat].append(card)
            if ending is not None:
                return [card, *ending]
        return None

    def _belote_cards(self, trump: str) -> list[str]:
        suits = {"NT": [], "AT": [] if self.options["all_trump_belotes"] == "none" else SUITS}.get(trump, [trump])
        return [rank + one for one in suits for rank in "KQ"]

    def _chosen(self, allowed: list[str], trump: str, manner: str) -> str:
        if manner == "any" or self.chance.random() < 0.2:
            return self.chance.choice(allowed)
        ranked = sorted(allowed, key=lambda card: (suit(card) == trump, height(card, trump)))
        return ranked[-1 if manner == "high" else 0]


def other_of_pair(card: str) -> str:
    """The queen of a king's suit, the king of a queen's."""
    return ("Q" if card[0] == "K" else "K") + card[1]


def belotes_announced(spoken: Sequence[tuple[int, str, bool]], options: Any) -> tuple[list[str], list[str]]:
    """Sides whose belote was announced well enough, in the order completed, and those of them that were forgiven."""
    automatic = options["belote_announcement"] == "automatic"
    tolerant = options["belote_announcement"] == "both_words_with_tolerance"
    valid: list[str] = []
    in_full: list[str] = []
    forgiven: list[str] = []
    said_over = {card: (seat, said) for seat, card, said in spoken}
    seen: list[str] = []
    for seat, card, said in spoken:
        first = other_of_pair(card)
        seen.append(card)
        if first in seen and said_over[first][0] == seat:
            in_order = options["belote_order"] == "either" or first[0] == "K"
            said_first = said_over[first][1]
            if in_order and (automatic or (said_first and said)):
                valid.append(side(seat))
                in_full.append(side(seat))
            elif in_order and said_first and tolerant and side(seat) not in forgiven:
                valid.append(side(seat))
                forgiven.append(side(seat))
    if options["all_trump_belotes"] == "one_only":
        return (in_full[:1], []) if in_full else (forgiven[:1], forgiven[:1])
    return valid, forgiven


def as_hands(one: RandomDeal, actions: int, known: dict[int, int] | None = None) -> Deal:
    """The record after so many actions as somebody without the deck has it: the turned card and the hands.

    ``known`` says of which seats how many cards are known; without it, all that they have received by then.
    """
    taken = actions >= one.calls and one.over is not None
    size = 8 if taken else 5
    hands: dict[Seat, tuple[Card, ...]] = {}
    for seat in range(4) if known is None else known:
        count = size if known is None else min(known[seat], size)
        hands[Seat(seat + 1)] = tuple(CARD_NAMED[card] for card in one.received[seat][:count])
    return replace(one.until(actions), deck=(), hands=hands, turn_up=one.deal.deck[20])


def sides_played(one: RandomDeal) -> list[str]:
    """Names of the cards played, in order."""
    return card_names(action.card for action in one.deal.actions if isinstance(action, Play))
