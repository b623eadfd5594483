"""Plain requests about a record, read from their bytes without making a message.

A message is made of many small things, and asking one field after the other costs more than the ruling. What
serialisers write of a plain record has always the same shape: fields in the order of their numbers, a byte a card, most
actions four bytes. Whatever has another shape is left to the messages, which are the law; a test compares the two.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from belote.referee.v1 import deal_pb2, referee_service_pb2

from referee.model.action import Action, Custom, Play
from referee.model.card import CARD_OF_BYTE, NUMBER_OF
from referee.model.deal import PlainRecord, Plays
from referee.model.kept import Kept
from referee.wire.decode import LARGEST_POINTS, MAX_CARDS, SEATS, read_action

PlainRequest: TypeAlias = tuple[bytes, bool, PlainRecord]
"""What ListLegalActions is asked: the rules still as bytes, whether they shall be told in full, and the record."""


def _tag(kind: Any, name: str) -> int:
    """What the field begins with: its number, and whether a number follows or so many bytes."""
    field = kind.DESCRIPTOR.fields_by_name[name]
    number: int = field.number << 3
    return (
        number if field.type in (field.TYPE_ENUM, field.TYPE_INT32, field.TYPE_BOOL) and name != "deck" else number | 2
    )


_DEAL: Final = _tag(referee_service_pb2.ListLegalActionsRequest, "deal")
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
    """How a card is written over which nothing is said: so many bytes, all the same but the seat's and the card's."""

    def __init__(self, head: Sequence[int], *, seated: bool) -> None:
        """``head`` is what comes before the card, with 0 for the seat."""
        self.size, self.seated, self.head = len(head) + 1, seated, bytes(head)
        self.start = self.head[: self.head.index(0)] if seated else self.head
        fixed = [(index, byte) for index, byte in enumerate(head) if byte]
        self.fixed = [[(index, bytes([byte]) * count) for index, byte in fixed] for count in range(MAX_CARDS)]
        """For so many cards, what stands at each of the other bytes of all of them."""

    def fits(self, actions: bytes) -> bool:
        """Whether they are nothing but such cards, and not too many."""
        size = self.size
        count, rest = divmod(len(actions), size)
        if rest or count >= MAX_CARDS:
            return False
        for index, bytes_there in self.fixed[count]:  # noqa: SIM110  # a generator costs more than the whole loop
            if actions[index::size] != bytes_there:
                return False
        return True


_SEATED: Final = _Shape((_ACTION, 4, _SEAT, 0, _PLAY), seated=True)
_UNSEATED: Final = _Shape((_ACTION, 2, _PLAY), seated=False)


def plain_request(request: bytes) -> PlainRequest | None:
    """The request when it has the plain shape; None when not, be it good or bad."""
    try:
        return _read(request)
    except IndexError:
        return None


def _read(request: bytes) -> PlainRequest | None:
    if request[0] != _DEAL:
        return None
    size, at = request[1], 2
    if size >= _MORE:
        size, at = size + ((request[2] - 1) << 7), 3
        if request[2] >= _MORE:
            return None
    end = at + size
    full = len(request) > end
    if len(request) < end or request[at] != _RULESET or (full and request[end:] != _FULL):
        return None
    size, at = request[at + 1], at + 2
    if size >= _MORE:
        size, at = size + ((request[at] - 1) << 7), at + 1
        if request[at - 1] >= _MORE:
            return None
    rules, at = request[at : at + size], at + size
    if request[at] != _DEALER or request[at + 2] != _DECK or request[at + 3] > MAX_CARDS:
        return None
    dealer, size, at = SEATS.get(request[at + 1]), request[at + 3], at + 4
    deck, turn_up, at = request[at : at + size], 0, at + size
    if dealer is None:
        return None
    if request[at] == _TURN_UP:
        turn_up, at = CARD_OF_BYTE[request[at + 1]], at + 2
        if not turn_up:
            return None
    shape, first = _SEATED, request.find(_SEATED.start, at, end)
    if first < 0:
        shape, first = _UNSEATED, request.find(_UNSEATED.start, at, end)
    calls = _CALLS.get(request[at:first]) if first >= 0 else None
    if calls is None:
        found = _spoken(request, at, end)
        if found is None:
            return None
        calls, first, shape = found
    played = _played(request[first:end], shape)
    return None if played is None else (rules, full, (dealer, deck, turn_up, calls, *played))


def _spoken(request: bytes, at: int, end: int) -> tuple[tuple[Action, ...], int, _Shape] | None:
    """The calls from here on, where they end, and how the first card is written; None where no card follows."""
    start, calls = at, list[Action]()
    while at < end:
        action, after = _one(request, at)
        if action is None or isinstance(action, Custom):
            return None
        if isinstance(action, Play):
            if at - start <= _LONGEST_KEPT:
                _CALLS.keep(request[start:at], tuple(calls))
            return tuple(calls), at, _UNSEATED if action.seat is None else _SEATED
        calls.append(action)
        at = after
    return None


def _one(request: bytes, at: int) -> tuple[Action | None, int]:
    """The action that begins there, and where the next one does; none where no short action begins."""
    size = request[at + 1]
    after = at + 2 + size
    if request[at] != _ACTION or size >= _MORE or after > len(request):
        return None, after
    return read_action(request[at + 2 : after]), after


def _played(actions: bytes, shape: _Shape) -> tuple[bytes, Plays] | None:
    """The cards written one after the other, and their numbers; none where anything else is among them."""
    loud: dict[int, Play] = {}
    if not shape.fits(actions):
        quiet = _quietened(actions, shape, loud)
        if quiet is None or not shape.fits(quiet):
            return None
        actions = quiet
    size = shape.size
    numbers, seats = actions[size - 1 :: size], actions[_SEAT_AT::size] if shape.seated else b""
    return numbers, Plays(list(map(CARD_OF_BYTE.__getitem__, numbers)), seats, loud)


def _quietened(actions: bytes, shape: _Shape, loud: dict[int, Play]) -> bytes | None:
    """The same without what is said over some of the cards, which is added to ``loud``, and without what follows them.

    What may follow says nothing of the cards: a reserve, and that the deal is the last.
    """
    size, at, parts = shape.size, 0, list[bytes]()
    count = 0
    while at < len(actions) and actions[at] == _ACTION:
        if actions.startswith(shape.start, at):
            after = at + size
            parts.append(actions[at:after])
        else:
            action, after = _one(actions, at)
            if not isinstance(action, Play) or (action.seat is None) == shape.seated:
                return None
            seat = () if action.seat is None else (_SEAT, action.seat)
            parts.append(bytes((_ACTION, len(seat) + 2, *seat, _PLAY, NUMBER_OF[action.card])))
            loud[count] = action
        count, at = count + 1, after
    return b"".join(parts) if _says_nothing(actions[at:]) else None


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
_SEAT_AT: Final = _SEATED.head.index(0)
_LONGEST_KEPT: Final = 256
"""Bytes of the longest auction kept by its bytes."""
_CALLS: Final[Kept[bytes, tuple[Action, ...]]] = Kept(1024)
"""Auctions by their bytes; all are calls."""
