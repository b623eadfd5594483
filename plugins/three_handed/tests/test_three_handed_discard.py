"""The two cards that the taker lays away: who, when, which, and what is left."""

import pytest
from referee_three_handed.discard import ID, Discard

from referee.model.action import Custom
from referee.model.card import CARD_NAMED, PACK_32, Cards, cards_in, cards_of
from referee.model.contract import Contract
from referee.model.exchanging import Exchanging
from referee.model.seat import Seat, Team
from referee.model.trump import Trump

STEP = Discard(2)
HANDS = (
    "7C 8C 9C TC JC QC KC AC 7D 8D",
    "9D TD JD QD KD AD 7H 8H 9H TH JH QH",
    "KH AH 7S 8S 9S TS JS QS KS AS",
)


def held(names: str) -> Cards:
    return cards_of(CARD_NAMED[name] for name in names.split())


def dealt(taker: Seat = Seat.EAST, seen: tuple[Seat, ...] = (Seat.SOUTH, Seat.EAST, Seat.WEST)) -> Exchanging:
    seats = (Seat.SOUTH, Seat.EAST, Seat.WEST)
    hands = tuple(held(names) if seat in seen else 0 for seat, names in zip(seats, HANDS, strict=True))
    return Exchanging(
        seats=seats,
        dealer=Seat.WEST,
        contract=Contract(taker, Team.EAST, Trump.HEARTS),
        held=hands,
        hidden=tuple(len(names.split()) - hand.bit_count() for names, hand in zip(HANDS, hands, strict=True)),
        pool=PACK_32 & ~sum(hands),
        turn_up=0,
    )


def test_only_the_taker_may_and_must_before_the_lead() -> None:
    at = dealt()
    assert STEP.seats(at) == (Seat.EAST,)
    assert STEP.due(at)
    assert not STEP.public


def test_once() -> None:
    at = dealt()
    done = Exchanging(**{name: getattr(at, name) for name in at.__slots__} | {"done": ((Seat.EAST, ID),)})
    assert STEP.seats(done) == ()
    assert not STEP.due(done)


def test_any_two_of_the_twelve_are_offered() -> None:
    offered = STEP.offers(dealt(), Seat.EAST)
    assert len(offered) == 66
    assert len({action.cards for action in offered}) == 66
    assert {card for action in offered for card in action.cards} == set(cards_in(held(HANDS[1])))
    assert all(action.id == ID and action.seat is None for action in offered)


@pytest.mark.parametrize("names", ["9D TD", "JH 9H", "AD QH"])
def test_no_card_is_kept_from_being_laid_away(names: str) -> None:
    assert STEP.objections(dealt(), Seat.EAST, Custom(ID, tuple(CARD_NAMED[name] for name in names.split()))) == ()


def test_the_cards_leave_the_hand_and_are_laid() -> None:
    at = dealt()
    after = STEP.apply(at, Seat.EAST, Custom(ID, (CARD_NAMED["7H"], CARD_NAMED["8H"])))
    assert after.hand(Seat.EAST) == held("9D TD JD QD KD AD 9H TH JH QH")
    assert dict(after.laid) == {Seat.EAST: held("7H 8H")}
    assert (after.hidden, after.pool) == (at.hidden, at.pool)
    assert [after.held[0], after.held[2]] == [at.held[0], at.held[2]]


def test_what_a_hidden_hand_lays_away_is_taken_off_it_and_stays_unknown() -> None:
    at = dealt(seen=(Seat.SOUTH,))
    after = STEP.apply(at, Seat.EAST, Custom(ID))
    assert after.hidden == (0, 10, 10)
    assert (after.held, after.pool) == (at.held, at.pool)
    assert not any(after.laid.values())
