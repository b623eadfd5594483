"""`python -m referee` is the command `referee`."""

from referee.cli import app

app(prog_name="referee")
