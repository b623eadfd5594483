"""Sealed records: what a referee returned is taken back as it was, and nothing else is."""

from collections.abc import Iterator
from typing import Any

import pytest
from belote.referee.v1 import card_pb2, deal_pb2
from belote.referee.v1 import referee_service_pb2 as api
from google.protobuf import json_format
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import plugins
from referee.model.refusal import Reason, Refused
from referee.service import Limits, Seals, Service, keys_in, seal
from tests.bench.record import contract_record

OLD, NEW, OTHER = b"o" * 32, b"n" * 40, b"x" * 32
RULESETS = plugins.load()
SIGNING = Service(RULESETS, Limits(), Seals([OLD], required=True))
LENIENT = Service(RULESETS, Limits(), Seals([OLD], required=False))
PLAIN = Service(RULESETS)
RULES = {"preset": "ffb_contree", "features": ["declarations"], "options": [{"name": "target", "number": 1500}]}


def ask(service: Service, request: Any) -> Any:
    rpc = type(request).__name__.removesuffix("Request")
    return getattr(api, f"{rpc}Response").FromString(service.answer(rpc, request.SerializeToString(), "en"))


def refusal(service: Service, request: Any) -> Reason:
    with pytest.raises(Refused) as found:
        ask(service, request)
    assert found.value.fields[0].path.endswith("deal.seal")
    return found.value.reason


def played() -> deal_pb2.Deal:
    """A whole deal with bids, declarations and a belote, as a referee made it card by card."""
    model = contract_record(PLAIN)
    dealt = api.DealCardsRequest(ruleset=model.ruleset, dealer=model.dealer, deck=model.deck, reserve_in=0)
    dealt.totals_in.add(team=card_pb2.TEAM_SOUTH_NORTH, points=0)
    dealt.totals_in.add(team=card_pb2.TEAM_EAST_WEST, points=70)
    record = ask(SIGNING, dealt).deal
    for action in model.actions:
        record = ask(SIGNING, api.ApplyActionRequest(deal=record, action=action)).deal
    return deal_pb2.Deal.FromString(record.SerializeToString())


PLAYED = played()


def test_a_record_is_taken_back_through_every_call() -> None:
    assert len(PLAYED.seal) == 38
    assert ask(SIGNING, api.ScoreDealRequest(deal=PLAYED)).score_sheet.totals
    assert ask(SIGNING, api.InspectDealRequest(deal=PLAYED)).position.phase
    assert not ask(SIGNING, api.ListLegalActionsRequest(deal=PLAYED)).legal
    match = api.ScoreMatchRequest(ruleset=PLAYED.ruleset)
    match.deals.add().deal.CopyFrom(PLAYED)
    assert ask(SIGNING, match).totals


def test_a_record_too_large_to_be_one_of_ours_is_not_signed_to_find_out(monkeypatch: pytest.MonkeyPatch) -> None:
    signed: list[int] = []
    canonical = seal._canonical

    def watched(message: Message) -> bytes:
        signed.append(message.ByteSize())
        return canonical(message)

    monkeypatch.setattr(seal, "_canonical", watched)
    large = deal_pb2.Deal()
    large.CopyFrom(PLAYED)
    large.actions.extend(deal_pb2.PlayerAction() for _ in range(100_000))
    assert refusal(LENIENT, api.InspectDealRequest(deal=large)) is Reason.SEAL_INVALID
    assert max(signed) < seal.LARGEST
    assert PLAYED.ByteSize() < seal.LARGEST // 20


@pytest.mark.parametrize("junk", [b"\xdd", b"\x01\x09", b"x" * 5000])
def test_a_referee_without_keys_does_not_look_at_seals(junk: bytes) -> None:
    record = deal_pb2.Deal()
    record.CopyFrom(PLAYED)
    last = record.actions.pop()
    record.seal = junk
    applied = ask(PLAIN, api.ApplyActionRequest(deal=record, action=last))
    assert (len(applied.deal.actions), applied.deal.seal) == (len(PLAYED.actions), b"")
    redacted = ask(PLAIN, api.RedactDealRequest(deal=record, seat=card_pb2.SEAT_EAST)).deal
    assert ([hand.seat for hand in redacted.hands], redacted.seal) == ([card_pb2.SEAT_EAST], b"")


def test_a_record_may_be_written_again_in_another_form() -> None:
    again = deal_pb2.Deal()
    json_format.Parse(json_format.MessageToJson(PLAYED, preserving_proto_field_name=True), again)
    ruleset = again.ruleset
    lists: tuple[Any, ...] = (ruleset.features, ruleset.options, again.hands, again.totals_in)
    for some in lists:
        listed = list(reversed(some))
        del some[:]
        some.extend(listed)
    assert ask(SIGNING, api.ScoreDealRequest(deal=again)).score_sheet.totals


def test_what_nobody_sealed_is_refused_where_seals_are_required_and_stays_unsealed_elsewhere() -> None:
    bare = deal_pb2.Deal()
    bare.CopyFrom(PLAYED)
    bare.ClearField("seal")
    assert refusal(SIGNING, api.ScoreDealRequest(deal=bare)) is Reason.SEAL_MISSING
    match = api.ScoreMatchRequest(ruleset=bare.ruleset)
    match.deals.add().deal.CopyFrom(bare)
    with pytest.raises(Refused) as found:
        ask(SIGNING, match)
    assert found.value.fields[0].path == "deals[0].deal.seal"

    last = bare.actions.pop()
    answer = ask(LENIENT, api.ApplyActionRequest(deal=bare, action=last))
    assert answer.deal.actions
    assert not answer.deal.seal  # else an edited record would be sealed by its next card
    assert not ask(LENIENT, api.RedactDealRequest(deal=bare, seat=card_pb2.SEAT_EAST)).deal.seal


def test_a_server_without_keys_neither_reads_nor_writes_seals() -> None:
    last = deal_pb2.Deal()
    last.CopyFrom(PLAYED)
    action = last.actions.pop()
    assert not ask(PLAIN, api.ApplyActionRequest(deal=last, action=action)).deal.seal


def scalars(message: Message, path: str = "") -> Iterator[tuple[str, Message, Any, int | None]]:
    """Every value in a message: where it is, its holder, its field, its index in a list."""
    for field, value in message.ListFields():
        here = f"{path}.{field.name}".lstrip(".")
        values = list(enumerate(value)) if field.is_repeated else [(None, value)]
        for index, one in values:
            if isinstance(one, Message):
                yield from scalars(one, f"{here}[{index}]")
            elif field.name != "seal":
                yield f"{here}[{index}]", message, field, index


def spoil(holder: Any, field: Any, index: int | None, by: int) -> None:
    value = getattr(holder, field.name) if index is None else getattr(holder, field.name)[index]
    changed: Any = value + "x" * by if isinstance(value, str) else value + by
    if isinstance(value, bool):
        changed = not value
    if index is None:
        setattr(holder, field.name, changed)
    else:
        getattr(holder, field.name)[index] = changed


PLACES = [place for place, *_ in scalars(PLAYED)]


@settings(deadline=None)  # how long it takes says nothing here
@given(st.integers(0, len(PLACES) - 1), st.integers(1, 3))
def test_no_value_may_be_changed(place: int, by: int) -> None:
    edited = deal_pb2.Deal()
    edited.CopyFrom(PLAYED)
    _, holder, field, index = list(scalars(edited))[place]
    spoil(holder, field, index, by)
    assert refusal(SIGNING, api.ScoreDealRequest(deal=edited)) is Reason.SEAL_INVALID
    assert refusal(LENIENT, api.ScoreDealRequest(deal=edited)) is Reason.SEAL_INVALID


@settings(deadline=None)  # how long it takes says nothing here
@given(st.data())
def test_no_action_may_be_left_out_added_or_moved(data: st.DataObject) -> None:
    edited = deal_pb2.Deal()
    edited.CopyFrom(PLAYED)
    first = data.draw(st.integers(0, len(edited.actions) - 1))
    second = data.draw(st.integers(0, len(edited.actions) - 1).filter(lambda other: other != first))
    match data.draw(st.sampled_from(["left out", "twice", "exchanged"])):
        case "left out":
            del edited.actions[first]
        case "twice":
            edited.actions.append(edited.actions[first])
        case _ if edited.actions[first] == edited.actions[second]:
            return
        case _:
            kept = deal_pb2.PlayerAction()
            kept.CopyFrom(edited.actions[first])
            edited.actions[first].CopyFrom(edited.actions[second])
            edited.actions[second].CopyFrom(kept)
    assert refusal(SIGNING, api.ScoreDealRequest(deal=edited)) is Reason.SEAL_INVALID


@pytest.mark.parametrize("edit", ["deck[0] and deck[1] exchanged", "a field set", "the seal of another record"])
def test_other_edits_are_refused_too(edit: str) -> None:
    edited = deal_pb2.Deal()
    edited.CopyFrom(PLAYED)
    match edit:
        case "a field set":
            edited.last_deal = True
        case "the seal of another record":
            edited.seal = ask(
                SIGNING, api.DealCardsRequest(ruleset=PLAYED.ruleset, dealer=card_pb2.SEAT_EAST)
            ).deal.seal
        case _:
            edited.deck[0], edited.deck[1] = edited.deck[1], edited.deck[0]
    assert refusal(SIGNING, api.ScoreDealRequest(deal=edited)) is Reason.SEAL_INVALID


@settings(deadline=None)  # how long it takes says nothing here
@given(st.integers(0, 37), st.integers(1, 255))
def test_no_byte_of_the_seal_may_be_changed(place: int, by: int) -> None:
    edited = deal_pb2.Deal()
    edited.CopyFrom(PLAYED)
    seal = bytearray(edited.seal)
    seal[place] ^= by
    edited.seal = bytes(seal)
    assert refusal(SIGNING, api.ScoreDealRequest(deal=edited)) is Reason.SEAL_INVALID


@pytest.mark.parametrize("seal", [b"x", PLAYED.seal[:-1], PLAYED.seal + b"\0", b"\0" * 38])
def test_no_other_seal_will_do(seal: bytes) -> None:
    edited = deal_pb2.Deal()
    edited.CopyFrom(PLAYED)
    edited.seal = seal
    assert refusal(SIGNING, api.ScoreDealRequest(deal=edited)) is Reason.SEAL_INVALID


def test_a_prefix_that_was_returned_once_stays_valid() -> None:
    model = contract_record(PLAIN)
    first = ask(SIGNING, api.DealCardsRequest(ruleset=model.ruleset, dealer=model.dealer, deck=model.deck)).deal
    second = ask(SIGNING, api.ApplyActionRequest(deal=first, action=model.actions[0])).deal
    assert ask(SIGNING, api.InspectDealRequest(deal=first)).position
    assert ask(SIGNING, api.InspectDealRequest(deal=second)).position


def test_keys_are_changed_without_losing_a_record() -> None:
    both = Service(RULESETS, Limits(), Seals([NEW, OLD], required=True))
    only_new = Service(RULESETS, Limits(), Seals([NEW], required=True))
    assert ask(both, api.ScoreDealRequest(deal=PLAYED)).score_sheet.totals
    assert refusal(only_new, api.ScoreDealRequest(deal=PLAYED)) is Reason.SEAL_INVALID
    signed = ask(both, api.DealCardsRequest(ruleset=PLAYED.ruleset, dealer=card_pb2.SEAT_EAST)).deal
    assert ask(only_new, api.InspectDealRequest(deal=signed)).position


def test_a_redacted_record_is_bound_to_its_seat() -> None:
    south, east = card_pb2.SEAT_SOUTH, card_pb2.SEAT_EAST
    redacted = ask(SIGNING, api.RedactDealRequest(deal=PLAYED, seat=south)).deal
    assert redacted.seal[1] == south
    assert ask(SIGNING, api.InspectDealRequest(deal=redacted)).position
    assert ask(SIGNING, api.RedactDealRequest(deal=redacted, seat=south)).deal == redacted
    assert refusal(SIGNING, api.RedactDealRequest(deal=redacted, seat=east)) is Reason.SEAL_INVALID

    as_east = deal_pb2.Deal()
    as_east.CopyFrom(redacted)
    as_east.seal = redacted.seal[:1] + bytes([east]) + redacted.seal[2:]
    assert refusal(SIGNING, api.InspectDealRequest(deal=as_east)) is Reason.SEAL_INVALID


def test_keys_are_read_from_text() -> None:
    assert keys_in("# of today\n" + "6e" * 32 + " # signs\n\n" + "6f" * 32 + ",78") == [b"n" * 32, b"o" * 32, b"x"]
    with pytest.raises(ValueError, match="hexadecimal") as found:
        keys_in("secret-that-is-no-hex")
    assert "secret" not in str(found.value)


@pytest.mark.parametrize("keys", [[], [b"short"], [OTHER, b"short"]])
def test_weak_keys_are_refused(keys: list[bytes]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Seals(keys, required=True)
