"""What is asked under load: the calls of one deal at a table, batches, what no referee can read."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from belote.referee.v1 import card_pb2, deal_pb2, referee_service_pb2
from google.protobuf import json_format
from google.protobuf.message import Message

from referee import plugins
from referee.service import SERVICE_NAME, Service
from tests.bench.record import mid_record, whole_record

LARGEST_BATCH: Final = 1000
SEATS: Final = (card_pb2.SEAT_SOUTH, card_pb2.SEAT_EAST, card_pb2.SEAT_NORTH, card_pb2.SEAT_WEST)


@dataclass(frozen=True, slots=True)
class Asked:
    """One call: its name and the bytes of its request."""

    rpc: str
    body: bytes

    @property
    def path(self) -> str:
        """Where the call is, on either door."""
        return f"/{SERVICE_NAME}/{self.rpc}"

    @property
    def frame(self) -> bytes:
        """The request as gRPC frames it."""
        return b"\0" + len(self.body).to_bytes(4, "big") + self.body


@cache
def service() -> Service:
    """A referee in this process, which knows the right answers."""
    return Service(plugins.load())


@cache
def record() -> deal_pb2.Deal:
    """A finished deal of classic belote, the same in every run."""
    return whole_record(service())


def _asked(rpc: str, request: Message) -> Asked:
    return Asked(rpc, request.SerializeToString())


def _before(left: int) -> deal_pb2.Deal:
    """The record as it was when so many actions were still to come."""
    return mid_record(record(), left)


def everyday() -> Asked:
    """What a screen asks most: the legal actions in the middle of a deal."""
    return _asked("ListLegalActions", referee_service_pb2.ListLegalActionsRequest(deal=_before(14)))


def batch(count: int = LARGEST_BATCH) -> Asked:
    """So many everyday questions at once."""
    one = referee_service_pb2.ListLegalActionsRequest(deal=_before(14))
    return _asked(
        "BatchJudge",
        referee_service_pb2.BatchJudgeRequest(
            questions=[referee_service_pb2.Question(list_legal_actions=one) for _ in range(count)]
        ),
    )


def slow_batch(count: int = 800) -> Asked:
    """So many questions that take long and are answered in few words: what may be done when a deal is over.

    The longer an answer is on its way, the sooner whoever dies does so in the midst of it, and gRPC sends no call again
    whose answer has begun to come; nor one of more than 256 KiB, which it does not keep.
    """
    one = referee_service_pb2.Question(list_legal_actions=referee_service_pb2.ListLegalActionsRequest(deal=record()))
    return _asked("BatchJudge", referee_service_pb2.BatchJudgeRequest(questions=[one] * count))


def large() -> Asked:
    """A call with a large answer: the whole catalogue."""
    return _asked("ListVariants", referee_service_pb2.ListVariantsRequest())


def table() -> Sequence[Asked]:
    """All calls of one deal at a table that keeps no record of its own.

    For each action the referee is asked what may be done, then to apply it, then for what each seat may see; at the end
    for the score.
    """
    whole = record()
    calls = []
    for index, action in enumerate(whole.actions):
        before = _before(len(whole.actions) - index)
        calls.append(_asked("ListLegalActions", referee_service_pb2.ListLegalActionsRequest(deal=before)))
        calls.append(_asked("ApplyAction", referee_service_pb2.ApplyActionRequest(deal=before, action=action)))
        calls += [_asked("RedactDeal", referee_service_pb2.RedactDealRequest(deal=before, seat=seat)) for seat in SEATS]
    calls.append(_asked("ScoreDeal", referee_service_pb2.ScoreDealRequest(deal=whole)))
    calls.append(_asked("InspectDeal", referee_service_pb2.InspectDealRequest(deal=whole)))
    return calls


UNREADABLE: Final = "REQUEST_UNREADABLE"


def faulty() -> Sequence[tuple[Asked, str]]:
    """Calls that are refused, each with its reason."""
    body = everyday().body
    unfinished = referee_service_pb2.ScoreDealRequest(deal=_before(14))
    unknown = referee_service_pb2.ListLegalActionsRequest(deal=_before(14))
    unknown.deal.ruleset.preset = "no_such_preset"
    twice = referee_service_pb2.ListLegalActionsRequest(deal=_before(14))
    twice.deal.deck[0] = twice.deal.deck[1]
    return [
        (Asked("ListLegalActions", body[: len(body) // 2]), UNREADABLE),
        (Asked("ApplyAction", b"\xff" * 40), UNREADABLE),
        (_asked("ScoreDeal", unfinished), "DEAL_NOT_FINISHED"),
        (_asked("ListLegalActions", unknown), "PRESET_UNKNOWN"),
        (_asked("ListLegalActions", twice), "CARD_DUPLICATED"),
    ]


def answer(asked: Asked) -> bytes:
    """What the referee answers, found in this process."""
    if asked.rpc == "BatchJudge":
        return asyncio.run(service().answer_batch(asked.body, "en"))
    return service().answer(asked.rpc, asked.body, "en")


def as_json(asked: Asked) -> bytes:
    """The request as JSON."""
    kind = getattr(referee_service_pb2, f"{asked.rpc}Request")
    return json_format.MessageToJson(kind.FromString(asked.body), indent=None).encode()
