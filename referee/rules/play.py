"""The duties of a player, as one table: what may be played and, from the same rows, why the rest may not.

A judge sorts a hand's situation and gives the cards that may be played; the situation's duties explain the others.
Rules: play/must_follow_suit and the other duties of the catalogue (rows 24 to 39 and the algorithm of legal cards).
"""

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Protocol

from referee.model.card import SUIT_CARDS, SUIT_OF, Card, Cards
from referee.rules.belote import BeloteLaw
from referee.rules.playable import Judge, Situation, family_judge
from referee.rules.ranking import Mode
from referee.rules.trick_rows import Row, trick_rows


class Objects(IntEnum):
    """The class of cards that a duty objects to."""

    OFF_SUIT = 1
    """Not of the led suit."""
    LOWER_OF_SUIT = 2
    """Of the led suit, below the best card."""
    NO_TRUMP_CARD = 3
    """Not a trump."""
    LOWER_TRUMP = 4
    """A trump below the best card."""


# Reading a member off its class costs more than the comparison.
_OFF_SUIT, _LOWER_OF_SUIT, _NO_TRUMP_CARD = Objects.OFF_SUIT, Objects.LOWER_OF_SUIT, Objects.NO_TRUMP_CARD


@dataclass(frozen=True, slots=True)
class Duty:
    """A rule id and the class of cards it objects to."""

    rule_id: str
    objects: Objects


@dataclass(frozen=True)
class ModePlay:
    """The duties under one trump: the judge, and for each situation it names the duties that hold there."""

    mode: Mode
    judge: Judge
    duties: tuple[tuple[Duty, ...], ...]
    follows_freely: Cards = 0
    """Suits in which, once led, every card that follows is playable, so that the judge need not be asked."""
    by_pairs: tuple[Mode, Judge] | None = None
    """The mode and the judge, if a card is playable in a hand exactly when it is beside each other card of that hand
    alone, and if no cards of a class are told apart. Where another is put in the place of either, this is not so."""

    @cached_property
    def rows(self) -> tuple[Row | None, ...] | None:
        """All tricks of four seats of which every second is on one side; None under a judge that must be asked."""
        if self.by_pairs is None or type(self).classes is not ModePlay.classes:
            return None
        mode, judge = self.by_pairs
        if mode is not self.mode or judge != self.judge:
            return None
        return _rows(mode, judge) if _is_shared(mode) else trick_rows(mode, judge, self.classes)

    @cached_property
    def leads(self) -> dict[Card, tuple[Cards, Cards, Cards]]:
        """For each card that may lead: its suit, as much of that as may be followed with freely, and what beats it."""
        return self.mode.leads(self.follows_freely)

    @cached_property
    def freed(self) -> "ModePlay":
        """The same mode without any duty: whatever is held may be played."""
        return ModePlay(self.mode, lambda hand, led, best, partner_best: (hand, 0), ((),), follows_freely=_WHOLE)

    def objections(self, card: Card, led: Cards, best: Card, situation: int) -> tuple[str, ...]:
        """Ids of the duties that this card would break in this situation."""
        mode = self.mode
        found = []
        for duty in self.duties[situation]:
            objects = duty.objects
            if objects is _OFF_SUIT:
                guilty = not card & led
            elif objects is _LOWER_OF_SUIT:
                guilty = bool(card & led) and not card & mode.above[best]
            elif objects is _NO_TRUMP_CARD:
                guilty = not card & mode.ruffs
            else:
                guilty = bool(card & mode.ruffs) and not card & mode.above[best]
            if guilty:
                found.append(duty.rule_id)
        return tuple(found)

    def classes(self, led: Cards, best: Card) -> tuple[Cards, ...]:
        """Classes of cards that no duty tells apart: what a hidden hand may hold is enumerated by them."""
        if not led:
            return ()
        mode, rest = self.mode, ~0
        found = []
        for group in (led & mode.above[best], led, mode.ruffs & mode.above[best], mode.ruffs):
            part = group & rest
            rest &= ~group
            if part:
                found.append(part)
        found.append(rest & _WHOLE)
        return tuple(found)


_WHOLE = sum(SUIT_CARDS.values())


def _is_shared(mode: Mode) -> bool:
    """Whether another mode that compares equal is the same in all."""
    return type(mode) is Mode and isinstance(mode.belote_suits, tuple)


@lru_cache(maxsize=256)
def _rows(mode: Mode, judge: Judge) -> tuple[Row | None, ...]:
    """Those of one judge, which different duties or rulesets may explain."""
    return trick_rows(mode, judge, ModePlay(mode, judge, ()).classes)


class PlayOwner(Protocol):
    """Holder of the point *play*: gives the duties for each mode of the ruleset, and the law of belote."""

    @property
    def belote(self) -> BeloteLaw:
        """When a belote scores."""
        ...

    def for_mode(self, mode: Mode) -> ModePlay:
        """The judge and its duty table under this mode; both must read the same options."""
        ...


@dataclass(frozen=True, slots=True)
class FamilyPlay:
    """The duties of the French games, with the points on which tables differ."""

    raise_over_partner: bool = True
    """``must_raise_trump_lead`` always."""
    raise_all_trump_over_partner: bool = True
    """``all_trump_must_raise`` always."""
    undertrump_required: bool = True
    """``undertrump_opponent`` required."""
    undertrump_partner: str = "free"
    belote: BeloteLaw = field(default_factory=BeloteLaw)

    def for_mode(self, mode: Mode) -> ModePlay:
        """The common duties under this mode."""
        over_partner = self.raise_over_partner if mode.ruffs else self.raise_all_trump_over_partner
        if not mode.ruffs:  # the switches about trumps do nothing, so such tables share one play
            made = mode, over_partner or not mode.raised, True, "free"
        else:
            made = mode, over_partner, self.undertrump_required, self.undertrump_partner
        return _shared_play(*made) if _is_shared(mode) else _family_play(*made)


def _family_play(mode: Mode, over_partner: bool, undertrump_required: bool, undertrump_partner: str) -> ModePlay:
    """The duties under this mode."""
    all_trump = not mode.ruffs and bool(mode.raised)
    judge = family_judge(
        mode.above,
        mode.ruffs,
        mode.raised,
        over_partner=over_partner,
        undertrump_required=undertrump_required,
        undertrump_partner=undertrump_partner,
    )
    duties, freely = _ALL_TRUMP if all_trump else _ONE_TRUMP, _WHOLE & ~mode.raised
    return ModePlay(mode, judge, duties, follows_freely=freely, by_pairs=(mode, judge))


_shared_play = lru_cache(maxsize=256)(_family_play)
"""The same for the rulesets that agree on it."""


def _duties(raise_rule: str) -> tuple[tuple[Duty, ...], ...]:
    """The table, but for the rule that asks for a higher card of the led suit."""
    follow = Duty("play/must_follow_suit", Objects.OFF_SUIT)
    trump = Duty("play/must_trump", Objects.NO_TRUMP_CARD)
    duties: dict[Situation, tuple[Duty, ...]] = {
        Situation.FREE: (),
        Situation.FOLLOW: (follow,),
        Situation.RAISE: (follow, Duty(raise_rule, Objects.LOWER_OF_SUIT)),
        Situation.TRUMP: (trump,),
        Situation.OVERTRUMP: (trump, Duty("play/must_overtrump", Objects.LOWER_TRUMP)),
        Situation.UNDERTRUMP: (Duty("play/must_undertrump", Objects.NO_TRUMP_CARD),),
        Situation.SPARE_PARTNER: (Duty("play/must_not_undertrump_partner", Objects.LOWER_TRUMP),),
    }
    return tuple(duties[situation] for situation in Situation)


_ONE_TRUMP = _duties("play/must_raise_trump")
_ALL_TRUMP = _duties("play/must_raise_all_trump")


def led_suit(card: Card) -> Cards:
    """All cards of the suit that a led card asks for."""
    return SUIT_CARDS[SUIT_OF[card]]
