"""`referee variants`: everything that is installed, by feature, in tables or one by one."""

import re

import pytest
from typer.testing import CliRunner

from referee import plugins
from referee.cli import app
from tests.cli.asking import SCREEN, complained, printed, referee
from tests.cli.open_hand import OpenHand, Unloadable, serve_beside

MANIFESTS = [feature.manifest for feature in plugins.load().features.values()]
OPTIONS = [option for manifest in MANIFESTS for option in manifest.options]


@pytest.fixture
def open_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    serve_beside(monkeypatch, open_hand=OpenHand)


def test_variants_lists_presets_options_and_rules() -> None:
    answer = "\n".join(printed(referee("variants")))
    for word in (
        "ffb_classic",
        "online_250",
        "undertrump_opponent",
        "lowest_card_redraw_on_tie",
        "play/must_overtrump",
    ):
        assert word in answer


@pytest.mark.parametrize("columns", [100, 110, 200])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_word_of_the_tables_is_broken(columns: int, lang: str) -> None:
    wide = {**SCREEN, "COLUMNS": str(columns)}
    answer = CliRunner(env=wide).invoke(app, ["variants", "--lang", lang]).stdout
    words = set(answer.replace("*", "").split())
    for option in OPTIONS:
        assert option.name in words
        assert {*option.choices} <= {word.rstrip(",") for word in words}, option.name
        assert {*option.line(lang).split()} <= words, option.name
    for manifest in MANIFESTS:
        for rule in manifest.rules:
            assert {rule.id, *rule.statement(lang).replace("*", "").split()} <= words
    assert max(map(len, answer.splitlines())) <= columns


def test_a_narrow_screen_has_all_of_it_too() -> None:
    narrow = {**SCREEN, "COLUMNS": "60"}
    answer = CliRunner(env=narrow).invoke(app, ["variants"]).stdout
    assert max(map(len, answer.splitlines())) <= 60
    assert "fail_points" in answer


def test_options_and_rules_stand_with_their_feature() -> None:
    answer = printed(referee("variants"))
    heads = {manifest.id: answer.index(f"{manifest.id}  {manifest.name.en}") for manifest in MANIFESTS}
    sections = sorted(MANIFESTS, key=lambda manifest: heads[manifest.id])
    assert sections[0].is_base
    starts = [heads[manifest.id] for manifest in sections]
    for manifest, start, end in zip(sections, starts, [*starts[1:], len(answer)], strict=True):
        section = [line.split("  ")[0] for line in answer[start:end]]
        assert {option.name for option in manifest.options} <= set(section), manifest.id
        assert {rule.id for rule in manifest.rules} <= set(section), manifest.id
    follow = next(place for place, line in enumerate(answer) if line.startswith("play/must_follow_suit "))
    assert answer.index("all games") < follow < starts[0]


def test_the_default_is_marked_among_the_values() -> None:
    answer = "\n".join(printed(referee("variants")))
    for told in ("litige*, failed, made,", "1000*, 1…1000000", "true*, false", "252*, 250, 162"):
        assert told in answer


@pytest.mark.usefixtures("open_hand")
@pytest.mark.parametrize(
    ("lang", "step", "line"),
    [("en", "Lay a card open  One card, seen by all", "Courage +Open hand"), ("fr", "Étaler une carte", "Jeu étalé")],
)
def test_steps_and_words_stand_with_their_feature(lang: str, step: str, line: str) -> None:
    answer = printed(referee("variants", "--lang", lang))
    section = answer[answer.index("open_hand  Open hand" if lang == "en" else "open_hand  Jeu étalé") :]
    assert [one for one in section if one.startswith(f"lay_open  {step}")]
    assert [one for one in section if re.match(rf"courage +\S.*{line}", one)]


def test_a_plugin_that_does_not_serve_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    serve_beside(monkeypatch, unloadable=Unloadable)
    monkeypatch.delenv("REFEREE_LENIENT_PLUGINS", raising=False)
    assert "it has lost its papers" in complained(referee("variants"))
    assert "Plugins that do not serve" not in "\n".join(printed_lenient(monkeypatch, "classic"))
    answer = printed_lenient(monkeypatch)
    place = answer.index("Plugins that do not serve")
    assert re.match(r"unloadable +referee_manifest raised ValueError: it has lost its papers", answer[place + 1])


def printed_lenient(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    monkeypatch.setenv("REFEREE_LENIENT_PLUGINS", "true")
    return printed(referee("variants", *arguments))


ONE = {
    "ffb_classic": "ffb_classic  Classic belote",
    "online_252": "*  target                      501",
    "undertrump_opponent": "rules it changes: play/must_trump, play/must_undertrump",
    "litige_belote": "has an effect only with tie_rule=litige",
    "play/must_undertrump": "options that change it: undertrump_opponent",
    "classic": "undertrump_opponent",
    "open_hand": "lay_open  Lay a card open",
    "lay_open": "rules it is judged by: open_hand/fast",
    "courage": "score line\nbelongs to open_hand",
}


@pytest.mark.usefixtures("open_hand")
@pytest.mark.parametrize("asked", ONE)
def test_variants_tells_all_about_one_of_them(asked: str) -> None:
    assert ONE[asked] in "\n".join(printed(referee("variants", asked)))


def test_variants_in_french_over_the_wire(target: str) -> None:
    here, there = (printed(referee("variants", "tie_rule", "--lang", "fr", *at)) for at in ((), ("--target", target)))
    assert here == there
    assert "par défaut : litige" in here


def test_an_unknown_id_comes_with_those_that_are_like_it() -> None:
    assert "perhaps tie_rule" in complained(referee("variants", "tie_rul"))
