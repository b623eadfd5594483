"""What a soak makes of what it saw."""

import json
from pathlib import Path

import pytest

from tests.load.soak import Look, Soaked, grown, main


def look(seconds: float, memory: float, threads: int = 9) -> Look:
    return Look(seconds, round(100 * seconds), memory, 20, threads, 1.0, 2.0, 0, 0)


def test_the_fitted_line_is_not_fooled_by_one_look() -> None:
    assert grown([]) == grown([(1, 5)]) == 0
    assert grown([(0, 70), (10, 71), (20, 72), (30, 73)]) == pytest.approx(3)
    assert abs(grown([(10 * n, 70 + (20 if n == 30 else 0)) for n in range(60)])) < 2


def leaking(mib_an_hour: float) -> list[Look]:
    """Ten minutes of looks: memory rises at the start, and then so fast."""
    return [look(10 * n, 60 + min(n, 10) + mib_an_hour * n / 360) for n in range(60)]


@pytest.mark.parametrize(
    ("soaked", "fault"),
    [
        (Soaked(leaking(0), 14, 14), ""),
        (Soaked(leaking(20), 14, 12), ""),
        (Soaked(leaking(60), 14, 14), "memory grew by 7.8 MiB"),
        (Soaked(leaking(0), 14, 15), "15 files are open"),
        (Soaked([look(10 * n, 60, 9 + n) for n in range(30)], 14, 14), "38 threads"),
        (Soaked([], 14, 14), ""),
    ],
    ids=["nothing grows", "as good as nothing", "memory", "files", "threads", "no look"],
)
def test_what_grows_is_found(soaked: Soaked, fault: str) -> None:
    soaked.judge()
    assert len(soaked.faults) == bool(fault), soaked.faults
    assert fault in "".join(soaked.faults)


@pytest.mark.chaos
def test_a_soak_of_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = tmp_path / "soaked.json"
    words = ["--minutes", "0.03", "--calls", "100", "--every", "0.6", "--json", str(where)]
    assert main(words) in (0, 1)  # in seconds memory has not settled
    told = json.loads(where.read_text(encoding="utf-8"))
    assert [fault for fault in told["faults"] if "grew" not in fault and "threads" not in fault] == []
    assert told["looks"][-1]["calls"] >= 100
    assert sum(one["refused"] for one in told["looks"]) > 0
    assert all(one["lost"] == 0 and one["memory_mib"] > 20 for one in told["looks"])
    assert "memory grew by" in capsys.readouterr().out
