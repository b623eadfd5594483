"""Decode, ask, encode: the referee's twelve calls as functions from bytes to bytes.

The only place that chooses a gRPC status. It knows no transport: a server, a test or a command line may call it.
"""

from referee.service.desk import SERVICE_NAME, Limits, Service
from referee.service.failure import Failure, language_of

__all__ = ["SERVICE_NAME", "Failure", "Limits", "Service", "language_of"]
