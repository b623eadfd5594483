"""`referee demo`: a deal of any game as somebody sees it who watches."""

import re

import pytest
from typer.testing import CliRunner

from referee import plugins
from referee.cli import app
from tests.cli.asking import DOCS, SCREEN, complained, lines, printed, referee
from tests.cli.open_hand import OpenHand, serve_beside

PRESETS = sorted(plugins.load().presets)
CONTRACT = ("--preset", "ffb_coinche")
SEED = "86"
"""The one that the first page of the documents shows: a redouble, tierces on both sides, a belote, a capot."""


def test_a_demo_starts_its_own_server_and_can_be_repeated(target: str) -> None:
    own = printed(referee("demo", "--seed", "7"))
    again = printed(referee("demo", "--seed", "7", "--target", target))
    other = printed(referee("demo", "--seed", "8", "--target", target))
    assert own[0] != again[0]
    assert own[1:] == again[1:] != other[1:]


def test_a_demo_shows_the_whole_deal(target: str) -> None:
    answer = printed(referee("demo", "--seed", "7", "--target", target))
    assert sum(line.startswith("trick ") for line in answer) == 8
    assert sum(" → " in line for line in answer) == 32
    assert any(re.search(r"\((?:10|[789JQKA])[♣♦♥♠]\)", line) for line in answer)
    told = [line for line in answer if re.match(r" +not .* play/must_follow_suit", line)]
    assert re.search("play/must_follow_suit: A player", told[0])
    assert len(told) > 1
    assert all(line.endswith("play/must_follow_suit") for line in told[1:])
    assert answer[1].startswith("A card in parentheses")
    assert "Everybody has passed." in answer
    assert answer[-2].startswith("total")


@pytest.mark.parametrize(("names", "lang", "face"), [("fr", "fr", "V♥"), ("es", "en", "10C")])
def test_a_demo_speaks_as_it_is_asked_to(target: str, names: str, lang: str, face: str) -> None:
    answer = "\n".join(printed(referee("demo", "--seed", "7", "--target", target, "--names", names, "--lang", lang)))
    assert face in answer
    assert ("pli 1, " if lang == "fr" else "trick 1, ") in answer


def test_a_demo_in_french_needs_one_flag(target: str) -> None:
    answer = printed(referee("demo", "--seed", "7", "--target", target, "--lang", "fr"))
    assert "ouest passe" in answer
    assert [
        line for line in answer if re.fullmatch(r"(?:nord|sud|est|ouest) prend à (?:trèfle|carreau|cœur|pique)", line)
    ]
    assert [line for line in answer if line.lstrip().startswith("interdit : prend à ")]
    assert any("V♥" in line for line in answer)
    assert not [line for line in answer if re.search(r"[a-zé)]: ", line)]


def test_a_demo_is_wrapped_to_the_width_of_the_terminal(target: str) -> None:
    narrow = {**SCREEN, "COLUMNS": "80"}
    shown = CliRunner(env=narrow).invoke(app, ["demo", "--seed", "7", "--target", target])
    assert max(map(len, lines(shown.stdout))) <= 80
    assert re.search(r"\n {9}\S", shown.stdout)


def test_a_demo_deals_again_until_somebody_takes(target: str) -> None:
    passed = "Everybody has passed."
    seed = next(seed for seed in range(500) if passed in referee("demo", f"--seed={seed}", "--target", target).stdout)
    answer = printed(referee("demo", "--seed", str(seed), "--target", target))
    assert sum(line.endswith(" deals") for line in answer) == answer.count(passed) + 1
    assert sum(" → " in line for line in answer) == 32


def test_a_demo_by_rules_that_are_not_there_is_an_error(target: str) -> None:
    assert "no preset none" in complained(referee("demo", "--preset", "none", "--target", target))
    assert "no referee answers" in complained(referee("demo", "--target", "127.0.0.1:1"))


# The games that plugins bring


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_of_any_preset_is_played_to_its_score(target: str, preset: str) -> None:
    answer = printed(referee("demo", "--preset", preset, "--seed", "3", "--target", target))
    place = max(place for place, line in enumerate(answer) if line.startswith("total"))
    assert len(answer) - place in (2, 3)
    assert "trick 2, " in "\n".join(answer)
    told = [line for line in answer if re.match(r" +not ", line)]
    assert told
    assert all(re.search(r"[a-z_]+/[a-z_0-9]+", line) or line.endswith((",", "take", "bid")) for line in told)


def test_an_auction_is_told_call_by_call_and_settled_once(target: str) -> None:
    answer = printed(referee("demo", *CONTRACT, "--seed", SEED, "--target", target))
    calls = answer[answer.index("south deals") + 4 : answer.index("trick 1, east leads")]
    assert calls == [
        "east passes",
        "north passes",
        "west bids 80 spades",
        "south says coinche",
        "east says surcoinche",
        "west has bid 80 spades, redoubled",
        "",
    ]
    assert "west has bid 80 spades, redoubled: failed" in answer


def test_an_auction_is_told_in_french(target: str) -> None:
    answer = printed(referee("demo", *CONTRACT, "--seed", SEED, "--target", target, "--lang", "fr"))
    for line in ("est passe", "ouest demande 80 à pique", "sud coinche", "est surcoinche"):
        assert line in answer
    assert "ouest a demandé 80 à pique, surcoinché : dedans, contrat chuté" in answer


def test_a_rule_that_objects_to_calls_is_told_the_first_time(target: str) -> None:
    answer = printed(referee("demo", *CONTRACT, "--seed", "24", "--target", target))
    place = next(place for place, line in enumerate(answer) if "coinche/double_opponents" in line)
    assert answer[place].strip().startswith("not coinche coinche/double_opponents: A player doubles only")
    assert sum("coinche/double_opponents" in line for line in answer) == 1
    assert sum("coinche/must_raise" in line for line in answer) == 1
    assert "not bid capot C, bid capot D, bid capot H, bid capot S coinche/must_raise" in " ".join(
        " ".join(answer).split()
    )


def test_declarations_are_said_beaten_shown_and_scored(target: str) -> None:
    answer = printed(referee("demo", *CONTRACT, "--seed", SEED, "--target", target))
    said = [line.split(" → ")[1] for line in answer if "declares" in line]
    assert said == ["7♥ declares tierce", "K♥ declares tierce"]
    first, second, third = (
        answer.index(next(line for line in answer if line.startswith(f"trick {n}"))) for n in (1, 2, 3)
    )
    assert "not counted: tierce of west" in answer[first:second]
    assert answer[second + 2] == "north shows tierce Q♠ K♠ A♠ for 20"
    assert not [line for line in answer[third:] if "shows" in line]
    assert [line.split(" → ")[1] for line in answer if "belote" in line and " → " in line] == [
        "Q♠ belote",
        "K♠ rebelote",
    ]
    assert re.search(r"SN +declarations +20 ", "\n".join(answer))


def test_features_may_be_added_by_either_flag(target: str) -> None:
    by = (["--features", "declarations"], ["--feature", "declarations"], ["--features", "declarations,coinche"])
    plain, one, both = (printed(referee("demo", "--seed", "5", "--target", target, *flags)) for flags in by)
    assert plain == one != both
    assert any(" bids " in line for line in both)


def test_both_tables_of_a_deal_turn_the_same_way(target: str) -> None:
    for preset, left in (("online_250", "east"), ("ffb_classic", "west")):
        answer = printed(referee("demo", "--preset", preset, "--seed", "7", "--target", target))
        sides = [line.split()[0] for line in answer if re.match(r"  (?:east|west) .*   (?:east|west) ", line)]
        assert set(sides) == {left}
        assert len(sides) > 1


def test_a_step_is_told_by_its_catalogue_name(monkeypatch: pytest.MonkeyPatch) -> None:
    serve_beside(monkeypatch, open_hand=OpenHand)
    english = printed(referee("demo", "--features", "open_hand", "--seed", "7", "--target", "here"))
    french = printed(referee("demo", "--features", "open_hand", "--seed", "7", "--target", "here", "--lang", "fr"))
    assert [line for line in english if re.fullmatch(r"\w+: lay a card open \S+ pace=fast", line)]
    assert [line for line in french if re.fullmatch(r"\w+ : étaler une carte \S+ pace=fast", line)]
    assert [line for line in english if re.search(r"has taken \w+, open hand: ", line)]
    assert [line for line in french if re.search(r"a pris à \w+, jeu étalé : ", line)]
    assert [line for line in english if re.search(r" courage +7 ", line)]


def test_the_first_page_shows_a_deal_in_which_something_happens(target: str) -> None:
    page = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    command = re.search(r"referee (demo .*?) +#", page)
    assert command
    answer = "\n".join(printed(referee(*command[1].split(), "--target", target)))
    for happens in (
        "says surcoinche",
        "declares tierce",
        "not counted",
        " shows ",
        "rebelote",
        "score/capot",
        " double ",
    ):
        assert happens in answer
