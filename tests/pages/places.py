"""Where in the code a rule is applied and an option acts: found by search, so that no list has to be kept up."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from referee.model.rule import Rule

from .sources import Definition, Function, Place, Source, sources, within_reach

READS: Final = frozenset({"flag", "number", "limit", "choice"})
"""How an option's value is asked for."""

_DECLARATIONS: Final = "plugins/declarations/referee_declarations"
_THREE: Final = "plugins/three_handed/referee_three_handed"

BY_HAND: Final[dict[str, tuple[Place, ...]]] = {
    "ranking/pack": (Place("referee/model/card.py", "PACK_32"), Place("referee/rules/table.py", "Table")),
    "ranking/trump_order": (Place("referee/rules/ranking.py", "TRUMP_ORDER"),),
    "ranking/plain_order": (Place("referee/rules/ranking.py", "PLAIN_ORDER"),),
    "ranking/deal_points": (
        Place("referee/rules/ranking.py", "DEAL_POINTS"),
        Place("referee/rules/ranking.py", "Mode.pack_points"),
    ),
    "deal/first_dealer_draw": (Place("referee/rules/dealing.py", "draw_dealer"),),
    "deal/redraw": (Place("referee/rules/dealing.py", "draw_dealer"),),
    "deal/cut": (Place("referee/rules/dealing.py", "cut_deck"),),
    "auction/first_speaker": (
        Place("referee/rules/two_rounds.py", "TwoRoundAuction.may_act"),
        Place("referee/replay.py", "_play"),
    ),
    **dict.fromkeys(
        (
            "play/must_follow_suit",
            "play/must_raise_trump",
            "play/must_raise_all_trump",
            "play/must_trump",
            "play/must_overtrump",
            "play/must_undertrump",
            "play/must_not_undertrump_partner",
        ),
        (Place("referee/rules/playable.py", "family_judge"),),
    ),
    "trick/winner": (Place("referee/rules/ranking.py", "Mode.best_of"),),
    "trick/next_leader": (Place("referee/replay.py", "_follow"),),
    "trick/every_card": (
        Place("referee/replay.py", "_follow"),
        Place("referee/rules/dealing.py", "Dealing.hand_size"),
    ),
    "belote/beside_declaration": (Place("referee/judge.py", "_judge_belote"),),
    "match/over": (Place("referee/matches.py", "score_match"),),
    "declarations/natural_order": (Place("referee/rules/combinations.py", "runs"),),
    **dict.fromkeys(
        ("declarations/tierce", "declarations/cinquante", "declarations/cent"),
        (Place(f"{_DECLARATIONS}/kinds.py", "LENGTHS"), Place(f"{_DECLARATIONS}/kinds.py", "RUN_POINTS")),
    ),
    "declarations/carre": (
        Place(f"{_DECLARATIONS}/kinds.py", "TRUMP_CARRES"),
        Place(f"{_DECLARATIONS}/kinds.py", "find_carres"),
    ),
    "declarations/no_trump_carre": (Place(f"{_DECLARATIONS}/kinds.py", "NO_TRUMP_CARRES"),),
    "declarations/carre_order": (Place(f"{_DECLARATIONS}/kinds.py", "Order.strength"),),
    "declarations/trump_breaks_tie": (Place(f"{_DECLARATIONS}/kinds.py", "Order.strength"),),
    "three_handed/each_alone": (Place(f"{_THREE}/layouts.py", "players"),),
    "three_handed/hands": (Place(f"{_THREE}/layouts.py", "LAYOUTS"),),
    "three_handed/one_round": (Place(f"{_THREE}/naming.py", "OneRoundAuction"),),
    "three_handed/discard": (Place(f"{_THREE}/discard.py", "Discard"),),
    "three_handed/no_partners": (Place(f"{_THREE}/layouts.py", "THREE_TEAMS"),),
    "three_handed/dummy": (Place(f"{_THREE}/layouts.py", "LAYOUTS"),),
}
"""What a search cannot find: rules that follow from how the code is made. An entry goes as soon as its code names its
rule."""

NOWHERE: Final = {
    "deal/direction": "seats are in the order of play whichever way the table turns",
    "deal/shuffle": "a deck arrives as it arrives",
}
"""Rules that nothing applies, and why."""


def places_of_rule(rule: Rule) -> tuple[Place, ...]:
    """The definitions that name the rule, read what its options say, or are listed here."""
    return once([*found_for_rule(rule), *BY_HAND.get(rule.id, ())])


def found_for_rule(rule: Rule) -> tuple[Place, ...]:
    """What the search finds: also a file as a whole, where its first lines name the rule."""
    acting = [place for option in rule.options for place in places_of_option(option).acting]
    return once([*naming(rule.id), *acting])


@cache
def naming(rule_id: str) -> tuple[Place, ...]:
    """What names the rule, outside the catalogue."""
    return once(place for source in sources() for place in named_in(source, rule_id))


def named_in(source: Source, rule_id: str) -> Iterator[Place]:
    """What names the rule in one file; where a named value does, also what uses the value there."""
    values = {one.name for one in source.definitions if isinstance(one.node, ast.Assign | ast.AnnAssign)}
    for place in source.naming(rule_id):
        yield place
        if place.name in values:
            yield from source.naming(place.name)


class Acting(NamedTuple):
    """The way of an option's value into the game."""

    asked: tuple[Place, ...]
    """Where the value is asked for."""
    acting: tuple[Place, ...]
    """What it is handed to, down to the methods that read it; what asks, where it acts upon the value itself."""


@cache
def places_of_option(name: str) -> Acting:
    """Where an option is asked for and acts."""
    return followed(name, sources())


def followed(name: str, files: tuple[Source, ...]) -> Acting:
    """Follows a value from `options.choice("name")` into the calls it is an argument of."""
    asked: list[Place] = []
    acting: list[Place] = []
    for source in files:
        if f'"{name}"' not in source.text:
            continue
        reach = within_reach(files, source.home)
        for definition in source.definitions:
            if not isinstance(definition.node, Function) or not _asks(definition.node, name):
                continue
            asker = Place(source.path, definition.name)
            asked.append(asker)
            handed = [_acting(source, callee, parameter, reach) for callee, parameter in _handed(definition.node, name)]
            acting += [place for places in handed for place in places] or [asker]
    return Acting(once(asked), once(acting))


def _asks(function: Function, name: str) -> bool:
    return any(_is_read(node, name) for node in ast.walk(function))


def _is_read(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=method), args=[ast.Constant(value=value)]):
            return method in READS and value == name
    return False


def _carries(node: ast.AST, name: str, variables: set[str]) -> bool:
    """Whether an expression holds the value, itself or in a variable, and not only inside another call."""
    if _is_read(node, name) or (isinstance(node, ast.Name) and node.id in variables):
        return True
    if isinstance(node, ast.Call):
        return False
    return any(_carries(child, name, variables) for child in ast.iter_child_nodes(node))


def _handed(function: Function, name: str) -> Iterator[tuple[str, int | str]]:
    """What is called with the value: the callee, and the parameter by its number or name."""
    variables: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _carries(node.value, name, variables):
            variables |= {one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            arguments: list[tuple[int | str | None, ast.expr]] = [*enumerate(node.args)]
            arguments += [(keyword.arg, keyword.value) for keyword in node.keywords]
            for parameter, value in arguments:
                if parameter is not None and _carries(value, name, variables):
                    yield node.func.id, parameter


def _acting(source: Source, callee: str, parameter: int | str, files: tuple[Source, ...]) -> list[Place]:
    """What a value does in what it is handed to."""
    found = []
    for home, definition in source.means(callee, files):
        if isinstance(definition.node, ast.ClassDef):
            lineage = [*_lineage(home, definition, files)]
            fields = [field for _, one in reversed(lineage) for field in _fields(one.node)]
            field = fields[parameter] if isinstance(parameter, int) else parameter
            readers = [place for _, one in lineage for place in _readers(one.name, field, files)]
            found += readers or [Place(home.path, definition.name)]
        elif isinstance(definition.node, Function):
            found.append(Place(home.path, definition.name))
    return found


def _lineage(source: Source, definition: Definition, files: tuple[Source, ...]) -> Iterator[tuple[Source, Definition]]:
    """A class and those that it is made from."""
    yield source, definition
    assert isinstance(definition.node, ast.ClassDef)
    for base in definition.node.bases:
        if isinstance(base, ast.Name):
            for home, one in source.means(base.id, files):
                yield from _lineage(home, one, files)


def _fields(node: ast.AST) -> list[str]:
    body = node.body if isinstance(node, ast.ClassDef) else []
    return [one.target.id for one in body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]


def _readers(owner: str, field: str, files: tuple[Source, ...]) -> list[Place]:
    """Functions that read a field of a class: of themselves, of a parameter, or of a ruleset's part."""
    parts = _parts(owner, files)
    return [
        Place(source.path, definition.name)
        for source in files
        if f".{field}" in source.text
        for definition in source.definitions
        if isinstance(definition.node, Function) and _reads(definition, owner, field, parts)
    ]


@cache
def _parts(owner: str, files: tuple[Source, ...]) -> frozenset[str]:
    """Fields of other classes that hold the class, such as `Ruleset.dealing`."""
    return frozenset(
        node.target.id
        for source in files
        if f": {owner}" in source.text
        for node in ast.walk(source.tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _annotates(node, owner)
    )


def _annotates(node: ast.AnnAssign | ast.arg, owner: str) -> bool:
    return isinstance(node.annotation, ast.Name) and node.annotation.id == owner


def _reads(definition: Definition, owner: str, field: str, parts: frozenset[str]) -> bool:
    assert isinstance(definition.node, Function)
    names = {one.arg for one in ast.walk(definition.node) if isinstance(one, ast.arg) and _annotates(one, owner)}
    if definition.name.startswith(f"{owner}."):
        names.add("self")
    for node in ast.walk(definition.node):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if attribute == field and name in names:
                return True
            case ast.Attribute(value=ast.Attribute(attr=part), attr=attribute) if attribute == field and part in parts:
                return True
    return False


def once(places: Iterable[Place]) -> tuple[Place, ...]:
    """Each place once, those of a file together, in the order in which files and names were found."""
    found = list(dict.fromkeys(places))
    files = list(dict.fromkeys(place.path for place in found))
    return tuple(sorted(found, key=lambda place: files.index(place.path)))
