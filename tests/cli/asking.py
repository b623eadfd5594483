"""The command line asked as a person would ask it, and the sheet that several answers show."""

import re
from pathlib import Path

from typer.testing import CliRunner, Result

from referee.cli import app

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEXTS = re.compile(r"^```text\n(.*?)^```", re.DOTALL | re.MULTILINE)
RECORDS = dict(zip(("en", "fr", "es"), TEXTS.findall((DOCS / "NOTATION.md").read_text(encoding="utf-8")), strict=True))
"""The deal of the documents, complete and clean, in all three namings."""

CALLS = 3

SCREEN = {"COLUMNS": "110", "NO_COLOR": "1", "TERM": "dumb", "REFEREE_LANG": None, "REFEREE_BLOCK_PLUGINS": None}


def referee(*arguments: str, told: str = "") -> Result:
    return CliRunner(env=SCREEN).invoke(app, list(arguments), input=told, prog_name="referee")


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def printed(result: Result, status: int = 0) -> list[str]:
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return lines(result.stdout)


def complained(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


SHEET = """\
north has taken diamonds: failed
         team               points  rule
counted  SN    card points      79  score/card_points
         EW    card points      73  score/card_points
         EW    last trick       10  score/last_trick
         EW    belote           20  belote/worth_twenty
written  EW    tricks          162  score/contract_failed
         EW    belote           20  belote/worth_twenty
total    SN                      0
         EW                    182
"""
MARQUE = """\
nord a pris à carreau : dedans, contrat chuté
        camp                     points  règle
compté  SN    points des cartes      79  score/card_points
        EO    points des cartes      73  score/card_points
        EO    dix de der             10  score/last_trick
        EO    belote                 20  belote/worth_twenty
marqué  EO    plis                  162  score/contract_failed
        EO    belote                 20  belote/worth_twenty
total   SN                            0
        EO                          182
"""

FIGURES = ("--taker", "SN", "--points", "SN=79", "--last-trick", "EW", "--belote", "EW")
