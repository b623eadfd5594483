"""Cards, trumps, seats and teams in words, for messages and screens that people read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from referee.model.action import Bid, Call, Coinche, Pass, Surcoinche, Take
from referee.model.card import PACK, RANK_LETTERS, RANK_OF, SUIT_OF, Card, Rank, Suit
from referee.model.seat import Seat
from referee.model.text import Text
from referee.model.trump import Trump

SUIT_WORDS: Final = {
    Suit.CLUBS: Text("clubs", "trèfle"),
    Suit.DIAMONDS: Text("diamonds", "carreau"),
    Suit.HEARTS: Text("hearts", "cœur"),
    Suit.SPADES: Text("spades", "pique"),
}
RANK_WORDS: Final = {
    Rank.SEVEN: Text("seven", "sept"),
    Rank.EIGHT: Text("eight", "huit"),
    Rank.NINE: Text("nine", "neuf"),
    Rank.TEN: Text("ten", "dix"),
    Rank.JACK: Text("jack", "valet"),
    Rank.QUEEN: Text("queen", "dame"),
    Rank.KING: Text("king", "roi"),
    Rank.ACE: Text("ace", "as"),
}
TRUMP_WORDS: Final = {
    **{Trump(int(suit)): words for suit, words in SUIT_WORDS.items()},
    Trump.NO_TRUMP: Text("no-trump", "sans-atout"),
    Trump.ALL_TRUMP: Text("all-trump", "tout-atout"),
}
CARD_WORDS: Final = {
    card: Text(
        f"{RANK_WORDS[RANK_OF[card]].en} of {SUIT_WORDS[SUIT_OF[card]].en}",
        f"{RANK_WORDS[RANK_OF[card]].fr} de {SUIT_WORDS[SUIT_OF[card]].fr}",
    )
    for card in PACK
}


_CALL_WORDS: Final = {
    Pass: Text("pass", "passe"),
    Coinche: Text("coinche", "coinche"),
    Surcoinche: Text("surcoinche", "surcoinche"),
}


def call_words(call: Call) -> Text:
    """A call in words: what is asked for, not who asks."""
    if isinstance(call, Take):
        trump = TRUMP_WORDS[call.trump]
        return Text(f"take at {trump.en}", f"prise à {trump.fr}")
    if isinstance(call, Bid):
        trump, worth = TRUMP_WORDS[call.trump], _target_words(call.target)
        return Text(f"bid {worth.en}at {trump.en}", f"enchère {worth.fr}à {trump.fr}")
    return _CALL_WORDS[type(call)]


def _target_words(target: int | str | None) -> Text:
    if target is None:
        return Text("", "")
    words = {"capot": Text("of capot ", "de capot "), "generale": Text("of générale ", "de générale ")}
    return words[target] if isinstance(target, str) else Text(f"of {target} ", f"de {target} ")


def listed(cards: Iterable[Card]) -> Text:
    """The cards in words, separated by commas."""
    words = [CARD_WORDS[card] for card in cards]
    return Text(", ".join(word.en for word in words), ", ".join(word.fr for word in words))


SEAT_WORDS: Final = {
    Seat.SOUTH: Text("south", "sud"),
    Seat.EAST: Text("east", "est"),
    Seat.NORTH: Text("north", "nord"),
    Seat.WEST: Text("west", "ouest"),
}


class Name(NamedTuple):
    """A word and its shortest form."""

    word: str
    short: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What suits, ranks and trumps are called in one language, short names as printed on one kind of pack."""

    language: str
    deck: str
    suits: Mapping[Suit, Name]
    ranks: Mapping[Rank, Name]
    trumps: Mapping[Trump, Name]


SUIT_SIGNS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def _french_pack(language: str, courts: str, no_trump: str, all_trump: str) -> Vocabulary:
    printed = {**RANK_LETTERS, Rank.TEN: "10"}
    printed.update(zip((Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE), courts, strict=True))
    suits = {suit: Name(words(language), SUIT_SIGNS[suit]) for suit, words in SUIT_WORDS.items()}
    trumps = {
        **{Trump(int(suit)): name for suit, name in suits.items()},
        Trump.NO_TRUMP: Name(TRUMP_WORDS[Trump.NO_TRUMP](language), no_trump),
        Trump.ALL_TRUMP: Name(TRUMP_WORDS[Trump.ALL_TRUMP](language), all_trump),
    }
    ranks = {rank: Name(words(language), printed[rank]) for rank, words in RANK_WORDS.items()}
    return Vocabulary(language, "french", suits, ranks, trumps)


_SPANISH_SUITS: Final = {
    Suit.CLUBS: Name("bastos", "B"),
    Suit.DIAMONDS: Name("oros", "O"),
    Suit.HEARTS: Name("copas", "C"),
    Suit.SPADES: Name("espadas", "E"),
}

VOCABULARIES: Final = {
    "en": _french_pack("en", "JQKA", "NT", "AT"),
    "fr": _french_pack("fr", "VDRA", "SA", "TA"),
    "es": Vocabulary(
        "es",
        "spanish",
        _SPANISH_SUITS,
        {
            Rank.SEVEN: Name("cuatro", "4"),
            Rank.EIGHT: Name("cinco", "5"),
            Rank.NINE: Name("seis", "6"),
            Rank.TEN: Name("siete", "7"),
            Rank.JACK: Name("sota", "10"),
            Rank.QUEEN: Name("caballo", "11"),
            Rank.KING: Name("rey", "12"),
            Rank.ACE: Name("as", "1"),
        },
        {
            **{Trump(int(suit)): name for suit, name in _SPANISH_SUITS.items()},
            Trump.NO_TRUMP: Name("sin triunfo", "ST"),
            Trump.ALL_TRUMP: Name("todo triunfo", "TT"),
        },
    ),
}
"""The names that screens show, by language."""
