"""Which declarations score, as tables of hands: the rule a row is about comes first.

P1 and P3 are side A, P2 and P4 side B, in the order of speech. Each hand says its best unless a row tells otherwise.
"""

from dataclasses import replace
from itertools import chain

import pytest
from referee_declarations import Declarations
from referee_declarations.rules import RULES

from referee.model.card import PACK_32
from referee.model.seat import Seat, Team
from referee.rules.table import FOUR_SEATS

from .declared_hands import A, B, combination, contest, found, hands_of, mode, points, read, said_by, values, written

SCORED = """
longer_then_higher | D01 the higher tierce | H | | P1 TS JS QS; P2 QD KD AD | A 0 B 20
longer_then_higher | D02 a cinquante before a tierce | H | | P1 7C 8C 9C TC; P2 QS KS AS | A 50 B 0
trump_breaks_tie | D03 of equal tierces the one in trumps | H | | P1 JS QS KS; P4 JH QH KH | A 0 B 20
trump_breaks_tie | the same where it is not trumps | C | | P1 JS QS KS; P4 JH QH KH | A 0 B 0
trump_breaks_tie | not before the higher card | H | | P1 QS KS AS; P4 JH QH KH | A 20 B 0
trump_breaks_tie | no-trump knows none | NT | | P1 JS QS KS; P4 JH QH KH | A 0 B 0
trump_breaks_tie | all-trump makes every suit alike | AT | | P1 JS QS KS; P4 JH QH KH | A 0 B 0
level | D04 equal and not in trumps | H | | P1 JS QS KS; P2 JD QD KD | A 0 B 0
level | D04 the first to speak | H | declaration_tie=first_to_speak | P1 JS QS KS; P2 JD QD KD | A 20 B 0
level | the first to speak on the other side | H | declaration_tie=first_to_speak | P2 JS QS KS; P3 JD QD KD | A 0 B 20
level | D05 lower ones fall with it | H | | P1 JS QS KS; P2 JD QD KD; P3 7C 8C 9C | A 0 B 0
level | D05 the first to speak scores them all | H | declaration_tie=first_to_speak
    | P1 JS QS KS; P2 JD QD KD; P3 7C 8C 9C | A 40 B 0
level | equal on one side only | H | | P1 JS QS KS; P3 JD QD KD; P2 7C 8C 9C | A 40 B 0
level | a higher one makes equal lower ones harmless | H | | P1 JS QS KS; P2 JD QD KD; P3 7C 8C 9C TC | A 70 B 0
carre_over_sequence | D06 a carré before a cent | H | | P1 7C 8C 9C TC JC; P2 QC QD QH QS | A 0 B 100
carre_over_sequence | points first, and at 100 the cent | H | carre_beats_sequence=no
    | P1 7C 8C 9C TC JC; P2 QC QD QH QS | A 100 B 0
carre_over_sequence | points first, nines before a cent | H | carre_beats_sequence=no
    | P1 TC JC QC KC AC; P2 9C 9D 9H 9S | A 0 B 150
carre_over_sequence | points first, a carré before a cinquante | H | carre_beats_sequence=no
    | P1 JC QC KC AC; P2 TC TD TH TS | A 0 B 100
carre_order | D07 aces before tens | H | | P1 AC AD AH AS; P2 TC TD TH TS | A 100 B 0
carre_order | D08 jacks before nines | H | | P1 9C 9D 9H 9S; P4 JC JD JH JS | A 0 B 200
carre_order | tens before kings, kings before queens | H | | P1 KC KD KH KS; P2 TC TD TH TS; P3 QC QD QH QS | A 0 B 100
carre_order | kings before queens | H | | P1 KC KD KH KS; P2 QC QD QH QS | A 100 B 0
carre_order | at no-trump kings before jacks | NT | | P1 JC JD JH JS; P2 KC KD KH KS | A 0 B 100
carre_order | at no-trump jacks before nines | NT | | P1 JC JD JH JS; P2 9C 9D 9H 9S | A 100 B 0
carre_order | all-trump keeps the order of a suit | AT | | P1 JC JD JH JS; P2 AC AD AH AS | A 200 B 0
carre | D09 eights are none | H | | P1 8C 8D 8H 8S | A 0 B 0
carre | eights do not stand in the way of a tierce | H | | P1 8C 8D 8H 8S; P2 7D 9D TD JD | A 0 B 20
carre | nines | H | | P1 9C 9D 9H 9S | A 150 B 0
carre | three are none | H | | P1 JC JD JH | A 0 B 0
no_trump_carre | D19 aces lead at no-trump | NT | | P1 AC AD AH AS; P2 JC JD JH JS | A 200 B 0
no_trump_carre | tens are 150, nines 100 | NT | | P1 TC TD TH TS; P3 9C 9D 9H 9S | A 250 B 0
no_trump_carre | not at all-trump | AT | | P1 AC AD AH AS | A 100 B 0
best_side_scores_all | D10 all it has | H | | P1 9S TS JS; P3 JC QC KC AC; P2 TD JD QD KD | A 70 B 0
best_side_scores_all | D11 the lower one too | H | | P2 QS KS AS; P4 7C 8C 9C; P1 JD QD KD | A 0 B 40
best_side_scores_all | D17 what is not said | H | | P2 7C 8C 9C | A 0 B 20
best_side_scores_all | nobody says anything | H | | | A 0 B 0
cent | D12 six cards are one cent | H | | P1 7S 8S 9S TS JS QS | A 100 B 0
long_run | D13 eight cards are one cent | H | | P1 7S 8S 9S TS JS QS KS AS | A 100 B 0
long_run | D13 in two parts | H | long_sequence=best_split | P1 7S 8S 9S TS JS QS KS AS | A 120 B 0
long_run | seven cards are worth most in one | H | long_sequence=best_split | P1 7S 8S 9S TS JS QS KS | A 100 B 0
card_twice | D14 a jack counts once | H | | P1 JS QS KS JC JD JH | A 200 B 0
card_twice | D14 or twice | H | card_in_two_declarations=yes | P1 JS QS KS JC JD JH | A 220 B 0
card_twice | D15 in trumps | S | | P1 JS QS KS JC JD JH | A 200 B 0
card_twice | what the carré leaves | H | | P1 9S TS JS QS KS KC KD KH | A 150 B 0
tierce | D16 king and queen of trumps make one too | H | | P1 QH KH AH | A 20 B 0
tierce | two cards are none | H | | P1 KH AH | A 0 B 0
cinquante | four cards | H | | P1 8D 9D TD JD | A 50 B 0
cinquante | with a gap | H | | P1 8D 9D JD QD | A 0 B 0
cent | four cards are none | H | | P1 JS QS KS AS | A 50 B 0
longer_then_higher | D20 king over queen | H | | P1 9S TS JS QS KS; P2 7D 8D 9D TD JD QD | A 100 B 0
longer_then_higher | D20 six cards over five | H | long_sequence_compare=by_length
    | P1 9S TS JS QS KS; P2 7D 8D 9D TD JD QD | A 0 B 100
longer_then_higher | equal lengths, the higher | H | long_sequence_compare=by_length
    | P1 9S TS JS QS KS; P2 8D 9D TD JD QD | A 100 B 0
natural_order | in trumps too | H | | P1 9H TH JH | A 20 B 0
natural_order | the trump order makes none | H | | P1 JH 9H AH | A 0 B 0
natural_order | ace and seven do not meet | H | | P1 KS AS 7S | A 0 B 0
"""


SAID = """
single run | H | | 9S TS JS QS | cinquante 9S TS JS QS
strongest first | H | | 7C 8C 9C JD JC JH JS | carre JC JD JH JS, tierce 7C 8C 9C
higher first | H | | 7C 8C 9C JD QD KD | tierce JD QD KD, tierce 7C 8C 9C
trumps first | D | | JC QC KC JD QD KD | tierce JD QD KD, tierce JC QC KC
a carré before a cent of the same worth | H | | 8S 9S TS JS QS TC TD TH | carre TC TD TH TS
or the cent | H | carre_beats_sequence=no | 8S 9S TS JS QS TC TD TH | cent 8S 9S TS JS QS
two carrés | H | | KC KD KH KS QC QD QH QS | carre KC KD KH KS, carre QC QD QH QS
both | H | card_in_two_declarations=yes | JS QS KS JC JD JH | carre JC JD JH JS, tierce JS QS KS
the upper five first | H | long_sequence=best_split | 7S 8S 9S TS JS QS KS AS | cent TS JS QS KS AS, tierce 7S 8S 9S
nothing | H | | 7S 8S TS JS KS AS 7D 8D |
"""

TOGETHER = """
long_run | a run in two parts | | 7S 8S 9S + TS JS QS | long_run
long_run | the lower part last | | TS JS QS KS AS + 7S 8S 9S | long_run
long_run | as agreed | long_sequence=best_split | TS JS QS KS AS + 7S 8S 9S |
long_run | two runs with a gap | | 7S 8S 9S + JS QS KS |
long_run | two suits | | TS JS QS + 7D 8D 9D |
card_twice | in a carré and a tierce | | JC JD JH JS + JS QS KS | card_twice
card_twice | in both as agreed | card_in_two_declarations=yes | JC JD JH JS + JS QS KS |
card_twice | in two sequences, never | card_in_two_declarations=yes | 7S 8S 9S + 9S TS JS | card_twice
card_twice | the same twice | card_in_two_declarations=yes | JC JD JH JS + JC JD JH JS | card_twice
card_twice | two carrés | | JC JD JH JS + 9C 9D 9H 9S |
card_twice | nothing shared | | JC JD JH JS + 7S 8S 9S |
card_twice | both faults at once | | 7S 8S 9S + TS JS QS + QC QD QH QS | long_run card_twice
card_twice | one alone | | 7S 8S 9S |
"""

SHOWN = [("winners_at_trick2", True), ("on_request", False)]


def rows(table: str) -> list[list[str]]:
    lines = table.strip().replace("\n   ", "").splitlines()
    return [[cell.strip() for cell in f"{line} ".split("|")] for line in lines]


def ids(table: str, column: int) -> list[str]:
    return [row[column] for row in rows(table)]


@pytest.mark.parametrize(
    ("trump", "options", "hands", "expected"), [row[2:] for row in rows(SCORED)], ids=ids(SCORED, 1)
)
def test_which_side_scores_what(trump: str, options: str, hands: str, expected: str) -> None:
    law, under = contest(options), mode(trump)
    held = hands_of(hands)
    said = list(chain.from_iterable(said_by(seat, *law.best(held.get(seat, 0), under)) for seat in FOUR_SEATS.seats))
    scored = points(law, said, under)
    assert f"A {scored[A]} B {scored[B]}" == expected


@pytest.mark.parametrize(("trump", "options", "hand", "expected"), [row[1:] for row in rows(SAID)], ids=ids(SAID, 0))
def test_what_a_hand_would_say(trump: str, options: str, hand: str, expected: str) -> None:
    assert ", ".join(written(contest(options).best(read(hand), mode(trump)))) == expected


@pytest.mark.parametrize(("options", "together", "expected"), [row[2:] for row in rows(TOGETHER)], ids=ids(TOGETHER, 1))
def test_what_may_be_said_together(options: str, together: str, expected: str) -> None:
    combinations = [combination(names, mode("C")) for names in together.split("+")]
    objections = contest(options).objections(combinations)
    assert list(objections) == [f"declarations/{name}" for name in expected.split()]


@pytest.mark.parametrize(("choice", "shows"), SHOWN)
def test_whether_the_winners_cards_are_shown(choice: str, shows: bool) -> None:
    assert contest(f"declaration_show={choice}").shows is shows


CLAIMS = [
    ("D18 a tierce that is not held", "tierce", "7S 8S TS JS KS AS 7D 8D", []),
    ("held inside a longer run", "tierce", "9S TS JS QS", ["tierce TS JS QS", "tierce 9S TS JS"]),
    (
        "a cent of six and its fives",
        "cent",
        "8D 9D TD JD QD KD",
        ["8D 9D TD JD QD KD", "9D TD JD QD KD", "8D 9D TD JD QD"],
    ),
    ("the best carré first", "carre", "9C 9D 9H 9S JC JD JH JS", ["JC JD JH JS", "9C 9D 9H 9S"]),
    ("sevens are no carré", "carre", "7C 7D 7H 7S", []),
    ("trumps before other suits", "tierce", "JC QC KC JD QD KD", ["JD QD KD", "JC QC KC"]),
]


@pytest.mark.parametrize(("kind", "hand", "expected"), [row[1:] for row in CLAIMS], ids=[row[0] for row in CLAIMS])
def test_what_a_hand_holds_of_a_kind(kind: str, hand: str, expected: list[str]) -> None:
    told = written(found(kind, read(hand), mode("D")))
    assert told == [one if one.startswith(kind) else f"{kind} {one}" for one in expected]


def test_the_first_to_speak_is_the_first_told() -> None:
    law, under = contest("declaration_tie=first_to_speak"), mode("H")
    one, other = combination("JS QS KS", under), combination("JD QD KD", under)
    said = [*said_by(Seat.WEST, one), *said_by(Seat.SOUTH, other)]
    assert law.scoring(said, under) == (True, False)
    assert law.scoring(said[::-1], under) == (True, False)


def test_two_sides_of_more_than_two_can_be_level() -> None:
    law, under = contest(), mode("H")
    seats: list[tuple[Seat, Team, str]] = [
        (Seat.SOUTH, Team.SOUTH, "JS QS KS"),
        (Seat.EAST, Team.EAST, "JD QD KD"),
        (Seat.WEST, Team.WEST, "7C 8C 9C"),
    ]
    said = [one._replace(team=team) for seat, team, cards in seats for one in said_by(seat, combination(cards, under))]
    assert law.scoring(said, under) == (False, False, False)
    assert law.scoring([said[0], said[2]], under) == (True, False)


def test_a_pack_without_a_card_of_a_rank_makes_no_four_of_it() -> None:
    pack = PACK_32 & ~read("9C")
    table = replace(FOUR_SEATS, pack=pack)
    kinds = {one.id: one for one in Declarations().referee_declarations(values(), table)}
    assert kinds["carre"].find(pack & read("9D 9H 9S JC JD JH JS"), mode("H"))[0].cards == read("JC JD JH JS")
    assert len(kinds["carre"].find(pack, mode("H"))) == 5


def test_every_rule_of_the_contest_has_rows_that_differ() -> None:
    told: dict[str, set[str]] = {}
    for row in rows(SCORED):
        told.setdefault(f"declarations/{row[0]}", set()).add(row[-1])
    for row in rows(TOGETHER):
        told.setdefault(f"declarations/{row[0]}", set()).add(row[-1])
    told["declarations/shown"] = {str(shows) for _, shows in SHOWN}
    scored = {"declarations/count_for_contract", "declarations/on_fail", "declarations/on_capot"}
    assert set(told) == {rule.id for rule in RULES} - scored
    assert [rule for rule, answers in told.items() if len(answers) < 2] == []
