"""Which cards of a hand may be played under the common duties, and in which situation the hand is."""

from collections.abc import Callable
from enum import IntEnum
from typing import TypeAlias

from referee.model.card import Card, Cards

Judge: TypeAlias = Callable[[Cards, Cards, Card, bool], tuple[Cards, int]]
"""``judge(hand, led, best, partner_best)``: the playable cards and the situation; led and best are 0 for the leader."""


class Situation(IntEnum):
    """The situations of the family's common duties."""

    FREE = 0
    FOLLOW = 1
    RAISE = 2
    TRUMP = 3
    OVERTRUMP = 4
    UNDERTRUMP = 5
    SPARE_PARTNER = 6


def family_judge(
    above: dict[Card, Cards],
    ruffs: Cards,
    raised: Cards,
    *,
    over_partner: bool,
    undertrump_required: bool,
    undertrump_partner: str,
) -> Judge:
    """The judge of the French games, with the points on which tables differ as ``FamilyPlay`` names them."""
    spares_freely = undertrump_partner == "free"
    only_trumps_left = undertrump_partner == "only_trumps_left"
    # Plain ints: reading an enum member costs more than the whole question.
    free, follow_suit, go_higher = int(Situation.FREE), int(Situation.FOLLOW), int(Situation.RAISE)
    must_trump, overtrump, undertrump = int(Situation.TRUMP), int(Situation.OVERTRUMP), int(Situation.UNDERTRUMP)
    spare_partner = int(Situation.SPARE_PARTNER)

    def judge(hand: Cards, led: Cards, best: Card, partner_best: bool) -> tuple[Cards, int]:
        follow = hand & led
        if follow:
            if led & raised and (over_partner or not partner_best):
                higher = follow & above[best]
                if higher:
                    return higher, go_higher
            return follow, follow_suit
        trumps = hand & ruffs
        if not trumps or not led:
            return hand, free
        if partner_best:
            if spares_freely or not best & ruffs:
                return hand, free
            lower = trumps & ~above[best]
            keeps = hand & ~(trumps if only_trumps_left else lower)
            return (hand & ~lower, spare_partner) if keeps and lower else (hand, free)
        if not best & ruffs:
            return trumps, must_trump
        higher = trumps & above[best]
        if higher:
            return higher, overtrump
        return (trumps, undertrump) if undertrump_required else (hand, free)

    return judge
