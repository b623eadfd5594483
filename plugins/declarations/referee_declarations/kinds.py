"""Tierce, cinquante, cent and carré: what each is, what it is worth, and which combination beats which.

Rules: declarations/natural_order, declarations/tierce, declarations/cinquante, declarations/cent, declarations/carre,
declarations/no_trump_carre, declarations/carre_over_sequence, declarations/carre_order,
declarations/longer_then_higher, declarations/trump_breaks_tie (rows 72, 73, 75 to 78).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from referee.model.card import RANK_CARDS, RANK_OF, Cards, Rank, cards_in
from referee.model.trump import Trump
from referee.rules.combinations import fours, runs, top_rank
from referee.rules.declarations import Combination, DeclarationKind
from referee.rules.ranking import Mode

TIERCE: Final = "tierce"
CINQUANTE: Final = "cinquante"
CENT: Final = "cent"
CARRE: Final = "carre"

LENGTHS: Final = {TIERCE: (3, 3), CINQUANTE: (4, 4), CENT: (5, len(Rank))}
"""Cards in a sequence of each kind, at least and at most."""
RUN_POINTS: Final = {TIERCE: 20, CINQUANTE: 50, CENT: 100}

R = Rank
TRUMP_CARRES: Final = {R.JACK: 200, R.NINE: 150, R.ACE: 100, R.TEN: 100, R.KING: 100, R.QUEEN: 100}
"""Points of a carré, strongest first; ranks that are missing make none."""
NO_TRUMP_CARRES: Final = {R.ACE: 200, R.TEN: 150, R.KING: 100, R.QUEEN: 100, R.JACK: 100, R.NINE: 100}

Strength: TypeAlias = tuple[bool, int, int, int, bool]
"""What combinations are compared by: the greater wins, and equal ones are level."""


def carres(mode: Mode) -> Mapping[Rank, int]:
    """The carrés under a trump; all-trump counts them as a suit does."""
    return NO_TRUMP_CARRES if mode.trump is Trump.NO_TRUMP else TRUMP_CARRES


def run_kind(length: int) -> str:
    """The kind of sequence that a run of so many cards makes."""
    return next(kind for kind, (least, most) in LENGTHS.items() if least <= length <= most)


def sequence(run: Cards) -> Combination:
    """The sequence that a run makes."""
    kind = run_kind(run.bit_count())
    return Combination(kind, run, RUN_POINTS[kind])


@dataclass(frozen=True, slots=True)
class Order:
    """Which combination beats which at this table (options of the same names)."""

    carre_beats_sequence: bool = True
    by_length: bool = False

    def strength(self, one: Combination, mode: Mode) -> Strength:
        """Carré before sequence, dearer before cheaper, then longer where that counts, then higher, then trumps."""
        if one.kind == CARRE:
            rank = RANK_OF[cards_in(one.cards)[0]]
            return self.carre_beats_sequence, one.points, 0, -list(carres(mode)).index(rank), False
        if one.kind not in LENGTHS:
            return False, one.points, 0, 0, False
        length = one.cards.bit_count() if self.by_length else 1
        return False, one.points, length, top_rank(one.cards), bool(one.cards & mode.ruffs)


def find_sequences(kind: str, order: Order, hand: Cards, mode: Mode) -> tuple[Combination, ...]:
    """Every sequence of one kind in a hand, those inside longer runs too, the best first."""
    found = [Combination(kind, run, RUN_POINTS[kind]) for run in runs(hand, *LENGTHS[kind])]
    return tuple(sorted(found, key=lambda one: order.strength(one, mode), reverse=True))


def find_carres(pack: Cards, hand: Cards, mode: Mode) -> tuple[Combination, ...]:
    """Every carré in a hand that is worth something, the best first."""
    held = fours(hand, pack)
    return tuple(
        Combination(CARRE, RANK_CARDS[rank] & pack, points) for rank, points in carres(mode).items() if rank in held
    )


def kinds(order: Order, pack: Cards) -> tuple[DeclarationKind, ...]:
    """The four kinds, the smallest first."""
    sequences = (DeclarationKind(kind, partial(find_sequences, kind, order)) for kind in LENGTHS)
    return *sequences, DeclarationKind(CARRE, partial(find_carres, pack))
