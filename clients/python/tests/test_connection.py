"""How a server is reached: deadlines, retries, what is sent along, TLS."""

import asyncio
import importlib.metadata
import shutil
import subprocess
import time
from pathlib import Path

import grpc
import pytest
from belote_client import AsyncReferee, DeadlinePassed, Referee, RequestRefused, Tls, Unavailable
from belote_client.connection import OPTIONS, SERVICE_CONFIG, Connection, is_loopback

from .conftest import Connect, Refusal, Serve

SHOWN_TO_NOBODY = "of-mine"
AWAY = Refusal(grpc.StatusCode.UNAVAILABLE)


def test_every_call_has_a_deadline(serve: Serve, connect: Connect) -> None:
    referee = connect(serve(1.5).target, deadline=0.2)
    before = time.monotonic()
    with pytest.raises(DeadlinePassed) as caught:
        referee.list_variants()
    assert time.monotonic() - before < 1.2
    assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_call_may_have_a_deadline_of_its_own(serve: Serve, connect: Connect) -> None:
    server = serve(0.4)
    assert connect(server.target, deadline=0.05).list_variants(deadline=5.0)
    with pytest.raises(DeadlinePassed):
        connect(server.target).list_variants(deadline=0.05)


@pytest.mark.parametrize("seconds", [0, -1.0, float("inf"), float("nan")])
def test_a_deadline_that_is_none_is_refused(connect: Connect, seconds: float) -> None:
    with pytest.raises(ValueError, match="must be more than none, and finite"):
        connect("127.0.0.1:1", deadline=seconds)
    with pytest.raises(ValueError, match="must be more than none, and finite"):
        connect("127.0.0.1:1").list_variants(deadline=seconds)


def test_a_call_is_sent_again_while_the_server_is_away(serve: Serve, connect: Connect) -> None:
    server = serve(AWAY, AWAY, b"")
    assert connect(server.target).list_variants() is not None
    assert len(server.metadata) == 3


def test_a_call_is_sent_four_times_at_most(serve: Serve, connect: Connect) -> None:
    server = serve(AWAY)
    with pytest.raises(Unavailable):
        connect(server.target).list_variants()
    assert len(server.metadata) == 4


def test_retries_end_with_the_deadline(serve: Serve, connect: Connect) -> None:
    server = serve(AWAY, 2.0)
    before = time.monotonic()
    with pytest.raises((DeadlinePassed, Unavailable)):
        connect(server.target).list_variants(deadline=0.4)
    assert time.monotonic() - before < 1.5


def test_a_refused_call_is_not_sent_again(serve: Serve, connect: Connect) -> None:
    server = serve(Refusal(grpc.StatusCode.INVALID_ARGUMENT))
    with pytest.raises(RequestRefused):
        connect(server.target).list_variants()
    assert len(server.metadata) == 1


def test_a_server_that_is_not_there_is_unavailable(connect: Connect) -> None:
    with pytest.raises(Unavailable) as caught:
        connect("127.0.0.1:1").list_variants()
    assert caught.value.code is grpc.StatusCode.UNAVAILABLE


def test_retries_are_those_of_all_languages() -> None:
    shared = Path(__file__).parents[2] / "service_config.json"
    if not shared.is_file():
        pytest.skip("only the project's checkout has the text that all languages share")
    assert shared.read_text(encoding="utf-8") == SERVICE_CONFIG


def test_keepalive_is_on_and_the_callers_options_prevail() -> None:
    connection = Connection("example.org:1", None, 5.0, None, None, [("grpc.keepalive_time_ms", 1)])
    assert {"grpc.keepalive_time_ms", "grpc.service_config"} <= dict(OPTIONS).keys()
    assert dict(connection.channel_options())["grpc.keepalive_time_ms"] == 1


def test_a_call_names_the_client_and_asks_for_its_language(serve: Serve, connect: Connect) -> None:
    server = serve()
    referee = connect(server.target, language="fr", token=SHOWN_TO_NOBODY)
    referee.list_variants()
    referee.list_variants(language="en")
    connect(server.target).list_variants()
    assert [sent.get("accept-language") for sent in server.metadata] == ["fr", "en", None]
    assert [sent.get("authorization") for sent in server.metadata] == ["Bearer of-mine", "Bearer of-mine", None]
    version = importlib.metadata.version("belote-referee-client")
    assert str(server.metadata[0]["user-agent"]).startswith(f"belote-referee-client/{version} ")


PLACES = [
    ("127.0.0.1:15200", True),
    ("127.8.8.8:15200", True),
    ("localhost:15200", True),
    ("localhost", True),
    ("[::1]:15200", True),
    ("::1", True),
    ("dns:///localhost:15200", True),
    ("dns:127.0.0.1:15200", True),
    ("ipv4:127.0.0.1:15200", True),
    ("ipv6:[::1]:15200", True),
    ("unix:socket", True),
    ("unix-abstract:socket", True),
    ("10.0.0.1:15200", False),
    ("referee.example:15200", False),
    ("localhost.example:15200", False),
    ("[2001:db8::1]:15200", False),
    ("ipv4:127.0.0.1:1,10.0.0.1:1", False),
    ("dns://10.0.0.1/localhost:15200", False),
    ("", False),
]


@pytest.mark.parametrize(("place", "here"), PLACES)
def test_what_stays_on_this_machine(place: str, here: bool) -> None:
    assert is_loopback(place) is here


def test_a_token_does_not_travel_unprotected(connect: Connect) -> None:
    with pytest.raises(ValueError, match="use TLS"):
        connect("referee.example:15200", token=SHOWN_TO_NOBODY)
    connect("referee.example:15200", token=SHOWN_TO_NOBODY, tls=Tls())


def test_a_token_is_never_shown(connect: Connect) -> None:
    for token in ("of-mine\n", "of mine", ""):
        with pytest.raises(ValueError, match="the token has") as caught:
            connect("127.0.0.1:1", token=token)
        assert "mine" not in str(caught.value)
    assert "of-mine" not in repr(Referee("127.0.0.1:1", token=SHOWN_TO_NOBODY)) + repr(
        AsyncReferee("x", tls=Tls(), token=SHOWN_TO_NOBODY)
    )


def test_a_referee_closes_when_its_block_ends(target: str) -> None:
    with Referee(target) as referee:
        referee.list_variants()
    with pytest.raises(ValueError, match="closed channel"):
        referee.list_variants()


def test_many_calls_at_once(target: str) -> None:
    async def ask() -> int:
        async with AsyncReferee(target) as referee:
            answers = await asyncio.gather(
                *(referee.judge_trick("ffb_classic", trump="hearts", leader="west", cards="7H") for _ in range(50))
            )
        return len({answer.SerializeToString(deterministic=True) for answer in answers})

    assert asyncio.run(ask()) == 1


def test_a_referee_may_be_made_before_the_loop(target: str) -> None:
    referee = AsyncReferee(target)

    async def ask() -> bool:
        async with referee:
            return bool((await referee.list_variants()).presets)

    assert asyncio.run(ask())


def test_a_cancelled_task_is_cancelled(serve: Serve) -> None:
    async def ask() -> None:
        async with AsyncReferee(serve(1.0).target) as referee:
            task = asyncio.ensure_future(referee.list_variants())
            await asyncio.sleep(0.2)
            task.cancel()
            await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(ask())


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An authority, and what it signed for a server at the loopback address and for a client."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl, which makes the certificates, is not installed")
    folder = tmp_path_factory.mktemp("certificates")

    def run(*words: str) -> None:
        subprocess.run([openssl, *words], cwd=folder, check=True, capture_output=True)

    new = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    run(*new, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority")
    signed = ("-CA", "ca.pem", "-CAkey", "ca.key")
    for name in ("server", "client"):
        alternative = ("-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE")
        run(*new, *signed, *alternative, "-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN={name}")
    return folder


@pytest.mark.parametrize("mutual", [False, True], ids=["server alone", "both sides"])
def test_tls(serve: Serve, connect: Connect, certificates: Path, mutual: bool) -> None:
    def read(name: str) -> bytes:
        return (certificates / name).read_bytes()

    pair = (read("server.key"), read("server.pem"))
    authority = read("ca.pem") if mutual else None
    server = serve(credentials=grpc.ssl_server_credentials([pair], authority, require_client_auth=mutual))
    known = Tls(
        ca=certificates / "ca.pem",
        certificate=certificates / "client.pem" if mutual else None,
        key=str(certificates / "client.key") if mutual else None,
    )
    assert connect(server.target, tls=known, token=SHOWN_TO_NOBODY).list_variants() is not None
    assert server.metadata[0]["authorization"] == "Bearer of-mine"
    with pytest.raises(Unavailable):
        connect(server.target, tls=Tls(ca=certificates / "ca.pem") if mutual else Tls()).list_variants()
    assert len(server.metadata) == 1


def test_a_certificate_comes_with_its_key(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="come together"):
        Tls(certificate="client.pem")
    with pytest.raises(FileNotFoundError):
        Referee("127.0.0.1:1", tls=Tls(ca=tmp_path / "missing.pem"))
