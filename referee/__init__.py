"""The belote referee: a pure function from a record to a ruling, with a gRPC door and a plugin door."""

__version__ = "0.1.0"
