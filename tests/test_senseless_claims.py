"""Claims that no honest player makes: answered at once, refused where they stand, never a fault of the referee."""

from typing import Final

import pytest
from belote.referee.v1 import deal_pb2, position_pb2, referee_service_pb2, ruleset_pb2

from referee import plugins
from referee.model.refusal import Refused
from referee.service import Service

SERVICE: Final = Service(plugins.load())


def record() -> deal_pb2.Deal:
    """No hand is known; north has dealt, and west takes at once."""
    deal = deal_pb2.Deal(ruleset=ruleset_pb2.Ruleset(preset="cafe"), dealer=3, turn_up=0x37)  # type: ignore[arg-type]  # numbers do here
    deal.actions.add().call.take.trump = 3  # type: ignore[assignment]
    return deal


def inspected(deal: deal_pb2.Deal) -> position_pb2.Position:
    request = referee_service_pb2.InspectDealRequest(deal=deal).SerializeToString()
    return referee_service_pb2.InspectDealResponse.FromString(SERVICE.answer("InspectDeal", request, "en")).position


def refused_at(rpc: str, request: bytes) -> set[str]:
    with pytest.raises(Refused) as refusal:
        SERVICE.answer(rpc, request, "en")
    return {field.path for field in refusal.value.fields}


def test_more_than_a_hand_can_hold_is_left_open_and_not_looked_through() -> None:
    deal = record()
    for card in (0x48, 0x49, 0x4A, 0x4B):
        play = deal.actions.add(play=card)
        for kind in ("tierce", "cinquante", "cent", "carre") * 3:
            play.declarations.add(kind=kind)
    assert not any(status.HasField("counted") for status in inspected(deal).declarations)


def test_a_kind_longer_than_any_is_refused_where_it_stands() -> None:
    deal = record()
    deal.actions.add(play=0x48).declarations.add(kind="t" * 65)
    request = referee_service_pb2.InspectDealRequest(deal=deal).SerializeToString()
    for _ in range(2):  # the second time its rules are known, and the record is read the quick way
        assert refused_at("InspectDeal", request) == {"deal.actions[1].declarations[0].kind"}


def test_hundreds_of_faults_in_one_action_are_told_with_their_paths() -> None:
    deal = record()
    play = deal.actions.add(play=0x48)
    for _ in range(16):
        play.declarations.add(cards=[1] * 16)
    request = referee_service_pb2.InspectDealRequest(deal=deal).SerializeToString()
    for _ in range(2):
        assert all(path.startswith("deal.actions[1].declarations[") for path in refused_at("InspectDeal", request))


def test_a_dummy_takes_nothing() -> None:
    rules = ruleset_pb2.Ruleset(preset="belote_3p")
    rules.options.add(name="three_handed_layout", choice="dummy")
    request = referee_service_pb2.ListLegalCardsRequest(ruleset=rules, trump=3, hand=[0x37], trick=[0x17], taker=3)  # type: ignore[arg-type, list-item]
    assert refused_at("ListLegalCards", request.SerializeToString()) == {"taker"}
    request.taker = 1  # type: ignore[assignment]
    assert SERVICE.answer("ListLegalCards", request.SerializeToString(), "en")
