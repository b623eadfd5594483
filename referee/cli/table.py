"""Who sits at a table, as the referee tells by the rules in use."""

from typing import Final, TypeAlias

from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2

from referee.cli.asking import Referee, Unanswered
from referee.model.seat import Seat

Seats: TypeAlias = list[card_pb2.Seat.ValueType]
Teams: TypeAlias = list[card_pb2.Team.ValueType]

DEALER: Final = "dealer"
"""The field of a request that is refused where the seat may not deal."""


def dealers_of(referee: Referee, rules: ruleset_pb2.Ruleset) -> Seats:
    """The seats that may deal under these rules, in order of play; raises Unanswered where the rules are none."""
    found: Seats = []
    for seat in Seat:
        dealer = card_pb2.Seat.ValueType(seat)
        request = referee_service_pb2.DealCardsRequest(ruleset=rules, dealer=dealer)
        try:
            referee.ask("DealCards", request, referee_service_pb2.DealCardsResponse)
        except Unanswered as refused:
            if not refused.fields or any(path != DEALER for path, _ in refused.fields):
                raise
        else:
            found.append(dealer)
    return found


def teams_of(referee: Referee, rules: ruleset_pb2.Ruleset) -> Teams:
    """The teams under these rules; raises Unanswered where the rules are none."""
    request = referee_service_pb2.ScoreMatchRequest(ruleset=rules)
    standing = referee.ask("ScoreMatch", request, referee_service_pb2.ScoreMatchResponse)
    return [one.team for one in standing.totals]
