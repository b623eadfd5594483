"""Decode, ask, encode: the referee's twelve calls as functions from bytes to bytes.

The only place that chooses a gRPC status. It knows no transport: a server, a test or a command line may call it.
"""

from referee.service.desk import SERVICE_NAME, Limits, Observer, Service
from referee.service.failure import Failure, details_of, language_of
from referee.service.json_form import answer_as_json, request_from_json
from referee.service.seal import Seals, keys_in

__all__ = [
    "SERVICE_NAME",
    "Failure",
    "Limits",
    "Observer",
    "Seals",
    "Service",
    "answer_as_json",
    "details_of",
    "keys_in",
    "language_of",
    "request_from_json",
]
