"""A record out of a file: as text that people write, or as the contract's JSON."""

import sys
from pathlib import Path
from typing import Final, NamedTuple

from belote.referee.v1 import deal_pb2
from google.protobuf import json_format

from referee.cli.asking import Unanswered
from referee.cli.misreadings import read_written
from referee.model.text import Text
from referee.notation import names_in
from referee.wire.encode import deal

STDIN: Final = "-"
LARGEST: Final = 4 * 2**20
"""Bytes of a file that are read; the largest record that a server takes is no larger."""
ENGLISH: Final = "en"
NO_FILE: Final = Text("cannot read {file}: {why}", "impossible de lire {file} : {why}")
TOO_LARGE: Final = Text(
    "{file} is larger than {limit} bytes, no record is", "{file} dépasse {limit} octets, aucun relevé n'est si long"
)
NO_JSON: Final = Text("no record in JSON: {why}", "ce n'est pas un relevé en JSON : {why}")
NO_TEXT: Final = Text("{file} is not text in UTF-8", "{file} n'est pas du texte en UTF-8")


class Record(NamedTuple):
    """A record, and how the text it came from names things."""

    deal: deal_pb2.Deal
    names: str


def read_record(file: str, names: str | None, language: str) -> Record:
    """The record in a file, ``-`` for standard input; JSON if it begins with a brace.

    A text that says nothing else has English names unless others are given; the answer to it follows the language.
    Raises Unanswered.
    """
    try:
        if file == STDIN:
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(file).open("rb") as opened:
                raw = opened.read(LARGEST + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Unanswered(NO_FILE.filled(file=file, why=why)(language)) from error
    if len(raw) > LARGEST:
        raise Unanswered(TOO_LARGE.filled(file=file, limit=LARGEST)(language))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unanswered(NO_TEXT.filled(file=file)(language)) from error
    if not text.lstrip().startswith("{"):
        found = read_written(text, names or ENGLISH, language)
        return Record(deal(found), names_in(text, names or language))
    try:
        return Record(json_format.Parse(text, deal_pb2.Deal()), names or language)
    except (json_format.ParseError, RecursionError) as error:
        why = (str(error).splitlines() or [type(error).__name__])[0]
        raise Unanswered(NO_JSON.filled(why=why)(language)) from error
