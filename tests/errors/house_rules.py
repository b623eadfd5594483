"""Features for tests: a table for three with a shorter pack, and a bonus that breaks down while it counts."""

from collections.abc import Sequence
from typing import Final

from referee.hookspecs import hookimpl
from referee.model.card import PACK_32, RANK_CARDS, Rank
from referee.model.score import Tally
from referee.model.seat import Seat, Team
from referee.model.text import Text
from referee.rules.bonuses import Bonus, Scale, ScoreItem
from referee.rules.table import Table
from referee.ruleset import Manifest, Option, Options

THREE_SEATS: Final = Table(
    seats=(Seat.SOUTH, Seat.EAST, Seat.WEST),
    teams=(Team.SOUTH, Team.EAST, Team.WEST),
    pack=PACK_32 & ~RANK_CARDS[Rank.SEVEN] & ~RANK_CARDS[Rank.EIGHT],
)


class Three:
    """Three seats, each for itself, with 24 cards."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        text = Text("Three seats", "Trois places")
        return Manifest(id="three", revision=1, name=text, line=text, replaces=(("table", "classic"),))

    @hookimpl
    def referee_table(self) -> Table:
        return THREE_SEATS


class Fragile:
    """A bonus that nobody ever gets."""

    @hookimpl
    def referee_manifest(self) -> Manifest:
        text = Text("Fragile", "Fragile")
        option = Option("fragile_word", False, text, text, "House rule", points=("bonuses",))
        return Manifest(id="fragile", revision=1, name=text, line=text, options=(option,))

    @hookimpl
    def referee_bonuses(self, options: Options) -> Sequence[Bonus]:
        return (self.bonus,)

    def bonus(self, tally: Tally, scale: Scale) -> tuple[ScoreItem, ...]:
        raise ZeroDivisionError("fragile")


three, fragile = Three(), Fragile()
