"""`referee score`: a deal by its figures, a match by questions."""

import re

import pytest
from belote.referee.v1 import card_pb2, score_pb2

from referee.cli.asking import Unanswered
from referee.cli.questions import Interview
from referee.cli.screen import Screen
from tests.cli.asking import FIGURES, MARQUE, SHEET, complained, lines, printed, referee


def test_one_deal_is_scored_from_its_figures() -> None:
    assert printed(referee("score", *FIGURES, "--trump", "D")) == [
        "SN has taken diamonds: failed",
        *lines(SHEET)[1:],
    ]
    assert printed(referee("score", *FIGURES))[0] == "SN has taken: failed"


def test_figures_over_the_wire_in_french(target: str) -> None:
    figures = [one.replace("EW", "EO") for one in FIGURES]
    answer = printed(referee("score", *figures, "--names", "fr", "--lang", "fr", "--target", target, "--trump", "K"))
    assert answer == ["SN a pris à carreau : dedans, contrat chuté", *lines(MARQUE)[1:]]


def test_a_reserve_is_played_for() -> None:
    answer = printed(referee("score", "--taker", "EW", "--capot", "EW", "--reserve", "81"))
    assert answer[1] == "played for: 81 held over from before"
    assert answer[-1].split() == ["EW", "333"]


WRONG_FIGURES = {
    "too many points": (("--taker", "SN", "--points", "SN=153", "--last-trick", "SN"), "--points: 153 of 152"),
    "no last trick": (("--taker", "SN", "--points", "SN=100"), "--last-trick: who won"),
    "no team": (("--taker", "XX"), "--taker: XX: a team: one of SN, EW\n"),
    "one of a pair": (("--taker", "S"), "--taker: S: a team: one of SN, EW\n"),
    "no number": (("--points", "SN=many"), "--points: many is no number"),
    "no sign": (("--points", "100"), "TEAM=NUMBER"),
    "no trump": (("--trump", "X"), "--trump: X: a trump: one of"),
    "no target": (("--bid", "x"), "nor capot"),
    "a target in classic belote": ((*FIGURES, "--bid", "80"), "--bid: means nothing"),
    "no doubling": (("--doubling", "thrice"), "surcoinche"),
    "no option": ((*FIGURES, "--option", "colour=red"), "--option: no option colour"),
    "no preset": ((*FIGURES, "--preset", "none"), "--preset: no preset none"),
    "no preset for a match": (("--preset", "none"), "--preset: no preset none"),
    "no feature": ((*FIGURES, "--feature", "none"), "--feature: no feature none"),
}


@pytest.mark.parametrize("case", WRONG_FIGURES)
def test_figures_that_cannot_be_scored_are_two_and_a_reason(case: str) -> None:
    figures, why = WRONG_FIGURES[case]
    assert why in complained(referee("score", *figures))


def test_an_option_without_a_value_is_an_error_of_usage() -> None:
    assert "NAME=VALUE" in complained(referee("score", *FIGURES, "--option", "target"))


def answers(*deals: str) -> str:
    """What is typed, the answers to one deal's questions separated by slashes."""
    return "".join(f"{answer.strip()}\n" for one in deals for answer in one.split("/"))


def after(answer: list[str]) -> list[str]:
    return [line for line in answer if line.startswith(("match:", "in the reserve:", "The match", "One more"))]


def test_a_match_is_counted_deal_by_deal_and_its_reserve_goes_on() -> None:
    told = answers("SN / / 79 / EW / EW", "EW / / 71 / EW /", "0", "SN / H / SN=100 / SN /", "")
    answer = printed(referee("score", told=told))
    assert after(answer) == [
        "match: SN 0  EW 182",
        "match: SN 81  EW 182",
        "in the reserve: 81",
        "match: SN 81  EW 182",
        "in the reserve: 81",
        "match: SN 272  EW 234",
        "match: SN 272  EW 234",
    ]
    assert answer[0].startswith("Who has taken? A team (SN, EW)")


def test_a_match_ends_when_it_is_won() -> None:
    answer = printed(referee("score", "--option", "target=182", told=answers("SN / / 79 / EW / EW", "SN")))
    assert after(answer) == ["match: SN 0  EW 182", "The match is over: EW has won."]


def test_wrong_answers_are_asked_again_with_the_reason() -> None:
    told = answers("XX", "SN / X / / lots / 153 / me / EW / EW EW", "79", "EW", "")
    answer = "\n".join(printed(referee("score", told=told)))
    for why in (
        "no: XX: a team: one of SN, EW",
        "no: X: a trump: one of",
        "no: lots is no number",
        "no: me: a team",
        "no: 153 of 152 card points",
        "no: 2 belotes",
        "match: SN 0  EW 182",
    ):
        assert why in answer


def test_only_the_teams_of_the_table_are_taken() -> None:
    told = answers("S", "SN / / E=79 / SN=79 / N / EW / EW", "")
    answer = printed(referee("score", told=told))
    assert [line for line in answer if line.startswith("  no:")] == [
        "  no: S: a team: one of SN, EW",
        "  no: E: a team: one of SN, EW",
        "  no: N: a team: one of SN, EW",
    ]
    assert after(answer)[0] == "match: SN 0  EW 182"


def test_a_refused_taker_is_asked_again_with_the_points_that_are_counted_from_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["SN", "", "79", "EW", "", "EW", "73"])
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(typed))
    tallies = []

    def score(tally: score_pb2.Tally) -> score_pb2.ScoreSheet:
        tallies.append(str(tally))
        if len(tallies) == 1:
            raise Unanswered("refused", [("tally.taker", "that side cannot take")])
        return score_pb2.ScoreSheet()

    interview = Interview(Screen("en", "en"), [card_pb2.TEAM_SOUTH_NORTH, card_pb2.TEAM_EAST_WEST], declares=False)
    asked = interview.deal(1, score)
    assert asked is not None
    assert asked.tally.taker == card_pb2.TEAM_EAST_WEST
    assert [(one.team, one.points) for one in asked.tally.card_points] == [(card_pb2.TEAM_EAST_WEST, 73)]
    assert "no: that side cannot take" in capsys.readouterr().out


def test_where_somebody_must_take_the_taker_is_asked_again() -> None:
    told = answers("0", "SN / / 79 / EW / EW", "")
    answer = printed(referee("score", "--option", "all_pass=dealer_must_take", told=told))
    assert "  no: somebody must take in these rules" in answer
    assert after(answer)[0] == "match: SN 0  EW 182"


def test_questions_and_refusals_in_french_have_a_space_before_the_colon(target: str) -> None:
    answer = printed(referee("score", "--lang", "fr", told=answers("SN / / 79 / EO / EO", "")))
    assert not [line for line in answer if re.search(r"\w:", line)]
    for at in ((), ("--target", target)):
        said = complained(referee("judge", "-", "--lang", "fr", *at, told="preset x\ndealer W\n"))
        assert "deal.ruleset.preset : " in said


@pytest.mark.parametrize(("lang", "word"), [("en", "last"), ("fr", "dernière"), ("fr", "last")])
def test_the_last_deal_is_announced_in_ones_own_word(lang: str, word: str) -> None:
    rules = ("--option", "reserve_at_game_end=each_keeps", "--names", "en")
    answer = printed(referee("score", *rules, "--lang", lang, told=answers(word, "SN / / 81 / EW /", "")))
    assert next(line for line in answer if line.startswith(("match", "partie"))).endswith(": SN 81  EW 81")
    assert word == "last" or "« dernière » avant la dernière donne" in answer[0]


def test_what_the_referee_misses_is_asked_for() -> None:
    answer = printed(referee("score", told=answers("SN / / 0 / SN / ", "", "")))
    assert any(line.startswith("all tricks to") for line in answer)
    assert after(answer)[0] == "match: SN 0  EW 162"


def test_answers_that_end_early_end_the_match_with_its_totals() -> None:
    for told in ("", answers("SN / / 79")):
        assert after(printed(referee("score", told=told))) == ["match: SN 0  EW 0"]
