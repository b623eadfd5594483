"""What the system tells of processes, and how tests that start them find ports and wait."""

import os
import socket

import pytest

from .free_ports import free_ports
from .processes import FAMILIES_ARE_TOLD, alive, environment_of, together
from .waiting import TooLate, until

NOBODY = 2**22 + 1
"""No process has this number: it is beyond the largest."""

told = pytest.mark.skipif(not FAMILIES_ARE_TOLD, reason="this system tells nothing of its processes")


@told
def test_a_process_is_known_and_one_that_is_none_adds_nothing() -> None:
    own = os.getpid()
    assert environment_of(own).get("PATH") == os.environ.get("PATH")
    assert alive(own) and not alive(NOBODY)
    found = together([own, NOBODY])
    assert found.memory > 2**20 and found.files >= 3 and found.threads >= 1


def test_a_port_that_is_taken_is_passed_over() -> None:
    first = free_ports(2)
    with socket.socket() as one:
        one.bind(("127.0.0.1", first + 1))
        assert free_ports(2) != first


def test_waiting_ends_with_what_did_not_happen() -> None:
    turns = iter((False, True))
    until(lambda: next(turns), "it holds the second time")
    with pytest.raises(TooLate, match="never"):
        until(lambda: False, "never", within=0)
