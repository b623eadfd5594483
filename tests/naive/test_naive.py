"""Holds the naive engine to settled positions: legal cards, trick winners, card points.

A row of LEGAL is: id and name | preset and options | trump | hand | trick so far | legal cards.
"""

import pytest

from .cards import pack_points, trick_points
from .options import PRESETS
from .play import legal, winner
from .rows import read_cards, read_options, read_rows

# Of the contract presets, the options that bear on the play alone.
PLAY_PRESETS = PRESETS | {
    "ffb_contree": {"undertrump_opponent": "free"},
    "ffb_coinche": {"undertrump_opponent": "free"},
    "pagat_coinche": {"undertrump_partner": "never_by_choice"},
}

LEGAL = """
L001 leads anything, trumps too | ffb_classic | H | AS TS 7H KD | - | AS TS 7H KD
L002 holds the led suit, so neither trump nor discard | ffb_classic | H | AS 7S 9H KD | KS | AS 7S
L003 a plain lead asks for no higher card | ffb_classic | H | 7S AS JH | TS | 7S AS
L004 follows a ruffed trick with any card of the suit | ffb_classic | H | 7S AS JH | KS 7H | 7S AS
L005 follows though the partner is master | ffb_classic | H | 7D TD 9H | AD 8D | 7D TD
L006 follows though the partner ruffed | ffb_classic | H | KS JH | AS TH 7S | KS
L007 has a single card of the led suit | ffb_classic | H | 8S 9H | AS | 8S
L008 trump led, only the jack is above the nine | ffb_classic | H | JH 8H AS | 9H | JH
L009 trump led, nothing higher, any trump | ffb_classic | H | 8H 7H AS | 9H | 8H 7H
L010 trump led, everything above the ten | ffb_classic | H | JH 9H AH 8H KC | TH | JH 9H AH
L011 trump led, goes over the partner too | ffb_classic | H | 9H 8H AS | AH 7H | 9H
L012 trump led, the partner's card may stand | ffb_classic must_raise_trump_lead=unless_partner_master | H |
    9H 8H AS | AH 7H | 9H 8H
L013 partner led the jack of trumps | ffb_classic | H | 9H 8H TS | JH 7H | 9H 8H
L014 trump led, void of trumps | ffb_classic | H | AS TS 7D | JH | AS TS 7D
L015 beats the highest trump, not the last one | ffb_classic | H | JH QH 7C | TH 9H AH | JH
L016 the ten of trumps is above the king | ffb_classic | H | TH QH | KH | TH
L017 ten and king of trumps are below the ace | ffb_classic | H | TH KH | AH | TH KH
L018 the nine of trumps is above the ace | ffb_classic | H | 9H TH | AH | 9H
L019 the queen of trumps is above the eight | ffb_classic | H | QH 7H | 8H | QH
L020 the eight of trumps is above the seven | ffb_classic | H | 8H 7C | 7H | 8H
L021 last to play, the jack goes over the partner's nine | ffb_classic | H | JH TH AC | 7H 9H 8H | JH
L022 last to play, nothing above the partner's nine | ffb_classic | H | TH KH AC | 7H 9H 8H | TH KH
L023 the ace of trumps goes over the partner's ten | ffb_classic | H | AH 7H QD | TH 8H | AH
L024 a discard on a trump lead is no card to beat | ffb_classic | H | JH 7H | QH KS 8H | JH
L025 void, no ruff yet, every trump | ffb_classic | H | 8H JH KD | AS | 8H JH
L026 void of the suit and of trumps | ffb_classic | H | KD 7C | AS | KD 7C
L027 void, partner master, no duty | ffb_classic | H | 8H KD TC | AS 7S | 8H KD TC
L028 void, the partner was beaten by a plain card | ffb_classic | H | 8H KD | KS AS | 8H
L029 the partner's plain ten is above the king | ffb_classic | H | 8H KD | TS KS | 8H KD
L030 the opponent's plain ten is above the king | ffb_classic | H | 8H KD | KS TS | 8H
L031 void, the partner only discarded | ffb_classic | H | AH KD | QS 7D JS | AH
L032 last to play, partner master with the ace | ffb_classic | H | AH KD | QS AS JS | AH KD
L033 an ace of another suit is not master | ffb_classic | H | 8H KC | 7S AD 8S | 8H
L034 the partner's plain jack is above the nine | ffb_classic | H | 7H KD | JS 9S | 7H KD
L035 the opponent's plain jack is above the nine | ffb_classic | H | 7H KD | 9S JS | 7H
L036 void, only trumps in hand | ffb_classic | H | 7H 8H | AS | 7H 8H
L037 void, the partner is still to play | ffb_classic | H | JH 9H KD | 7S | JH 9H
L038 overruffs the eight with either trump | ffb_classic | D | 9D QD KS | AC 7C 8D | 9D QD
L039 cannot overruff, the lower trump is due | ffb_classic | D | 7D KS AS | AC 7C 8D | 7D
L040 cannot overruff, contree leaves it free | ffb_contree | D | 7D KS AS | AC 7C 8D | 7D KS AS
L041 cannot overruff, coinche leaves it free | ffb_coinche | D | 7D KS AS | AC 7C 8D | 7D KS AS
L042 cannot overruff, due at pagat's coinche | pagat_coinche | D | 7D KS AS | AC 7C 8D | 7D
L043 cannot overruff, due with declarations | cafe | D | 7D KS AS | AC 7C 8D | 7D
L044 cannot overruff, due at online_250 | online_250 | D | 7D KS AS | AC 7C 8D | 7D
L045 cannot overruff, due at online_252 | online_252 | D | 7D KS AS | AC 7C 8D | 7D
L046 cannot overruff, classic made free | ffb_classic undertrump_opponent=free | D | 7D KS AS | AC 7C 8D | 7D KS AS
L047 under the nine, any lower trump | ffb_classic | D | TD AD 8S | AC 7C 9D | TD AD
L048 under the nine, contree leaves it free | ffb_contree | D | TD AD 8S | AC 7C 9D | TD AD 8S
L049 free, but able to overruff | ffb_contree | D | JD TD 8S | AC 7C 9D | JD
L050 free, only lower trumps are left | ffb_contree | D | 9D AD 7D | AC 7C JD | 9D AD 7D
L051 only lower trumps are left | ffb_classic | D | 9D AD 7D | AC 7C JD | 9D AD 7D
L052 the partner's king was ruffed | ffb_classic | H | AH 8H QC | KS TH | AH
L053 the partner's ruff was overruffed | ffb_classic | H | TH 7H QD | AS 8H KH | TH
L054 overruffed by the jack, any lower trump | ffb_classic | H | TH 7H QD | AS 8H JH | TH 7H
L055 overruffed by the jack, free | ffb_contree | H | TH 7H QD | AS 8H JH | TH 7H QD
L056 last to play over a ruff | ffb_classic | H | KH QC | AS 7D 8H | KH
L057 last to play under a ruff | ffb_classic | H | QH QC | AS 7D KH | QH
L058 last to play under a ruff, free | ffb_contree | H | QH QC | AS 7D KH | QH QC
L059 one card left | ffb_classic | H | QD | AS 7S JH | QD
L060 ruffed, void of trumps | ffb_classic | H | QD 7C | AS 7S JH | QD 7C
L061 goes over an ace that overruffed the partner | ffb_classic | H | 9H 7H QD | AS TH AH | 9H
L062 partner master by a ruff, all free | ffb_classic | H | TH 7H QD | AS 8H 7S | TH 7H QD
L063 no duty over the partner's ruff | ffb_classic | H | AH 7H QD | KS TH QS | AH 7H QD
L064 partner master by a ruff in contree | ffb_contree | H | TH 7H QD | AS 8H 7S | TH 7H QD
L065 never under the partner, overruff or discard | pagat_coinche | H | TH 7H QD | AS 8H 7S | TH QD
L066 under the partner with trumps alone, a plain card is held | ffb_classic undertrump_partner=only_trumps_left | H |
    TH 7H QD | AS 8H 7S | TH QD
L067 only lower trumps under the partner | ffb_classic | H | 8H 7H | AS TH 7S | 8H 7H
L068 never under the partner, but nothing else is held | pagat_coinche | H | 8H 7H | AS TH 7S | 8H 7H
L069 only trumps, may stay under the partner | ffb_classic | H | JH 7H | AS TH 7S | JH 7H
L070 never under the partner, so the jack is forced | pagat_coinche | H | JH 7H | AS TH 7S | JH
L071 under the partner with trumps alone, and trumps alone are held |
    ffb_classic undertrump_partner=only_trumps_left | H | JH 7H | AS TH 7S | JH 7H
L072 never under the partner, so the discard is forced | pagat_coinche | H | 7H QD | AS TH 7S | QD
L073 the partner's ruff stands over an opponent's | ffb_classic | H | 9H 7H QD | AS TH 8H | 9H 7H QD
L074 trump led in contree, over the partner | ffb_contree | H | 9H 8H AS | AH 7H | 9H
L075 trump led in coinche, over the partner | ffb_coinche | H | 9H 8H AS | AH 7H | 9H
L076 all-trump, leads anything | ffb_coinche notrump_alltrump=yes | AT | JS 7D | - | JS 7D
L077 all-trump, goes higher | ffb_coinche notrump_alltrump=yes | AT | JS 8S AD | TS | JS
L078 all-trump has the order of trumps | ffb_coinche notrump_alltrump=yes | AT | AS KS 9D | TS | AS
L079 all-trump, nothing above the jack | ffb_coinche notrump_alltrump=yes | AT | 9S AS KD | JS | 9S AS
L080 all-trump, void, no ruff exists | ffb_coinche notrump_alltrump=yes | AT | JD 7C | AS | JD 7C
L081 all-trump, goes over the partner | ffb_coinche notrump_alltrump=yes | AT | 9S 8S JD | AS 7S | 9S
L082 all-trump, the partner's card may stand |
    ffb_coinche all_trump_must_raise=unless_partner_master notrump_alltrump=yes | AT | 9S 8S JD | AS 7S | 9S 8S
L083 all-trump, a jack of another suit is no card to beat | ffb_coinche notrump_alltrump=yes | AT | 9S 8S | AS JD |
    9S
L084 all-trump, nothing above the ace | ffb_coinche notrump_alltrump=yes | AT | 7S 8S | QS KS AS | 7S 8S
L085 no-trump, follows, no duty to beat | ffb_coinche notrump_alltrump=yes | NT | AS 7S KD | TS | AS 7S
L086 no-trump, void | ffb_coinche notrump_alltrump=yes | NT | AH 7D | TS | AH 7D
L087 no-trump, leads anything | ffb_coinche notrump_alltrump=yes | NT | AH 7D | - | AH 7D
L088 no-trump, follows a master partner | ffb_coinche notrump_alltrump=yes | NT | 7S KS | AS 8S | 7S KS
"""

# trick, trump, place of the winner
WINNERS = {
    "the lead alone": ("7S", "H", 0),
    "plain order, the ten above the king": ("KS TS QS JS", "H", 1),
    "trump order, the nine above the ace": ("AH 9H TH KH", "H", 1),
    "a ruff beats an ace": ("AS TS 7H KS", "H", 2),
    "an overruff beats a ruff": ("AS 8H KH QH", "H", 2),
    "a discarded ace wins nothing": ("7S AD AC AH", "NT", 0),
    "a higher trump wins a trump lead": ("QH AS 8H KH", "H", 3),
    "no-trump, the ten above the jack": ("JH TH 9H KH", "NT", 1),
    "all-trump, the nine above the ace of the suit led": ("AS 9S JD TS", "AT", 1),
    "all-trump, no other suit wins": ("7C JD JH JS", "AT", 0),
}

# cards, trump, options, points
POINTS = {
    "trump suit": ("JH 9H AH TH KH QH 8H 7H", "H", {}, 62),
    "plain suit": ("AS TS KS QS JS 9S 8S 7S", "H", {}, 30),
    "the jack of trumps alone": ("JH", "H", {}, 20),
    "a plain jack": ("JS", "H", {}, 2),
    "a plain nine": ("9S", "H", {}, 0),
    "no-trump ace": ("AS", "NT", {}, 19),
    "no-trump nine": ("9S", "NT", {}, 0),
    "no-trump jack": ("JS", "NT", {}, 2),
    "no-trump jack for nothing": ("JS", "NT", {"no_trump_jack": 0}, 0),
    "all-trump, the values of trumps": ("JS 9S AS TS KS QS", "AT", {}, 62),
    "all-trump 13 9 6 5 3 2, jack": ("JS", "AT", {"all_trump_points": "scaled_13_9_6_5_3_2"}, 13),
    "all-trump 13 9 6 5 3 2, queen": ("QS", "AT", {"all_trump_points": "scaled_13_9_6_5_3_2"}, 2),
    "all-trump 14 9 6 5 3 1, jack": ("JS", "AT", {"all_trump_points": "scaled_14_9_6_5_3_1"}, 14),
    "all-trump 14 9 6 5 3 1, queen": ("QS", "AT", {"all_trump_points": "scaled_14_9_6_5_3_1"}, 1),
}

# trump, options, points of the whole pack
PACKS = {
    "a suit": ("S", {}, 152),
    "no-trump": ("NT", {}, 152),
    "no-trump without the jacks": ("NT", {"no_trump_jack": 0}, 144),
    "all-trump before scaling": ("AT", {}, 248),
    "all-trump 13 9 6 5 3 2": ("AT", {"all_trump_points": "scaled_13_9_6_5_3_2"}, 152),
    "all-trump 14 9 6 5 3 1": ("AT", {"all_trump_points": "scaled_14_9_6_5_3_1"}, 152),
}


@pytest.mark.parametrize("row", read_rows(LEGAL).values(), ids=read_rows(LEGAL))
def test_legal_cards(row: list[str]) -> None:
    table, trump, hand, trick, expected = row
    options = read_options(table, PLAY_PRESETS)
    assert sorted(legal(hand.split(), read_cards(trick), trump, options)) == sorted(expected.split())


@pytest.mark.parametrize(("trick", "trump", "place"), WINNERS.values(), ids=WINNERS)
def test_winner(trick: str, trump: str, place: int) -> None:
    assert winner(trick.split(), trump) == place


@pytest.mark.parametrize(("cards", "trump", "options", "points"), POINTS.values(), ids=POINTS)
def test_points_of_cards(cards: str, trump: str, options: dict[str, str | int], points: int) -> None:
    assert trick_points(cards.split(), trump, options) == points


@pytest.mark.parametrize(("trump", "options", "points"), PACKS.values(), ids=PACKS)
def test_points_of_the_pack(trump: str, options: dict[str, str | int], points: int) -> None:
    assert pack_points(trump, options) == points
