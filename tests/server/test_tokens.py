"""Tokens: who is let in, how fast, and that nothing of a secret is told."""

import asyncio
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import grpc.aio
import pytest

from referee.model.refusal import Refused
from referee.server.settings import SettingsRefused
from referee.server.tokens import (
    NotPermitted,
    Token,
    Tokens,
    Unauthenticated,
    new_token,
    tokens_in,
)

from .asking import DETAILS, ask, serving

Code = grpc.StatusCode
SECRET, LINE = new_token("table-1")
OTHER, OTHER_LINE = new_token("table-2")
YESTERDAY = (datetime.now(UTC) - timedelta(days=1)).date().isoformat()
TODAY = datetime.now(UTC).date().isoformat()


def test_a_file_of_tokens_is_read() -> None:
    first, second = tokens_in(
        f"# callers\n{LINE} calls_per_second=2.5 calls_at_once=3 until={TODAY} # one\n\n{OTHER_LINE}\n"
    )
    assert (first.name, first.calls_per_second, first.calls_at_once) == ("table-1", 2.5, 3)
    assert (second.name, second.calls_per_second, second.until) == ("table-2", 0, None)
    assert SECRET not in LINE


MISWRITTEN = [
    ("nobody", "# none\n", "no token"),
    ("a secret instead of its hash", f"table {SECRET}\n", "line 1"),
    ("no name", f"{LINE.split()[1]}\n", "line 1"),
    ("a name in capitals", f"\nTable {LINE.split()[1]}\n", "line 2"),
    ("no such limit", f"{LINE} speed=1\n", "line 1: speed"),
    ("a limit of nothing", f"{LINE} calls_at_once=0\n", "line 1: calls_at_once"),
    ("a limit that is no number", f"{LINE} calls_per_second=nan\n", "line 1: calls_per_second"),
    ("no day", f"{LINE} until=soon\n", "line 1: until"),
    ("twice the same", f"{LINE}\n{LINE}\n", "line 2 repeats"),
]


@pytest.mark.parametrize(("text", "said"), [row[1:] for row in MISWRITTEN], ids=[row[0] for row in MISWRITTEN])
def test_a_file_that_is_wrong_is_refused_without_telling_it(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as found:
        tokens_in(text)
    assert SECRET not in str(found.value)


GIVEN = [
    ("the first", f"Bearer {SECRET}", "table-1"),
    ("in small letters and with spaces", f"bearer  {SECRET} ", "table-1"),
    ("the second", f"Bearer {OTHER}", "table-2"),
    ("none", None, None),
    ("an empty one", "", None),
    ("the word alone", "Bearer", None),
    ("the word and a space", "Bearer ", None),
    ("no word", SECRET, None),
    ("another word", f"Basic {SECRET}", None),
    ("a letter more", f"Bearer {SECRET}x", None),
    ("a letter less", f"Bearer {SECRET[:-1]}", None),
    ("the hash", f"Bearer {LINE.partition(':')[2]}", None),
    ("no text", "Bearer \udcff", None),
]


@pytest.mark.parametrize(("given", "name"), [row[1:] for row in GIVEN], ids=[row[0] for row in GIVEN])
def test_only_a_known_token_is_let_in(given: str | None, name: str | None) -> None:
    tokens = Tokens(tokens_in(f"{LINE}\n{OTHER_LINE}\n"))
    if name is None:
        with pytest.raises(Unauthenticated), tokens.passed(given):
            pass
    else:
        with tokens.passed(given) as found:
            assert found == name


def test_a_token_ends_with_its_last_day() -> None:
    with pytest.raises(NotPermitted), Tokens(tokens_in(f"{LINE} until={YESTERDAY}\n")).passed(f"Bearer {SECRET}"):
        pass
    with Tokens(tokens_in(f"{LINE} until={TODAY}\n")).passed(f"Bearer {SECRET}"):
        pass


def test_so_many_calls_at_once_and_places_are_given_back() -> None:
    tokens = Tokens(tokens_in(f"{LINE} calls_at_once=2\n{OTHER_LINE}\n"))
    with tokens.passed(f"Bearer {SECRET}"), tokens.passed(f"Bearer {SECRET}"):
        with pytest.raises(Refused), tokens.passed(f"Bearer {SECRET}"):
            pass
        with tokens.passed(f"Bearer {OTHER}"):
            pass
    with tokens.passed(f"Bearer {SECRET}"):
        pass


def test_pace_is_kept_and_a_pause_is_not_saved_up_for_ever() -> None:
    now = [0.0]
    tokens = Tokens(tokens_in(f"{LINE} calls_per_second=2\n"), clock=lambda: now[0])

    def let_in() -> bool:
        try:
            with tokens.passed(f"Bearer {SECRET}"):
                return True
        except Refused:
            return False

    assert [let_in() for _ in range(4)] == [True, True, False, False]
    now[0] = 0.5
    assert [let_in() for _ in range(2)] == [True, False]
    now[0] = 1000
    assert [let_in() for _ in range(3)] == [True, True, False]


def test_slow_pace_lets_one_in_at_first() -> None:
    token = Token("x", b"", calls_per_second=0.1)
    assert [token.admit(second) for second in (0.0, 9.0, 10.5)] == [True, False, True]


def test_other_tokens_keep_the_count_of_calls_under_way() -> None:
    tokens = Tokens(tokens_in(f"{LINE} calls_at_once=1\n"))
    with tokens.passed(f"Bearer {SECRET}"):
        tokens.replace(tokens_in(f"{OTHER_LINE}\n{LINE} calls_at_once=1\n"))
        with pytest.raises(Refused), tokens.passed(f"Bearer {SECRET}"):
            pass
    tokens.replace(tokens_in(OTHER_LINE))
    with pytest.raises(Unauthenticated), tokens.passed(f"Bearer {SECRET}"):
        pass


def test_a_server_with_tokens_lets_in_who_brings_one_and_tells_others_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text(f"{LINE}\n{OTHER_LINE} until={YESTERDAY}\n", encoding="utf-8")

    async def case() -> None:
        async with serving(tokens_file=str(path)) as (server, channel):
            said = await ask(channel, "ScoreDeal", b"x", authorization=f"Bearer {SECRET}")
            assert said.code is Code.OK
            for given, code in [
                (None, Code.UNAUTHENTICATED),
                ("Bearer x", Code.UNAUTHENTICATED),
                (f"Bearer {OTHER}", Code.PERMISSION_DENIED),
            ]:
                said = await ask(channel, "ScoreDeal", b"refuse HAND_SIZE 3", authorization=given)
                assert (said.code, said.message) == (code, "this call is not authorised")
                assert b"ErrorInfo" not in said.trailing.get(DETAILS, b"")

            path.write_text(OTHER_LINE, encoding="utf-8")
            os.utime(path, ns=(1, 1))
            server._guard.look()
            said = await ask(channel, "ScoreDeal", b"x", authorization=f"Bearer {SECRET}")
            assert said.code is Code.UNAUTHENTICATED
            assert (await ask(channel, "ScoreDeal", b"x", authorization=f"Bearer {OTHER}")).code is Code.OK

            path.write_text("nonsense", encoding="utf-8")
            server._guard.look()  # is logged, and changes nothing
            assert (await ask(channel, "ScoreDeal", b"x", authorization=f"Bearer {OTHER}")).code is Code.OK

    asyncio.run(case())


@pytest.mark.parametrize("text", [None, "nonsense"])
def test_a_server_does_not_start_without_the_tokens_it_was_told_of(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "tokens"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    async def case() -> None:
        with pytest.raises(SettingsRefused, match="tokens_file"):
            async with serving(tokens_file=str(path)):
                pass

    asyncio.run(case())


@pytest.mark.parametrize("name", ["", "Tables", "a b", "x" * 41, "-x"])
def test_a_token_is_made_only_under_a_good_name(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        new_token(name)
