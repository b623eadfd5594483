"""The examples run against a live referee and print what they promise: one for each call, and two that tell more."""

import re
import runpy
import sys
from pathlib import Path

import pytest
from belote_client.messages import Card
from belote_client.words import text

FOLDER = Path(__file__).parents[1] / "examples"
CARD = "[7-9TJQKA][CDHS]"
PRINTED = {
    "all_seats_async": rf"(south|east|north|west): {CARD}( {CARD}){{4}}",
    "apply_action": r"illegal - .*follow.*\nlegal\ntrick_won south AS KS 8S QS 18\n7 actions so far",
    "batch_judge": r"east\n7H 8H\nPRESET_UNKNOWN: .*house_rules.*",
    "deal_a_hand": rf"south deals, {CARD} is turned up\neast may pass or take [CDHS]\neast: take [CDHS]\n"
    rf"east may play (.*\n)*\w+: {CARD} is illegal\nplay/\w+: .*",
    "deal_cards": rf"south: (.*\n)*{CARD} is turned up, east speaks first",
    "inspect_deal": r"action 5: north 8S\nplay/must_follow_suit: .* Right was: 9D JD AD",
    "judge_trick": r"north wins with 7H: 25 points",
    "list_legal_actions": r"north may play 9D, JD, AD\nnot KC: .*\nnot 7D: .*\nnot 9H: .*\nnot QH: .*\nnot 8S: .*",
    "list_legal_cards": r"may: 7H\nnot AS: .*",
    "list_variants": r"(.*\n)*ffb_classic: .*\(classic\)\n(.*\n)*\d+ options, \d+ rules",
    "redact_deal": rf"32 cards are known to the referee, 0 in the record that east gets\neast sees its own: {CARD}.*",
    "score_deal": r"failed\neast_west: 162 for tricks\neast_west: 20 for belote\n"
    r"south_north writes 0\neast_west writes 182",
    "score_match": r"after deal 1: south_north 104, east_west 58\nafter deal 2: south_north 286, east_west 58\n"
    r"after deal 3: south_north 286, east_west 58\nthe match goes on",
    "score_tally": r"made\nsouth_north writes \d+\neast_west writes 0",
}


def test_every_example_is_here() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.py")) == sorted(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_runs(
    target: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [name, target])
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    printed = capsys.readouterr().out
    assert re.match(PRINTED[name], printed), printed


def test_the_pattern_of_a_card_knows_every_card() -> None:
    assert all(re.fullmatch(CARD, text(number)) for number in Card.values()[1:])
