"""What the referee answers to some hundred records, sound and spoilt, one line a question: two cores print the same."""

import hashlib
import random
import sys
from collections.abc import Iterator

from belote.referee.v1 import referee_service_pb2

from referee import plugins
from referee.core import CORE
from referee.model.action import Play
from referee.model.deal import Deal
from referee.model.refusal import Refused
from referee.service import Service
from referee.testing import random_deal as random_deal_of
from referee.wire import encode
from tests.properties import test_quick_ways, test_quick_ways_of_games
from tests.properties.random_deals import random_deal

DEALS = 40
DEALS_OF_GAMES = 8


def asked() -> Iterator[tuple[str, Deal]]:
    """Records of every game, each with what it is."""
    for seed in range(DEALS):
        one = random_deal(seed)
        for kind, deal in test_quick_ways.records(one, random.Random(-seed)):
            yield f"classic {seed} {kind}", deal
    for choice in test_quick_ways_of_games.CHOICES:
        ruleset = test_quick_ways_of_games.RULESETS.get(choice)
        for seed in range(DEALS_OF_GAMES):
            deal, chance = random_deal_of(ruleset, seed, choice).deal, random.Random(seed)
            yield f"{choice.preset} {seed} whole", deal
            if any(isinstance(action, Play) for action in deal.actions):
                yield f"{choice.preset} {seed} changed", test_quick_ways_of_games.changed(deal, ruleset, chance)


def answered(service: Service, rpc: str, request: bytes) -> str:
    """A digest of the answer, or of what is said instead."""
    try:
        said = service.answer(rpc, request, "en")
    except Refused as refusal:
        said = repr((refusal.reason, refusal.fields, sorted(refusal.metadata.items()))).encode()
    return hashlib.sha256(said).hexdigest()[:16]


def lines() -> Iterator[str]:
    """Which question, and the digest of its answer."""
    service = Service(plugins.load())
    for kind, deal in asked():
        message = encode.deal(deal)
        listed = referee_service_pb2.ListLegalActionsRequest(deal=message).SerializeToString()
        for rpc, request in (
            ("ListLegalActions", listed),
            ("ListLegalActions", listed),  # now its rules and actions are known by their bytes
            ("InspectDeal", referee_service_pb2.InspectDealRequest(deal=message).SerializeToString()),
            ("ScoreDeal", referee_service_pb2.ScoreDealRequest(deal=message).SerializeToString()),
        ):
            yield f"{kind} {rpc} {answered(service, rpc, request)}"


if __name__ == "__main__":
    print(CORE)
    sys.stdout.writelines(f"{line}\n" for line in lines())
