"""Text is read back as what was printed, people's ways of writing are understood, and all faults are told at once."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.model.action import Action, Bid, Coinche, Custom, Declaration, Pass, Play, Surcoinche, Take
from referee.model.card import CARD_NAMED, PACK, Rank, Suit, card
from referee.model.deal import Deal, RulesetChoice
from referee.model.seat import Seat, Team
from referee.model.trump import Trump
from referee.model.words import VOCABULARIES
from referee.notation import (
    NAMINGS,
    UnreadableText,
    action_text,
    card_text,
    cards_text,
    deal_text,
    names_in,
    read_card,
    read_cards,
    read_deal,
    read_seat,
    read_team,
    read_trump,
    seat_text,
    team_text,
    trump_text,
)

DOCS = Path(__file__).resolve().parents[1] / "docs"

cards = st.sampled_from(PACK)
hands = st.lists(cards, max_size=9).map(tuple)
seats = st.none() | st.sampled_from(Seat)
trumps = st.sampled_from(Trump)
tricky = st.sampled_from(
    ["", "true", "12", "-3", "7H", "VC", "H", "belote", "?", "#", 'a "b"', "é", "\n", "\u2028", "C"]
)
ids = st.from_regex(r"[a-z]+(_[a-z0-9]+)?", fullmatch=True) | tricky | st.text(st.characters(codec="utf-8"), max_size=5)
numbers = st.integers(-(2**31), 2**31 - 1)
values = st.booleans() | numbers | ids
options = st.lists(st.tuples(ids, values), max_size=4).map(tuple)
declarations = st.lists(st.builds(Declaration, ids, hands), max_size=2).map(tuple)
actions = st.one_of(
    st.builds(Play, cards, st.booleans(), declarations, seats),
    st.builds(Play, cards),
    st.builds(Pass, seats),
    st.builds(Take, trumps, seats),
    st.builds(Bid, trumps, st.none() | numbers | st.sampled_from(["capot", "generale"]), seats),
    st.builds(Coinche, seats),
    st.builds(Surcoinche, seats),
    st.builds(Custom, ids, hands, options, seats),
)
deals = st.builds(
    Deal,
    choice=st.builds(RulesetChoice, ids, st.lists(ids, max_size=3).map(tuple), options),
    dealer=st.sampled_from(Seat),
    deck=st.just(()) | st.permutations(PACK).map(tuple) | hands,
    hands=st.dictionaries(st.sampled_from(Seat), hands),
    turn_up=st.just(0) | cards,
    actions=st.lists(actions, max_size=20).map(tuple),
    reserve_in=st.none() | numbers,
    totals_in=st.dictionaries(st.sampled_from(Team), numbers),
    last_deal=st.booleans(),
    seal=st.binary(max_size=40),
)
namings = st.sampled_from(sorted(NAMINGS))


@settings(max_examples=150, deadline=None)
@given(deals, namings, st.sampled_from([2, 3, 4]))
def test_any_record_is_read_back_as_it_was_printed(deal: Deal, names: str, table: int) -> None:
    text = deal_text(deal, names, table)
    again = read_deal(text)
    assert again == deal
    assert repr((again.choice, again.actions)) == repr((deal.choice, deal.actions))  # a flag is not the number 1
    assert deal_text(again, names, table) == text


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(["trick", "calls", "hand", "step", "(", ")", "=", ":", '"', "\n", "7H", "S", "bid"])
    ).map(" ".join)
)
def test_no_text_brings_down_the_reader(text: str) -> None:
    try:
        deal = read_deal(text)
    except UnreadableText:
        return
    assert read_deal(deal_text(deal)) == deal


@pytest.mark.parametrize("names", NAMINGS)
def test_each_thing_has_one_name_and_is_read_by_it(names: str) -> None:
    assert [read_card(card_text(one, names), names) for one in PACK] == [*PACK]
    assert [read_trump(trump_text(one, names), names) for one in Trump] == [*Trump]
    assert [read_seat(seat_text(one, names), names) for one in Seat] == [*Seat]
    assert [read_team(team_text(one, names), names) for one in Team] == [*Team]
    assert read_cards(cards_text(PACK, names), names) == PACK


NINE_OF_HEARTS = card(Rank.NINE, Suit.HEARTS)
TEN_OF_HEARTS = card(Rank.TEN, Suit.HEARTS)
JACK_OF_HEARTS = card(Rank.JACK, Suit.HEARTS)
ACE_OF_DIAMONDS = card(Rank.ACE, Suit.DIAMONDS)
QUEEN_OF_CLUBS = card(Rank.QUEEN, Suit.CLUBS)
KING_OF_SPADES = card(Rank.KING, Suit.SPADES)

CARDS = [
    ("en", "JH", JACK_OF_HEARTS),
    ("en", "TH", TEN_OF_HEARTS),
    ("en", "10H", TEN_OF_HEARTS),
    ("en", "jh", JACK_OF_HEARTS),
    ("en", "J♥", JACK_OF_HEARTS),
    ("en", "J♥\ufe0f", JACK_OF_HEARTS),
    ("fr", "VC", JACK_OF_HEARTS),
    ("fr", "10C", TEN_OF_HEARTS),
    ("fr", "10♥", TEN_OF_HEARTS),
    ("fr", "AK", ACE_OF_DIAMONDS),
    ("fr", "DT", QUEEN_OF_CLUBS),
    ("fr", "RP", KING_OF_SPADES),
    ("es", "10C", JACK_OF_HEARTS),
    ("es", "7C", TEN_OF_HEARTS),
    ("es", "6C", NINE_OF_HEARTS),
    ("es", "1O", ACE_OF_DIAMONDS),
    ("es", "11B", QUEEN_OF_CLUBS),
    ("es", "12E", KING_OF_SPADES),
]


@pytest.mark.parametrize(("names", "word", "meant"), CARDS)
def test_cards_are_read_as_people_write_them(names: str, word: str, meant: int) -> None:
    assert read_card(word, names) == meant


NO_CARDS = [
    ("en", "VC"),
    ("en", "1H"),
    ("en", "HJ"),
    ("en", ""),
    ("fr", "JC"),
    ("fr", "TC"),
    ("es", "8C"),
    ("es", "9C"),
    ("es", "JH"),
]


@pytest.mark.parametrize(("names", "word"), NO_CARDS)
def test_cards_of_another_naming_are_refused(names: str, word: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        read_card(word, names)
    assert NAMINGS[names].cards[JACK_OF_HEARTS] in str(refused.value)


TRUMPS = [
    ("en", "hearts", Trump.HEARTS),
    ("en", "no-trump", Trump.NO_TRUMP),
    ("en", "nt", Trump.NO_TRUMP),
    ("en", "♠", Trump.SPADES),
    ("fr", "cœur", Trump.HEARTS),
    ("fr", "coeur", Trump.HEARTS),
    ("fr", "TREFLE", Trump.CLUBS),
    ("fr", "TA", Trump.ALL_TRUMP),
    ("fr", "tout-atout", Trump.ALL_TRUMP),
    ("es", "oros", Trump.DIAMONDS),
    ("es", "ST", Trump.NO_TRUMP),
]


@pytest.mark.parametrize(("names", "word", "meant"), TRUMPS)
def test_trumps_are_read_as_people_write_them(names: str, word: str, meant: Trump) -> None:
    assert read_trump(word, names) == meant


SEATS = [
    ("en", "west", Seat.WEST),
    ("en", "w", Seat.WEST),
    ("fr", "O", Seat.WEST),
    ("fr", "sud", Seat.SOUTH),
    ("es", "norte", Seat.NORTH),
]


@pytest.mark.parametrize(("names", "word", "meant"), SEATS)
def test_seats_are_read_as_people_write_them(names: str, word: str, meant: Seat) -> None:
    assert read_seat(word, names) == meant


def test_a_team_is_read_from_either_seat() -> None:
    assert read_team("SN") == read_team("NS") == Team.SOUTH_NORTH
    assert read_team("EO", "fr") == Team.EAST_WEST
    with pytest.raises(UnreadableText):
        read_team("SE")


def test_every_word_that_is_no_card_is_told() -> None:
    with pytest.raises(UnreadableText) as refused:
        read_cards("7H, XX 8H YY")
    assert [one.read for one in refused.value.misreadings] == ["XX", "YY"]


def hearts(names: str) -> tuple[int, ...]:
    return read_cards(names)


ACTIONS: list[tuple[str, str, Action]] = [
    ("calls", "pass", Pass()),
    ("calls", "N:pass", Pass(Seat.NORTH)),
    ("calls", "take H", Take(Trump.HEARTS)),
    ("calls", "take NT", Take(Trump.NO_TRUMP)),
    ("calls", "bid 80 H", Bid(Trump.HEARTS, 80)),
    ("calls", "bid capot AT", Bid(Trump.ALL_TRUMP, "capot")),
    ("calls", "bid S", Bid(Trump.SPADES)),
    ("calls", "bid generale S", Bid(Trump.SPADES, "generale")),
    ("calls", "S:coinche", Coinche(Seat.SOUTH)),
    ("calls", "surcoinche", Surcoinche()),
    ("trick", "7H", Play(CARD_NAMED["7H"])),
    ("trick", "KH belote", Play(CARD_NAMED["KH"], says_belote=True)),
    (
        "trick",
        "W:KH belote tierce(7S 8S 9S)",
        Play(CARD_NAMED["KH"], True, (Declaration("tierce", hearts("7S 8S 9S")),), Seat.WEST),
    ),
    ("trick", "KH tierce(?) carre(?)", Play(CARD_NAMED["KH"], False, (Declaration("tierce"), Declaration("carre")))),
    ("step", "swap()", Custom("swap")),
    (
        "step",
        "E:swap(7H mode=fast n=3 loud=true)",
        Custom("swap", hearts("7H"), (("mode", "fast"), ("n", 3), ("loud", True)), Seat.EAST),
    ),
    ("step", 'swap(word="3")', Custom("swap", (), (("word", "3"),))),
]


@pytest.mark.parametrize(("key", "text", "action"), ACTIONS)
def test_actions_are_written_one_way(key: str, text: str, action: Action) -> None:
    assert action_text(action) == text
    assert read_deal(f"preset p\ndealer S\n{key} {text}").actions == (action,)


def played(deal: Deal) -> str:
    return deal_text(deal).partition("\n\n")[2]


def test_the_second_of_king_and_queen_is_printed_with_rebelote() -> None:
    said = Play(CARD_NAMED["KH"], True), Play(CARD_NAMED["QS"], True), Play(CARD_NAMED["QH"], True)
    assert played(Deal(RulesetChoice("p"), Seat.SOUTH, actions=said)) == "trick     KH belote  QS belote  QH rebelote\n"


def test_a_line_is_once_round_the_table() -> None:
    deal = Deal(RulesetChoice("p"), Seat.SOUTH, actions=(*[Pass()] * 5, Take(Trump.CLUBS), *map(Play, PACK[:6])))
    assert played(deal).splitlines() == [
        "calls     pass, pass, pass, pass",
        "calls     pass, take C",
        "trick     7C  8C  9C  TC",
        "trick     JC  QC",
    ]


FREE = """\ufeff# what a person may do and the printer does not
hand S: jh 9c, 8c   # commas, colons, small letters
trick  k\u2665 belote 7H 8H 9H
turn-up: 9H
calls  pass pass take
dealer west

preset "online_252"
"""


def test_sections_stand_in_any_order_and_a_take_alone_is_at_the_turn_up() -> None:
    assert read_deal(FREE.replace("\n", "\r\n")) == Deal(
        RulesetChoice("online_252"),
        Seat.WEST,
        hands={Seat.SOUTH: hearts("JH 9C 8C")},
        turn_up=NINE_OF_HEARTS,
        actions=(Play(CARD_NAMED["KH"], True), *map(Play, hearts("7H 8H 9H")), Pass(), Pass(), Take(Trump.HEARTS)),
    )


def test_names_in_the_text_hold_over_names_of_the_reader() -> None:
    text = "dealer O\nturn-up 10C\npreset p"
    assert read_deal(text, "fr").turn_up == TEN_OF_HEARTS
    assert read_deal(f"{text}\nnames es", "fr").turn_up == JACK_OF_HEARTS
    assert names_in(f"{text}\nnames: es") == "es"
    assert names_in(text, "fr") == "fr"


HEAD = "preset p\ndealer S\n"
MISREAD: Mapping[str, tuple[str, list[tuple[int, str, str]]]] = {
    "nothing at all": ("", [(1, "", "a preset line"), (1, "", "a dealer line")]),
    "unknown section": (f"{HEAD}dealr W", [(3, "dealr", "names, preset, features")]),
    "two dealers": (f"{HEAD}dealer W", [(3, "dealer", "only once")]),
    "no seat": ("preset p\ndealer Q", [(2, "Q", "S, E, N, W")]),
    "too much": ("preset a b\ndealer S", [(1, "b", "nothing more")]),
    "no cards": (f"{HEAD}hand S JH XX 9C YY", [(3, "XX", "JH"), (3, "YY", "JH")]),
    "a hand twice": (f"{HEAD}hand S JH\nhand S 7H", [(4, "hand S", "only once")]),
    "no option": (f"{HEAD}options c=d a b=", [(3, "a", "name=value"), (3, "b=", "name=value")]),
    "no call": (f"{HEAD}calls pas, pass", [(3, "pas", "pass, take H")]),
    "no trump": (f"{HEAD}calls bid 80, pass", [(3, "pass", "C, D, H, S, NT, AT")]),
    "a flag for a target": (f"{HEAD}calls bid true H", [(3, "true", "bid 80 H")]),
    "take what?": (
        f"{HEAD}calls pass, take\ncalls S:take N:pass",
        [(3, "take", "no turn-up"), (4, "take", "no turn-up")],
    ),
    "a slip of the tongue": (f"{HEAD}trick KH belot 7H", [(3, "belot", "belote, rebelote")]),
    "a declaration of nothing": (f"{HEAD}trick KH tierce()", [(3, ")", "such as JH")]),
    "a declaration without end": (f"{HEAD}trick KH tierce(7S 8S", [(3, "", "closing parenthesis")]),
    "no place at the table": (f"{HEAD}trick X:KH", [(3, "X", "S, E, N, W")]),
    "a quoted card": (f'{HEAD}trick "KH"', [(3, '"KH"', "a card")]),
    "no step": (f"{HEAD}step swap", [(3, "", "such as id(7C")]),
    "a step without end": (f"{HEAD}step swap(7H", [(3, "", "closing parenthesis")]),
    "a card left out": (f"{HEAD}trick 7H 8H 9H\ntrick 7S 8S 9S TS\ntrick 7C", [(3, "3", "4 cards")]),
    "five cards": (f"{HEAD}trick 7H 8H 9H TH JH", [(3, "5", "4 cards")]),
    "no totals": (f"{HEAD}totals SN 3, XX=4 SN=5 SN=6", [(3, "3", "="), (3, "XX", "SN, EW"), (3, "SN", "once")]),
    "no number": (f"{HEAD}reserve 8.1", [(3, "8.1", "a whole number")]),
    "neither yes nor no": (f"{HEAD}last-deal maybe", [(3, "maybe", "yes or no")]),
    "no bytes": (f"{HEAD}seal 0", [(3, "0", "hexadecimal")]),
    "a quotation without end": (f'{HEAD}features "a b', [(3, '"a b', "quotation marks")]),
    "half a character": (f'{HEAD}features "\\ud800"', [(3, '"\\ud800"', "JSON")]),
    "a number too large": (f"{HEAD}reserve 3000000000", [(3, "3000000000", "a whole number")]),
    "a capot at nothing": (f"{HEAD}calls capot, pass", [(3, "pass", "C, D, H, S, NT, AT")]),
    "another target": (f"{HEAD}calls bid all H", [(3, "all", "bid 80 H")]),
    "a quotation of its own kind": (f'{HEAD}features "\\x"', [(3, '"\\x"', "JSON")]),
    "unknown names": (f"{HEAD}hand S VC\nnames de", [(4, "de", "en, fr, es")]),
    "names twice": (f"{HEAD}names fr\nnames en", [(4, "names", "only once")]),
}


@pytest.mark.parametrize("case", MISREAD)
def test_all_that_cannot_be_read_is_told_with_its_line(case: str) -> None:
    text, expected = MISREAD[case]
    with pytest.raises(UnreadableText) as unreadable:
        read_deal(text)
    found = unreadable.value.misreadings
    assert [(one.line, one.read) for one in found] == [(line, read) for line, read, _ in expected]
    for one, (_, _, said) in zip(found, expected, strict=True):
        assert said in one.expected.en
        assert one.expected.fr


def test_a_report_has_a_line_for_each_place_in_both_languages_and_stays_short() -> None:
    with pytest.raises(UnreadableText) as unreadable:
        read_deal(f"preset p\ndealer {'Q' * 500}\nhand S \x07\nseal")
    english, french = unreadable.value.report("en").splitlines(), unreadable.value.report("fr").splitlines()
    assert str(unreadable.value).splitlines() == english
    assert english[0] == f"line 2: read “{'Q' * 39}…”, expected a seat: one of S, E, N, W"
    assert french[0] == f"ligne 2 : lu « {'Q' * 39}… », attendu une place parmi S, E, N, W"
    assert english[1:] == [
        "line 3: read “�”, expected a card such as JH or TH",
        "line 4: read nothing, expected bytes in hexadecimal",
    ]


EXAMPLES = re.findall(
    r"^```text\n(.*?)^```", (DOCS / "NOTATION.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
)


def test_the_documented_records_are_read_and_are_the_same_record() -> None:
    records = [read_deal(example) for example in EXAMPLES]
    assert len(records) == 3
    assert records[0] == records[1] == records[2]
    assert len(records[0].actions) > 32


@pytest.mark.parametrize(("place", "names"), [(0, "en"), (1, "fr"), (2, "es")])
def test_the_documented_records_are_as_printed_but_for_comments(place: int, names: str) -> None:
    bare = re.sub(r" *#.*", "", EXAMPLES[place])
    assert bare == deal_text(read_deal(bare), names)


def test_the_glossary_has_every_card_trump_and_seat_in_all_three_namings() -> None:
    glossary = (DOCS / "GLOSSARY.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip().strip("`") for cell in line.split("|")[1:-1]]
        for line in glossary.splitlines()
        if line.startswith("|")
    ]
    cells = {cell for row in rows for cell in row}
    for language, vocabulary in VOCABULARIES.items():
        for named in (vocabulary.suits, vocabulary.ranks, vocabulary.trumps):
            assert {name.word for name in named.values()} <= cells, language


def test_the_glossary_names_only_what_there_is() -> None:
    glossary = (DOCS / "GLOSSARY.md").read_text(encoding="utf-8")
    files = [*DOCS.parent.glob("referee/**/*.py"), *DOCS.parent.glob("proto/**/*.proto")]
    files += DOCS.parent.glob("plugins/*/referee_*/**/*.py")
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    named = {
        name for row in re.findall(r"^\|.*`.*\|$", glossary, re.MULTILINE) for name in re.findall(r"`([^`]{3,})`", row)
    }
    assert len(named) > 60
    last_words = {name: name.strip('"').split(".")[-1] for name in sorted(named)}
    assert [name for name, word in last_words.items() if not re.search(rf"\b{re.escape(word)}\b", source)] == []


@pytest.mark.parametrize("language", VOCABULARIES)
def test_vocabularies_are_complete_and_tell_things_apart(language: str) -> None:
    vocabulary = VOCABULARIES[language]
    assert vocabulary.language == language
    for named, every in ((vocabulary.suits, Suit), (vocabulary.ranks, Rank), (vocabulary.trumps, Trump)):
        assert set(named) == set(every)
        for forms in ([name.word for name in named.values()], [name.short for name in named.values()]):
            assert len(set(forms)) == len(forms)
            assert all(forms)
