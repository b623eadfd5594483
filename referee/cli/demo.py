"""`referee demo`: a deal that plays itself through a server, card by card, with every refusal and its reason."""

import random
import secrets
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Annotated, Final

import typer
from belote.referee.v1 import card_pb2, deal_pb2, position_pb2, referee_service_pb2, ruleset_pb2
from rich.table import Table
from rich.text import Text as Styled

from referee.cli.asking import Referee, Unanswered
from referee.cli.flags import (
    DEFAULT_PRESET,
    Features,
    Lang,
    Language,
    Names,
    Naming,
    Options,
    Preset,
    asking,
    refusals,
    ruleset,
)
from referee.cli.judge import show_refused, shown
from referee.cli.own_server import NotStarted, own_server
from referee.cli.screen import Screen
from referee.cli.sheets import contract_words, show_sheet, totals_words
from referee.model.seat import Seat
from referee.model.text import Text

LARGEST_SEED: Final = 1_000_000

HEAD: Final = Text(
    "{preset}, asked at {target}, seed {seed}: {seat} deals", "{preset}, arbitre {target}, graine {seed} : {seat} donne"
)
AGAIN: Final = Text("Everybody has passed; {seat} deals.", "Tout le monde a passé ; {seat} donne.")
TURN_UP: Final = Text("turn-up: ", "retourne : ")
SAYS: Final = Text("{seat} says {call}", "{seat} dit {call}")
TRICK: Final = Text("Trick {number}, {seat} leads", "Pli {number}, {seat} entame")
WINS: Final = Text("{seat} wins {points}; card points: {totals}", "{seat} gagne {points} ; points des cartes : {totals}")


def demo(
    target: Annotated[
        str | None, typer.Option("--target", metavar="HOST:PORT", help="Ask this server; without it one is started.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, max=LARGEST_SEED, help="The same seed gives the same deal.")
    ] = None,
    preset: Preset = DEFAULT_PRESET,
    feature: Features = None,
    option: Options = None,
    names: Names = Naming.en,
    lang: Lang = Language.en,
) -> None:
    """Play a whole deal through a server, with random legal cards: the refused ones are shown, and why."""
    rules = ruleset(preset, feature, option)
    seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    screen = Screen(names.value, lang.value)
    with refusals(lang.value), ExitStack() as stack:
        try:
            address = target or stack.enter_context(own_server())
        except NotStarted as fault:
            raise Unanswered(str(fault)) from fault
        referee = stack.enter_context(asking(address, lang.value))
        table = _Table(referee, rules, random.Random(seed), screen)  # noqa: S311  # a deal that can be repeated
        table.play(f"{address}", seed)


@dataclass
class _Table:
    """Players without any skill, and a referee."""

    referee: Referee
    rules: ruleset_pb2.Ruleset
    chance: random.Random
    screen: Screen

    def play(self, address: str, seed: int) -> None:
        """Deals until somebody takes, then plays to the end."""
        pack, seats = self._pack()
        dealer = self.chance.choice(seats)
        self.screen.say(HEAD, preset=self.rules.preset, target=address, seed=seed, seat=self.screen.seat(dealer))
        while not self._deal_out(pack, dealer):
            dealer = seats[(seats.index(dealer) + 1) % len(seats)]
            self.screen.say(AGAIN, seat=self.screen.seat(dealer))

    def _dealt(self, dealer: int, deck: list[int]) -> referee_service_pb2.DealCardsResponse:
        request = referee_service_pb2.DealCardsRequest(ruleset=self.rules)
        request.dealer = Seat(dealer)  # type: ignore[assignment]
        return self.referee.ask("DealCards", request, referee_service_pb2.DealCardsResponse)
