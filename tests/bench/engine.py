"""What judging costs without a server: a question, a record, a call from bytes to bytes, and a naive engine."""

import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median

from belote.referee.v1 import deal_pb2, referee_service_pb2

from referee import plugins
from referee.model.card import PACK as CARDS
from referee.model.card import Card, cards_in, cards_of
from referee.model.deal import Deal
from referee.model.trump import Trump
from referee.replay import replay
from referee.rules.play import ModePlay, led_suit
from referee.ruleset import Ruleset
from referee.service import Service, listing
from referee.wire.decode import Reader
from tests.bench.record import contract_record, mid_record, mid_request, whole_record
from tests.naive import play as naive
from tests.naive.cards import PACK


def best_of(function: Callable[[], object], times: int, rounds: int = 7) -> float:
    """Microseconds of one call: the fastest round, since every disturbance only adds."""
    found = []
    for _ in range(rounds):
        started = time.perf_counter()
        for _ in range(times):
            function()
        found.append((time.perf_counter() - started) / times)
    return min(found) * 1e6


def questions(ruleset: Ruleset, times: int) -> float:
    """Microseconds of a legality question, over the hands and tricks of one deal, loop included."""
    play = next(iter(ruleset.play.values()))
    above = play.mode.above
    cards = list(above)
    asked = [
        (cards_of(cards[start : start + 8]), led_suit(cards[start - 3]), cards[start - 3], bool(start % 2))
        for start in range(3, 24)
    ]
    judge = play.judge

    def ask_all() -> None:
        for hand, led, best, partner in asked:
            judge(hand, led, best, partner)

    return best_of(ask_all, times // len(asked)) / len(asked)


def read(service: Service, record: deal_pb2.Deal) -> tuple[Deal, Ruleset]:
    """A record and its rules, as the service reads them."""
    reader = Reader()
    choice = reader.choice("ruleset", record.ruleset)
    return reader.deal("deal", record, choice), service.rulesets.get(choice)


def contract_over_classic(times: int, rounds: int = 3) -> float:
    """What a whole deal of coinche with declarations costs, replay and ScoreDeal together, in whole deals of classic.

    The median of so many rounds, each of which measures both.
    """
    service = Service(plugins.load())
    found = []
    for _ in range(rounds):
        costs = [whole_deal(service, record, times) for record in (contract_record(service), whole_record(service))]
        found.append(costs[0] / costs[1])
    return median(found)


def whole_deal(service: Service, record: deal_pb2.Deal, times: int) -> float:
    """Microseconds of replaying a finished record and of scoring it, from bytes to bytes."""
    deal, ruleset = read(service, record)
    request = referee_service_pb2.ScoreDealRequest(deal=record).SerializeToString()
    replayed = best_of(lambda: replay(ruleset, deal), times, 3)
    return replayed + best_of(lambda: service.answer("ScoreDeal", request, "en"), times, 3)


def naive_deal(chance: Random) -> list[str]:
    """A deal that the tests' second engine, plain lists of strings, plays out: 32 legal cards, winners of tricks."""
    pack = list(PACK)
    chance.shuffle(pack)
    hands = [pack[start : start + 8] for start in range(0, 32, 8)]
    played, leader, trick = list[str](), 0, list[str]()
    for _ in range(32):
        hand = hands[(leader + len(trick)) % 4]
        card = chance.choice(naive.legal(hand, trick, "H"))
        hand.remove(card)
        played.append(card)
        trick.append(card)
        if len(trick) == 4:
            leader, trick = (leader + naive.winner(trick, "H")) % 4, []
    return played


def own_deal(play: ModePlay, partners: Sequence[Sequence[bool]], chance: Random) -> list[Card]:
    """The same with the referee's tables, driven by as small a loop."""
    judge, beats = play.judge, play.mode.beats
    pack = list(CARDS)
    chance.shuffle(pack)
    hands = [sum(pack[start : start + 8]) for start in range(0, 32, 8)]
    played = list[Card]()
    place = master = led = best = 0
    for number in range(32):
        hand = hands[place]
        card = chance.choice(cards_in(judge(hand, led, best, bool(led) and partners[place][master])[0]))
        hands[place] = hand ^ card
        played.append(card)
        if not led:
            led, best = led_suit(card), card
        elif card & beats[best]:
            best, master = card, place
        place = (place + 1) % 4
        if number % 4 == 3:
            place = master
            led = best = 0
    return played


def deals_a_second(make: Callable[[Random], object], times: int) -> float:
    """Whole deals of a second: the fastest of five rounds over the same deals."""

    def some() -> None:
        chance = Random(7)
        for _ in range(times):
            make(chance)

    return 1e6 * times / best_of(some, 1, 5)


def never_asked(service: Service, deals: int) -> float:
    """Microseconds of a question about the middle of a deal that nobody asked about before, from bytes to bytes.

    The median over so many deals, each asked about once.
    """
    requests = [
        referee_service_pb2.ListLegalActionsRequest(
            deal=mid_record(whole_record(service, seed), 8 + seed % 13)
        ).SerializeToString()
        for seed in range(10_000, 10_000 + deals)
    ]
    listing._REFUSED.clear()  # while these deals were made, they were asked about
    found = []
    for request in requests:
        started = time.perf_counter()
        service.answer("ListLegalActions", request, "en")
        found.append(time.perf_counter() - started)
    return median(found) * 1e6


def tell(service: Service, times: int) -> bytes:
    """Prints every figure; the request that the servers are measured with."""
    whole = whole_record(service)
    deal, ruleset = read(service, whole)
    request = mid_request(service)
    plays = len(deal.actions) - 4
    print(f"a legality question: {questions(ruleset, times * 20):.2f} µs")
    replayed = best_of(lambda: replay(ruleset, deal), times)
    print(f"a record replayed (auction and {plays} plays): {replayed:.1f} µs")
    play, partners = ruleset.play[Trump.HEARTS], ruleset.table.partners
    own = deals_a_second(lambda chance: own_deal(play, partners, chance), max(20, times // 10))
    lists = deals_a_second(naive_deal, max(20, times // 10))
    print(
        f"whole deals of 32 legal cards played out: {own:.0f} a second, {own / lists:.1f} times as many as plain lists"
    )
    answered = best_of(lambda: service.answer("ListLegalActions", request, "en"), times)
    print(f"ListLegalActions, bytes to bytes ({len(request)} bytes in): {answered:.1f} µs")
    print(f"the same about deals that nobody asked about before: {never_asked(service, times // 4):.1f} µs")
    print(f"coinche with declarations ÷ classic, replay and ScoreDeal: {contract_over_classic(times // 4):.2f}")
    return request
