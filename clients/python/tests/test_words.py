"""What people write, and what is written for them."""

from collections.abc import Callable
from typing import Any

import pytest
from belote_client import actions, card, cards, doubling, messages, seat, team, text, trump, word
from belote_client.messages import Card, Doubling, PlayerAction, Ruling, Seat, Team, Trump
from belote_client.words import CardsLike

READ = [
    ("JH", Card.CARD_JACK_OF_HEARTS),
    ("TS", Card.CARD_TEN_OF_SPADES),
    ("10S", Card.CARD_TEN_OF_SPADES),
    ("7c", Card.CARD_SEVEN_OF_CLUBS),
    ("AD", Card.CARD_ACE_OF_DIAMONDS),
    (Card.CARD_NINE_OF_HEARTS, Card.CARD_NINE_OF_HEARTS),
]


@pytest.mark.parametrize(("written", "number"), READ)
def test_a_card_is_read(written: str, number: Card.ValueType) -> None:
    assert card(written) == number


@pytest.mark.parametrize("written", ["", "J", "HJ", "6H", "JX", "JH ", "J H", "JHJH"])
def test_what_is_no_card_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        card(written)


def test_every_card_of_the_contract_is_written_and_read() -> None:
    numbers = Card.values()[1:]
    assert len(numbers) == 32
    for number in numbers:
        rank, _, suit = Card.Name(number).removeprefix("CARD_").partition("_OF_")
        digits = {"SEVEN": "7", "EIGHT": "8", "NINE": "9"}
        assert text(number) == digits.get(rank, rank[0]) + suit[0]
        assert card(text(number)) == number


LISTS: dict[str, CardsLike] = {
    "text": "JH TS",
    "text with more space": " JH  TS\n",
    "list": ["JH", "TS"],
    "mixed": ("JH", Card.CARD_TEN_OF_SPADES),
}


@pytest.mark.parametrize("written", LISTS.values(), ids=LISTS)
def test_cards_are_read_from_a_text_or_a_list(written: CardsLike) -> None:
    assert cards(written) == [Card.CARD_JACK_OF_HEARTS, Card.CARD_TEN_OF_SPADES]


def test_no_cards_are_no_cards() -> None:
    assert cards("") == cards([]) == []
    assert text([]) == ""


def test_cards_are_written_with_what_is_not_known() -> None:
    assert text(cards("JH TS")) == "JH TS"
    assert text(Card.ValueType(0x5B)) == "91"


READERS: list[tuple[Any, Callable[[Any], int]]] = [(Seat, seat), (Team, team), (Trump, trump), (Doubling, doubling)]


@pytest.mark.parametrize(("kind", "read"), READERS, ids=["seat", "team", "trump", "doubling"])
def test_every_word_is_read_and_written(kind: Any, read: Callable[[Any], int]) -> None:
    for number in kind.values()[1:]:
        assert read(word(kind, number)) == read(number) == number
    assert read(None) == 0


NO_WORDS = ["", "South", "SEAT_SOUTH", "unspecified", "sud", "south "]


@pytest.mark.parametrize("written", NO_WORDS)
def test_another_word_is_refused_with_those_there_are(written: str) -> None:
    with pytest.raises(ValueError, match=r"is no seat: it can be south, east, north, west$"):
        seat(written)


def test_words_of_answers() -> None:
    assert word(Ruling, Ruling.RULING_UNDETERMINED) == "undetermined"
    assert word(Seat, Seat.SEAT_UNSPECIFIED) == "unspecified"
    assert word(messages.ErrorReason, messages.ErrorReason.ERROR_REASON_CARD_UNKNOWN) == "card_unknown"
    assert word(Seat, Seat.ValueType(99)) == "99"


TOLD = [
    (actions.play("KH"), "KH"),
    (actions.play("KH", says_belote=True), "KH belote"),
    (actions.play("7S", declares=["tierce"], seat="north"), "7S tierce(?)"),
    (actions.play("7S", declares=[actions.declaration("tierce", "7S 8S 9S")]), "7S tierce(7S 8S 9S)"),
    (actions.passed(), "pass"),
    (actions.take("hearts"), "take H"),
    (actions.bid("no_trump", 80), "bid 80 NT"),
    (actions.bid("all_trump", "capot"), "bid capot AT"),
    (actions.bid("spades", "generale"), "bid generale S"),
    (actions.bid("clubs"), "bid C"),
    (actions.coinche(), "coinche"),
    (actions.surcoinche(), "surcoinche"),
    (actions.custom("swap", "7H 8H", fast=True, times=2, mode="all"), "swap(7H 8H fast=true times=2 mode=all)"),
    (PlayerAction(call=messages.Call(take=messages.Take(trump=Trump.ValueType(9)))), "take 9"),
]


@pytest.mark.parametrize(("action", "written"), TOLD, ids=[written for _, written in TOLD])
def test_an_action_is_written_as_in_the_notation(action: PlayerAction, written: str) -> None:
    assert text(action) == written


def test_an_action_that_is_none_is_written_as_nothing() -> None:
    assert text(PlayerAction()) == text(PlayerAction(call=messages.Call())) == ""
