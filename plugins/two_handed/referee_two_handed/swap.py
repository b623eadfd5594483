"""The seven of trumps for the turn-up."""

from dataclasses import dataclass, replace
from typing import Final

from referee import SUIT_OF, Card, Custom, Exchanging, Rank, Seat, Step, Text, card, cards_of, trump_of

SEVEN_SWAP: Final = "seven_swap"

STEP: Final = Step(
    id=SEVEN_SWAP,
    name=Text("Swap the seven", "Échanger le sept"),
    line=Text("The seven of trumps for the turn-up", "Le sept d'atout contre la retourne"),
    details=Text(
        "Before the first lead, where the turned suit is trumps: the player shows the seven of trumps, lays it down "
        "and takes the turn-up. Nobody has to.",
        "Avant l'entame, si la couleur retournée est l'atout : le joueur montre le sept d'atout, le pose et prend la "
        "retourne. Rien n'y oblige.",
    ),
    min_cards=1,
    max_cards=1,
    rule_ids=("two_handed/seven_swap", "two_handed/first_six"),
)


@dataclass(frozen=True)
class SevenSwap:
    """Open to both, as nobody at the table can tell who holds the seven."""

    first_six_only: bool = False
    id: str = SEVEN_SWAP
    public: bool = True

    def seats(self, at: Exchanging) -> tuple[Seat, ...]:
        """Both, from the one after the dealer, while a higher trump than the seven lies turned up."""
        if not at.turn_up or trump_of(SUIT_OF[at.turn_up]) != at.contract.trump or at.turn_up == _seven(at):
            return ()
        after = at.seats.index(at.dealer) + 1
        return at.seats[after:] + at.seats[:after]

    def due(self, at: Exchanging) -> bool:
        """Nobody has to."""
        return False

    def offers(self, at: Exchanging, seat: Seat) -> tuple[Custom, ...]:
        """The swap, to whoever holds the seven in time."""
        seven = _seven(at)
        offered = Custom(SEVEN_SWAP, (seven,))
        return (offered,) if seven & at.hand(seat) and not self.objections(at, seat, offered) else ()

    def objections(self, at: Exchanging, seat: Seat, action: Custom) -> tuple[str, ...]:
        """Another card than the seven, or a seven that came too late."""
        cards = cards_of(action.cards)
        if cards != _seven(at):
            return ("two_handed/seven_swap",)
        early = at.early[at.seats.index(seat)]
        # Nothing is early in a hand of which nothing was told.
        return ("two_handed/first_six",) if self.first_six_only and early and not cards & early else ()

    def apply(self, at: Exchanging, seat: Seat, action: Custom) -> Exchanging:
        """The turn-up goes to the hand, the seven lies on the table."""
        seven, place = _seven(at), at.seats.index(seat)
        held = list(at.held)
        held[place] = held[place] & ~seven | at.turn_up
        return replace(at, held=tuple(held), turn_up=seven)


def _seven(at: Exchanging) -> Card:
    return card(Rank.SEVEN, SUIT_OF[at.turn_up])
