"""Every case file and every table of facts, put to a referee over the wire."""

from collections.abc import Iterator

import pytest

from referee.testing.cases import Referee, judged

from .case_files import Case, CaseFile, fact_files, rule_files
from .served import served

RULE_FILES = rule_files()
FACT_FILES = fact_files()


@pytest.fixture(scope="module")
def referee() -> Iterator[Referee]:
    with served() as one:
        yield one


CASES = [case for file in RULE_FILES + FACT_FILES for case in file.cases]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.place} {case.title}")
def test_case(referee: Referee, case: Case) -> None:
    assert judged(referee, case).differences == []


@pytest.mark.parametrize("file", FACT_FILES, ids=lambda file: file.name)
def test_each_row_stands_in_a_table_once_or_is_left_out_for_a_reason(file: CaseFile) -> None:
    asked = {case.title.split()[0] for case in file.cases}
    left_out = [title for _, titles in file.left_out for title in titles]
    assert len({case.title for case in file.cases}) == len(file.cases)
    assert len(set(left_out)) == len(left_out)
    assert asked.isdisjoint(left_out)
    assert all(why for why, _ in file.left_out)
