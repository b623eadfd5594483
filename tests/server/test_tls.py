"""TLS: on both doors, with callers' certificates where wanted, and a new certificate without a new start."""

import asyncio
import math
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import grpc.aio
import pytest
import trustme

from referee.server.lifecycle import Server
from referee.server.lifetime import Ending, lifetime_of
from referee.server.settings import Settings, SettingsRefused
from referee.server.tls import CertificateRefused, Certificates

from .asking import ask
from .scripted import Scripted

Code = grpc.StatusCode


class Papers:
    """An authority and what it vouches for, as files."""

    def __init__(self, folder: Path) -> None:
        self.authority = trustme.CA()
        self.folder = folder
        self.ca = folder / "ca.pem"
        self.ca.write_bytes(self.authority.cert_pem.bytes())
        self.certificate, self.key = folder / "server.pem", folder / "server.key"
        self.issue()

    def issue(self, authority: trustme.CA | None = None) -> None:
        """A new certificate in the same files."""
        made = (authority or self.authority).issue_cert("localhost", "127.0.0.1")
        self.certificate.write_bytes(b"".join(one.bytes() for one in made.cert_chain_pems))
        self.key.write_bytes(made.private_key_pem.bytes())

    def of_a_caller(self) -> tuple[bytes, bytes]:
        """A caller's key and certificate."""
        made = self.authority.issue_cert("caller@example.org")
        return made.private_key_pem.bytes(), made.cert_chain_pems[0].bytes()


@pytest.fixture
def papers(tmp_path: Path) -> Papers:
    return Papers(tmp_path)


def settings(papers: Papers, **more: object) -> Settings:
    chosen: dict[str, object] = {"port": 0, "check_interval": 0.0, "tls_certificate": str(papers.certificate)}
    return Settings(**chosen | {"tls_key": str(papers.key)} | more)  # type: ignore[arg-type]  # of many types


async def reached(port: int, credentials: grpc.ChannelCredentials | None) -> Code:
    """What becomes of a call over a connection of its own."""
    target = f"localhost:{port}"
    options = (("grpc.use_local_subchannel_pool", 1),)
    channel = (
        grpc.aio.insecure_channel(target, options)
        if credentials is None
        else grpc.aio.secure_channel(target, credentials, options)
    )
    async with channel:
        return (await ask(channel, "ScoreDeal", b"x", within=3)).code


def test_when_it_ends_follows_the_file(papers: Papers) -> None:
    ends = Ending(papers.certificate, papers.key)
    assert math.isclose(ends(), lifetime_of(papers.certificate, papers.key).until.timestamp())
    first = ends()
    papers.certificate.write_bytes(b"half of it")
    assert ends() == first
    until = datetime.now(UTC) + timedelta(days=3)
    made = papers.authority.issue_cert("localhost", not_after=until)
    papers.key.write_bytes(made.private_key_pem.bytes())
    papers.certificate.write_bytes(b"".join(one.bytes() for one in made.cert_chain_pems))
    assert abs(ends() - until.timestamp()) < 2
    assert math.isnan(Ending(papers.folder / "absent", papers.key)())


def test_only_who_trusts_the_server_and_speaks_tls_reaches_it(papers: Papers) -> None:
    async def case() -> None:
        server = Server(Scripted(), settings(papers))
        port = await server.start()
        try:
            assert await reached(port, grpc.ssl_channel_credentials(papers.ca.read_bytes())) is Code.OK
            assert await reached(port, None) is Code.UNAVAILABLE
            stranger = trustme.CA().cert_pem.bytes()
            assert await reached(port, grpc.ssl_channel_credentials(stranger)) is Code.UNAVAILABLE
        finally:
            await server.cut()

    asyncio.run(case())


def test_callers_show_certificates_where_the_server_asks_for_them(papers: Papers) -> None:
    async def case() -> None:
        server = Server(Scripted(), settings(papers, tls_client_ca=str(papers.ca)))
        port, trusted = await server.start(), papers.ca.read_bytes()
        try:
            assert await reached(port, grpc.ssl_channel_credentials(trusted, *papers.of_a_caller())) is Code.OK
            assert await reached(port, grpc.ssl_channel_credentials(trusted)) is Code.UNAVAILABLE
            stranger = trustme.CA().issue_cert("stranger@example.org")
            shown = stranger.private_key_pem.bytes(), stranger.cert_chain_pems[0].bytes()
            assert await reached(port, grpc.ssl_channel_credentials(trusted, *shown)) is Code.UNAVAILABLE
        finally:
            await server.cut()

    asyncio.run(case())


def test_a_new_certificate_that_was_noticed_before_anybody_called_is_shown_too(papers: Papers) -> None:
    async def case() -> None:
        server = Server(Scripted(), settings(papers))
        port = await server.start()
        try:
            after = trustme.CA()
            papers.issue(after)
            server._guard.look()
            assert await reached(port, grpc.ssl_channel_credentials(after.cert_pem.bytes())) is Code.OK
        finally:
            await server.cut()

    asyncio.run(case())


def test_whom_another_authority_vouches_for_is_let_in_and_nobody_else_any_more(papers: Papers, tmp_path: Path) -> None:
    vouching = {"old": trustme.CA(), "new": trustme.CA()}
    callers = {name: authority.issue_cert("caller@example.org") for name, authority in vouching.items()}
    trusted = tmp_path / "callers.pem"

    async def let_in(port: int, web_port: int, name: str) -> tuple[bool, bool]:
        """Whether the caller is let in by gRPC, and by the web door."""
        shown = callers[name].private_key_pem.bytes(), callers[name].cert_chain_pems[0].bytes()
        code = await reached(port, grpc.ssl_channel_credentials(papers.ca.read_bytes(), *shown))
        context = ssl.create_default_context(cafile=papers.ca)
        callers[name].configure_cert(context)
        try:
            said = await health(web_port, papers.ca, context)
        except (ssl.SSLError, ConnectionError, IndexError):  # closed before it is answered
            said = ""
        return code is Code.OK, said.endswith("200 OK")

    async def case() -> None:
        trusted.write_bytes(vouching["old"].cert_pem.bytes())
        server = Server(Scripted(), settings(papers, web_port=0, tls_client_ca=str(trusted)))
        port = await server.start()
        assert server.web_port is not None
        try:
            assert await let_in(port, server.web_port, "old") == (True, True)
            assert await let_in(port, server.web_port, "new") == (False, False)
            trusted.write_bytes(vouching["new"].cert_pem.bytes())
            server._guard.look()
            assert await let_in(port, server.web_port, "old") == (False, False)
            assert await let_in(port, server.web_port, "new") == (True, True)
        finally:
            await server.cut()

    asyncio.run(case())


async def health(port: int, trusted: Path, context: ssl.SSLContext | None = None) -> str:
    """The first line of the web door's answer."""
    context = context or ssl.create_default_context(cafile=trusted)
    reader, writer = await asyncio.open_connection("localhost", port, ssl=context)
    writer.write(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    answer = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    return answer.decode().splitlines()[0]


def test_a_new_certificate_is_shown_without_a_new_start_on_both_doors(papers: Papers, tmp_path: Path) -> None:
    async def case() -> None:
        server = Server(Scripted(), settings(papers, web_port=0))
        port = await server.start()
        assert server.web_port is not None
        old = papers.ca.read_bytes()
        try:
            assert await health(server.web_port, papers.ca) == "HTTP/1.1 200 OK"
            after = trustme.CA()
            other = tmp_path / "other.pem"
            other.write_bytes(after.cert_pem.bytes())
            papers.issue(after)
            assert await reached(port, grpc.ssl_channel_credentials(other.read_bytes())) is Code.OK
            assert await reached(port, grpc.ssl_channel_credentials(old)) is Code.UNAVAILABLE
            server._guard.look()
            assert await health(server.web_port, other) == "HTTP/1.1 200 OK"
            with pytest.raises(ssl.SSLCertVerificationError):
                await health(server.web_port, papers.ca)

            papers.key.write_bytes(b"half a key")  # as while somebody writes it
            assert await reached(port, grpc.ssl_channel_credentials(other.read_bytes())) is Code.OK
            assert await health(server.web_port, other) == "HTTP/1.1 200 OK"
        finally:
            await server.cut()

    asyncio.run(case())


@pytest.mark.parametrize("fault", ["no file", "no certificate", "another's key", "no authority"])
def test_papers_that_do_not_do_are_refused_at_the_start(papers: Papers, fault: str) -> None:
    client_ca = None
    match fault:
        case "no file":
            papers.certificate.unlink()
        case "no certificate":
            papers.certificate.write_text("nonsense", encoding="utf-8")
        case "another's key":
            papers.key.write_bytes(papers.of_a_caller()[0])
        case _:
            client_ca = papers.folder / "none.pem"
    with pytest.raises(CertificateRefused, match=r"\.pem|\.key"):
        Certificates(papers.certificate, papers.key, client_ca)


REACHABLE = [
    ("an address of its own network", {"host": "0.0.0.0"}, "insecure"),  # noqa: S104  # that is refused here
    ("a name", {"host": "referee.example"}, "insecure"),
    ("all addresses", {"host": "::"}, "insecure"),
    ("half a pair", {"tls_certificate": "x.pem"}, "go together"),
    ("the other half", {"tls_key": "x.key"}, "go together"),
    ("callers' certificates without one's own", {"tls_client_ca": "x.pem"}, "tls_client_ca"),
]


@pytest.mark.parametrize(("chosen", "said"), [row[1:] for row in REACHABLE], ids=[row[0] for row in REACHABLE])
def test_what_would_lie_open_is_refused(chosen: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsRefused, match=said):
        Settings(**chosen)  # type: ignore[arg-type]  # texts here


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_the_loopback_needs_no_papers(host: str) -> None:
    assert Settings(host=host).host == host


def test_what_lies_open_on_purpose_is_let() -> None:
    assert Settings(host="0.0.0.0", insecure=True).insecure  # noqa: S104  # said on purpose


def test_files_that_change_while_they_are_read_wait_for_the_next_look(
    papers: Papers, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates = Certificates(papers.certificate, papers.key)
    before = certificates._parts
    papers.issue()
    with monkeypatch.context() as changing:
        stamps = iter(range(100))
        changing.setattr(Certificates, "_stamped", lambda _: [next(stamps)])
        certificates.refresh()
    assert certificates._parts is before
    certificates.refresh()
    assert certificates._parts[0] == papers.certificate.read_bytes()
    assert certificates._parts[1] == papers.key.read_bytes()
