"""The feature and its cases, held to all that the kit asks of a feature."""

from pathlib import Path

from referee_announced_capot import AnnouncedCapot

from referee.testing import check_feature

CASES = Path(__file__).parent / "cases"


def test_the_feature_keeps_every_promise() -> None:
    report = check_feature(AnnouncedCapot, cases=CASES, deals=20)
    assert report.reached["announce_capot"]
