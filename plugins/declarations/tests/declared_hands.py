"""What the tests of declarations share: hands written down, what they would say, and who scores it."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee_declarations import Declarations
from referee_declarations.contest import OneSideScores
from referee_declarations.options import OPTIONS

from referee import Options, Value
from referee.model.card import CARD_NAMED, Cards, Suit, cards_in, cards_of
from referee.model.seat import Seat, Team
from referee.model.trump import TRUMP_NAMED, Trump
from referee.rules.declarations import Combination, Said
from referee.rules.ranking import ALL_TRUMP_13, Mode, all_trump_mode, no_trump_mode, suit_mode
from referee.rules.table import FOUR_SEATS

MODES: Final[Mapping[Trump, Mode]] = {
    **{Trump(int(suit)): suit_mode(suit) for suit in Suit},
    Trump.NO_TRUMP: no_trump_mode(2),
    Trump.ALL_TRUMP: all_trump_mode(ALL_TRUMP_13, scaled=True, belotes=True),
}
SEATS: Final = dict(zip(("P1", "P2", "P3", "P4"), FOUR_SEATS.seats, strict=True))
A: Final = Team.SOUTH_NORTH
B: Final = Team.EAST_WEST


def mode(letters: str) -> Mode:
    return MODES[TRUMP_NAMED[letters]]


def read(names: str) -> Cards:
    return cards_of(CARD_NAMED[name] for name in names.split())


def values(words: str = "") -> Options:
    """The options of declarations: the defaults, and departures written name=value."""
    found: dict[str, Value] = {option.name: option.default for option in OPTIONS}
    for word in words.split():
        name, _, value = word.partition("=")
        found[name] = {"yes": True, "no": False}.get(value, value)
    return Options(found)


def contest(words: str = "") -> OneSideScores:
    return Declarations().referee_declaration_contest(values(words), FOUR_SEATS)


def found(kind: str, hand: Cards, trump: Mode, words: str = "") -> tuple[Combination, ...]:
    """Every combination of a kind in a hand."""
    kinds = Declarations().referee_declarations(values(words), FOUR_SEATS)
    return next(one for one in kinds if one.id == kind).find(hand, trump)


def combination(names: str, trump: Mode) -> Combination:
    """The declaration that exactly these cards make."""
    cards = read(names)
    (one,) = (
        one
        for kind in ("tierce", "cinquante", "cent", "carre")
        for one in found(kind, cards, trump)
        if one.cards == cards
    )
    return one


def said_by(seat: Seat, *combinations: Combination) -> list[Said]:
    return [Said(seat, FOUR_SEATS.team_of(seat), one.kind, one) for one in combinations]


def hidden(said: Said) -> Said:
    return said._replace(combination=None)


def hands_of(text: str) -> dict[Seat, Cards]:
    """Hands written "P1 7S 8S; P2 ..."."""
    parts = (part.split(maxsplit=1) for part in text.split(";") if part.strip())
    return {SEATS[name]: read(cards) for name, cards in parts}


def points(law: OneSideScores, said: Sequence[Said], trump: Mode) -> dict[Team, int]:
    """What each side scores."""
    total = {A: 0, B: 0}
    for one, scores in zip(said, law.scoring(said, trump), strict=True):
        worth = law.points(one, trump)
        assert scores is not None
        assert worth is not None
        total[one.team] += worth if scores else 0
    return total


def written(combinations: Sequence[Combination]) -> list[str]:
    """Each combination as its kind and the names of its cards."""
    names = {card: name for name, card in CARD_NAMED.items()}
    return [f"{one.kind} {' '.join(names[card] for card in cards_in(one.cards))}" for one in combinations]
