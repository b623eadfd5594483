"""What may be bid and in which order: points in steps, then capot, then générale (rows 89 to 92, 96, 97)."""

from dataclasses import dataclass
from typing import Final, TypeAlias

CAPOT: Final = "capot"
GENERALE: Final = "generale"

MOST: Final = 1_000_000
"""Where no limit is agreed: what no deal comes near, and a score sheet can still hold four times over."""

Target: TypeAlias = int | str
"""What a bid undertakes: points, ``capot`` or ``generale``."""


def rank(target: Target) -> tuple[int, int]:
    """Targets compare by it: any points, below capot, below générale."""
    if isinstance(target, int):
        return 0, target
    return (2, 0) if target == GENERALE else (1, 0)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs that a table agreed on (options ``min_bid``, ``bid_step``, ``max_bid``, ``generale``)."""

    lowest: int = 80
    step: int = 10
    limit: int | None = 160
    generale: bool = False

    @property
    def highest(self) -> int | None:
        """The highest rung in points; None where there is no limit."""
        return None if self.limit is None else self.limit - (self.limit - self.lowest) % self.step

    @property
    def _most(self) -> int:
        return MOST if self.limit is None else self.limit

    @property
    def top(self) -> str:
        """The bid above which there is none."""
        return GENERALE if self.generale else CAPOT

    def objections(self, target: Target | None) -> tuple[str, ...]:
        """The rules that object to such a bid whatever was bid before."""
        if target is None:
            return ("coinche/bid_or_pass",)
        if not isinstance(target, int):
            return ("coinche/generale_bid",) if target == GENERALE and not self.generale else ()
        found = []
        if target < self.lowest:
            found.append("coinche/bid_too_low")
        if (target - self.lowest) % self.step:
            found.append("coinche/bid_step")
        if target > self._most:
            found.append("coinche/bid_too_high")
        return tuple(found)

    def next_rung(self, standing: Target | None) -> int | None:
        """The lowest bid in points that goes above what stands; None where none does."""
        if standing is None:
            return self.lowest
        if not isinstance(standing, int):
            return None
        rung = standing + self.step
        return rung if rung <= self._most else None
