"""Who can still win the contest while some declarations are known by their kind alone.

A declaration that was not shown may be any combination of its kind that no other seat's shown cards rule out. An
outcome is possible when unseen cards can be chosen that bring it about, each card in one hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from referee.model.card import Cards, Suit
from referee.model.seat import Seat, Team
from referee.rules.declarations import Combination, Said
from referee.rules.ranking import Mode

from .kinds import CARRE, CENT, LENGTHS, Order, Strength, kinds

MOST_TRIALS: Final = 400
"""So many tries are far more than the declarations of a real trick need. Past them an outcome counts as possible, so
that senseless claims cost no time and a doubtful answer is never a wrong one."""

Ranked: TypeAlias = tuple[Strength, Combination]


class _Law(Protocol):
    """What the search asks of the contest."""

    @property
    def order(self) -> Order: ...
    @property
    def first_to_speak(self) -> bool: ...
    @property
    def pack(self) -> Cards: ...
    def objections(self, combinations: Sequence[Combination]) -> tuple[str, ...]: ...


def possible_winners(law: _Law, said: Sequence[Said], mode: Mode) -> set[Team | None]:
    """Teams that win the contest under some choice of the unseen cards; None stands for a contest without a winner."""
    return _Search(law, said, mode).winners()


class _Search:
    """The declarations of one trick, with what each of them may be, the strongest first."""

    def __init__(self, law: _Law, said: Sequence[Said], mode: Mode) -> None:
        self.law, self.said = law, said
        self.trials = 0
        seen: dict[Seat, Cards] = {}
        for one in said:
            if one.combination is not None:
                seen[one.seat] = seen.get(one.seat, 0) | one.combination.cards
        of_kind = {
            kind.id: [(law.order.strength(one, mode), one) for one in kind.find(law.pack, mode) if self._matters(one)]
            for kind in kinds(law.order, law.pack)
        }
        self.choices: list[list[Ranked]] = []
        for one in said:
            elsewhere = _union(cards for seat, cards in seen.items() if seat != one.seat)
            if one.combination is not None:
                self.choices.append([(law.order.strength(one.combination, mode), one.combination)])
            else:
                free = [ranked for ranked in of_kind.get(one.kind, []) if not ranked[1].cards & elsewhere]
                self.choices.append(free)

    def _matters(self, one: Combination) -> bool:
        """A cent of six cards takes more room and, where length does not count, wins no more than its upper five."""
        return one.kind != CENT or self.law.order.by_length or one.cards.bit_count() == LENGTHS[CENT][0]

    def winners(self) -> set[Team | None]:
        """Every outcome; all of them where the claims cannot be true together."""
        teams: list[Team | None] = [*dict.fromkeys(one.team for one in self.said)]
        outcomes = [*teams, None]
        found = {outcome for outcome in outcomes if self._can_come_about(outcome)} if self._has_room() else set()
        return found or set(outcomes)

    def _has_room(self) -> bool:
        """The pack has cards for so many declarations: sequences share none, nor do carrés."""
        sequences = [min(LENGTHS[one.kind]) for one in self.said if one.kind in LENGTHS]
        fours = [len(Suit) for one in self.said if one.kind == CARRE]
        return max(sum(sequences), sum(fours)) <= self.law.pack.bit_count()

    def _can_come_about(self, outcome: Team | None) -> bool:
        if outcome is not None:
            return any(self._wins(index) for index, one in enumerate(self.said) if one.team == outcome)
        if self.law.first_to_speak:
            return False
        return any(
            self._are_level(first, second)
            for second, one in enumerate(self.said)
            for first in range(second)
            if self.said[first].team != one.team
        )

    def _wins(self, index: int) -> bool:
        """Whether this declaration can be its side's best, the first such, and beat the other sides."""
        team = self.said[index].team
        for strength, chosen in self.choices[index]:
            limits = [
                (strength, True) if one.team == team else (strength, self.law.first_to_speak and place > index)
                for place, one in enumerate(self.said)
            ]
            if self._fits({index: chosen}, limits):
                return True
        return False

    def _are_level(self, first: int, second: int) -> bool:
        """Whether these two of different sides can be equal and the best of all."""
        for strength, one in self.choices[first]:
            for other_strength, other in self.choices[second]:
                limits = [(strength, True)] * len(self.said)
                if other_strength == strength and self._fits({first: one, second: other}, limits):
                    return True
        return False

    def _fits(self, chosen: Mapping[int, Combination], limits: Sequence[tuple[Strength, bool]]) -> bool:
        """Whether the rest can be chosen, none above its limit (or, where that is not allowed, level with it)."""
        left = {
            index: [one for strength, one in choices if strength < limit or (level and strength == limit)]
            for index, (choices, (limit, level)) in enumerate(zip(self.choices, limits, strict=True))
            if index not in chosen
        }
        held: dict[Seat, tuple[Combination, ...]] = {}
        for index, one in chosen.items():
            seat = self.said[index].seat
            if not self._holds(held, seat, one):
                return False
            held[seat] = (*held.get(seat, ()), one)
        return self._fill(held, left)

    def _fill(self, held: Mapping[Seat, tuple[Combination, ...]], left: Mapping[int, list[Combination]]) -> bool:
        if not left:
            return True
        self.trials += 1
        if self.trials > MOST_TRIALS:
            return True
        still = {
            index: [one for one in choices if self._holds(held, self.said[index].seat, one)]
            for index, choices in left.items()
        }
        tightest = min(still, key=lambda index: len(still[index]))
        seat = self.said[tightest].seat
        rest = {index: choices for index, choices in still.items() if index != tightest}
        return any(self._fill({**held, seat: (*held.get(seat, ()), one)}, rest) for one in still[tightest])

    def _holds(self, held: Mapping[Seat, tuple[Combination, ...]], seat: Seat, one: Combination) -> bool:
        """Whether a seat may hold and say this beside what it and the others are taken to hold."""
        if any(one.cards & other.cards for place, others in held.items() if place != seat for other in others):
            return False
        return seat not in held or not self.law.objections((*held[seat], one))


def _union(sets: Iterable[Cards]) -> Cards:
    union = 0
    for cards in sets:
        union |= cards
    return union
