"""The rows by which tricks are followed say what the judge says, of whole hands, though it was asked about pairs."""

import random
from dataclasses import fields, replace
from itertools import product
from typing import Any, Final
from unittest import mock

import pytest

from referee import clean_play
from referee import replay as replaying
from referee.model.card import NUMBER_OF, PACK, Card, Cards, Suit
from referee.model.deal import Deal, RulesetChoice
from referee.model.seat import Team
from referee.rules.play import FamilyPlay, ModePlay, led_suit
from referee.rules.ranking import ALL_TRUMP_13, Mode, all_trump_mode, no_trump_mode, suit_mode
from referee.ruleset import Ruleset
from referee.testing import random_deal
from tests.properties.random_rules import RULESETS

MODES: Final[dict[str, Mode]] = {
    **{suit.name.lower(): suit_mode(suit) for suit in Suit},
    "no trump": no_trump_mode(2),
    "all trump": all_trump_mode(ALL_TRUMP_13, scaled=True, belotes=True),
}
DUTIES: Final = [
    FamilyPlay(over, over_all, required, partner)
    for over, over_all, required, partner in product(
        (True, False), (True, False), (True, False), ("free", "only_trumps_left", "never_by_choice")
    )
]
HANDS: Final = 100


def situations(play: ModePlay, chance: random.Random) -> Any:
    """Tricks under way: the row, the suit led, the best card, its place, how many were played; and a hand beside."""
    pack = list(PACK)
    for _ in range(HANDS):
        chance.shuffle(pack)
        played = chance.randint(1, 3)
        led, best, master = led_suit(pack[0]), pack[0], 0
        rows = play.rows
        assert rows is not None
        row: Any = rows[NUMBER_OF[pack[0]]]
        for place, card in enumerate(pack[1:played], 1):
            row = row[NUMBER_OF[card]][0]
            if card & play.mode.beats[best]:
                best, master = card, place
        yield row, led, best, master, played, pack[played : played + chance.randint(1, 8)]


@pytest.mark.parametrize("name", MODES)
def test_row_forbids_what_the_judge_does_not_allow(name: str) -> None:
    chance = random.Random(1)
    forbidden = 0
    for duties in DUTIES:
        play = duties.for_mode(MODES[name])
        for row, led, best, master, played, hand in situations(play, chance):
            assert row[0][0] == (led, best, master)
            allowed, _ = play.judge(sum(hand), led, best, played - master == 2)
            for card in hand:
                after, without = row[NUMBER_OF[card]]
                assert (not without & sum(hand)) == bool(card & allowed), (duties, hand, card)
                now = played if card & play.mode.beats[best] else master
                assert (after if played == 3 else after[0][0][2]) == now
            forbidden += allowed & sum(hand) != sum(hand)
    assert forbidden


def whims(hand: Cards, led: Cards, best: Card, partner_best: bool) -> tuple[Cards, int]:
    """A judge that no pair of cards tells the ways of: of three cards or more, the lowest must stay."""
    return (hand & ~(hand & -hand) if led and hand.bit_count() > 2 else hand), 0


def test_another_judge_is_asked_and_not_read_from_rows() -> None:
    play = FamilyPlay().for_mode(suit_mode(Suit.HEARTS))
    assert play.rows is not None
    dearer = replace(play.mode, orders={suit: order[::-1] for suit, order in play.mode.orders.items()})
    mute = ModePlay(play.mode, play.judge, play.duties)
    coarse = Coarse(play.mode, play.judge, play.duties, play.follows_freely, play.by_pairs)
    for other in (replace(play, judge=whims), replace(play, mode=dearer), mute, coarse):
        assert other.rows is None


class Coarse(ModePlay):
    """A play that tells fewer classes apart than its judge does."""

    def classes(self, led: Cards, best: Card) -> tuple[Cards, ...]:
        return (sum(PACK),)


def test_plays_are_shared_only_by_modes_that_are_the_same_in_all() -> None:
    class Loud(Mode):
        pass

    mode = suit_mode(Suit.HEARTS)
    shared = FamilyPlay().for_mode(mode)
    assert FamilyPlay().for_mode(replace(mode)) is shared
    values = {field.name: getattr(mode, field.name) for field in fields(mode)}
    for other in (Loud(**values), Mode(**values | {"belote_suits": list(mode.belote_suits)})):
        play = FamilyPlay().for_mode(other)
        assert play.mode is other
        assert play.rows == shared.rows


def both_ways(ruleset: Ruleset, deal: Deal) -> tuple[Any, Any]:
    """What the quick way through a record and the careful one find."""

    def told() -> Any:
        position, fault, left_open = replaying.replay(ruleset, deal)
        return fault, left_open, position.tricks, position.points, position.held, position.turn, position.belotes

    quick = told()
    with mock.patch.object(replaying, "clean_play", return_value=None):
        return quick, told()


def odd_judge(ruleset: Ruleset) -> Ruleset:
    return replace(ruleset, play={trump: replace(one, judge=whims) for trump, one in ruleset.play.items()})


def sides_beside_each_other(ruleset: Ruleset) -> Ruleset:
    teams = (Team.SOUTH_NORTH, Team.SOUTH_NORTH, Team.EAST_WEST, Team.EAST_WEST)
    return replace(ruleset, table=replace(ruleset.table, teams=teams))


def each_for_himself(ruleset: Ruleset) -> Ruleset:
    teams = (Team.SOUTH, Team.EAST, Team.NORTH, Team.WEST)
    return replace(ruleset, table=replace(ruleset.table, teams=teams))


@pytest.mark.parametrize("changed", [odd_judge, sides_beside_each_other, each_for_himself])
def test_what_rows_do_not_hold_for_is_followed_by_the_judge(changed: Any) -> None:
    ruleset = changed(RULESETS.get(RulesetChoice("ffb_classic")))
    contracts = 0
    with mock.patch.object(clean_play, "_by_rows", side_effect=AssertionError):
        for seed in range(30):
            deal = random_deal(ruleset, seed).deal
            chance = random.Random(seed)
            records = [deal, replace(deal, actions=deal.actions[: chance.randint(4, len(deal.actions))])]
            at = chance.randrange(len(deal.actions))
            records.append(replace(deal, actions=(*deal.actions[:at], *deal.actions[at + 1 :])))
            for record in records:
                quick, careful = both_ways(ruleset, record)
                assert quick == careful, seed
            contracts += len(deal.actions) > 8
    assert contracts
