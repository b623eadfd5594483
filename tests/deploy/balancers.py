"""HAProxy and Envoy with the files of `deploy/`, before workers on free ports."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final
from urllib.request import urlopen

from tests.server.conftest import ROOT
from tests.server.free_ports import free_ports
from tests.server.waiting import until

from .workers import Workers

HAPROXY_FILE: Final = ROOT / "deploy" / "haproxy" / "haproxy.cfg"
ENVOY_FILE: Final = ROOT / "deploy" / "envoy" / "envoy.yaml"


def program(name: str) -> str | None:
    """Where a program is: beside this Python, where pip puts Envoy, or wherever the system finds it."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.is_file() else shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")


@dataclass
class Balancer:
    """A running balancer."""

    process: subprocess.Popen[bytes]
    port: int
    status: Callable[[], dict[int, tuple[bool, int]]]
    """For each worker whether calls are sent to it, and how many are under way there."""

    @property
    def target(self) -> str:
        """Where to ask."""
        return f"127.0.0.1:{self.port}"

    def serves(self, *numbers: int) -> bool:
        """Whether these workers get calls, and no others."""
        return {number for number, (up, _) in self.status().items() if up} == set(numbers)

    def under_way(self, number: int) -> int:
        """How many calls a worker has."""
        return self.status()[number][1]


Balancing = Callable[[Workers], AbstractContextManager[Balancer]]


@contextmanager
def _running(line: list[str], environment: Mapping[str, str], log: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(line, env=dict(environment), stdout=log, stderr=subprocess.STDOUT)
    try:
        yield process
    finally:
        process.kill()
        process.wait(10)


def _fetched(address: str) -> str:
    with urlopen(address, timeout=5) as answer:  # noqa: S310  # a port of this machine
        text: str = answer.read().decode()
    return text


def _answers(balancer: Balancer, log: IO[bytes], count: int) -> None:
    """Returns once it sends calls to all workers."""

    def ready() -> bool:
        if balancer.process.poll() is not None:
            log.seek(0)
            raise AssertionError(log.read().decode())
        try:
            return balancer.serves(*range(count))
        except (OSError, KeyError):
            return False

    until(ready, "the balancer sends calls to all workers")


def haproxy_environment(row: Workers, door: int, status: int) -> dict[str, str]:
    """The variables of the file of HAProxy."""
    found = {"BALANCER_DOOR": f"127.0.0.1:{door}", "BALANCER_STATUS": f"127.0.0.1:{status}"}
    for number, (port, web_port) in enumerate(zip(row.ports, row.web_ports, strict=True), 1):
        found[f"REFEREE_WORKER_{number}"] = f"127.0.0.1:{port}"
        found[f"REFEREE_WEB_WORKER_{number}"] = f"127.0.0.1:{web_port}"
    return found


@contextmanager
def haproxy(row: Workers, **variables: str) -> Iterator[Balancer]:
    """HAProxy before a row of workers, once it sends calls to all of them."""
    where = program("haproxy")
    assert where
    door = free_ports(2)
    environment = os.environ | haproxy_environment(row, door, door + 1) | variables

    def status() -> dict[int, tuple[bool, int]]:
        rows = csv.DictReader(_fetched(f"http://127.0.0.1:{door + 1}/status;csv").splitlines())
        return {
            int(one["svname"].removeprefix("worker_")) - 1: (one["status"].startswith("UP"), int(one["scur"]))
            for one in rows
            if one["# pxname"] == "grpc_workers"
            and one["svname"] != "BACKEND"
            # Up by courtesy, before its first check has been answered, is not up.
            and one["check_status"] not in ("INI", "* INI")
        }

    with (
        tempfile.TemporaryFile() as log,
        _running([where, "-db", "-f", str(HAPROXY_FILE)], environment, log) as process,
    ):
        balancer = Balancer(process, door, status)
        _answers(balancer, log, len(row.ports))
        yield balancer


def envoy_settings(row: Workers, door: int, status: int) -> str:
    """The file of Envoy with other ports in the place of its own."""
    ports = {15100: door, 15190: status}
    ports |= {15200 + number: port for number, port in enumerate(row.ports)}
    ports |= {15280 + number: port for number, port in enumerate(row.web_ports)}
    text, count = re.subn(
        r"(?<=port_value: )\d+", lambda found: str(ports[int(found[0])]), ENVOY_FILE.read_text(encoding="utf-8")
    )
    assert count == len(ports)
    return text


@contextmanager
def envoy(row: Workers) -> Iterator[Balancer]:
    """Envoy before a row of workers, once it sends calls to all of them."""
    where = program("envoy")
    assert where
    door = free_ports(2)
    numbers = {port: number for number, port in enumerate(row.ports)}

    def status() -> dict[int, tuple[bool, int]]:
        listed = json.loads(_fetched(f"http://127.0.0.1:{door + 1}/clusters?format=json"))
        hosts = next(one["host_statuses"] for one in listed["cluster_statuses"] if one["name"] == "grpc_workers")
        found = {}
        for host in hosts:
            bad = [name for name, value in host["health_status"].items() if name != "eds_health_status" and value]
            active = next(one.get("value", "0") for one in host["stats"] if one["name"] == "rq_active")
            found[numbers[host["address"]["socket_address"]["port_value"]]] = (not bad, int(active))
        return found

    # The options of one that has no other Envoy beside it to hand its work to.
    line = [where, "--config-yaml", envoy_settings(row, door, door + 1)]
    line += ["--disable-hot-restart", "--use-dynamic-base-id", "--concurrency", "1", "--log-level", "warning"]
    with tempfile.TemporaryFile() as log, _running(line, os.environ, log) as process:
        balancer = Balancer(process, door, status)
        _answers(balancer, log, len(row.ports))
        yield balancer
