"""Requests that nobody has spoiled yet, of every call and preset, and some whose record is mixed from two deals."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from belote.referee.v1 import deal_pb2, referee_service_pb2
from google.protobuf.message import Message

from referee import plugins
from referee.judge import bid_ranges
from referee.model.action import Bid, Play
from referee.model.card import Card
from referee.model.deal import RulesetChoice
from referee.model.position import Phase
from referee.model.refusal import Refused
from referee.redact import redact
from referee.service import Seals, Service
from referee.testing import RandomDeal, random_deal
from referee.wire import encode
from tests.properties.random_questions import QUESTIONS, REQUESTS, random_request

RULESETS: Final = plugins.load()
"""With every plugin that is installed, as a server has them."""
SEAL_KEY: Final = bytes(range(32))
SEALS: Final = Seals([SEAL_KEY], required=False)
SOUND: Final = 450
"""So many different requests are spoiled, each in many ways."""


def choices() -> Iterator[RulesetChoice]:
    """Each preset, and the first that each plugin can be added to."""
    yield from map(RulesetChoice, sorted(RULESETS.presets))
    for name, feature in sorted(RULESETS.features.items()):
        if not feature.manifest.is_base:
            found = (RulesetChoice(preset, (name,)) for preset in ("ffb_classic", *sorted(RULESETS.presets)))
            yield from list(filter(_composes, found))[:1]


def _composes(choice: RulesetChoice) -> bool:
    try:
        return bool(RULESETS.get(choice))
    except Refused:
        return False


CHOICES: Final = tuple(choices())


@cache
def deal_of(seed: int) -> RandomDeal:
    """A whole deal; the presets take turns."""
    choice = CHOICES[seed % len(CHOICES)]
    return random_deal(RULESETS.get(choice), seed, choice)


@cache
def sound_request(number: int) -> tuple[str, Message]:
    """A request of some call; the calls take turns."""
    number %= SOUND
    if number % 3 == 0:
        return random_request(number // 3)
    rpc = list(REQUESTS)[number % len(REQUESTS)]
    chance = random.Random(number)
    if rpc == "ListVariants":
        return rpc, referee_service_pb2.ListVariantsRequest()
    if rpc == "BatchJudge":
        return rpc, referee_service_pb2.BatchJudgeRequest(questions=[question(chance) for _ in range(4)])
    return rpc, request_of(rpc, number, chance)


def question(chance: random.Random) -> referee_service_pb2.Question:
    """Some question of a batch."""
    rpc = chance.choice(list(QUESTIONS))
    whole: Any = {QUESTIONS[rpc]: request_of(rpc, chance.randrange(SOUND), chance)}
    return referee_service_pb2.Question(**whole)


def request_of(rpc: str, seed: int, chance: random.Random) -> Message:
    """A request of one call about the deal of a seed."""
    one = deal_of(seed)
    seat: Any = int(chance.choice(one.ruleset.table.seats))
    match rpc:
        case "DealCards":
            deck = encode.numbers(one.deal.deck) if chance.random() < 0.7 else []
            return referee_service_pb2.DealCardsRequest(ruleset=encode.choice(one.deal.choice), deck=deck, dealer=seat)
        case "ListLegalCards" | "JudgeTrick" | "ScoreTally":
            return spot_question(rpc, one, chance)
        case "ScoreMatch":
            return score_match(one, chance)
        case "ApplyAction":
            done = chance.randrange(len(one.positions))
            action = encode.action(some_action(one, done, chance))
            return referee_service_pb2.ApplyActionRequest(deal=record(one, done, chance), action=action)
        case "ScoreDeal":
            return referee_service_pb2.ScoreDealRequest(deal=record(one, len(one.positions) - 1, chance))
    deal = record(one, chance.randrange(len(one.positions)), chance)
    if rpc == "RedactDeal":
        return referee_service_pb2.RedactDealRequest(deal=deal, seat=seat)
    if rpc == "ListLegalActions":
        return referee_service_pb2.ListLegalActionsRequest(deal=deal, full_ruleset=chance.random() < 0.3)
    return referee_service_pb2.InspectDealRequest(deal=deal)


def record(one: RandomDeal, done: int, chance: random.Random) -> deal_pb2.Deal:
    """The deal after so many actions: whole, as a seat sees it, sealed, or mixed up with another."""
    deal = one.until(done)
    bound = 0
    if chance.random() < 0.4:
        seat = chance.choice(one.ruleset.table.seats)
        deal, bound = redact(one.ruleset, deal, seat), int(seat)
    message = encode.deal(deal)
    if chance.random() < 0.25:
        mix(message, encode.deal(deal_of(chance.randrange(SOUND)).deal), chance)
    if chance.random() < 0.2:
        message.seal = SEALS.seal(message, bound)
    return message


def mix(message: deal_pb2.Deal, other: deal_pb2.Deal, chance: random.Random) -> None:
    """Takes one part of a record from another one."""
    part = chance.choice(("ruleset", "deck", "hands", "actions", "dealer", "turn_up", "totals_in"))
    if part == "actions" and chance.random() < 0.7:  # the beginning of one and the end of the other
        kept = chance.randrange(len(message.actions) + 1)
        del message.actions[kept:]
        message.actions.extend(other.actions[kept:])
        return
    message.ClearField(part)  # type: ignore[arg-type]  # one of its fields
    taken = deal_pb2.Deal()
    taken.CopyFrom(other)
    for field in taken.DESCRIPTOR.fields:
        if field.name != part:
            taken.ClearField(field.name)  # type: ignore[arg-type]  # one of its fields
    message.MergeFrom(taken)


def some_action(one: RandomDeal, done: int, chance: random.Random) -> Any:
    """What was done then, what else could have been, or some card."""
    way = chance.random()
    if way < 0.4 and done < len(one.deal.actions):
        return one.deal.actions[done]
    offered = [choice.action for choice in one.offered[done]]
    offered += [Bid(bid.trump, bid.minimum) for bid in bid_ranges(one.ruleset, one.positions[done])]
    if way < 0.8 and offered:
        return chance.choice(offered)
    return Play(chance.choice(cards(one)))


def cards(one: RandomDeal) -> tuple[Card, ...]:
    return one.deal.deck


def spot_question(rpc: str, one: RandomDeal, chance: random.Random) -> Message:
    """A question about a trick, a hand or a tally, without a record."""
    ruleset = encode.choice(one.deal.choice)
    deck: list[Any] = list(encode.numbers(one.deal.deck))
    chance.shuffle(deck)
    trump: Any = int(chance.choice(list(one.ruleset.modes)))
    seats: list[Any] = [int(seat) for seat in one.ruleset.table.players]
    if rpc == "JudgeTrick":
        most = chance.randrange(1, one.ruleset.table.size + 1)
        return referee_service_pb2.JudgeTrickRequest(
            ruleset=ruleset, trump=trump, leader=chance.choice(seats), cards=deck[:most]
        )
    if rpc == "ListLegalCards":
        held = chance.randrange(1, one.ruleset.dealing.hand_size + 1)
        laid = chance.randrange(one.ruleset.table.size)
        return referee_service_pb2.ListLegalCardsRequest(
            ruleset=ruleset, trump=trump, hand=deck[:held], trick=deck[held : held + laid], taker=chance.choice(seats)
        )
    request = referee_service_pb2.ScoreTallyRequest(ruleset=ruleset)
    sides: list[Any] = [int(side) for side in one.ruleset.table.sides]
    tally = request.tally
    tally.taker, tally.last_trick, tally.trump = chance.choice(sides), chance.choice(sides), trump
    for side in sides[:-1]:
        tally.card_points.add(team=side, points=chance.randrange(153))
    if chance.random() < 0.6:
        tally.target_points = chance.choice((80, 90, 120, 250, 500))
    if chance.random() < 0.3:
        tally.declarations.add(team=chance.choice(sides), points=chance.choice((20, 50, 100, 200)))
    return request


def score_match(one: RandomDeal, chance: random.Random) -> Message:
    """A few deals of a match, told as records and as the sheets that the referee wrote about them."""
    request = referee_service_pb2.ScoreMatchRequest(ruleset=encode.choice(one.deal.choice))
    ahead = len(CHOICES)
    for number in range(chance.randrange(1, 4)):
        other = deal_of(one.seed + number * ahead)
        told = request.deals.add()
        if other.positions[-1].phase is Phase.FINISHED and chance.random() < 0.5:
            sheet = _sheet(encode.deal(other.deal))
            if sheet is not None:
                told.score_sheet.CopyFrom(sheet)
                continue
        told.deal.CopyFrom(encode.deal(other.deal))
    return request


_SERVICE: Final = Service(RULESETS)


def _sheet(deal: deal_pb2.Deal) -> Any:
    asked = referee_service_pb2.ScoreDealRequest(deal=deal).SerializeToString()
    try:
        answer = _SERVICE.answer("ScoreDeal", asked, "en")
    except Refused:  # declarations of hidden hands may leave it open
        return None
    return referee_service_pb2.ScoreDealResponse.FromString(answer).score_sheet
