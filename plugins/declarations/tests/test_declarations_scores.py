"""What declarations do to a deal's score, line by line, in the preset that has them.

A row is: id and name | departures | taker | cards A/B and last trick | belote, declarations, reserve, last deal |
outcome | total and lines of A | total and lines of B | reserve left. Hearts are trumps; card points leave out the
last ten.
"""

import re
from collections.abc import Mapping

import pytest

from referee import Ruleset, Value, plugins
from referee.composition import Rulesets
from referee.model.contract import Contract
from referee.model.deal import RulesetChoice
from referee.model.score import Belote, LineKind, ScoreSheet, Tally
from referee.model.seat import Team
from referee.model.trump import Trump
from referee.tally import score

from .declared_hands import A, B

SETTLED = """
S048 the taker's tierce | | A | 72/80 A | A 20 | made | 102 tricks 82 declarations 20 | 80 tricks 80 | 0
S049 the defenders' cinquante sinks it | | A | 90/62 A | B 50 | failed | 0 | 212 tricks 162 declarations 50 | 0
S050 the taker's cinquante saves it | | A | 55/97 A | A 50 | made | 115 tricks 65 declarations 50 | 97 tricks 97 | 0
S051 a failed taker's go over | | A | 50/102 A | A 20 | failed | 0 | 182 tricks 162 declarations 20 | 0
S052 or are lost | declarations_on_fail=own_only | A | 50/102 A | A 20 | failed | 0 | 162 tricks 162 | 0
S053 a cent and the belote | | A | 30/122 A | belote A, A 100 | made | 160 tricks 40 belote 20 declarations 100 |
    122 tricks 122 | 0
S054 their tierce beats the belote | | A | 65/87 A | belote A, B 20 | failed | 20 belote 20 |
    182 tricks 162 declarations 20 | 0
S055 level through a tierce | | A | 61/91 A | A 20 | litige | 0 | 91 tricks 91 | 91
S056 level through their cinquante | | A | 96/56 A | B 50 | litige | 0 | 106 tricks 56 declarations 50 | 106
S057 capot and a cinquante | | A | 152/0 A | A 50 | made | 302 tricks 252 declarations 50 | 0 | 0
S058 capot, their tierce goes over | | A | 152/0 A | B 20 | made | 272 tricks 252 declarations 20 | 0 | 0
S059 or stays | declarations_on_capot=kept | A | 152/0 A | B 20 | made | 252 tricks 252 | 20 declarations 20 | 0
S060 or is lost | declarations_on_capot=lost | A | 152/0 A | B 20 | made | 252 tricks 252 | 0 | 0
S061 capot by the defence | | A | 0/152 B | A 20 | failed | 0 | 272 tricks 252 declarations 20 | 0
S062 four jacks | | A | 40/112 A | A 200 | made | 250 tricks 50 declarations 200 | 112 tricks 112 | 0
S063 they do not help | declarations_count_for_contract=no | A | 55/97 A | A 50 | failed | 0 |
    212 tricks 162 declarations 50 | 0
S064 rounded with a tierce | rounding=half_up | A | 75/77 A | A 20 | made | 110 tricks 85 declarations 20 rounding 5 |
    80 tricks 77 rounding 3 | 0
S065 capot, belote and tierce | | A | 152/0 A | belote A, A 20 | made | 292 tricks 252 belote 20 declarations 20 | 0 | 0
S066 the reserve of a level deal | | B | 100/52 A | reserve 106 | failed | 268 tricks 162 reserve 106 | 0 | 0
S067 four nines against a belote | | A | 52/100 A | belote A, B 150 | failed | 20 belote 20 |
    312 tricks 162 declarations 150 | 0
S068 their tierce is not enough | | A | 92/60 A | B 20 | made | 102 tricks 102 | 80 tricks 60 declarations 20 | 0
they do not hurt | declarations_count_for_contract=no | A | 90/62 A | B 50 | made | 100 tricks 100 |
    112 tricks 62 declarations 50 | 0
level beside a tierce that does not count | declarations_count_for_contract=no | A | 71/81 A | A 20 | litige |
    20 declarations 20 | 81 tricks 81 | 81
level beside theirs | declarations_count_for_contract=no | A | 71/81 A | B 20 | litige | 0 |
    101 tricks 81 declarations 20 | 81
level on the last deal | reserve_at_game_end=each_keeps | A | 61/91 A | A 20, last deal | litige |
    91 tricks 71 declarations 20 | 91 tricks 91 | 0
the defence keeps its own | declarations_on_fail=own_only | A | 50/102 A | B 20 | failed | 0 |
    182 tricks 162 declarations 20 | 0
all the declarations do not beat a capot | | A | 152/0 A | B 200 | made | 452 tricks 252 declarations 200 | 0 | 0
nor save a taker without a trick | | A | 0/152 B | A 500 | failed | 0 | 752 tricks 252 declarations 500 | 0
level is made | tie_rule=made | A | 61/91 A | A 20 | made | 91 tricks 71 declarations 20 | 91 tricks 91 | 0
82 with a tierce | success_rule=threshold_82 | A | 52/100 A | A 20 | made | 82 tricks 62 declarations 20 |
    100 tricks 100 | 0
nothing declared | | A | 90/62 A | - | made | 100 tricks 100 | 62 tricks 62 | 0
"""


@pytest.fixture(scope="module")
def rulesets() -> Rulesets:
    return plugins.load()


def settled_rows() -> list[list[str]]:
    lines = SETTLED.strip().replace("\n   ", "").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def cafe(rulesets: Rulesets, words: str) -> Ruleset:
    given: list[tuple[str, Value]] = []
    for word in words.split():
        name, _, value = word.partition("=")
        given.append((name, {"yes": True, "no": False}.get(value, value)))
    return rulesets.get(RulesetChoice("cafe", (), tuple(given)))


def tally(taker: str, cards: str, rest: str) -> Tally:
    points, last = cards.split()
    mine, theirs = map(int, points.split("/"))
    side = {"A": A, "B": B}
    belotes, reserve, last_deal = [], 0, False
    declared = {A: 0, B: 0}
    for fact in rest.split(", "):
        name, _, what = fact.partition(" ")
        if name == "belote":
            belotes.append(Belote(side[what]))
        elif name == "reserve":
            reserve = int(what)
        elif name in side:
            declared[side[name]] = int(what)
        last_deal |= fact == "last deal"
    sweep = A if theirs == 0 else B if mine == 0 else None
    return Tally(
        Contract(None, side[taker], Trump.HEARTS),
        (A, B),
        Trump.HEARTS,
        {A: mine, B: theirs},
        side[last],
        sweep,
        tuple(belotes),
        declared,
        reserve_in=reserve,
        last_deal=last_deal,
        trickless=frozenset({A, B} - {sweep}) if sweep else frozenset(),
    )


def lines_of(text: str) -> tuple[int, dict[str, int]]:
    total, _, lines = text.partition(" ")
    return int(total), {name: int(points) for name, points in re.findall(r"(\w+) (-?\d+)", lines)}


def written(sheet: ScoreSheet, team: Team) -> tuple[int, dict[str, int]]:
    lines: dict[str, int] = {}
    for line in sheet.written:
        if line.team == team:
            name = line.kind.name.lower()
            lines[name] = lines.get(name, 0) + line.points
    return sheet.totals[team], lines


@pytest.mark.parametrize(
    ("departures", "taker", "cards", "rest", "outcome", "mine", "theirs", "left"),
    [row[1:] for row in settled_rows()],
    ids=[row[0] for row in settled_rows()],
)
def test_deal_is_written_so(
    rulesets: Rulesets,
    departures: str,
    taker: str,
    cards: str,
    rest: str,
    outcome: str,
    mine: str,
    theirs: str,
    left: str,
) -> None:
    sheet = score(cafe(rulesets, departures), tally(taker, cards, rest))
    assert sheet.outcome.name.lower() == outcome
    assert written(sheet, A) == lines_of(mine)
    assert written(sheet, B) == lines_of(theirs)
    assert sheet.reserve_out == int(left)


def test_counted_line_names_its_rule(rulesets: Rulesets) -> None:
    told: Mapping[tuple[str, str], str] = {
        ("A", "72/80 A"): "declarations/best_side_scores_all",
        ("B", "0/152 B"): "declarations/on_capot",
        ("A", "0/152 B"): "declarations/best_side_scores_all",  # failed, which is not a capot of the taker's
    }
    for (taker, cards), rule in told.items():
        sheet = score(cafe(rulesets, ""), tally(taker, cards, "A 20"))
        assert [(one.team, one.points, one.rule_id) for one in sheet.counted if one.kind is LineKind.DECLARATIONS] == [
            (A, 20, rule)
        ]


def test_every_option_of_the_score_has_a_row_for_each_value() -> None:
    named = {word for row in settled_rows() for word in row[1].split()}
    wanted = {
        "declarations_count_for_contract=no",
        "declarations_on_fail=own_only",
        "declarations_on_capot=kept",
        "declarations_on_capot=lost",
    }
    assert wanted <= named
