"""Questions about a record: a deal with its calls and cards so far, written as records are written everywhere."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from belote.referee.v1 import deal_pb2, position_pb2
from belote.referee.v1 import referee_service_pb2 as api

from referee.notation import read_deal
from referee.testing.cases.files import Line
from referee.testing.cases.question import Found, Look, Question, Situation, listed, same
from referee.testing.cases.score_questions import sheet_looks
from referee.testing.cases.spot_questions import turns
from referee.testing.cases.wire_words import (
    RAW,
    action,
    action_words,
    bids_words,
    card_word,
    card_words,
    cards,
    contract_words,
    declaration_words,
    entries,
    in_order,
    option_words,
    points_words,
    seat_word,
    suit_word,
    team_points,
    trump,
)
from referee.wire import encode

SAID = ("belote", "rebelote")
WORD = re.compile(r"[^\s(]+\([^)]*\)|\S+")
"""A card, a word, or a declaration with its cards."""
BID_TRUMP = re.compile(r"\bbid(?: (?:\d+|capot|generale))? ([^\s,]+)")
RAW_TRUMP = re.compile(rf"{RAW}\d+")
NOTATION = frozenset(
    {"dealer", "deck", "turn-up", "hand", "reserve", "totals", "last-deal", "calls", "trick", "step", "plays"}
)


def position_looks(position: Any) -> Mapping[str, Look]:
    """Answers about a position; `position` is called when one is looked up."""

    def phase(text: str) -> Found:
        """`phase auction`, play, or finished."""
        return same(text, position_pb2.Phase.Name(position().phase).removeprefix("PHASE_").lower())

    def turn(text: str) -> Found:
        """`turn S`, or nobody."""
        return same(text, seat_word(position().turn))

    def turned(text: str) -> Found:
        """`turned JD`."""
        return same(text, card_word(position().turn_up))

    def contract(text: str) -> Found:
        """`contract N D`, `contract N 80 D surcoinche x4`: taker, target, trump, doubling and its factor; or none."""
        known = position().HasField("contract")
        return same(text, contract_words(position().contract) if known else "none")

    def holds(text: str) -> Found:
        """`holds S 7H AD, E …`: what the seats named have in hand."""
        hands = {seat_word(hand.seat): card_words(hand.cards) for hand in position().hands}
        asked = {words[0]: card_words(cards(" ".join(words[1:]))) for words in entries(text)}
        return Found(_hands(asked), _hands({seat: hands.get(seat, "") for seat in asked}))

    def shows(text: str) -> Found:
        """`shows S H belote rebelote counts`: belotes on the table, what was said, whether they score."""
        return listed(text, [" ".join(_belote(one)) for one in position().belotes])

    def declared(text: str) -> Found:
        """`declared S tierce AD 20 counts shown, …`: who said what, its worth, whether it counts, falls or is open."""
        return listed(text, [" ".join(_declared(one)) for one in position().declarations])

    def won(text: str) -> Found:
        """`won E S N`: who won the tricks so far, in order."""
        return same(text, " ".join(seat_word(trick.winner) for trick in position().tricks if trick.complete))

    def points(text: str) -> Found:
        """`points SN 30 EW 0`: card points won so far."""
        return Found(points_words(team_points(text)), points_words(position().points))

    return {
        "phase": phase,
        "turn": turn,
        "turned": turned,
        "contract": contract,
        "holds": holds,
        "shows": shows,
        "declared": declared,
        "won": won,
        "points": points,
    }


def _hands(hands: Mapping[str, str]) -> str:
    return in_order(f"{seat} {held}".strip() for seat, held in hands.items())


def _belote(one: Any) -> Iterator[str]:
    yield seat_word(one.seat)
    yield suit_word(one.suit)
    yield from (
        word
        for word, true in (("belote", one.belote_said), ("rebelote", one.rebelote_said), ("counts", one.counted))
        if true
    )


def _declared(one: Any) -> Iterator[str]:
    yield seat_word(one.seat)
    yield declaration_words(one.declaration)
    if one.HasField("points"):
        yield str(one.points)
    yield ("counts" if one.counted else "falls") if one.HasField("counted") else "open"
    if one.shown:
        yield "shown"


def rules_look(info: Any) -> Look:
    """`rules direction=clockwise, …`: options as the answer names them; `info` is called when they are looked up."""

    def rules(text: str) -> Found:
        names = {words[0].partition("=")[0] for words in entries(text)}
        return listed(text, [option_words(one) for one in info().options if one.name in names])

    return rules


class RecordQuestion(Question):
    """A record in the notation of docs/NOTATION.md: where it stands, what may be done, what it scores.

    `plays E KC 9C QC 7C / S …` stands for the tricks of a whole deal, each after its leader, and for the hands.
    """

    SETUP = NOTATION

    def looks(self) -> Mapping[str, Look]:
        """For each key of an answer how to look it up."""
        return {
            **position_looks(lambda: self.inspected.position),
            **sheet_looks(lambda: self.sheet),
            "rules": rules_look(lambda: self.inspected.ruleset),
            "may": self.may,
            "bids": self.bids,
            "declares": self.declares,
            "can": self.can,
            "not": self.illegal,
            "open": self.undetermined,
            "fault": self.fault,
            "twice": self.twice,
        }

    def ask(self) -> object:
        """Puts the whole question, for cases that expect it to be refused."""
        return self.inspected.fault.violations or self.sheet

    @cached_property
    def deal(self) -> deal_pb2.Deal:
        """The record."""
        lines = self.situation.rules()
        lines += [f"{line.key} {line.text}" for line in _written_out(self.situation, self.seated)]
        deal = encode.deal(read_deal("\n".join(lines)))
        named = [word for text in self.situation.all("calls") for word in BID_TRUMP.findall(text)]
        for bid, word in zip((one.call.bid for one in deal.actions if one.call.HasField("bid")), named, strict=True):
            if word.startswith(RAW):
                bid.trump = trump(word)
        return deal

    @cached_property
    def inspected(self) -> Any:
        """What the record amounts to."""
        return self.referee.ask(api.InspectDealRequest(deal=self.deal))

    @cached_property
    def sheet(self) -> Any:
        """The score sheet."""
        return self.referee.ask(api.ScoreDealRequest(deal=self.deal)).score_sheet

    @cached_property
    def listing(self) -> Any:
        """What may be done next."""
        return self.referee.ask(api.ListLegalActionsRequest(deal=self.deal))

    def _ruled(self, text: str) -> Any:
        done = action(text, self.situation.get("turn-up"))
        return self.referee.ask(api.ApplyActionRequest(deal=self.deal, action=done))

    def _rulings(self, text: str) -> Iterator[tuple[str, Any]]:
        for words in entries(text):
            said = " ".join(word for word in words if "/" not in word)
            yield said, self._ruled(said)

    def may(self, text: str) -> Found:
        """`may pass, take H` or `may 7H, AD`: all that the seat to act may do, numeric bids apart."""
        return listed(text, [action_words(choice.action) for choice in self.listing.legal])

    def bids(self, text: str) -> Found:
        """`bids C D H S 90 to 160 by 10`: every bid of points that the seat to act may make, or nothing."""
        expected = []
        for words in entries(text):
            first = next((place for place, word in enumerate(words) if word.isdecimal()), 0)
            expected += [" ".join([trump, *words[first:]]) for trump in words[:first]]
        return listed(", ".join(expected) or text, bids_words(self.listing.bid_ranges))

    def declares(self, text: str) -> Found:
        """`declares tierce AD, carre J`: all that the seat to act may declare, whatever card it plays."""
        answered = {tuple(map(declaration_words, choice.declarations)) for choice in self.listing.legal}
        return listed(text, answered.pop() if len(answered) == 1 else ["not the same with every card"])

    def can(self, text: str) -> Found:
        """`can KH belote, 7H`: each of these is legal, whatever else may be."""
        answered = [
            said if ruled.ruling == position_pb2.RULING_LEGAL else f"{said} {_rules(ruled)}"
            for said, ruled in self._rulings(text)
        ]
        return listed(text, answered)

    def illegal(self, text: str) -> Found:
        """`not 7H rule …`, `not W:pass rule`: each of these is illegal, with all the rules that object."""
        return listed(text, [f"{said} {_rules(ruled)}" for said, ruled in self._rulings(text)])

    def undetermined(self, text: str) -> Found:
        """`open 7H rule …`: it depends on hidden cards whether these rules object."""
        answered = []
        for said, ruled in self._rulings(text):
            left_open = ruled.undetermined_rule_ids or [position_pb2.Ruling.Name(ruled.ruling)]
            answered.append(" ".join([said, *left_open]))
        return listed(text, answered)

    def fault(self, text: str) -> Found:
        """`fault E 8H rule …`: the first action that broke a rule, or none."""
        found = self.inspected.fault
        if not found.violations:
            return same(text, "none")
        done = action_words(self.deal.actions[found.action_index])
        rules = [violation.rule_id for violation in found.violations]
        return same(text, " ".join([seat_word(found.seat), done, *rules]))

    def twice(self, text: str) -> Found:
        """`twice SN 200 EW 124`: the totals of a match in which this very deal is played two times."""
        deal = api.MatchDeal(deal=self.deal)
        request = api.ScoreMatchRequest(ruleset=self.deal.ruleset, deals=[deal, deal])
        return Found(points_words(team_points(text)), points_words(self.referee.ask(request).totals))


def _rules(ruled: Any) -> str:
    return " ".join(violation.rule_id for violation in ruled.violations) or position_pb2.Ruling.Name(ruled.ruling)


def _written_out(situation: Situation, seated: str) -> Iterator[Line]:
    """The lines of a record, with `plays` written out as hands and tricks."""
    for line in situation.lines:
        if line.key in ("preset", "features", "options"):
            continue
        if line.key == "calls":
            yield Line("calls", RAW_TRUMP.sub("NT", line.text))
            continue
        if line.key != "plays":
            yield line
            continue
        hands: dict[str, list[str]] = {seat: [] for seat in seated}
        tricks = [WORD.findall(trick) for trick in line.text.split("/")]
        for leader, *played in tricks:
            dealt = [word for word in played if word not in SAID and "(" not in word]
            for seat, card in zip(turns(seated, leader, len(dealt)), dealt, strict=True):
                hands[seat].append(card)
            yield Line("trick", " ".join(played))
        yield from (Line("hand", f"{seat} {' '.join(held)}") for seat, held in hands.items())
