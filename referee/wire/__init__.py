"""Protobuf ⇄ model: the only place that knows both."""
