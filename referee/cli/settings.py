"""The settings of a server as flags, for every command that takes them."""

import os
from collections.abc import Callable
from functools import partial
from inspect import Parameter, signature
from typing import Annotated, Any, Final, TypeAlias

import typer

from referee.server import Settings

DEFAULTS: Final = Settings()

Read: TypeAlias = Callable[[], Settings]
"""Reads the settings; raises SettingsRefused."""


def _settings(
    host: Annotated[str | None, typer.Option(help="The address to listen on.", show_default=str(DEFAULTS.host))] = None,
    port: Annotated[
        int | None, typer.Option(help="The port; 0 takes a free one.", show_default=str(DEFAULTS.port))
    ] = None,
    web_port: Annotated[
        int | None, typer.Option(help="Where browsers and curl ask; 0 takes a free one.", show_default="no such door")
    ] = None,
    web_origin: Annotated[
        list[str] | None, typer.Option(help="An origin whose pages may ask, or *; may be given again.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="So many processes, each started again when it dies.", show_default="1")
    ] = None,
    ports_apart: Annotated[
        bool | None, typer.Option("--ports-apart", help="A port for each worker, counted up, for a balancer.")
    ] = None,
    shared_port: Annotated[
        bool | None,
        typer.Option("--shared-port", help="Let another referee that says so too listen on the same port."),
    ] = None,
    max_connection_age: Annotated[
        float | None,
        typer.Option(
            help="Seconds after which a connection is asked to be made anew; 0 never asks.",
            show_default=str(DEFAULTS.max_connection_age),
        ),
    ] = None,
    max_request_bytes: Annotated[
        int | None, typer.Option(help="A larger request is refused.", show_default=str(DEFAULTS.max_request_bytes))
    ] = None,
    max_calls: Annotated[
        int | None,
        typer.Option(help="So many calls at once; one more is refused.", show_default=str(DEFAULTS.max_calls)),
    ] = None,
    max_seconds: Annotated[
        float | None,
        typer.Option(help="Seconds after which a batch is given up.", show_default=str(DEFAULTS.max_seconds)),
    ] = None,
    check_interval: Annotated[
        float | None,
        typer.Option(
            help="Seconds in which it still answers after it was told to stop.",
            show_default=str(DEFAULTS.check_interval),
        ),
    ] = None,
    grace: Annotated[
        float | None,
        typer.Option(help="Seconds that calls under way then have to finish.", show_default=str(DEFAULTS.grace)),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            help="Where Prometheus reads what is counted; 0 takes a free port.", show_default="nothing is counted"
        ),
    ] = None,
    metrics_host: Annotated[
        str | None, typer.Option(help="The address of that port.", show_default=str(DEFAULTS.metrics_host))
    ] = None,
    loop: Annotated[
        str | None,
        typer.Option(help="asyncio, or uvloop: faster, an extra.", show_default=str(DEFAULTS.loop)),
    ] = None,
    tracing: Annotated[
        bool | None, typer.Option("--tracing", help="Send a span of each call where the OTEL_ variables say.")
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(help="debug, info, warning or error.", show_default=str(DEFAULTS.log_level))
    ] = None,
    log_format: Annotated[
        str | None, typer.Option(help="text, or json: one object a line.", show_default=str(DEFAULTS.log_format))
    ] = None,
    log_slow: Annotated[
        float | None,
        typer.Option(help="Log each call that takes so many milliseconds.", show_default="no call is logged for that"),
    ] = None,
    insecure: Annotated[
        bool | None, typer.Option("--insecure", help="Listen without TLS where others can reach it.")
    ] = None,
    tls_certificate: Annotated[
        str | None, typer.Option(help="The server's certificate with its chain, in PEM.")
    ] = None,
    tls_key: Annotated[str | None, typer.Option(help="The certificate's key, in PEM.")] = None,
    tls_client_ca: Annotated[
        str | None, typer.Option(help="Callers must show a certificate that one of these vouches for.")
    ] = None,
    tokens_file: Annotated[
        str | None, typer.Option(help="Callers must bring a token of this file; `referee token` makes its lines.")
    ] = None,
    reflection: Annotated[
        bool | None, typer.Option("--reflection/--no-reflection", help="Tell the contract to whoever asks.")
    ] = None,
    seal_keys_file: Annotated[
        str | None,
        typer.Option(help="Keys that sign the records it returns; hexadecimal, one a line, the first signs."),
    ] = None,
    require_seal: Annotated[
        bool | None, typer.Option("--require-seal", help="Refuse records that none of these keys signed.")
    ] = None,
    block_plugin: Annotated[list[str] | None, typer.Option(help="A plugin that shall not be loaded.")] = None,
    lenient_plugins: Annotated[
        bool | None,
        typer.Option(
            "--lenient-plugins/--strict-plugins",
            help="Leave out a plugin that may not serve, or refuse to start because of it.",
            show_default="strict",
        ),
    ] = None,
    trace_plugins: Annotated[
        bool | None, typer.Option("--trace-plugins", help="Log what each plugin brings and each hook that is asked.")
    ] = None,
) -> Settings:
    """What the flags ask for, else the environment. Raises SettingsRefused."""
    return Settings.read(
        os.environ,
        host=host,
        port=port,
        web_port=web_port,
        web_origins=tuple(web_origin) if web_origin else None,
        workers=workers,
        ports_apart=ports_apart,
        shared_port=shared_port,
        max_connection_age=max_connection_age,
        max_request_bytes=max_request_bytes,
        max_calls=max_calls,
        max_seconds=max_seconds,
        check_interval=check_interval,
        grace=grace,
        metrics_port=metrics_port,
        metrics_host=metrics_host,
        loop=loop,
        tracing=tracing,
        log_level=log_level,
        log_format=log_format,
        log_slow=log_slow,
        insecure=insecure,
        tls_certificate=tls_certificate,
        tls_key=tls_key,
        tls_client_ca=tls_client_ca,
        tokens_file=tokens_file,
        reflection=reflection,
        seal_keys_file=seal_keys_file,
        require_seal=require_seal,
        block_plugins=tuple(block_plugin) if block_plugin else None,
        lenient_plugins=lenient_plugins,
        trace_plugins=trace_plugins,
    )


def taking_settings(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the flags of a server's settings in the place of its first parameter, which reads them."""
    own = list(signature(command, eval_str=True).parameters.values())[1:]
    flags = list(signature(_settings, eval_str=True).parameters.values())

    def wrapped(**given: Any) -> None:
        mine = {one.name: given.pop(one.name) for one in own}
        command(partial(_settings, **given), **mine)

    told = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in (*flags, *own)]
    wrapped.__name__, wrapped.__doc__ = command.__name__, command.__doc__
    wrapped.__annotations__ = {one.name: one.annotation for one in told} | {"return": None}
    wrapped.__signature__ = signature(wrapped).replace(parameters=told)  # type: ignore[attr-defined]  # as inspect reads it
    return wrapped
