"""Callers over gRPC that keep honest accounts: every call they make ends as answered, refused or lost."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final, TypeAlias

import grpc
import grpc.aio
from belote_client.connection import OPTIONS
from google.rpc import error_details_pb2, status_pb2

from tests.load.questions import Asked

Option: TypeAlias = tuple[str, str | int]

APART: Final[Option] = ("grpc.use_local_subchannel_pool", 1)
"""Without it gRPC gives all channels of a process one connection."""
RETRYING: Final[tuple[Option, ...]] = (*OPTIONS, APART)
"""As the clients come: with the retries of clients/service_config.json."""
PLAIN: Final[tuple[Option, ...]] = (
    *(option for option in OPTIONS if option[0] != "grpc.service_config"),
    ("grpc.enable_retries", 0),
    APART,
)
"""The same without retries, not even those that gRPC makes on its own."""

NOBODY: Final = "nobody there"
"""No connection could be made, so the call was never sent."""
WITHIN: Final = 60.0
"""Seconds that a call may take before it counts as lost."""


@dataclass
class Account:
    """What became of the calls that were made."""

    asked: int = 0
    answered: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """Calls that were told no, by the reason they were told."""
    lost: Counter[str] = field(default_factory=Counter)
    """Calls that were sent and neither answered nor refused, by what the caller saw; and wrong answers."""
    seconds: list[float] = field(default_factory=list)
    """How long each answered call took."""
    refused_after: list[float] = field(default_factory=list)
    """How long each refused call took."""

    @property
    def under_way(self) -> int:
        """Calls that have not ended yet."""
        return self.asked - self.answered - self.refused.total() - self.lost.total()

    def told(self) -> str:
        """The account in a line."""
        parts = [f"asked {self.asked}", f"answered {self.answered}"]
        parts += [f"{reason} {count}" for reason, count in sorted(self.refused.items())]
        parts.append(f"lost {self.lost.total()}")
        if self.under_way:
            parts.append(f"never ended {self.under_way}")
        return ", ".join(parts)


def at(share: float, values: Sequence[float]) -> float:
    """The value below which such a share of them lies; 0 of none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


@asynccontextmanager
async def channel(
    target: str, options: Iterable[Option] = PLAIN, credentials: grpc.ChannelCredentials | None = None
) -> AsyncIterator[grpc.aio.Channel]:
    """A connection of its own."""
    given = [*options, ("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", -1)]
    made = (
        grpc.aio.insecure_channel(target, given)
        if credentials is None
        else grpc.aio.secure_channel(target, credentials, given)
    )
    async with made:
        yield made


async def ask(
    where: grpc.aio.Channel,
    asked: Asked,
    account: Account,
    *,
    wanted: bytes | None = None,
    within: float = WITHIN,
    metadata: Sequence[tuple[str, str]] = (),
) -> str:
    """One call, entered into the account: what it ended as, empty for an answer. Another answer than wanted is lost."""
    account.asked += 1
    started = time.perf_counter()
    call = where.unary_unary(asked.path, bytes, bytes)(asked.body, timeout=within, metadata=tuple(metadata))
    try:
        answer = await call
    except grpc.aio.AioRpcError as fault:
        took = time.perf_counter() - started
        reason = refusal(fault)
        if reason:
            account.refused[reason] += 1
            account.refused_after.append(took)
            return reason
        what = seen(fault)
        account.lost[what] += 1
        return what
    if wanted is not None and answer != wanted:
        account.lost["wrong answer"] += 1
        return "wrong answer"
    account.answered += 1
    account.seconds.append(time.perf_counter() - started)
    return ""


def refusal(fault: grpc.aio.AioRpcError) -> str:
    """The reason a call was refused with, or that it was never sent; empty when it just failed."""
    details = dict(fault.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
    for one in status_pb2.Status.FromString(bytes(details) if isinstance(details, bytes) else b"").details:
        info = error_details_pb2.ErrorInfo()
        if one.Unpack(info):
            return info.reason
    told = fault.details() or ""
    unsent = fault.code() is grpc.StatusCode.UNAVAILABLE and told.startswith("failed to connect to all addresses")
    return NOBODY if unsent else ""


def seen(fault: grpc.aio.AioRpcError) -> str:
    """A failed call as its caller sees it."""
    return f"{fault.code().name}: {(fault.details() or '')[:70]}"


async def crowd(
    target: str, asked: Asked, count: int, account: Account, options: Iterable[Option] = PLAIN, within: float = WITHIN
) -> None:
    """So many calls at once, each over a connection of its own."""

    async def one() -> None:
        async with channel(target, options) as where:
            await ask(where, asked, account, within=within)

    await asyncio.gather(*(one() for _ in range(count)))


class Callers:
    """So many callers that ask one question after another, each over a connection of its own, until they are told."""

    def __init__(
        self,
        target: str,
        questions: Sequence[tuple[Asked, bytes | None]],
        count: int,
        options: Iterable[Option] = PLAIN,
        *,
        credentials: Callable[[], grpc.ChannelCredentials] | None = None,
        metadata: Sequence[tuple[str, str]] = (),
        leave_when_refused: bool = False,
        within: float = WITHIN,
    ) -> None:
        self.account = Account()
        self._target, self._questions, self._options = target, questions, tuple(options)
        self._credentials, self._metadata, self._within = credentials, metadata, within
        self._leave = leave_when_refused
        self._told = asyncio.Event()
        self._tasks = [asyncio.create_task(self._keep_asking(number)) for number in range(count)]

    async def _keep_asking(self, number: int) -> None:
        start = 7 * number % len(self._questions)  # not all ask the same at the same time
        turn = cycle([*self._questions[start:], *self._questions[:start]])
        credentials = self._credentials() if self._credentials else None
        async with channel(self._target, self._options, credentials) as where:
            while not self._told.is_set():
                asked, wanted = next(turn)
                ended = await ask(
                    where, asked, self.account, wanted=wanted, within=self._within, metadata=self._metadata
                )
                if ended and self._leave:
                    return

    async def leave(self, within: float = 2 * WITHIN) -> Account:
        """Lets each end its last call: the account."""
        self._told.set()
        return await self.gone(within)

    async def gone(self, within: float = 2 * WITHIN) -> Account:
        """Waits until all have left by themselves: the account."""
        async with asyncio.timeout(within):
            await asyncio.gather(*self._tasks)
        return self.account

    async def asked_more(self, count: int, within: float = WITHIN) -> None:
        """Waits until so many more calls were answered."""
        wanted = self.account.answered + count
        async with asyncio.timeout(within):
            while self.account.answered < wanted:  # noqa: ASYNC110  # an event a call would cost more than looking
                await asyncio.sleep(0.02)
