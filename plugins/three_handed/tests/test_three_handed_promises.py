"""The feature and its cases, held to all that the kit asks of a feature, and random deals of each layout."""

from collections import Counter
from pathlib import Path

import pytest
from referee_three_handed import ThreeHanded

from referee.model.deal import RulesetChoice
from referee.testing import Bench, Trial, check_feature, rulesets_of

CASES = Path(__file__).parent / "cases"


def test_the_feature_keeps_every_promise() -> None:
    report = check_feature(ThreeHanded, cases=CASES, deals=12)
    assert report.reached["take"]


LAYOUTS = [
    ("cards24", {"take", "card"}),
    ("cards32_nine", {"take", "card"}),
    ("cards32_dog", {"take", "discard", "card"}),
    ("dummy", {"take", "card"}),
]


@pytest.mark.parametrize(("layout", "met"), LAYOUTS)
def test_random_deals_of_each_layout_keep_every_promise(layout: str, met: set[str]) -> None:
    reached: Counter[str] = Counter()
    rulesets = rulesets_of(ThreeHanded)
    choice = RulesetChoice("belote_3p", (), (("three_handed_layout", layout), ("made_if", "more_than_sum")))
    bench = Bench(Trial(rulesets, choice), None, reached)
    for seed in range(12):
        assert list(map(str, bench.faults(seed))) == []
    assert met <= set(reached)
