"""`referee doctor`: what would hinder a server with these settings, and a deal played by every preset."""

import json
import os
import random
import secrets
from collections.abc import Iterator
from typing import Annotated, Final

import typer
from belote.referee.v1 import deal_pb2, position_pb2, referee_service_pb2, ruleset_pb2, score_pb2

from referee.cli.asking import COLON, InProcess, Referee, Unanswered
from referee.cli.catalogue import catalogue_of
from referee.cli.demo import LARGEST_SEED
from referee.cli.flags import Lang, Language
from referee.cli.game import Game
from referee.cli.settings import Read, taking_settings
from referee.composition import Rulesets
from referee.model.text import Text
from referee.plugins import PluginRefused
from referee.server import Settings, SettingsRefused, checkup
from referee.server.checkup import Finding, State
from referee.server.guard import seals_of
from referee.service import Seals, Service

WORDS: Final = {
    State.OK: Text("ok", "ok"),
    State.WARNING: Text("warning", "attention"),
    State.FAILED: Text("FAILED", "ÉCHEC"),
}
FAILED: Final = 1
"""The exit status when something would hinder the server."""


@taking_settings
def doctor(
    read: Read,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")] = False,
    lang: Lang = Language.en,
) -> None:
    """Check what a server would be started with: give it the flags of `referee serve`, in the same environment.

    A line each for settings, extras, metrics, tracing, plugins, ports, certificates, tokens, seal keys, and for a deal
    of every preset, which is played and scored: ok, warning or FAILED, and what to do. The exit status is 1 when
    something has FAILED.
    """
    found = list(_findings(read, lang.value))
    healthy = all(one.state is not State.FAILED for one in found)
    if as_json:
        typer.echo(json.dumps({"ok": healthy, "findings": [_object(one, lang.value) for one in found]}, indent=2))
    else:
        for one in found:
            typer.echo(_line(one, lang.value))
    raise typer.Exit(0 if healthy else FAILED)


def _findings(read: Read, language: str) -> Iterator[Finding]:
    yield checkup.of_build()
    try:
        settings = read()
    except SettingsRefused as refused:
        advice = Text("see: referee serve --help", "voyez : referee serve --help")
        yield checkup.failed("settings", checkup.same(refused), advice)
        return
    yield from checkup.of_settings(settings, os.environ)
    yield from checkup.of_extras(settings)
    yield from checkup.of_metrics(settings)
    yield from checkup.of_tracing(settings, os.environ)
    found, rulesets = checkup.of_plugins(settings)
    yield from found
    yield from checkup.of_ports(settings)
    yield from checkup.of_certificates(settings)
    yield from checkup.of_tokens(settings)
    yield from checkup.of_seals(settings)
    if rulesets is not None:
        yield from _played(rulesets, settings, language)


def _played(rulesets: Rulesets, settings: Settings, language: str) -> Iterator[Finding]:
    """A random deal of every preset, judged as clients would have it judged."""
    try:
        referee = InProcess(language, Service(rulesets, seals=_seals(settings)))
    except PluginRefused as fault:
        yield checkup.failed("plugins", checkup.same(fault), _PLUGIN)
        return
    for preset in catalogue_of(referee).presets:
        seed = secrets.randbelow(LARGEST_SEED)
        try:
            yield _deal(referee, preset.id, seed)
        except Unanswered as fault:
            yield checkup.failed("deals", checkup.same(f"{preset.id}, seed {seed}: {fault}"), _PLUGIN)


_PLUGIN: Final = Text(
    "report it to the author of that feature; referee demo --seed shows the deal",
    "signalez-le à l'auteur de cette extension ; referee demo --seed montre la donne",
)


def _seals(settings: Settings) -> Seals | None:
    try:
        return seals_of(settings)
    except SettingsRefused:  # told already
        return None


def _deal(referee: Referee, preset: str, seed: int) -> Finding:
    """One deal, played to its end and scored; raises Unanswered."""
    chance, seen = random.Random(seed), _Sheet()  # noqa: S311  # a deal that can be played again is wanted
    record = Game(referee, ruleset_pb2.Ruleset(preset=preset), chance, seen).play()
    scored = referee.ask(
        "ScoreDeal", referee_service_pb2.ScoreDealRequest(deal=record), referee_service_pb2.ScoreDealResponse
    )
    if scored.score_sheet != seen.sheet:
        told = f"{preset}, seed {seed}: scored otherwise when asked again"
        french = f"{preset}, graine {seed} : compté autrement la seconde fois"
        return checkup.failed("deals", Text(told, french), _PLUGIN)
    points = " ".join(str(one.points) for one in scored.score_sheet.totals)
    told = f"{preset}: a deal of {len(record.actions)} actions is played and scored {points}"
    return checkup.ok(
        "deals", told, f"{preset} : une donne de {len(record.actions)} actions est jouée, comptée {points}"
    )


class _Sheet:
    """Watches for the score of the last deal."""

    def __init__(self) -> None:
        self.sheet = score_pb2.ScoreSheet()

    def begin(self) -> None:
        """There will be deals."""

    def deal(self, dealt: referee_service_pb2.DealCardsResponse) -> None:
        """The table before anybody has acted."""

    def passed_out(self) -> None:
        """Nobody has taken."""

    def step(
        self,
        before: position_pb2.Position,
        offered: referee_service_pb2.ListLegalActionsResponse,
        action: deal_pb2.PlayerAction,
        applied: referee_service_pb2.ApplyActionResponse,
    ) -> None:
        """One action; the last brings the score."""
        del before, offered, action
        self.sheet = applied.score_sheet


def _line(one: Finding, language: str) -> str:
    told = COLON.filled(head=one.check, rest=one.told(language))(language)
    advice = f" -> {one.advice(language)}" if one.advice else ""
    return f"{WORDS[one.state](language):<{_WIDTH}} {told}{advice}"


_WIDTH: Final = max(len(word) for text in WORDS.values() for word in text)


def _object(one: Finding, language: str) -> dict[str, str]:
    advice = {"advice": one.advice(language)} if one.advice else {}
    return {"state": one.state.value, "check": one.check, "told": one.told(language), **advice}
