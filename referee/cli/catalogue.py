"""All presets, features, options, rules and words of a referee, as it tells them to the commands."""

from typing import TypeAlias

from belote.referee.v1 import referee_service_pb2

from referee.cli.asking import Referee

Catalogue: TypeAlias = referee_service_pb2.ListVariantsResponse


def catalogue_of(referee: Referee) -> Catalogue:
    """The catalogue of this referee; raises Unanswered."""
    request = referee_service_pb2.ListVariantsRequest()
    return referee.ask("ListVariants", request, referee_service_pb2.ListVariantsResponse)
