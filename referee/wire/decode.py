"""Messages to the model. Whatever is missing or impossible in a message is refused at once, with every bad field path.

A record is first read by a quick way that knows no errors; only when that stumbles is it read again to say why.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, TypeVar

from belote.referee.v1 import card_pb2, deal_pb2, ruleset_pb2, score_pb2
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from referee.model.action import Action, Bid, Coinche, Custom, Declaration, Pass, Play, Surcoinche, Take
from referee.model.card import CARD_OF, Card
from referee.model.contract import Doubling
from referee.model.deal import Deal, RulesetChoice
from referee.model.kept import Kept
from referee.model.refusal import BadField, Reason, Refused, bad_field, echo
from referee.model.score import NO_NOTE, LineKind, Outcome, ScoreLine, SheetClaim, TallyClaim
from referee.model.seat import SEATS, Seat, Team
from referee.model.trump import Trump

MAX_ACTIONS: Final = 512
MAX_CARDS: Final = 64
MAX_ENTRIES: Final = 16
MAX_OPTIONS: Final = 256
MAX_LINES: Final = 64
LONGEST_ID: Final = 64
"""Characters of the longest kind of declaration or custom step."""
MAX_FAULTS: Final = 250
"""Faults after which a request is read no further."""
LARGEST_POINTS: Final = 1_000_000

_CACHED_ACTIONS: Final = 8192
_LONGEST_CACHED: Final = 64
"""Bytes of the longest action kept: plays and calls are short, and so is a card with a combination declared over it."""

Named = TypeVar("Named", bound=IntEnum)
Entry = TypeVar("Entry")


class Reader:
    """Reads fields of one request and gathers everything that is wrong with them."""

    def __init__(self) -> None:
        self.bad: list[BadField] = []

    def done(self) -> None:
        """Raises Refused when anything was wrong."""
        if self.bad:
            raise Refused.for_fields(self.bad)

    def note(self, fault: BadField) -> None:
        """Notes one fault; where there are too many, the rest of the request is not read."""
        self.bad.append(fault)
        if len(self.bad) >= MAX_FAULTS:
            self.done()

    def missing(self, path: str) -> None:
        """Notes a field that is needed and not set."""
        self.note(bad_field(path, Reason.FIELD_MISSING, "is needed here", "est nécessaire ici"))

    def invalid(self, path: str, value: object, english: str, french: str) -> None:
        """Notes a value that is never accepted there."""
        self.note(bad_field(path, Reason.FIELD_INVALID, english, french, value=echo(value)))

    def few(self, path: str, entries: Sequence[Entry], most: int = MAX_ENTRIES) -> Sequence[Entry]:
        """The entries when there are no more than can make sense; a list beyond that is one fault, not thousands."""
        if len(entries) <= most:
            return entries
        count = len(entries)
        self.invalid(path, count, f"{count} entries, where {most} are read", f"{count} éléments, pour {most} au plus")
        return ()

    def reserve(self, path: str, message: Any, name: str = "reserve_in") -> int | None:
        """Points held over, as far as a match can hold any; None when unset."""
        if not message.HasField(name):
            return None
        reserve: int = getattr(message, name)
        if not 0 <= reserve <= LARGEST_POINTS:
            text = f"a reserve is from 0 to {LARGEST_POINTS}", f"une réserve va de 0 à {LARGEST_POINTS}"
            self.invalid(path, reserve, *text)
        return reserve

    def optional(self, path: str, kind: type[Named], number: int) -> Named | None:
        """The enum member of a number; None when unset."""
        if not number:
            return None
        try:
            return kind(number)
        except ValueError:
            self.invalid(path, number, f"{number} is not a value of {kind.__name__}", f"valeur inconnue : {number}")
            return None

    def needed(self, path: str, kind: type[Named], number: int) -> Named | None:
        """The enum member of a number that must be set."""
        if not number:
            self.missing(path)
            return None
        return self.optional(path, kind, number)

    def team_or_nobody(self, path: str, number: int) -> Team | None:
        """The team of a number; None when it is unset or says that there is none."""
        return None if number == card_pb2.TEAM_NOBODY else self.optional(path, Team, number)

    def cards(self, path: str, numbers: Sequence[int]) -> tuple[Card, ...]:
        """The cards of their numbers."""
        found = []
        for index, number in enumerate(self.few(path, numbers, MAX_CARDS)):
            card = self.card(f"{path}[{index}]", number)
            if card:
                found.append(card)
        return tuple(found)

    def card(self, path: str, number: int) -> Card:
        """The card of a number that must be set; 0 when it is none."""
        card = CARD_OF.get(number, 0)
        if not number:
            self.missing(path)
        elif not card:
            self.invalid(path, number, f"{number} is no card", f"{number} n'est pas une carte")
        return card

    def by_team(self, path: str, entries: Sequence[Any], value: str, *, needed: bool = True) -> dict[Team, int]:
        """Numbers by team, each team at most once."""
        found: dict[Team, int] = {}
        for index, entry in enumerate(self.few(path, entries)):
            here = f"{path}[{index}]"
            team = self.needed(f"{here}.team", Team, entry.team)
            if team in found:
                self.invalid(f"{here}.team", Team(entry.team).name, "this team twice", "cette équipe deux fois")
            if needed and not entry.HasField(value):
                self.missing(f"{here}.{value}")
            if team is None:
                continue
            number = getattr(entry, value)
            if abs(number) > LARGEST_POINTS:
                text = f"at most {LARGEST_POINTS} are read", f"{LARGEST_POINTS} au plus"
                self.invalid(f"{here}.{value}", number, *text)
            found[team] = number
        return found

    def choice(self, path: str, message: ruleset_pb2.Ruleset) -> RulesetChoice:
        """The rules a request asks for."""
        if not message.preset:
            self.missing(f"{path}.preset")
        options: list[tuple[str, bool | int | str]] = []
        for index, option in enumerate(self.few(f"{path}.options", message.options, MAX_OPTIONS)):
            value = value_of(option)
            if not option.name:
                self.missing(f"{path}.options[{index}].name")
            if value is None:
                self.missing(f"{path}.options[{index}].value")
            else:
                options.append((option.name, value))
        features = tuple(self.few(f"{path}.features", message.features, MAX_OPTIONS))
        return RulesetChoice(message.preset, features, tuple(options))

    def deal(self, path: str, message: deal_pb2.Deal, choice: RulesetChoice) -> Deal:
        """A record under rules that are read already."""
        dealer = self.needed(f"{path}.dealer", Seat, message.dealer)
        hands: dict[Seat, tuple[Card, ...]] = {}
        for index, hand in enumerate(self.few(f"{path}.hands", message.hands)):
            here = f"{path}.hands[{index}]"
            seat = self.needed(f"{here}.seat", Seat, hand.seat)
            cards = self.cards(f"{here}.cards", hand.cards)
            if seat is None:
                continue
            if seat in hands:
                self.invalid(f"{here}.seat", seat.name, f"{seat.name} twice", f"{seat.name} deux fois")
            hands[seat] = cards
        turn_up = self.card(f"{path}.turn_up", message.turn_up) if message.turn_up else 0
        actions = self.actions(f"{path}.actions", message.actions)
        return Deal(
            choice=choice,
            dealer=dealer or Seat.SOUTH,
            deck=self.cards(f"{path}.deck", message.deck),
            hands=hands,
            turn_up=turn_up,
            actions=actions,
            reserve_in=self.reserve(f"{path}.reserve_in", message),
            totals_in=self.by_team(f"{path}.totals_in", message.totals_in, "points"),
            last_deal=message.last_deal,
            seal=message.seal,
        )

    def actions(self, path: str, messages: Sequence[deal_pb2.PlayerAction]) -> tuple[Action, ...]:
        """The actions of a record."""
        if len(messages) > MAX_ACTIONS:
            self.note(
                bad_field(
                    path,
                    Reason.TOO_MANY_ACTIONS,
                    f"{len(messages)} actions, where {MAX_ACTIONS} are read",
                    f"{len(messages)} actions, pour {MAX_ACTIONS} au plus",
                    count=len(messages),
                    limit=MAX_ACTIONS,
                )
            )
            return ()
        found = (self.action(f"{path}[{index}]", message) for index, message in enumerate(messages))
        return tuple(action for action in found if action is not None)

    def action(self, path: str, message: deal_pb2.PlayerAction) -> Action | None:
        """One action; None when it is none."""
        seat = self.optional(f"{path}.seat", Seat, message.seat)
        kind = message.WhichOneof("kind")
        if kind != "play":
            if message.says_belote:
                self.invalid(f"{path}.says_belote", "true", "belote is said over a card", "belote se dit sur une carte")
            if message.declarations:
                self.invalid(f"{path}.declarations", "", "one declares over a card", "on annonce sur une carte")
        match kind:
            case "play":
                card = self.card(f"{path}.play", message.play)
                declarations = tuple(
                    self.declaration(f"{path}.declarations[{index}]", one)
                    for index, one in enumerate(self.few(f"{path}.declarations", message.declarations))
                )
                return Play(card, message.says_belote, declarations, seat) if card else None
            case "call":
                return self.call(f"{path}.call", message.call, seat)
            case "custom":
                return self.custom(f"{path}.custom", message.custom, seat)
            case _:
                self.missing(f"{path}.kind")
                return None

    def call(self, path: str, message: deal_pb2.Call, seat: Seat | None) -> Action | None:
        """One call; None when it is none."""
        match message.WhichOneof("said"):
            case "passed":
                return Pass(seat)
            case "take":
                trump = self.needed(f"{path}.take.trump", Trump, message.take.trump)
                return None if trump is None else Take(trump, seat)
            case "bid":
                trump = self.needed(f"{path}.bid.trump", Trump, message.bid.trump)
                return None if trump is None else Bid(trump, target_of(message.bid, "target"), seat)
            case "coinche":
                return Coinche(seat)
            case "surcoinche":
                return Surcoinche(seat)
            case _:
                self.missing(f"{path}.said")
                return None

    def declaration(self, path: str, message: deal_pb2.Declaration) -> Declaration:
        """A combination said with a first card."""
        if not message.kind:
            self.missing(f"{path}.kind")
        elif len(message.kind) > LONGEST_ID:
            self.invalid(
                f"{path}.kind", message.kind, "no kind has such a long name", "aucune sorte n'a un nom si long"
            )
        cards = self.few(f"{path}.cards", message.cards)
        return Declaration(message.kind, self.cards(f"{path}.cards", cards))

    def custom(self, path: str, message: deal_pb2.CustomAction, seat: Seat | None) -> Custom:
        """A step that a feature adds."""
        if not message.id:
            self.missing(f"{path}.id")
        elif len(message.id) > LONGEST_ID:
            self.invalid(f"{path}.id", message.id, "no step has such a long name", "aucune étape n'a un nom si long")
        options: list[tuple[str, bool | int | str]] = []
        for index, option in enumerate(self.few(f"{path}.options", message.options, MAX_OPTIONS)):
            value = value_of(option)
            if not option.name:
                self.missing(f"{path}.options[{index}].name")
            if value is None:
                self.missing(f"{path}.options[{index}].value")
            else:
                options.append((option.name, value))
        return Custom(message.id, self.cards(f"{path}.cards", message.cards), tuple(options), seat)

    def tally(self, path: str, message: score_pb2.Tally, reserve_in: int | None) -> TallyClaim:
        """What was counted at a table."""
        return TallyClaim(
            taker=self.optional(f"{path}.taker", Team, message.taker),
            trump=self.optional(f"{path}.trump", Trump, message.trump),
            target=target_of(message, "target", "target_"),
            doubling=self.optional(f"{path}.doubling", Doubling, message.doubling),
            card_points=self.by_team(f"{path}.card_points", message.card_points, "points"),
            last_trick=self.optional(f"{path}.last_trick", Team, message.last_trick),
            tricks=self.by_team(f"{path}.tricks", message.tricks, "count"),
            capot=self.team_or_nobody(f"{path}.capot", message.capot),
            no_capot=message.capot == card_pb2.TEAM_NOBODY,
            belotes=self.by_team(f"{path}.belotes", message.belotes, "count"),
            declarations=self.by_team(f"{path}.declarations", message.declarations, "points"),
            solo=message.solo,
            passed_out=message.passed_out,
            last_deal=message.last_deal,
            reserve_in=reserve_in,
        )

    def sheet(self, path: str, message: score_pb2.ScoreSheet) -> SheetClaim:
        """A score sheet sent back as part of a match."""
        outcome = self.needed(f"{path}.outcome", Outcome, message.outcome)
        lines = []
        for index, line in enumerate(self.few(f"{path}.written", message.written, MAX_LINES)):
            here = f"{path}.written[{index}]"
            team = self.needed(f"{here}.team", Team, line.team)
            kind = self.needed(f"{here}.kind", LineKind, line.kind)
            if not line.HasField("points"):
                self.missing(f"{here}.points")
            if team is not None and kind is not None:
                lines.append(ScoreLine(team, kind, line.points, line.rule_id, NO_NOTE))
        used = (
            self.needed(f"{path}.tolerance_used[{index}]", Team, team)
            for index, team in enumerate(self.few(f"{path}.tolerance_used", message.tolerance_used))
        )
        if not message.totals:
            self.missing(f"{path}.totals")
        if not message.capot and outcome not in (Outcome.PASSED, Outcome.REDEAL):
            self.missing(f"{path}.capot")
        return SheetClaim(
            outcome=outcome or Outcome.MADE,
            taker=self.optional(f"{path}.contract.team", Team, message.contract.team),
            written=tuple(lines),
            totals=self.by_team(f"{path}.totals", message.totals, "points"),
            capot=self.team_or_nobody(f"{path}.capot", message.capot),
            reserve_in=self.reserve(f"{path}.reserve_in", message),
            reserve_out=self.reserve(f"{path}.reserve_out", message, "reserve_out"),
            tolerance_used=tuple(team for team in used if team is not None),
        )


def value_of(option: ruleset_pb2.RuleOption) -> bool | int | str | None:
    """An option's value by its kind; None when unset."""
    match option.WhichOneof("value"):
        case "flag":
            return option.flag
        case "number":
            return option.number
        case "choice":
            return option.choice
        case _:
            return None


def target_of(message: Any, oneof: str, prefix: str = "") -> int | str | None:
    """A bid's target: points, ``capot``, ``generale``, or None."""
    kind = message.WhichOneof(oneof)
    if kind is None:
        return None
    name = kind.removeprefix(prefix)
    return int(getattr(message, kind)) if name == "points" else str(name)


def quick_deal(message: deal_pb2.Deal, choice: RulesetChoice) -> Deal | None:
    """The record when everything in it is as it should be, for one whose ruleset is known; None when not."""
    serialised = [one.SerializeToString() for one in message.actions[: MAX_ACTIONS + 1]]
    return _quick_deal(message, choice, serialised, message.deck[: MAX_CARDS + 1])


def quick_raw_deal(message: Any, choice: RulesetChoice) -> Deal | None:
    """The same of a record whose deck and actions were left as bytes."""
    if len(message.deck) > 1 or len(UnknownFieldSet(message)):
        return None
    return _quick_deal(message, choice, message.actions[: MAX_ACTIONS + 1], message.deck[0] if message.deck else b"")


def _plausible_reserve(message: Any) -> bool:
    """Whether the reserve is one, 0 where there is none."""
    return bool(0 <= message.reserve_in <= LARGEST_POINTS)


def _quick_deal(message: Any, choice: RulesetChoice, serialised: Sequence[bytes], deck: Sequence[int]) -> Deal | None:
    if len(serialised) > MAX_ACTIONS or message.totals_in:
        return None
    hands, turn_up = message.hands, message.turn_up
    actions = list(map(_ACTIONS.get, serialised))
    if not all(actions):
        actions = list(map(read_action, serialised))
    if not all(actions) or len(deck) > MAX_CARDS or not _plausible_reserve(message):
        return None
    try:
        held = _quick_hands(hands) if hands else _NO_HANDS
        if held is None:
            return None
        return Deal(
            choice,
            SEATS[message.dealer],
            itemgetter(*deck)(CARD_OF) if len(deck) > 1 else tuple([CARD_OF[number] for number in deck]),
            held,
            CARD_OF[turn_up] if turn_up else 0,
            tuple(actions),  # type: ignore[arg-type]  # none of them is None here
            message.reserve_in if message.HasField("reserve_in") else None,
            _NO_TOTALS,
            message.last_deal,
            message.seal,
        )
    except KeyError:
        return None


def _quick_hands(messages: Any) -> dict[Seat, tuple[Card, ...]] | None:
    """What each seat holds; None when there is too much, raises KeyError when something is no seat or no card."""
    if len(messages) > MAX_ENTRIES:
        return None
    hands = {SEATS[one.seat]: tuple([CARD_OF[number] for number in one.cards[: MAX_CARDS + 1]]) for one in messages}
    if len(hands) != len(messages) or any(len(cards) > MAX_CARDS for cards in hands.values()):
        return None
    return hands


def read_action(serialised: bytes) -> Action | None:
    """A sound action, kept by its bytes: what one player does, a thousand others do."""
    known = _ACTIONS.get(serialised)
    if known is not None:
        return known
    reader = Reader()
    try:
        action = reader.action("", deal_pb2.PlayerAction.FromString(serialised))
    except (DecodeError, Refused):  # the careful way says why, and where
        return None
    if reader.bad or action is None:
        return None
    if len(serialised) <= _LONGEST_CACHED:
        _ACTIONS.keep(serialised, action)
    return action


_ACTIONS: Final[Kept[bytes, Action]] = Kept(_CACHED_ACTIONS)
_NO_HANDS: Final[Mapping[Seat, tuple[Card, ...]]] = MappingProxyType({})
_NO_TOTALS: Final[Mapping[Team, int]] = MappingProxyType({})
