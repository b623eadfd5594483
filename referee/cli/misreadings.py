"""What is wrong with a record that somebody has written, in sentences for that person."""

import re
from typing import Final

from referee.cli.asking import Unanswered
from referee.model.deal import Deal
from referee.model.text import Text
from referee.notation import NAMINGS, Misreading, UnreadableText, read_deal
from referee.notation.reading import NOT_AGAIN

TWICE: Final = Text("line {line}: {key} stands twice", "ligne {line} : {key} figure deux fois")
END_OF_TEXT: Final = Text("the end of the text", "la fin du texte")
END_OF_LINE: Final = Text("the end of the line", "la fin de la ligne")
ENDS: Final = Text("line {line}: read {end}, expected {expected}", "ligne {line} : lu {end}, attendu {expected}")
OTHER_NAMES: Final = Text(
    "read with names {read}, but the text is written with names {written}: "
    "begin it with the line “names {written}”, or give --names {written}",
    "lu avec les noms {read}, mais le texte est écrit avec les noms {written} : "
    "commencez-le par la ligne « names {written} », ou donnez --names {written}",
)
OTHER_NAMES_SAID: Final = Text(
    "the text says names {read}, but is written with names {written}",
    "le texte dit names {read}, mais il est écrit avec les noms {written}",
)
MORE: Final = Text("and {count} more", "et {count} de plus")
MOST_TOLD: Final = 100
"""Of a text that is no record at all nobody reads more."""

MOST_TRIED: Final = 5000
"""A text with more that cannot be read is no record in other names either."""

NAMES_LINE: Final = re.compile(r"^[ \t]*names\b.*$", re.MULTILINE)
FEWER: Final = 2
"""Other names are meant if they leave less than one part in so many of what could not be read."""


def read_written(text: str, names: str, language: str) -> Deal:
    """The record that a text describes; raises Unanswered, which tells all that is wrong with it."""
    try:
        return read_deal(text, names)
    except UnreadableText as unreadable:
        raise Unanswered("\n".join(_told(text, names, unreadable, language))) from unreadable


def _told(text: str, names: str, unreadable: UnreadableText, language: str) -> list[str]:
    wrong, head = unreadable.misreadings, []
    said = NAMES_LINE.search(text)
    read = said.group().strip().removeprefix("names").strip(" \t:") if said else names
    if read in NAMINGS and len(wrong) <= MOST_TRIED:
        bare = NAMES_LINE.sub("", text)
        tried = {other: _wrong(bare, other) for other in NAMINGS if other != read}
        written = min(tried, key=lambda other: len(tried[other]))
        if len(tried[written]) * FEWER < len(wrong):
            wrong = tried[written]
            hint = OTHER_NAMES_SAID if said else OTHER_NAMES
            head.append(hint.filled(read=read, written=written)(language))
    last = len(text.rstrip().splitlines()) or 1
    said_of = [_sentence(one, last, language) for one in wrong[:MOST_TOLD]]
    more = [MORE.filled(count=len(wrong) - MOST_TOLD)(language)] if len(wrong) > MOST_TOLD else []
    return head + said_of + more


def _wrong(text: str, names: str) -> tuple[Misreading, ...]:
    try:
        read_deal(text, names)
    except UnreadableText as unreadable:
        return unreadable.misreadings
    return ()


def _sentence(one: Misreading, last: int, language: str) -> str:
    if one.expected is NOT_AGAIN:
        return TWICE.filled(line=one.line, key=one.read)(language)
    if not one.read:
        end = END_OF_TEXT if one.line >= last else END_OF_LINE
        return ENDS.filled(line=one.line, end=end(language), expected=one.expected(language))(language)
    return one.message(language)
