"""What a ruleset is made of, and what it is once composed: features, options, presets, one frozen object."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from referee.model.rule import Rule
from referee.model.term import Term, TermKind
from referee.model.text import Text
from referee.model.trump import Trump
from referee.rules.auction import Auction
from referee.rules.belote import BeloteLaw
from referee.rules.bonuses import Bonus
from referee.rules.dealing import Dealing
from referee.rules.declarations import Contest, DeclarationKind
from referee.rules.exchange import Exchange
from referee.rules.match import MatchRules
from referee.rules.play import ModePlay
from referee.rules.ranking import Mode
from referee.rules.settlement import Settlement
from referee.rules.table import Table

__all__ = [
    "Feature",
    "Manifest",
    "Option",
    "Options",
    "Preset",
    "Rule",
    "Ruleset",
    "Step",
    "Term",
    "TermKind",
    "Value",
]

Value: TypeAlias = bool | int | str
"""What an option may be set to; a number that may be unlimited is the string ``none`` then."""

NONE: Final = "none"

NEEDED: Final = ("table", "dealing", "auction", "play", "settlement", "match")
"""One-owner points that every ruleset needs."""
ONE_OWNER: Final = (*NEEDED, "declaration_contest")
MANY: Final = ("trump_modes", "declarations", "exchange", "bonuses")
POINTS: Final = ONE_OWNER + MANY


@dataclass(frozen=True, slots=True)
class Option:
    """One point on which tables differ."""

    name: str
    default: Value
    line: Text
    """One line for a settings screen."""
    details: Text
    source: str
    points: tuple[str, ...]
    """Extension points that read it."""
    choices: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    rule_ids: tuple[str, ...] = ()
    only_if: tuple[tuple[str, tuple[Value, ...]], ...] = ()
    """The option has an effect only where these other options hold one of these values."""
    not_if: tuple[tuple[str, tuple[Value, ...]], ...] = ()
    """The option has no effect where one of these other options holds one of these values."""

    @property
    def kind(self) -> str:
        """``flag``, ``number`` or ``choice``; a number option may also list choices such as ``none``."""
        if isinstance(self.default, bool):
            return "flag"
        return "number" if self.numbers or self.minimum is not None else "choice"

    def allows(self, value: Value) -> bool:
        """Whether the value is one of those allowed."""
        if isinstance(value, bool):
            return isinstance(self.default, bool)
        if isinstance(value, str):
            return value in self.choices
        if self.numbers:
            return value in self.numbers
        if self.minimum is None:
            return False
        return self.minimum <= value and (self.maximum is None or value <= self.maximum)

    def allowed(self) -> str:
        """The allowed values as a reader would list them."""
        if isinstance(self.default, bool):
            return "true, false"
        listed = [str(number) for number in self.numbers]
        if self.minimum is not None:
            listed.append(
                f"{self.minimum} to {self.maximum}" if self.maximum is not None else f"{self.minimum} and more"
            )
        return ", ".join([*listed, *self.choices])


@dataclass(frozen=True, slots=True)
class Step:
    """A custom action in the catalogue: all that a client needs to offer it without knowing the game."""

    id: str
    name: Text
    line: Text
    details: Text
    min_cards: int = 0
    max_cards: int = 0
    options: tuple[Option, ...] = ()
    rule_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """A named ruleset: a base, features, and the values that differ from the defaults, after one dated text."""

    id: str
    base: str
    name: Text
    line: Text
    source: str
    features: tuple[str, ...] = ()
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a feature says of itself."""

    id: str
    revision: int
    name: Text
    line: Text
    is_base: bool = False
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    rules: tuple[Rule, ...] = ()
    requires: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    replaces: tuple[tuple[str, str], ...] = ()
    """Pairs (extension point, feature that holds it)."""
    after: tuple[str, ...] = ()
    overrides: Mapping[str, Value] = field(default_factory=dict)
    """Values of other features' options that hold when this feature is added."""
    reads: tuple[str, ...] = ()
    """Options of other features that this feature's own points read."""
    terms: tuple[Term, ...] = ()
    """Words that its answers use: kinds of declaration, contract terms, lines, outcomes, events, units."""
    steps: tuple[Step, ...] = ()
    """Custom actions that it brings."""


class Options(Mapping[str, Value]):
    """The values in force, read by type; asking for the wrong type is a fault of the feature."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = MappingProxyType(dict(values))

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def flag(self, name: str) -> bool:
        """A true or false option."""
        value = self._values[name]
        if not isinstance(value, bool):
            raise TypeError(f"option {name} is no flag")
        return value

    def number(self, name: str) -> int:
        """A number that always has a value."""
        value = self._values[name]
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"option {name} is no number")
        return value

    def limit(self, name: str) -> int | None:
        """A number, or None where the option says ``none``."""
        return None if self._values[name] == NONE else self.number(name)

    def choice(self, name: str) -> str:
        """One of the option's named choices."""
        value = self._values[name]
        if not isinstance(value, str):
            raise TypeError(f"option {name} is no choice")
        return value


@dataclass(frozen=True, slots=True)
class Feature:
    """A manifest and the extension points it implements, each asked once a ruleset with what is composed so far."""

    manifest: Manifest
    plugin: str
    """Name of the distribution or module it came from."""
    module: str
    """Where its code lives, so that a fault in it can be told from one of the referee."""
    owner: str
    """Qualified name of the class that brings it."""
    points: Mapping[str, Callable[[Mapping[str, Any]], Any]] = field(default_factory=dict)
    """What answers for each point, given the arguments of its hook by name."""
    version: str = ""
    """Of the distribution it came with."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Ruleset:
    """Everything the referee asks while it judges: frozen, composed once, known by its fingerprint."""

    preset: str
    features: tuple[tuple[str, int], ...]
    """Ids and revisions, base first."""
    values: Options
    fingerprint: str
    table: Table
    dealing: Dealing
    auction: Auction
    modes: Mapping[Trump, Mode]
    play: Mapping[Trump, ModePlay]
    belote: BeloteLaw
    declarations: Mapping[str, DeclarationKind]
    """Kinds that may be declared, by id; empty where none are."""
    contest: Contest | None
    """Which declarations score; None where none are played."""
    exchanges: Mapping[str, Exchange]
    """Steps between auction and play, by the id of their custom action."""
    steps: Mapping[str, Step]
    """The same steps as the catalogue shows them."""
    bonuses: tuple[Bonus, ...]
    settlement: Settlement
    match: MatchRules
    rules: Mapping[str, Rule]
    rule_order: Mapping[str, int]
    serial: int = field(init=False, repr=False, compare=False, default_factory=count().__next__)
    """No other one of this process has or will have it: what is kept by it need not keep the ruleset."""

    tricks: int = field(init=False, repr=False, compare=False)
    """Tricks of a deal."""
    turn_up_index: int | None = field(init=False, repr=False, compare=False)
    """Where in the deck the turned card lies; None where the game turns none."""
    unplayed: int = field(init=False, repr=False, compare=False)
    """Cards of the pack that never come into play."""
    identity: tuple[str, str] = field(init=False, repr=False, compare=False)
    """Preset and fingerprint: two presets may mean the same rules, and each answer names its own."""

    def __post_init__(self) -> None:
        table, dealing = self.table, self.dealing
        tricks = dealing.tricks(table)
        object.__setattr__(self, "tricks", tricks)
        object.__setattr__(self, "turn_up_index", dealing.turn_up_index(table) if dealing.turn_up else None)
        object.__setattr__(self, "unplayed", table.pack.bit_count() - tricks * table.size - dealing.taker_extra)
        object.__setattr__(self, "identity", (self.preset, self.fingerprint))

    def duties(self, trump: Trump, stock: int) -> ModePlay:
        """What binds a player while so many cards are left to be drawn."""
        play = self.play[trump]
        return play.freed if stock and self.dealing.free_while_stock else play
