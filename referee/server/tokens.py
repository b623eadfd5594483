"""Who may call: bearer tokens, of which only hashes are kept, each with limits of its own."""

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

from referee.model.refusal import Reason, Refused
from referee.model.text import Text

BEARER: Final = "bearer "
NAME: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")
HASH: Final = re.compile(r"sha256:([0-9a-f]{64})")
TOO_FAST: Final = Text(
    "more calls than this token may make; send this one again after a pause",
    "plus d'appels que ce jeton n'en permet ; renvoyez celui-ci après une pause",
)


class Unauthenticated(Exception):
    """The call brings no token, or none that is known. Which of the two is not told."""


class NotPermitted(Exception):
    """The token is known, and may not be used any more."""


@dataclass(slots=True)
class Token:
    """One caller: its hash, and how much it may ask. The hash needs no salt, since a token is random and long."""

    name: str
    digest: bytes
    calls_per_second: float = 0.0
    """0 sets no limit. So many may also come at once after a pause, a second's worth of them."""
    calls_at_once: int = 0
    """0 sets no limit."""
    until: date | None = None
    """The last day on which it may be used, in UTC."""
    under_way: int = 0
    _left: float = field(default=-1.0, repr=False)
    _seen: float = field(default=0.0, repr=False)

    def admit(self, now: float) -> bool:
        """Whether one more call is within its pace; one that is not costs nothing."""
        if not self.calls_per_second:
            return True
        most = max(1.0, self.calls_per_second)
        gained = (now - self._seen) * self.calls_per_second
        left = most if self._left < 0 else min(most, self._left + gained)
        self._seen = now
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True


class Tokens:
    """The tokens of a server. Belongs to one event loop."""

    def __init__(self, tokens: Sequence[Token], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._tokens = tuple(tokens)
        self._clock = clock

    def replace(self, tokens: Sequence[Token]) -> None:
        """Other tokens from now on; one that stays, under its name and hash, keeps its count of calls under way."""
        known = {(one.name, one.digest): one for one in self._tokens}
        for one in tokens:
            old = known.get((one.name, one.digest))
            if old is not None:
                old.calls_per_second, old.calls_at_once, old.until = one.calls_per_second, one.calls_at_once, one.until
        self._tokens = tuple(known.get((one.name, one.digest), one) for one in tokens)

    @contextmanager
    def passed(self, authorization: str | None) -> Iterator[str]:
        """The name of the caller, for whom a place is held meanwhile.

        Raises Unauthenticated or NotPermitted, and Refused OVERLOADED for a caller beyond its limits.
        """
        token = self._of(authorization)
        if token.until is not None and datetime.now(UTC).date() > token.until:
            raise NotPermitted(token.name)
        if (token.calls_at_once and token.under_way >= token.calls_at_once) or not token.admit(self._clock()):
            raise Refused(Reason.OVERLOADED, TOO_FAST)
        token.under_way += 1
        try:
            yield token.name
        finally:
            token.under_way -= 1

    def know(self, authorization: str) -> bool:
        """Whether that is one of them, be it out of date."""
        try:
            return bool(self._of(authorization))
        except Unauthenticated:
            return False

    def _of(self, authorization: str | None) -> Token:
        given = authorization or ""
        secret = given[len(BEARER) :].strip() if given[: len(BEARER)].lower() == BEARER else ""
        digest = hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
        found: Token | None = None
        for one in self._tokens:  # all of them, so that the time taken does not tell which one is near
            if hmac.compare_digest(one.digest, digest):
                found = one
        if found is None or not secret:
            raise Unauthenticated
        return found


def tokens_in(text: str) -> list[Token]:
    """The tokens of a file: `NAME sha256:HEX`, then limits as `calls_per_second=50`; what follows # is a remark.

    Raises ValueError that names the line, and never repeats what may be a secret.
    """
    found: list[Token] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) < 2 or not NAME.fullmatch(words[0]) or not (hashed := HASH.fullmatch(words[1])):
            raise ValueError(f"line {number} is not NAME sha256:HEX")
        token = Token(words[0], bytes.fromhex(hashed[1]))
        for word in words[2:]:
            _limit(token, word, number)
        if any(one.name == token.name and one.digest == token.digest for one in found):
            raise ValueError(f"line {number} repeats the token {token.name}")
        found.append(token)
    if not found:
        raise ValueError("there is no token in it, so nobody could call")
    return found


def _limit(token: Token, word: str, number: int) -> None:
    name, _, value = word.partition("=")
    try:
        match name:
            case "calls_per_second":
                token.calls_per_second = float(value)
                fits = 0 < token.calls_per_second < 1e9
            case "calls_at_once":
                token.calls_at_once = int(value)
                fits = token.calls_at_once > 0
            case "until":
                token.until = date.fromisoformat(value)
                fits = True
            case _:
                fits = False
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"line {number}: {name} is no limit, or its value none: calls_per_second, calls_at_once, until"
        )


def new_token(name: str) -> tuple[str, str]:
    """A token to hand to a caller, and the line that lets it in. Raises ValueError for a name that will not do."""
    if not NAME.fullmatch(name):
        raise ValueError("a name has up to 40 small letters, digits, and . _ -")
    secret = secrets.token_urlsafe(32)
    return secret, f"{name} sha256:{hashlib.sha256(secret.encode()).hexdigest()}"
