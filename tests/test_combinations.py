"""Runs and fours in a hand: what is one, what is not, and in which order they are told."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.model.card import CARD_NAMED, PACK, PACK_32, RANK_CARDS, RANK_OF, SUIT_OF, Cards, Rank, cards_in, cards_of
from referee.model.card import names as written
from referee.rules.combinations import fours, longest_runs, runs, suit_of_run, top_rank, touch

hands = st.sets(st.sampled_from(PACK), min_size=0, max_size=12).map(cards_of)


def read(names: str) -> Cards:
    return cards_of(CARD_NAMED[name] for name in names.split())


def told(found: tuple[Cards, ...]) -> list[str]:
    return [written(cards_in(run)) for run in found]


RUNS = [
    ("a run of three", "7S 8S 9S AD", ["7S 8S 9S"]),
    ("ten between nine and jack, not next to the ace", "9C TC JC TH AH KH", ["9C TC JC"]),
    ("king and ace end a run", "QD KD AD 7D 8D", ["QD KD AD"]),
    ("ace and seven do not meet", "KD AD 7D 8D", []),
    ("the end of one suit and the start of the next do not meet", "KC AC 7D 8D 9D", ["7D 8D 9D"]),
    ("a gap ends a run", "7H 8H TH JH QH", ["TH JH QH"]),
    ("two runs of one suit, the lower first", "7H 8H 9H JH QH KH AH", ["7H 8H 9H", "JH QH KH AH"]),
    ("clubs before spades", "JS QS KS 7C 8C 9C", ["7C 8C 9C", "JS QS KS"]),
    ("a whole suit", "7S 8S 9S TS JS QS KS AS", ["7S 8S 9S TS JS QS KS AS"]),
    ("nothing", "", []),
]


@pytest.mark.parametrize(("hand", "expected"), [row[1:] for row in RUNS], ids=[row[0] for row in RUNS])
def test_longest_runs(hand: str, expected: list[str]) -> None:
    assert told(longest_runs(read(hand))) == expected


WINDOWS = [
    ("inside a run of four", "9S TS JS QS", 3, 8, ["9S TS JS QS", "TS JS QS", "9S TS JS"]),
    ("of three only", "9S TS JS QS", 3, 3, ["TS JS QS", "9S TS JS"]),
    ("of five and more", "8D 9D TD JD QD KD", 5, 8, ["8D 9D TD JD QD KD", "9D TD JD QD KD", "8D 9D TD JD QD"]),
    ("higher before lower, whatever the suit", "7S 8S 9S TC JC QC", 3, 8, ["TC JC QC", "7S 8S 9S"]),
    ("too short", "9S TS JS QS", 5, 8, []),
]


@pytest.mark.parametrize(
    ("hand", "least", "most", "expected"), [row[1:] for row in WINDOWS], ids=[row[0] for row in WINDOWS]
)
def test_runs_between_two_lengths(hand: str, least: int, most: int, expected: list[str]) -> None:
    assert told(runs(read(hand), least, most)) == expected


FOURS: list[tuple[str, str, Cards, list[Rank]]] = [
    ("four jacks", "JC JD JH JS 7C", PACK_32, [Rank.JACK]),
    ("three are no four", "JC JD JH 7C", PACK_32, []),
    ("sevens are found too, for a game to judge", "7C 7D 7H 7S AC AD AH AS", PACK_32, [Rank.ACE, Rank.SEVEN]),
    ("a pack with three nines has no four of them", "9C 9D 9H", PACK_32 & ~CARD_NAMED["9S"], []),
    ("a pack without sevens has no four of none", "AC", PACK_32 & ~RANK_CARDS[Rank.SEVEN], []),
]


@pytest.mark.parametrize(("hand", "pack", "expected"), [row[1:] for row in FOURS], ids=[row[0] for row in FOURS])
def test_fours(hand: str, pack: Cards, expected: list[Rank]) -> None:
    assert list(fours(read(hand), pack)) == expected


TOUCHING = [
    ("one above the other", "7S 8S 9S", "TS JS QS", True),
    ("the other way round", "TS JS QS", "7S 8S 9S", True),
    ("a card between them", "7S 8S 9S", "JS QS KS", False),
    ("a card in both", "7S 8S 9S", "9S TS JS", False),
    ("one inside the other", "7S 8S 9S TS", "8S 9S TS", False),
    ("two suits", "QC KC AC", "7D 8D 9D", False),
]


@pytest.mark.parametrize(("one", "other", "expected"), [row[1:] for row in TOUCHING], ids=[row[0] for row in TOUCHING])
def test_runs_that_touch(one: str, other: str, expected: bool) -> None:
    assert touch(read(one), read(other)) is expected


def is_run(cards: tuple[int, ...]) -> bool:
    ranks = sorted(RANK_OF[card] for card in cards)
    return len({SUIT_OF[card] for card in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def all_runs(hand: Cards, least: int) -> Iterator[Cards]:
    held = cards_in(hand)
    for number in range(least, 9):
        yield from (cards_of(chosen) for chosen in combinations(held, number) if is_run(chosen))


@given(hands, st.integers(3, 5))
def test_runs_are_all_there_are(hand: Cards, least: int) -> None:
    found = runs(hand, least)
    assert sorted(found) == sorted(all_runs(hand, least))
    order = [(-run.bit_count(), -top_rank(run)) for run in found]
    assert order == sorted(order)


@given(hands)
def test_longest_runs_hold_every_run_and_never_touch(hand: Cards) -> None:
    longest = longest_runs(hand)
    assert all(sum(run & whole == run for whole in longest) == 1 for run in runs(hand))
    assert not any(touch(one, other) for one, other in combinations(longest, 2))
    assert all(SUIT_OF[card] is suit_of_run(run) for run in longest for card in cards_in(run))
