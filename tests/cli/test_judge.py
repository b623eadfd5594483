"""`referee judge` with records of contracts, declarations and steps, and with files that are no records."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf import json_format

from referee.notation import read_deal
from referee.wire.encode import deal
from tests.cli.asking import complained, printed, referee
from tests.cli.open_hand import OpenHand, serve_beside

HAND = "preset ffb_coinche\ndealer W\nhand S AS KS QS JS 7H 8H 9H TH\n"
BID = f"{HAND}calls bid 80 S, pass, pass, pass\n"
SAID = f"{BID}trick AS cinquante(AS KS QS JS) cinquante(7H 8H 9H TH) 7S tierce(?) 8S 9S\n"
STEP = "preset ffb_classic\nfeatures open_hand\ndealer W\nturn-up 9H\nhand S 7H 8H TH JH QH 7S 8S\ncalls take\n"

STANDING = {
    "a bid that stands": (
        f"{HAND}calls bid 80 H, pass",
        ["auction: north is next", "south has bid 80 hearts", "may: pass, bid capot C"],
    ),
    "the bids that may follow": (f"{HAND}calls bid 80 H", ["may bid at clubs: 90 to 650, by 10"]),
    "a bid without bid": (f"{HAND}calls capot S, coinche, pass, pass", ["south has bid capot spades, doubled"]),
    "a redouble": (f"{HAND}calls bid 80 S, coinche, surcoinche", ["south has bid 80 spades, redoubled"]),
    "a double out of turn": (
        HAND.replace("ffb_", "pagat_") + "calls bid 80 H, pass",
        ["auction: north is next", "may: pass, bid capot C", "west: coinche"],
    ),
    "what may be declared": (BID, ["may declare: cinquante(JS QS KS AS) cinquante(7H 8H 9H TH)", "KS with belote"]),
    "what has been declared": (
        f"{SAID}trick 9D",
        [
            "action 6, 7S tierce(?): may have broken play/declaration_not_held",
            "south has declared cinquante(JS QS KS AS), which counts 50",
            "east has declared tierce(?), which does not count",
        ],
    ),
    "three seats": ("preset belote_3p\ndealer W\nturn-up 9H\ncalls pass, pass", ["auction: west is next"]),
}


@pytest.mark.parametrize("case", STANDING)
def test_where_a_deal_stands_is_told(case: str) -> None:
    told, expected = STANDING[case]
    answer = "\n".join(printed(referee("judge", "-", told=told)))
    for line in expected:
        assert line in answer


TURNED = "dealer W\nturn-up 9H\nhand S 7H 8H TH JH QH\n"
CHANGED = {
    "options": (
        f"preset ffb_classic\noptions target=501 rounding=none taker_gets_turnup=true\n{TURNED}calls pass",
        "by the rules of ffb_classic with target=501 instead of 1000",
        "selon les règles de ffb_classic avec target=501 au lieu de 1000",
    ),
    "a feature": (
        f"preset ffb_classic\nfeatures announced_capot\n{TURNED}calls pass",
        "by the rules of ffb_classic with announced_capot",
        "selon les règles de ffb_classic avec announced_capot",
    ),
    "both, and what the feature sets": (
        f"preset ffb_classic\nfeatures declarations\noptions target=501\n{TURNED}calls pass",
        "by the rules of ffb_classic with declarations, target=501 instead of 1000",
        "selon les règles de ffb_classic avec declarations, target=501 au lieu de 1000",
    ),
    "a broken rule": (
        f"preset ffb_classic\noptions target=501\n{TURNED}calls pass, take H, take H",
        "by the rules of ffb_classic with target=501 instead of 1000",
        "selon les règles de ffb_classic avec target=501 au lieu de 1000",
    ),
}


@pytest.mark.parametrize("case", CHANGED)
def test_what_a_record_changes_of_its_preset_is_told(case: str) -> None:
    told, english, french = CHANGED[case]
    status = 1 if case == "a broken rule" else 0
    assert printed(referee("judge", "-", told=told), status)[-1] == english
    assert printed(referee("judge", "-", "--lang", "fr", told=told), status)[-1] == french


def test_nothing_is_told_of_rules_that_are_those_of_the_preset() -> None:
    answer = printed(referee("judge", "-", told=f"preset ffb_classic\noptions target=1000\n{TURNED}calls pass"))
    assert "rules of" not in "\n".join(answer)


FAULTS = {
    "a bid too low": (f"{HAND}calls bid 80 H, bid 80 S", ["action 2: east says bid 80 S", "  coinche/must_raise"]),
    "a double of the partner": (f"{HAND}calls bid 80 H, pass, coinche", ["action 3: north says coinche"]),
    "a bid after a double": (
        f"{HAND}calls bid 80 H, coinche, bid 90 H",
        ["action 3: north says bid 90 H", "  coinche/frozen"],
    ),
    "a declaration too long": (
        f"{BID}trick AS cent(AS KS QS JS TS)",
        ["trick 1, card 1: south plays AS cent(AS KS QS JS TS)", "  play/declaration_not_held"],
    ),
    "a declaration too late": (
        f"{SAID}trick 9D tierce(?)",
        ["action 6, 7S tierce(?)", "trick 2, card 1: west plays 9D tierce(?)", "  play/declared_late"],
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_broken_rule_is_told(case: str) -> None:
    told, expected = FAULTS[case]
    answer = printed(referee("judge", "-", told=told), status=1)
    for line, start in zip(answer, expected, strict=False):
        assert line.startswith(start)


@pytest.mark.parametrize("told", [BID, f"{SAID}trick 9D", f"{HAND}calls generale S, pass"])
def test_json_is_judged_as_text_is(told: str, tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(json_format.MessageToJson(deal(read_deal(told))), encoding="utf-8")
    text, wired = referee("judge", "-", told=told), referee("judge", str(file))
    assert text.output == wired.output
    assert text.exit_code == wired.exit_code < 2


def test_calls_of_contracts_are_told_in_french() -> None:
    answer = printed(referee("judge", "-", "--lang", "fr", "--names", "en", told=f"{HAND}calls bid 80 H, coinche"))
    assert answer[:3] == [
        "enchères : à nord",
        "sud a demandé 80 à cœur, coinché",
        "permis : passe, surcoinche",
    ]


@pytest.fixture
def open_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    serve_beside(monkeypatch, open_hand=OpenHand)


@pytest.mark.usefixtures("open_hand")
def test_a_step_that_may_be_taken_is_told_with_its_name() -> None:
    answer = "\n".join(printed(referee("judge", "-", told=STEP)))
    assert "exchange: south is next" in answer
    assert "lay_open(7H pace=fast) [lay a card open], … (8 ways)" in answer
    french = "\n".join(printed(referee("judge", "-", "--lang", "fr", "--names", "en", told=STEP)))
    assert "fait lay_open(7H pace=fast) [étaler une carte], … (8 façons)" in french


@pytest.mark.usefixtures("open_hand")
def test_a_step_is_judged_in_text_and_json(tmp_path: Path) -> None:
    for told, status, head in (
        ("step lay_open(TH pace=fast)", 0, "south has taken hearts, open hand"),
        ("step lay_open(TH pace=slow)", 1, "action 2: south does lay_open(TH pace=slow) [lay a card open]"),
        ("step lay_open(AC pace=fast)", 1, "action 2: south does lay_open(AC pace=fast) [lay a card open]"),
    ):
        file = tmp_path / "deal.json"
        file.write_text(json_format.MessageToJson(deal(read_deal(STEP + told))), encoding="utf-8")
        for answer in (referee("judge", "-", told=STEP + told), referee("judge", str(file))):
            assert head in printed(answer, status)


# Files that are no records


def test_a_file_too_large_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "deal.txt"
    padded = BID + "#" * (4 * 2**20 - len(BID))
    file.write_text(padded, encoding="utf-8")
    assert "80 spades" in "\n".join(printed(referee("judge", str(file))))
    file.write_text(f"{padded}#", encoding="utf-8")
    for said in (complained(referee("judge", str(file))), complained(referee("judge", "-", told=f"{padded}#"))):
        assert said.count("\n") == 1
        assert "is larger than 4194304 bytes" in said
    assert "dépasse 4194304 octets" in complained(referee("judge", "--lang", "fr", str(file)))


@pytest.mark.parametrize("told", ['{"deck":' + "[" * 100_000, '{"a":' * 100_000])
def test_json_too_deep_is_one_line(told: str) -> None:
    said = complained(referee("judge", "-", told=told))
    assert said.startswith("referee: no record in JSON")
    assert said.count("\n") == 1


def test_of_a_text_that_is_no_record_not_everything_is_told() -> None:
    said = complained(referee("judge", "-", told="nonsense\n" * 1000)).splitlines()
    assert len(said) == 101
    assert said[-1] == "and 902 more"  # two lines of a record are missing as well


# Standard output that nobody reads


def commands(target: str) -> Iterator[tuple[str, ...]]:
    figures = ("--taker", "SN", "--points", "SN=79", "--last-trick", "EW")
    yield from (("variants",), ("score", *figures), ("demo", "--seed", "7", "--target", target))
    yield ("judge", "-")


def test_a_reader_that_goes_away_sees_no_traceback(target: str) -> None:
    for arguments in commands(target):
        command = [sys.executable, "-m", "referee", *arguments]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as started:
            assert started.stdin and started.stdout and started.stderr
            started.stdout.close()
            started.stdin.write(BID.encode())
            started.stdin.close()
            assert started.stderr.read().decode() == "", arguments
        assert started.returncode == 2, arguments


def test_a_disk_that_is_full_is_one_line() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no device that is always full")
    with full.open("wb") as out:
        command = [sys.executable, "-m", "referee", "variants"]
        ended = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert re.fullmatch("referee: [^\n]+\n", ended.stderr)
