"""Who sits at a table, as the referee's presets tell."""

from typing import Final, TypeAlias

from belote.referee.v1 import card_pb2, referee_service_pb2

from referee.cli.asking import Referee

Seats: TypeAlias = list[card_pb2.Seat.ValueType]
Teams: TypeAlias = list[card_pb2.Team.ValueType]

PAIRED: Final = 4
"""So many seats play as two pairs; fewer play each for itself."""

PAIRS: Final[Teams] = [card_pb2.TEAM_SOUTH_NORTH, card_pb2.TEAM_EAST_WEST]
ALONE: Final = {
    card_pb2.SEAT_SOUTH: card_pb2.TEAM_SOUTH,
    card_pb2.SEAT_EAST: card_pb2.TEAM_EAST,
    card_pb2.SEAT_NORTH: card_pb2.TEAM_NORTH,
    card_pb2.SEAT_WEST: card_pb2.TEAM_WEST,
}


def seats_of(referee: Referee, preset: str) -> Seats:
    """The seats of a preset in order of play; none where there is no such preset."""
    request = referee_service_pb2.ListVariantsRequest()
    catalogue = referee.ask("ListVariants", request, referee_service_pb2.ListVariantsResponse)
    return next((list(one.seats) for one in catalogue.presets if one.id == preset), [])


def teams_of(referee: Referee, preset: str) -> Teams:
    """The teams of a preset; none where there is no such preset."""
    seats = seats_of(referee, preset)
    return PAIRS if len(seats) == PAIRED else [ALONE[seat] for seat in seats]
