"""Every card that an answer shows, wherever it stands: in a field, or in words within a sentence or an id."""

import re
from collections.abc import Iterator
from typing import Any, Final

from belote.referee.v1 import card_pb2
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from referee.model.action import Custom, Play
from referee.model.card import CARD_NAMED, CARD_OF, Card, Cards, cards_of
from referee.model.deal import Deal
from referee.model.text import LANGUAGES
from referee.model.words import CARD_WORDS

_CARD: Final = card_pb2.Card.DESCRIPTOR
_NAMES: Final = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(CARD_NAMED)})(?![A-Za-z0-9])")
_WORDS: Final = {words(language): card for card, words in CARD_WORDS.items() for language in LANGUAGES}
_IN_WORDS: Final = re.compile("|".join(_WORDS))
_IN_IDS: Final = {name.lower(): card for name, card in CARD_NAMED.items() if name != "AS"}
"""Names as ids write them; ``as`` is a word of both languages."""


def cards_shown(message: Message) -> Cards:
    """All cards that a reader of the message learns of."""
    return cards_of(_shown(message))


def cards_in_text(text: str) -> Iterator[Card]:
    """The cards that a sentence names, in English, in French or by their two letters."""
    yield from (CARD_NAMED[name] for name in _NAMES.findall(text))
    yield from (_WORDS[words] for words in _IN_WORDS.findall(text))


def cards_in_id(name: str) -> Iterator[Card]:
    """The cards that an id names."""
    yield from cards_in_text(name)
    yield from (_IN_IDS[part] for part in re.split(r"[^A-Za-z0-9]+", name) if part in _IN_IDS)


def cards_in_record(deal: Deal) -> Cards:
    """All cards that a record tells of, those that its ids and values name included."""
    found = [*deal.deck, *(card for hand in deal.hands.values() for card in hand), deal.turn_up]
    for action in deal.actions:
        if isinstance(action, Play):
            found.append(action.card)
            for declaration in action.declarations:
                found += [*declaration.cards, *cards_in_id(declaration.kind)]
        elif isinstance(action, Custom):
            values = [value for _, value in action.options if isinstance(value, str)]
            ids = [action.id, *(name for name, _ in action.options), *values]
            found += [*action.cards, *(card for one in ids for card in cards_in_id(one))]
    return cards_of(found)


def _shown(message: Message) -> Iterator[Card]:
    for field, value in message.ListFields():
        values: Any = value if field.is_repeated else (value,)
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for one in values:
                yield from _shown(one)
        elif field.enum_type is _CARD:
            yield from (CARD_OF[number] for number in values)
        elif field.type == FieldDescriptor.TYPE_STRING:
            for text in values:
                yield from cards_in_text(text)
