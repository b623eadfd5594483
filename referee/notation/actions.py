"""The actions of a record as they are read: calls, cards with what is said over them, steps of features."""

from typing import Final, NamedTuple

from referee.model.action import Action, Bid, Coinche, Custom, Declaration, Pass, Play, Surcoinche, Take
from referee.model.card import PACK, Card
from referee.model.seat import Seat
from referee.model.text import Text
from referee.model.trump import Trump
from referee.notation.line import Line
from referee.notation.names import Naming, folded
from referee.notation.tokens import WORD, number_of

TARGETS: Final = ("capot", "generale")
"""What a bid may name in place of points."""

CLOSED: Final = Text("a closing parenthesis", "une parenthèse fermante")


def a_call(naming: Naming) -> Text:
    """What is said to be missing where a call should stand."""
    hearts = naming.trumps[Trump.HEARTS]
    calls = f"pass, take {hearts}, bid 80 {hearts}, capot {hearts}, coinche, surcoinche"
    return Text(f"one of the calls {calls}", f"une des paroles {calls}")


def card_or_said(naming: Naming) -> Text:
    """What is said to be missing where a card, or something said over one, should stand."""
    cards = " ".join(naming.cards[one] for one in PACK[:3])
    return Text(
        f"a card, belote, rebelote, or a declaration: tierce({cards}), or tierce(?) while its cards are not shown",
        f"une carte, belote, rebelote, ou une annonce : tierce({cards}), ou tierce(?) tant qu'elle n'est pas montrée",
    )


def a_step(naming: Naming) -> Text:
    """What is said to be missing where a step of a feature should stand."""
    step = f"id({naming.cards[PACK[0]]} name=value)"
    return Text(f"a step such as {step}", f"une étape comme {step}")


class TakeTurnUp(NamedTuple):
    """A take that leaves the trump to the turn-up, and the line it stands on."""

    seat: Seat | None
    line: int


def read_call(line: Line, seat: Seat | None) -> Action | TakeTurnUp | None:
    """A call of the auction."""
    token = line.next()
    match folded(token.text) if token.kind == WORD else "":
        case "pass":
            return Pass(seat)
        case "take":
            trump = line.named_if_next(line.naming.trump)
            return TakeTurnUp(seat, line.number) if trump is None else Take(trump, seat)
        case "bid":
            return _bid(line, seat)
        case "capot" | "generale" as target:
            trump = line.named(line.naming.trump, line.naming.a_trump)
            return None if trump is None else Bid(trump, target, seat)
        case "coinche":
            return Coinche(seat)
        case "surcoinche":
            return Surcoinche(seat)
    line.misread(token.source, a_call(line.naming))
    return None


def _bid(line: Line, seat: Seat | None) -> Bid | None:
    trump = line.named_if_next(line.naming.trump)
    if trump is not None:
        return Bid(trump, None, seat)
    token = line.next()
    target = number_of(token.text) if folded(token.text) not in TARGETS else folded(token.text)
    if token.kind != WORD or target is None:
        line.misread(token.source, a_call(line.naming))
        line.named_if_next(line.naming.trump)
        return None
    trump = line.named(line.naming.trump, line.naming.a_trump)
    return None if trump is None else Bid(trump, target, seat)


def read_play(line: Line, seat: Seat | None) -> Play | None:
    """A card and what is said over it."""
    token = line.next()
    card = line.naming.card(token.text) if token.kind == WORD else None
    if card is None:
        line.misread(token.source, card_or_said(line.naming))
        line.leave_parentheses()
    says, declarations = False, []
    while line.left and not line.sees(":", 1):
        if line.sees("(", 1):
            declaration = _declaration(line)
            if declaration is not None:
                declarations.append(declaration)
        elif line.sees_word("belote", "rebelote"):
            says = True
            line.next()
        else:
            break
    return None if card is None else Play(card, says, tuple(declarations), seat)


def _declaration(line: Line) -> Declaration | None:
    kind = line.word(card_or_said(line.naming))
    line.skip("(")
    cards: list[Card | None] = []
    if line.sees_word("?"):
        line.next()
    elif line.sees(")"):
        line.misread(")", line.naming.a_card)
        cards.append(None)
    else:
        while line.left and not line.sees(")"):
            cards.append(line.card())
    if not line.skip(")"):
        line.misread(line.next().source, CLOSED)
    known = [card for card in cards if card is not None]
    return None if kind is None or len(known) < len(cards) else Declaration(kind, tuple(known))


def read_step(line: Line, seat: Seat | None) -> Custom | None:
    """A step that a feature adds: its id, then in parentheses its cards and values."""
    name = line.word(a_step(line.naming))
    if not line.skip("("):
        line.misread(line.next().source, a_step(line.naming))
        return None
    cards, options = [], []
    while line.left and not line.sees(")"):
        if line.sees("=", 1):
            option = line.setting()
            if option is not None:
                options.append(option)
        else:
            card = line.card()
            if card is not None:
                cards.append(card)
    if not line.skip(")"):
        line.misread("", CLOSED)
    return None if name is None else Custom(name, tuple(cards), tuple(options), seat)
