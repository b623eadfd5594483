"""What tests found out on their way is told at the end, also by those that ran in another process."""

from collections.abc import Callable
from typing import Any

import pytest

FOUND_OUT = "found out"


@pytest.fixture
def found_out(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Tells a sentence at the end of the run."""

    def tell(sentence: str) -> None:
        record_property(FOUND_OUT, sentence)

    return tell


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Writes each sentence once."""
    reports = [one for some in terminalreporter.stats.values() for one in some]
    told = [value for one in reports for name, value in getattr(one, "user_properties", ()) if name == FOUND_OUT]
    for sentence in dict.fromkeys(told):
        terminalreporter.write_line(str(sentence))
