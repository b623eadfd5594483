"""Who may say what and how the auction ends: tables of calls, and laws that hold for every auction."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_coinche.bidding import Bidding, ContractAuction
from referee_coinche.options import OPTIONS
from referee_coinche.rules import RULES

from referee import Value
from referee.classic.rules import CLASSIC_RULES
from referee.model.action import Bid, Call, Coinche, Pass, Surcoinche, Take
from referee.model.contract import Doubling
from referee.model.seat import SEAT_LETTERS, Seat
from referee.model.trump import Trump
from referee.rules.catalogue import FAMILY_RULES

from .coinche_calls import after, auction, said, words_of
from .coinche_tables import FACTS, in_force, values_of

KNOWN = {rule.id for rule in (*FAMILY_RULES, *CLASSIC_RULES, *RULES)}


def rows(name: str) -> Iterator[tuple[str, ...]]:
    """The rows of a table, each after the rules of the line above it; a lone dash is an empty cell."""
    rules = ""
    for line in (FACTS / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("rules "):
            rules = line.removeprefix("rules ")
        elif line and not line.startswith("#"):
            title, *cells = (cell.strip() for cell in line.split("|"))
            yield (f"{rules}: {title}", rules, *("" if cell == "-" else cell for cell in cells))


CALLS, CLOSED = tuple(rows("calls.txt")), tuple(rows("closed.txt"))


@pytest.mark.parametrize(("rules", "before", "word", "verdict"), [row[1:] for row in CALLS], ids=[r[0] for r in CALLS])
def test_call_is_legal_or_names_the_rules_that_object(rules: str, before: str, word: str, verdict: str) -> None:
    held = auction(rules)
    state = after(held, before)
    seat, call = said(word)
    may_act = held.may_act(state)
    speaker = seat or may_act[0]
    assert sorted(held.objections(state, speaker, call)) == ([] if verdict == "legal" else verdict.split())
    if verdict == "legal":
        assert speaker in may_act


@pytest.mark.parametrize(("rules", "before", "verdict"), [row[1:] for row in CLOSED], ids=[row[0] for row in CLOSED])
def test_auction_stands_where_the_table_says(rules: str, before: str, verdict: str) -> None:
    assert _stands(rules, before, {}) == verdict
    held = auction(rules)
    state = after(held, before)
    outcome = held.outcome(state)
    if outcome is not None:
        assert held.may_act(state) == ()
        assert held.standing(state) == outcome.contract


def test_every_worked_example_has_its_row() -> None:
    numbers = {name.split(": ")[1].split()[0] for name, *_ in (*CALLS, *CLOSED)}
    assert {f"B{number:02}" for number in range(7, 25)} <= numbers


def test_every_rule_of_the_auction_objects_somewhere() -> None:
    named = {rule_id for *_, verdict in CALLS for rule_id in verdict.split()}
    auction_rules = [rule.id for rule in RULES][: [rule.id for rule in RULES].index("coinche/auction_ends")]
    assert set(auction_rules) <= named


CALLED = [option.name for option in OPTIONS if "auction" in option.points]


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in CALLED for value in values_of(name)])
def test_every_value_makes_a_difference_in_a_table(name: str, value: Value) -> None:
    others = [other for other in values_of(name) if other != value]
    told = [row for row in CLOSED if in_force(row[1])[name] == value]
    asked = [row for row in CALLS if in_force(row[1])[name] == value]
    assert any(
        _stands(rules, before, {name: other}) != verdict for _, rules, before, verdict in told for other in others
    ) or any(
        _verdict(rules, before, word, {name: other}) != _verdict(rules, before, word, {})
        for _, rules, before, word, _ in asked
        for other in others
    )


def _stands(rules: str, before: str, changed: dict[str, Value]) -> str:
    held = auction(rules, changed)
    try:
        state = after(held, before)
    except AssertionError:
        return "not said at all"
    outcome = held.outcome(state)
    if outcome is not None:
        return f"closed {words_of(outcome.contract)}"
    return " ".join(["open", *(SEAT_LETTERS[seat] for seat in held.may_act(state))])


def _verdict(rules: str, before: str, word: str, changed: dict[str, Value]) -> object:
    held = auction(rules, changed)
    try:
        state = after(held, before)
    except AssertionError:
        return "not said at all"
    seat, call = said(word)
    return held.objections(state, seat or held.may_act(state)[0], call) if held.may_act(state) else "over"


def test_standing_bid_shows_its_double() -> None:
    held = auction("ffb_contree")
    assert held.standing(after(held, "p")) is None
    assert words_of(held.standing(after(held, "80S p"))) == "S 80S"
    doubled = held.standing(after(held, "80S x"))
    assert doubled is not None
    assert doubled.doubling is Doubling.COINCHE
    assert words_of(doubled) == "S 80S times 2"


CANDIDATES = [
    ("ffb_contree", "", None, "p capotC capotD capotH capotS"),
    ("ffb_contree", "80S", None, "p capotC capotD capotH capotS x"),
    ("ffb_contree", "80S x", None, "p xx"),
    ("ffb_contree coinche_freezes=false", "80S x", None, "p capotC capotD capotH capotS xx"),
    ("pagat_coinche", "80S", "W", "x"),
    (
        "ffb_contree generale=solo_500",
        "",
        None,
        "p capotC capotD capotH capotS generaleC generaleD generaleH generaleS",
    ),
]


@pytest.mark.parametrize(("rules", "before", "seat", "words"), CANDIDATES)
def test_candidates_are_all_but_numbers(rules: str, before: str, seat: str | None, words: str) -> None:
    held = auction(rules)
    state = after(held, before)
    speaker = said(f"{seat}:p").seat if seat else held.may_act(state)[0]
    assert speaker is not None
    assert list(held.candidates(state, speaker)) == [said(word).call for word in words.split()]


RANGES = [
    ("ffb_contree", "", "C 80-160/10 D 80-160/10 H 80-160/10 S 80-160/10"),
    ("ffb_contree", "100H", "C 110-160/10 D 110-160/10 H 110-160/10 S 110-160/10"),
    ("ffb_contree", "160H", ""),
    ("ffb_contree", "capotH", ""),
    ("ffb_contree", "100H x", ""),
    ("ffb_contree coinche_freezes=false", "150H x", "C 160-160/10 D 160-160/10 H 160-160/10 S 160-160/10"),
    ("ffb_contree outbid_self=new_suit_only", "100H p p p", "C 110-160/10 D 110-160/10 S 110-160/10"),
    ("ffb_contree min_bid=82", "", "C 82-152/10 D 82-152/10 H 82-152/10 S 82-152/10"),
    ("ffb_contree bid_step=5", "155H", "C 160-160/5 D 160-160/5 H 160-160/5 S 160-160/5"),
    ("pagat_coinche", "500H", "C 510-/10 D 510-/10 H 510-/10 S 510-/10"),
]


@pytest.mark.parametrize(("rules", "before", "expected"), RANGES)
def test_ranges_are_the_legal_numbers(rules: str, before: str, expected: str) -> None:
    held = auction(rules)
    state = after(held, before)
    found = [
        f"{'CDHS'[one.trump - 1]} {one.minimum}-{'' if one.maximum is None else one.maximum}/{one.step}"
        for one in held.bid_ranges(state, held.may_act(state)[0])
    ]
    assert " ".join(found) == expected


def test_who_speaks_out_of_turn_has_no_numbers() -> None:
    held = auction("pagat_coinche")
    state = after(held, "80S")
    assert held.may_act(state) == (Seat.EAST, Seat.WEST)
    assert held.bid_ranges(state, Seat.WEST) == ()


@pytest.mark.parametrize("rules", ["ffb_contree", "ffb_contree all_pass=dealer_must_take"])
def test_all_may_pass_unless_the_dealer_must_bid(rules: str) -> None:
    held = auction(rules)
    assert held.may_pass_out is (rules == "ffb_contree")
    assert held.needs_turn_up is False


ANY_RULES = sorted({row[1] for row in (*CALLS, *CLOSED)})
NUMBERS = (70, 80, 82, 85, 90, 92, 110, 150, 155, 160, 170, 260, 270, 660)
EVERY_CALL: tuple[Call, ...] = (
    Pass(),
    Coinche(),
    Surcoinche(),
    *(Take(trump) for trump in Trump),
    *(Bid(trump, target) for trump in Trump for target in (None, "capot", "generale", *NUMBERS)),
)


def legal(held: ContractAuction, state: Bidding) -> list[tuple[Seat, Call]]:
    """Everything that somebody may say now, found by asking about every call of every seat."""
    return [
        (seat, call) for seat in held.may_act(state) for call in EVERY_CALL if not held.objections(state, seat, call)
    ]


@given(st.sampled_from(ANY_RULES), st.sampled_from(list(Seat)), st.data())
def test_whatever_is_said_the_auction_keeps_its_laws(rules: str, dealer: Seat, data: st.DataObject) -> None:
    held = auction(rules)
    state, bids = held.start(dealer, 0, {}), 0
    for _ in range(60):
        if held.outcome(state) is not None:
            break
        hash(state)
        open_calls = legal(held, state)
        turn = held.may_act(state)[0]
        assert [call for seat, call in open_calls if seat == turn], "whose turn it is always has something to say"
        for seat in held.may_act(state):
            _lists_agree(held, state, seat, [call for one, call in open_calls if one == seat])
        # Long auctions come from small steps, so passes and doubles are drawn as often as all the bids together.
        few = [one for one in open_calls if not isinstance(one[1], Bid)]
        seat, call = data.draw(st.sampled_from(few or open_calls) | st.sampled_from(open_calls))
        bids += isinstance(call, Bid)
        state = held.apply(state, seat, call)
    outcome = held.outcome(state)
    if outcome is not None:
        assert (outcome.contract is None) is (bids == 0)
        assert bids or held.may_pass_out
        assert not legal(held, state)


def _lists_agree(held: ContractAuction, state: Bidding, seat: Seat, open_calls: list[Call]) -> None:
    ranges = held.bid_ranges(state, seat)
    numbered = {(one.trump, one.target) for one in open_calls if isinstance(one, Bid) and isinstance(one.target, int)}
    for trump in Trump:
        for number in NUMBERS:
            inside = any(
                one.trump == trump
                and one.minimum <= number <= (one.maximum or number)
                and not (number - one.minimum) % one.step
                for one in ranges
            )
            assert inside is ((trump, number) in numbered)
    others = {one for one in open_calls if not (isinstance(one, Bid) and isinstance(one.target, int))}
    assert others <= set(held.candidates(state, seat))
    for call in held.candidates(state, seat):
        assert set(held.objections(state, seat, call)) <= KNOWN
