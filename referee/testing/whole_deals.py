"""One random deal held to every promise that can be seen in a deal."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, product
from typing import Final

from referee.composition import Rulesets
from referee.model.position import Phase
from referee.model.refusal import Refused
from referee.model.seat import SEAT_LETTERS, Seat
from referee.notation import deal_text
from referee.plugins import PluginFailed
from referee.redact import redact
from referee.replay import replay
from referee.service import Service
from referee.tally import count, score
from referee.testing.deals import RandomDeal, as_far_as_it_goes, kind_of, same_table
from referee.testing.features import Trial
from referee.testing.forms import Asked, check_answers, check_forms
from referee.testing.promises import Fault, Found, Said
from referee.testing.sheets import check_score
from referee.testing.sight import check_view, check_view_over_the_wire
from referee.testing.steps import check_events, check_step

EVERY_VIEW_IN: Final = 100
"""One deal in so many is looked at from every seat after every action, the others now and then."""
WIRED_IN: Final = 20
"""One deal in so many is asked about over the wire as well."""


@dataclass
class Bench:
    """What deals under one ruleset are held against, and what they came to."""

    trial: Trial
    twin: Rulesets | None = None
    """The same features registered in another order, which never see the same questions before."""
    reached: Counter[str] = field(default_factory=Counter)
    """Kinds of action, declarations that scored, contract terms: in how many deals each came up."""

    @cached_property
    def asked(self) -> Asked:
        """A service with the same rulesets."""
        return Asked(Service(self.trial.rulesets))

    def faults(self, seed: int) -> list[Fault]:
        """What is wrong with the deal of a seed: the first fault against each promise."""
        trial = self.trial
        try:
            one, fault = as_far_as_it_goes(trial.ruleset, seed, trial.choice)
        except Exception as error:  # noqa: BLE001  # whatever a feature raises is told as its fault
            return [Fault("nothing_raises", self._told(error), f"seed {seed} under {trial}, while it was played")]
        self.count(one)
        found: dict[str, Fault] = {} if fault is None else {fault.promise: fault}
        for done, check in chain(self._steps(one), () if fault else self._checks(one)):
            said = self._first(check)
            if said is not None and said.promise not in found:
                where = f"seed {seed} under {trial}, after {done} actions"
                record = deal_text(one.until(done), table=trial.ruleset.table.size)
                found[said.promise] = Fault(*said, where, record)
        return list(found.values())

    def _first(self, check: Callable[[], Found]) -> Said | None:
        try:
            return next(check(), None)
        except Exception as error:  # noqa: BLE001  # whatever a feature raises is told as its fault
            return Said("nothing_raises", self._told(error))

    def _told(self, error: Exception) -> str:
        plugin = error.plugin if isinstance(error, PluginFailed) else self.trial.rulesets.blamed(error)
        return f"{plugin or 'some code'} raises {type(error).__name__}: {error}"

    def _steps(self, one: RandomDeal) -> Iterator[tuple[int, Callable[[], Found]]]:
        """What is looked at after each action, with how far the deal has come."""
        chance = random.Random(one.seed)  # noqa: S311  # the same questions for the same seed
        for done in range(len(one.positions)):
            yield done, partial(check_step, self.trial, one, done, chance)
            if done:
                yield done, partial(check_events, self.trial, one, done)

    def _checks(self, one: RandomDeal) -> Iterator[tuple[int, Callable[[], Found]]]:
        """What is looked at in a whole deal, each at some moment of it."""
        trial, end, seats = self.trial, len(one.deal.actions), self.trial.ruleset.table.seats
        chance = random.Random(-one.seed - 1)  # noqa: S311  # the same questions for the same seed
        yield end, partial(check_score, trial, one)
        some, other = chance.randrange(end + 1), chance.choice((end, chance.randrange(end)))
        yield some, partial(check_view, trial, one, some, chance.choice(seats), chance, every_action=True)
        yield end, partial(check_view, trial, one, end, chance.choice(seats), chance)
        yield other, partial(check_forms, trial, one, other, chance)
        if one.seed % EVERY_VIEW_IN == 0:
            for done, viewer in product(range(end + 1), seats):
                yield done, partial(check_view, trial, one, done, viewer, chance)
        if one.seed % WIRED_IN == 0:
            yield some, partial(check_answers, trial, self.asked, one, some)
            yield end, partial(check_answers, trial, self.asked, one, end)
            yield some, partial(check_view_over_the_wire, trial, self.asked, one, some, chance.choice(seats))
        if self.twin is not None:
            yield other, partial(self._check_memory, one, other, chance.choice(seats))
            yield some, partial(self._check_twin, one, some)
            yield end, partial(self._check_twin, one, end)

    def _check_memory(self, one: RandomDeal, done: int, viewer: Seat) -> Found:
        """Rules that have never seen the whole deal make of its redacted record what these make of it."""
        assert self.twin is not None
        try:
            seen = redact(self.trial.ruleset, one.until(done), viewer)
            mine = replay(self.trial.ruleset, seen)
        except Refused:
            return  # told where the view itself is looked at
        theirs = replay(self.twin.get(self.trial.choice), seen)
        if mine != theirs or not same_table(mine.position, theirs.position):
            yield Said("keeps_nothing", f"what {SEAT_LETTERS[viewer]} may see is told otherwise once all was seen")

    def _check_twin(self, one: RandomDeal, done: int) -> Found:
        assert self.twin is not None
        ruleset, position = self.twin.get(self.trial.choice), one.positions[done]
        found = replay(ruleset, position.deal)
        if not same_table(found.position, position):
            yield Said("order_of_features", "registered in another order it comes to another position")
        elif position.phase is Phase.FINISHED:
            mine, theirs = (score(rules, count(rules, position)) for rules in (self.trial.ruleset, ruleset))
            if mine.totals != theirs.totals or mine.outcome is not theirs.outcome:
                yield Said("order_of_features", "registered in another order it is scored otherwise")

    def count(self, one: RandomDeal) -> None:
        """Adds what a deal came to."""
        self.reached["deals"] += 1
        self.reached.update({kind_of(action) for action in one.deal.actions})
        last = one.positions[-1]
        self.reached.update({"passed out"} if last.passed_out else set())
        self.reached.update({status.declaration.kind for status in last.declarations if status.counts})
        self.reached.update(set(last.contract.terms) if last.contract is not None else set())
