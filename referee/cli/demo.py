"""`referee demo`: a deal that plays itself through a server, card by card, with every refusal and its reason."""

import random
import secrets
from contextlib import ExitStack
from typing import Annotated, Final

import typer

from referee.cli.asking import Unanswered
from referee.cli.catalogue import catalogue_of
from referee.cli.flags import (
    DEFAULT_PRESET,
    Features,
    Lang,
    Language,
    Names,
    Options,
    Preset,
    asking,
    naming,
    refusals,
    ruleset,
)
from referee.cli.game import Game
from referee.cli.own_server import NotStarted, own_server
from referee.cli.screen import Screen
from referee.cli.watching import Watcher
from referee.model.text import Text

LARGEST_SEED: Final = 1_000_000
HEAD: Final = Text("{preset}, judged at {target}, seed {seed}", "{preset}, arbitré par {target}, graine {seed}")
NOT_STARTED: Final = Text("the server did not start", "le serveur n'a pas démarré")


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
    names: Names = None,
    lang: Lang = Language.en,
) -> None:
    """Play a whole deal through a server, with random legal actions: the refused ones are shown, and why."""
    rules = ruleset(preset, feature, option)
    seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    with refusals(lang.value), ExitStack() as stack:
        try:
            address = target or stack.enter_context(own_server())
        except NotStarted as fault:
            raise Unanswered(NOT_STARTED(lang.value)) from fault
        referee = stack.enter_context(asking(address, lang.value))
        screen = Screen.of(catalogue_of(referee), naming(names, lang), lang.value)
        chance = random.Random(seed)  # noqa: S311  # a deal that can be played again is wanted
        head = HEAD.filled(preset=preset, target=address, seed=seed)
        Game(referee, rules, chance, Watcher(screen, head)).play()
