"""`referee score`: a deal by its figures, a match by questions."""

import re

import pytest
from belote.referee.v1 import card_pb2, score_pb2

from referee.cli.asking import Unanswered
from referee.cli.questions import Interview, questions
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


COINCHE = ("--preset", "ffb_coinche")
DUO = ("--preset", "belote_2p")
TRIO = ("--preset", "belote_3p")
SOLO = ("--preset", "coinche_web", "--option", "generale=solo_500")
CONTRACTS = {
    "a doubled bid with declarations": (
        "--taker SN --trump H --bid 100 --doubling coinche --points SN=90 --last-trick EW --declared SN=20",
        COINCHE,
        "SN has bid 100 hearts, doubled: made",
        {"SN": 560, "EW": 0},
    ),
    "a bid that fails": (
        "--taker EW --trump S --bid 110 --points EW=99 --last-trick EW",
        ("--preset", "ffb_contree"),
        "EW has bid 110 spades: failed",
        {"SN": 270, "EW": 0},
    ),
    "a capot": (
        "--taker SN --bid capot --capot SN",
        COINCHE,
        "SN has bid capot: made",
        {"SN": 500, "EW": 0},
    ),
    "a générale won alone": (
        "--taker SN --bid générale --solo --trump S --capot SN",
        SOLO,
        "SN has bid générale spades: made",
        {"SN": 500, "EW": 0},
    ),
    "declarations added to classic belote": (
        "--taker SN --points SN=79 --last-trick EW --belote EW --declared SN=50",
        ("--features", "declarations"),
        "SN has taken: made",
        {"SN": 129, "EW": 103},
    ),
    "two seats": (
        "--taker S --points S=60 --points N=30 --last-trick N",
        DUO,
        "S has taken: made",
        {"S": 60, "N": 40},
    ),
    "three seats": (
        "--taker S --points S=80 --points E=40 --last-trick S --belote S",
        TRIO,
        "S has taken: made",
        {"S": 110, "E": 40, "W": 32},
    ),
}


def totals(answer: list[str]) -> dict[str, int]:
    place = max(place for place, line in enumerate(answer) if line.startswith("total"))
    rows = [
        line.removeprefix("total").split() for line in answer[place:] if re.match(r"(?:total)? +[SNEW]+ +-?\d+$", line)
    ]
    return {team: int(points) for team, points in rows}


@pytest.mark.parametrize("case", CONTRACTS)
def test_other_games_are_scored_from_their_figures(case: str) -> None:
    figures, rules, head, expected = CONTRACTS[case]
    answer = printed(referee("score", *rules, *figures.split()))
    assert answer[0] == head
    assert totals(answer) == expected


WRONG_FIGURES = {
    "no bid": ((*COINCHE, *FIGURES), "--bid: this game cannot be scored without it"),
    "solo without a générale": ((*COINCHE, *FIGURES, "--bid", "80", "--solo"), "--solo: means nothing"),
    "one of three": ((*TRIO, "--taker", "S", "--points", "S=80", "--last-trick", "S"), "--points: 80 card points"),
    "one of two, with cards out of play": (
        (*DUO, "--taker", "S", "--points", "S=60", "--last-trick", "S"),
        "--points: the card points of each side are needed",
    ),
    "a pair among three": ((*TRIO, "--taker", "SN"), "--taker: SN: a team: one of S, E, W"),
    "declarations where none are played": ((*FIGURES, "--declared", "SN=20"), "--declared: declarations are not"),
    "a reserve that no match holds": (
        (*FIGURES, "--reserve", "2147483647"),
        "--reserve: a reserve is from 0 to 1000000",
    ),
    "a reserve that no message holds": ((*FIGURES, "--reserve", "99999999999"), "--reserve"),
    "points that no message holds": (("--taker", "SN", "--points", "SN=99999999999"), "99999999999 is no number"),
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

    teams = [card_pb2.TEAM_SOUTH_NORTH, card_pb2.TEAM_EAST_WEST]
    interview = Interview(Screen("en", "en"), teams, questions(teams, bids=False, each=False, declares=False))
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


def test_a_match_of_contracts_is_asked_for_its_bids() -> None:
    told = answers("SN / H / 100 coinche / 90 / EW / / SN=20", "EW / S / CAPOT / EW=152 / EW / EW / / EW", "")
    answer = printed(referee("score", *COINCHE, told=told))
    assert after(answer) == ["match: SN 560  EW 0", "match: SN 560  EW 520", "match: SN 560  EW 520"]
    for question in (
        "bid (80, 80 coinche, capot, générale surcoinche): 100 coinche",
        "all tricks to (nothing: neither)",
    ):
        assert question in "\n".join(answer)


def test_a_bid_that_makes_no_sense_is_asked_again() -> None:
    told = answers("SN / H / much / 95 twice / 100 surcoinche / 90 / EW / / ", "")
    answer = printed(referee("score", *COINCHE, told=told))
    for why in ("no: much is neither points nor capot nor generale", "no: twice is neither coinche nor surcoinche"):
        assert why in "\n".join(answer)
    assert [line for line in answer if "SN has bid 100 hearts, redoubled: made" in line or "redoubled: failed" in line]


def test_a_bid_that_the_game_does_not_know_is_asked_again() -> None:
    told = answers("SN / H / générale / 90 / EW / / / no / 80", "")
    answer = printed(referee("score", "--preset", "ffb_contree", told=told))
    assert "bid 80 hearts" in "\n".join(answer)


@pytest.mark.parametrize(("alone", "total"), [("yes", "SN 500  EW 0"), ("", "SN 0  EW 500"), ("no", "SN 0  EW 500")])
def test_a_generale_is_asked_whether_it_was_won_alone(alone: str, total: str) -> None:
    told = answers(f"SN / S / générale / 152 / SN / / {alone} / SN", "")
    answer = printed(referee("score", *SOLO, told=told))
    assert after(answer)[0] == f"match: {total}"
    assert "won by the bidder alone" in "\n".join(answer)
    points = printed(referee("score", *SOLO, told=answers("SN / S / 80 / 90 / SN / ", "")))
    assert "won by the bidder alone" not in "\n".join(points)


def test_three_seats_are_asked_for_the_points_of_two_and_the_tricks() -> None:
    told = answers("S / / 80 E=40 / S / S", "E / / E=90 / E / / E=90 S=62 / S=4 E=4", "")
    answer = printed(referee("score", *TRIO, told=told))
    assert after(answer)[0] == "match: S 110  E 40  W 32"
    assert "no: 90 card points in all" in "\n".join(answer)
    assert [line for line in answer if "tricks (S=… E=… W=…)" in line]
    assert after(answer)[1].startswith("match: S ")


def test_two_seats_are_asked_for_the_points_of_each() -> None:
    told = answers("SN", "S / / 60 N=30 / N /", "N / / 90 / S / / 90 S=20", "")
    answer = printed(referee("score", *DUO, told=told))
    assert "no: SN: a team: one of S, N" in "\n".join(answer)
    assert after(answer)[0] == "match: S 60  N 40"
    assert [line for line in answer if line.startswith("card points of each without the last ten (S=… N=…): 60 N=30")]
    assert "no: the card points of each side are needed" in "\n".join(answer)


def test_only_games_with_bids_are_asked_for_one() -> None:
    for rules, bids in ((COINCHE, True), ((), False), (TRIO, False), (("--features", "coinche"), True)):
        answer = "\n".join(printed(referee("score", *rules, told=answers("SN" if rules != TRIO else "S", ""))))
        assert ("bid (80" in answer) is bids, rules


def test_a_side_has_one_french_word() -> None:
    told = [*printed(referee("score", "--lang", "fr", told=answers("X", ""))), *printed(referee("score", *FRENCH))]
    told.append(complained(referee("score", "--lang", "fr", "--points", "100")))
    told.append(complained(referee("score", "--lang", "fr", "--taker", "X")))
    assert "CAMP=NOMBRE" in told[-2]
    assert "un camp parmi SN, EO" in told[-1]
    assert "équipe" not in "\n".join(told).casefold()


FRENCH = ("--lang", "fr", "--taker", "SN", "--points", "SN=79", "--last-trick", "EO")
