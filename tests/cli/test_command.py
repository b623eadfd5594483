"""The command line as its users meet it: what it prints, how it ends, and never a traceback."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from google.protobuf import json_format

from referee import __version__
from referee.core import CORE
from referee.notation import deal_text, read_deal
from referee.wire.encode import deal
from tests.cli.asking import CALLS, FIGURES, MARQUE, RECORDS, SHEET, complained, lines, printed, referee

# judge

POSITION = """\
play: south is next
turn-up: JD
north has taken diamonds
trick 1  south  AS KS 8S 9S  south wins 15
trick 2  south  9C AC KC     east is master
card points so far: SN 15  EW 0
"""


def record(plays: int) -> str:
    """The deal of the documents up to one of its cards."""
    whole = read_deal(RECORDS["en"])
    return deal_text(replace(whole, actions=whole.actions[: CALLS + plays]))


def test_a_clean_deal_is_scored_line_by_line() -> None:
    assert printed(referee("judge", "-", told=RECORDS["en"])) == lines(SHEET)


@pytest.mark.parametrize("names", ["fr", "es"])
def test_a_text_that_names_its_names_is_answered_in_them(names: str) -> None:
    answer = printed(referee("judge", "-", "--lang", "fr", told=RECORDS[names]))
    assert answer == [line.replace("carreau", "oros") if names == "es" else line for line in lines(MARQUE)]


def test_names_hold_for_a_text_that_names_none() -> None:
    bare = RECORDS["fr"].replace("names     fr\n", "")
    assert printed(referee("judge", "-", "--names", "fr", "--lang", "fr", told=bare)) == lines(MARQUE)


def test_json_is_read_as_well_and_a_server_answers_alike(target: str, tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json_format.MessageToJson(deal(read_deal(RECORDS["en"]))), encoding="utf-8")
    assert printed(referee("judge", str(file))) == lines(SHEET)
    assert printed(referee("judge", str(file), "--target", target)) == lines(SHEET)


def test_an_unfinished_deal_shows_where_it_stands() -> None:
    answer = printed(referee("judge", "-", told=record(7)))
    assert answer[:6] == lines(POSITION.replace("south is next", "west is next"))
    assert answer[6] == "may: TC"
    assert answer[7].startswith("not: 7H, 8H, TH, JH, AH, QS  play/must_follow_suit  A player who holds")
    assert len(answer) == 8


def test_an_auction_shows_what_may_be_said() -> None:
    told = "preset ffb_classic\ndealer W\nturn-up 9H\ncalls pass"
    assert printed(referee("judge", "-", told=told))[:3] == [
        "auction: east is next",
        "turn-up: 9H",
        "may: pass, take H",
    ]


FAULTS = {
    "a revoke": (
        RECORDS["en"].replace("9C  AC  KC  TC", "9C  AC  9D  TC"),
        [
            "trick 2, card 3: north plays 9D",
            "  play/must_follow_suit  A player who holds the suit led must follow it",
            "    right: KC",
            "What follows in the record is not judged: 25 more.",
        ],
    ),
    "a false belote": (
        record(2).replace("AS  KS", "AS  KS belote"),
        ["trick 1, card 2: east plays KS belote", "  belote/wrong_card"],
    ),
    "a call against the rules": (
        "preset ffb_classic\ndealer W\nturn-up 9H\ncalls pass, take C",
        ["action 2: east says take C", "  auction/turned_suit_first"],
    ),
    "a card in the auction": (
        "preset ffb_classic\ndealer W\nturn-up 9H\ntrick 7H\ncalls pass",
        ["trick 1, card 1: south plays 7H", "  play/before_contract"],
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_broken_rule_is_told_with_seat_trick_card_and_what_was_right(case: str) -> None:
    told, expected = FAULTS[case]
    answer = printed(referee("judge", "-", told=told), status=1)
    for line, start in zip(answer, expected, strict=False):
        assert line.startswith(start)
    assert len(answer) >= len(expected)


def test_what_hidden_hands_leave_open_is_told_and_is_no_fault() -> None:
    told = "preset ffb_classic\ndealer W\nturn-up 9H\ncalls take\ntrick 7C 7D"
    answer = printed(referee("judge", "-", told=told))
    assert answer[0].startswith("action 3, 7D: may have broken play/must_follow_suit")
    assert "its hand is not known" in answer


UNREADABLE = {
    "no text": (b"\xff\xfe\x00", "UTF-8"),
    "no record": (b"preset ffb_classic\ndealr W", "line 2: read “dealr”"),
    "no JSON": (b'{"dealer": ', "JSON"),
    "no field": (b'{"dealr": 1}', "dealr"),
    "nothing": (b"", "line 1: read the end of the text, expected a preset line"),
    "a line too short": (b"preset ffb_classic\nturn-up\ndealer W", "line 2: read the end of the line, expected a card"),
    "a key twice": (b"preset ffb_classic\ndealer W\ndealer W", "line 3: dealer stands twice"),
    "a hand twice": (b"preset ffb_classic\ndealer W\nhand S 7H\nhand S 8H", "line 4: hand S stands twice"),
    "no preset": (b"preset x\ndealer W", "deal.ruleset.preset: no preset x"),
    "a card twice": (b"preset ffb_classic\ndealer W\nturn-up 9H\nhand S 7H 7H", "deal.hands[0].cards[1]"),
    "a step that nobody knows": (b"preset ffb_classic\ndealer W\nturn-up 9H\nstep x()", "deal.actions[0].custom.id"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_no_referee_could_judge_is_two_and_a_reason(case: str, tmp_path: Path) -> None:
    raw, why = UNREADABLE[case]
    file = tmp_path / "record.txt"
    file.write_bytes(raw)
    assert why in complained(referee("judge", str(file)))


def test_a_text_read_with_wrong_names_says_so_once(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    bare = RECORDS["fr"].replace("names     fr\n", "")
    wrong = {
        bare: "referee: read with names en, but the text is written with names fr: ",
        bare.replace("VK", "1K", 1): "referee: read with names en, but the text is written with names fr: ",
        "names fr\n" + RECORDS["en"]: "referee: the text says names fr, but is written with names en",
    }
    for text, why in wrong.items():
        file.write_text(text, encoding="utf-8")
        said = complained(referee("judge", str(file)))
        assert said.startswith(why)
        assert said.count("\n") == 1 + ("1K" in text)
        assert ("read “1K”, expected a card such as VC" in said) is ("1K" in text)


def test_the_language_alone_names_the_cards() -> None:
    told = json_format.MessageToJson(deal(read_deal(record(7))))
    for text in (told, record(7)):
        assert "permis : 10T" in printed(referee("judge", "-", "--lang", "fr", told=text))
    assert "may: TC" in printed(referee("judge", "-", told=told))
    figures = [one.replace("EW", "EO") for one in FIGURES]
    assert printed(referee("score", *figures, "--lang", "fr", "--trump", "K"))[1:] == lines(MARQUE)[1:]


def test_calls_are_told_in_french() -> None:
    told = "preset ffb_classic\ndealer W\nturn-up 9H\ncalls pass"
    assert printed(referee("judge", "-", "--lang", "fr", told=told))[2] == "permis : passe, prend à cœur"
    told = told.replace("pass", "pass, take C").replace("preset passe", "preset ffb_classic")
    assert printed(referee("judge", "-", "--lang", "fr", told=told), 1)[0] == "action 2 : est prend à trèfle"


def test_files_and_servers_that_are_not_there_are_told_in_the_readers_language(tmp_path: Path) -> None:
    assert "impossible de lire" in complained(referee("judge", str(tmp_path / "none"), "--lang", "fr"))
    assert "cannot read" in complained(referee("judge", str(tmp_path)))
    assert "no referee answers at 127.0.0.1:1" in complained(referee("variants", "--target", "127.0.0.1:1"))


# serve, and the command itself

BAD_SETTINGS = [("--port", "70000"), ("--grace", "-1"), ("--log-level", "loud"), ("--host", "")]


@pytest.mark.parametrize(("flag", "value"), BAD_SETTINGS)
def test_settings_that_cannot_be_used_are_one_line(flag: str, value: str) -> None:
    said = complained(referee("serve", flag, value))
    assert said.count("\n") == 1
    assert flag.removeprefix("--").replace("-", "_") in said


def test_the_help_of_serve_tells_its_defaults() -> None:
    told = " ".join(" ".join(printed(referee("serve", "--help"))).replace("│", " ").split())
    for default in ("127.0.0.1", "15200", "4194304", "1000", "1.0", "10.0", "info"):
        assert f"[default: ({default})]" in told


def test_the_version_is_told() -> None:
    assert printed(referee("--version")) == [f"referee {__version__} ({CORE} core)"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    env = {**os.environ, **environment}
    command = [sys.executable, "-m", "referee", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, env=env)


def test_a_server_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_GRACE", "ever")
    assert "le serveur n'a pas démarré" in complained(referee("demo", "--lang", "fr"))
    assert "REFEREE_GRACE: 'ever' is not a number" in complained(referee("variants"))


def test_a_terminal_without_signs_gets_letters(target: str) -> None:
    shown = run("demo", "--seed", "7", "--names", "fr", "--lang", "fr", "--target", target, PYTHONIOENCODING="ascii")
    assert shown.returncode == 0, shown.stderr
    assert " VC " in shown.stdout
    assert " a pris ? " in shown.stdout


def test_python_dash_m_is_the_same_command() -> None:
    shown = run("--help")
    assert shown.returncode == 0
    for command in ("serve", "judge", "variants", "score", "demo"):
        assert command in shown.stdout
