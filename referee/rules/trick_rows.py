"""Every way in which four cards can make a trick, worked out once from a judge.

Following a trick is then reading from row to row. What a card must not be beside in a hand comes from the judge, asked
about two cards at a time, so that the law is said in one place.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from referee.model.card import NUMBER_OF, SUIT_MASK_OF, Card, Cards
from referee.rules.playable import Judge
from referee.rules.ranking import Mode

SIZE: Final = 4
"""Cards of a trick."""

Row: TypeAlias = tuple[Any, ...]
"""What may come next, by the number of the card: the row after it, or after the last card how many places from the
leader the winner sits; and the cards that forbid it, when they are in the same hand. Entry 0 stands for no card yet:
the suit led, the best card and how many places from the leader its master sits, with a set that is not empty, so that
who reads stops there."""

Classes: TypeAlias = Callable[[Cards, Card], tuple[Cards, ...]]
"""``classes(led, best)``: the cards that no duty tells apart."""


def trick_rows(mode: Mode, judge: Judge, classes: Classes) -> tuple[Row | None, ...]:
    """For the number of each card that may lead, the row after it; None for what the mode does not rank.

    Partners sit opposite each other. The judge must be one to whom a card is playable in a hand exactly when it is
    beside each other card of that hand alone, and which tells no cards of one class apart.
    """
    rows = _Rows(mode, judge, classes)
    firsts: list[Row | None] = [None] * _LENGTH
    for card in mode.beats:
        firsts[NUMBER_OF[card]] = rows.after(SUIT_MASK_OF[card], card, 0, 1)
    return tuple(firsts)


class _Rows:
    """The rows made so far; equal parts are shared."""

    def __init__(self, mode: Mode, judge: Judge, classes: Classes) -> None:
        self._beats, self._judge, self._classes = mode.beats, judge, classes
        self._made: dict[tuple[Cards, Card, int, int], Row] = {}
        self._forbidden: dict[tuple[Cards, Card, bool], dict[Card, Cards]] = {}
        self._steps: dict[tuple[int, Cards], tuple[Row | int, Cards]] = {}

    def after(self, led: Cards, best: Card, master: int, played: int) -> Row:
        """The row after so many cards, the master's being the best of them."""
        key = led, best, master, played
        known = self._made.get(key)
        if known is not None:
            return known
        forbidden, takes = self._forbids(led, best, partner_best=played - master == SIZE // 2), self._beats[best]
        row: list[tuple[Any, Cards] | None] = [None] * _LENGTH
        row[0] = (led, best, master), best
        for card in self._beats:
            now, top = (played, card) if card & takes else (master, best)
            after = now if played == SIZE - 1 else self.after(led, top, now, played + 1)
            row[NUMBER_OF[card]] = self._step(after, forbidden[card])
        made = self._made[key] = tuple(row)
        return made

    def _step(self, to: Row | int, forbidden: Cards) -> tuple[Row | int, Cards]:
        return self._steps.setdefault((to if isinstance(to, int) else id(to), forbidden), (to, forbidden))

    def _forbids(self, led: Cards, best: Card, *, partner_best: bool) -> dict[Card, Cards]:
        """For each card those beside which the judge does not allow it."""
        key = led, best, partner_best
        known = self._forbidden.get(key)
        if known is None:
            groups = self._classes(led, best)
            found = dict.fromkeys(self._beats, 0)
            for group in groups:
                one = group & -group
                forbidden = sum(
                    other
                    for other in groups
                    if other != group and not one & self._judge(one | other & -other, led, best, partner_best)[0]
                )
                found.update((card, forbidden) for card in self._beats if card & group)
            known = self._forbidden[key] = found
        return known


_LENGTH: Final = max(NUMBER_OF.values()) + 1
