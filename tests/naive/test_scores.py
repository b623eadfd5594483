"""Holds the naive engine to settled deal scores, line by line.

A row is: id and name | preset and options | taker and trump | cards A/B and last trick | capot, belotes, reserve,
last deal | outcome | total and lines of A | total and lines of B | reserve left. A belote marked ? was not fully said.
"""

import pytest

from .rows import read_options, read_rows
from .scoring import ScoreSheet, score

SETTLED = """
S001 plain success | ffb_classic | A takes H | 90/62 last A | - | made | 100 tricks 100 | 62 tricks 62 | 0
S002 82 is just enough | ffb_classic | A takes H | 72/80 last A | - | made | 82 tricks 82 | 80 tricks 80 | 0
S003 81 each | ffb_classic | A takes H | 71/81 last A | - | litige | 0 | 81 tricks 81 | 81
S004 81 each, last trick across | ffb_classic | A takes H | 81/71 last B | - | litige | 0 | 81 tricks 81 | 81
S005 80 against 82 | ffb_classic | A takes H | 70/82 last A | - | failed | 0 | 162 tricks 162 | 0
S006 70 against 92 | ffb_classic | A takes H | 70/82 last B | - | failed | 0 | 162 tricks 162 | 0
S007 the last trick saves it | ffb_classic | A takes H | 76/76 last A | - | made | 86 tricks 86 | 76 tricks 76 | 0
S008 the last trick loses it | ffb_classic | A takes H | 76/76 last B | - | failed | 0 | 162 tricks 162 | 0
S009 the belote saves it | ffb_classic | A takes H | 62/90 last A | belote A | made | 92 tricks 72 belote 20 |
    90 tricks 90 | 0
S010 91 each by the taker's belote | ffb_classic | A takes H | 61/91 last A | belote A | litige | 0 | 91 tricks 91 |
    91
S011 91 each, the belote stays with its holder | ffb_classic litige_belote=kept_by_holder | A takes H | 61/91 last A |
    belote A | litige | 20 belote 20 | 91 tricks 91 | 71
S012 inside in spite of the belote, which stays | ffb_classic | A takes H | 60/92 last A | belote A | failed |
    20 belote 20 | 162 tricks 162 | 0
S013 91 each by the defenders' belote | ffb_classic | A takes H | 81/71 last A | belote B | litige | 0 |
    91 tricks 71 belote 20 | 91
S014 92 against a belote | ffb_classic | A takes H | 82/70 last A | belote B | made | 92 tricks 92 |
    90 tricks 70 belote 20 | 0
S015 more cards, but the defenders hold the belote | ffb_classic | A takes H | 80/72 last A | belote B | failed | 0 |
    182 tricks 162 belote 20 | 0
S016 a belote not fully said is none | ffb_classic | A takes H | 62/90 last A | belote A? | failed | 0 |
    162 tricks 162 | 0
S017 capot | ffb_classic | A takes H | 152/0 last A | capot A | made | 252 tricks 252 | 0 | 0
S018 capot with the belote | ffb_classic | A takes H | 152/0 last A | capot A, belote A | made |
    272 tricks 252 belote 20 | 0 | 0
S019 capot, the losers' belote stays | ffb_classic | A takes H | 152/0 last A | capot A, belote B | made |
    252 tricks 252 | 20 belote 20 | 0
S020 capot of the defenders | ffb_classic | A takes H | 0/152 last B | capot B | failed | 0 | 252 tricks 252 | 0
S021 capot of the defenders, the taker keeps the belote | ffb_classic | A takes H | 0/152 last B | capot B, belote A |
    failed | 20 belote 20 | 252 tricks 252 | 0
S022 capot of the defenders with their belote | ffb_classic | A takes H | 0/152 last B | capot B, belote B | failed |
    0 | 272 tricks 252 belote 20 | 0
S023 the reserve goes to a taker who makes it | ffb_classic | A takes H | 90/62 last A | reserve 81 | made |
    181 tricks 100 reserve 81 | 62 tricks 62 | 0
S024 the reserve goes to the defenders of a lost deal | ffb_classic | A takes H | 70/82 last B | reserve 81 | failed |
    0 | 243 tricks 162 reserve 81 | 0
S025 two level deals in a row | ffb_classic | A takes H | 71/81 last A | reserve 81 | litige | 0 | 81 tricks 81 |
    162
S026 reserve and kept belote | ffb_classic | A takes H | 60/92 last A | belote A, reserve 91 | failed | 20 belote 20 |
    253 tricks 162 reserve 91 | 0
S027 nobody takes, the reserve waits | ffb_classic | - | - | reserve 81 | passed | 0 | 0 | 81
S028 level is lost | ffb_classic tie_rule=failed | A takes H | 71/81 last A | - | failed | 0 | 162 tricks 162 | 0
S029 level is made | ffb_classic tie_rule=made | A takes H | 71/81 last A | - | made | 81 tricks 81 | 81 tricks 81 |
    0
S030 the other side takes | ffb_classic | B takes H | 67/85 last B | - | made | 67 tricks 67 | 95 tricks 95 | 0
S031 the other side is inside with the belote | ffb_classic | B takes H | 92/60 last A | belote B | failed |
    162 tricks 162 | 20 belote 20 | 0
S032 no capot for defenders | ffb_classic capot_for_defenders=no | A takes H | 0/152 last B | capot B | failed | 0 |
    162 tricks 162 | 0
S033 capot without a bonus | ffb_classic capot_points=162 | A takes H | 152/0 last A | capot A | made |
    162 tricks 162 | 0 | 0
S034 85 goes up | ffb_classic rounding=half_up | A takes H | 75/77 last A | - | made | 90 tricks 85 rounding 5 |
    80 tricks 77 rounding 3 | 0
S035 rounded level, yet made | ffb_classic rounding=half_up | A takes H | 74/78 last A | - | made |
    80 tricks 84 rounding -4 | 80 tricks 78 rounding 2 | 0
S036 75 goes up | ffb_classic rounding=half_up | A takes H | 77/75 last A | - | made | 90 tricks 87 rounding 3 |
    80 tricks 75 rounding 5 | 0
S037 85 goes down | ffb_classic rounding=half_down | A takes H | 75/77 last A | - | made | 80 tricks 85 rounding -5 |
    80 tricks 77 rounding 3 | 0
S038 75 goes down | ffb_classic rounding=half_down | A takes H | 77/75 last A | - | made | 90 tricks 87 rounding 3 |
    70 tricks 75 rounding -5 | 0
S039 half down, a sum of 170 | ffb_classic rounding=half_down | A takes H | 76/76 last A | - | made |
    90 tricks 86 rounding 4 | 80 tricks 76 rounding 4 | 0
S040 half up, a sum of 170 | ffb_classic rounding=half_up | A takes H | 76/76 last A | - | made |
    90 tricks 86 rounding 4 | 80 tricks 76 rounding 4 | 0
S041 the winner's five goes up | ffb_classic rounding=half_to_taker | A takes H | 75/77 last A | - | made |
    90 tricks 85 rounding 5 | 80 tricks 77 rounding 3 | 0
S042 the loser's five goes down | ffb_classic rounding=half_to_taker | A takes H | 77/75 last A | - | made |
    90 tricks 87 rounding 3 | 70 tricks 75 rounding -5 | 0
S043 complement to 160 | ffb_classic rounding=defence_then_complement | A takes H | 77/75 last A | - | made |
    80 tricks 87 rounding -7 | 80 tricks 75 rounding 5 | 0
S044 162 is written 160 | ffb_classic rounding=half_up | A takes H | 60/92 last A | belote A | failed | 20 belote 20 |
    160 tricks 162 rounding -2 | 0
S045 252 is written 250 | ffb_classic rounding=half_up | A takes H | 152/0 last A | capot A | made |
    250 tricks 252 rounding -2 | 0 | 0
S046 the reserve stays exact | ffb_classic rounding=half_up | A takes H | 71/81 last A | - | litige | 0 |
    80 tricks 81 rounding -1 | 81
S047 the reserve is added before rounding | ffb_classic rounding=half_up | A takes H | 87/65 last A | reserve 81 |
    made | 180 tricks 97 reserve 81 rounding 2 | 70 tricks 65 rounding 5 | 0
S069 online_250, plain success | online_250 | A takes H | 90/62 last A | - | made | 100 tricks 100 | 62 tricks 62 |
    0
S070 online_250, level is lost | online_250 | A takes H | 71/81 last A | - | failed | 0 | 162 tricks 162 | 0
S071 online_250, capot | online_250 | A takes H | 152/0 last A | capot A | made | 250 tricks 250 | 0 | 0
S072 online_250, capot with the belote | online_250 | A takes H | 152/0 last A | capot A, belote A | made |
    270 tricks 250 belote 20 | 0 | 0
S073 online_250, capot of the defenders | online_250 | A takes H | 0/152 last B | capot B | failed | 0 |
    250 tricks 250 | 0
S074 online_250, inside with the belote | online_250 | A takes H | 60/92 last A | belote A | failed | 20 belote 20 |
    162 tricks 162 | 0
S075 online_252, 82 by the belote | online_252 | A takes H | 52/100 last A | belote A | made |
    82 tricks 62 belote 20 | 100 tricks 100 | 0
S076 online_252 by comparison | online_252 success_rule=strictly_more | A takes H | 52/100 last A | belote A |
    failed | 20 belote 20 | 162 tricks 162 | 0
S077 online_252, the defenders' belote raises nothing | online_252 | A takes H | 72/80 last A | belote B | made |
    82 tricks 82 | 100 tricks 80 belote 20 | 0
S078 online_252, 81 is short | online_252 | A takes H | 71/81 last A | - | failed | 0 | 162 tricks 162 | 0
S079 online_252, 81 by the belote is short | online_252 | A takes H | 51/101 last A | belote A | failed |
    20 belote 20 | 162 tricks 162 | 0
S080 online_252, capot | online_252 | A takes H | 152/0 last A | capot A | made | 252 tricks 252 | 0 | 0
S145 all-trump is scaled | ffb_classic notrump_alltrump=yes | A takes AT | 188/60 last A | - | made | 124 tricks 124 |
    38 tricks 38 | 0
S146 all-trump, the belote beside the scale | ffb_classic notrump_alltrump=yes | A takes AT | 188/60 last A |
    belote A | made | 144 tricks 124 belote 20 | 38 tricks 38 | 0
S147 the reserve waits over a lost deal | ffb_classic reserve_goes_to=next_successful_taker | A takes H |
    70/82 last B | reserve 81 | failed | 0 | 162 tricks 162 | 81
S148 the reserve rewards the next taker who makes it | ffb_classic reserve_goes_to=next_successful_taker | A takes H |
    90/62 last A | reserve 81 | made | 181 tricks 100 reserve 81 | 62 tricks 62 | 0
S149 level is dealt again | ffb_classic tie_rule=redeal | A takes H | 71/81 last A | reserve 81 | redeal | 0 | 0 |
    81
S150 capot, the losers' belote is lost | ffb_classic belote_if_no_trick=lost | A takes H | 152/0 last A |
    capot A, belote B | made | 252 tricks 252 | 0 | 0
S151 the defenders' five goes up when they win | ffb_classic rounding=half_to_taker | A takes H | 60/92 last A |
    reserve 83 | failed | 0 | 250 tricks 162 reserve 83 rounding 5 | 0
S152 complement, the belote beside it | ffb_classic rounding=defence_then_complement | A takes H | 77/75 last A |
    belote A | made | 100 tricks 87 belote 20 rounding -7 | 80 tricks 75 rounding 5 | 0
S161 all-trump capot beside the scale | ffb_classic notrump_alltrump=yes | A takes AT | 248/0 last A | capot A |
    made | 252 tricks 252 | 0 | 0
"""

# What the option list says and no settled row shows.
BY_THE_OPTIONS = """
R01 level is enough | ffb_classic success_rule=at_least_equal | A takes H | 71/81 last A | - | made |
    81 tricks 81 | 81 tricks 81 | 0
R02 one short of level | ffb_classic success_rule=at_least_equal | A takes H | 70/82 last A | - | failed |
    0 | 162 tricks 162 | 0
R03 a lost deal of 160 | ffb_classic fail_points=160 | A takes H | 60/92 last B | - | failed |
    0 | 160 tricks 160 | 0
R04 a lost deal gives nothing | ffb_classic fail_points=0 | A takes H | 60/92 last B | belote B | failed |
    0 | 20 belote 20 | 0
R05 the failed taker's belote changes sides | ffb_classic belote_on_fail=to_defenders | A takes H | 60/92 last A |
    belote A | failed | 0 | 182 tricks 162 belote 20 | 0
R06 handed over even without a trick | ffb_classic belote_on_fail=to_defenders belote_if_no_trick=lost | A takes H |
    0/152 last B | capot B, belote A | failed | 0 | 272 tricks 252 belote 20 | 0
R07 without a trick no belote | ffb_classic belote_if_no_trick=lost | A takes H | 0/152 last B | capot B, belote A |
    failed | 0 | 252 tricks 252 | 0
R08 a capot's own belote is never lost | ffb_classic belote_if_no_trick=lost | A takes H | 152/0 last A |
    capot A, belote A | made | 272 tricks 252 belote 20 | 0 | 0
R09 a belote that does not count saves nothing | ffb_classic belote_counts_for_contract=no | A takes H |
    62/90 last A | belote A | failed | 20 belote 20 | 162 tricks 162 | 0
R10 level without the taker's belote | ffb_classic belote_counts_for_contract=no | A takes H | 71/81 last A |
    belote A | litige | 20 belote 20 | 81 tricks 81 | 81
R11 level without the defenders' belote | ffb_classic belote_counts_for_contract=no | A takes H | 71/81 last A |
    belote B | litige | 0 | 101 tricks 81 belote 20 | 81
R12 the threshold without a belote that does not count | online_252 belote_counts_for_contract=no | A takes H |
    52/100 last A | belote A | failed | 20 belote 20 | 162 tricks 162 | 0
R13 level on the last deal, each keeps its own | ffb_classic reserve_at_game_end=each_keeps | A takes H |
    71/81 last A | last deal | litige | 81 tricks 81 | 81 tricks 81 | 0
R14 level before the last deal | ffb_classic reserve_at_game_end=each_keeps | A takes H |
    71/81 last A | - | litige | 0 | 81 tricks 81 | 81
R15 level on the last deal with the belote | ffb_classic reserve_at_game_end=each_keeps | A takes H |
    61/91 last A | last deal, belote A | litige | 91 tricks 71 belote 20 | 91 tricks 91 | 0
R16 level on the last deal, an older reserve stays | ffb_classic reserve_at_game_end=each_keeps | A takes H |
    71/81 last A | last deal, reserve 91 | litige | 81 tricks 81 | 81 tricks 81 | 91
R17 last deal exact | ffb_classic rounding=half_up rounding_last_deal=no | A takes H | 75/77 last A | last deal |
    made | 85 tricks 85 | 77 tricks 77 | 0
R18 rounded before the last deal | ffb_classic rounding=half_up rounding_last_deal=no | A takes H | 75/77 last A | - |
    made | 90 tricks 85 rounding 5 | 80 tricks 77 rounding 3 | 0
R19 last deal rounded | ffb_classic rounding=half_up | A takes H | 75/77 last A | last deal |
    made | 90 tricks 85 rounding 5 | 80 tricks 77 rounding 3 | 0
R20 complement at a capot | ffb_classic rounding=defence_then_complement | A takes H | 152/0 last A |
    capot A, belote B | made | 250 tricks 252 rounding -2 | 20 belote 20 | 0
R21 complement and reserve | ffb_classic rounding=defence_then_complement | A takes H | 90/62 last A | reserve 83 |
    made | 180 tricks 100 reserve 83 rounding -3 | 60 tricks 62 rounding -2 | 0
R22 no complement on a lost deal | ffb_classic rounding=defence_then_complement | A takes H | 60/92 last A |
    reserve 83 | failed | 0 | 250 tricks 162 reserve 83 rounding 5 | 0
R23 half down on a lost deal | ffb_classic rounding=half_down | A takes H | 60/92 last A | reserve 83 |
    failed | 0 | 240 tricks 162 reserve 83 rounding -5 | 0
R24 all-trump, two belotes of one side | ffb_classic notrump_alltrump=yes | A takes AT | 100/148 last A |
    belote A A | made | 109 tricks 69 belote 40 | 93 tricks 93 | 0
R25 all-trump, one belote a deal | ffb_classic notrump_alltrump=yes all_trump_belotes=one_only | A takes AT |
    100/148 last A | belote A A | failed | 20 belote 20 | 162 tricks 162 | 0
R26 all-trump, the first belote is the one | ffb_classic notrump_alltrump=yes all_trump_belotes=one_only |
    A takes AT | 150/98 last A | belote B A | made | 100 tricks 100 | 82 tricks 62 belote 20 | 0
R27 all-trump without belotes | ffb_classic notrump_alltrump=yes all_trump_belotes=none | A takes AT |
    150/98 last A | belote B A | made | 100 tricks 100 | 62 tricks 62 | 0
R28 all-trump, half of 258 is level | ffb_classic notrump_alltrump=yes | A takes AT | 119/129 last A | - |
    litige | 0 | 81 tricks 81 | 81
R29 all-trump of 152 needs no scale | ffb_classic notrump_alltrump=yes all_trump_points=scaled_13_9_6_5_3_2 |
    A takes AT | 90/62 last A | - | made | 100 tricks 100 | 62 tricks 62 | 0
R30 no-trump counts as a suit does | ffb_classic notrump_alltrump=yes | B takes NT | 81/71 last B | - |
    litige | 81 tricks 81 | 0 | 81
R31 no-trump without the jacks | ffb_classic notrump_alltrump=yes no_trump_jack=0 | A takes NT | 67/77 last A | - |
    litige | 0 | 77 tricks 77 | 77
R32 complement, a five goes up | ffb_classic rounding=defence_then_complement | A takes H | 90/62 last A | reserve 85 |
    made | 190 tricks 100 reserve 85 rounding 5 | 60 tricks 62 rounding -2 | 0
R33 a level deal made earns the reserve | ffb_classic tie_rule=made reserve_goes_to=next_successful_taker |
    A takes H | 71/81 last A | reserve 81 | made | 162 tricks 81 reserve 81 | 81 tricks 81 | 0
R34 complement to a capot of 162 | ffb_classic rounding=defence_then_complement capot_points=162 | A takes H |
    152/0 last A | capot A | made | 160 tricks 162 rounding -2 | 0 | 0
"""


ROWS = read_rows(SETTLED) | read_rows(BY_THE_OPTIONS)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_score(row: list[str]) -> None:
    table, taken, cards, extras, outcome, a_side, b_side, reserve_out = row
    found = score_row(table, taken, cards, extras)
    assert found.outcome == outcome
    for side, column in (("A", a_side), ("B", b_side)):
        total, *words = column.split()
        lines = dict.fromkeys(found.written[side], 0)
        lines |= {name: int(points) for name, points in zip(words[::2], words[1::2], strict=True)}
        assert found.written[side] == lines
        assert found.totals[side] == int(total)
    assert found.reserve_out == int(reserve_out)


def score_row(table: str, taken: str, cards: str, extras: str) -> ScoreSheet:
    """Scores what the columns of a row describe."""
    facts: dict[str, str] = {}
    for extra in extras.split(", "):
        kind, _, value = extra.partition(" ")
        facts[kind] = value
    said = [holder for holder in facts.get("belote", "").split() if not holder.endswith("?")]
    taker, _, trump = taken.partition(" takes ")
    by_cards, _, last_trick = cards.partition(" last ")
    points = dict.fromkeys("AB", 0) if taker == "-" else dict(zip("AB", map(int, by_cards.split("/")), strict=True))
    return score(
        None if taker == "-" else taker,
        points,
        last_trick or None,
        trump=trump or "H",
        capot=facts.get("capot"),
        belotes=said,
        reserve_in=int(facts.get("reserve", "0")),
        last_deal="last" in facts,
        options=read_options(table),
    )


@pytest.mark.parametrize("belotes", [[], ["A"], ["B"]], ids=["no belote", "taker's belote", "defenders' belote"])
@pytest.mark.parametrize("last_trick", ["A", "B"])
def test_every_point_is_written_or_held(belotes: list[str], last_trick: str) -> None:
    outcomes = set()
    for taker_cards in range(153):
        cards = {"A": taker_cards, "B": 152 - taker_cards}
        found = score("A", cards, last_trick, belotes=belotes, reserve_in=81)
        outcomes.add(found.outcome)
        kept = 162 + 20 * len(belotes) + 81
        assert sum(found.totals.values()) + found.reserve_out == kept
    assert outcomes == {"made", "failed", "litige"}


def test_the_258_scale_keeps_162() -> None:
    for raw in range(249):
        found = score("A", {"A": raw, "B": 248 - raw}, "A", trump="AT", options={"tie_rule": "made"})
        if found.outcome == "made":
            assert found.totals["A"] + found.totals["B"] == 162


IMPOSSIBLE = {
    "cards that do not add up": ({"A": 90, "B": 63}, "A", "H", None, []),
    "negative cards": ({"A": 160, "B": -8}, "A", "H", None, []),
    "a last trick of nobody": ({"A": 90, "B": 62}, None, "H", None, []),
    "a capot without the last trick": ({"A": 152, "B": 0}, "B", "H", "A", []),
    "a capot beside points of the others": ({"A": 150, "B": 2}, "A", "H", "A", []),
    "two belotes in one trump suit": ({"A": 90, "B": 62}, "A", "H", None, ["A", "B"]),
    "a belote without trumps": ({"A": 90, "B": 62}, "A", "NT", None, ["A"]),
}


@pytest.mark.parametrize(("cards", "last_trick", "trump", "capot", "belotes"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_facts_are_refused(
    cards: dict[str, int], last_trick: str | None, trump: str, capot: str | None, belotes: list[str]
) -> None:
    with pytest.raises(ValueError, match=r"add up|negative|last trick|capot|belotes"):
        score("A", cards, last_trick, trump=trump, capot=capot, belotes=belotes)


def test_a_misspelt_option_is_refused() -> None:
    with pytest.raises(ValueError, match="tie_rul is not an option"):
        score("A", {"A": 90, "B": 62}, "A", options={"tie_rul": "made"})
    with pytest.raises(ValueError, match="tie_rule is one of"):
        score("A", {"A": 90, "B": 62}, "A", options={"tie_rule": "lost"})
