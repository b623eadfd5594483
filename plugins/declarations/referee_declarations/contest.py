"""Which declarations may be said together, which a hand would say, and which of those said score.

Rules: declarations/long_run, declarations/card_twice, declarations/level, declarations/best_side_scores_all
(rows 74, 78, 79, 82).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations as choose

from referee.model.card import PACK_32, Cards
from referee.model.seat import Team
from referee.rules.combinations import LEAST, longest_runs, touch
from referee.rules.declarations import Combination, Said
from referee.rules.ranking import Mode

from .kinds import CARRE, CENT, LENGTHS, RUN_POINTS, Order, find_carres, sequence
from .unseen import possible_winners


@dataclass(frozen=True, slots=True)
class OneSideScores:
    """The contest of the French games: the side with the best declaration scores all it said, the other nothing."""

    order: Order
    shows: bool = True
    first_to_speak: bool = False
    """Equal best declarations go to whoever spoke first; otherwise they cancel everything."""
    card_in_two: bool = False
    """A card may count in a carré and in a sequence."""
    splits: bool = False
    """A run of eight is a cent and a tierce."""
    pack: Cards = PACK_32
    one_side_scores: bool = True

    def claimable(self, points: int) -> bool:
        """Twenties, fifties and what is worth a hundred or more come to every ten from twenty on, but to thirty."""
        return points % 10 == 0 and points not in (10, 30)

    def best(self, hand: Cards, mode: Mode) -> tuple[Combination, ...]:
        """The set that is worth most, of several such the one with the strongest declarations."""
        found = find_carres(self.pack, hand, mode)
        sets = []
        for number in range(len(found) + 1):
            for chosen in choose(found, number):
                spent = 0 if self.card_in_two else sum(one.cards for one in chosen)
                said = [*chosen, *self._sequences(hand & ~spent)]
                sets.append(sorted(said, key=lambda one: self.order.strength(one, mode), reverse=True))
        return tuple(
            max(
                sets,
                key=lambda said: (sum(one.points for one in said), [self.order.strength(one, mode) for one in said]),
            )
        )

    def _sequences(self, cards: Cards) -> list[Combination]:
        found = []
        for run in longest_runs(cards):
            parts = _split(run) if self.splits else (run,)
            found += [sequence(part) for part in parts]
        return found

    def objections(self, combinations: Sequence[Combination]) -> tuple[str, ...]:
        """A card said twice, and a run said in parts where it makes one declaration only."""
        twice = in_parts = False
        for one, other in choose(combinations, 2):
            both_runs = one.kind != CARRE and other.kind != CARRE
            if one.cards & other.cards:
                twice |= both_runs or one.kind == other.kind or not self.card_in_two
            elif both_runs:
                in_parts |= not self.splits and touch(one.cards, other.cards)
        return ("declarations/long_run",) * in_parts + ("declarations/card_twice",) * twice

    def points(self, said: Said, mode: Mode) -> int | None:
        """A sequence is worth the same whatever its cards, a carré what its rank says."""
        if said.combination is not None:
            return said.combination.points
        return RUN_POINTS.get(said.kind)

    def scoring(self, said: Sequence[Said], mode: Mode) -> tuple[bool | None, ...]:
        """All of the winning side's and none of the other's; None for a side that unseen cards may yet make win."""
        if all(one.combination is not None for one in said):
            winners = {self._winner(said, mode)}
        else:
            winners = possible_winners(self, said, mode)
        return tuple(None if one.team in winners and len(winners) > 1 else one.team in winners for one in said)

    def _winner(self, said: Sequence[Said], mode: Mode) -> Team | None:
        strengths = [self.order.strength(one.combination, mode) for one in said if one.combination is not None]
        highest = max(strengths, default=None)
        best = [one.team for one, strength in zip(said, strengths, strict=True) if strength == highest]
        return best[0] if best and (self.first_to_speak or len(set(best)) == 1) else None


def _split(run: Cards) -> tuple[Cards, ...]:
    """The upper five cards of a run and the rest, where the rest is a sequence too; the run itself otherwise."""
    most = LENGTHS[CENT][0]
    if run.bit_count() - most < LEAST:
        return (run,)
    low = run.bit_length() - most
    upper = run >> low << low
    return upper, run ^ upper
