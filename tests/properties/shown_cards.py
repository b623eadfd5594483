"""Every card that a message shows, wherever it stands: in a field, or in words within a sentence."""

import re
from collections.abc import Iterator
from typing import Final

from belote.referee.v1 import card_pb2
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from referee.model.card import CARD_NAMED, CARD_OF, Card, Cards
from referee.model.words import CARD_WORDS

CARD: Final = card_pb2.Card.DESCRIPTOR
NAMES: Final = re.compile(rf"\b(?:{'|'.join(CARD_NAMED)})\b")
WORDS: Final = {words(language): card for card, words in CARD_WORDS.items() for language in ("en", "fr")}
IN_WORDS: Final = re.compile("|".join(WORDS))


def cards_shown(message: Message) -> Cards:
    """All cards that a reader of the message learns of."""
    found = 0
    for card in _shown(message):
        found |= card
    return found


def cards_in_text(text: str) -> Iterator[Card]:
    """The cards that a sentence names, in English, in French or by their two letters."""
    for name in NAMES.findall(text):
        yield CARD_NAMED[name]
    for words in IN_WORDS.findall(text):
        yield WORDS[words]


def _shown(message: Message) -> Iterator[Card]:
    for field, value in message.ListFields():
        values = value if field.is_repeated else (value,)
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for one in values:
                yield from _shown(one)
        elif field.enum_type is CARD:
            yield from (CARD_OF[number] for number in values)
        elif field.type == FieldDescriptor.TYPE_STRING:
            for text in values:
                yield from cards_in_text(text)
