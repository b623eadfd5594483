"""A span for each call, sent where the standard OTEL_ variables say. A span tells what was asked for, never what of.

Needs the extra `tracing`; nobody imports this module where nothing is traced.
"""

import asyncio
import importlib
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from referee import __version__
from referee.plugins import BUILT_IN
from referee.server.answering import Answers, Said
from referee.server.caller import Caller
from referee.server.settings import SettingsRefused
from referee.service import SERVICE_NAME, Failure

NAME: Final = BUILT_IN
"""What this distribution is called, as a plugin and elsewhere."""
LEAVING: Final = 2.0
"""Seconds that the last spans have to be sent when the server ends."""
CANCELLED: Final = 1
FAULTS: Final = {2, 4, 12, 13, 14, 15}
"""Statuses that are a server's fault, by the conventions for spans; what a caller did wrong is no error here."""
ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
GRPC_MISSING: Final = "pip install opentelemetry-exporter-otlp-proto-grpc"


class Tracing:
    """Makes spans, and hands them over to be sent. A sender that fails loses spans, never a call."""

    def __init__(self, provider: TracerProvider) -> None:
        self.provider = provider
        self._tracer = provider.get_tracer(NAME, __version__)

    def tracing(self, answers: Answers, door: str) -> "Traced":
        """The same answers, with a span for each call through a door."""
        return Traced(answers, self._tracer, door)

    async def stop(self) -> None:
        """Sends what is left, if that is soon done."""
        done, loop = asyncio.Event(), asyncio.get_running_loop()

        def shut_down() -> None:
            try:
                self.provider.shutdown()
            finally:
                loop.call_soon_threadsafe(done.set)

        threading.Thread(target=shut_down, name="last spans", daemon=True).start()
        try:
            await asyncio.wait_for(done.wait(), LEAVING)
        except TimeoutError:
            return

    def batch_asked(self, questions: int) -> None:
        """Tells the span of the batch under way how many questions it has."""
        trace.get_current_span().set_attribute("referee.questions", questions)

    def question_refused(self, error: Exception) -> None:
        """Is of no interest to a span."""

    def plugins_loaded(self, names: Iterable[str]) -> None:
        """Is of no interest to a span."""

    def rulesets_composed(self, count: int) -> None:
        """Tells the span of the call under way that it had to wait for its rules to be composed."""
        trace.get_current_span().set_attribute("referee.rulesets_composed", count)


class Traced:
    """Answers calls, each within a span, which belongs to the caller's own where that is told."""

    def __init__(self, answers: Answers, tracer: trace.Tracer, door: str) -> None:
        self._answers = answers
        self._tracer = tracer
        self._propagator = TraceContextTextMapPropagator()
        self._named = {
            rpc: (
                f"{SERVICE_NAME}/{rpc}",
                {"rpc.system": "grpc", "rpc.service": SERVICE_NAME, "rpc.method": rpc, "referee.door": door},
            )
            for rpc in answers.rpcs
        }
        self.rpcs = answers.rpcs

    async def said(self, rpc: str, read: Callable[[], Awaitable[object]], caller: Caller) -> Said:
        """What the answers say."""
        name, attributes = self._named[rpc]
        span = self._tracer.start_span(name, self._parent(caller), SpanKind.SERVER, attributes)
        if not span.is_recording():
            return await self._answers.said(rpc, read, caller)
        caller.trace_id = trace.format_trace_id(span.get_span_context().trace_id)
        said: Said | None = None
        try:
            # An exception is told by no more than its kind: its message may quote what it was given.
            with trace.use_span(span, record_exception=False, set_status_on_exception=False):
                said = await self._answers.said(rpc, read, caller)
        finally:
            _finish(span, said, caller)
        return said

    def _parent(self, caller: Caller) -> Context:
        if not caller.traceparent:
            return Context()
        told = {"traceparent": caller.traceparent, "tracestate": caller.tracestate}
        return self._propagator.extract(told, Context())


def _finish(span: Span, said: Said | None, caller: Caller) -> None:
    if said is None:
        span.set_attribute("rpc.grpc.status_code", CANCELLED)
    elif isinstance(said, bytes):
        span.set_attribute("rpc.grpc.status_code", 0)
    else:
        failure, error = said
        _tell(span, failure, error)
        caller.named()
    if caller.request_id:
        span.set_attribute("referee.request_id", caller.request_id)
    span.end()


def _tell(span: Span, failure: Failure, error: Exception) -> None:
    code: int = failure.code.value[0]
    span.set_attribute("rpc.grpc.status_code", code)
    if failure.reason:
        span.set_attribute("referee.reason", failure.reason)
    if code in FAULTS:
        span.set_attribute("error.type", type(error).__name__)
        span.set_status(Status(StatusCode.ERROR, failure.code.name))


def of_environment(environment: Mapping[str, str]) -> Tracing:
    """Spans as the variables of the environment want them sent. Raises SettingsRefused for what cannot be had."""
    own = {"service.name": NAME, "service.version": __version__}
    resource = Resource.create({**own, **OTELResourceDetector().detect().attributes})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    for exporter in exporters(environment):
        provider.add_span_processor(BatchSpanProcessor(exporter))
    return Tracing(provider)


def exporters(environment: Mapping[str, str]) -> Sequence[SpanExporter]:
    """What sends spans, by OTEL_TRACES_EXPORTER: otlp unless told, console or none. Raises SettingsRefused."""
    found: list[SpanExporter] = []
    for name in (environment.get("OTEL_TRACES_EXPORTER") or "otlp").split(","):
        match name.strip():
            case "otlp":
                found.append(_otlp(environment))
            case "console":
                found.append(ConsoleSpanExporter())
            case "none":
                pass
            case other:
                raise SettingsRefused(f"tracing: OTEL_TRACES_EXPORTER: {other!r} is none of otlp, console, none")
    return found


def _addressed(environment: Mapping[str, str]) -> None:
    """Raises SettingsRefused where no collector can have the address that is given: its spans would all be lost."""
    for variable in ENDPOINTS:
        written = environment.get(variable)
        if not written:
            continue
        try:
            address = urlsplit(written)
            good = address.scheme in {"http", "https"} and bool(address.hostname) and address.port != 0
        except ValueError:
            good = False
        if not good:
            raise SettingsRefused(f"tracing: {variable}: {written!r} is not like http://127.0.0.1:4318")


def _otlp(environment: Mapping[str, str]) -> SpanExporter:
    own, common = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"
    match environment.get(own) or environment.get(common) or "http/protobuf":
        case "http/protobuf":
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415  # one of two
                OTLPSpanExporter,
            )

            _addressed(environment)
            return OTLPSpanExporter()
        case "grpc":
            try:
                found = importlib.import_module("opentelemetry.exporter.otlp.proto.grpc.trace_exporter")
            except ImportError as fault:
                raise SettingsRefused(f"tracing: OTLP over gRPC is not installed: {GRPC_MISSING}") from fault
            exporter: SpanExporter = found.OTLPSpanExporter()
            return exporter
        case other:
            raise SettingsRefused(f"tracing: {common}: {other!r} is neither http/protobuf nor grpc")
