"""Where the cards of a deck go: packets, turned cards, a dog, a pile, cards under others, a hand without a player."""

import weakref
from collections.abc import Sequence
from dataclasses import fields, replace

import pytest

from referee import plugins
from referee.model.action import Pass, Play, Take
from referee.model.card import PACK, SUIT_OF, Card, Cards
from referee.model.deal import Deal, RulesetChoice
from referee.model.refusal import Reason, Refused
from referee.model.score import TallyClaim
from referee.model.seat import Seat, Team
from referee.model.trump import Trump, trump_of
from referee.redact import redact
from referee.replay import replay, replay_clean
from referee.rules.dealing import Dealing
from referee.rules.table import FOUR_SEATS, Table
from referee.tally import check_claim
from referee.testing import random_deal, rulesets_of
from tests.properties.dealing_games import GAMES, TWO, WITH_DUMMY, Game

PLACES = tuple(range(32))
S, E, N, _ = Seat


def test_a_turned_card_that_stays_is_dealt_to_nobody() -> None:
    dealing = Dealing((3, 3), (3,), turn_up=True, turn_up_stays=True)
    assert dealing.first_stage(TWO, PLACES, S) == {S: (3, 4, 5, 9, 10, 11), N: (0, 1, 2, 6, 7, 8)}
    assert dealing.turn_up_index(TWO) == 12
    assert dealing.second_stage(TWO, PLACES, S, N) == {S: (16, 17, 18), N: (13, 14, 15)}
    assert dealing.rest(TWO, PLACES, S, N) == PLACES[19:]
    assert dealing.left_over(TWO) == 14
    assert dealing.tricks(TWO) == 9


def test_the_taker_alone_receives_the_dog() -> None:
    dealing = Dealing((3, 2), (5,), turn_up=True, taker_gets_turn_up=True, taker_extra=2)
    late = dealing.second_stage(WITH_DUMMY, PLACES, S, N)
    assert late == {S: (25, 26, 27, 28, 29), E: (16, 17, 18, 19, 20), N: (15, 21, 22, 23, 24, 30, 31)}
    assert dealing.rest(WITH_DUMMY, PLACES, S, N) == ()
    assert dealing.tricks(WITH_DUMMY) == 10


def test_cards_lie_under_those_dealt_upon_them() -> None:
    dealing = Dealing((4, 4, 4, 4), turn_up=True, last_is_turned=True, covered=True)
    assert dealing.first_stage(TWO, PLACES, N) == {
        S: (8, 9, 10, 11, 24, 25, 26, 27),
        N: (12, 13, 14, 15, 28, 29, 30, 31),
    }
    assert dealing.under(TWO, PLACES, N) == {S: (0, 1, 2, 3, 16, 17, 18, 19), N: (4, 5, 6, 7, 20, 21, 22, 23)}
    assert dealing.turn_up_index(TWO) == 31
    assert (dealing.first_size, dealing.hand_size, dealing.tricks(TWO)) == (8, 8, 16)


def test_a_pile_is_drawn_to_the_end() -> None:
    dealing = Dealing((2, 2), (1,), turn_up=True, turn_up_stays=True, stock=True)
    assert dealing.left_over(TWO) == 22
    assert dealing.tricks(TWO) == 16


@pytest.mark.parametrize(
    ("dealing", "table", "objection"),
    [
        (Dealing((3, 2, 3)), FOUR_SEATS, ""),
        (Dealing((3, 2, 4)), FOUR_SEATS, "4 cards more"),
        (Dealing((3, 3), (3,), stock=True), TWO, ""),
        (Dealing((3, 3), (3,), stock=True), WITH_DUMMY, "stock of 5 cards"),
        (Dealing((3, 2), (5,), taker_extra=3), WITH_DUMMY, "1 cards more"),
    ],
    ids=["the whole pack", "more than the pack", "a pile", "a pile of odd size", "a dog too large"],
)
def test_a_dealing_fits_a_table_or_says_why_not(dealing: Dealing, table: Table, objection: str) -> None:
    found = dealing.objections(table)
    assert objection in found
    assert bool(found) is bool(objection)


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": (4, 3), "covered": True},
        {"first": (4, 4), "second": (1,), "covered": True},
        {"first": (4, 4), "covered": True, "stock": True},
        {"first": (4,), "stock": True, "taker_extra": 2},
        {"first": (4,), "last_is_turned": True},
        {"first": (4,), "turn_up": True, "turn_up_stays": True, "last_is_turned": True},
    ],
    ids=["packets that do not pair", "a second stage", "a pile", "a pile and a dog", "nothing turned", "it stays"],
)
def test_what_cannot_be_dealt_is_no_dealing(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Dealing(**wrong)  # type: ignore[arg-type]  # a table of wrong arguments


def test_a_dummy_is_on_the_takers_side() -> None:
    assert WITH_DUMMY.sides == (Team.SOUTH, Team.NORTH)
    assert WITH_DUMMY.players == (S, N)
    assert WITH_DUMMY.playing(None) is WITH_DUMMY
    assert [WITH_DUMMY.playing(taker).team_of(E) for taker in (S, N)] == [Team.SOUTH, Team.NORTH]
    assert WITH_DUMMY.playing(N).partners[1] == (False, False, True)
    assert [WITH_DUMMY.after(seat) for seat in (S, E, N)] == [N, N, S]
    assert FOUR_SEATS.playing(S) is FOUR_SEATS


def test_a_dummy_never_deals() -> None:
    ruleset = rulesets_of(GAMES["dummy"]).get(RulesetChoice("ffb_classic", ("dummy",)))
    with pytest.raises(Refused) as refusal:
        replay_clean(ruleset, Deal(RulesetChoice("ffb_classic", ("dummy",)), E, deck=PACK))
    assert [(one.path, one.reason) for one in refusal.value.fields] == [("dealer", Reason.SEAT_INVALID)]


def test_a_dummy_lies_open_to_all_once_somebody_has_taken() -> None:
    choice = RulesetChoice("ffb_classic", ("dummy",))
    ruleset = rulesets_of(GAMES["dummy"]).get(choice)
    one = next(deal for deal in (random_deal(ruleset, seed, choice) for seed in range(9)) if deal.positions[-1].tricks)
    for done, position in enumerate(one.positions):
        seen = redact(ruleset, one.until(done), S)
        assert (E in seen.hands) is (position.contract is not None)
        assert N not in seen.hands


def with_hand(deal: Deal, seat: Seat, cards: tuple[int, ...]) -> Deal:
    return Deal(deal.choice, deal.dealer, hands={**deal.hands, seat: cards}, turn_up=deal.turn_up, actions=deal.actions)


def faults(game: str, change: str) -> list[tuple[str, Reason]]:
    """What is said of the south seat's view of a deal three tricks old after a change to its hand."""
    choice = RulesetChoice("ffb_classic", (game,))
    ruleset = rulesets_of(GAMES[game]).get(choice)
    one = next(deal for deal in (random_deal(ruleset, seed, choice) for seed in range(9)) if deal.positions[-1].tricks)
    done = next(at for at, position in enumerate(one.positions) if len(position.tricks) == 4)
    seen = redact(ruleset, one.until(done), S)
    hand, lying = seen.hands[S], one.positions[done].turn_up
    unseen = one.positions[done].pool & ~lying
    other = next(card for card in PACK if card & unseen)
    changed = {
        "none": hand,
        "the last that came left out": hand[:-1],
        "one more than came": (*hand, other),
        "the turned card too soon": (*hand[:-1], lying),
        "far too many": (*hand, *(card for card in PACK if card & unseen)),
    }[change]
    try:
        replay_clean(ruleset, with_hand(seen, S, changed))
    except Refused as refusal:
        return [(one.path, one.reason) for one in refusal.fields]
    return []


@pytest.mark.parametrize("game", ["strict_pile", "free_pile", "stacks"])
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("none", None),
        ("the last that came left out", None),
        ("one more than came", Reason.HAND_SIZE),
        ("far too many", Reason.HAND_SIZE),
    ],
)
def test_a_hand_that_grows_is_told_as_it_came(game: str, change: str, reason: Reason | None) -> None:
    found = faults(game, change)
    assert [one for _, one in found] == ([] if reason is None else [reason])
    assert all(path.startswith("hands[") for path, _ in found)


def test_the_turned_card_comes_last() -> None:
    assert [reason for _, reason in faults("strict_pile", "the turned card too soon")] == [Reason.CARDS_INCONSISTENT]


SOUTH, NORTH = Team.SOUTH, Team.NORTH


def claimed(game: str, claim: TallyClaim) -> list[tuple[str, Reason]] | dict[Team, int]:
    """The card points of a claim under a game, or what is wrong with it."""
    ruleset = rulesets_of(GAMES[game]).get(RulesetChoice("ffb_classic", (game,)))
    try:
        return dict(check_claim(ruleset, replace(claim, trump=Trump.HEARTS)).card_points)
    except Refused as refusal:
        return [(one.path, one.reason) for one in refusal.fields]


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        (TallyClaim(SOUTH, card_points={SOUTH: 60, NORTH: 40}, last_trick=SOUTH), {SOUTH: 60, NORTH: 40}),
        (TallyClaim(SOUTH, card_points={SOUTH: 60}, last_trick=SOUTH), [("card_points", Reason.FIELD_MISSING)]),
        (TallyClaim(SOUTH, card_points={SOUTH: 98}, capot=SOUTH), {SOUTH: 98, NORTH: 0}),
        (TallyClaim(SOUTH, capot=SOUTH), [("card_points", Reason.FIELD_MISSING)]),
        (
            TallyClaim(SOUTH, card_points={SOUTH: 100, NORTH: 52}, last_trick=SOUTH),
            [("card_points", Reason.TALLY_INCONSISTENT)],
        ),
        (
            TallyClaim(SOUTH, card_points={SOUTH: 90, NORTH: 8}, tricks={SOUTH: 9}, last_trick=SOUTH),
            [("card_points", Reason.TALLY_INCONSISTENT)],
        ),
    ],
    ids=["both sides", "one side", "every trick", "every trick, nothing counted", "too many", "points without a trick"],
)
def test_a_tally_where_cards_are_out_of_play(claim: TallyClaim, answer: object) -> None:
    assert claimed("turn_up_stays", claim) == answer


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        (
            TallyClaim(SOUTH, card_points={SOUTH: 15, NORTH: 137}, tricks={NORTH: 10}, last_trick=NORTH),
            {SOUTH: 15, NORTH: 137},
        ),
        (
            TallyClaim(SOUTH, card_points={SOUTH: 35, NORTH: 117}, tricks={NORTH: 10}, last_trick=NORTH),
            [("card_points", Reason.TALLY_INCONSISTENT)],
        ),
        (
            TallyClaim(NORTH, card_points={SOUTH: 15, NORTH: 137}, tricks={NORTH: 10}, last_trick=NORTH),
            [("card_points", Reason.TALLY_INCONSISTENT)],
        ),
        (TallyClaim(SOUTH, tricks={NORTH: 10}), [("card_points", Reason.FIELD_MISSING)]),
        (TallyClaim(SOUTH, tricks={SOUTH: 10}), {SOUTH: 152, NORTH: 0}),
    ],
    ids=["two cards laid away", "more than two hold", "by the taker only", "how much was laid away?", "the taker, all"],
)
def test_a_tally_where_the_taker_laid_cards_away(claim: TallyClaim, answer: object) -> None:
    assert claimed("dog_and_dummy", claim) == answer


def test_nothing_is_declared_of_hands_that_lie_under_cards_in_part() -> None:
    rulesets = rulesets_of(GAMES["stacks"], GAMES["free_pile"], discover=True)
    assert rulesets.get(RulesetChoice("cafe", ("free_pile",))).tricks == 16
    with pytest.raises(Refused) as refusal:
        rulesets.get(RulesetChoice("cafe", ("stacks",)))
    assert [one.reason for one in refusal.value.fields] == [Reason.RULESET_CONFLICT]
    assert "stacks, declarations" in str(refusal.value)


def test_a_dealing_that_does_not_fit_the_table_is_a_conflict() -> None:
    odd = Game("odd_pile", WITH_DUMMY, Dealing((3, 3), (3,), stock=True))
    with pytest.raises(Refused, match=r"odd_pile.*stock of 5 cards"):
        rulesets_of(odd).get(RulesetChoice("ffb_classic", ("odd_pile",)))


def test_a_table_is_made_of_its_fields_and_of_nothing_else() -> None:
    for seats, teams in ((FOUR_SEATS.seats, FOUR_SEATS.teams[:3]), ((), ()), (FOUR_SEATS.seats[:1], (Team.SOUTH,))):
        with pytest.raises(ValueError, match="a team for each seat"):
            Table(seats, teams, dummy=Seat.SOUTH)
    with pytest.raises(TypeError, match="Round: a table is made of its fields"):
        type("Round", (Table,), {"after": lambda table, seat: seat})
    assert replace(FOUR_SEATS) == FOUR_SEATS
    assert hash(replace(FOUR_SEATS)) == hash(FOUR_SEATS)
    assert weakref.ref(FOUR_SEATS)() is FOUR_SEATS


def test_a_dealing_of_ones_own_is_asked_each_time() -> None:
    class Turned(Dealing):
        def complete(self, table: Table, deck: Sequence[Card], dealer: Seat, taker: Seat | None) -> list[Cards]:
            return super().complete(table, deck, dealer, taker)[::-1]

    usual = plugins.load(discover=False).get(RulesetChoice("ffb_classic"))
    facts = {field.name: getattr(usual.dealing, field.name) for field in fields(Dealing)}
    ruleset = replace(usual, dealing=Turned(**facts))
    deal = Deal(
        RulesetChoice("ffb_classic"),
        Seat.SOUTH,
        PACK,
        actions=(*[Pass()] * 3, Take(trump_of(SUIT_OF[PACK[20]])), Play(PACK[0])),
    )
    found = [replay(ruleset, deal) for _ in range(3)]
    assert [one.position.held for one in found] == [found[0].position.held] * 3
    assert [one.fault for one in found] == [found[0].fault] * 3
    assert found[0].position.held != replay(usual, deal).position.held
