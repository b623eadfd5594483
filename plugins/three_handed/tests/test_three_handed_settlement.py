"""What three players write, line by line and against a second count.

A row is: name | departures | taker | cards S/E/W and last trick | who has no trick, whose belote, reserve, last deal |
outcome and winner | lines of S | lines of E | lines of W | left in reserve. Hearts are trumps; card points leave out
the last ten.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_three_handed import ThreeHanded

from referee import Ruleset, Value
from referee.model.contract import Contract, Doubling
from referee.model.deal import RulesetChoice
from referee.model.score import Belote, LineKind, Outcome, ScoreSheet, Tally, TallyClaim
from referee.model.seat import Team
from referee.model.trump import Trump
from referee.rules.bonuses import Fate, Scale, ScoreItem
from referee.rules.settlement import settle
from referee.tally import score
from referee.testing import rulesets_of

TEAMS: Final = {"S": Team.SOUTH, "E": Team.EAST, "W": Team.WEST}
NO_DEPARTURES: Final[Mapping[str, Value]] = MappingProxyType({})

SETTLED = """
more than each | | S | 60/50/42 S | | made S | tricks 70 | tricks 50 | tricks 42 | 0
not more than both | made_if=more_than_sum | S | 80/40/32 E | | failed E | | tricks 50 tricks 80 | tricks 32 | 0
more than both | made_if=more_than_sum | S | 82/40/30 E | | made S | tricks 82 | tricks 50 | tricks 30 | 0
the better one adds | | W | 60/52/40 W | | failed S | tricks 60 tricks 50 | tricks 52 | | 0
nobody adds | three_handed_fail=vanish | W | 60/52/40 W | | failed S | tricks 60 | tricks 52 | | 0
both add | three_handed_fail=both_defenders | W | 60/52/40 W | | failed S | tricks 60 tricks 50 | tricks 52 tricks 50 |
    | 0
level with the better one | | S | 65/55/32 E | | failed E | | tricks 65 tricks 65 | tricks 32 | 0
and held | three_handed_tie=hold | S | 65/55/32 E | | litige nobody | | tricks 65 | tricks 32 | 65
level with both | made_if=more_than_sum three_handed_tie=hold | S | 71/55/26 S | | litige nobody | | tricks 55 |
    tricks 26 | 81
level defenders | | S | 40/56/56 S | | failed nobody | | tricks 56 | tricks 56 | 0
level defenders both add | equal_defenders=both_defenders | S | 40/56/56 S | | failed nobody | |
    tricks 56 tricks 50 | tricks 56 tricks 50 | 0
one without a trick | | S | 100/52/0 S | W no trick | made S | tricks 150 | tricks 102 | | 0
the taker without a trick | | E | 90/0/62 S | E no trick | failed S | tricks 140 | | tricks 112 | 0
his belote stays | | E | 90/0/62 S | E no trick, belote E | failed S | tricks 140 | belote 20 | tricks 112 | 0
or is lost | belote_if_no_trick=lost | E | 90/0/62 S | E no trick, belote E | failed S | tricks 140 | | tricks 112 | 0
or goes over | belote_on_fail=to_defenders | E | 90/0/62 S | E no trick, belote E | failed S |
    tricks 140 belote 20 | | tricks 112 | 0
without a trick nobody beats the taker | | S | 9/143/0 E | W no trick, belote W | failed E | |
    tricks 193 tricks 59 | belote 20 | 0
every trick | | E | 0/152/0 E | S no trick, W no trick | made E | | tricks 252 | | 0
every trick with 250 | capot_points=250 | E | 0/152/0 E | S no trick, W no trick | made E | | tricks 250 | | 0
every trick against the taker | | E | 0/0/152 W | S no trick, E no trick | failed W | | | tricks 252 | 0
what a taker without a trick laid away | | S | 15/137/0 E | S no trick, W no trick | failed E | |
    tricks 237 tricks 15 | | 0
every trick and a belote apart | | E | 0/152/0 E | S no trick, W no trick, belote S | made E | belote 20 | tricks 252 |
    | 0
a belote makes it | | S | 56/66/30 W | belote S | made S | tricks 56 belote 20 | tricks 66 | tricks 40 | 0
or the better defender | | S | 30/56/66 S | belote E | failed E | | tricks 56 tricks 40 belote 20 | tricks 66 | 0
a failed taker keeps his | | S | 30/56/66 S | belote S | failed W | belote 20 | tricks 56 | tricks 66 tricks 40 | 0
it goes over | belote_on_fail=to_defenders | S | 30/56/66 S | belote S | failed W | | tricks 56 |
    tricks 66 tricks 40 belote 20 | 0
it goes nowhere | belote_on_fail=to_defenders three_handed_fail=vanish | S | 30/56/66 S | belote S | failed W | |
    tricks 56 | tricks 66 | 0
it goes twice | belote_on_fail=to_defenders three_handed_fail=both_defenders | S | 30/56/66 S | belote S | failed W | |
    tricks 56 tricks 40 belote 20 | tricks 66 tricks 40 belote 20 | 0
a reserve for the taker | three_handed_tie=hold | S | 60/50/42 S | reserve 65 | made S | tricks 70 reserve 65 |
    tricks 50 | tricks 42 | 0
a reserve for the better one | | S | 40/62/50 S | reserve 65 | failed E | | tricks 62 tricks 50 reserve 65 |
    tricks 50 | 0
a reserve that only a taker wins | three_handed_tie=hold reserve_goes_to=next_successful_taker | S | 40/62/50 S |
    reserve 65 | failed E | | tricks 62 tricks 50 | tricks 50 | 65
a reserve between level defenders | | S | 40/56/56 S | reserve 65 | failed nobody | | tricks 56 | tricks 56 | 65
a reserve that grows | three_handed_tie=hold | S | 65/55/32 E | reserve 65 | litige nobody | | tricks 65 | tricks 32 |
    130
a belote held | three_handed_tie=hold | S | 45/65/42 W | belote S | litige nobody | | tricks 65 | tricks 52 | 65
a belote kept | three_handed_tie=hold litige_belote=kept_by_holder | S | 45/65/42 W | belote S | litige nobody |
    belote 20 | tricks 65 | tricks 52 | 45
a defender's belote is no part of it | three_handed_tie=hold | S | 65/35/52 E | belote E | litige nobody | |
    tricks 45 belote 20 | tricks 52 | 65
held on the last deal | three_handed_tie=hold reserve_at_game_end=each_keeps | S | 45/65/42 W | belote S, last deal |
    litige nobody | tricks 45 belote 20 | tricks 65 | tricks 52 | 0
a belote that does not count | belote_counts_for_contract=false three_handed_tie=hold | S | 65/55/32 E | belote S |
    litige nobody | belote 20 | tricks 65 | tricks 32 | 65
in tens | rounding=half_up | S | 60/45/47 S | | made S | tricks 70 | tricks 45 rounding 5 | tricks 47 rounding 3 | 0
in tens, a five down | rounding=half_down | S | 60/45/47 S | | made S | tricks 70 | tricks 45 rounding -5 |
    tricks 47 rounding 3 | 0
in tens, for the winner | rounding=half_to_taker | S | 40/55/57 W | | failed W | | tricks 55 rounding -5 |
    tricks 67 tricks 40 rounding 3 | 0
the last deal exact | rounding=half_up rounding_last_deal=false | S | 60/45/47 S | last deal | made S | tricks 70 |
    tricks 45 | tricks 47 | 0
"""


@cache
def ruleset(departures: str) -> Ruleset:
    return rulesets_of(ThreeHanded).get(RulesetChoice("belote_3p", (), tuple(options(departures).items())))


def options(text: str) -> dict[str, Value]:
    words: dict[str, Value] = {"false": False, "true": True}
    named = (word.partition("=") for word in text.split())
    return {name: int(value) if value.isdecimal() else words.get(value, value) for name, _, value in named}


def tally(taker: str, cards: str, told: str = "") -> Tally:
    points, last = cards.split()
    said = [entry.split() for entry in told.split(",") if entry.strip()]
    trickless = frozenset(TEAMS[entry[0]] for entry in said if entry[1:] == ["no", "trick"])
    holders = [TEAMS[entry[1]] for entry in said if entry[0] == "belote"]
    winners = set(TEAMS.values()) - trickless
    return Tally(
        contract=Contract(None, TEAMS[taker], Trump.HEARTS),
        teams=tuple(TEAMS.values()),
        trump=Trump.HEARTS,
        card_points=dict(zip(TEAMS.values(), map(int, points.split("/")), strict=True)),
        last_trick=TEAMS[last],
        sweep=next(iter(winners)) if len(winners) == 1 else None,
        belotes=tuple(map(Belote, holders)),
        reserve_in=sum(int(entry[1]) for entry in said if entry[0] == "reserve"),
        last_deal=["last", "deal"] in said,
        trickless=trickless,
    )


def lines(sheet: ScoreSheet, team: Team) -> str:
    return " ".join(f"{line.kind.name.lower()} {line.points}" for line in sheet.written if line.team == team)


def rows() -> list[list[str]]:
    joined = SETTLED.strip().replace("\n    ", " ")
    return [[cell.strip() for cell in row.split("|")] for row in joined.splitlines()]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_what_is_written(row: list[str]) -> None:
    _, departures, taker, cards, told, ended, south, east, west, left = row
    sheet = score(ruleset(departures), tally(taker, cards, told))
    winner = next((letter for letter, team in TEAMS.items() if team == sheet.winner), "nobody")
    assert f"{sheet.outcome.name.lower()} {winner}" == ended
    assert [lines(sheet, team) for team in TEAMS.values()] == [south, east, west]
    assert sheet.reserve_out == int(left)


def second_count(
    taker: int, cards: list[int], last: int, trickless: set[int], made_if: str, fail: str, tie: str, equal: str
) -> tuple[list[int], int]:
    """The totals of the three and what is held, told in the order of the rules' page and with no line of the code."""
    points = list(cards)
    if len(trickless) == 1:
        points = [one if place in trickless else one + 50 for place, one in enumerate(points)]
    else:
        points[last] += 100 if len(trickless) == 2 else 10
    others = [place for place in range(3) if place != taker]
    there = [place for place in others if place not in trickless]
    mine, theirs = points[taker], sum(points[place] for place in others)
    if made_if == "more_than_each":
        theirs = max((points[place] for place in there), default=-1)
    if not there or (taker not in trickless and mine > theirs):
        return points, 0
    written = [0 if place == taker else one for place, one in enumerate(points)]
    if mine == theirs and tie == "hold" and taker not in trickless:
        return written, mine
    best = max(points[place] for place in there)
    better = [place for place in there if points[place] == best]
    receivers = {"both_defenders": others, "vanish": []}.get(fail, better)
    if fail == "best_defender" and len(better) > 1 and equal == "neither":
        receivers = []
    for place in receivers:
        written[place] += mine
    return written, 0


@st.composite
def counted(draw: st.DrawFn) -> tuple[int, list[int], int, set[int]]:
    """A taker, card points that are the pack's, the winner of the last trick, and players without a trick."""
    trickless = draw(st.sets(st.integers(0, 2), max_size=2))
    there = [place for place in range(3) if place not in trickless]
    cards = [0, 0, 0]
    left = 152
    for place in there[:-1]:
        # Often level, which chance alone would hardly ever bring.
        cards[place] = min(left, draw(st.one_of(st.integers(0, left), st.sampled_from((46, 51, 56, 66, 71, 76, 81)))))
        left -= cards[place]
    cards[there[-1]] = left
    return draw(st.integers(0, 2)), cards, draw(st.sampled_from(there)), trickless


@given(
    counted(),
    st.sampled_from(("more_than_each", "more_than_sum")),
    st.sampled_from(("best_defender", "vanish", "both_defenders")),
    st.sampled_from(("failed", "hold")),
    st.sampled_from(("neither", "both_defenders")),
)
def test_totals_are_those_of_a_second_count(
    told: tuple[int, list[int], int, set[int]], made_if: str, fail: str, tie: str, equal: str
) -> None:
    taker, cards, last, trickless = told
    departures = f"made_if={made_if} three_handed_fail={fail} three_handed_tie={tie}"
    if fail == "best_defender":
        departures += f" equal_defenders={equal}"
    letters = list(TEAMS)
    without = ", ".join(f"{letters[place]} no trick" for place in sorted(trickless))
    sheet = score(ruleset(departures), tally(letters[taker], f"{'/'.join(map(str, cards))} {letters[last]}", without))
    written, held = second_count(taker, cards, last, trickless, made_if, fail, tie, equal)
    assert [sheet.totals[team] for team in TEAMS.values()] == written
    assert sheet.reserve_out == held


DECLARED = [
    ("the taker made it", "S", "100/52/0 S", "W no trick", "W", [("S", 20)]),
    ("he failed before the better one", "S", "9/143/0 E", "W no trick", "W", [("E", 20)]),
    ("nobody won", "S", "61/51/40 E", "", "W", [("W", 20)]),
    ("nobody won, and no trick either", "S", "76/76/0 E", "W no trick", "W", []),
    ("a failed taker's go over", "S", "30/90/32 E", "", "S", [("E", 20)]),
    ("the taker's are held", "S", "41/51/60 E", "", "S", []),
    ("a defender keeps his", "S", "30/70/52 E", "", "E", [("E", 20)]),
]


@pytest.mark.parametrize("row", DECLARED, ids=lambda row: row[0])
def test_declarations_that_follow_the_winner(row: tuple[str, str, str, str, str, list[tuple[str, int]]]) -> None:
    _, taker, cards, told, holder, written = row
    rules = ruleset("three_handed_tie=hold")
    declared = ScoreItem(
        TEAMS[holder],
        LineKind.DECLARATIONS,
        LineKind.DECLARATIONS,
        20,
        "declarations/tierce",
        if_lost=Fate.FOLLOWS,
        if_trickless=Fate.FOLLOWS,
    )
    scale = Scale(dict(rules.modes), rules.table.pack)
    sheet = settle(
        tally(taker, cards, told), scale, (*rules.bonuses, lambda tally, scale: (declared,)), rules.settlement
    )
    found = [(line.team, line.points) for line in sheet.written if line.kind is LineKind.DECLARATIONS]
    assert found == [(TEAMS[letter], points) for letter, points in written]


def test_everybody_passed() -> None:
    passed = Tally(None, tuple(TEAMS.values()), reserve_in=65)
    sheet = score(ruleset(""), passed)
    assert (sheet.outcome, dict(sheet.totals), sheet.reserve_out) == (
        Outcome.PASSED,
        dict.fromkeys(TEAMS.values(), 0),
        65,
    )


def test_a_shared_capot_is_counted_in_place_of_the_ten() -> None:
    sheet = score(ruleset(""), tally("S", "100/52/0 E", "W no trick"))
    counted_lines = [(line.team, line.kind, line.points) for line in sheet.counted]
    assert counted_lines == [
        (Team.SOUTH, LineKind.CARD_POINTS, 100),
        (Team.SOUTH, LineKind.CAPOT, 50),
        (Team.EAST, LineKind.CARD_POINTS, 52),
        (Team.EAST, LineKind.CAPOT, 50),
        (Team.WEST, LineKind.CARD_POINTS, 0),
    ]


CLAIMS = [
    (TallyClaim(), ()),
    (TallyClaim(doubling=Doubling.NONE), ()),
    (TallyClaim(target=90), ("target",)),
    (TallyClaim(target="capot", doubling=Doubling.COINCHE, solo=True), ("target", "doubling", "solo")),
]


@pytest.mark.parametrize(("claim", "fields"), CLAIMS)
def test_a_claim_of_another_game_does_not_fit(claim: TallyClaim, fields: tuple[str, ...]) -> None:
    settlement = ruleset("").settlement
    assert settlement.misfits(claim) == fields
    assert settlement.missing(claim) == ()
    assert settlement.factor(Contract(None, Team.SOUTH, Trump.HEARTS)) == 1
