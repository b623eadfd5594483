"""The step: before the first lead the taker may announce all the tricks."""

from dataclasses import dataclass, replace
from typing import Final

from referee import Custom, Exchanging, Seat, Step, Text

from .options import ANNOUNCEMENT, CAPOT, GENERALE

ANNOUNCE: Final = Step(
    id="announce_capot",
    name=Text("Announce a capot", "Annoncer un capot"),
    line=Text("The taker undertakes to win all the tricks.", "Le preneur s'engage à faire tous les plis."),
    details=Text(
        "After the last cards are dealt and before the first lead, the taker may announce a capot or, where the table "
        "plays it, a générale. It need not be announced.",
        "Une fois les dernières cartes distribuées et avant l'entame, le preneur peut annoncer un capot ou, si la "
        "table la joue, une générale. Rien n'y oblige.",
    ),
    options=(ANNOUNCEMENT,),
    rule_ids=("announced_capot/once", "announced_capot/generale"),
)

TERMS: Final = {CAPOT: "announced_capot", GENERALE: "announced_generale"}
"""For each announcement the term that it adds to the contract."""


def announced(action: Custom) -> str:
    """What the action announces: its value, or that which holds where it has none."""
    return str(dict(action.options).get(ANNOUNCEMENT.name, ANNOUNCEMENT.default))


@dataclass(frozen=True, slots=True)
class Announce:
    """The taker may say it once, or lead or wait without a word: nothing waits for it."""

    generale: bool
    """The table plays it."""
    id: str = ANNOUNCE.id
    public: bool = True

    def seats(self, at: Exchanging) -> tuple[Seat, ...]:
        """The taker."""
        return () if at.contract.taker is None else (at.contract.taker,)

    def due(self, at: Exchanging) -> bool:
        """Never: nobody must announce anything."""
        return False

    def offers(self, at: Exchanging, seat: Seat) -> tuple[Custom, ...]:
        """A whole action for each announcement that is still open."""
        kinds = (CAPOT, GENERALE) if self.generale else (CAPOT,)
        return () if _said(at) else tuple(Custom(self.id, options=((ANNOUNCEMENT.name, kind),)) for kind in kinds)

    def objections(self, at: Exchanging, seat: Seat, action: Custom) -> tuple[str, ...]:
        """Said before, or not played here."""
        found = ["announced_capot/once"] if _said(at) else []
        if announced(action) != CAPOT and not self.generale:
            found.append("announced_capot/generale")
        return tuple(found)

    def apply(self, at: Exchanging, seat: Seat, action: Custom) -> Exchanging:
        """The same cards under a contract with one more term."""
        contract = replace(at.contract, terms=(*at.contract.terms, TERMS[announced(action)]))
        return replace(at, contract=contract)


def _said(at: Exchanging) -> bool:
    return not set(TERMS.values()).isdisjoint(at.contract.terms)
