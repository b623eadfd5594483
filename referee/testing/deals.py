"""Whole deals played at random under any ruleset, by nothing but what the referee offers.

A deal follows from its ruleset and its seed.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.judge import bid_ranges, choices
from referee.model.action import Action, Bid, Coinche, Custom, Pass, Play, Surcoinche, Take
from referee.model.deal import Deal, RulesetChoice
from referee.model.position import Phase, Position
from referee.model.ruling import BidRange, Choice, Ruling
from referee.model.seat import Seat
from referee.notation import action_text, deal_text
from referee.replay import replay
from referee.ruleset import Ruleset
from referee.testing.decks import random_deck
from referee.testing.features import choice_of, told
from referee.testing.promises import Broken, Fault

PATIENCE: Final = 40
"""Calls or steps after which everybody passes, and leaves out, whatever may be left out."""
LONGEST: Final = 3 * PATIENCE
"""Actions beside the cards after which a deal is held to be endless."""

_PASSES_LATER: Final = 0.6
"""How often a player passes once somebody has spoken."""
_LIKING: Final = {"take": 4.0, "bid": 6.0, "word": 0.4, "coinche": 2.5, "surcoinche": 4.0}
"""How much each kind of call is liked against the others; a word is a bid that names no points."""


@dataclass(frozen=True, slots=True)
class RandomDeal:
    """A record from the first call to the last card, and what the referee made of each part of it."""

    seed: int
    ruleset: Ruleset
    deal: Deal
    positions: tuple[Position, ...]
    """One before each action, and one at the end."""
    offered: tuple[tuple[Choice, ...], ...]
    """The choices at each position."""

    def until(self, actions: int) -> Deal:
        """The record after so many actions."""
        return self.positions[actions].deal


def random_deal(ruleset: Ruleset, seed: int, choice: RulesetChoice | None = None) -> RandomDeal:
    """The deal of a seed; the record asks for its rules by ``choice``, or in full.

    Raises Broken where the deal does not end, nobody can act, or what was offered turns out to be illegal.
    """
    one, fault = as_far_as_it_goes(ruleset, seed, choice or choice_of(ruleset))
    if fault is not None:
        raise Broken(fault)
    return one


def as_far_as_it_goes(ruleset: Ruleset, seed: int, choice: RulesetChoice) -> tuple[RandomDeal, Fault | None]:
    """The deal of a seed up to its end, or up to where it cannot go on, and why."""
    return _Play(ruleset, seed, choice).played()


class _Play:
    """One deal under way, with the temper of those who play it."""

    def __init__(self, ruleset: Ruleset, seed: int, choice: RulesetChoice) -> None:
        chance = random.Random(seed)  # noqa: S311  # a deal that can be had again from its seed is wanted
        self.chance, self.ruleset, self.seed = chance, ruleset, seed
        self.willing = chance.choice((0.15, 0.5, 0.6, 0.7, 0.8, 0.9))
        self.named = chance.choice((0.0, 1.0, chance.random()))
        self.talkative = chance.choice((0.3, 0.8, 1.0))
        self.manners = {team: chance.choice(("any", "any", "high", "low")) for team in ruleset.table.sides}
        dealer = chance.choice(ruleset.table.players)
        deck = random_deck(chance, ruleset, dealer)
        turns = ruleset.dealing.turn_up and chance.random() < 0.5
        totals = dict.fromkeys(ruleset.table.sides, 0) if chance.random() < 0.3 else {}
        self.deal = Deal(
            choice,
            dealer,
            deck,
            turn_up=deck[ruleset.dealing.turn_up_index(ruleset.table)] if turns else 0,
            reserve_in=chance.choice((None, 0, chance.randrange(1, 300))),
            totals_in={team: 10 * chance.randrange(100) for team in totals},
            last_deal=chance.random() < 0.2,
        )

    def played(self) -> tuple[RandomDeal, Fault | None]:
        """The deal from its first action to its last, or to where it cannot go on."""
        positions: list[Position] = []
        offered: list[tuple[Choice, ...]] = []
        fault: Fault | None = None
        cards = self.ruleset.table.size * self.ruleset.tricks
        while True:
            replayed = replay(self.ruleset, self.deal)
            if replayed.fault is not None:
                broken = ", ".join(one.rule_id for one in replayed.fault.violations)
                fault = self._fault("choices_agree", f"an action that was offered broke {broken} once it was done")
                break
            position = replayed.position
            positions.append(position)
            offered.append(choices(self.ruleset, position))
            if position.phase is Phase.FINISHED:
                break
            if len(positions) > LONGEST + cards:
                latest = ", ".join(map(action_text, self.deal.actions[-6:]))
                how = f"after {len(self.deal.actions)} actions this deal still goes on, lately with {latest}"
                fault = self._fault("deal_ends", how)
                break
            action = self._chosen(position, offered[-1])
            if action is None:
                how = f"in the phase {position.phase.name} nothing legal is offered"
                fault = self._fault("somebody_can_act", how)
                break
            self.deal = replace(self.deal, actions=(*self.deal.actions, action))
        return RandomDeal(self.seed, self.ruleset, self.deal, tuple(positions), tuple(offered)), fault

    def _fault(self, promise: str, how: str) -> Fault:
        where = f"seed {self.seed} under {told(self.deal.choice)}, after {len(self.deal.actions)} actions"
        return Fault(promise, how, where, deal_text(self.deal, table=self.ruleset.table.size))

    def _chosen(self, position: Position, offered: Sequence[Choice]) -> Action | None:
        """Some legal action; None where there is none."""
        legal = [one for one in offered if one.judgement.ruling is Ruling.LEGAL]
        ranges = bid_ranges(self.ruleset, position)
        if not legal and not ranges:
            return None
        if position.phase is Phase.AUCTION:
            return self._unnamed(position, self._call(position, legal, ranges))
        return self._unnamed(position, self._step_or_card(position, legal))

    def _unnamed(self, position: Position, action: Action) -> Action:
        """The action without its seat, now and then, where only the seat whose turn it is can be meant."""
        leaves_out = action.seat == position.turn and self.chance.random() >= self.named
        return replace(action, seat=None) if leaves_out else action

    def _call(self, position: Position, legal: Sequence[Choice], ranges: Sequence[BidRange]) -> Action:
        by_kind = defaultdict[str, list[Action]](list)
        for one in legal:
            by_kind[kind_of(one.action)].append(one.action)
        by_kind["bid"] += self._bids(position, ranges)
        passes, others = by_kind.pop("pass", []), {kind: calls for kind, calls in by_kind.items() if calls}
        spoken = any(not isinstance(action, Pass) for action in self.deal.actions)
        passing = _PASSES_LATER if spoken else 1 - self.willing
        tired = len(self.deal.actions) >= PATIENCE
        if passes and (not others or tired or self.chance.random() < passing):
            return self.chance.choice(passes)
        kinds = sorted(others)
        (kind,) = self.chance.choices(kinds, [_LIKING.get(kind, 1.0) for kind in kinds])
        return self.chance.choice(others[kind])

    def _bids(self, position: Position, ranges: Sequence[BidRange]) -> Iterator[Bid]:
        """One bid from each range: most often the lowest, now and then a jump, or the highest."""
        for one in ranges:
            yield Bid(one.trump, _points(self.chance, one), position.turn)

    def _step_or_card(self, position: Position, legal: Sequence[Choice]) -> Action:
        """A step between auction and play, or a card where nothing has to be done before it."""
        steps = [one for one in legal if isinstance(one.action, Custom)]
        cards = [one for one in legal if isinstance(one.action, Play)]
        tired = len(self.deal.actions) >= 2 * PATIENCE
        if steps and (not cards or (not tired and self.chance.random() < 0.6)):
            return self.chance.choice(steps).action
        return self._card(position, cards)

    def _card(self, position: Position, cards: Sequence[Choice]) -> Action:
        """A card as its side likes to play, with what its player feels like saying over it."""
        assert position.contract is not None and position.contract.trump is not None and position.turn is not None
        worth = self.ruleset.modes[position.contract.trump].worth
        table = self.ruleset.table.playing(position.contract.taker)
        manner = self.manners[table.team_of(position.turn)]
        if manner == "any" or self.chance.random() < 0.2:
            chosen = self.chance.choice(cards)
        else:
            ranked = sorted(cards, key=lambda one: worth[_play(one).card])
            chosen = ranked[-1 if manner == "high" else 0]
        action = _play(chosen)
        if chosen.may_say_belote and self.chance.random() < self.talkative:
            action = replace(action, says_belote=True)
        said = [one for one in chosen.declarations if self.chance.random() < self.talkative]
        if said and self.chance.random() < 0.3:
            said = [replace(one, cards=()) for one in said]
        return replace(action, declarations=tuple(said)) if said else action


def _play(choice: Choice) -> Play:
    assert isinstance(choice.action, Play)
    return choice.action


def _points(chance: random.Random, bids: BidRange) -> int:
    """A number of the range."""
    kind = chance.random()
    most = bids.minimum + 10 * bids.step if bids.maximum is None else bids.maximum
    if kind < 0.75:
        return bids.minimum
    if kind < 0.95:
        return min(bids.minimum + bids.step * chance.randint(1, 4), most)
    return most


def kind_of(action: Action) -> str:
    """What sort of action it is, in a word: a bid that names no points is a bid of a word."""
    match action:
        case Pass():
            return "pass"
        case Take():
            return "take"
        case Bid(_, target):
            return "bid" if isinstance(target, int) else "word"
        case Coinche():
            return "coinche"
        case Surcoinche():
            return "surcoinche"
        case Custom(name):
            return name
        case Play():
            return "card"


def seat_of(position: Position, action: Action) -> Seat | None:
    """Who acts: the seat that the action names, else the one whose turn it is."""
    return position.turn if action.seat is None else action.seat


def same_table(one: Position, other: Position) -> bool:
    """Whether two positions differ in nothing but the record that they come from."""
    return (
        replace(one, deal=other.deal) == other
        and one.points == other.points
        and one.belotes == other.belotes
        and one.declarations == other.declarations
    )
