"""`referee serve`: a server."""

import typer

from referee.cli.screen import UNREADABLE, complain
from referee.cli.settings import Read, taking_settings
from referee.server import SettingsRefused, run


@taking_settings
def serve(read: Read) -> None:
    """Start a referee and let it answer until it is stopped.

    Each flag may also be set in the environment: REFEREE_HOST, REFEREE_PORT, ..., REFEREE_BLOCK_PLUGINS=a,b.
    It prints "listening on HOST:PORT" once it answers. `referee doctor` takes the same flags and checks them.
    """
    try:
        settings = read()
    except SettingsRefused as refused:
        complain(str(refused))
        raise typer.Exit(UNREADABLE) from None
    raise typer.Exit(run(settings))
