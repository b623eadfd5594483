"""Tells a record step by step: what the referee answers to everybody at the table, in lines for people."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from belote.referee.v1 import card_pb2, deal_pb2, position_pb2, score_pb2

from referee.model.action import Action
from referee.model.card import CARD_OF, NAME_OF
from referee.model.deal import Deal
from referee.model.seat import SEAT_LETTERS, TEAM_LETTERS, Seat, Team
from referee.model.trump import TRUMP_LETTERS, Trump
from referee.notation import action_text, read_deal
from referee.service import Service
from referee.testing.forms import Asked
from referee.wire import encode
from referee.wire.decode import Reader

SEPARATOR: Final = "=" * 100
"""Before it stands the record, written by hand; after it what the referee makes of it."""
LEGAL: Final = position_pb2.RULING_LEGAL


def told_anew(service: Service, text: str) -> str:
    """The text of a playthrough with everything after its record told again.

    Raises AssertionError where an action of the record is not legal.
    """
    record, _, _ = text.partition(SEPARATOR)
    lines = [record.rstrip(), "", SEPARATOR, *Telling(service, read_deal(record)).lines()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


class Telling:
    """One record told by a service, over the bytes of its calls."""

    def __init__(self, service: Service, deal: Deal) -> None:
        self._asked, self._deal = Asked(service), deal
        self._seats = service.rulesets.get(deal.choice).table.seats
        self._statements: dict[str, str] = {}

    def lines(self) -> Iterator[str]:
        """Every step, the score, and the rules that came up."""
        at = encode.deal(replace(self._deal, actions=()))
        yield from self._start(at)
        for number, action in enumerate(self._deal.actions, start=1):
            listed = self._asked("ListLegalActions", deal=at)
            position = self._asked("InspectDeal", deal=at).position
            yield from self._step(number, position, listed)
            yield from self._views(at)
            done = self._asked("ApplyAction", deal=at, action=encode.action(action))
            assert done.ruling == LEGAL, f"action {number} is not legal: {[one.rule_id for one in done.violations]}"
            yield from _entries("does", [action_text(replace(action, seat=action.seat or Seat(listed.turn)))])
            yield from _entries("events", map(_event, done.events))
            at = done.deal
            if done.HasField("score_sheet"):
                yield from self._end(at, done.score_sheet)
        yield from ("", "rules that objected")
        for rule, statement in sorted(self._statements.items()):
            yield f"  {rule}: {statement}"

    def _start(self, at: deal_pb2.Deal) -> Iterator[str]:
        rules = self._asked("InspectDeal", deal=at).ruleset
        yield f"rules  {rules.preset}: {' '.join(f'{one.id} revision {one.revision}' for one in rules.features)}"

    def _step(self, number: int, position: Any, listed: Any) -> Iterator[str]:
        phase = position_pb2.Phase.Name(position.phase).removeprefix("PHASE_").lower()
        yield from ("", f"{number}. {phase}, {_seat(listed.turn)} to act {'-' * 40}")
        if position.phase != position_pb2.PHASE_AUCTION:
            points = ", ".join(f"{_team(one.team)} {one.points}" for one in position.points)
            yield f"  table   {_contract(position.contract)}; card points {points}"
            if position.tricks and not position.tricks[-1].complete:
                yield f"  trick   {self._trick(position.tricks[-1])}"
        elif position.HasField("contract"):
            yield f"  table   {_contract(position.contract)} so far"
        else:
            yield f"  table   turn-up {_card(position.turn_up) if position.turn_up else 'none'}"
        for one in position.belotes:
            words = [word for word, said in (("belote", one.belote_said), ("rebelote", one.rebelote_said)) if said] or [
                "nothing"
            ]
            counts = "scores" if one.counted else "does not score"
            yield f"  belote  {_seat(one.seat)} said {' and '.join(words)}; it {counts}"
        for one in position.declarations:
            yield f"  said    {_seat(one.seat)} {_status(one)}"
        yield from _entries("may", [_choice(one, listed.turn) for one in listed.legal])
        said = [_declaration(said) for one in listed.legal for said in one.declarations]
        yield from _entries("declare", dict.fromkeys(said))
        yield from _entries("bids", map(_bids, listed.bid_ranges), "; ")
        refused = []
        for one in listed.refused:
            self._statements.update({violation.rule_id: violation.statement for violation in one.violations})
            rules = ", ".join(violation.rule_id for violation in one.violations)
            refused.append(f"{_choice(one, listed.turn)}: {rules}")
        yield from _entries("not", refused, "; ")

    def _views(self, at: deal_pb2.Deal) -> Iterator[str]:
        """What each seat sees: its hand, how much of the others is hidden, which actions stay open to it."""
        for seat in self._seats:
            redacted = self._asked("RedactDeal", deal=at, seat=int(seat)).deal
            seen = self._asked("InspectDeal", deal=redacted)
            held = {hand.seat: _cards(hand.cards) for hand in seen.position.hands}
            hidden = {one.seat: one.count for one in seen.position.hidden}
            others = [
                f"{_seat(other)} {' '.join(part for part in (held.get(other, ''), _unseen(hidden, other)) if part)}"
                for other in map(int, self._seats)
                if other != seat and (other in held or other in hidden)
            ]
            opened = [str(one.action_index + 1) for one in seen.undetermined]
            parts = [held.get(int(seat), "nothing"), *others, *([f"open: {', '.join(opened)}"] if opened else [])]
            yield f"  {SEAT_LETTERS[seat]} sees  {' | '.join(parts)}"

    def _end(self, at: deal_pb2.Deal, sheet: score_pb2.ScoreSheet) -> Iterator[str]:
        scored = self._asked("ScoreDeal", deal=at).score_sheet
        assert scored == sheet
        outcome = score_pb2.Outcome.Name(sheet.outcome).removeprefix("OUTCOME_").lower()
        yield from ("", f"score  {sheet.custom_outcome or outcome}")
        for heading, lines in (("counted", sheet.counted), ("written", sheet.written)):
            for line in lines:
                kind = score_pb2.ScoreLineKind.Name(line.kind).removeprefix("SCORE_LINE_KIND_").lower()
                note = f"  {line.note}" if line.note else ""
                what = f"{line.custom_kind or kind:<12} {line.points:>4}  {line.rule_id}{note}"
                yield f"  {heading:<8} {_team(line.team):<3} {what}"
        totals = ", ".join(f"{_team(one.team)} {one.points}" for one in sheet.totals)
        yield f"  totals   {totals}; reserve {sheet.reserve_in} before, {sheet.reserve_out} after"
        yield f"  winner   {_team(sheet.winner)}; capot {_team(sheet.capot)}"

    def _trick(self, trick: position_pb2.Trick) -> str:
        first = self._seats.index(Seat(trick.leader))
        order = [*self._seats[first:], *self._seats[:first]]
        pairs = zip(order, trick.cards, strict=False)
        cards = "  ".join(f"{SEAT_LETTERS[seat]}:{_card(card)}" for seat, card in pairs)
        return f"{cards}  master {_seat(trick.winner)}, {trick.points} points"


def _entries(heading: str, entries: Iterable[str], separator: str = ", ") -> Iterator[str]:
    listed = list(entries)
    if listed:
        yield f"  {heading:<7} {separator.join(listed)}"


def _card(number: int) -> str:
    return NAME_OF[CARD_OF[number]]


def _cards(numbers: Sequence[int]) -> str:
    return " ".join(map(_card, numbers))


def _seat(number: int) -> str:
    return SEAT_LETTERS[Seat(number)]


def _team(number: int) -> str:
    return "nobody" if number == card_pb2.TEAM_NOBODY else TEAM_LETTERS[Team(number)]


def _trump(number: int) -> str:
    return TRUMP_LETTERS[Trump(number)]


def _unseen(hidden: dict[int, int], seat: int) -> str:
    return f"+{hidden[seat]}" if seat in hidden else ""


def _contract(contract: deal_pb2.Contract) -> str:
    kind = contract.WhichOneof("target")
    target = str(contract.points) if kind == "points" else kind
    words = [f"trump {_trump(contract.trump)}"]
    if contract.taker:
        words.append(f"{f'{target} by' if target else 'taken by'} {_seat(contract.taker)}")
    if contract.doubling > deal_pb2.DOUBLING_NONE:
        doubled = deal_pb2.Doubling.Name(contract.doubling).removeprefix("DOUBLING_").lower()
        words.append(f"{doubled}, times {contract.multiplier}")
    return ", ".join([*words, *contract.terms])


def _declaration(declaration: deal_pb2.Declaration) -> str:
    return f"{declaration.kind}({_cards(declaration.cards) or '?'})"


def _status(status: position_pb2.DeclarationStatus) -> str:
    words = [_declaration(status.declaration)]
    if status.HasField("points"):
        words.append(f"{status.points} points")
    counts = ("scores" if status.counted else "does not score") if status.HasField("counted") else "open"
    return ", ".join([*words, counts, *(["shown"] if status.shown else [])])


def _bids(bids: position_pb2.BidRange) -> str:
    to = f"to {bids.max}" if bids.HasField("max") else "up"
    return f"{_trump(bids.trump)} {bids.min} {to} by {bids.step}"


def _choice(choice: position_pb2.Choice, turn: int) -> str:
    action: Action | None = Reader().action("action", choice.action)
    assert action is not None
    words = action_text(replace(action, seat=None) if action.seat == turn else action)
    return f"{words} (belote)" if choice.may_say_belote else words


def _event(event: position_pb2.Event) -> str:
    words = [event.custom_kind or position_pb2.EventKind.Name(event.kind).removeprefix("EVENT_KIND_").lower()]
    if event.seat:
        words.append(_seat(event.seat))
    if event.cards:
        words.append(_cards(event.cards))
    words += map(_declaration, event.declarations)
    if event.HasField("points"):
        words.append(f"{event.points} points")
    return " ".join(words)
