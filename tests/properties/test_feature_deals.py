"""Random deals of each installed preset and of each pair of features that goes together, held to every promise."""

import os
import random
from collections.abc import Iterator
from importlib.metadata import entry_points
from itertools import combinations, islice, permutations
from typing import Any, Final

import pytest

from referee import plugins
from referee.composition import Rulesets
from referee.hookspecs import PROJECT
from referee.model.deal import RulesetChoice
from referee.model.position import Phase
from referee.model.refusal import Refused
from referee.model.ruling import LEGAL
from referee.replay import replay
from referee.tally import count, score
from referee.testing import Bench, Broken, Trial, random_deal, rulesets_of
from referee.testing.catalogue import check_orders, values_of
from referee.testing.deals import kind_of

DEALS: Final = int(os.environ.get("REFEREE_TEST_FEATURE_DEALS") or 12)
"""How many deals are played under each ruleset."""
FIRST: Final = int(os.environ.get("REFEREE_TEST_FIRST") or 0)
PORTION: Final = 500
"""So many deals are a test, so that a long run shows how far it is."""
SEARCHED: Final = 400
"""How many deals are looked at for what must come up in some."""
ORDERS: Final = 6
"""How many orders of registration are tried."""

asked: list[str] = []
"""Every hook that was asked, in a line."""
RULESETS: Final = plugins.load(trace=asked.append)
MODIFIERS: Final = sorted(name for name, one in RULESETS.features.items() if not one.manifest.is_base)


def installed() -> dict[str, Any]:
    """The features that distributions bring, by the names of their entry points."""
    found = {entry.name: entry.load() for entry in entry_points(group=PROJECT)}
    return {name: one() if isinstance(one, type) else one for name, one in sorted(found.items())}


def composes(choice: RulesetChoice) -> bool:
    try:
        return bool(RULESETS.get(choice))
    except Refused:
        return False


def choices() -> Iterator[RulesetChoice]:
    """Each preset, with each other way of seating and dealing that its features bring; on the first preset of each base
    every feature, and every pair of features that goes with it.
    """
    for preset in sorted(RULESETS.presets):
        yield RulesetChoice(preset)
        yield from filter(composes, layouts(preset))
    plain = [one for one in RULESETS.presets.values() if not one.features]
    first_of = {preset.base: preset.id for preset in reversed(plain)}
    groups = [*((one,) for one in MODIFIERS), *combinations(MODIFIERS, 2)]
    found = (RulesetChoice(preset, group) for preset in first_of.values() for group in groups)
    yield from filter(composes, found)


def layouts(preset: str) -> Iterator[RulesetChoice]:
    """The preset under each other value of an option of its features that changes who sits or what is dealt."""
    in_force = RULESETS.get(RulesetChoice(preset)).values
    for name in RULESETS.presets[preset].features:
        for option in RULESETS.features[name].manifest.options:
            if {"table", "dealing"} & set(option.points):
                values = [value for value in values_of(option) if value != in_force[option.name]]
                yield from (RulesetChoice(preset, (), ((option.name, value),)) for value in values)


TRIALS: Final = {str(trial): trial for trial in (Trial(RULESETS, choice) for choice in choices())}
PARTS: Final = [
    pytest.param(trial, range(start, min(start + PORTION, FIRST + DEALS)), id=f"{name}: from {start}")
    for name, trial in TRIALS.items()
    for start in range(FIRST, FIRST + DEALS, PORTION)
]


@pytest.fixture(scope="module")
def backwards() -> Rulesets:
    """The same features, registered from the last to the first."""
    return plugins.load(discover=False, beside=dict(reversed(installed().items())))


@pytest.mark.deals
@pytest.mark.parametrize(("trial", "seeds"), PARTS)
def test_random_deals_keep_every_promise(trial: Trial, seeds: range, backwards: Rulesets) -> None:
    bench = Bench(trial, backwards)
    _ = bench.asked, backwards.get(trial.choice)
    before = len(asked)
    for seed in seeds:
        if faults := bench.faults(seed):
            raise Broken(*faults)
    assert len(asked) == before, "no hook is asked while a request is judged"


def test_hooks_are_asked_while_a_ruleset_is_composed() -> None:
    before = len(asked)
    RULESETS.get(RulesetChoice("ffb_classic", (), (("target", 3210),)))
    assert len(asked) > before


def test_every_order_of_registration_gives_the_same_rules_and_verdicts() -> None:
    features = installed()
    one = {name: random_deal(trial.ruleset, FIRST, trial.choice) for name, trial in TRIALS.items()}
    orders = [*islice(permutations(features), 1, None)] if len(features) > 1 else []
    for order in random.Random(FIRST).sample(orders, min(ORDERS, len(orders))):
        other = plugins.load(discover=False, beside={name: features[name] for name in order})
        for name, trial in TRIALS.items():
            assert list(check_orders(trial, other)) == [], f"{name}, registered as {', '.join(order)}"
            mine, theirs = one[name].positions[-1], replay(other.get(trial.choice), one[name].deal).position
            assert mine == theirs
            if mine.phase is Phase.FINISHED:
                assert score(trial.ruleset, count(trial.ruleset, mine)).written == (
                    score(other.get(trial.choice), count(other.get(trial.choice), theirs)).written
                )


@pytest.mark.parametrize("name", TRIALS)
def test_whatever_may_be_done_is_done_in_some_deal(name: str) -> None:
    """A kind of call, a step or a declaration that never came up would not be tested at all."""
    trial = TRIALS[name]
    bench, offered = Bench(trial), {*trial.ruleset.declarations}
    for seed in range(FIRST, FIRST + SEARCHED):
        deal = random_deal(trial.ruleset, seed, trial.choice)
        bench.count(deal)
        offered |= {kind_of(one.action) for listed in deal.offered for one in listed if one.judgement is LEGAL}
        if offered <= set(bench.reached) and seed > FIRST + 20:
            break
    assert offered - set(bench.reached) == set()


def test_what_is_installed_is_not_registered_twice() -> None:
    assert set(rulesets_of(*installed().values(), discover=True).features) == set(RULESETS.features)
