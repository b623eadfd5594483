"""What a seat does: ``actions.play("JH")``, ``actions.take("hearts")``, ``actions.bid("spades", 90)``.

Each takes the seat that acts as ``seat``. It may be left out where only one seat may act: it is then the one whose turn
it is.
"""

from collections.abc import Iterable
from typing import TypeAlias

from belote_client import words
from belote_client.messages import (
    Bid,
    Call,
    Capot,
    Coinche,
    CustomAction,
    Declaration,
    Generale,
    Pass,
    PlayerAction,
    Surcoinche,
    Take,
)
from belote_client.rules import OptionValue, rule_options
from belote_client.words import CardLike, CardsLike, SeatLike, TrumpLike

ActionLike: TypeAlias = str | PlayerAction
"""An action: a message, as the functions here make it, or the text of a card to be played, ``"JH"``."""


def action(one: ActionLike) -> PlayerAction:
    """An action: the text of a card is that card played, a message is returned as it is.

    Raises ValueError for a text that is no card.
    """
    return play(one) if isinstance(one, str) else one


def play(
    card: CardLike,
    *,
    says_belote: bool = False,
    declares: Iterable[str | Declaration] = (),
    seat: SeatLike | None = None,
) -> PlayerAction:
    """Plays a card, perhaps saying "belote" or "rebelote" over it, or declaring with it, by kind: ``["tierce"]``."""
    if isinstance(declares, str):
        raise TypeError(f"declares is a list of kinds: [{declares!r}]")
    said = [Declaration(kind=one) if isinstance(one, str) else one for one in declares]
    return PlayerAction(seat=words.seat(seat), play=words.card(card), says_belote=says_belote, declarations=said)


def declaration(kind: str, cards: CardsLike = ()) -> Declaration:
    """A declaration of a kind, such as ``tierce``; without cards while they are not shown."""
    return Declaration(kind=kind, cards=words.cards(cards))


def passed(*, seat: SeatLike | None = None) -> PlayerAction:
    """Passes."""
    return _called(Call(passed=Pass()), seat)


def take(trump: TrumpLike, *, seat: SeatLike | None = None) -> PlayerAction:
    """Accepts a trump, in classic belote: the suit of the turn-up in the first round, another in the second."""
    return _called(Call(take=Take(trump=words.trump(trump))), seat)


def bid(
    trump: TrumpLike,
    target: int | str | None = None,
    *,
    seat: SeatLike | None = None,
) -> PlayerAction:
    """Names a trump and what is to be made: points, ``"capot"`` or ``"generale"``; none in games that bid trumps only.

    Raises ValueError for another word.
    """
    named = Bid(trump=words.trump(trump))
    match target:
        case None:
            pass
        case "capot":
            named.capot.CopyFrom(Capot())
        case "generale":
            named.generale.CopyFrom(Generale())
        case int():
            named.points = target
        case _:
            raise ValueError(f"{target!r} is no target: it can be points, capot or generale")
    return _called(Call(bid=named), seat)


def coinche(*, seat: SeatLike | None = None) -> PlayerAction:
    """Doubles the other side's bid."""
    return _called(Call(coinche=Coinche()), seat)


def surcoinche(*, seat: SeatLike | None = None) -> PlayerAction:
    """Redoubles."""
    return _called(Call(surcoinche=Surcoinche()), seat)


def custom(step: str, cards: CardsLike = (), *, seat: SeatLike | None = None, **options: OptionValue) -> PlayerAction:
    """A step that a feature brings, by its id in the catalogue, with the cards it is about and the values it takes."""
    taken = CustomAction(id=step, cards=words.cards(cards), options=rule_options(options))
    return PlayerAction(seat=words.seat(seat), custom=taken)


def _called(call: Call, seat: SeatLike | None) -> PlayerAction:
    return PlayerAction(seat=words.seat(seat), call=call)
