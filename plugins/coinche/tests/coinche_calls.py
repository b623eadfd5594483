"""Auctions told in words: `80S p x` is what south, east and north say when west deals; `W:x` names who speaks."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from referee_coinche import Coinche
from referee_coinche.bidding import Bidding, ContractAuction

from referee import Value
from referee.classic import Classic
from referee.model.action import Bid, Call, Pass, Surcoinche, Take
from referee.model.action import Coinche as Double
from referee.model.contract import Contract
from referee.model.seat import SEAT_LETTERS, Seat
from referee.model.trump import TRUMP_LETTERS, TRUMP_NAMED
from referee.rules.table import FOUR_SEATS

from .coinche_tables import in_force

SEATS = {letter: seat for seat, letter in SEAT_LETTERS.items()}
PLAIN: dict[str, Call] = {"p": Pass(), "x": Double(), "xx": Surcoinche()}
TARGETS = ("capot", "generale")


class Said(NamedTuple):
    """A call and who makes it; nobody named stands for whose turn it is."""

    seat: Seat | None
    call: Call


def said(word: str) -> Said:
    """One call: `p`, `x`, `xx`, `80S`, `capotNT`, `bidS` without a target, `takeS`; perhaps after `W:`."""
    name, _, what = word.rpartition(":")
    seat = SEATS[name] if name else None
    if what in PLAIN:
        return Said(seat, PLAIN[what])
    letters = next(one for one in sorted(TRUMP_NAMED, key=len, reverse=True) if what.endswith(one))
    trump, rest = TRUMP_NAMED[letters], what.removesuffix(letters)
    if rest == "take":
        return Said(seat, Take(trump))
    if rest == "bid":
        return Said(seat, Bid(trump))
    return Said(seat, Bid(trump, rest if rest in TARGETS else int(rest)))


def auction(rules: str, changed: Mapping[str, Value] = MappingProxyType({})) -> ContractAuction:
    """The auction of a preset with departures, and with some options set otherwise."""
    options = in_force(rules, changed)
    modes = {mode.trump: mode for mode in Classic().referee_trump_modes(options)}
    return Coinche().referee_auction(options, FOUR_SEATS, modes)


def after(rules: ContractAuction, words: str) -> Bidding:
    """Where an auction stands after calls that are all legal."""
    state = rules.start(Seat.WEST, 0, {})
    for word in words.split():
        seat, call = said(word)
        speaker = seat or rules.may_act(state)[0]
        assert speaker in rules.may_act(state), f"{word}: not {speaker.name}'s turn"
        assert rules.objections(state, speaker, call) == (), word
        state = rules.apply(state, speaker, call)
    return state


def words_of(contract: Contract | None) -> str:
    """A contract in words: who, trump and target, and what it is multiplied by; `void` where all passed."""
    if contract is None or contract.taker is None or contract.trump is None:
        return "void"
    bid = f"{SEAT_LETTERS[contract.taker]} {contract.target}{TRUMP_LETTERS[contract.trump]}"
    return bid if contract.multiplier == 1 else f"{bid} times {contract.multiplier}"
