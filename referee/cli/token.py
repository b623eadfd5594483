"""`referee token`: a secret for a caller, and the line that lets it in."""

from typing import Annotated

import typer

from referee.cli.screen import UNREADABLE, complain
from referee.server.tokens import new_token


def token(name: Annotated[str, typer.Argument(help="Whom it is for: small letters, digits, and . _ -")]) -> None:
    """Make a token for a caller.

    The first line it prints is the secret, for the caller alone: it is not kept anywhere. The second goes into the file
    of `referee serve --tokens-file`; limits may follow it there: calls_per_second=50 calls_at_once=20 until=2027-12-31.
    """
    try:
        secret, line = new_token(name)
    except ValueError as fault:
        complain(str(fault))
        raise typer.Exit(UNREADABLE) from None
    typer.echo(secret)
    typer.echo(line)
