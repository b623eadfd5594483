"""Features that count or write what they should not."""

from collections.abc import Sequence
from typing import Any

from referee.hookspecs import hookimpl
from referee.model.score import LineKind, Tally
from referee.rules.bonuses import Bonus, Scale, ScoreItem
from referee.rules.settlement import Writing
from referee.ruleset import Manifest, Options
from tests.testing_kit.planted.planting import CLASSIC, Wrapped, breaks, manifest


@breaks("nothing_raises")
class Raising:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("raising")

    @hookimpl
    def referee_bonuses(self) -> Sequence[Bonus]:
        return (self.bonus,)

    def bonus(self, tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
        raise LookupError("a bonus that is not there")


class GenerousWriting(Writing):
    """It adds up to more than its lines."""

    def total(self, team: Any) -> int:
        return super().total(team) + 10


class GenerousSettlement(Wrapped):
    def write(self, *facts: Any) -> Writing:
        usual = self.inner.write(*facts)
        return GenerousWriting(usual.lines, usual.reserve_out)


@breaks("sheet_adds_up")
class LinesThatDoNotAddUp:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("lines_that_do_not_add_up", "settlement")

    @hookimpl
    def referee_settlement(self, options: Options) -> Any:
        return GenerousSettlement(CLASSIC.referee_settlement(options))


class RememberingSettlement(Wrapped):
    """Every second deal of its life is worth ten more."""

    deals = 0

    def write(self, verdict: Any, pot: Any, items: Any, tally: Tally) -> Writing:
        usual: Writing = self.inner.write(verdict, pot, items, tally)
        self.deals += 1
        if self.deals % 2:
            usual.add(tally.teams[0], LineKind.ROUNDING, 10, "score/rounding")
        return usual


@breaks("keeps_nothing")
class Remembering:
    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("remembering", "settlement")

    @hookimpl
    def referee_settlement(self, options: Options) -> Any:
        return RememberingSettlement(CLASSIC.referee_settlement(options))


@breaks("terms_listed")
class UnlistedLine:
    """It counts a line of its own that its manifest does not list."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        return manifest("unlisted_line")

    @hookimpl
    def referee_bonuses(self) -> Sequence[Bonus]:
        return (self.bonus,)

    def bonus(self, tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
        kind = LineKind.CUSTOM
        return (ScoreItem(tally.teams[0], kind, kind, 5, "score/card_points", custom="for_the_look_of_it"),)
