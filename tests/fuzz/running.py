"""A server with both doors for spoiled requests, which has to end in peace whatever was sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.fuzz.sound import SEAL_KEY
from tests.server.started import Referee
from tests.server.started import referee as started


@contextmanager
def referee(*, sealing: bool = False) -> Iterator[Referee]:
    """Starts one, and sees to it that it ends as it should when it is asked."""
    keys: dict[str, Any] = {"seal_keys": SEAL_KEY.hex()} if sealing else {}
    with started(web_port=0, check_interval=0, grace=5, **keys) as server:
        yield server
        assert server.stop(30) == 0
