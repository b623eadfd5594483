"""A feature with everything that a screen must tell by its catalogue name: a step, a term, a line of its own."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest

from referee import plugins
from referee.cli.asking import InProcess, Referee
from referee.hookspecs import hookimpl
from referee.model.action import Custom
from referee.model.exchanging import Exchanging
from referee.model.rule import Rule
from referee.model.score import LineKind, Tally
from referee.model.seat import Seat
from referee.model.text import Text
from referee.rules.bonuses import Bonus, Fate, Scale, ScoreItem
from referee.rules.exchange import Exchange
from referee.ruleset import Manifest, Option, Step, Term, TermKind

STEP = "lay_open"
TERM = "hand_open"
LINE = "courage"
PACE = Option("pace", "slow", Text("Pace", "Allure"), Text("How", "Comment"), "a test", (), choices=("slow", "fast"))


class LayOpen:
    """Somebody must lay one card of the hand open, anybody's, before the first lead."""

    id = STEP
    public = True

    def seats(self, at: Exchanging) -> tuple[Seat, ...]:
        taker = at.contract.taker
        return () if taker is None or (taker, STEP) in at.done else (taker,)

    def due(self, at: Exchanging) -> bool:
        return bool(self.seats(at))

    def offers(self, at: Exchanging, seat: Seat) -> tuple[Custom, ...]:
        held = at.hand(seat)
        return tuple(Custom(STEP, (1 << place,), (("pace", "fast"),)) for place in range(32) if held & 1 << place)

    def objections(self, at: Exchanging, seat: Seat, action: Custom) -> tuple[str, ...]:
        return () if dict(action.options).get("pace") == "fast" else ("open_hand/fast",)

    def apply(self, at: Exchanging, seat: Seat, action: Custom) -> Exchanging:
        return replace(at, contract=replace(at.contract, terms=(TERM,)))


class OpenHand:
    """The feature."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        name = Text("Open hand", "Jeu étalé")
        return Manifest(
            id="open_hand",
            revision=1,
            name=name,
            line=Text("The taker lays a card open.", "Le preneur étale une carte."),
            rules=(Rule("open_hand/fast", Text("A card is laid open fast.", "Une carte s'étale vite."), "a test"),),
            terms=(
                Term(TermKind.CONTRACT_TERM, TERM, name, name),
                Term(TermKind.SCORE_LINE, LINE, Text("Courage", "Courage"), name),
            ),
            steps=(
                Step(
                    STEP,
                    Text("Lay a card open", "Étaler une carte"),
                    Text("One card, seen by all", "Une carte, vue de tous"),
                    Text("Before the first lead", "Avant l'entame"),
                    min_cards=1,
                    max_cards=1,
                    options=(PACE,),
                    rule_ids=("open_hand/fast",),
                ),
            ),
        )

    @hookimpl
    def referee_exchange(self) -> Sequence[Exchange]:
        return (LayOpen(),)

    @hookimpl
    def referee_bonuses(self) -> Sequence[Bonus]:
        return (courage,)


def courage(tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
    if tally.contract is None or TERM not in tally.contract.terms:
        return ()
    item = ScoreItem(tally.contract.team, LineKind.CUSTOM, LineKind.CUSTOM, 7, "open_hand/fast", custom=LINE)
    return (item._replace(counts=False, if_lost=Fate.STAYS, if_tied=Fate.STAYS),)


class Unloadable:
    """A plugin that may not serve."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        raise ValueError("it has lost its papers")


def serve_beside(monkeypatch: pytest.MonkeyPatch, **features: object) -> None:
    """Has the commands find these features beside those installed, and the demo a referee that knows them."""
    monkeypatch.setattr("referee.cli.asking.plugins.load", partial(plugins.load, beside=features))

    @contextmanager
    def here(target: str | None, language: str) -> Iterator[Referee]:
        yield InProcess(language)

    monkeypatch.setattr("referee.cli.flags.referee_at", here)
