"""`referee token`: the secret and its line fit each other."""

from typer.testing import CliRunner

from referee.cli import app
from referee.server.tokens import Tokens, tokens_in


def test_the_line_lets_the_secret_in() -> None:
    done = CliRunner().invoke(app, ["token", "table-1"])
    secret, line = done.stdout.splitlines()
    with Tokens(tokens_in(line)).passed(f"Bearer {secret}") as name:
        assert name == "table-1"
    assert secret not in line


def test_a_bad_name_is_complained_of() -> None:
    done = CliRunner().invoke(app, ["token", "Some Table"])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "small letters" in done.stderr
