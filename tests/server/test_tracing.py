"""Spans of calls: what they tell, whom they belong to, and that nobody waits for those who collect them."""

import asyncio
import re
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import grpc.aio
import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from referee import plugins
from referee.server import SettingsRefused, tracing
from referee.server.lifecycle import Server
from referee.server.settings import Settings
from referee.service import Service

from .asking import ask, path, raw, serving
from .conftest import REAL, SCRIPTED, Launch, attempt
from .scripted import HELD
from .test_web import JSON, door, request, written
from .test_workers import QUESTION

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{PARENT}-01"
UNSAMPLED = f"00-{TRACE}-{PARENT}-00"
SERVICE = "belote.referee.v1.RefereeService"


@pytest.fixture(autouse=True)
def _by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent but to whom a test names."""
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "none")
    monkeypatch.delenv("OTEL_TRACES_SAMPLER", raising=False)


def collected(server: Server, exporter: SpanExporter) -> None:
    found = server._watched.tracing
    assert found is not None
    found.provider.add_span_processor(SimpleSpanProcessor(exporter))


def spans(case: Callable[[grpc.aio.Channel], Awaitable[Any]], **settings: Any) -> Sequence[ReadableSpan]:
    """The spans of what a case asks a scripted server."""
    exporter = InMemorySpanExporter()

    async def run() -> None:
        async with serving(tracing=True, **settings) as (server, channel):
            collected(server, exporter)
            await case(channel)

    asyncio.run(run())
    return exporter.get_finished_spans()


def told(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


def test_a_call_is_a_span() -> None:
    async def case(channel: grpc.aio.Channel) -> None:
        await ask(channel, "ScoreDeal", HELD.encode(), request_id="mine")

    (span,) = spans(case)
    assert span.name == f"{SERVICE}/ScoreDeal"
    assert span.kind is SpanKind.SERVER
    assert span.parent is None
    assert span.status.status_code is StatusCode.UNSET
    assert told(span) == {
        "rpc.system": "grpc",
        "rpc.service": SERVICE,
        "rpc.method": "ScoreDeal",
        "rpc.grpc.status_code": 0,
        "referee.door": "grpc",
        "referee.request_id": "mine",
    }
    assert span.resource.attributes["service.name"] == "belote-referee"
    assert span.instrumentation_scope
    assert span.instrumentation_scope.name == "belote-referee"


ENDS = [
    ("refuse HAND_SIZE 3", 3, "HAND_SIZE", StatusCode.UNSET),
    ("refuse PRESET_UNKNOWN 0", 5, "PRESET_UNKNOWN", StatusCode.UNSET),
    ("fail", 13, "PLUGIN_FAILED", StatusCode.ERROR),
    ("break", 13, None, StatusCode.ERROR),
]


@pytest.mark.parametrize(("words", "code", "reason", "status"), ENDS)
def test_a_refusal_tells_its_reason_and_no_card(words: str, code: int, reason: str | None, status: StatusCode) -> None:
    async def case(channel: grpc.aio.Channel) -> None:
        await ask(channel, "ScoreDeal", words.encode())

    (span,) = spans(case)
    assert told(span)["rpc.grpc.status_code"] == code
    assert told(span).get("referee.reason") == reason
    assert span.status.status_code is status
    assert re.fullmatch(r"[0-9a-f]{16}", told(span)["referee.request_id"])
    assert not span.events
    assert HELD not in span.to_json()


def test_a_call_that_nobody_waits_for_has_an_end_too() -> None:
    async def case(channel: grpc.aio.Channel) -> None:
        with pytest.raises(grpc.aio.AioRpcError):
            await raw(channel, path("BatchJudge"))(b"wait 30", timeout=0.2)

    (span,) = spans(case)
    assert told(span)["rpc.grpc.status_code"] == 1


def test_a_span_belongs_to_its_callers() -> None:
    async def case(channel: grpc.aio.Channel) -> None:
        call = raw(channel, path("ScoreDeal"))
        for traceparent in (TRACEPARENT, "nonsense", "00-" + "0" * 32 + "-" + "0" * 16 + "-01"):
            await call(b"good", timeout=10, metadata=(("traceparent", traceparent), ("tracestate", "shop=1")))

    theirs, own, another = spans(case)
    assert theirs.context
    assert f"{theirs.context.trace_id:032x}" == TRACE
    assert theirs.parent
    assert f"{theirs.parent.span_id:016x}" == PARENT
    assert theirs.context.trace_state.get("shop") == "1"
    for span in (own, another):
        assert span.parent is None


def test_a_caller_that_does_not_sample_is_heard() -> None:
    async def case(channel: grpc.aio.Channel) -> None:
        await raw(channel, path("ScoreDeal"))(b"good", timeout=10, metadata=(("traceparent", UNSAMPLED),))

    assert spans(case) == ()


def test_the_log_names_the_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def case(channel: grpc.aio.Channel) -> None:
        with pytest.raises(grpc.aio.AioRpcError):
            await raw(channel, path("ScoreDeal"))(b"break", timeout=10, metadata=(("traceparent", TRACEPARENT),))

    spans(case)
    assert f"trace_id={TRACE}" in caplog.text


def test_the_web_door_is_traced_with_the_number_of_questions() -> None:
    exporter = InMemorySpanExporter()

    async def case() -> None:
        async with door(tracing=True, metrics_port=0, log_slow=10_000.0) as (server, port):
            collected(server, exporter)
            headers = {"content-type": JSON, "traceparent": TRACEPARENT}
            batch = written({"questions": [{}, {}, {}]})
            said = await asyncio.to_thread(request, port, "POST", path("BatchJudge"), batch, headers)
            assert said.status == 200
            await asyncio.to_thread(request, port, "POST", path("BatchJudge"), b"{", headers)

    asyncio.run(case())
    answered, refused = exporter.get_finished_spans()
    assert answered.context
    assert f"{answered.context.trace_id:032x}" == TRACE
    assert told(answered)["referee.questions"] == 3
    assert told(answered)["referee.door"] == "web"
    assert told(refused)["referee.reason"] == "REQUEST_UNREADABLE"


def test_a_collector_that_fails_is_nobodys_trouble() -> None:
    class Broken(SpanExporter):
        asked = 0

        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            Broken.asked += 1
            raise RuntimeError("no collector")

    async def case() -> list[grpc.StatusCode]:
        server = Server(Service(plugins.load(discover=False)), Settings(port=0, tracing=True, check_interval=0.0))
        port = await server.start()
        try:
            collected(server, Broken())
            async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
                return [(await ask(channel, "JudgeTrick", QUESTION)).code for _ in range(3)]
        finally:
            await server.cut()

    assert asyncio.run(case()) == [grpc.StatusCode.OK] * 3
    assert Broken.asked


@pytest.mark.parametrize("listens", [True, False])
def test_a_collector_that_is_silent_or_absent_keeps_no_call_and_no_stop_waiting(listens: bool, launch: Launch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        if not listens:
            silent.close()
        otel = {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}"}
        program = ("-c", f"import os; os.environ.update({otel!r}); {SCRIPTED_RUN}")
        running = launch(program, tracing="true")

        async def case() -> list[grpc.StatusCode]:
            async with grpc.aio.insecure_channel(running.target) as channel:
                return [(await ask(channel, "ScoreDeal", b"good")).code for _ in range(20)]

        assert asyncio.run(case()) == [grpc.StatusCode.OK] * 20
        status, _, err = running.stop(signal.SIGTERM, within=30)
    assert status == 0
    assert HELD not in err


SCRIPTED_RUN = f"import runpy; runpy.run_module({SCRIPTED[1]!r}, run_name='__main__')"


def test_spans_come_over_http_as_otlp(launch: Launch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as collector:
        collector.settimeout(30)
        endpoint = f"http://127.0.0.1:{collector.getsockname()[1]}"
        otel = {
            "OTEL_TRACES_EXPORTER": "otlp",
            "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
            "OTEL_SERVICE_NAME": "table-service",
        }
        running = launch(("-c", f"import os; os.environ.update({otel!r}); {SCRIPTED_RUN}"), tracing="true")

        async def case() -> None:
            async with grpc.aio.insecure_channel(running.target) as channel:
                await ask(channel, "ScoreDeal", HELD.encode())

        asyncio.run(case())
        connection, _ = collector.accept()
        with connection:
            connection.settimeout(30)
            came, until = b"", time.monotonic() + 30
            while b"rpc.method" not in came and time.monotonic() < until:
                came += connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        assert came.startswith(b"POST /v1/traces HTTP/1.1\r\n")
        assert b"table-service" in came
        assert b"ScoreDeal" in came
        assert HELD.encode() not in came
        assert running.stop(within=30)[0] == 0


REFUSED = [
    ({"OTEL_TRACES_EXPORTER": "zipkin"}, "'zipkin' is none of otlp, console, none"),
    ({"OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, "'http/json' is neither http/protobuf nor grpc"),
    ({"OTEL_EXPORTER_OTLP_ENDPOINT": "foo"}, "OTEL_EXPORTER_OTLP_ENDPOINT: 'foo' is not like http://"),
    ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://[::1"}, "is not like http://"),
    ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://x:99999/v1"}, "is not like http://"),
    ({"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, "pip install opentelemetry-exporter-otlp-proto-grpc"),
]


@pytest.mark.parametrize(("environment", "said"), REFUSED)
def test_what_cannot_be_had_is_said(environment: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsRefused) as refusal:
        tracing.exporters(environment)
    assert said in str(refusal.value)


def test_without_the_package_it_says_what_to_install() -> None:
    hidden = ("-c", "import sys; sys.modules['opentelemetry.sdk.trace'] = None; " + REAL[1])
    status, out, err = attempt(hidden, tracing="true")
    assert (status, out) == (1, "")
    assert "in a checkout, pip install '.[tracing]' ./clients/python" in err
