"""The accounts that scenarios keep, what makes one fail, and the scenarios that are over in seconds."""

import asyncio
import os
import signal

import pytest

from tests.load import chaos
from tests.load.callers import PLAIN, Account, Callers, ask, channel, crowd
from tests.load.chaos import Outcome, Scenario
from tests.load.chaos.__main__ import main
from tests.load.questions import answer, batch, everyday, faulty
from tests.server.processes import together, unread
from tests.server.started import referee

SHORT = ["calls_without_request", "slow_readers"]


@pytest.mark.chaos
@pytest.mark.parametrize("name", SHORT)
def test_short_scenarios(name: str) -> None:
    outcome = asyncio.run(chaos.SCENARIOS[name].played())
    assert outcome.faults == [], outcome.told(name)


@pytest.mark.chaos
def test_a_call_is_answered_or_refused_or_lost() -> None:
    async def case() -> Account:
        account = Account()
        with referee() as server:
            async with channel(server.target) as where:
                assert await ask(where, everyday(), account, wanted=answer(everyday())) == ""
                assert await ask(where, everyday(), account, wanted=b"something else") == "wrong answer"
                for asked, reason in faulty():
                    assert await ask(where, asked, account) == reason
                os.kill(server.process.pid, signal.SIGSTOP)  # so that it cannot answer before it is killed
                lost = asyncio.create_task(ask(where, batch(), account))
                await chaos.until(lambda: unread(server.process.pid, server.port) > 0, 20, "the batch was not sent")
                os.kill(server.process.pid, signal.SIGKILL)
                assert (await lost).startswith("UNAVAILABLE")
        await crowd(server.target, everyday(), 2, account)
        return account

    account = asyncio.run(case())
    reasons = [reason for _, reason in faulty()]
    assert (account.asked, account.answered, account.under_way) == (5 + len(reasons), 1, 0)
    assert account.refused.total() == len(reasons) + 2
    assert account.refused["nobody there"] == 2
    assert account.lost.total() == 2
    assert account.told().endswith("lost 2")


@pytest.mark.chaos
def test_callers_ask_until_they_are_told() -> None:
    async def case() -> None:
        with referee() as server:
            before = together(server.workers())
            callers = Callers(server.target, [(everyday(), answer(everyday()))], 4, PLAIN)
            await callers.asked_more(100)
            account = await callers.leave()
            after = together(server.workers())
            assert account.answered == account.asked >= 100
            assert after.cpu > before.cpu
            assert after.memory > 2**20
            assert after.threads > 0
            assert server.stop() == 0
            assert "stopped" in server.said()

    asyncio.run(case())


def accounted(**numbers: int) -> Outcome:
    account = Account(asked=numbers.get("asked", 3), answered=numbers.get("answered", 3))
    account.lost["UNAVAILABLE: gone"] = numbers.get("lost", 0)
    account.lost += account.lost.__class__()  # without what is zero
    return Outcome(account)


@pytest.mark.parametrize(
    ("numbers", "fault"),
    [
        ({}, ""),
        ({"answered": 2, "lost": 1}, "lost {'UNAVAILABLE: gone': 1}"),
        ({"answered": 2}, "1 calls never ended"),
        ({"asked": 0, "answered": 0}, "nothing was answered"),
    ],
)
def test_what_makes_an_outcome_a_failure(numbers: dict[str, int], fault: str) -> None:
    outcome = accounted(**numbers)
    outcome.nothing_lost()
    assert outcome.faults == ([fault] if fault else [])
    assert outcome.told("x").endswith(f"FAILED: {fault}" if fault else "ok")


async def well(outcome: Outcome) -> None:
    """Ends well."""
    outcome.account = Account(asked=2, answered=2)


async def badly(outcome: Outcome) -> None:
    """Ends badly."""
    raise LookupError("broken")


async def never(outcome: Outcome) -> None:
    """Never ends."""
    await asyncio.sleep(3600)


def test_what_breaks_or_never_ends_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asyncio.run(Scenario("badly", badly).played()).faults == ["LookupError: broken"]
    monkeypatch.setattr(chaos, "LASTS_AT_MOST", 0.05)
    (fault,) = asyncio.run(Scenario("never", never).played()).faults
    assert fault.startswith("it was not over after")


@pytest.mark.parametrize(
    ("scenario", "ci", "status", "said"),
    [
        (Scenario("fine", well), "", 0, "fine: asked 2, answered 2, lost 0, ok"),
        (Scenario("bad", badly), "", 1, "FAILED: bad"),
        (Scenario("bare", well, ("no-such-tool",)), "", 0, "bare: SKIPPED, it needs no-such-tool"),
        (Scenario("bare", well, ("no-such-tool",)), "true", 1, "CI skips nothing"),
    ],
    ids=["well", "badly", "skipped", "skipped in CI"],
)
def test_the_exit_status(
    scenario: Scenario,
    ci: str,
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CI", ci)
    for name in list(chaos.SCENARIOS):
        monkeypatch.delitem(chaos.SCENARIOS, name)
    monkeypatch.setitem(chaos.SCENARIOS, scenario.name, scenario)
    assert main([]) == status
    assert said in capsys.readouterr().out


def test_a_scenario_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--only", "kill_direct,no_such"])
    assert ended.value.code == 2
    assert "there is no no_such among " in capsys.readouterr().err


def test_scenarios_are_listed_with_their_stories(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in listed] == list(chaos.SCENARIOS)
    assert all(line.partition(": ")[2] for line in listed)
