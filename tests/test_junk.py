"""Plugins that say or return what cannot be used: each is named, at the start where possible, else when it judges."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest
from belote.referee.v1 import deal_pb2, referee_service_pb2, ruleset_pb2

from referee import Manifest, Option, Preset, Rule, Step, Term, TermKind, Text, hookimpl, plugins
from referee.model.seat import Team
from referee.plugins import PluginFailed, PluginRefused
from referee.rules.bonuses import ScoreItem
from referee.service import Service

WORDS: Final = Text("Odd.", "Drôle.")
OPTION: Final = Option("odd_option", 1, WORDS, WORDS, "A table, 2026", (), numbers=(1, 2))
SOUND: Final = Manifest("odd", 1, WORDS, WORDS)
PRESET: Final = Preset("odd", "classic", WORDS, WORDS, "A table, 2026")
STEP: Final = Step("odd", WORDS, WORDS, WORDS)
JUNK: Any = object()

MANIFESTS: Final[dict[str, tuple[Callable[[], Manifest], str]]] = {
    "a word among the numbers": (lambda: replace(SOUND, options=(replace(OPTION, numbers=(1, JUNK)),)), "numbers"),
    "a line that is no text": (lambda: replace(SOUND, options=(replace(OPTION, line=JUNK),)), "line"),
    "no details": (lambda: replace(SOUND, options=(replace(OPTION, details=JUNK),)), "details"),
    "a bound that is a word": (lambda: replace(SOUND, options=(replace(OPTION, minimum=JUNK),)), "minimum"),
    "a condition that is no pair": (lambda: replace(SOUND, options=(replace(OPTION, only_if=JUNK),)), "only_if"),
    "a rule that says nothing": (lambda: replace(SOUND, rules=(Rule("odd/rule", JUNK, "A table, 2026"),)), "statement"),
    "a term of no kind": (lambda: replace(SOUND, terms=(Term(JUNK, "odd", WORDS, WORDS),)), "kind"),
    "a preset of pairs": (
        lambda: replace(SOUND, presets=(Preset("odd", "classic", WORDS, WORDS, "2026", options=JUNK),)),
        "options",
    ),
    "letters for a list": (lambda: replace(SOUND, requires=JUNK), "requires"),
    "a step without words": (lambda: replace(SOUND, steps=(Step("odd", JUNK, WORDS, WORDS),)), "name"),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_of_the_wrong_kinds_is_refused_or_left_out(name: str) -> None:
    make, field = MANIFESTS[name]

    class Odd:
        @hookimpl
        def referee_manifest(self) -> Manifest:
            return make()

    with pytest.raises(PluginRefused, match=rf"^odd: .*\b{field}\b"):
        plugins.load(discover=False, beside={"odd": Odd()})
    rulesets = plugins.load(discover=False, beside={"odd": Odd()}, lenient=True)
    assert [plugin for plugin, _ in rulesets.quarantined] == ["odd"]
    Service(rulesets)


def test_a_sound_manifest_is_not_refused() -> None:
    class Odd:
        @hookimpl
        def referee_manifest(self) -> Manifest:
            term = Term(TermKind.UNIT, "pips", WORDS, WORDS)
            rule = Rule("odd/rule", WORDS, "A table, 2026")
            return replace(
                SOUND, options=(OPTION,), rules=(rule,), terms=(term,), steps=(Step("odd", WORDS, WORDS, WORDS),)
            )

    assert "odd" in plugins.load(discover=False, beside={"odd": Odd()}).features


ITEM: Final = ScoreItem(Team.SOUTH_NORTH, 1, 6, 10, "score/card_points")  # type: ignore[arg-type]  # numbers do here

ITEMS: Final[dict[str, Any]] = {
    "a number": (17,),
    "a side in letters": (ITEM._replace(team="SN"),),  # type: ignore[arg-type]  # that is the fault
    "half a point": (ITEM._replace(points=2.5),),  # type: ignore[arg-type]  # that is the fault
    "nothing": None,
}


@pytest.mark.parametrize("name", ITEMS)
def test_a_bonus_that_gives_what_cannot_be_written_names_its_plugin(name: str) -> None:
    class Odd:
        @hookimpl
        def referee_manifest(self) -> Manifest:
            return SOUND

        @hookimpl
        def referee_bonuses(self) -> list[Any]:
            return [lambda tally, scale: ITEMS[name]]

    service = Service(plugins.load(discover=False, beside={"odd": Odd()}))
    request = referee_service_pb2.ScoreTallyRequest(ruleset=ruleset_pb2.Ruleset(preset="ffb_classic", features=["odd"]))
    request.tally.taker = 1  # type: ignore[assignment]  # south and north
    request.tally.last_trick = 1  # type: ignore[assignment]
    request.tally.card_points.add(team=1, points=100)
    with pytest.raises(PluginFailed) as failed:
        service.answer("ScoreTally", request.SerializeToString(), "en")
    assert failed.value.plugin == "odd"
    request.ruleset.ClearField("features")
    assert service.answer("ScoreTally", request.SerializeToString(), "en")
    assert service.answer(
        "InspectDeal",
        referee_service_pb2.InspectDealRequest(
            deal=deal_pb2.Deal(ruleset=ruleset_pb2.Ruleset(preset="ffb_classic"), dealer=1, turn_up=0x37)  # type: ignore[arg-type]
        ).SerializeToString(),
        "en",
    )
