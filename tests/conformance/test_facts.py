"""Facts can fail: each way in which an answer may be otherwise than it is known to be is seen."""

from typing import Any

import pytest

from tests.conformance.facts import differences

ANSWER: dict[str, Any] = {
    "winner": "SEAT_EAST",
    "index": 0,
    "cards": ["CARD_ACE", "CARD_TEN"],
    "totals": [{"team": "A", "points": 0}, {"team": "B", "points": 162}],
    "deal": {"reserve": 0},
}

HELD: dict[str, Any] = {
    "nothing is known": {},
    "one member": {"winner": "SEAT_EAST"},
    "zero is zero": {"index": 0, "deal": {"reserve": 0}},
    "left out": {"loser": None, "deal": {"totals": None}},
    "cards in any order": {"cards": ["CARD_TEN", "CARD_ACE"]},
    "part of each line": {"totals": [{"team": "A"}, {"points": 162}]},
    "one among others": {"totals": {"among": [{"team": "B", "points": 162}]}},
}

NOT_HELD: dict[str, Any] = {
    "another value": {"winner": "SEAT_WEST"},
    "unset is not zero": {"tricks": 0},
    "zero is not unset": {"index": None},
    "zero is not false": {"totals": [{"points": "0"}, {}]},
    "a card more": {"cards": ["CARD_TEN", "CARD_ACE", "CARD_KING"]},
    "a card fewer": {"cards": ["CARD_TEN"]},
    "a card twice": {"cards": ["CARD_TEN", "CARD_TEN"]},
    "lines in another order": {"totals": [{"team": "B"}, {"team": "A"}]},
    "a line fewer": {"totals": [{"team": "A"}]},
    "none among them": {"totals": {"among": [{"team": "A", "points": 162}]}},
    "an object where there is none": {"winner": {"seat": "SEAT_EAST"}},
    "a list that is left out": {"choices": []},
    "deep inside": {"deal": {"reserve": 1}},
}


@pytest.mark.parametrize("fact", HELD.values(), ids=HELD)
def test_what_is_so_is_found_so(fact: Any) -> None:
    assert not list(differences(fact, ANSWER))


@pytest.mark.parametrize("fact", NOT_HELD.values(), ids=NOT_HELD)
def test_what_is_not_so_is_found(fact: Any) -> None:
    assert list(differences(fact, ANSWER))
