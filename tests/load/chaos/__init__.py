"""What goes wrong around a referee, made to happen: scenarios with an account of every call that was made meanwhile."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tests.deploy.balancers import program
from tests.load.callers import Account
from tests.server.waiting import TooLate

LASTS_AT_MOST: Final = 120.0
"""Seconds that a scenario may take before it has failed."""


@dataclass
class Outcome:
    """What a scenario found: its calls, what else it saw, and what did not hold."""

    account: Account = field(default_factory=Account)
    facts: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def note(self, fact: str) -> None:
        """Something worth telling."""
        self.facts.append(fact)

    def hold(self, holds: bool, otherwise: str) -> None:
        """Something that has to hold, and what to say if it does not."""
        if not holds:
            self.faults.append(otherwise)

    def nothing_lost(self, account: Account | None = None) -> None:
        """Each call was answered or refused."""
        judged = account or self.account
        self.hold(not judged.lost, f"lost {dict(judged.lost)}")
        self.hold(not judged.under_way, f"{judged.under_way} calls never ended")
        self.hold(judged.answered > 0, "nothing was answered")

    def told(self, name: str) -> str:
        """The whole in a line."""
        parts = [self.account.told(), *self.facts, f"FAILED: {'; '.join(self.faults)}" if self.faults else "ok"]
        return f"{name}: {', '.join(parts)}"


Play: TypeAlias = Callable[[Outcome], Awaitable[None]]


@dataclass(frozen=True)
class Scenario:
    """Something that goes wrong, under the name it is asked for by."""

    name: str
    play: Play
    needs: tuple[str, ...] = ()
    """Commands without which it cannot be played."""

    @property
    def story(self) -> str:
        """What it is about."""
        return (self.play.__doc__ or "").strip().splitlines()[0]

    def lacking(self) -> str:
        """What it needs and this machine has not; empty when it has all."""
        return ", ".join(one for one in self.needs if not program(one))

    async def played(self) -> Outcome:
        """Plays it; whatever happens is in the outcome."""
        outcome = Outcome()
        try:
            async with asyncio.timeout(LASTS_AT_MOST):
                await self.play(outcome)
        except TimeoutError:
            outcome.faults.append(f"it was not over after {LASTS_AT_MOST:.0f} seconds")
        except Exception as fault:  # noqa: BLE001  # one that breaks must not keep the others from being played
            outcome.faults.append(f"{type(fault).__name__}: {fault}")
        return outcome


SCENARIOS: Final[dict[str, Scenario]] = {}


def scenario(*needs: str) -> Callable[[Play], Play]:
    """Makes a function a scenario under its own name."""

    def taken(play: Play) -> Play:
        name = getattr(play, "__name__", "")
        SCENARIOS[name] = Scenario(name, play, needs)
        return play

    return taken


async def until(holds: Callable[[], bool], within: float, what: str) -> None:
    """Waits until something holds. Raises TooLate that says what did not."""
    end = time.monotonic() + within
    while not holds():  # what is waited for are other processes
        if time.monotonic() > end:
            raise TooLate(f"{what}: not within {within:.0f} seconds")
        await asyncio.sleep(0.02)
