"""The record that is measured: a whole deal from a fixed seed, auction and 32 plays, legal cards chosen at random."""

from random import Random

from belote.referee.v1 import deal_pb2, referee_service_pb2, ruleset_pb2

from referee.model.card import NUMBER_OF, PACK
from referee.service import Service

SEED = 7


def whole_record(service: Service, seed: int = SEED) -> deal_pb2.Deal:
    """A finished record with its deck; three seats pass, the fourth takes."""
    deal = _dealt(service, "ffb_classic", seed)
    for call in range(4):
        action = deal.actions.add()
        if call < 3:
            action.call.passed.SetInParent()
        else:
            action.call.take.trump = (deal.turn_up >> 4) % 8  # type: ignore[assignment]  # the suit's number
    return _played(service, deal, Random(seed))


def contract_record(service: Service) -> deal_pb2.Deal:
    """A finished record of coinche with its deck: a bid, doubled, and every declaration said, of which some score."""
    for seed in range(SEED, SEED + 200):
        deal = _dealt(service, "ffb_coinche", seed)
        bid = deal.actions.add().call.bid
        bid.trump, bid.points = 3, 90  # type: ignore[assignment]  # hearts
        deal.actions.add().call.coinche.SetInParent()
        deal.actions.add().call.passed.SetInParent()
        deal.actions.add().call.passed.SetInParent()
        deal = _played(service, deal, Random(seed))
        if len([action for action in deal.actions if action.declarations]) > 1:
            return deal
    raise AssertionError("no deal in which two seats declare")


def _dealt(service: Service, preset: str, seed: int) -> deal_pb2.Deal:
    random = Random(seed)
    deck = list(PACK)
    random.shuffle(deck)
    request = referee_service_pb2.DealCardsRequest(
        ruleset=ruleset_pb2.Ruleset(preset=preset),
        dealer=1,  # type: ignore[arg-type]  # a seat's number
        deck=[NUMBER_OF[card] for card in deck],  # type: ignore[misc]  # card numbers
    )
    answer = service.answer("DealCards", request.SerializeToString(), "en")
    return referee_service_pb2.DealCardsResponse.FromString(answer).deal


def _played(service: Service, deal: deal_pb2.Deal, random: Random) -> deal_pb2.Deal:
    """The record with cards chosen at random up to its end, and all said over them that may be declared."""
    while True:
        asked = referee_service_pb2.ListLegalActionsRequest(deal=deal).SerializeToString()
        listed = referee_service_pb2.ListLegalActionsResponse.FromString(
            service.answer("ListLegalActions", asked, "en")
        )
        if not listed.legal:
            return deal
        chosen = random.choice(listed.legal)
        deal.actions.append(chosen.action)
        deal.actions[-1].declarations.extend(chosen.declarations)


def mid_record(whole: deal_pb2.Deal, left: int = 14) -> deal_pb2.Deal:
    """The same record with the last actions taken off: an everyday question in the middle of a deal."""
    deal = deal_pb2.Deal()
    deal.CopyFrom(whole)
    del deal.actions[-left:]
    return deal


def mid_request(service: Service) -> bytes:
    """The everyday question: what may be done in the middle of the measured deal."""
    return referee_service_pb2.ListLegalActionsRequest(deal=mid_record(whole_record(service))).SerializeToString()
