"""Holds whole deals played out to what can be seen without counting, and random ones to what always holds."""

import random

import pytest

from .cards import PACK, RANKS, SUITS, TRUMPS, pack_points
from .play import legal, play_out, side, winner

HIGH_TO_LOW = ["A", "K", "Q", "J", "T", "9", "8", "7"]


def of_one_suit(suit: str) -> list[str]:
    """All of one suit, the ace first."""
    return [rank + suit for rank in HIGH_TO_LOW]


# Seat 0 holds the clubs, 1 the diamonds, 2 the hearts, 3 the spades.
A_SUIT_EACH = [of_one_suit(suit) for suit in "CDHS"]
# The same, but seats 0 and 3 have exchanged the seven of clubs and the seven of spades.
SEVENS_EXCHANGED = [
    [*of_one_suit("C")[:7], "7S"],
    of_one_suit("D"),
    of_one_suit("H"),
    ["7C", *of_one_suit("S")[1:7], "AS"],
]


def in_turn(hands: list[list[str]], leader: int) -> list[str]:
    """The cards as they fall when the same seat always leads and each plays its hand in order."""
    return [hands[(leader + place) % 4][trick] for trick in range(8) for place in range(4)]


# hands, leader, trump, winners, cards A and B, last trick, capot, belotes
DEALS = {
    "trumps from the top": (A_SUIT_EACH, 0, "C", [0] * 8, (152, 0), "A", "A", ["A"]),
    "no-trump, led from the top": (A_SUIT_EACH, 1, "NT", [1] * 8, (0, 152), "B", "B", []),
    "all-trump, a belote in each hand": (A_SUIT_EACH, 0, "AT", [0] * 8, (248, 0), "A", "A", ["A", "B", "A", "B"]),
    "the last trick goes across": (SEVENS_EXCHANGED, 0, "NT", [0] * 7 + [3], (133, 19), "B", None, []),
}


@pytest.mark.parametrize(
    ("hands", "leader", "trump", "winners", "cards", "last_trick", "capot", "belotes"), DEALS.values(), ids=DEALS
)
def test_play_out(
    hands: list[list[str]],
    leader: int,
    trump: str,
    winners: list[int],
    cards: tuple[int, int],
    last_trick: str,
    capot: str | None,
    belotes: list[str],
) -> None:
    deal = play_out(hands, leader, trump, in_turn(hands, leader))
    assert deal.winners == winners
    assert (deal.cards["A"], deal.cards["B"]) == cards
    assert deal.last_trick == last_trick
    assert deal.capot == capot
    assert deal.belotes == belotes


def test_a_trump_hand_takes_the_lead_at_once() -> None:
    played = ["AC", "AD", "AH", "AS", *in_turn([hand[1:] + hand[:1] for hand in A_SUIT_EACH], 1)[:28]]
    deal = play_out(A_SUIT_EACH, 0, "D", played)
    assert deal.winners == [1] * 8
    assert deal.capot == "B"
    assert deal.belotes == ["B"]


def test_belotes_come_in_the_order_they_are_completed() -> None:
    late = [[hand[3:] + hand[:3], hand][seat % 2] for seat, hand in enumerate(A_SUIT_EACH)]
    played = in_turn(late, 0)
    assert play_out(A_SUIT_EACH, 0, "AT", played).belotes == ["B", "B", "A", "A"]


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_deal_played_by_the_rules(trump: str) -> None:
    chance = random.Random(trump)
    capots = 0
    for _ in range(60):
        hands, leader, played = random_deal(chance, trump)
        deal = play_out(hands, leader, trump, played)
        assert sum(deal.cards.values()) == pack_points(trump)
        assert deal.last_trick == side(deal.winners[-1])
        if deal.capot is not None:
            capots += 1
            assert deal.cards[deal.capot] == pack_points(trump)
        assert len(deal.belotes) == sum(
            {"K" + suit, "Q" + suit} <= set(hand) for hand in hands for suit in SUITS if trump in (suit, "AT")
        )
    assert capots < 60


def random_deal(chance: random.Random, trump: str) -> tuple[list[list[str]], int, list[str]]:
    """Four hands, a leader and 32 cards played by the rules."""
    pack = list(PACK)
    chance.shuffle(pack)
    hands = [pack[8 * seat : 8 * seat + 8] for seat in range(4)]
    left = [list(hand) for hand in hands]
    first_leader = leader = chance.randrange(4)
    played: list[str] = []
    for _ in range(8):
        trick: list[str] = []
        for place in range(4):
            seat = (leader + place) % 4
            choices = legal(left[seat], trick, trump)
            assert choices
            assert set(choices) <= set(left[seat])
            trick.append(chance.choice(choices))
            left[seat].remove(trick[-1])
        leader = (leader + winner(trick, trump)) % 4
        played += trick
    return hands, first_leader, played


# what is wrong, and the 32 cards
NOT_PLAYED_SO = {
    "a card of another hand": ["AD", "AC", *in_turn(A_SUIT_EACH, 0)[2:]],
    "a card played twice": [*in_turn(A_SUIT_EACH, 0)[:28], "AC", "7D", "7H", "7S"],
    "a card too few": in_turn(A_SUIT_EACH, 0)[:31],
}


@pytest.mark.parametrize("played", NOT_PLAYED_SO.values(), ids=NOT_PLAYED_SO)
def test_what_cannot_have_been_played_is_refused(played: list[str]) -> None:
    with pytest.raises(ValueError, match=r"may not play|32 cards"):
        play_out(A_SUIT_EACH, 0, "C", played)


def test_a_revoke_is_refused() -> None:
    played = in_turn(SEVENS_EXCHANGED, 0)
    played[3], played[7] = played[7], played[3]
    with pytest.raises(ValueError, match="seat 3 may not play KS on AC AD AH"):
        play_out(SEVENS_EXCHANGED, 0, "NT", played)


NO_DEALS = {
    "a card short": [of_one_suit("C")[:7], *A_SUIT_EACH[1:]],
    "a card twice": [[*of_one_suit("C")[:7], "7D"], *A_SUIT_EACH[1:]],
    "seven cards and nine": [of_one_suit("C")[:7], [*of_one_suit("D"), "7C"], *A_SUIT_EACH[2:]],
}


@pytest.mark.parametrize("hands", NO_DEALS.values(), ids=NO_DEALS)
def test_hands_that_are_no_deal_are_refused(hands: list[list[str]]) -> None:
    with pytest.raises(ValueError, match="four hands of eight"):
        play_out(hands, 0, "C", in_turn(A_SUIT_EACH, 0))


def test_the_pack_is_32_cards() -> None:
    assert len(set(PACK)) == 32
    assert {card[0] for card in PACK} == set(RANKS)
