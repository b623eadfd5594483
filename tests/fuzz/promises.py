"""What has to hold of any bytes sent as a request: a documented refusal, or answers that agree with one another."""

import random
from typing import Any, Final

from belote.referee.v1 import deal_pb2, position_pb2, referee_service_pb2
from google.protobuf.message import DecodeError

from referee.model.deal import Deal
from referee.model.refusal import Refused
from referee.service import Service
from referee.wire import encode
from referee.wire.decode import Reader
from tests.conformance.test_second_engine import plays, table, test_whole_deals
from tests.fuzz.documented import REASONS
from tests.fuzz.oracle import check_facts, plain
from tests.fuzz.sound import RULESETS
from tests.properties.random_questions import REQUESTS

RPCS: Final = tuple(rpc for rpc in REQUESTS if rpc != "BatchJudge")
"""A batch asks what these ask; it needs a loop, and others test it."""
ABOUT_RECORDS: Final = ("InspectDeal", "ListLegalActions", "ApplyAction", "RedactDeal", "ScoreDeal")
TRIED: Final = 6
"""So many actions of each position are tried."""
SERVICE: Final = Service(RULESETS)

LEGAL, UNDETERMINED = position_pb2.RULING_LEGAL, position_pb2.RULING_UNDETERMINED


def asked(rpc: str, request: Any) -> Any:
    """The answer; None where the request is refused, as documented. Anything else that is raised is a fault."""
    octets = request if isinstance(request, bytes) else request.SerializeToString()
    response: Any = getattr(referee_service_pb2, f"{rpc}Response")
    try:
        return response.FromString(SERVICE.answer(rpc, octets, "en"))
    except Refused as refusal:
        failure = SERVICE.failure(refusal, "en")
        assert failure.code is REASONS[failure.reason].status
        check_facts(
            REASONS[failure.reason], refusal.metadata | {"field": "deal"} if refusal.fields else refusal.metadata
        )
        assert plain(failure.message)
        return None


def look(rpc: str, octets: bytes) -> str:
    """Holds the answer to one request, and to what follows from it, to every promise; how far it came, in a word."""
    answer = asked(rpc, octets)
    if answer is None:
        return "refused"
    if rpc not in ABOUT_RECORDS:
        return "answered"
    request: Any = REQUESTS[rpc].FromString(octets)
    look_at_record(request.deal, random.Random(octets))
    return "judged"


def look_at_record(deal: deal_pb2.Deal, chance: random.Random) -> None:
    """A record that some call has answered to."""
    round_trip(deal)
    inspected = asked("InspectDeal", referee_service_pb2.InspectDealRequest(deal=deal))
    if inspected is None or inspected.HasField("fault"):
        return
    listed = asked("ListLegalActions", referee_service_pb2.ListLegalActionsRequest(deal=deal))
    assert listed is not None, "a record without a fault has choices"
    assert sorted_octets(listed.legal, listed.refused) == sorted_octets(inspected.choices)
    assert all(one.ruling == LEGAL for one in listed.legal)
    assert all(one.ruling != LEGAL for one in listed.refused)
    assert list(listed.bid_ranges) == list(inspected.bid_ranges)
    if inspected.position.phase == position_pb2.PHASE_FINISHED:
        look_at_score(deal)
        return
    offered = [one.action for one in inspected.choices]
    tried = chance.sample(offered, min(TRIED, len(offered)))
    whole = {action.SerializeToString(): ruling(deal, action) for action in tried}
    for choice in inspected.choices:
        judged = whole.get(choice.action.SerializeToString())
        assert judged in (None, choice.ruling), choice
    look_at_redacted(deal, whole, chance)


def round_trip(deal: deal_pb2.Deal) -> None:
    """A record that was read is written so that it is read as the same."""
    read = model_of(deal)
    again = encode.deal(read)
    assert model_of(again) == read
    assert encode.deal(model_of(again)) == again


def model_of(deal: deal_pb2.Deal) -> Deal:
    reader = Reader()
    read = reader.deal("deal", deal, reader.choice("deal.ruleset", deal.ruleset))
    reader.done()
    return read


def sorted_octets(*listed: Any) -> list[bytes]:
    """Messages in an order of their own."""
    return sorted(one.SerializeToString(deterministic=True) for some in listed for one in some)


def ruling(deal: deal_pb2.Deal, action: deal_pb2.PlayerAction) -> int | None:
    """How an action is judged; None where the question is refused. What is legal is carried out without a fault."""
    applied = asked("ApplyAction", referee_service_pb2.ApplyActionRequest(deal=deal, action=action))
    if applied is None:
        return None
    if applied.ruling == LEGAL:
        assert len(applied.deal.actions) == len(deal.actions) + 1
        after = asked("InspectDeal", referee_service_pb2.InspectDealRequest(deal=applied.deal))
        assert after is not None, "what was carried out can be inspected"
        assert not after.HasField("fault"), after.fault
    return int(applied.ruling)


def look_at_redacted(deal: deal_pb2.Deal, whole: dict[bytes, int | None], chance: random.Random) -> None:
    """A seat that knows less is told the same, or that it cannot be told."""
    seat: Any = int(chance.choice(RULESETS.get(model_of(deal).choice).table.seats))
    redacted = asked("RedactDeal", referee_service_pb2.RedactDealRequest(deal=deal, seat=seat))
    if redacted is None:
        return
    again = asked("RedactDeal", referee_service_pb2.RedactDealRequest(deal=redacted.deal, seat=seat))
    assert again is not None and again.deal == redacted.deal, "what was redacted stays as it is"
    for octets, judged in whole.items():
        action = deal_pb2.PlayerAction.FromString(octets)
        seen = ruling(redacted.deal, action)
        assert judged is None or seen in (None, judged, UNDETERMINED), (action, judged, seen)


def look_at_score(deal: deal_pb2.Deal) -> None:
    """A deal that is over has a sheet whose totals are its lines; the second engine's, where that knows the game."""
    scored = asked("ScoreDeal", referee_service_pb2.ScoreDealRequest(deal=deal))
    if scored is None:  # hidden declarations may leave it open
        return
    sheet = scored.score_sheet
    totals = {one.team: one.points for one in sheet.totals}
    for team, points in totals.items():
        assert sum(line.points for line in sheet.written if line.team == team) == points
    options = table(deal.ruleset)
    if options is not None and deal.ruleset.preset != "cafe" and len(plays(deal)) == 32:
        test_whole_deals(deal, sheet, options)


def read(octets: bytes) -> tuple[str, bytes]:
    """The call and the request that some bytes stand for: the first says which call it is."""
    return RPCS[octets[0] % len(RPCS) if octets else 0], octets[1:]


def written(rpc: str, request: bytes) -> bytes:
    """The same the other way."""
    return bytes([RPCS.index(rpc)]) + request


def parsed(rpc: str, octets: bytes) -> Any:
    """The request as a message; None where the bytes are none."""
    try:
        return REQUESTS[rpc].FromString(octets)
    except DecodeError:
        return None
