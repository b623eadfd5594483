"""Requests read from their bytes say what their messages say, whole and spoilt; most that are sent are read so."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from belote.referee.v1 import referee_service_pb2, ruleset_pb2
from google.protobuf.message import DecodeError

from referee import clean_play
from referee import replay as replaying
from referee.model.action import Declaration, Pass, Play
from referee.model.card import CARD_OF, PACK, PACK_32
from referee.model.deal import Deal, Plays, RulesetChoice
from referee.model.seat import Seat
from referee.service import Service, listing
from referee.service.asking import Ask
from referee.service.listing import legal_actions, legal_cards
from referee.service.naming import Naming
from referee.wire import encode, raw
from referee.wire import plain as plain_wire
from referee.wire.decode import Reader
from referee.wire.plain import plain_request
from tests.properties.random_deals import PORTIONS, RandomDeal, portion_of_seeds, random_deal, told
from tests.properties.random_rules import RULESETS
from tests.properties.test_quick_ways import answer, whole_answer

Request = referee_service_pb2.ListLegalActionsRequest

SERVICE = Service(RULESETS)
MUTANTS_EACH = 20

plain: Counter[str] = Counter()
"""Kinds of request, and how many of each were read from their bytes."""


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_a_request_read_from_its_bytes_says_what_its_message_says(portion: int) -> None:
    for seed in portion_of_seeds(portion, one_in=2):
        one = random_deal(seed)
        chance = random.Random(-seed)
        for kind, deal in plain_deals(one, chance):
            full = chance.random() < 0.3
            with told(one):
                plain[kind] += same(Request(deal=encode.deal(deal), full_ruleset=full).SerializeToString())


@pytest.mark.deals
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_a_spoilt_request_is_never_read_otherwise_than_its_message(portion: int) -> None:
    for seed in portion_of_seeds(portion, one_in=10):
        one = random_deal(seed)
        chance = random.Random(~seed)
        for _, deal in plain_deals(one, chance):
            request = Request(deal=encode.deal(deal), full_ruleset=chance.random() < 0.3).SerializeToString()
            for _ in range(MUTANTS_EACH):
                mutant = spoilt(request, chance)
                with told(one):
                    same(mutant)
                    assert answer(SERVICE, mutant, "en") == whole_answer(SERVICE, mutant, "en")


def test_requests_of_every_kind_were_read_from_their_bytes() -> None:
    if not plain:
        pytest.skip("no deal was played")
    assert all(plain.values()), plain
    assert {"named", "unnamed", "belote", "declared", "reserve", "last deal"} <= set(plain)


def plain_deals(one: RandomDeal, chance: random.Random) -> list[tuple[str, Deal]]:
    """The deal up to some card in every shape that is read from bytes."""
    plays = [index for index, action in enumerate(one.deal.actions) if isinstance(action, Play)]
    if not plays or not one.deal.deck:
        return []
    deal = one.until(chance.choice(plays) + 1)
    first = plays[0]

    at = chance.randrange(first, len(deal.actions))
    play = deal.actions[at]
    assert isinstance(play, Play)

    def with_one(changed: Play) -> Deal:
        return replace(deal, actions=(*deal.actions[:at], changed, *deal.actions[at + 1 :]))

    return [
        ("named", deal),
        ("unnamed", replace(deal, actions=tuple(replace(action, seat=None) for action in deal.actions))),
        ("belote", with_one(replace(play, says_belote=True))),
        ("declared", with_one(replace(play, declarations=(Declaration("tierce", PACK[:3]),)))),
        ("other card", with_one(replace(play, card=chance.choice(PACK)))),
        ("reserve", replace(deal, reserve_in=chance.choice((0, 81, 162, 1_000_000)))),
        ("last deal", replace(deal, last_deal=True)),
    ]


def spoilt(request: bytes, chance: random.Random) -> bytes:
    """The same with some bytes changed, left out, doubled, swapped or put in."""
    found = bytearray(request)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        at = chance.randrange(len(found))
        size = chance.choice((1, 1, 2, 4, 6))
        match chance.randrange(6):
            case 0:
                found[at] = chance.choice((found[at] ^ (1 << chance.randrange(8)), chance.randrange(256)))
            case 1:
                del found[at : at + size]
            case 2:
                found[at:at] = found[at : at + size]
            case 3:
                found[at:at] = chance.choice(
                    (b"\x38\x51", b"\x48\x01", b"\x28\x01", b"\x10\x01", b"\x32\x02\x10\x17", b"\xff")
                )
            case 4:
                other = chance.randrange(len(found))
                found[at], found[other] = found[other], found[at]
            case _:
                found += chance.choice((b"\x10\x01", b"\x10\x00", b"\x48\x01", b"\x00"))
    return bytes(found)


def same(request: bytes) -> bool:
    """Whether the request is read from its bytes. Fails when they are then read otherwise than the message is."""
    found = plain_request(request)
    if found is None:
        return False
    rules, full, (dealer, deck, turn_up, calls, plays) = found
    numbers, seats, _ = plays
    if not {*deck, *numbers} <= set(CARD_OF) or not set(seats) <= set(Seat) or not is_ruleset(rules):
        return False  # in no hand, out of turn, or no rules that are known: the record is left to its message
    message = Request.FromString(request)  # raises where the bytes are none
    deal, reader = message.deal, Reader()
    expected = reader.deal("deal", deal, RulesetChoice(""))
    reader.done()
    assert not deal.hands and not deal.totals_in
    assert ruleset_pb2.Ruleset.FromString(rules) == deal.ruleset
    assert (message.full_ruleset, dealer, turn_up) == (full, expected.dealer, expected.turn_up)
    assert (list(deck), list(numbers)) == (list(deal.deck), [one.play for one in deal.actions[len(calls) :]])
    assert [*calls, *actions(plays)] == list(expected.actions)
    return True


def is_ruleset(serialised: bytes) -> bool:
    """Whether the bytes are a ruleset."""
    try:
        return ruleset_pb2.Ruleset.FromString(serialised).IsInitialized()
    except DecodeError:
        return False


def actions(plays: Plays) -> list[Play]:
    """The plays as a record has them."""
    numbers, named, said = plays
    seats: list[Seat | None] = [Seat(seat) for seat in named] or [None] * len(numbers)
    bare = [Play(CARD_OF[number], seat=seat) for number, seat in zip(numbers, seats, strict=True)]
    return [
        replace(one, says_belote=loud.says_belote, declarations=loud.declarations) if (loud := said.get(index)) else one
        for index, one in enumerate(bare)
    ]


@pytest.mark.parametrize("size", [0, 1, 5, 124, 125, 126, 127, 128, 129, 130, 131, 300, 16382, 16383, 16384, 170_000])
def test_a_question_is_what_its_head_says(size: int) -> None:
    content = b"\x0a" * size
    question = raw.framed(referee_service_pb2.Question.LIST_LEGAL_ACTIONS_FIELD_NUMBER, content)
    assert raw.asks_what_is_legal(question) == (content if size < 16384 else None)
    for at in range(1, min(len(question), 6)):  # one byte more, or less, than the head says
        assert raw.asks_what_is_legal(question[:at] + b"\x0a" + question[at:]) is None
        assert raw.asks_what_is_legal(question[:at] + question[at + 1 :]) is None


def test_nothing_begins_as_a_size_that_no_message_has() -> None:
    heads = raw.heads(1, 400)
    for size, head in enumerate(heads):
        content = bytes(size)
        assert (head == raw.framed(1, content[: size - len(head)])[: len(head)]) or len(head) > size
        assert not content.startswith(head)
    assert sorted(size for size, head in enumerate(heads) if len(head) > size) == [0, 1, 130]


def test_junk_before_a_plain_deal_is_no_request() -> None:
    one = next(one for one in map(random_deal, range(50)) if plain_deals(one, random.Random(1)))
    for _, deal in plain_deals(one, random.Random(1)):
        sound = Request(deal=encode.deal(deal)).SerializeToString()
        answer(SERVICE, sound, "en")  # so that its rules and its auction are known
        deal_alone = encode.deal(deal).SerializeToString()
        for before in (b"", b"\xff", b"\xff\xff", b"\xff\xff\xff"):
            for after in (b"", b"\x10\x01"):
                junk = before + deal_alone + after
                assert answer(SERVICE, junk, "en") == whole_answer(SERVICE, junk, "en")


def test_an_auction_without_end_is_left_to_its_message() -> None:
    chance = random.Random(1)
    _, deal = plain_deals(next(one for one in map(random_deal, range(50)) if plain_deals(one, chance)), chance)[0]
    for calls, plain_enough in ((0, True), (30, True), (64, False), (600, False)):
        long = replace(deal, actions=(*[Pass()] * calls, *(one for one in deal.actions if isinstance(one, Play))))
        request = Request(deal=encode.deal(long)).SerializeToString()
        assert (plain_request(request) is not None) == plain_enough
        assert answer(SERVICE, request, "en") == whole_answer(SERVICE, request, "en")


def test_what_a_judge_allows_beyond_the_hand_does_not_count() -> None:
    one = next(one for one in map(random_deal, range(100)) if plain_deals(one, random.Random(1)))
    everything = {
        trump: replace(play, judge=lambda hand, led, best, partner_best: (PACK_32, 0), follows_freely=0)
        for trump, play in one.ruleset.play.items()
    }
    ruleset = replace(one.ruleset, play=everything)
    asked, naming = Ask("en"), Naming()
    for count in range(len(one.deal.actions)):
        deal = one.until(count)
        plain_one = plain_request(Request(deal=encode.deal(deal)).SerializeToString())
        for _ in range(2):  # the second time the auction is known
            listed = legal_actions(ruleset, deal, asked, naming, full=False)
            quick = None if plain_one is None else legal_cards(ruleset, plain_one[2], "en")
            assert quick is None or quick + naming.listed(ruleset, asked, full=False) == listed


def test_caches_that_start_afresh_all_the_time_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for kept in (
        replaying._CLOSED,
        replaying._GLANCED,
        clean_play._COURSES,
        listing._REFUSED,
        plain_wire._BEGUN,
        plain_wire._HEARD,
    ):
        kept.clear()
        monkeypatch.setattr(kept, "most", 2)
    for seed in range(40):
        one = random_deal(seed)
        for _, deal in plain_deals(one, random.Random(seed)):
            request = Request(deal=encode.deal(deal)).SerializeToString()
            with told(one):
                expected = whole_answer(SERVICE, request, "en")
                assert [answer(SERVICE, request, "en") for _ in range(3)] == [expected] * 3
