"""Tables of scores read into tallies, and the options that stand behind a preset, without a server."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from referee_coinche import Coinche

from referee import Options, Value
from referee.classic import Classic
from referee.model.contract import Contract, Doubling
from referee.model.score import Belote, LineKind, ScoreSheet, Tally
from referee.model.seat import Team
from referee.model.trump import Trump
from referee.rules.bonuses import Fate, Scale, ScoreItem
from referee.rules.settlement import settle
from referee.rules.table import FOUR_SEATS

FACTS = Path(__file__).parent / "facts"
SN, EW = Team.SOUTH_NORTH, Team.EAST_WEST
TEAMS = {"SN": SN, "EW": EW}
TRUMPS = {"AT": Trump.ALL_TRUMP, "NT": Trump.NO_TRUMP}
DOUBLINGS = {"": Doubling.NONE, "x": Doubling.COINCHE, "xx": Doubling.SURCOINCHE}

MANIFESTS = (Classic().referee_manifest(), Coinche().referee_manifest())
PRESETS = {preset.id: preset for manifest in MANIFESTS for preset in manifest.presets}
OPTIONS = {option.name: option for manifest in MANIFESTS for option in manifest.options}


class Row(NamedTuple):
    """One deal as a table of scores tells it."""

    title: str
    rules: str
    bid: str
    cards: str
    extras: str
    outcome: str
    writes: tuple[str, str]


def rows(name: str) -> Iterator[Row]:
    """The deals of a table, each under the rules of the line above it."""
    rules = ""
    for line in (FACTS / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("rules "):
            rules = line.removeprefix("rules ")
        elif line and not line.startswith("#"):
            title, bid, cards, extras, outcome, south, east = (cell.strip() for cell in line.split("|"))
            yield Row(title, rules, bid, cards, extras, outcome, (south, east))


def in_force(rules: str, changed: Mapping[str, Value] = MappingProxyType({})) -> Options:
    """The values of a preset with departures, as far as the base and this feature own them; ``changed`` goes last."""
    preset, *departures = rules.split()
    values: dict[str, Value] = {name: option.default for name, option in OPTIONS.items()}
    values |= {name: value for name, value in PRESETS[preset].options.items() if name in OPTIONS}
    for name, word in (one.split("=") for one in departures):
        value: Value = int(word) if word.isdigit() else word
        value = word == "true" if word in ("true", "false") else value
        assert OPTIONS[name].allows(value), f"{name} cannot be {word}"
        assert value != values[name], f"{name} is {word} anyway"
        values[name] = value
    return Options({**values, **changed})


def declared(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
    """What declarations bring to a tally under the usual agreements."""
    return tuple(
        ScoreItem(
            team,
            LineKind.DECLARATIONS,
            LineKind.DECLARATIONS,
            points,
            "belote/worth_twenty",
            multiplied=True,
            if_lost=Fate.FOLLOWS,
            if_trickless=Fate.FOLLOWS,
        )
        for team, points in tally.declarations.items()
    )


def tally_of(row: Row) -> Tally:
    """The facts of a row."""
    taker, target, *doubled = row.bid.split()
    south, east, last = row.cards.split()
    belotes, sweep, declarations = [], None, {}
    trump, reserve, alone, last_deal = Trump.HEARTS, 0, False, False
    for extra in () if row.extras == "-" else row.extras.split(", "):
        match extra.split():
            case ["belote", team, *silent]:
                belotes.append(Belote(TEAMS[team], scores=not silent))
            case ["capot", team]:
                sweep = TEAMS[team]
            case ["declared", team, points]:
                declarations[TEAMS[team]] = int(points)
            case ["reserve", points]:
                reserve = int(points)
            case ["trump", name]:
                trump = TRUMPS[name]
            case ["alone"]:
                alone = True
            case ["last", "deal"]:
                last_deal = True
            case _:
                raise ValueError(extra)
    return Tally(
        contract=Contract(
            None,
            TEAMS[taker],
            trump,
            int(target) if target.isdigit() else target,
            DOUBLINGS[doubled[0] if doubled else ""],
        ),
        teams=(SN, EW),
        trump=trump,
        card_points={SN: int(south), EW: int(east)},
        last_trick=TEAMS[last],
        sweep=sweep,
        belotes=tuple(belotes),
        declarations=declarations,
        solo=alone,
        reserve_in=reserve,
        last_deal=last_deal,
        trickless=frozenset() if sweep is None else frozenset({SN, EW} - {sweep}),
    )


def sheet_of(row: Row, changed: Mapping[str, Value] = MappingProxyType({})) -> ScoreSheet:
    """The score sheet of a row, with some options set otherwise."""
    options, classic = in_force(row.rules, changed), Classic()
    scale = Scale({mode.trump: mode for mode in classic.referee_trump_modes(options)}, FOUR_SEATS.pack)
    bonuses = (*classic.referee_bonuses(options), declared)
    return settle(tally_of(row), scale, bonuses, Coinche().referee_settlement(options))


def written(sheet: ScoreSheet) -> tuple[str, str]:
    """What each side writes, in the words of the tables."""
    sides: Mapping[Team, dict[str, int]] = {SN: {}, EW: {}}
    for line in sheet.written:
        kind = line.kind.name.lower()
        sides[line.team][kind] = sides[line.team].get(kind, 0) + line.points
    south, east = (", ".join(f"{kind} {points}" for kind, points in side.items()) or "-" for side in sides.values())
    return south, east


def values_of(name: str) -> tuple[Value, ...]:
    """Every value of an option; of a range the default and some more."""
    option = OPTIONS[name]
    if option.kind == "flag":
        return (True, False)
    return (*option.numbers, *option.choices, *((160, 260, 650) if option.minimum is not None else ()))
