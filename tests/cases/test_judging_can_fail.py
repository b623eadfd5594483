"""Judging that never finds anything wrong proves nothing: each of these cases is wrong in one thing."""

from collections.abc import Iterator

import pytest

from referee.testing.cases import Referee, judged

from .case_files import Miswritten, read_rule_file, read_table
from .served import served

HAND = "trump hearts\ntrick W AS, S 7S, E 8H\nhand N TH 7H QD\n"
TRICK = "trump hearts\ntrick S AS, E KS, N 7H, W TS\n"
TALLY = "taker SN\ncards SN 90 EW 62\nlast SN\n"
MATCH = "first-dealer W\ndeal SN made SN 900 EW 500\ndeal SN made SN 100 EW 62\n"
AUCTION = "dealer W\nturn-up 9H\n"
PLAY = "dealer W\nturn-up 9H\nhand S KH QH 7H 8S 9S AS 7C 8D\ncalls pass, pass, take\n"
DEAL = "draw S KH, E 7D\n"
RECORD = (
    "dealer W\nturn-up 7D\ncalls pass, pass, take\n"
    "plays S 7H KH 9H TC / E 7S QS AS KS / W 9S AD JS 8C / S QH KD TD 9D\n"
    " / W 7C AH QC 9C / E QD JD 8D JH / N AC KC TH JC / N 7D 8S 8H TS\n"
)
CONTRACT = "preset ffb_contree\ntaker SN\ntarget 100\ncards SN 94 EW 58\nlast SN\n"
GENERALE = "preset ffb_contree\noptions generale=solo_500\ntaker SN\ntarget generale\ncapot SN\nlast SN\n"
BID = "preset ffb_contree\ndealer W\ncalls bid 80 H\n"
TIERCE = "preset cafe\ndealer W\nturn-up 9H\nhand S 7S 8S 9S KH QH AC AD JD\ncalls pass, pass, take\n"

WRONG = {
    "a legal card is missing": (PLAY + "may KH, QH", "may KH, QH, but the referee says"),
    "a legal card too many": (HAND + "may TH 7H", "may 7H TH, but the referee says TH"),
    "another legal card": (HAND + "may QD", "may QD, but the referee says TH"),
    "another rule": (HAND + "not 7H play/must_trump, QD play/must_trump", "7H play/must_overtrump"),
    "a rule too many": (HAND + "not 7H play/must_trump play/must_overtrump, QD play/must_trump", "but the referee"),
    "a refused card is missing": (HAND + "not QD play/must_trump", "7H play/must_overtrump"),
    "another master": (HAND + "master W", "but the referee says E"),
    "another winner": (TRICK + "won S AS", "won S AS, but the referee says N 7H"),
    "another winning card": (TRICK + "won TS", "won TS, but the referee says 7H"),
    "a trick that is not complete": ("trump hearts\ntrick S AS, E KS\nwon S AS", "not complete"),
    "a trick that is": (TRICK + "master N 7H", "is complete"),
    "other points": (TRICK + "worth 24", "worth 24, but the referee says 25"),
    "another turn": (AUCTION + "turn E", "turn E, but the referee says S"),
    "another phase": (AUCTION + "phase play", "says auction"),
    "another card turned": (AUCTION + "turned 8H", "says 9H"),
    "another contract": (PLAY + "contract N S", "says N H"),
    "another hand": (PLAY + "holds S KH QH 7H 8S 9S AS 7C 9D", "but the referee says S 7C 8D"),
    "a hidden card": (PLAY + "holds N 9H 8H", "says N 9H"),
    "an illegal call that is legal": (AUCTION + "not take H auction/out_of_turn", "says take H RULING_LEGAL"),
    "a legal call that is illegal": (AUCTION + "can take S", "says take S auction/turned_suit_first"),
    "another rule of the auction": (AUCTION + "not take S auction/over", "says take S auction/turned_suit_first"),
    "a call left out of all": (AUCTION + "may pass", "says pass, take H"),
    "what is not open": (PLAY + "open KS play/not_held", "says KS RULING_ILLEGAL"),
    "a fault where there is none": (PLAY + "fault S KH play/not_held", "says none"),
    "a word that was not said": (PLAY + "trick KH, 8H, 9H, TH\nshows S H belote", "says nothing"),
    "another outcome": (TALLY + "outcome failed", "says made"),
    "a counted line is missing": (TALLY + "counts SN card_points 90, EW card_points 62", "SN last_trick 10"),
    "another line": (TALLY + "writes SN tricks 101, EW tricks 62", "SN tricks 100"),
    "another rule of a line": (TALLY + "writes SN tricks 100 score/capot, EW tricks 62 score/contract_made", "but the"),
    "another total": (TALLY + "total SN 100 EW 61", "says EW 62, SN 100"),
    "a reserve": (TALLY + "waits 81", "says 0"),
    "another sweep": (TALLY + "swept SN", "says nobody"),
    "another winner of a deal": (TALLY + "winner EW", "says SN"),
    "nobody was forgiven": (TALLY + "forgiven EW", "says nobody"),
    "another target": (CONTRACT.replace("100", "110") + "outcome made", "says failed"),
    "a doubling": (CONTRACT + "doubling coinche\ntotal SN 200 EW 60", "says EW 0, SN 520"),
    "won by two": (GENERALE + "cards SN 152\noutcome made", "says failed"),
    "a bid that is doubled": (BID + "calls coinche\ncontract S 80 H", "says S 80 H coinche x2"),
    "a bid too many": (BID + "bids C D H S 80 to 160 by 10", "says C 90 to 160 by 10"),
    "bids without end": (BID + "bids C D H S 90 up by 10", "says C 90 to 160 by 10"),
    "bids where there are none": (BID + "calls coinche\nbids H 90 to 160 by 10", "says nothing"),
    "what is not to be declared": (TIERCE + "declares tierce 9S, cinquante KH", "says tierce 9S"),
    "another height": (TIERCE + "trick 9S tierce(7S 8S 9S)\ndeclared S tierce 8S 20 open", "says S tierce 9S 20 open"),
    "what is not settled": (
        TIERCE + "trick 9S tierce(7S 8S 9S)\ndeclared S tierce 9S 20 counts",
        "says S tierce 9S 20",
    ),
    "other tricks": (RECORD + "won S W S W E N N N", "says E W S W E N N N"),
    "other points so far": (RECORD + "points SN 85 EW 77", "says EW 77, SN 75"),
    "another match of two": (RECORD + "twice SN 85 EW 77", "says EW 154, SN 170"),
    "other rules": (RECORD + "rules direction=clockwise", "says direction=anticlockwise"),
    "another end": (MATCH + "ends not yet", "says SN"),
    "other totals of a match": (MATCH + "stands SN 1000 EW 500", "says EW 562, SN 1000"),
    "another next dealer": ("first-dealer W\ndeal passed\nnext-dealer W", "says S"),
    "another number of deals": (MATCH + "counted 1", "says 2"),
    "another dealer": (DEAL + "deals S", "says E"),
    "no new order": ("dealer W\ndeck shuffled\nanew no", "says yes"),
    "refused, but answered": (TALLY + "refused TALLY_INCONSISTENT", "says answered"),
    "answered, but refused": (TALLY + "tricks SN 9\noutcome made", "TALLY_INCONSISTENT"),
    "refused for another reason": (TALLY + "tricks SN 9\nrefused FIELD_MISSING tricks", "says tricks"),
    "refused without a mention": (TALLY + "tricks SN 9\nrefused TALLY_INCONSISTENT 7", "says TALLY_INCONSISTENT"),
    "one of two sections": (
        TALLY + "with fail_points=0\noutcome made\nwith fail_points=160\nwaits 1",
        "fail_points=160",
    ),
    "an unknown preset": ("preset gala\n" + HAND + "may TH", "NOT_FOUND PRESET_UNKNOWN"),
    "an unknown option": ("options tie_rule=coin\n" + HAND + "may TH", "OPTION_INVALID"),
    "an unknown key": (HAND + "maybe TH", "maybe cannot stand here"),
    "a card that is none": (HAND + "may 1H", "cannot be read: may 1H: read “1H”, expected a card"),
    "seats out of order": ("trump hearts\ntrick W KC, N 9H\nhand E JH\nmay JH", "seats come in the order of play"),
    "seats of a larger table": ("preset belote_2p\ntrump D\ntrick S AC, E 8D\nwon E 8D", "in the order of play, SN"),
    "another seat's turn": ("trump hearts\ntrick W KC, S 9H\nhand N JH\nmay JH", "turn of another seat"),
    "a key twice": ("trump hearts\n" + HAND + "may TH", "trump stands here twice"),
    "no question": (HAND, "asks nothing"),
}


@pytest.fixture(scope="module")
def referee() -> Iterator[Referee]:
    with served() as one:
        yield one


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_told(referee: Referee, what: str) -> None:
    lines, told = WRONG[what]
    (case,) = read_rule_file("play/any", f"rule play/any\nsilent here\ncase {what}\n{lines}").cases
    differences = judged(referee, case).differences
    assert len(differences) == 1
    assert told in differences[0]


NAMING = {
    "at work, and no answer names it": ("rule play/must_trump\ncase one\n" + TALLY + "waits 0", "no answer names"),
    "not at work, and an answer names it": (
        "rule play/must_trump\ncontrast one\n" + HAND + "may TH",
        "some answer names",
    ),
    "silent, and an answer names it": (
        "rule play/must_trump\nsilent so\ncase one\n" + HAND + "may TH",
        "some answer names",
    ),
}


@pytest.mark.parametrize("what", NAMING)
def test_a_rule_that_is_named_at_the_wrong_time_is_told(referee: Referee, what: str) -> None:
    text, told = NAMING[what]
    (case,) = read_rule_file("play/must_trump", text).cases
    assert judged(referee, case).differences == [f"{told} play/must_trump"]


UNREADABLE = {
    "rule play/other\ncase one\nmay TH": "its rule is play/other",
    "case one\nmay TH": "its rule is not named",
    "rule play/any\nmay TH": "may stands before the first case",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_file_that_cannot_be_read_says_where(text: str) -> None:
    with pytest.raises(Miswritten, match=UNREADABLE[text]):
        read_rule_file("play/any", text)


def test_a_row_has_as_many_cells_as_the_table_has_columns() -> None:
    with pytest.raises(Miswritten, match="1 cells under 2 columns"):
        read_table("any", "columns trump | hand\nrow | H")
