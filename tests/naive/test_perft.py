"""Holds the counting to trees small enough to count by hand, and the `.perft` files to the engine that wrote them."""

from pathlib import Path

import pytest

from .cards import SUITS
from .perft import FOLDER, divide, perft, read_perft, rewrite_perft

FILES = {path.stem: path for path in sorted(FOLDER.glob("*.perft"))}

# hands of seats 0 to 3, trump, depth, count; seat 0 leads
BY_HAND = {
    "nothing to count": (["7C", "7D", "7H", "7S"], "C", 0, 1),
    "one card each": (["7C", "7D", "7H", "7S"], "C", 4, 1),
    "no cards are left": (["7C", "7D", "7H", "7S"], "C", 5, 0),
    "two leads": (["7C 8C", "7D 8D", "7H 8H", "7S 8S"], "NT", 1, 2),
    "two cards each, nobody can follow": (["7C 8C", "7D 8D", "7H 8H", "7S 8S"], "NT", 4, 16),
    "the second trick is forced": (["7C 8C", "7D 8D", "7H 8H", "7S 8S"], "NT", 8, 16),
    "a card of the led suit leaves no choice": (["7C 8C", "9C 8D", "7H 8H", "7S 8S"], "NT", 2, 2),
    "trumps led must be raised": (["7C", "8C JC", "7H", "7S"], "C", 2, 2),
    "only the jack raises the nine": (["9C", "8C JC", "7H", "7S"], "C", 2, 1),
    "a ruff is due": (["AS", "8C 7D", "7H", "7D"], "C", 2, 1),
    "the winner of a trick leads the next": (["AS 7C", "KS JC", "QS 7H", "JS 7D"], "C", 8, 5),
}

# what a file may say wrongly
BROKEN = {
    "a card twice": ("south 7C", "south 8C"),
    "an unknown trump": ("trump H", "trump X"),
    "no leader": ("leader south\n", ""),
    "an option nobody knows": ("leader south", "leader south\noption tie_rul made"),
    "a line of nothing": ("trump H", "trump H\ndummy"),
}

A_FILE = """# a suit each
south 7C 8C 9C TC JC QC KC AC
east 7D 8D 9D TD JD QD KD AD
north 7H 8H 9H TH JH QH KH AH
west 7S 8S 9S TS JS QS KS AS
trump H
leader south
option undertrump_opponent free

1 99
"""


@pytest.mark.parametrize(("hands", "trump", "depth", "count"), BY_HAND.values(), ids=BY_HAND)
def test_perft(hands: list[str], trump: str, depth: int, count: int) -> None:
    assert perft([hand.split() for hand in hands], 0, trump, depth) == count


def test_perft_goes_on_in_the_middle_of_a_trick() -> None:
    hands = [["7C"], ["KS", "JC"], ["QS", "7H"], ["JS", "7D"]]
    assert perft(hands, 0, "C", 3, trick=["AS"]) == 1
    assert perft(hands, 0, "C", 3, trick=["8C"]) == 4


def test_divide_splits_the_count_by_first_card() -> None:
    hands = [hand.split() for hand in ["AS 7C", "KS JC", "QS 7H", "JS 7D"]]
    assert divide(hands, 0, "C", 8) == {"AS": 1, "7C": 4}


def test_ten_deals_are_kept() -> None:
    assert len(FILES) == 10
    deals = [read_perft(path) for path in FILES.values()]
    assert {deal.trump for deal in deals} == {*SUITS, "NT", "AT"}
    for deal in deals:
        assert (deal.trump in ("NT", "AT")) == ("notrump_alltrump" in deal.options)
    departures = {option for deal in deals for option in deal.options}
    assert departures >= {"undertrump_opponent", "undertrump_partner", "must_raise_trump_lead"}


@pytest.mark.parametrize("path", FILES.values(), ids=FILES)
def test_the_kept_counts_are_those_of_the_engine(path: Path) -> None:
    deal = read_perft(path)
    assert list(deal.counts) == [1, 2, 3, 4, 5, 6, 7, 8]
    for depth, count in deal.counts.items():
        assert perft(deal.hands, deal.leader, deal.trump, depth, deal.options) == count


WITH_DEPARTURES = [name for name, path in FILES.items() if set(read_perft(path).options) - {"notrump_alltrump"}]


@pytest.mark.parametrize("name", WITH_DEPARTURES)
def test_a_departure_changes_the_count(name: str) -> None:
    deal = read_perft(FILES[name])
    for option in deal.options:
        others = {other: value for other, value in deal.options.items() if other != option}
        assert perft(deal.hands, deal.leader, deal.trump, 8, others) != deal.counts[8]


def test_under_the_partner_with_trumps_alone() -> None:
    deal = read_perft(FILES["hearts_undertrump_partner_only_trumps_left"])
    never = {"undertrump_partner": "never_by_choice"}
    assert perft(deal.hands, deal.leader, deal.trump, 8, never) < deal.counts[8]


def test_rewriting_replaces_the_counts_alone(tmp_path: Path) -> None:
    path = tmp_path / "suits.perft"
    path.write_text(A_FILE, encoding="utf-8")
    rewrite_perft(path, 4)
    written = path.read_text(encoding="utf-8")
    assert written.startswith(A_FILE.removesuffix("1 99\n"))
    # Nobody can follow, and who must ruff or may discard has one suit to do it from.
    assert read_perft(path).counts == {1: 8, 2: 8**2, 3: 8**3, 4: 8**4}
    rewrite_perft(path, 4)
    assert path.read_text(encoding="utf-8") == written


@pytest.mark.parametrize(("right", "wrong"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused(tmp_path: Path, right: str, wrong: str) -> None:
    path = tmp_path / "broken.perft"
    path.write_text(A_FILE.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=r"broken\.perft|not an option"):
        read_perft(path)
