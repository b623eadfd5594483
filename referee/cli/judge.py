"""`referee judge`: a record out of a file, and what the referee says to it."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated, Final

import typer
from belote.referee.v1 import card_pb2, position_pb2, referee_service_pb2, ruleset_pb2
from rich.table import Table

from referee.cli.asking import Referee
from referee.cli.catalogue import Catalogue, catalogue_of, departures
from referee.cli.choices import by_rule, declaration_text, shown
from referee.cli.flags import Lang, Language, Naming, Target, asking
from referee.cli.records import Record, read_record
from referee.cli.screen import Screen
from referee.cli.sheets import contract_words, show_sheet, totals_words
from referee.cli.words import PHASES
from referee.model.position import Phase
from referee.model.text import Text

CLEAN: Final = 0
BROKEN: Final = 1

WAYS: Final = 4
"""A step that may be taken in more ways is shown in one of them, with their number."""

AT_CARD: Final = Text(
    "trick {trick}, card {card}: {seat} plays {action}", "pli {trick}, carte {card} : {seat} joue {action}"
)
AT_CALL: Final = Text("action {number}: {seat} says {action}", "action {number} : {seat} {action}")
AT_STEP: Final = Text("action {number}: {seat} does {action}", "action {number} : {seat} {action}")
RIGHT: Final = Text("right: {cards}", "il fallait : {cards}")
NOT_JUDGED: Final = Text(
    "What follows in the record is not judged: {count} more.", "La suite du relevé n'est pas jugée : {count} de plus."
)
LEFT_OPEN: Final = Text(
    "action {number}, {action}: may have broken {rules}, depending on cards that are not known",
    "action {number}, {action} : a pu enfreindre {rules}, selon des cartes inconnues",
)
TURN: Final = Text("{phase}: {seat} is next", "{phase} : à {seat}")
TURN_UP: Final = Text("turn-up: {card}", "retourne : {card}")
TRICK: Final = Text("trick {number}", "pli {number}")
WON: Final = Text("{seat} wins {points}", "{seat} gagne {points}")
LEADS: Final = Text("{seat} is master", "{seat} est maître")
SO_FAR: Final = Text("card points so far: {totals}", "points des cartes : {totals}")
MAY: Final = Text("may: {actions}", "permis : {actions}")
NOT: Final = Text("not: {actions}  {rule}  {statement}", "interdit : {actions}  {rule}  {statement}")
BIDS: Final = Text("may bid at {trump}: {least} and up, by {step}", "enchères à {trump} : dès {least}, par {step}")
BIDS_UP_TO: Final = Text(
    "may bid at {trump}: {least} to {most}, by {step}", "enchères à {trump} : de {least} à {most}, par {step}"
)
AT_ONCE: Final = Text("{action}, … ({count} ways)", "{action}, … ({count} façons)")
SAYING: Final = Text("{action} with belote", "{action} avec belote")
MAY_DECLARE: Final = Text("may declare: {declarations}", "peut annoncer : {declarations}")
DECLARED: Final = Text("{seat} has declared {declaration}{fate}", "{seat} a annoncé {declaration}{fate}")
COUNTS: Final = Text(", which counts", ", qui compte")
COUNTS_POINTS: Final = Text(", which counts {points}", ", qui compte {points}")
COUNTS_NOT: Final = Text(", which does not count", ", qui ne compte pas")
DEPARTS: Final = Text("{name}={value} instead of {instead}", "{name}={value} au lieu de {instead}")
BY: Final = Text("by the rules of {preset} with {changes}", "selon les règles de {preset} avec {changes}")
HIDDEN: Final = Text("its hand is not known", "sa main n'est pas connue")


def judge(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The record; - is standard input.")],
    names: Annotated[
        Naming | None, typer.Option("--names", help="Names of cards where the text does not say which it uses.")
    ] = None,
    lang: Lang = Language.en,
    target: Target = None,
) -> None:
    """Tell who broke which rule in a record, or what it scores, or where it stands.

    Where the record changes options of its preset, the last line names them.

    A record is text as in docs/NOTATION.md, or the JSON of the contract's Deal.

    Exit status: 0 when no rule was broken, 1 when one was, 2 when there is nothing that a referee could judge.
    """
    with asking(target, lang.value) as referee:
        record = read_record(file, names.value if names else None, lang.value)
        catalogue = catalogue_of(referee)
        clean = _judged(referee, record, Screen.of(catalogue, record.names, lang.value), catalogue)
    raise typer.Exit(CLEAN if clean else BROKEN)


def _judged(referee: Referee, record: Record, screen: Screen, catalogue: Catalogue) -> bool:
    request = referee_service_pb2.InspectDealRequest(deal=record.deal)
    found = referee.ask("InspectDeal", request, referee_service_pb2.InspectDealResponse)
    for one in found.undetermined:
        action = _action(record, one.action_index, screen)
        screen.say(LEFT_OPEN, number=one.action_index + 1, action=action, rules=", ".join(one.rule_ids))
    if found.HasField("fault"):
        _show_fault(found.fault, found.position, record, screen)
    elif found.position.phase == position_pb2.PHASE_FINISHED:
        scoring = referee_service_pb2.ScoreDealRequest(deal=record.deal)
        scored = referee.ask("ScoreDeal", scoring, referee_service_pb2.ScoreDealResponse)
        show_sheet(scored.score_sheet, screen)
    else:
        _show_position(found, screen)
    _show_rules(found.ruleset, screen, catalogue)
    return not found.HasField("fault")


def _show_rules(rules: ruleset_pb2.RulesetInfo, screen: Screen, catalogue: Catalogue) -> None:
    of_preset = {name for one in catalogue.presets if one.id == rules.preset for name in one.features}
    changes = [one.id for one in rules.features if one.id not in of_preset]
    changes += [DEPARTS.filled(**one._asdict())(screen.language) for one in departures(catalogue, rules)]
    if changes:
        screen.say(BY, preset=rules.preset, changes=", ".join(changes))


def _action(record: Record, index: int, screen: Screen) -> str:
    return shown(record.deal.actions[index], screen)


def _show_fault(fault: position_pb2.Fault, before: position_pb2.Position, record: Record, screen: Screen) -> None:
    seat, action = screen.seat(fault.seat), _action(record, fault.action_index, screen)
    kind = record.deal.actions[fault.action_index].WhichOneof("kind")
    if kind == "play":
        under_way = bool(before.tricks) and not before.tricks[-1].complete
        trick = len(before.tricks) + (not under_way)
        card = len(before.tricks[-1].cards) + 1 if under_way else 1
        screen.say(AT_CARD, trick=trick, card=card, seat=seat, action=action)
    else:
        text = AT_STEP if kind == "custom" else AT_CALL
        screen.say(text, number=fault.action_index + 1, seat=seat, action=action)
    for violation in fault.violations:
        screen.show(f"  {violation.rule_id}  {violation.statement}")
        if violation.cards:
            screen.show(f"    {RIGHT.filled(cards=screen.cards(violation.cards))(screen.language)}")
    left = len(record.deal.actions) - fault.action_index - 1
    if left:
        screen.say(NOT_JUDGED, count=left)


def _show_position(found: referee_service_pb2.InspectDealResponse, screen: Screen) -> None:
    position = found.position
    screen.say(TURN, phase=PHASES[Phase(position.phase)](screen.language), seat=screen.seat(position.turn))
    if position.turn_up:
        screen.say(TURN_UP, card=screen.cards([position.turn_up]))
    if position.HasField("contract"):
        screen.show(contract_words(position.contract, screen))
    if position.tricks:
        screen.show(_tricks(position, screen))
        screen.say(SO_FAR, totals=totals_words(position.points, screen))
    for one in position.declarations:
        _show_declaration(one, screen)
    if position.hand_hidden:
        screen.say(HIDDEN)
    legal = [one for one in found.choices if one.ruling == position_pb2.RULING_LEGAL]
    if legal:
        screen.say(MAY, actions=", ".join(_offered(legal, position.turn, screen)))
        declarations = dict.fromkeys(declaration_text(one, screen) for choice in legal for one in choice.declarations)
        if declarations:
            screen.say(MAY_DECLARE, declarations=" ".join(declarations))
    for bids in found.bid_ranges:
        text = BIDS_UP_TO if bids.HasField("max") else BIDS
        screen.say(text, trump=screen.trump(bids.trump), least=bids.min, most=bids.max, step=bids.step)
    for rule, statement, choices in by_rule(found.choices):
        refused = ", ".join(_offered(choices, position.turn, screen))
        screen.say(NOT, actions=refused, rule=rule, statement=statement)


def _offered(choices: Iterable[position_pb2.Choice], turn: int, screen: Screen) -> Iterator[str]:
    """The choices, those out of turn with their seat; of many ways to take one step the first, with their number."""
    for step, alike in groupby(choices, lambda choice: (choice.action.custom.id, choice.action.seat)):
        ways = [*alike]
        if step[0] and len(ways) > WAYS:
            yield AT_ONCE.filled(action=_one(ways[0], turn, screen), count=len(ways))(screen.language)
        else:
            yield from (_one(choice, turn, screen) for choice in ways)


def _one(choice: position_pb2.Choice, turn: int, screen: Screen) -> str:
    action = shown(choice.action, screen)
    if choice.may_say_belote:
        action = SAYING.filled(action=action)(screen.language)
    if choice.action.seat not in (turn, card_pb2.SEAT_UNSPECIFIED):
        action = screen.headed(screen.seat(choice.action.seat), action)
    return action


def _show_declaration(one: position_pb2.DeclarationStatus, screen: Screen) -> None:
    fate = Text("", "")
    if one.HasField("counted"):
        fate = COUNTS_NOT if not one.counted else COUNTS_POINTS if one.HasField("points") else COUNTS
    declaration = declaration_text(one.declaration, screen)
    told = fate.filled(points=one.points)(screen.language)
    screen.say(DECLARED, seat=screen.seat(one.seat), declaration=declaration, fate=told)


def _tricks(position: position_pb2.Position, screen: Screen) -> Table:
    table = Table.grid(padding=(0, 2))
    for number, trick in enumerate(position.tricks, start=1):
        ending = WON if trick.complete else LEADS
        table.add_row(
            TRICK.filled(number=number)(screen.language),
            screen.seat(trick.leader),
            screen.cards(trick.cards),
            ending.filled(seat=screen.seat(trick.winner), points=trick.points)(screen.language),
        )
    return table
