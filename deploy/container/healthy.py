"""Whether the referee in this container answers, for engines that ask by a command: exit status 0 or 1.

Asks the health of gRPC at REFEREE_PORT. Where there is TLS it only shakes hands: whom the certificate names, and which
certificates callers need, is settled outside.
"""

import os
import socket
import ssl
import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

PATIENCE = 4.0
"""Seconds, fewer than the engine's own."""


def healthy(host: str, port: int, *, tls: bool) -> bool:
    """Whether it answers, and is not about to stop as far as that can be asked."""
    if tls:
        blind = ssl.create_default_context()
        blind.check_hostname = False
        blind.verify_mode = ssl.CERT_NONE
        blind.set_alpn_protocols(["h2"])
        try:
            with socket.create_connection((host, port), PATIENCE) as plain, blind.wrap_socket(plain):
                return True
        except OSError:
            return False
    with grpc.insecure_channel(f"{host}:{port}") as channel:
        try:
            asked = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
        except grpc.RpcError:
            return False
        return bool(asked.status == health_pb2.HealthCheckResponse.SERVING)


if __name__ == "__main__":
    answers = healthy(
        "127.0.0.1", int(os.environ.get("REFEREE_PORT") or 15200), tls=bool(os.environ.get("REFEREE_TLS_CERTIFICATE"))
    )
    sys.exit(0 if answers else 1)
