"""The words and signs that a line is made of, and how any word is written so that it is read as the same word."""

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from referee.model.text import Text
from referee.notation.unreadable import Misreading, UnreadableText

WORD: Final = "word"
QUOTED: Final = "quoted"

_TOKEN: Final = re.compile(
    r"""
      (?P<space>[\s,]+)
    | (?P<comment>\#.*)
    | (?P<quoted>"(?:[^"\\]|\\.)*")
    | (?P<sign>[()=:])
    | (?P<word>[^\s,\#"()=:]+)
    | (?P<stray>.)
    """,
    re.VERBOSE,
)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+/-]*")
_NUMBER: Final = re.compile(r"-?[0-9]{1,10}")
_NUMBERS: Final = range(-(2**31), 2**31)
"""Those that a record holds on the wire."""
FLAGS: Final = {"true": True, "false": False}

A_QUOTATION: Final = Text(
    "a word between two quotation marks, written as in JSON", "un mot entre guillemets droits, écrit comme en JSON"
)


class Token(NamedTuple):
    """A word, a word in quotation marks, or one of the signs ``( ) = :``, and how it stands in the text."""

    kind: str
    text: str
    source: str


def tokens(line: str, number: int) -> Iterator[Token]:
    """The tokens of one line, comments and commas left out; raises UnreadableText where a quotation has no end."""
    for match in _TOKEN.finditer(line):
        kind, source = match.lastgroup, match.group()
        if kind == "quoted":
            try:
                text = json.loads(source)
                text.encode()  # half a surrogate pair is no text
            except ValueError:
                raise UnreadableText([Misreading(number, source, A_QUOTATION)]) from None
            yield Token(QUOTED, text, source)
        elif kind == "sign":
            yield Token(source, source, source)
        elif kind == "word":
            yield Token(WORD, source, source)
        elif kind == "stray":
            raise UnreadableText([Misreading(number, line[match.start() :], A_QUOTATION)])


def number_of(word: str) -> int | None:
    """The whole number that a bare word stands for, if it does and a record can hold it."""
    if not _NUMBER.fullmatch(word):
        return None
    number = int(word)
    return number if number in _NUMBERS else None


def setting_value(word: str) -> bool | int | str:
    """The flag, number or choice that a bare word stands for."""
    if word in FLAGS:
        return FLAGS[word]
    number = number_of(word)
    return word if number is None else number


def value_of(token: Token) -> bool | int | str:
    """What a word stands for where a flag, a number or a choice may stand; in quotation marks always a choice."""
    return token.text if token.kind == QUOTED else setting_value(token.text)


def word_text(word: str) -> str:
    """A word that is read back as itself and as nothing else: in quotation marks unless it is a plain one."""
    plain = _PLAIN.fullmatch(word) and word not in FLAGS and number_of(word) is None
    return word if plain else json.dumps(word)


def value_text(value: bool | int | str) -> str:
    """A flag, a number or a choice, read back as the same."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else word_text(value)
