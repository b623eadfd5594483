"""The glossary, written by hand: its names are those of the code, and every word that a feature adds is in it."""

import re
from functools import cache
from typing import Final

import pytest

from referee.model.score import LineKind, Outcome

from .catalogue import features, options, rules
from .sources import ROOT, sources
from .writing import FOLDER

GLOSSARY: Final = (FOLDER / "GLOSSARY.md").read_text(encoding="utf-8")
ROWS: Final = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in GLOSSARY.splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| English"))
]
NAMES: Final = sorted({name for row in ROWS for cell in row[-2:] for name in re.findall(r"`([^`]+)`", cell)})
"""The names of things; those of cards stand in the last column, all others before their meaning."""


@cache
def written() -> str:
    """All that is code here."""
    proto = sorted((ROOT / "proto").rglob("*.proto"))
    return "\n".join([*(source.text for source in sources()), *(path.read_text(encoding="utf-8") for path in proto)])


def is_known(name: str) -> bool:
    """Whether code, contract or catalogue has a thing of this name."""
    if "/" in name:
        return name in {rule.id for rule in rules()}
    if name.startswith('"'):
        return name in written()
    return all(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", written()) for part in name.split("."))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_one_that_the_code_has(name: str) -> None:
    assert is_known(name)


@pytest.mark.parametrize("name", ["play/must_dance", '"quinte_royale"', "Doubling.TRIPLE_COINCHE", "no_such_option"])
def test_a_name_that_the_code_has_not_would_be_found(name: str) -> None:
    assert not is_known(name)


WORDS: Final = sorted(
    {term.id for feature in features() for term in feature.manifest.terms}
    | {step.id for feature in features() for step in feature.manifest.steps}
)


@pytest.mark.parametrize("word", WORDS)
def test_every_word_and_step_of_a_feature_is_explained(word: str) -> None:
    assert f'"{word}"' in NAMES or word in NAMES, "give it a line in docs/GLOSSARY.md"


def test_a_thing_is_explained_once() -> None:
    words = [row[0] for row in ROWS]
    assert len(set(words)) == len(words)


def test_every_row_says_what_it_is_in_both_languages() -> None:
    for english, french, *rest in ROWS:
        assert english
        assert french
        assert rest[-1]


def test_options_and_outcomes_of_a_name_are_spelt_as_they_are() -> None:
    names = {option.name for option in options()}
    assert {name for name in NAMES if name in names} >= {"coinche_freezes", "seven_swap", "rounding"}
    for enum in (Outcome, LineKind):
        told = {name.partition(".")[2] for name in NAMES if name.startswith(f"{enum.__name__}.")}
        assert told <= set(enum.__members__)
