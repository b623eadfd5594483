"""The command line: every command asks a referee, in this process or at an address, and shows what it answers."""

import io
import sys
from typing import Annotated

import typer

from referee import __version__
from referee.cli.demo import demo
from referee.cli.doctor import doctor
from referee.cli.judge import judge
from referee.cli.score import score
from referee.cli.serve import serve
from referee.cli.token import token
from referee.cli.variants import variants
from referee.core import CORE

app = typer.Typer(name="referee", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"referee {__version__} ({CORE} core)")
        raise typer.Exit


@app.callback()
def prepare(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_tell_version,
            is_eager=True,
            help="Show the version, and whether the core is compiled.",
        ),
    ] = False,
) -> None:
    """A referee for belote: serve one, let it judge a record, count a match, or watch it at work."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without accents shows a question mark, not a traceback


for _command in (serve, judge, variants, score, demo, token, doctor):
    app.command()(_command)
