"""What is shipped for Grafana and Prometheus asks for nothing that a server does not tell."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from .conftest import REAL, ROOT, Launch
from .test_metrics import metrics_port, read
from .test_tls import Papers, papers  # noqa: F401  # a fixture

DEPLOY = ROOT / "deploy"
DASHBOARD = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text(encoding="utf-8"))
ALERTS = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text(encoding="utf-8"))
RULES = [rule for group in ALERTS["groups"] for rule in group["rules"]]
METRIC = re.compile(r"\b((?:referee|process)_\w+)(?:\{([^}]*)\})?")
LABEL = re.compile(r"(\w+)(?:=|!=|=~|!~)\"")
GIVEN = {"job", "instance"}
"""Labels that Prometheus adds."""


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


def asked_for(expressions: list[str]) -> dict[str, set[str]]:
    """The metrics that expressions name, and the labels that they choose them by."""
    found: dict[str, set[str]] = {}
    for expression in expressions:
        for name, labels in METRIC.findall(expression):
            found.setdefault(name, set()).update(LABEL.findall(labels))
    return found


EXPRESSIONS = {
    "dashboard": [one for one in strings(DASHBOARD) if METRIC.search(one)],
    "alerts": [rule["expr"] for rule in RULES],
}


@pytest.fixture
def told(launch: Launch, papers: Papers) -> dict[str, set[str]]:  # noqa: F811  # the fixture
    """Every sample that a server with everything tells, with its labels."""
    tls = {"tls_certificate": str(papers.certificate), "tls_key": str(papers.key)}
    port = metrics_port(launch(REAL, workers="2", web_port="0", metrics_port="0", **tls))
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(read(port).text):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


# Told only once something has come to pass.
LATER = {"referee_refusals_total": {"method", "reason"}, "referee_batch_refusals_total": {"reason"}}


def test_every_metric_that_is_asked_for_is_told(told: dict[str, set[str]]) -> None:
    known = told | LATER
    for name, expressions in EXPRESSIONS.items():
        wanted = asked_for(expressions)
        assert len(wanted) > 8, name
        for metric, labels in wanted.items():
            assert metric in known, f"{name}: no server tells {metric}"
            assert labels <= known[metric] | GIVEN, f"{name}: {metric} has no label {labels - known[metric] - GIVEN}"


def test_a_metric_that_nobody_tells_would_be_found() -> None:
    wanted = asked_for(['sum by (le) (rate(referee_odd_bucket{job=~"$job",method!="BatchJudge"}[5m])) / referee_even'])
    assert wanted == {"referee_odd_bucket": {"job", "method"}, "referee_even": set()}


def test_every_counter_that_alerts_wait_for_begins_at_zero(told: dict[str, set[str]]) -> None:
    # What appears with its first event adds nothing that Prometheus could see.
    assert "referee_plugin_failures_total" in told
    assert "referee_shed_total" in told
    assert "referee_worker_deaths_total" in told


def test_the_documentation_names_every_metric(told: dict[str, set[str]]) -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for metric in told | LATER:
        name = re.sub(r"_(?:bucket|sum|count)$", "", metric)
        assert name in page or name.startswith("process_"), name


def test_panels_of_the_dashboard_are_whole() -> None:
    panels = [one for one in DASHBOARD["panels"] if one["type"] != "row"]
    assert len(panels) > 15
    assert len({one["id"] for one in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    places: set[tuple[int, int]] = set()
    for one in panels:
        grid = one["gridPos"]
        assert grid["x"] + grid["w"] <= 24
        cells = {(grid["x"] + x, grid["y"] + y) for x in range(grid["w"]) for y in range(grid["h"])}
        assert not cells & places, one["title"]
        places |= cells
        assert all(target["expr"] for target in one["targets"])
        for source in (one["datasource"], *(target["datasource"] for target in one["targets"])):
            assert source["uid"] == "${datasource}"


@pytest.mark.parametrize("rule", RULES, ids=lambda one: one["alert"])
def test_every_alert_says_what_to_do(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in ("warning", "critical")
    assert rule["annotations"]["summary"]
    assert rule["annotations"]["description"].endswith(".")
    tried = Path(DEPLOY / "prometheus" / "alerts_test.yaml").read_text(encoding="utf-8")
    assert tried.count(rule["alert"]) >= 2
