"""Each planted fault is caught by the name of the promise that it breaks; whatever is sound is let through."""

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from referee.testing import PROMISES, Broken, Report, check_feature, examined
from tests.testing_kit.planted import PLANTED

DEALS: Final = 8
NOT_PLANTED: Final = {
    "survives_text": "whatever a record may hold can be written",
    "survives_wire": "whatever a record may hold can be sent",
}
"""Promises that no feature alone can break."""


@cache
def report_of(feature: type) -> Report:
    with TemporaryDirectory() as folder:
        for name, text in getattr(feature, "cases", {}).items():
            path = Path(folder) / name
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
        return examined(feature, presets=("ffb_classic",), cases=Path(folder), deals=DEALS)


@pytest.mark.parametrize("feature", PLANTED, ids=lambda feature: feature.__name__)
def test_a_planted_fault_is_caught_by_name(feature: type) -> None:
    report = report_of(feature)
    assert PLANTED[feature] <= report.promises, str(report)


@pytest.mark.parametrize("feature", PLANTED, ids=lambda feature: feature.__name__)
def test_a_fault_is_told_in_a_sentence_and_where_it_can_be_seen_again(feature: type) -> None:
    for fault in report_of(feature).faults:
        said = str(fault)
        assert PROMISES[fault.promise] in said
        assert len(fault.how.split()) > 2
        assert not fault.record or re.search(r"seed \d+ under ffb_classic with \w+", fault.where)


def test_what_is_broken_is_raised_in_one_piece(tmp_path: Path) -> None:
    feature = next(iter(PLANTED))
    with pytest.raises(Broken) as broken:
        check_feature(feature, presets=("ffb_classic",), cases=tmp_path, deals=DEALS)
    assert broken.value.promises == report_of(feature).promises
    assert all(str(fault) in str(broken.value) for fault in broken.value.faults)


def test_every_promise_has_a_feature_that_breaks_it() -> None:
    planted = {promise for promises in PLANTED.values() for promise in promises}
    assert planted | set(NOT_PLANTED) == set(PROMISES)
    assert planted & set(NOT_PLANTED) == set()
