"""What is made of h2load's words, and errors that it does not see."""

import json
from pathlib import Path

import pytest

from tests.bench.load import Load, told
from tests.load import generator
from tests.load.__main__ import IN_FLIGHT, main, of, scenarios
from tests.load.generator import CONNECT, GRPC, JSON, Failed, Kind, program, run, understood
from tests.load.questions import Asked, answer, everyday, faulty
from tests.server.started import referee

SAID = """finished in 500.00ms, 19.87 req/s, 2.13KB/s
requests: 10 total, 10 started, 10 done, 9 succeeded, 1 failed, 0 errored, 0 timeout
status codes: 9 2xx, 0 3xx, 0 4xx, 1 5xx
traffic: 1.05KB (1072) total, 200B (200) headers (space savings 80.00%), {data}B ({data}) data
"""
KIND = Kind(Asked("ListLegalActions", b"x"), GRPC, b"x", b"good")
needs_h2load = pytest.mark.skipif(generator.H2LOAD is None, reason=generator.MISSING)


def test_its_words_are_understood() -> None:
    found = understood(SAID.format(data=81), "1\t200\t1500\n2\t200\t2500\n3\t503\t9\n", KIND.received)
    assert (found.calls, found.seconds, list(found.each), found.errors) == (10, 0.5, [0.0015, 0.0025], 1)


def test_an_answer_without_bytes_is_an_error() -> None:
    assert understood(SAID.format(data=45), "", KIND.received).errors == 5


def test_the_ratios_of_bench_rest_on_no_such_answers() -> None:
    load = Load("127.0.0.1:1", "ListLegalActions", b"x", answer=4, calls=10)
    all_good = SAID.format(data=90).replace("9 succeeded, 1 failed", "10 succeeded, 0 failed")
    assert told(all_good, load) == 19.87
    for spoiled in (SAID.format(data=90), all_good.replace("(90)", "(81)"), all_good.replace("(90)", "(0)")):
        with pytest.raises(RuntimeError, match="failed"):
            told(spoiled, load)


@pytest.mark.parametrize("said", ["", "could not connect", SAID.format(data=9).replace("finished", "begun")])
def test_what_it_does_not_say_is_not_made_up(said: str) -> None:
    with pytest.raises(Failed, match="did not run"):
        understood(said, "", KIND.received)


@pytest.mark.parametrize("in_flight", IN_FLIGHT)
@pytest.mark.parametrize("door", [GRPC, CONNECT, JSON])
def test_as_many_calls_are_under_way_as_is_said(in_flight: int, door: str) -> None:
    line = program(Kind(KIND.asked, door, b"x", b""), "127.0.0.1:1", 1000, in_flight, "body", "log")
    connections, streams = (int(next(one[2:] for one in line if one.startswith(f"-{letter}"))) for letter in "cm")
    assert connections * streams == in_flight
    assert (streams == 1) or door == GRPC


@pytest.mark.chaos
@needs_h2load
def test_errors_that_hide_in_trailers_are_counted() -> None:
    refused, _ = faulty()[2]
    with referee() as server:
        good = run([(of(everyday(), GRPC), 50)], server.target, 8)
        bad = run([(Kind(refused, GRPC, refused.body, answer(everyday())), 50)], server.target, 8)
    assert (good.calls, good.errors) == (50, 0)
    assert (bad.calls, bad.errors) == (50, 50)
    assert len(good.each) == 50
    assert 0 < good.busy < 2


@pytest.mark.chaos
@needs_h2load
def test_it_measures_and_writes_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = tmp_path / "figures.json"
    assert main(["--quick", "--seconds", "0.1", "--only", "ListLegalActions", "--json", str(where)]) == 0
    assert "calls/s" in capsys.readouterr().out
    rows = json.loads(where.read_text(encoding="utf-8"))["rows"]
    assert [row["in_flight"] for row in rows] == [8, 32]
    assert all(row["errors"] == 0 and row["calls"] > 32 and row["cpu_us_per_call"] > 0 for row in rows)


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_without_h2load_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, status: int
) -> None:
    monkeypatch.setattr("tests.load.__main__.H2LOAD", None)
    monkeypatch.setenv("CI", ci)
    assert main([]) == status
    assert "SKIPPED, h2load is missing" in capsys.readouterr().out


def test_every_scenario_is_measured_by_good_answers() -> None:
    for kinds in scenarios().values():
        for kind, share in kinds:
            assert kind.good
            assert share
