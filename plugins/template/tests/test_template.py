"""The feature and its cases, held to all that the kit asks of a feature."""

from pathlib import Path

from referee_template import Template

from referee.testing import check_feature

CASES = Path(__file__).parent / "cases"


def test_the_feature_keeps_every_promise() -> None:
    check_feature(Template, cases=CASES, deals=20)
