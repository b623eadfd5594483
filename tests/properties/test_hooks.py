"""The plugin door: hooks are asked once a ruleset, a failing plugin is named, with a broken one no server starts."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import grpc
import pytest
from belote.referee.v1 import error_reason_pb2, referee_service_pb2

from referee import plugins
from referee.composition import Rulesets
from referee.hookspecs import PROJECT
from referee.model.deal import RulesetChoice
from referee.model.refusal import Refused
from referee.plugins import BUILT_IN, PluginFailed, PluginRefused
from referee.service import Service
from referee.wire import encode
from tests.properties import odd_plugins
from tests.properties.random_deals import random_deal
from tests.properties.random_questions import random_request
from tests.properties.random_rules import RULESETS
from tests.properties.served import serving
from tests.properties.shown_cards import cards_in_text
from tests.server.asking import ask

Install = Callable[..., None]

HOOKS: Final = {f"referee_{point}" for point in ("table", "dealing", "auction", "play", "settlement", "match")} | {
    "referee_trump_modes",
    "referee_bonuses",
}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs odd plugins as any distribution is: by an entry point, found through the packages' metadata."""

    def installed(*names: str, origin: str = "tests.properties.odd_plugins") -> None:
        folder = tmp_path / "belote_referee_odd-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: belote-referee-odd\nVersion: 1.0\n")
        lines = [f"odd-{name} = {origin}:{name}" for name in names]
        (folder / "entry_points.txt").write_text("\n".join([f"[{PROJECT}]", *lines, ""]))
        monkeypatch.syspath_prepend(str(tmp_path))

    return installed


def test_no_hook_is_asked_while_requests_are_judged(install: Install) -> None:
    install("counting")
    service = Service(plugins.load((BUILT_IN,)))
    seeds = range(40)
    odd_plugins.asked.clear()
    for seed in seeds:
        rpc, request = random_request(seed)
        ask_quietly(service, rpc, request.SerializeToString())
    first = dict(odd_plugins.asked)
    assert set(first) >= HOOKS
    assert "referee_manifest" not in first
    for language in ("en", "fr"):
        for seed in seeds:
            rpc, request = random_request(seed)
            ask_quietly(service, rpc, request.SerializeToString(), language)
    assert dict(odd_plugins.asked) == first


def ask_quietly(service: Service, rpc: str, request: bytes, language: str = "en") -> None:
    """Asks and lets a refusal be: here it only matters what was asked of the plugins."""
    with suppress(Refused):
        if rpc == "BatchJudge":
            asyncio.run(service.answer_batch(request, language))
        else:
            service.answer(rpc, request, language)


def test_each_hook_is_asked_once_a_ruleset(install: Install) -> None:
    install("counting")
    rulesets = plugins.load((BUILT_IN,))
    odd_plugins.asked.clear()
    for _ in range(3):
        rulesets.get(RulesetChoice("ffb_classic", (), (("target", 777),)))
    assert dict(odd_plugins.asked) == dict.fromkeys(HOOKS, 1)


SAME: Final = [
    RulesetChoice("ffb_classic", (), (("target", 500), ("rounding", "half_up"))),
    RulesetChoice("ffb_classic", (), (("rounding", "half_up"), ("target", 500))),
    RulesetChoice("ffb_classic", ("classic",), (("rounding", "half_up"), ("target", 500))),
    RulesetChoice("ffb_classic", (), (("rounding", "half_up"), ("target", 500), ("tie_rule", "litige"))),
]


def test_a_ruleset_asked_for_in_other_words_is_the_same_one() -> None:
    found = [RULESETS.get(choice) for choice in SAME]
    assert all(one is found[0] for one in found)
    assert len({one.fingerprint for one in found}) == 1
    other = RULESETS.get(RulesetChoice("ffb_classic", (), (("target", 501), ("rounding", "half_up"))))
    assert other.fingerprint != found[0].fingerprint


def finished(features: tuple[str, ...] = ()) -> bytes:
    """A request to score a finished deal under a ruleset with these features."""
    choice = RulesetChoice("ffb_classic", features)
    one = next(one for one in (random_deal(seed, (choice, RULE)) for seed in range(20)) if one.over is not None)
    return referee_service_pb2.ScoreDealRequest(deal=encode.deal(one.deal)).SerializeToString()


RULE: Final = RULESETS.get(RulesetChoice("ffb_classic"))


@pytest.mark.parametrize("name", ["raising", "uncomposed", "nothing"])
def test_a_plugin_that_fails_is_named_and_the_server_lives_on(
    install: Install, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    install(name)

    async def case() -> None:
        async with serving(Service(plugins.load())) as channel:
            said = await ask(channel, "ScoreDeal", finished((name,)))
            assert said.code is grpc.StatusCode.INTERNAL
            assert said.info.reason == "PLUGIN_FAILED"
            assert dict(said.info.metadata) == {"plugin": f"odd-{name}"}
            assert list(cards_in_text(said.message)) == []
            assert (await ask(channel, "ScoreDeal", finished())).code is grpc.StatusCode.OK
            questions = [referee_service_pb2.Question(score_deal=score_deal(finished(one))) for one in ((name,), ())]
            batch = referee_service_pb2.BatchJudgeRequest(questions=questions)
            answers = referee_service_pb2.BatchJudgeResponse.FromString(
                (await ask(channel, "BatchJudge", batch.SerializeToString())).answer
            ).answers
            assert answers[0].error.reason == error_reason_pb2.ERROR_REASON_PLUGIN_FAILED
            assert [(fact.key, fact.value) for fact in answers[0].error.metadata] == [("plugin", f"odd-{name}")]
            assert answers[1].score_deal.score_sheet.written

    with caplog.at_level(logging.DEBUG):
        asyncio.run(case())
    assert f"plugin=odd-{name}" in caplog.text
    assert list(cards_in_text(caplog.text)) == []


def score_deal(request: bytes) -> referee_service_pb2.ScoreDealRequest:
    return referee_service_pb2.ScoreDealRequest.FromString(request)


def test_a_blocked_plugin_is_not_there(install: Install) -> None:
    install("raising", "misspelt")
    rulesets = plugins.load(("odd-misspelt", "odd-raising"))
    assert "raising" not in rulesets.features


# the plugin's name, and what else must be said of it
BROKEN: Final = {
    "misspelt": "referee_bonusses",
    "wrong_argument": "optoins",
    "taken_id": "feature classic is already taken",
    "taken_rule": "rule play/must_follow_suit is already taken",
    "no_source": "no_source/duty",
    "one_language": "one_language/duty",
    "no_manifest": "referee_manifest",
    "unmarked": "referee_bonuses is not marked",
    "raising_manifest": "RuntimeError",
    "no_base": "tarot",
    "wrapping": "referee_bonuses",
    "does_not_exist": "does_not_exist",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_refused_by_name(install: Install, name: str) -> None:
    install(name)
    with pytest.raises(PluginRefused) as refusal:
        plugins.load()
    said = str(refusal.value)
    assert f"odd-{name}" in said
    assert BROKEN[name] in said
    assert "\n" not in said


def test_a_module_that_cannot_be_imported_is_refused_by_name(install: Install) -> None:
    install("anything", origin="tests.properties.not_there")
    with pytest.raises(PluginRefused, match="odd-anything"):
        plugins.load()


def test_two_plugins_cannot_bring_one_feature(install: Install) -> None:
    install("raising", "counting")
    with pytest.raises(PluginRefused, match="feature classic is already taken by"):
        plugins.load()
    assert set(plugins.load((BUILT_IN,)).features) >= {"classic", "raising"}


def test_a_fault_of_the_referee_is_not_put_on_a_plugin(install: Install) -> None:
    install("raising")
    rulesets: Rulesets = plugins.load()
    assert rulesets.blamed(ValueError("its own")) is None
    with pytest.raises(ValueError, match="JH") as fault:
        odd_plugins.raising.bonus(None, None)  # type: ignore[arg-type]  # it fails before it looks
    assert rulesets.blamed(fault.value) == "odd-raising"
    assert PluginFailed("odd-raising", fault.value).plugin == "odd-raising"
