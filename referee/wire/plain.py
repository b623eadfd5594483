"""Plain requests about a record, read from their bytes without making a message.

A message is made of many small things, and asking one field after the other costs more than the ruling. What
serialisers write of a plain record has always the same shape: fields in the order of their numbers, a byte a card, most
actions four bytes. Whatever has another shape is left to the messages, which are the law; a test compares the two.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from belote.referee.v1 import deal_pb2, referee_service_pb2

from referee.model.action import Action, Custom, Play
from referee.model.card import CARD_OF_BYTE, NUMBER_OF, Card
from referee.model.deal import PlainRecord, Plays
from referee.model.kept import Kept
from referee.model.seat import SEATS, Seat
from referee.wire import raw
from referee.wire.decode import LARGEST_POINTS, MAX_CARDS, read_action

PlainRequest: TypeAlias = tuple[bytes, bool, PlainRecord]
"""What ListLegalActions is asked: the rules still as bytes, whether they shall be told in full, and the record."""


def _tag(kind: Any, name: str) -> int:
    """What the field begins with: its number, and whether a number follows or so many bytes."""
    field = kind.DESCRIPTOR.fields_by_name[name]
    number: int = field.number << 3
    plain = field.type in (field.TYPE_ENUM, field.TYPE_INT32, field.TYPE_BOOL)
    return number if plain and not field.is_packed else number | 2


_HEADS: Final = raw.heads(referee_service_pb2.ListLegalActionsRequest.DEAL_FIELD_NUMBER, 4096)
_FULL: Final = bytes([_tag(referee_service_pb2.ListLegalActionsRequest, "full_ruleset"), 1])
_RULESET, _DEALER, _DECK, _TURN_UP, _ACTION = (
    _tag(deal_pb2.Deal, name) for name in ("ruleset", "dealer", "deck", "turn_up", "actions")
)
_RESERVE: Final = bytes([_tag(deal_pb2.Deal, "reserve_in")])
_LAST_DEAL: Final = bytes([_tag(deal_pb2.Deal, "last_deal"), 1])
_SEAT, _PLAY = (_tag(deal_pb2.PlayerAction, name) for name in ("seat", "play"))
_MORE: Final = 128
"""A byte from here on has others after it that belong to the same number."""


class _Shape:
    """How a card is written over which nothing is said."""

    def __init__(self, *written: int) -> None:
        """The bytes of one, 0 in place of its seat and of its number, which comes last."""
        card = bytes(written)
        self.size: Final = len(card)
        self.start: Final = card.partition(b"\0")[0]
        """What comes before the seat, or before the card where no seat is named."""
        self.names: Final = card.count(0) > 1
        """Whether a seat is named."""
        self.others: Final = [at for at, byte in enumerate(card) if byte]
        """Where each byte is that is neither seat nor number."""
        self.fixed: Final = [b"".join(bytes([byte]) * count for byte in card if byte) for count in range(MAX_CARDS)]
        """For so many cards all those bytes: the first of each, then the second of each, and so on."""


_SEATED: Final = _Shape(_ACTION, 4, _SEAT, 0, _PLAY, 0)
_UNSEATED: Final = _Shape(_ACTION, 2, _PLAY, 0)
_SEATED_START, _FIXED = _SEATED.start, _SEATED.fixed
_NOTHING_SAID: Final[Mapping[int, Play]] = MappingProxyType({})


def plain_request(request: bytes) -> PlainRequest | None:
    """The request when it has the plain shape; None when not, be it good or bad."""
    try:
        end, full = len(request), False
        head = _HEADS[end]
        if not request.startswith(head):
            end, full = end - len(_FULL), True
            head = _HEADS[end]
            if not request.startswith(head) or not request.endswith(_FULL):
                return None
        at = len(head)
        begun = _BEGUN.get(request[at : at + request[at + 1] + _AROUND_RULES]) or _begin(request, at)
        if begun is None:
            return None
        rules, dealer, before, size = begun
        at += before
        deck = request[at : at + size]
        at += size
        first = request.find(_SEATED_START, at, end)
        heard = _HEARD.get(request[at:first]) if first >= 0 else None
        if heard is not None:
            actions = request[first:end]
            numbers = actions[5::6]  # six bytes a card: the fourth is the seat, the last the number
            if actions[::6] + actions[1::6] + actions[2::6] + actions[4::6] == _FIXED[len(numbers)]:
                turn_up, calls = heard
                return rules, full, (dealer, deck, turn_up, calls, (numbers, actions[3::6], _NOTHING_SAID))
        found = _spoken(request, at, end)
        if found is None:
            return None
        turn_up, calls, first, shape = found
        plays = _played(request[first:end], shape)
        return None if plays is None else (rules, full, (dealer, deck, turn_up, calls, plays))
    except IndexError:
        return None


def _begin(request: bytes, start: int) -> tuple[bytes, Seat, int, int] | None:
    """What the deal begins with: its rules, its dealer, the bytes up to the deck's first card, and how many it has."""
    size, at = request[start + 1], start + 2
    if size >= _MORE:
        size, at = size + ((request[at] - 1) << 7), at + 1
    rules, after = request[at : at + size], at + size
    dealer, cards = SEATS.get(request[after + 1]), request[after + 3]
    if (request[start], request[after], request[after + 2]) != (_RULESET, _DEALER, _DECK) or dealer is None:
        return None
    if cards > MAX_CARDS or request[at - 1] >= _MORE:
        return None
    before = after + 4 - start
    begun = rules, dealer, before, cards
    return _BEGUN.keep(request[start : start + before], begun) if before == size + _AROUND_RULES else begun


def _spoken(request: bytes, at: int, end: int) -> tuple[Card, tuple[Action, ...], int, _Shape] | None:
    """The turned card or 0, the calls, where they end, and how the first card is written; None where none follows."""
    start, turn_up, calls = at, 0, list[Action]()
    if request[at] == _TURN_UP:
        turn_up, at = CARD_OF_BYTE[request[at + 1]], at + 2
        if not turn_up:
            return None
    while at < end and at - start <= _LONGEST_AUCTION:
        action, after = _one(request, at, end)
        if action is None or isinstance(action, Custom):
            return None
        if isinstance(action, Play):
            heard = _HEARD.keep(request[start:at], (turn_up, tuple(calls)))
            return *heard, at, _UNSEATED if action.seat is None else _SEATED
        calls.append(action)
        at = after
    return None


def _one(request: bytes, at: int, end: int) -> tuple[Action | None, int]:
    """The action that begins there, and where the next one does; none where no short action begins and ends."""
    size = request[at + 1]
    after = at + 2 + size
    if request[at] != _ACTION or size >= _MORE or after > end:
        return None, after
    return read_action(request[at + 2 : after]), after


def _played(actions: bytes, shape: _Shape) -> Plays | None:
    """The cards written one after the other; None where anything else is among them."""
    loud: dict[int, Play] = {}
    if not _bare(actions, shape):
        actions = _quietened(actions, shape, loud)
        if not _bare(actions, shape):
            return None
    seats = actions[len(shape.start) :: shape.size] if shape.names else b""
    return actions[shape.size - 1 :: shape.size], seats, loud


def _bare(actions: bytes, shape: _Shape) -> bool:
    """Whether they are cards over which nothing is said, one at least, and all written so."""
    count = len(actions) // shape.size
    if not 0 < count < MAX_CARDS:
        return False
    return b"".join([actions[at :: shape.size] for at in shape.others]) == shape.fixed[count]


def _quietened(actions: bytes, shape: _Shape, loud: dict[int, Play]) -> bytes:
    """The same without what is said over some of the cards, which is added to ``loud``, and without what follows them.

    What may follow says nothing of the cards: a reserve, and that the deal is the last. Nothing where it is more.
    """
    at, count, parts = 0, 0, list[bytes]()
    while at < len(actions) and actions[at] == _ACTION:
        if actions.startswith(shape.start, at):
            after = at + shape.size
            parts.append(actions[at:after])
        else:
            action, after = _one(actions, at, len(actions))
            if not isinstance(action, Play) or (action.seat is None) == (shape is _SEATED):
                return b""
            seat = () if action.seat is None else (_SEAT, action.seat)
            parts.append(bytes((_ACTION, len(seat) + 2, *seat, _PLAY, NUMBER_OF[action.card])))
            loud[count] = action
        count, at = count + 1, after
    return b"".join(parts) if _says_nothing(actions[at:]) else b""


def _says_nothing(rest: bytes) -> bool:
    """Whether there is nothing but a reserve that may be, and a last deal."""
    if rest[:1] == _RESERVE:
        size = next((index for index, byte in enumerate(rest[1:], 2) if byte < _MORE), 0)
        reserve = sum((byte & 127) << 7 * index for index, byte in enumerate(rest[1:size]))
        if not 0 < size <= _LONGEST_NUMBER or reserve > LARGEST_POINTS:
            return False
        rest = rest[size:]
    return rest in (b"", _LAST_DEAL)


_LONGEST_NUMBER: Final = 6
"""Bytes of a tag and a number that a reserve may have; longer ones are for the messages to judge."""
_LONGEST_AUCTION: Final = 256
"""Bytes of the longest auction that is plain: with all cards it has far fewer actions than a record may have."""
_AROUND_RULES: Final = 6
"""Bytes from the rules' tag to the deck's first card, but for short rules themselves."""
_BEGUN: Final[Kept[bytes, tuple[bytes, Seat, int, int]]] = Kept(1024)
"""How deals begin, by the bytes up to their deck."""
_HEARD: Final[Kept[bytes, tuple[Card, tuple[Action, ...]]]] = Kept(1024)
"""Turned cards, or 0, and auctions, by their bytes; all are calls."""
