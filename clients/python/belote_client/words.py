"""Cards, seats, teams and trumps as people write them, and back."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from belote_client.messages import Bid, Call, Card, Declaration, Doubling, PlayerAction, RuleOption, Seat, Team, Trump

if TYPE_CHECKING:
    from google.protobuf.internal.enum_type_wrapper import _EnumTypeWrapper

CardLike: TypeAlias = str | Card.ValueType
"""A card: its text, ``"JH"`` or ``"TS"``, or its number, ``Card.CARD_JACK_OF_HEARTS``."""
CardsLike: TypeAlias = str | Iterable[CardLike]
"""Cards: one text with spaces between them, ``"JH TS"``, or any iterable of cards."""
SeatLike: TypeAlias = str | Seat.ValueType
"""A seat: ``south``, ``east``, ``north`` or ``west``, or its number."""
TeamLike: TypeAlias = str | Team.ValueType
"""A team: ``south_north``, ``east_west``, or a seat in a game without partners; ``nobody`` where that is meant."""
TrumpLike: TypeAlias = str | Trump.ValueType
"""A trump: ``clubs``, ``diamonds``, ``hearts``, ``spades``, ``no_trump`` or ``all_trump``, or its number."""
DoublingLike: TypeAlias = str | Doubling.ValueType
"""How far a contract is doubled: ``none``, ``coinche`` or ``surcoinche``, or its number."""

_Number = TypeVar("_Number", bound=int)

_RANKS: Final = dict(zip("789TJQKA", range(7, 15), strict=True))
_SUITS: Final = dict(zip("CDHS", range(1, 5), strict=True))
_CARDS: Final = {
    rank + suit: Card.ValueType(16 * suit_number + rank_number)
    for suit, suit_number in _SUITS.items()
    for rank, rank_number in _RANKS.items()
}
_TEXTS: Final = {number: text for text, number in _CARDS.items()}
_SUIT_LETTERS: Final = {number: letter for letter, number in _SUITS.items()}


def card(one: CardLike) -> Card.ValueType:
    """The number of a card: ``card("JH")`` is ``Card.CARD_JACK_OF_HEARTS``. A number is returned as it is.

    Small letters and ``10`` are read as well. Raises ValueError for a text that names no card.
    """
    if not isinstance(one, str):
        return one
    found = _CARDS.get(one.upper().replace("10", "T"))
    if found is None:
        raise ValueError(f"{one!r} is no card: write the rank (7 8 9 T J Q K A), then the suit (C D H S), as in JH")
    return found


def cards(some: CardsLike) -> list[Card.ValueType]:
    """The numbers of cards, in their order: ``cards("JH TS")``, ``cards(["JH", "TS"])``; none for an empty text.

    Raises ValueError for a text that names no card.
    """
    return [card(one) for one in (some.split() if isinstance(some, str) else some)]


def seat(one: SeatLike | None) -> Seat.ValueType:
    """The number of a seat: ``seat("south")``. None leaves it unset; ValueError for any other word."""
    return _number(Seat, one)


def team(one: TeamLike | None) -> Team.ValueType:
    """The number of a team: ``team("south_north")``. None leaves it unset; ValueError for any other word."""
    return _number(Team, one)


def trump(one: TrumpLike | None) -> Trump.ValueType:
    """The number of a trump: ``trump("no_trump")``. None leaves it unset; ValueError for any other word."""
    return _number(Trump, one)


def doubling(one: DoublingLike | None) -> Doubling.ValueType:
    """The number of a doubling: ``doubling("coinche")``. None leaves it unset; ValueError for any other word."""
    return _number(Doubling, one)


def word(kind: "_EnumTypeWrapper[_Number]", number: _Number) -> str:
    """A value of an enum as a word, the reverse of the functions above: ``word(Seat, answer.winner)`` is ``"south"``.

    It serves every enum: ``word(Ruling, answer.ruling)`` is ``"illegal"``. A value that is not set is
    ``"unspecified"``, one that this version of the client does not know is its number.
    """
    known = kind.DESCRIPTOR.values_by_number.get(number)
    return known.name.removeprefix(_prefix(kind)).lower() if known else str(int(number))


def text(what: Card.ValueType | PlayerAction | Iterable[Card.ValueType]) -> str:
    """What the players would write: ``"JH"`` for a card, ``"JH TS"`` for cards.

    For an action, whoever's it is, the card with what is said over it, or the call: ``"KH belote"``,
    ``"7S tierce(7S 8S 9S)"``, ``"pass"``, ``"take H"``, ``"bid 80 NT"``. A card or trump that this version of the
    client does not know is its number.
    """
    if isinstance(what, int):
        return _TEXTS.get(what, str(what))
    if not isinstance(what, PlayerAction):
        return " ".join(map(text, what))
    match what.WhichOneof("kind"):
        case "play":
            said = ["belote"] * what.says_belote + [_declaration(one) for one in what.declarations]
            return " ".join([text(what.play), *said])
        case "call":
            return _call(what.call)
        case "custom":
            values = [text(one) for one in what.custom.cards] + [_option(one) for one in what.custom.options]
            return f"{what.custom.id}({' '.join(values)})"
        case _:
            return ""


def _number(kind: "_EnumTypeWrapper[_Number]", one: str | _Number | None) -> _Number:
    if one is None:
        return kind.values()[0]
    if not isinstance(one, str):
        return one
    prefix = _prefix(kind)
    words = [name.removeprefix(prefix).lower() for name in kind.keys()[1:]]  # an enum is no mapping
    if one not in words:
        raise ValueError(f"{one!r} is no {kind.DESCRIPTOR.name.lower()}: it can be {', '.join(words)}")
    return kind.Value(prefix + one.upper())


def _prefix(kind: "_EnumTypeWrapper[_Number]") -> str:
    return kind.DESCRIPTOR.values_by_number[0].name.removesuffix("UNSPECIFIED")


def _declaration(one: Declaration) -> str:
    return f"{one.kind}({text(one.cards) or '?'})"


def _call(call: Call) -> str:
    match call.WhichOneof("said"):
        case "passed":
            return "pass"
        case "take":
            return f"take {_trump(call.take.trump)}"
        case "bid":
            return " ".join(["bid", *_target(call.bid), _trump(call.bid.trump)])
        case other:
            return other or ""


def _target(bid: Bid) -> list[str]:
    target = bid.WhichOneof("target")
    return [] if target is None else [str(bid.points) if target == "points" else target]


def _trump(number: Trump.ValueType) -> str:
    match number:
        case Trump.TRUMP_NO_TRUMP:
            return "NT"
        case Trump.TRUMP_ALL_TRUMP:
            return "AT"
        case _:
            return _SUIT_LETTERS.get(number, str(number))


def _option(one: RuleOption) -> str:
    match one.WhichOneof("value"):
        case "flag":
            return f"{one.name}={str(one.flag).lower()}"
        case "number":
            return f"{one.name}={one.number}"
        case _:
            return f"{one.name}={one.choice}"
