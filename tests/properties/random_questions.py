"""Requests of every call, made from random deals: most can be answered, as a client would send them."""

import random
from dataclasses import replace
from typing import Any, Final

from belote.referee.v1 import card_pb2, referee_service_pb2, score_pb2
from google.protobuf.message import Message

from referee.model.action import Play
from referee.model.card import CARD_NAMED, NUMBER_OF, PACK
from referee.model.seat import Seat, Team
from referee.model.trump import TRUMP_NAMED
from referee.redact import redact
from referee.wire import encode
from tests.properties.random_deals import RandomDeal, as_hands, random_deal
from tests.properties.random_rules import random_rules

REQUESTS: Final[dict[str, type[Message]]] = {
    "ListVariants": referee_service_pb2.ListVariantsRequest,
    "DealCards": referee_service_pb2.DealCardsRequest,
    "InspectDeal": referee_service_pb2.InspectDealRequest,
    "ListLegalActions": referee_service_pb2.ListLegalActionsRequest,
    "ApplyAction": referee_service_pb2.ApplyActionRequest,
    "RedactDeal": referee_service_pb2.RedactDealRequest,
    "ScoreDeal": referee_service_pb2.ScoreDealRequest,
    "ScoreMatch": referee_service_pb2.ScoreMatchRequest,
    "ListLegalCards": referee_service_pb2.ListLegalCardsRequest,
    "JudgeTrick": referee_service_pb2.JudgeTrickRequest,
    "ScoreTally": referee_service_pb2.ScoreTallyRequest,
    "BatchJudge": referee_service_pb2.BatchJudgeRequest,
}
QUESTIONS: Final = {
    rpc: next(field.name for field in referee_service_pb2.Question.DESCRIPTOR.fields if field.message_type is one)
    for rpc, one in ((rpc, kind.DESCRIPTOR) for rpc, kind in REQUESTS.items())
    if rpc not in ("ListVariants", "BatchJudge")
}
"""The member of a batch's question for each call that may stand there."""

# The stubs want each enum's own type, and the model's numbers are the wire's.
SEATS: Final[list[Any]] = [int(seat) for seat in Seat]
SIDES: Final[list[Any]] = [int(Team.SOUTH_NORTH), int(Team.EAST_WEST)]


def random_request(seed: int) -> tuple[str, Message]:
    """A call and its request; the calls take turns."""
    rpc = list(REQUESTS)[seed % len(REQUESTS)]
    if rpc == "ListVariants":
        return rpc, referee_service_pb2.ListVariantsRequest()
    if rpc == "BatchJudge":
        questions = [random_question(100 * seed + number) for number in range(4)]
        return rpc, referee_service_pb2.BatchJudgeRequest(questions=questions)
    return rpc, request_of(rpc, seed)


def random_question(seed: int) -> referee_service_pb2.Question:
    """One question of a batch; the calls take turns."""
    rpc = list(QUESTIONS)[seed % len(QUESTIONS)]
    whole: Any = {QUESTIONS[rpc]: request_of(rpc, seed)}
    return referee_service_pb2.Question(**whole)


def request_of(rpc: str, seed: int) -> Message:
    """A request of one call, made from the deal of the seed."""
    chance = random.Random(seed)
    one = random_deal(seed)
    while rpc in ("ListLegalCards", "JudgeTrick", "ScoreTally") and one.over is None:
        one = random_deal(chance.randrange(1 << 30))
    match rpc:
        case "DealCards":
            return deal_cards(one, chance)
        case "InspectDeal":
            return referee_service_pb2.InspectDealRequest(deal=some_record(one, chance))
        case "ListLegalActions":
            return referee_service_pb2.ListLegalActionsRequest(
                deal=some_record(one, chance), full_ruleset=chance.random() < 0.5
            )
        case "ApplyAction":
            return apply_action(one, chance)
        case "RedactDeal":
            return referee_service_pb2.RedactDealRequest(deal=some_record(one, chance), seat=chance.choice(SEATS))
        case "ScoreDeal":
            return referee_service_pb2.ScoreDealRequest(deal=encode.deal(one.deal))
        case "ScoreMatch":
            return score_match(seed, chance)
        case "ScoreTally":
            return referee_service_pb2.ScoreTallyRequest(
                ruleset=encode.choice(one.deal.choice), tally=tally(one), reserve_in=chance.choice((0, 81))
            )
    moment = one.moments[chance.randrange(one.calls, len(one.deal.actions))]
    assert one.over is not None
    trump: Any = int(TRUMP_NAMED[one.over.trump])
    trick: list[Any] = [NUMBER_OF[CARD_NAMED[card]] for card in moment.trick]
    hand: list[Any] = [NUMBER_OF[CARD_NAMED[card]] for card in moment.hands[moment.seat]]
    ruleset = encode.choice(one.deal.choice)
    if rpc == "JudgeTrick":
        leader: Any = moment.leader + 1
        return referee_service_pb2.JudgeTrickRequest(
            ruleset=ruleset, trump=trump, leader=leader, cards=[*trick, hand[0]]
        )
    return referee_service_pb2.ListLegalCardsRequest(ruleset=ruleset, trump=trump, hand=hand, trick=trick)


def some_record(one: RandomDeal, chance: random.Random) -> Any:
    """The deal as far as some point, with the deck, with hands, or as one seat sees it."""
    done = chance.randrange(len(one.moments))
    match chance.randrange(3):
        case 0:
            return encode.deal(one.until(done))
        case 1:
            return encode.deal(as_hands(one, done))
    return encode.deal(redact(one.ruleset, one.until(done), chance.choice(list(Seat))))


def deal_cards(one: RandomDeal, chance: random.Random) -> referee_service_pb2.DealCardsRequest:
    request = referee_service_pb2.DealCardsRequest(
        ruleset=encode.choice(one.deal.choice), deck=encode.numbers(one.deal.deck)
    )
    if one.ruleset.dealing.draw_for_dealer and chance.random() < 0.5:
        for seat, card in zip(SEATS, chance.sample(PACK, 4), strict=True):
            request.draws.add(seat=seat, card=encode.numbers([card])[0])
    else:
        request.dealer = chance.choice(SEATS)
    if chance.random() < 0.5:
        request.cut = 16
    return request


def apply_action(one: RandomDeal, chance: random.Random) -> referee_service_pb2.ApplyActionRequest:
    """The next action of the record, or some card."""
    done = chance.randrange(len(one.deal.actions))
    action = one.deal.actions[done] if chance.random() < 0.5 else Play(chance.choice(PACK))
    deal = one.until(done) if chance.random() < 0.5 else as_hands(one, done)
    return referee_service_pb2.ApplyActionRequest(deal=encode.deal(deal), action=encode.action(action))


def score_match(seed: int, chance: random.Random) -> referee_service_pb2.ScoreMatchRequest:
    """Two deals of one match, a record and a tally."""
    rules = random_rules(chance)
    first, second = (random_deal(seed + number, rules) for number in (1, 2))
    deals = [
        referee_service_pb2.MatchDeal(deal=encode.deal(replace(first.deal, reserve_in=None))),
        referee_service_pb2.MatchDeal(tally=tally(second)),
    ]
    return referee_service_pb2.ScoreMatchRequest(ruleset=encode.choice(rules[0]), deals=deals)


def tally(one: RandomDeal) -> score_pb2.Tally:
    """What a table would have counted."""
    over = one.over
    if over is None:
        return score_pb2.Tally(passed_out=True)
    trump: Any = int(TRUMP_NAMED[over.trump])
    swept = len({seat % 2 for seat in over.winners}) == 1
    belotes = [over.belotes.count("A"), over.belotes.count("B")]
    return score_pb2.Tally(
        taker=SIDES[over.taker % 2],
        trump=trump,
        card_points=[card_pb2.TeamPoints(team=SIDES[0], points=over.captured[0])],
        last_trick=SIDES[over.winners[-1] % 2],
        capot=SIDES[over.winners[-1] % 2] if swept else card_pb2.TEAM_NOBODY,
        belotes=[
            card_pb2.TeamCount(team=side, count=count) for side, count in zip(SIDES, belotes, strict=True) if count
        ],
    )
