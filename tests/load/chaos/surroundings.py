"""What a referee stands on and does not control: its log, its certificate's files, the clock, the plugins."""

import asyncio
import os
import socket
import ssl
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

import grpc
import trustme
from cryptography import x509

from referee.server.tokens import new_token
from tests.load.callers import PLAIN, Account, Callers, ask, channel
from tests.load.chaos import Outcome, scenario
from tests.load.chaos.raising import FEATURE, NAME, finished
from tests.load.questions import answer, everyday, faulty
from tests.server.conftest import command
from tests.server.free_ports import free_ports
from tests.server.started import REFEREE, Referee, referee

CALLERS: Final = 8
CALLS: Final = 1500
"""Refused calls, each a line of the log: more than a pipe holds."""


@scenario()
async def log_on_a_full_disk(outcome: Outcome) -> None:
    """Its log cannot be written, as on a full disk: it goes on serving."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:  # noqa: ASYNC230  # a device
        await _logging_to(full, outcome)


@scenario()
async def log_nobody_takes(outcome: Outcome) -> None:
    """Who read its log has gone: it goes on serving."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as pipe:
        os.close(reading)
        await _logging_to(pipe, outcome)


@scenario()
async def log_nobody_reads(outcome: Outcome) -> None:
    """Who should read its log does not, and the pipe is full: it goes on serving."""
    reading, writing = os.pipe()
    with os.fdopen(reading), os.fdopen(writing, "w", encoding="utf-8") as pipe:
        await _logging_to(pipe, outcome)


@scenario()
async def streams_shut(outcome: Outcome) -> None:
    """It was started without standard input, output and error: it serves, and no connection gets what it logs."""
    await _started_with("<&- >&- 2>&-", outcome)


@scenario()
async def streams_full(outcome: Outcome) -> None:
    """Neither output nor error can be written, from the first word on: it serves."""
    await _started_with(">/dev/full 2>&1", outcome)


async def _started_with(streams: str, outcome: Outcome) -> None:
    port = free_ports()
    line, environment = command(REFEREE, {})
    # Nobody hears where it listens, so the port is chosen here.
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(  # noqa: ASYNC220  # it starts at once, and is waited for below
            ["sh", "-c", f'exec "$@" {streams}', "sh", *line, "--port", str(port)], cwd=folder, env=environment
        )
        try:
            await _served(f"127.0.0.1:{port}", outcome)
            outcome.hold(process.poll() is None, "it has ended")
        finally:
            process.terminate()
            status = await asyncio.to_thread(process.wait, 30)
        outcome.hold(status == 0, f"it ended with {status}")


async def _logging_to(stream: IO[str], outcome: Outcome) -> None:
    with referee(stderr=stream) as server:
        await _served(server.target, outcome)
        status = await asyncio.to_thread(server.stop)
        outcome.hold(status == 0, f"it ended with {status}")


async def _served(target: str, outcome: Outcome) -> None:
    """Good calls among so many refused ones that the log runs over."""
    async with channel(target, PLAIN) as where:
        async with asyncio.timeout(30):
            await where.channel_ready()
        refused = [one for one, _ in faulty()]
        for number in range(CALLS):
            await ask(where, refused[number % len(refused)], outcome.account, within=10)
            if number % 10 == 0:
                await ask(where, everyday(), outcome.account, wanted=answer(everyday()), within=10)
            if outcome.account.lost:
                break
    outcome.hold(outcome.account.refused.total() == CALLS, "not all bad calls were refused")
    outcome.nothing_lost()


@scenario()
async def certificates_swapped(outcome: Outcome) -> None:
    """The certificate is replaced ten times under load: no call fails, and new connections see the new one."""
    with tempfile.TemporaryDirectory() as folder:
        papers = Papers(Path(folder))
        with referee(tls_certificate=papers.certificate, tls_key=papers.key) as server:
            target = f"localhost:{server.port}"
            callers = Callers(
                target, [(everyday(), answer(everyday()))], CALLERS, PLAIN, credentials=lambda: papers.trusted
            )
            await callers.asked_more(50)
            newest = Account()
            for _ in range(10):
                papers.issue()
                async with channel(target, PLAIN, papers.trusted) as where:
                    await ask(where, everyday(), newest)
                seen = await asyncio.to_thread(papers.shown, server.port)
                outcome.hold(seen == papers.serial, "a new connection saw an old certificate")
                await callers.asked_more(20)
            outcome.account = await callers.leave()
            outcome.note(f"new connections: {newest.told()}")
            outcome.hold(newest.answered == newest.asked, "a new connection failed")
            outcome.hold(not outcome.account.refused, f"refused as {dict(outcome.account.refused)}")
            outcome.nothing_lost()


class Papers:
    """An authority, and the certificates it issues one after another into the same two files."""

    def __init__(self, folder: Path) -> None:
        self._authority = trustme.CA()
        self.certificate, self.key = folder / "server.pem", folder / "server.key"
        self._authority_file = folder / "ca.pem"
        self._authority.cert_pem.write_to_path(self._authority_file)
        self.trusted = grpc.ssl_channel_credentials(self._authority.cert_pem.bytes())
        self.serial = 0
        self.issue()

    def issue(self) -> None:
        """A new certificate and key, the one file after the other."""
        made = self._authority.issue_cert("localhost")
        self.key.write_bytes(made.private_key_pem.bytes())
        chain = b"".join(one.bytes() for one in made.cert_chain_pems)
        self.certificate.write_bytes(chain)
        self.serial = x509.load_pem_x509_certificate(chain).serial_number

    def shown(self, port: int) -> int:
        """The serial number of the certificate that a new connection is shown."""
        context = ssl.create_default_context(cafile=self._authority_file)
        context.set_alpn_protocols(["h2"])
        with (
            socket.create_connection(("localhost", port), 10) as plain,
            context.wrap_socket(plain, server_hostname="localhost") as secured,
        ):
            shown = secured.getpeercert(binary_form=True)
        assert shown is not None
        return x509.load_der_x509_certificate(shown).serial_number


RAISING: Final = ("-m", "tests.load.chaos.raising")


@scenario()
async def plugin_that_raises(outcome: Outcome) -> None:
    """A plugin raises in every second call: those are refused with its name, and no other is touched."""
    asked, raising = finished(), finished(FEATURE)
    with referee(RAISING) as server:
        callers = Callers(server.target, [(asked, answer(asked))], CALLERS, PLAIN)
        account = Account()
        async with channel(server.target) as where:
            await asyncio.gather(*(ask(where, raising, account) for _ in range(400)))
        outcome.account = await callers.leave()
        outcome.note(f"with it: {account.told()}")
        outcome.hold(dict(account.refused) == {"PLUGIN_FAILED": 400}, "not all were refused with the plugin's name")
        outcome.hold(not outcome.account.refused, f"others were refused: {dict(outcome.account.refused)}")
        outcome.hold(f"plugin={NAME}" in server.said(), "the log does not name the plugin")
        outcome.nothing_lost()


LIBRARY: Final = "libfaketime.so.1"


@scenario("faketime")
async def clock_jumps(outcome: Outcome) -> None:
    """The clock jumps ten years ahead and back under load: deadlines, tokens and their pace go by another clock."""
    with tempfile.TemporaryDirectory() as folder:
        clock, tokens = Path(folder) / "clock", Path(folder) / "tokens"
        clock.write_text("+0\n", encoding="ascii")
        secret, line = new_token("table")
        paced, paced_line = new_token("paced")
        tokens.write_text(f"{line}\n{paced_line} calls_per_second=5\n", encoding="ascii")
        faked = {
            "LD_PRELOAD": _library(),
            "FAKETIME_TIMESTAMP_FILE": str(clock),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        with referee(tokens_file=tokens, beside=faked) as server:
            callers = Callers(
                server.target,
                [(everyday(), answer(everyday()))],
                CALLERS,
                PLAIN,
                metadata=(("authorization", f"Bearer {secret}"),),
                within=10,
            )
            await callers.asked_more(50)
            admitted = []
            for jump in ("+3650d", "-3650d", "+0"):
                clock.write_text(f"{jump}\n", encoding="ascii")
                await callers.asked_more(100)
                admitted.append(await _admitted(server, paced))
            outcome.account = await callers.leave()
            year = str(datetime.now(UTC).year + 10)
            outcome.hold(f"\n{year}-" in f"\n{server.said()}", "the clock did not jump, so this proves nothing")
            outcome.note(f"of 40 calls by a token of 5 a second admitted {admitted}")
            outcome.hold(all(5 <= one < 40 for one in admitted), "the pace of a token goes by the clock on the wall")
            outcome.hold(not outcome.account.refused, f"refused as {dict(outcome.account.refused)}")
            outcome.nothing_lost()
            outcome.hold(await asyncio.to_thread(server.stop) == 0, "it did not end well")


async def _admitted(server: Referee, token: str) -> int:
    """How many of 40 calls at once the token's pace lets in, a pause after the last ones."""
    await asyncio.sleep(1.2)
    account = Account()
    async with channel(server.target) as where:
        told = (("authorization", f"Bearer {token}"),)
        await asyncio.gather(*(ask(where, everyday(), account, metadata=told) for _ in range(40)))
        await ask(where, faulty()[0][0], Account(), metadata=told)  # leaves a line in the log, with the time
    return account.answered


def _library() -> str:
    """Where the library is that fakes the clock."""
    found = [str(one) for one in Path("/usr/lib").glob(f"*/faketime/{LIBRARY}")]
    assert found, f"faketime is here and {LIBRARY} is not"
    return found[0]
