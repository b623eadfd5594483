"""One server that the commands of a module may be told to ask."""

from collections.abc import Iterator

import pytest

from referee.cli.own_server import own_server


@pytest.fixture(scope="module")
def target() -> Iterator[str]:
    with own_server() as address:
        yield address
