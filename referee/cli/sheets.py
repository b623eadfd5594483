"""Contracts, score sheets and totals as a reader sees them."""

from collections.abc import Iterable
from typing import Final

from belote.referee.v1 import card_pb2, deal_pb2, score_pb2
from rich.table import Table

from referee.cli.screen import Screen
from referee.cli.words import DOUBLINGS, LINES, OUTCOMES
from referee.model.contract import Doubling
from referee.model.score import LineKind, Outcome
from referee.model.text import Text

TAKEN: Final = Text("{who} has taken {what}", "{who} a pris à {what}")
HAS_TAKEN: Final = Text("{who} has taken", "{who} a pris")
BID: Final = Text("{who} has bid {what}", "{who} a demandé {what}")
COUNTED: Final = Text("counted", "compté")
WRITTEN: Final = Text("written", "marqué")
TOTAL: Final = Text("total", "total")
TEAM: Final = Text("team", "équipe")
POINTS: Final = Text("points", "points")
RULE: Final = Text("rule", "règle")
RESERVE_IN: Final = Text("played for: {points} held over from before", "en jeu : {points} en réserve")
RESERVE_OUT: Final = Text("held over for a later deal: {points}", "en réserve pour une donne suivante : {points}")


def contract_words(contract: deal_pb2.Contract, screen: Screen) -> str:
    """Who plays for what."""
    who = screen.seat(contract.taker) if contract.taker else screen.team(contract.team)
    kind = contract.WhichOneof("target")
    target = str(contract.points) if kind == "points" else kind or ""
    trump = screen.trump(contract.trump) if contract.trump else ""
    doubling = DOUBLINGS[Doubling(contract.doubling or Doubling.NONE)](screen.language)
    what = " ".join(word for word in (target, trump, doubling, *contract.terms) if word)
    text = BID if kind else TAKEN if what else HAS_TAKEN
    return text.filled(who=who, what=what)(screen.language)


def outcome_words(outcome: int, custom: str, screen: Screen) -> str:
    """How a deal ended."""
    return custom or OUTCOMES[Outcome(outcome)](screen.language)


def show_sheet(sheet: score_pb2.ScoreSheet, screen: Screen) -> None:
    """The sheet line by line: what each side made, what it writes, and by which rule."""
    language = screen.language
    ending = outcome_words(sheet.outcome, sheet.custom_outcome, screen)
    if sheet.HasField("contract"):
        ending = screen.headed(contract_words(sheet.contract, screen), ending)
    screen.show(ending)
    if sheet.reserve_in:
        screen.say(RESERVE_IN, points=sheet.reserve_in)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    table.add_column(TEAM(language))
    table.add_column("")
    table.add_column(POINTS(language), justify="right")
    table.add_column(RULE(language), style="bright_black")
    for title, lines in ((COUNTED, sheet.counted), (WRITTEN, sheet.written)):
        _rows(table, title(language), lines, screen)
    for place, one in enumerate(sheet.totals):
        table.add_row("" if place else TOTAL(language), screen.team(one.team), "", str(one.points), style="bold")
    if table.row_count:
        screen.show(table)
    if sheet.reserve_out:
        screen.say(RESERVE_OUT, points=sheet.reserve_out)


def _rows(table: Table, title: str, lines: Iterable[score_pb2.ScoreLine], screen: Screen) -> None:
    for place, line in enumerate(lines):
        kind = line.custom_kind or LINES[LineKind(line.kind)](screen.language)
        rule = f"{line.rule_id}  {line.note}".rstrip()
        table.add_row("" if place else title, screen.team(line.team), kind, str(line.points), rule)


def totals_words(totals: Iterable[card_pb2.TeamPoints], screen: Screen) -> str:
    """Points of all teams in one line."""
    return "  ".join(f"{screen.team(one.team)} {one.points}" for one in totals)
