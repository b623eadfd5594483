"""Contracts, score sheets and totals as a reader sees them."""

from collections.abc import Iterable
from typing import Final

from belote.referee.v1 import card_pb2, deal_pb2, ruleset_pb2, score_pb2
from rich.table import Table

from referee.cli.choices import target_word
from referee.cli.screen import Screen
from referee.cli.words import DOUBLINGS, LINES, OUTCOMES
from referee.model.contract import Doubling
from referee.model.score import LineKind, Outcome
from referee.model.seat import Team
from referee.model.text import Text

TAKEN: Final = Text("{who} has taken {what}", "{who} a pris à {what}")
HAS_TAKEN: Final = Text("{who} has taken", "{who} a pris")
BID: Final = Text("{who} has bid {target} {what}", "{who} a demandé {target} à {what}")
HAS_BID: Final = Text("{who} has bid {target}", "{who} a demandé {target}")
UNTAKEN: Final = Text("{what} are trumps", "atout {what}")
"""Nobody took: the cards alone have made the trumps."""
WON: Final = Text("{team} has won", "{team} a gagné")
COUNTED: Final = Text("counted", "compté")
WRITTEN: Final = Text("written", "marqué")
TOTAL: Final = Text("total", "total")
TEAM: Final = Text("team", "camp")
POINTS: Final = Text("points", "points")
RULE: Final = Text("rule", "règle")
RESERVE_IN: Final = Text("played for: {points} held over from before", "en jeu : {points} en réserve")
RESERVE_OUT: Final = Text("held over for a later deal: {points}", "en réserve pour une donne suivante : {points}")


def contract_words(contract: deal_pb2.Contract, screen: Screen, *, claimed: bool = False) -> str:
    """Who plays for what. A table's claim knows its team only; elsewhere a contract without a taker is nobody's."""
    trump = screen.trump(contract.trump) if contract.trump else ""
    kind = contract.WhichOneof("target")
    target = target_word(contract.points if kind == "points" else kind, screen) if kind else ""
    who = screen.seat(contract.taker) if contract.taker else screen.team(contract.team)
    if not contract.taker and not claimed:
        text = UNTAKEN
    elif kind:
        text = BID if trump else HAS_BID
    else:
        text = TAKEN if trump else HAS_TAKEN
    terms = [DOUBLINGS[Doubling(contract.doubling or Doubling.NONE)](screen.language)]
    terms += [screen.term(ruleset_pb2.TERM_KIND_CONTRACT_TERM, term) for term in contract.terms]
    said = text.filled(who=who, target=target, what=trump)(screen.language)
    return ", ".join([said, *filter(None, terms)])


def _ending(sheet: score_pb2.ScoreSheet, screen: Screen, *, claimed: bool) -> str:
    ending = OUTCOMES[Outcome(sheet.outcome)](screen.language)
    if sheet.custom_outcome:
        ending = screen.term(ruleset_pb2.TERM_KIND_OUTCOME, sheet.custom_outcome)
    if not sheet.HasField("contract"):
        return ending
    if not sheet.contract.taker and not claimed and int(sheet.winner) in set(Team):
        ending = WON.filled(team=screen.team(sheet.winner))(screen.language)
    return screen.headed(contract_words(sheet.contract, screen, claimed=claimed), ending)


def show_sheet(sheet: score_pb2.ScoreSheet, screen: Screen, *, claimed: bool = False) -> None:
    """The sheet line by line: what each side made, what it writes, and by which rule."""
    language = screen.language
    screen.show(_ending(sheet, screen, claimed=claimed))
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
        kind = LINES[LineKind(line.kind)](screen.language)
        if line.custom_kind:
            kind = screen.term(ruleset_pb2.TERM_KIND_SCORE_LINE, line.custom_kind)
        rule = f"{line.rule_id}  {line.note}".rstrip()
        table.add_row("" if place else title, screen.team(line.team), kind, str(line.points), rule)


def totals_words(totals: Iterable[card_pb2.TeamPoints], screen: Screen) -> str:
    """Points of all teams in one line."""
    return "  ".join(f"{screen.team(one.team)} {one.points}" for one in totals)
