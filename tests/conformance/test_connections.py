"""What clients/README.md says of connections is what each client is built with."""

import re

import pytest

from tests.conformance import ROOT

PYTHON = "python/belote_client/connection.py"
TYPESCRIPT = "typescript/src/connection.ts"
GRPC_JS = "typescript/src/grpc-js.ts"
GO = "go/referee/referee.go"
JAVA = "java/src/main/java/io/github/belotereferee/RefereeBuilder.java"
RECONNECTING = "java/src/main/java/io/github/belotereferee/Reconnecting.java"
RUST = "rust/src/builder.rs"
CPP = "cpp/src/client.cc"
CSHARP = "csharp/src/RefereeChannel.cs"

FIGURES = {
    "ping, at most so often": [
        (PYTHON, r'"grpc\.keepalive_time_ms", 300_000\)'),
        (GO, r"Time: 5 \* time\.Minute"),
        (JAVA, r"keepAliveTime\(5, TimeUnit\.MINUTES\)"),
        (CPP, r"KEEPALIVE_TIME_MS, 300'000\)"),
    ],
    "ping after a silence, where nothing else tells that a server is gone": [
        (TYPESCRIPT, r"PING_AFTER_MS = 30_000;"),
        (GRPC_JS, r'"grpc\.keepalive_time_ms": PING_AFTER_MS'),
        (RUST, r"http2_keep_alive_interval\(Duration::from_secs\(30\)\)"),
        (CSHARP, r"KeepAlivePingDelay = TimeSpan\.FromSeconds\(30\)"),
    ],
    "only while a call waits": [
        (RUST, r"keep_alive_while_idle\(false\)"),
        (CPP, r"KEEPALIVE_PERMIT_WITHOUT_CALLS, 0\)"),
        (CSHARP, r"HttpKeepAlivePingPolicy\.WithActiveRequests"),
    ],
    "unacknowledged for ten seconds": [
        (PYTHON, r'"grpc\.keepalive_timeout_ms", 10_000\)'),
        (GO, r"Timeout: 10 \* time\.Second"),
        (JAVA, r"keepAliveTimeout\(10, TimeUnit\.SECONDS\)"),
        (CPP, r"KEEPALIVE_TIMEOUT_MS, 10'000\)"),
    ],
    "made anew after four minutes": [
        (PYTHON, r'"grpc\.client_idle_timeout_ms", 240_000\)'),
        (TYPESCRIPT, r"IDLE_TIMEOUT_MS = 240_000;"),
        (GRPC_JS, r'"grpc\.client_idle_timeout_ms": IDLE_TIMEOUT_MS'),
        (GO, r"WithIdleTimeout\(4 \* time\.Minute\)"),
        (JAVA, r"idleTimeout\(4, TimeUnit\.MINUTES\)"),
        (CPP, r"CLIENT_IDLE_TIMEOUT_MS, 240'000\)"),
    ],
    "first attempt again after 0.1 s": [
        (PYTHON, r'"grpc\.initial_reconnect_backoff_ms", 100\)'),
        (GRPC_JS, r'"grpc\.initial_reconnect_backoff_ms": 100,'),
        (GO, r"BaseDelay: 100 \* time\.Millisecond"),
        (CPP, r"INITIAL_RECONNECT_BACKOFF_MS, 100\)"),
        (CSHARP, r"InitialReconnectBackoff = TimeSpan\.FromSeconds\(0\.1\)"),
    ],
    "later ones after 1 s": [
        (PYTHON, r'"grpc\.max_reconnect_backoff_ms", 1_000\)'),
        (GRPC_JS, r'"grpc\.max_reconnect_backoff_ms": 1_000,'),
        (GO, r"MaxDelay: time\.Second"),
        (CPP, r"MAX_RECONNECT_BACKOFF_MS, 1'000\)"),
        (CSHARP, r"MaxReconnectBackoff = TimeSpan\.FromSeconds\(1\)"),
        (RECONNECTING, r"delayedExecutor\(1, TimeUnit\.SECONDS\)"),
    ],
}


@pytest.mark.parametrize("figure", FIGURES)
def test_every_client_has_the_figure(figure: str) -> None:
    for path, wanted in FIGURES[figure]:
        assert re.search(wanted, (ROOT / "clients" / path).read_text(encoding="utf-8")), f"{path}: {wanted}"
