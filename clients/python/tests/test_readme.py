"""The programs in the README run as they stand there."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
PRINTED = [
    r"may: 7H\nnot: AS .+\n",
    r"east may pass or take [CDHS]\n",
    r"CARD_DUPLICATED 7H \['cards\[1\]'\]\n",
]


def test_every_program_has_what_it_prints() -> None:
    assert len(PROGRAMS) == len(PRINTED)


@pytest.mark.parametrize("number", range(len(PRINTED)))
def test_a_program_runs(target: str, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert "127.0.0.1:15200" in PROGRAMS[number]
    program = PROGRAMS[number].replace("127.0.0.1:15200", target)
    exec(compile(program, f"README.md, program {number}", "exec"), {"__name__": "__main__"})  # noqa: S102  # its purpose
    assert re.fullmatch(PRINTED[number], capsys.readouterr().out)


def test_no_line_is_too_long() -> None:
    assert [line for line in README.splitlines() if len(line) > 120] == []
