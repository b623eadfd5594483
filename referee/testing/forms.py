"""The same record in other forms: as text, over the wire, without seats, with hands in place of the deck."""

import random
from dataclasses import replace
from typing import Any

from belote.referee.v1 import deal_pb2, referee_service_pb2

from referee.model.card import Card
from referee.model.deal import Deal
from referee.model.position import Phase, Position
from referee.model.refusal import Refused
from referee.model.ruling import Ruling
from referee.model.seat import Seat
from referee.notation import NAMINGS, UnreadableText, deal_text, read_deal
from referee.replay import replay
from referee.service import Service
from referee.tally import count, score
from referee.testing.deals import RandomDeal, same_table, seat_of
from referee.testing.features import Trial
from referee.testing.promises import Found, Said
from referee.wire import encode
from referee.wire.decode import Reader, quick_deal


def check_forms(trial: Trial, one: RandomDeal, done: int, chance: random.Random) -> Found:
    """Whatever form a record after so many actions is told in, it stays the same."""
    position = one.positions[done]
    deal = position.deal
    naming = chance.choice([*NAMINGS])
    try:
        if read_deal(deal_text(deal, naming, table=trial.ruleset.table.size)) != deal:
            yield Said("survives_text", f"in {naming} it is read back as another record")
    except UnreadableText as text:
        yield Said("survives_text", f"in {naming} it cannot be read back: {text}")
    yield from _check_wire(deal)
    if not same_table(replay(trial.ruleset, deal).position, position):
        yield Said("keeps_nothing", "replayed a second time it comes to another position")
    yield from _check_alike(trial, position, "without seats", without_seats(one, done))
    if not trial.ruleset.exchanges:  # cards drawn later are no part of the hands as dealt
        yield from _check_alike(trial, position, "with hands for the deck", with_hands(trial, position))


def _check_wire(deal: Deal) -> Found:
    message = deal_pb2.Deal.FromString(encode.deal(deal).SerializeToString())
    reader = Reader()
    read = reader.deal("deal", message, reader.choice("deal.ruleset", message.ruleset))
    if reader.bad:
        yield Said("survives_wire", f"over the wire it cannot be read: {reader.bad[0].description.en}")
    elif read != deal:
        yield Said("survives_wire", "over the wire it arrives as another record")
    if quick_deal(message, deal.choice) not in (deal, None):
        yield Said("survives_wire", "over the wire it arrives as another record, read the quick way")


def _check_alike(trial: Trial, position: Position, form: str, deal: Deal) -> Found:
    try:
        found = replay(trial.ruleset, deal)
    except Refused as refusal:
        yield Said("replays_alike", f"{form} it is refused: {refusal}")
        return
    if found.fault is not None:
        yield Said("replays_alike", f"{form} it breaks {found.fault.violations[0].rule_id}")
    elif not same_table(found.position, position):
        yield Said("replays_alike", f"{form} it comes to another position")


def without_seats(one: RandomDeal, done: int) -> Deal:
    """The record without the seats of actions that only the seat whose turn it is can mean."""
    actions = [
        replace(action, seat=None) if seat_of(position, action) == position.turn else action
        for position, action in zip(one.positions, one.until(done).actions, strict=False)
    ]
    return replace(one.until(done), actions=tuple(actions))


def with_hands(trial: Trial, position: Position) -> Deal:
    """The record as somebody without the deck has it who sees every hand."""
    deal, ruleset = position.deal, trial.ruleset
    hands: dict[Seat, tuple[Card, ...]] = ruleset.dealing.first_stage(ruleset.table, deal.deck, deal.dealer)
    if position.contract is not None:
        late = ruleset.dealing.second_stage(ruleset.table, deal.deck, deal.dealer, position.contract.taker)
        hands = {seat: cards + late[seat] + position.came.get(seat, ()) for seat, cards in hands.items()}
    return replace(deal, deck=(), hands=hands, turn_up=position.turn_up)


class Asked:
    """A service asked over the bytes of its calls, in this process."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def __call__(self, rpc: str, language: str = "en", **fields: Any) -> Any:
        """The answer to one call."""
        request: Any = getattr(referee_service_pb2, f"{rpc}Request")
        response: Any = getattr(referee_service_pb2, f"{rpc}Response")
        return response.FromString(self._service.answer(rpc, request(**fields).SerializeToString(), language))


def check_answers(trial: Trial, asked: Asked, one: RandomDeal, done: int) -> Found:
    """The calls of a client that follows the deal are answered as the positions say."""
    position, message = one.positions[done], encode.deal(one.until(done))
    inspected = asked("InspectDeal", deal=message)
    if inspected.HasField("fault") or inspected.undetermined:
        yield Said("survives_wire", "a record of legal actions is found at fault over the wire")
    if inspected.position != encode.position(trial.ruleset, position, "en"):
        yield Said("survives_wire", "InspectDeal tells another position")
    if position.phase is Phase.FINISHED:
        sheet = asked("ScoreDeal", deal=message).score_sheet
        totals = {total.team: total.points for total in sheet.totals}
        if totals != {int(team): points for team, points in _totals(trial, position).items()}:
            yield Said("survives_wire", "ScoreDeal writes other totals")
        return
    listed = asked("ListLegalActions", deal=message)
    legal = sum(choice.judgement.ruling is Ruling.LEGAL for choice in one.offered[done])
    if len(listed.legal) != legal or len(listed.refused) != len(one.offered[done]) - legal:
        yield Said("survives_wire", "ListLegalActions lists other choices")
    applied = asked("ApplyAction", deal=message, action=encode.action(one.deal.actions[done]))
    if applied.ruling != Ruling.LEGAL:
        yield Said("survives_wire", "ApplyAction refuses what was legal")
    elif applied.position != encode.position(trial.ruleset, one.positions[done + 1], "en"):
        yield Said("survives_wire", "ApplyAction comes to another position")


def _totals(trial: Trial, position: Position) -> dict[Any, int]:
    return dict(score(trial.ruleset, count(trial.ruleset, position)).totals)
