"""Alerts speak when they should, as Prometheus' own tool finds."""

import subprocess
from pathlib import Path

import pytest

from .conftest import Needed

pytestmark = pytest.mark.deploy

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "prometheus"


@pytest.mark.parametrize("question", [("check", "rules", "alerts.yaml"), ("test", "rules", "alerts_test.yaml")])
def test_promtool_finds_nothing_wrong(question: tuple[str, ...], needed: Needed) -> None:
    done = subprocess.run(
        [needed("promtool"), *question], cwd=FOLDER, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_promtool_finds_an_alert_that_says_nothing(needed: Needed, tmp_path: Path) -> None:
    rules = (FOLDER / "alerts.yaml").read_text(encoding="utf-8")
    (tmp_path / "alerts.yaml").write_text(rules.replace('why="server_full"', 'why="never"'), encoding="utf-8")
    (tmp_path / "alerts_test.yaml").write_text(
        (FOLDER / "alerts_test.yaml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    done = subprocess.run(
        [needed("promtool"), "test", "rules", "alerts_test.yaml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
