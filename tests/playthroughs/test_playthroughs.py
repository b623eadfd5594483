"""The kept playthroughs are what the referee says today, and between them they show what a deal can come to."""

import importlib
import re
from pathlib import Path
from typing import Final

import pytest

from referee import plugins
from referee.service import Service
from referee.testing import SEPARATOR, told_anew

FOLDER: Final = Path(__file__).parent
TEXTS: Final = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}
SERVICE: Final = Service(plugins.load())

# what must be shown, and how it reads at the end of a deal or of a step
SHOWN: Final = {
    "a contract made": r"^score  made",
    "a contract failed": r"^score  failed",
    "a litige": r"^score  litige\n(?:.+\n)*.*; reserve 0 before, [1-9]\d* after",
    "a deal that everybody passed": r"^score  passed",
    "a capot": r"^  winner .*; capot (?:SN|EW)",
    "an all-trump take": r"^  does .*take AT",
    "a belote announced": r"said belote and rebelote; it scores",
    "a belote forgotten": r"said belote; it does not score(?:(?!it scores)[\s\S])*^score",
    "a word that may be said": r"^  may .*\(belote\)",
    "a refused card": r"^  not .*\w\w: play/must_overtrump",
    "a past action left open": r"^  [SENW] sees .*open: \d",
    "a trick won": r"^  events +trick_won",
    "numbered bids": r"^  bids    C 80 to \d+ by 10",
    "a redoubled contract": r"^  table   trump .*, surcoinche, times \d",
    "declarations shown": r"^  events  declarations_shown",
    "a declaration that does not score": r"^  said    .*, does not score$",
    "a step between auction and play": r"^  does    .:\w+\(.*\)\n  events  cards_exchanged",
    "each for himself": r"^  totals   S \d+, E \d+, W \d+;",
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_kept_text_is_what_is_told_today(name: str) -> None:
    assert told_anew(SERVICE, TEXTS[name]) == TEXTS[name], "read the diff of `make golden`, and keep it if it is right"


@pytest.mark.parametrize("name", TEXTS)
def test_a_playthrough_says_what_it_is_about(name: str) -> None:
    assert re.match(r"# \S.+\.\n\n", TEXTS[name])
    assert TEXTS[name].count(SEPARATOR) == 1


def of_the_project(module: str) -> bool:
    """Whether a feature's code lies in this project, and not with others that happen to be installed."""
    origin = importlib.import_module(module).__file__
    return origin is not None and Path(origin).is_relative_to(FOLDER.parents[1])


def test_every_preset_of_the_project_has_one() -> None:
    shown = {preset for text in TEXTS.values() for preset in re.findall(r"^preset +(\S+)", text, re.MULTILINE)}
    features = [one for one in SERVICE.rulesets.features.values() if of_the_project(one.module)]
    assert {preset.id for one in features for preset in one.manifest.presets} - shown == set()


@pytest.mark.parametrize("what", SHOWN)
def test_what_can_happen_is_shown(what: str) -> None:
    pattern = re.compile(SHOWN[what], re.MULTILINE)
    assert [name for name, text in TEXTS.items() if pattern.search(text)]


def test_a_changed_answer_would_be_seen() -> None:
    text = TEXTS["litige"].replace("may ", "must ", 1)
    assert told_anew(SERVICE, text) == TEXTS["litige"] != text


def test_an_illegal_record_is_no_playthrough() -> None:
    record, _, _ = TEXTS["capot"].partition(SEPARATOR)
    with pytest.raises(AssertionError, match="is not legal"):
        told_anew(SERVICE, record.replace("take H", "take S"))
