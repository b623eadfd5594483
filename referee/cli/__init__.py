"""The command line: every command asks a referee, in this process or at an address, and shows what it answers."""

import typer

from referee.cli.demo import demo
from referee.cli.judge import judge
from referee.cli.serve import serve
from referee.cli.variants import variants

app = typer.Typer(
    name="referee",
    help="A referee for belote.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for _command in (serve, judge, variants, demo):
    app.command()(_command)
