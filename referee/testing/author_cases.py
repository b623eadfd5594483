"""An author's case files in a test of three lines: one test a case, judged in this process."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee import plugins
from referee.composition import Rulesets
from referee.testing.cases import Case, OwnReferee, judged, rule_files
from referee.testing.features import rulesets_of
from referee.testing.promises import Broken, Fault


def case_files(folder: Path) -> list[Case]:
    """Every case of the files in a folder, one test each.

    For ``@pytest.mark.parametrize("case", case_files(FOLDER), ids=str)`` and a test that says ``judge(case)``.
    """
    return [case for file in rule_files(folder) for case in file.cases]


def judge(case: Case, features: Sequence[Any] = (), *, rulesets: Rulesets | None = None) -> None:
    """Asks a case of a referee that has these features, or all that are installed. Raises Broken where it differs."""
    if rulesets is None:
        rulesets = rulesets_of(*features) if features else plugins.load()
    differences = judged(OwnReferee(rulesets), case).differences
    if differences:
        raise Broken(*(Fault("case_holds", difference, case.place) for difference in differences))
