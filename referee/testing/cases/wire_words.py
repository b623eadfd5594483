"""Words of the case files as the contract's numbers, and back."""

from collections.abc import Iterable, Sequence
from typing import Any

from belote.referee.v1 import card_pb2, deal_pb2, ruleset_pb2, score_pb2

from referee.model.card import CARD_OF, NUMBER_OF
from referee.model.seat import Seat, Team
from referee.model.trump import Trump
from referee.notation import (
    action_text,
    card_text,
    read_cards,
    read_deal,
    read_seat,
    read_team,
    read_trump,
    seat_text,
    team_text,
    trump_text,
)
from referee.wire import decode, encode

NOBODY = "nobody"
RAW = "="
"""Stands before a number that is sent as it is, for requests that make no sense."""
UNSET = f"{RAW}0"
CALLS = ("pass", "take", "bid", "coinche", "surcoinche")


def entries(text: str) -> list[list[str]]:
    """The entries of a text, separated by commas, each as its words."""
    return [words for entry in text.split(",") if (words := entry.split())]


def in_order(found: Iterable[str]) -> str:
    """Entries as one text that does not depend on the order in which they were found."""
    return ", ".join(sorted(found))


def number(word: str, read: Any) -> Any:
    """The wire's number of a word, or the number itself where it is written raw."""
    return int(word.removeprefix(RAW)) if word.startswith(RAW) else int(read(word))


def cards(text: str) -> list[Any]:
    """The numbers of cards."""
    return [number(word, lambda one: NUMBER_OF[read_cards(one)[0]]) for word in text.replace(",", " ").split()]


def seat(word: str) -> Any:
    """The number of a seat."""
    return number(word, read_seat)


def team(word: str) -> Any:
    """The number of a team, or the one that says nobody."""
    return card_pb2.TEAM_NOBODY if word == NOBODY else number(word, read_team)


def trump(word: str) -> Any:
    """The number of a trump."""
    return number(word, read_trump)


def doubling(word: str) -> Any:
    """The number of `coinche` or `surcoinche`; of no word that of no doubling said."""
    return deal_pb2.Doubling.Value(f"DOUBLING_{word.upper() or 'UNSPECIFIED'}")


def team_points(text: str) -> list[Any]:
    """Points by team: `SN 90 EW 62`."""
    pairs = _pairs(text)
    return [card_pb2.TeamPoints(team=team(name), points=int(points)) for name, points in pairs]


def team_counts(text: str) -> list[Any]:
    """Counts by team: `SN 8 EW 0`."""
    return [card_pb2.TeamCount(team=team(name), count=int(count)) for name, count in _pairs(text)]


def _pairs(text: str) -> list[tuple[str, str]]:
    words = text.replace(",", " ").split()
    return list(zip(words[::2], words[1::2], strict=True))


def ruleset(lines: Sequence[str]) -> ruleset_pb2.Ruleset:
    """The rules that a case asks for, from the lines that name them."""
    return encode.choice(read_deal("\n".join([*lines, "dealer S"])).choice)


def action(text: str, turn_up: str) -> Any:
    """An action as records write it; `take` alone takes at the suit of the turn-up."""
    first = text.rpartition(":")[2].split(maxsplit=1)[0]
    key = "calls" if first in CALLS else "step" if "(" in first else "trick"
    lines = ["preset any", "dealer S", f"{key} {text}", f"turn-up {turn_up}" if turn_up else ""]
    return encode.action(read_deal("\n".join(lines)).actions[0])


def action_words(message: Any) -> str:
    """An action of an answer, without the seat."""
    message.ClearField("seat")
    found = decode.Reader().action("action", message)
    assert found is not None
    return action_text(found)


def card_word(card: int) -> str:
    """A card of an answer."""
    return card_text(CARD_OF[card])


def card_words(found: Iterable[int]) -> str:
    """Cards of an answer, by suit and rank."""
    return " ".join(map(card_word, sorted(found)))


def seat_word(seat_number: int) -> str:
    """A seat of an answer."""
    return seat_text(Seat(seat_number)) if seat_number else NOBODY


def team_word(team_number: int) -> str:
    """A team of an answer."""
    return NOBODY if team_number in (0, card_pb2.TEAM_NOBODY) else team_text(Team(team_number))


def trump_word(trump_number: int) -> str:
    """A trump of an answer."""
    return trump_text(Trump(trump_number))


def contract_words(contract: Any) -> str:
    """Seat, what must be made, trump, and how often it counts where it is doubled: `N 80 D surcoinche x4`."""
    words = [seat_word(contract.taker), trump_word(contract.trump)]
    if target := contract.WhichOneof("target"):
        words.insert(1, str(contract.points) if target == "points" else target)
    if contract.doubling > deal_pb2.DOUBLING_NONE:
        words.append(deal_pb2.Doubling.Name(contract.doubling).removeprefix("DOUBLING_").lower())
    if contract.multiplier != 1:
        words.append(f"x{contract.multiplier}")
    return " ".join(words)


def bids_words(found: Iterable[Any]) -> list[str]:
    """Ranges of bids, each trump for itself: `D 90 to 160 by 10`, `D 90 up by 10` where nothing is the highest."""
    return [
        f"{trump_word(one.trump)} {one.min} {f'to {one.max}' if one.HasField('max') else 'up'} by {one.step}"
        for one in found
    ]


def declaration_words(declaration: Any) -> str:
    """Kind and height: the rank of cards that are alike, else the highest card; `?` while they are not shown."""
    cards_shown = [card_word(card) for card in sorted(declaration.cards)]
    alike = len({card[0] for card in cards_shown}) == 1
    height = "?" if not cards_shown else cards_shown[0][0] if alike else cards_shown[-1]
    return f"{declaration.kind} {height}"


def points_words(found: Iterable[Any]) -> str:
    """Points by team."""
    return in_order(f"{team_word(one.team)} {one.points}" for one in found)


def line_words(line: Any) -> str:
    """A line of a score sheet: team, kind, points, rule."""
    kind = line.custom_kind or score_pb2.ScoreLineKind.Name(line.kind).removeprefix("SCORE_LINE_KIND_").lower()
    return f"{team_word(line.team)} {kind} {line.points} {line.rule_id}"


def option_words(option: Any) -> str:
    """An option and its value."""
    value = getattr(option, option.WhichOneof("value"))
    return f"{option.name}={str(value).lower() if isinstance(value, bool) else value}"


def suit_word(suit_number: int) -> str:
    """A suit of an answer, by the letter of its trump."""
    return trump_text(Trump(suit_number))
