"""What cards, trumps, seats and teams are called in text: in English, in French, on a Spanish pack."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NoReturn

from referee.model.card import PACK, RANK_LETTERS, RANK_OF, SUIT_LETTERS, SUIT_OF, Card, Rank, Suit
from referee.model.seat import SEAT_LETTERS, Seat, Team
from referee.model.text import Text
from referee.model.trump import TRUMP_LETTERS, Trump, trump_of
from referee.model.words import SEAT_WORDS, SUIT_SIGNS, VOCABULARIES
from referee.notation.unreadable import Misreading, UnreadableText

ENGLISH: Final = "en"

TEAM_SEATS: Final = {
    Team.SOUTH_NORTH: (Seat.SOUTH, Seat.NORTH),
    Team.EAST_WEST: (Seat.EAST, Seat.WEST),
    Team.SOUTH: (Seat.SOUTH,),
    Team.EAST: (Seat.EAST,),
    Team.NORTH: (Seat.NORTH,),
    Team.WEST: (Seat.WEST,),
}


def folded(word: str) -> str:
    """The word without case and accents, as it is compared while reading."""
    bare = unicodedata.normalize("NFKD", word.casefold().replace("œ", "oe"))
    return "".join(one for one in bare if unicodedata.category(one) != "Mn")


@dataclass(frozen=True)
class Naming:
    """One way to name things: how each is printed, and every folded word that is read as it."""

    cards: Mapping[Card, str]
    trumps: Mapping[Trump, str]
    seats: Mapping[Seat, str]
    teams: Mapping[Team, str]
    cards_read: Mapping[str, Card]
    trumps_read: Mapping[str, Trump]
    seats_read: Mapping[str, Seat]
    teams_read: Mapping[str, Team]

    def card(self, word: str) -> Card | None:
        """The card of this name, if it is one."""
        return self.cards_read.get(folded(word))

    def trump(self, word: str) -> Trump | None:
        """The trump of this name, if it is one."""
        return self.trumps_read.get(folded(word))

    def seat(self, word: str) -> Seat | None:
        """The seat of this name, if it is one."""
        return self.seats_read.get(folded(word))

    def team(self, word: str) -> Team | None:
        """The team of this name, if it is one."""
        return self.teams_read.get(folded(word))

    @property
    def a_card(self) -> Text:
        """What is said to be missing where a card should stand."""
        jack, ten = (self.cards[PACK[8 * (Suit.HEARTS - 1) + rank - Rank.SEVEN]] for rank in (Rank.JACK, Rank.TEN))
        return Text(f"a card such as {jack} or {ten}", f"une carte comme {jack} ou {ten}")

    @property
    def a_trump(self) -> Text:
        """What is said to be missing where a trump should stand."""
        words = ", ".join(self.trumps.values())
        return Text(f"a trump: one of {words}", f"un atout parmi {words}")

    @property
    def a_seat(self) -> Text:
        """What is said to be missing where a seat should stand."""
        words = ", ".join(self.seats.values())
        return Text(f"a seat: one of {words}", f"une place parmi {words}")

    @property
    def a_team(self) -> Text:
        """What is said to be missing where a team should stand."""
        words = ", ".join(self.teams.values())
        return Text(f"a team: one of {words}", f"un camp parmi {words}")


def _naming(
    language: str,
    ranks: Mapping[Rank, str],
    suits: Mapping[Suit, str],
    others: tuple[str, str],
    seats: Mapping[Seat, str],
    seat_words: Mapping[Seat, str],
    also: Mapping[Rank, str],
) -> Naming:
    vocabulary = VOCABULARIES[language]
    cards = {one: ranks[RANK_OF[one]] + suits[SUIT_OF[one]] for one in PACK}
    cards_read = {
        folded(rank + suit): one
        for one in PACK
        for rank in (ranks[RANK_OF[one]], also.get(RANK_OF[one], ""))
        for suit in (suits[SUIT_OF[one]], SUIT_SIGNS[SUIT_OF[one]])
        if rank
    }
    trumps = {trump_of(suit): letter for suit, letter in suits.items()}
    trumps.update(zip((Trump.NO_TRUMP, Trump.ALL_TRUMP), others, strict=True))
    trumps_read = {folded(letters): trump for trump, letters in trumps.items()}
    trumps_read.update((folded(name.word.replace(" ", "-")), trump) for trump, name in vocabulary.trumps.items())
    trumps_read.update((sign, trump_of(suit)) for suit, sign in SUIT_SIGNS.items())
    teams = {team: "".join(seats[seat] for seat in seated) for team, seated in TEAM_SEATS.items()}
    return Naming(
        cards,
        trumps,
        seats,
        teams,
        cards_read,
        trumps_read,
        {folded(word): seat for named in (seats, seat_words) for seat, word in named.items()},
        {folded(word): team for team, letters in teams.items() for word in (letters, letters[::-1])},
    )


_SEATS_WITH_O: Final = {**SEAT_LETTERS, Seat.WEST: "O"}
_SPANISH_SEATS: Final = {Seat.SOUTH: "sur", Seat.EAST: "este", Seat.NORTH: "norte", Seat.WEST: "oeste"}

NAMINGS: Final[Mapping[str, Naming]] = {
    ENGLISH: _naming(
        "en",
        RANK_LETTERS,
        SUIT_LETTERS,
        (TRUMP_LETTERS[Trump.NO_TRUMP], TRUMP_LETTERS[Trump.ALL_TRUMP]),
        SEAT_LETTERS,
        {seat: words.en for seat, words in SEAT_WORDS.items()},
        also={Rank.TEN: "10"},
    ),
    "fr": _naming(
        "fr",
        {rank: name.short for rank, name in VOCABULARIES["fr"].ranks.items()},
        {Suit.CLUBS: "T", Suit.DIAMONDS: "K", Suit.HEARTS: "C", Suit.SPADES: "P"},
        ("SA", "TA"),
        _SEATS_WITH_O,
        {seat: words.fr for seat, words in SEAT_WORDS.items()},
        also={},
    ),
    "es": _naming(
        "es",
        {rank: name.short for rank, name in VOCABULARIES["es"].ranks.items()},
        {suit: name.short for suit, name in VOCABULARIES["es"].suits.items()},
        ("ST", "TT"),
        _SEATS_WITH_O,
        _SPANISH_SEATS,
        also={},
    ),
}
"""The ways to name things, by the word that chooses one."""


def card_text(card: Card, names: str = ENGLISH) -> str:
    """A card: its rank, then its suit."""
    return NAMINGS[names].cards[card]


def cards_text(cards: Iterable[Card], names: str = ENGLISH) -> str:
    """Cards in the given order, separated by spaces."""
    return " ".join(card_text(one, names) for one in cards)


def trump_text(trump: Trump, names: str = ENGLISH) -> str:
    """A trump: one letter for a suit, two for no-trump and all-trump."""
    return NAMINGS[names].trumps[trump]


def seat_text(seat: Seat, names: str = ENGLISH) -> str:
    """A seat: one letter."""
    return NAMINGS[names].seats[seat]


def team_text(team: Team, names: str = ENGLISH) -> str:
    """A team: the letters of its seats."""
    return NAMINGS[names].teams[team]


def _refuse(word: str, expected: Text) -> NoReturn:
    raise UnreadableText([Misreading(1, word, expected)])


def read_card(word: str, names: str = ENGLISH) -> Card:
    """The card of this name; raises UnreadableText."""
    card = NAMINGS[names].card(word)
    return _refuse(word, NAMINGS[names].a_card) if card is None else card


def read_cards(text: str, names: str = ENGLISH) -> tuple[Card, ...]:
    """The cards of a text, separated by spaces or commas; raises UnreadableText for all that are none."""
    naming = NAMINGS[names]
    cards, unknown = [], []
    for word in text.replace(",", " ").split():
        card = naming.card(word)
        if card is None:
            unknown.append(Misreading(1, word, naming.a_card))
        else:
            cards.append(card)
    if unknown:
        raise UnreadableText(unknown)
    return tuple(cards)


def read_trump(word: str, names: str = ENGLISH) -> Trump:
    """The trump of this name; raises UnreadableText."""
    trump = NAMINGS[names].trump(word)
    return _refuse(word, NAMINGS[names].a_trump) if trump is None else trump


def read_seat(word: str, names: str = ENGLISH) -> Seat:
    """The seat of this name; raises UnreadableText."""
    seat = NAMINGS[names].seat(word)
    return _refuse(word, NAMINGS[names].a_seat) if seat is None else seat


def read_team(word: str, names: str = ENGLISH) -> Team:
    """The team of this name; raises UnreadableText."""
    team = NAMINGS[names].team(word)
    return _refuse(word, NAMINGS[names].a_team) if team is None else team
