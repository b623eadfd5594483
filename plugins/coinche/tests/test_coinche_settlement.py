"""What a deal with a bid scores: tables of deals, what a claim may not say, and laws that hold for every deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_coinche import Coinche
from referee_coinche.options import OPTIONS
from referee_coinche.rules import RULES
from referee_coinche.settlement import ContractSettlement

from referee import Value
from referee.classic.rules import CLASSIC_RULES
from referee.model.contract import Contract, Doubling
from referee.model.refusal import Reason, Refused
from referee.model.score import Outcome, TallyClaim
from referee.model.seat import Team
from referee.model.trump import Trump
from referee.rules.catalogue import FAMILY_RULES

from .coinche_tables import EW, PRESETS, SN, Row, in_force, rows, sheet_of, values_of, written

WORKED, OWN = tuple(rows("worked_scores.txt")), tuple(rows("own_scores.txt"))
KNOWN = {rule.id for rule in (*FAMILY_RULES, *CLASSIC_RULES, *RULES)}


def settlement(rules: str = "ffb_contree") -> ContractSettlement:
    return Coinche().referee_settlement(in_force(rules))


@pytest.mark.parametrize("row", [*WORKED, *OWN], ids=lambda row: f"{row.rules}: {row.title}")
def test_deal_is_written_as_the_table_says(row: Row) -> None:
    sheet = sheet_of(row)
    assert (sheet.outcome.name.lower(), *written(sheet)) == (row.outcome, *row.writes)
    assert sheet.totals == {team: sum(line.points for line in sheet.written if line.team == team) for team in (SN, EW)}
    assert sheet.reserve_out == 0
    assert {line.rule_id for line in (*sheet.written, *sheet.counted)} <= KNOWN


def test_tables_are_whole() -> None:
    assert len(WORKED) == 72
    assert {row.rules.split()[0] for row in WORKED} == set(PRESETS) - {"ffb_classic", "online_250", "online_252"}
    titles = [(row.rules, row.title) for row in (*WORKED, *OWN)]
    assert len(set(titles)) == len(titles)


SCORED = [option.name for option in OPTIONS if option.points == ("settlement",)]
SCORED += ["coinche_factor", "surcoinche_factor"]


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in SCORED for value in values_of(name)])
def test_every_value_makes_a_difference_in_a_table(name: str, value: Value) -> None:
    others = [other for other in values_of(name) if other != value]
    told = [row for row in (*WORKED, *OWN) if in_force(row.rules)[name] == value]
    assert any(_differs(row, {name: other}) for row in told for other in others)


def _differs(row: Row, changed: dict[str, Value]) -> bool:
    try:
        return written(sheet_of(row, changed)) != row.writes
    except Refused:
        return False


@pytest.mark.parametrize(
    ("rule_id", "title"),
    [
        ("coinche/contract_made", "S081"),
        ("coinche/contract_failed", "S083"),
        ("coinche/contract_points", "S081"),
        ("coinche/doubled", "S088"),
        ("coinche/doubled_made", "S088"),
        ("coinche/doubled_belote", "S156"),
        ("coinche/capot_bid", "S092"),
        ("coinche/capot_bid", "S117"),
        ("coinche/capot_base", "S154"),
        ("coinche/generale", "S159"),
        ("coinche/trickless", "no capot for the defence"),
        ("score/belote_on_fail", "S086"),
        ("score/rounding", "S081"),
        ("score/reserve", "reserve carried in"),
        ("score/capot", "S096"),
    ],
)
def test_line_names_its_rule(rule_id: str, title: str) -> None:
    (row,) = (one for one in (*WORKED, *OWN) if one.title == title)
    assert rule_id in {line.rule_id for line in sheet_of(row).written}


CLAIMS = [
    ("a bid that can be made", "ffb_contree", TallyClaim(taker=SN, target=120), ()),
    ("no bid at all is not a misfit", "ffb_contree", TallyClaim(taker=SN), ()),
    ("between two steps", "ffb_contree", TallyClaim(taker=SN, target=95), ("target",)),
    ("where steps are five", "ffb_contree bid_step=5", TallyClaim(taker=SN, target=95), ()),
    ("below the lowest", "ffb_contree", TallyClaim(taker=SN, target=70), ("target",)),
    ("above the highest", "ffb_contree", TallyClaim(taker=SN, target=170), ("target",)),
    ("without a highest", "ffb_contree max_bid=none", TallyClaim(taker=SN, target=170), ()),
    ("a capot", "ffb_contree", TallyClaim(taker=SN, target="capot", doubling=Doubling.COINCHE), ()),
    (
        "a capot doubled",
        "pagat_coinche",
        TallyClaim(taker=SN, target="capot", doubling=Doubling.COINCHE),
        ("doubling",),
    ),
    ("a capot not doubled", "pagat_coinche", TallyClaim(taker=SN, target="capot", doubling=Doubling.NONE), ()),
    ("no générale here", "ffb_contree", TallyClaim(taker=SN, target="generale", solo=True), ("target", "solo")),
    ("a générale", "ffb_contree generale=solo_500", TallyClaim(taker=SN, target="generale", solo=True), ()),
    ("alone without one", "ffb_contree generale=solo_500", TallyClaim(taker=SN, target=120, solo=True), ("solo",)),
    (
        "alone, though the others won a trick",
        "ffb_contree generale=solo_500",
        TallyClaim(taker=SN, target="generale", solo=True, tricks={EW: 1}),
        ("solo",),
    ),
    (
        "alone, though nobody won them all",
        "ffb_contree generale=solo_500",
        TallyClaim(taker=SN, target="generale", solo=True, no_capot=True),
        ("solo",),
    ),
    (
        "alone, though the others won them all",
        "ffb_contree generale=solo_500",
        TallyClaim(taker=SN, target="generale", solo=True, capot=EW),
        ("solo",),
    ),
    (
        "alone with all of them",
        "ffb_contree generale=solo_500",
        TallyClaim(taker=SN, target="generale", solo=True, capot=SN, tricks={SN: 8, EW: 0}),
        (),
    ),
]


@pytest.mark.parametrize(("rules", "claim", "misfits"), [one[1:] for one in CLAIMS], ids=[one[0] for one in CLAIMS])
def test_claim_that_no_auction_could_bring_is_a_misfit(rules: str, claim: TallyClaim, misfits: tuple[str, ...]) -> None:
    assert settlement(rules).misfits(claim) == misfits


def test_claim_needs_its_bid() -> None:
    assert settlement().missing(TallyClaim(taker=SN)) == ("target",)
    assert settlement().missing(TallyClaim(taker=SN, target=80)) == ()


@pytest.mark.parametrize(
    ("rules", "doubling", "factor"),
    [
        ("ffb_contree", Doubling.NONE, 1),
        ("ffb_contree", Doubling.COINCHE, 2),
        ("ffb_contree", Doubling.SURCOINCHE, 4),
        ("cannes_contree", Doubling.SURCOINCHE, 3),
        ("ffb_contree coinche_factor=3", Doubling.COINCHE, 3),
    ],
)
def test_factor_is_that_of_the_double(rules: str, doubling: Doubling, factor: int) -> None:
    assert settlement(rules).factor(Contract(None, SN, Trump.HEARTS, 80, doubling)) == factor


@pytest.mark.parametrize(
    ("rules", "conflict"),
    [
        ("ffb_contree contract_scoring=made_only double_mode=contract_only", "contract_scoring,double_mode"),
        ("cannes_contree contract_scoring=made_only", "contract_scoring,double_mode"),
        (
            "pagat_coinche contract_scoring=made_only double_mode=whole",
            "contract_scoring,defenders_keep_points_when_doubled",
        ),
    ],
)
def test_double_that_would_touch_nothing_is_refused(rules: str, conflict: str) -> None:
    with pytest.raises(Refused) as refused:
        settlement(rules)
    assert refused.value.reason is Reason.RULESET_CONFLICT
    assert refused.value.metadata["conflict"] == conflict


@pytest.mark.parametrize(
    "rules",
    [
        "cannes_contree contract_scoring=made_only double_mode=whole",
        "cannes_contree contract_scoring=contract_only",
        "pagat_coinche contract_scoring=made_only double_mode=whole defenders_keep_points_when_doubled=false",
    ],
)
def test_double_that_touches_something_is_not(rules: str) -> None:
    assert settlement(rules).unit == "points"


@given(
    st.sampled_from([*sorted({row.rules for row in (*WORKED, *OWN)})]),
    st.sampled_from([SN, EW]),
    st.sampled_from([80, 90, 100, 120, 160, "capot"]),
    st.sampled_from(["", "x", "xx"]),
    st.integers(2, 150),
    st.sampled_from(["-", "belote SN", "belote EW", "declared EW 50", "reserve 81"]),
)
def test_every_deal_has_a_winner_who_writes_the_contract(
    rules: str, taker: Team, target: int | str, doubled: str, south: int, extras: str
) -> None:
    name = {SN: "SN", EW: "EW"}
    row = Row("any", rules, f"{name[taker]} {target} {doubled}", f"{south} {152 - south} SN", extras, "", ("", ""))
    sheet = sheet_of(row)
    assert sheet.outcome in (Outcome.MADE, Outcome.FAILED)
    assert (sheet.winner == taker) is (sheet.outcome is Outcome.MADE)
    others = [line for line in sheet.written if line.team != sheet.winner]
    assert not [line for line in others if line.kind.name in ("CONTRACT", "DOUBLE", "RESERVE")]
    if sheet.outcome is Outcome.FAILED:
        assert not [line for line in others if line.kind.name == "TRICKS"]
