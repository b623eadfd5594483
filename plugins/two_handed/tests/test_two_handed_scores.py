"""What two players write down.

A row is: name | departures | cards of taker and opponent, who won the last trick | belote, reserve, last deal |
outcome | what the taker writes | what the opponent writes | what waits. Hearts are trumps, south takes; the taker is T,
the opponent O, and card points leave out the last ten.
"""

import pytest
from referee_two_handed import TwoHanded

from referee import Ruleset, Value
from referee.composition import Rulesets
from referee.model.contract import Contract
from referee.model.deal import RulesetChoice
from referee.model.score import Belote, LineKind, ScoreSheet, Tally
from referee.model.seat import Seat, Team
from referee.model.trump import Trump
from referee.tally import score
from referee.testing import rulesets_of

T, O = Team.SOUTH, Team.NORTH  # noqa: E741  # the letters of the table

SETTLED = """
more than the opponent | | 60/40 T | | made | tricks 70 | tricks 40 | 0
one point more | | 45/54 T | | made | tricks 55 | tricks 54 | 0
one point less | | 44/55 T | | failed | | tricks 109 both_piles | 0
the opponent's last trick decides | | 48/40 O | | failed | | tricks 98 both_piles | 0
level | | 50/40 O | | litige | | tricks 50 | 50
level, which is a failure | two_handed_tie=failed | 50/40 O | | failed | | tricks 100 both_piles | 0
level, which leaves the taker nothing | two_handed_tie=taker_zero | 50/40 O | | failed | | tricks 50 taker_zero | 0
every trick | | 98/0 T | | made | tricks 158 | | 0
every trick, a hundred for the ten | two_handed_capot=100_for_ten | 98/0 T | | made | tricks 198 | | 0
every trick to the opponent | | 0/98 O | | failed | | tricks 158 both_piles | 0
for which there may be no bonus | capot_for_defenders=no | 0/98 O | | failed | | tricks 108 both_piles | 0
the belote makes it | | 45/60 T | belote T | made | tricks 55 belote 20 | tricks 60 | 0
and stays when it does not | | 30/60 O | belote T | failed | belote 20 | tricks 100 both_piles | 0
unless it is lost with the deal | belote_on_fail=to_defenders | 30/60 O | belote T | failed | |
    tricks 100 both_piles belote 20 | 0
the opponent's belote sinks it | | 60/55 T | belote O | failed | | tricks 125 both_piles belote 20 | 0
the belote need not count | belote_counts_for_contract=no | 45/60 T | belote T | failed | belote 20 |
    tricks 115 both_piles | 0
a level deal holds the belote | | 45/75 T | belote T | litige | | tricks 75 | 75
or leaves it to its holder | litige_belote=kept_by_holder | 45/75 T | belote T | litige | belote 20 | tricks 75 | 55
the winner has what waited | | 60/40 T | reserve 50 | made | tricks 70 reserve 50 | tricks 40 | 0
so has the opponent | | 30/60 T | reserve 50 | failed | | tricks 100 both_piles reserve 50 | 0
unless it waits for a taker | reserve_goes_to=next_successful_taker | 30/60 T | reserve 50 | failed | |
    tricks 100 both_piles | 50
a second level deal | | 50/40 O | reserve 30 | litige | | tricks 50 | 80
level at the end | reserve_at_game_end=each_keeps | 50/40 O | last deal | litige | tricks 50 | tricks 50 | 0
rounded | rounding=half_up | 65/32 T | | made | tricks 75 rounding 5 | tricks 32 rounding -2 | 0
in stacks nobody fails | two_handed_layout=decouverte | 50/102 O | | made | tricks 50 | tricks 112 | 0
in stacks the one with more has what waited | two_handed_layout=decouverte | 50/102 O | reserve 9 | made | tricks 50 |
    tricks 112 reserve 9 | 0
in stacks a level deal leaves it waiting | two_handed_layout=decouverte | 71/81 T | reserve 9 | made | tricks 81 |
    tricks 81 | 9
in stacks every trick | two_handed_layout=decouverte | 152/0 T | | made | tricks 212 | | 0
"""


def rows() -> list[list[str]]:
    joined = SETTLED.strip().replace("\n    ", " ").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in joined]


@pytest.fixture(scope="module")
def rulesets() -> Rulesets:
    return rulesets_of(TwoHanded)


def value(text: str) -> Value:
    return text == "yes" if text in ("yes", "no") else text


def ruleset_of(rulesets: Rulesets, departures: str) -> Ruleset:
    pairs = (word.partition("=") for word in departures.split())
    return rulesets.get(RulesetChoice("belote_2p", options=tuple((name, value(text)) for name, _, text in pairs)))


def tally_of(cards: str, beside: str) -> Tally:
    points, last = cards.split()
    mine, theirs = map(int, points.split("/"))
    words = beside.replace(",", " ").split()
    trickless = frozenset(team for team, made in ((T, mine), (O, theirs)) if not made)
    return Tally(
        contract=Contract(Seat.SOUTH, T, Trump.HEARTS),
        teams=(T, O),
        trump=Trump.HEARTS,
        card_points={T: mine, O: theirs},
        last_trick=T if last == "T" else O,
        sweep=next(({T: O, O: T}[team] for team in trickless), None),
        belotes=tuple(Belote(T if words[at + 1] == "T" else O) for at, word in enumerate(words) if word == "belote"),
        reserve_in=int(words[words.index("reserve") + 1]) if "reserve" in words else 0,
        last_deal="last" in words,
        trickless=trickless,
    )


OWN = ("both_piles", "taker_zero")


def written(sheet: ScoreSheet, team: Team) -> str:
    found = []
    for line in sheet.written:
        if line.team == team:
            found += [line.kind.name.lower(), str(line.points)]
            name = line.rule_id.removeprefix("two_handed/")
            found += [name] if line.kind is LineKind.TRICKS and name in OWN else []
    return " ".join(found)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_deal_is_written(rulesets: Rulesets, row: list[str]) -> None:
    _, departures, cards, beside, outcome, mine, theirs, waits = row
    sheet = score(ruleset_of(rulesets, departures), tally_of(cards, beside))
    assert sheet.outcome.name.lower() == outcome
    assert (written(sheet, T), written(sheet, O)) == (mine, theirs)
    assert sheet.reserve_out == int(waits)
