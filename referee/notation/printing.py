"""A record as text, its sections in one fixed order."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from referee.model.action import Action, Bid, Coinche, Custom, Declaration, Pass, Play, Surcoinche, Take
from referee.model.card import RANK_CARDS, SUIT_CARDS, SUIT_OF, Card, Rank
from referee.model.deal import Deal
from referee.notation.names import ENGLISH, NAMINGS, Naming
from referee.notation.tokens import value_text, word_text

TABLE: Final = 4
"""Calls and cards on a line, unless told otherwise: once round the table."""

LINE: Final = 100
"""Where a long line of options goes on in the next."""

_BELOTE_CARDS: Final = RANK_CARDS[Rank.KING] | RANK_CARDS[Rank.QUEEN]


def _cards(cards: Iterable[Card], naming: Naming) -> str:
    return " ".join(naming.cards[one] for one in cards)


def _settings(settings: Iterable[tuple[str, bool | int | str]]) -> list[str]:
    return [f"{word_text(name)}={value_text(value)}" for name, value in settings]


def _declaration(declaration: Declaration, naming: Naming) -> str:
    return f"{word_text(declaration.kind)}({_cards(declaration.cards, naming) or '?'})"


def _bare(action: Action, naming: Naming, belote: str) -> str:
    match action:
        case Play(card, says_belote, declarations):
            said = [belote] if says_belote else []
            return " ".join([naming.cards[card], *said, *(_declaration(one, naming) for one in declarations)])
        case Pass():
            return "pass"
        case Take(trump):
            return f"take {naming.trumps[trump]}"
        case Bid(trump, target):
            named = [] if target is None else [str(target)]
            return " ".join(["bid", *named, naming.trumps[trump]])
        case Coinche():
            return "coinche"
        case Surcoinche():
            return "surcoinche"
        case Custom(name, cards, options):
            inside = " ".join([*(naming.cards[one] for one in cards), *_settings(options)])
            return f"{word_text(name)}({inside})"


def _action(action: Action, naming: Naming, belote: str) -> str:
    bare = _bare(action, naming, belote)
    return bare if action.seat is None else f"{naming.seats[action.seat]}:{bare}"


def action_text(action: Action, names: str = ENGLISH) -> str:
    """One action as it stands in a record."""
    return _action(action, NAMINGS[names], "belote")


def _key(action: Action) -> str:
    if isinstance(action, Play):
        return "trick"
    return "step" if isinstance(action, Custom) else "calls"


_ON_A_LINE: Final = {"trick": "  ", "calls": ", ", "step": "  "}


def _actions(actions: Sequence[Action], naming: Naming, table: int) -> Iterator[tuple[str, str]]:
    played = 0
    for key, together in groupby(actions, _key):
        written = []
        for action in together:
            second = False
            if isinstance(action, Play):
                other = SUIT_CARDS[SUIT_OF[action.card]] & _BELOTE_CARDS & ~action.card
                second = bool(played & other)
                played |= action.card
            written.append(_action(action, naming, "rebelote" if second else "belote"))
        for start in range(0, len(written), table):
            yield key, _ON_A_LINE[key].join(written[start : start + table])


def _wrapped(key: str, words: Iterable[str]) -> Iterator[tuple[str, str]]:
    line = ""
    for word in words:
        if line and len(line) + len(word) >= LINE:
            yield key, line
            line = ""
        line = f"{line} {word}" if line else word
    if line:
        yield key, line


def _about(deal: Deal, names: str, naming: Naming) -> Iterator[tuple[str, str]]:
    if names != ENGLISH:
        yield "names", names
    yield "preset", word_text(deal.choice.preset)
    yield from _wrapped("features", map(word_text, deal.choice.features))
    yield from _wrapped("options", _settings(deal.choice.options))
    yield "dealer", naming.seats[deal.dealer]
    if deal.deck:
        yield "deck", _cards(deal.deck, naming)
    if deal.turn_up:
        yield "turn-up", naming.cards[deal.turn_up]
    for seat in sorted(deal.hands):
        yield "hand", f"{naming.seats[seat]}  {_cards(deal.hands[seat], naming)}".rstrip()
    if deal.reserve_in is not None:
        yield "reserve", str(deal.reserve_in)
    if deal.totals_in:
        yield "totals", " ".join(f"{naming.teams[team]}={deal.totals_in[team]}" for team in sorted(deal.totals_in))
    if deal.last_deal:
        yield "last-deal", "yes"
    if deal.seal:
        yield "seal", deal.seal.hex()


def deal_text(deal: Deal, names: str = ENGLISH, table: int = TABLE) -> str:
    """The record as text that ``read_deal`` reads back as the same; ``table`` is how many cards make a trick."""
    naming = NAMINGS[names]
    sections = [*_about(deal, names, naming)]
    actions = [*_actions(deal.actions, naming, table)]
    lines = [f"{key:<9} {rest}" for key, rest in sections]
    if actions:
        lines += ["", *(f"{key:<9} {rest}" for key, rest in actions)]
    return "\n".join(lines) + "\n"
