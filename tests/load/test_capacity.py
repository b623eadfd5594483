"""What `make capacity` computes, and that its page is kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from .capacity import PAGE, SAID, SCENARIO, Assumed, Unusable, kept, main, page, rows, taken

MACHINE = {"when": "2026-01-01", "system": "Linux", "cores": 2, "python": "3.11", "grpcio": "1.85"}


def row(**more: Any) -> dict[str, Any]:
    return {
        "workers": 1, "scenario": SCENARIO, "in_flight": 32, "calls_per_second": 1000.4, "p99_ms": 20.04, "errors": 0
    } | more  # fmt: skip


def measured(folder: Path, *found: dict[str, Any]) -> Path:
    path = folder / "load.json"
    path.write_text(json.dumps({"machine": MACHINE, "rows": found}), encoding="utf-8")
    return path


def test_the_page_is_kept() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(kept()), "`make capacity` writes it anew"


def test_a_table_makes_as_many_calls_as_its_deal_takes() -> None:
    assumed = Assumed(actions=10, seconds_per_action=2, seconds_between_deals=5, calls_per_action=5, full=0.5)
    assert assumed.calls_per_second == 2
    assert assumed.cores(1000, 400) == 10
    assert assumed.cores(1001, 400) == 11
    assert assumed.cores(1, 400) == 1


@pytest.mark.parametrize(
    "wrong",
    [{"actions": 0}, {"seconds_per_action": -1}, {"full": 1.5}, {"calls_per_action": float("inf")}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_no_table_can_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unusable, match=next(iter(wrong))):
        Assumed(**wrong)


def test_every_assumption_is_said() -> None:
    assert list(SAID) == list(Assumed.__dataclass_fields__)


def test_the_best_of_one_worker_is_taken_over(tmp_path: Path) -> None:
    found = taken(
        measured(
            tmp_path,
            row(),
            row(in_flight=8, calls_per_second=900.0),
            row(workers=2, calls_per_second=2000.0),
            row(scenario="Connect", calls_per_second=3000.0),
        )
    )
    assert (found["calls_per_second"], found["in_flight"], found["p99_ms"]) == (1000, 32, 20.0)
    told = page(found)
    assert "bore 1,000 of these calls a second with 32 under way" in told
    assert "| 10,000 | 40,000 | 10,909 | 19 |" in told


@pytest.mark.parametrize("bad", ["no rows", "errors", "nonsense", "no file"])
def test_figures_that_say_nothing_are_refused(bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = measured(tmp_path, *([row(errors=1)] if bad == "errors" else [row(workers=2)]))
    if bad == "nonsense":
        path.write_text("[]", encoding="utf-8")
    elif bad == "no file":
        path.unlink()
    where, figures = tmp_path / "capacity.md", tmp_path / "measured.json"
    assert main(["--measured", str(path)], where, figures) == 2
    assert "load.json: " in capsys.readouterr().err
    assert not where.exists()
    assert not figures.exists()


def test_the_page_is_written_from_what_was_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where, figures = tmp_path / "capacity.md", tmp_path / "measured.json"
    assert main(["--measured", str(measured(tmp_path, row()))], where, figures) == 0
    assert main(["--check"], where, figures) == 0
    where.write_text(where.read_text(encoding="utf-8").replace("19", "1"), encoding="utf-8")
    assert main(["--check"], where, figures) == 1
    assert "stale" in capsys.readouterr().out


def test_without_a_measurement_no_cores_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "measured.json"
    figures.write_text('{"table": null}', encoding="utf-8")
    assert all("not measured yet" in line for line in list(rows(Assumed(), None))[2:])
    assert main(["--calls-per-second", "1500", "--seconds-per-action", "3"], tmp_path / "no.md", figures) == 0
    assert "| 1,000 | 4,000 | 1,714 | 2 |" in capsys.readouterr().out
    assert main(["--calls-per-second", "-1"], tmp_path / "no.md", figures) == 2
    figures.write_text('{"table": {"calls_per_second": 0}}', encoding="utf-8")
    assert main([], tmp_path / "no.md", figures) == 2
