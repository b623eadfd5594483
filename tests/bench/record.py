"""The record that is measured: a whole deal from a fixed seed, auction and 32 plays, legal cards chosen at random."""

from random import Random

from belote.referee.v1 import deal_pb2, referee_service_pb2, ruleset_pb2

from referee.model.card import NUMBER_OF, PACK
from referee.service import Service

SEED = 7


def whole_record(service: Service) -> deal_pb2.Deal:
    """A finished record with its deck; three seats pass, the fourth takes."""
    random = Random(SEED)
    deck = list(PACK)
    random.shuffle(deck)
    request = referee_service_pb2.DealCardsRequest(
        ruleset=ruleset_pb2.Ruleset(preset="ffb_classic"),
        dealer=1,  # type: ignore[arg-type]  # a seat's number
        deck=[NUMBER_OF[card] for card in deck],  # type: ignore[misc]  # card numbers
    )
    answer = service.answer("DealCards", request.SerializeToString(), "en")
    deal = referee_service_pb2.DealCardsResponse.FromString(answer).deal
    for call in range(4):
        action = deal.actions.add()
        if call < 3:
            action.call.passed.SetInParent()
        else:
            action.call.take.trump = (deal.turn_up >> 4) % 8  # type: ignore[assignment]  # the suit's number
    while True:
        asked = referee_service_pb2.ListLegalActionsRequest(deal=deal).SerializeToString()
        listed = referee_service_pb2.ListLegalActionsResponse.FromString(
            service.answer("ListLegalActions", asked, "en")
        )
        if not listed.legal:
            return deal
        deal.actions.append(random.choice(listed.legal).action)


def mid_record(whole: deal_pb2.Deal, left: int = 14) -> deal_pb2.Deal:
    """The same record with the last actions taken off: an everyday question in the middle of a deal."""
    deal = deal_pb2.Deal()
    deal.CopyFrom(whole)
    del deal.actions[-left:]
    return deal
