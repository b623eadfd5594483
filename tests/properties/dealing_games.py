"""Games of no name over the classic one, each dealt in a way that classic belote does not know."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from referee.hookspecs import hookimpl
from referee.model.action import Custom
from referee.model.card import cards_in, cards_of
from referee.model.exchanging import Exchanging
from referee.model.seat import Seat, Team
from referee.model.text import Text
from referee.rules.dealing import Dealing
from referee.rules.exchange import Exchange
from referee.rules.table import Table
from referee.ruleset import Manifest, Step

TWO = Table((Seat.SOUTH, Seat.NORTH), (Team.SOUTH, Team.NORTH))
WITH_DUMMY = Table((Seat.SOUTH, Seat.EAST, Seat.NORTH), (Team.SOUTH, Team.EAST, Team.NORTH), dummy=Seat.EAST)


@dataclass(frozen=True)
class LayAway:
    """The taker lays two cards away, unseen by the others."""

    id: str
    public: bool = False

    def seats(self, at: Exchanging) -> tuple[Seat, ...]:
        return () if at.done or at.contract.taker is None else (at.contract.taker,)

    def due(self, at: Exchanging) -> bool:
        return not at.done

    def offers(self, at: Exchanging, seat: Seat) -> tuple[Custom, ...]:
        return tuple(Custom(self.id, pair) for pair in combinations(cards_in(at.hand(seat)), 2))

    def objections(self, at: Exchanging, seat: Seat, action: Custom) -> tuple[str, ...]:
        return ()

    def apply(self, at: Exchanging, seat: Seat, action: Custom) -> Exchanging:
        place, cards = at.seats.index(seat), cards_of(action.cards)
        held, hidden = list(at.held), list(at.hidden)
        if not cards:
            hidden[place] -= 2
            return replace(at, hidden=tuple(hidden), unseen={seat: 2})
        held[place] &= ~cards
        return replace(at, held=tuple(held), laid={seat: cards})


class Game:
    """A feature that seats and deals in its own way."""

    def __init__(self, name: str, table: Table, dealing: Dealing, steps: Sequence[Exchange] = ()) -> None:
        self.name, self.table, self.dealing, self.steps = name, table, dealing, steps

    @hookimpl
    def referee_manifest(self) -> Manifest:
        text = Text(self.name, self.name)
        return Manifest(
            id=self.name,
            revision=1,
            name=text,
            line=text,
            replaces=(("table", "classic"), ("dealing", "classic")),
            steps=tuple(Step(step.id, text, text, text, min_cards=2, max_cards=2) for step in self.steps),
        )

    @hookimpl
    def referee_table(self) -> Table:
        return self.table

    @hookimpl
    def referee_dealing(self) -> Dealing:
        return self.dealing

    @hookimpl
    def referee_exchange(self) -> Sequence[Exchange]:
        return self.steps


GAMES = {
    game.name: game
    for game in (
        Game("some_out", TWO, Dealing((3, 2), (3,), turn_up=True, taker_gets_turn_up=True)),
        Game("turn_up_stays", TWO, Dealing((3, 3), (3,), turn_up=True, turn_up_stays=True)),
        Game("strict_pile", TWO, Dealing((3, 3), (3,), turn_up=True, turn_up_stays=True, stock=True)),
        Game(
            "free_pile",
            TWO,
            Dealing((2, 2), (1,), turn_up=True, turn_up_stays=True, stock=True, free_while_stock=True),
        ),
        Game("stacks", TWO, Dealing((2,) * 8, turn_up=True, last_is_turned=True, covered=True)),
        Game(
            "dog_and_dummy",
            WITH_DUMMY,
            Dealing((3, 2), (5,), turn_up=True, taker_gets_turn_up=True, taker_extra=2),
            (LayAway("lay_away"),),
        ),
        Game("dummy", WITH_DUMMY, Dealing((3, 2), (3,), turn_up=True, taker_gets_turn_up=True)),
    )
}
