"""The manifests render, Kubernetes takes them, they hold together, and a server set like them answers the probes."""

import asyncio
import ssl
import subprocess
from itertools import chain
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import grpc
import pytest
import trustme
import yaml
from belote.referee.v1 import card_pb2, referee_service_pb2, ruleset_pb2
from grpc_health.v1 import health_pb2  # type: ignore[import-untyped]  # the distribution does not bring its types

from referee.server.lifecycle import RESTLESS
from referee.server.settings import PREFIX, Settings
from referee.server.tokens import new_token
from tests.server.asking import Said, ask, raw
from tests.server.conftest import REAL, ROOT, Launch, Running, launch
from tests.server.waiting import until

from .conftest import Needed
from .workers import SHORT, SHORT_REQUEST

pytestmark = pytest.mark.deploy

Manifest = dict[str, Any]

MANIFESTS: Final = ROOT / "deploy" / "kubernetes"
KINDS: Final = ("base", "secured")
TO_END: Final = 5
"""Seconds a process needs to end beside what it waits for."""

__all__ = ["launch"]  # the fixture of the server's own tests

every_kind = pytest.mark.parametrize("kind", KINDS)


def rendered(kubectl: str, kind: str) -> str:
    done = subprocess.run(
        [kubectl, "kustomize", str(MANIFESTS / kind)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def manifests(text: str) -> list[Manifest]:
    return [one for one in yaml.safe_load_all(text) if one]


def one_of(kind: str, found: list[Manifest]) -> Manifest:
    (manifest,) = [one for one in found if one["kind"] == kind]
    return manifest


def pod_of(found: list[Manifest]) -> Manifest:
    pod: Manifest = one_of("Deployment", found)["spec"]["template"]
    return pod


def container_of(found: list[Manifest]) -> Manifest:
    (container,) = pod_of(found)["spec"]["containers"]
    return dict(container)


def environment(found: list[Manifest]) -> dict[str, str]:
    return {one["name"]: one["value"] for one in container_of(found)["env"]}


@pytest.fixture(params=KINDS)
def deployed(request: pytest.FixtureRequest, needed: Needed) -> list[Manifest]:
    """What would be sent to Kubernetes."""
    return manifests(rendered(needed("kubectl"), request.param))


@every_kind
def test_every_manifest_is_what_kubernetes_takes(kind: str, needed: Needed, tmp_path: Path) -> None:
    validate, text = needed("kubernetes-validate"), rendered(needed("kubectl"), kind)

    def validated(what: str, version: str) -> int:
        path = tmp_path / "manifests.yaml"
        path.write_text(what, encoding="utf-8")
        line = [validate, "--strict", "--kubernetes-version", version, str(path)]
        return subprocess.run(line, capture_output=True, timeout=120, check=False).returncode

    for version in ("1.27", "1.37"):  # gRPC probes are for everybody since the first
        assert validated(text, version) == 0
    assert validated(text.replace("periodSeconds", "periodInSeconds"), "1.37") != 0


def test_every_variable_is_a_setting_and_its_value_is_taken(deployed: list[Manifest]) -> None:
    given = environment(deployed)
    assert {one.removeprefix(PREFIX).lower() for one in given} <= set(Settings.__dataclass_fields__)
    settings = Settings.read(given)
    assert settings.host == "0.0.0.0"  # noqa: S104  # callers are other pods
    assert settings.insecure is not bool(settings.tls_certificate)
    ports = {one["name"]: one["containerPort"] for one in container_of(deployed)["ports"]}
    assert ports == {"grpc": settings.port, "web": settings.web_port, "metrics": settings.metrics_port}


def test_kubernetes_waits_as_long_as_the_server_takes_to_end(deployed: list[Manifest]) -> None:
    settings, pod = Settings.read(environment(deployed)), pod_of(deployed)["spec"]
    least = settings.check_interval + settings.grace + RESTLESS + TO_END
    assert pod["terminationGracePeriodSeconds"] >= least
    ready = container_of(deployed)["readinessProbe"]
    assert settings.check_interval >= ready["periodSeconds"] * ready["failureThreshold"]


def test_a_pod_is_given_no_more_than_it_needs(deployed: list[Manifest]) -> None:
    pod, container = pod_of(deployed)["spec"], container_of(deployed)
    assert pod["enableServiceLinks"] is False  # REFEREE_PORT would come from Kubernetes
    assert pod["automountServiceAccountToken"] is False
    assert one_of("ServiceAccount", deployed)["metadata"]["name"] == pod["serviceAccountName"]
    assert one_of("ServiceAccount", deployed)["automountServiceAccountToken"] is False
    # What the Pod Security Standard called restricted asks for, and a read-only root.
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
        "readOnlyRootFilesystem": True,
    }
    assert all(volume.keys() == {"name", "secret"} for volume in pod.get("volumes", ()))
    settings, memory = Settings.read(environment(deployed)), container["resources"]["limits"]["memory"]
    assert memory.endswith("Gi")
    assert settings.max_calls * settings.max_request_bytes * 5 <= int(memory.removesuffix("Gi")) * 2**30


def test_whoever_selects_pods_selects_these(deployed: list[Manifest]) -> None:
    labels = pod_of(deployed)["metadata"]["labels"]
    assert labels
    selectors = [one["spec"]["selector"] for one in deployed if one["kind"] == "Service"]
    selectors += [
        one_of(kind, deployed)["spec"]["selector"]["matchLabels"] for kind in ("Deployment", "PodDisruptionBudget")
    ]
    selectors += [one_of("NetworkPolicy", deployed)["spec"]["podSelector"]["matchLabels"]]
    selectors += [one["labelSelector"]["matchLabels"] for one in pod_of(deployed)["spec"]["topologySpreadConstraints"]]
    assert len(selectors) == 7  # two services, the three above, two spreads
    assert all(selector == labels for selector in selectors)
    ports = {one["name"] for one in container_of(deployed)["ports"]}
    services = [one["spec"]["ports"] for one in deployed if one["kind"] == "Service"]
    assert {one["targetPort"] for one in chain(*services)} <= ports
    rules = one_of("NetworkPolicy", deployed)["spec"]["ingress"]
    assert {port["port"] for rule in rules for port in rule["ports"]} == ports
    assert one_of("HorizontalPodAutoscaler", deployed)["spec"]["scaleTargetRef"]["name"] == "referee"
    assert "replicas" not in one_of("Deployment", deployed)["spec"]  # each `apply` would undo the autoscaler's work


def mounted(folder: Path, files: dict[str, str]) -> None:
    """Files as Kubernetes mounts a secret: links to a folder that is exchanged as a whole."""
    folder.mkdir()
    exchange(folder, files)
    for name in files:
        (folder / name).symlink_to(f"..data/{name}")


def exchange(folder: Path, files: dict[str, str]) -> None:
    """Other contents of a mounted secret."""
    version = folder / f"..{len(list(folder.iterdir()))}"
    version.mkdir()
    for name, text in files.items():
        (version / name).write_text(text, encoding="utf-8")
    (folder / "..data_tmp").symlink_to(version.name)
    (folder / "..data_tmp").rename(folder / "..data")


def started(launch: Launch, found: list[Manifest], **instead: str) -> Running:
    """A server with the settings of a pod, on free ports of this machine alone."""
    settings = {name.removeprefix(PREFIX).lower(): value for name, value in environment(found).items()}
    own = {"host": "127.0.0.1", "port": "0", "web_port": "0", "metrics_port": "0", "metrics_host": "127.0.0.1"}
    return launch(REAL, **settings | own | instead)


def line_of(running: Running, beginning: str) -> str:
    """The rest of the next line on standard output, which begins so."""
    assert running.process.stdout
    line = running.process.stdout.readline()
    assert line.startswith(beginning), line
    return line.removeprefix(beginning).strip()


def test_a_pod_answers_its_probes(launch: Launch, needed: Needed) -> None:
    found = manifests(rendered(needed("kubectl"), "base"))
    container = container_of(found)
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[probe]["grpc"] == {"port": Settings.read(environment(found)).port}

    async def asked(target: str) -> Any:
        async with grpc.aio.insecure_channel(target) as channel:
            call = raw(channel, "/grpc.health.v1.Health/Check")
            return health_pb2.HealthCheckResponse.FromString(await call(b"", timeout=10))

    running = started(launch, found)
    assert asyncio.run(asked(running.target)).status == health_pb2.HealthCheckResponse.SERVING


def test_a_secured_pod_answers_its_probes_and_reads_new_secrets(launch: Launch, needed: Needed, tmp_path: Path) -> None:
    found = manifests(rendered(needed("kubectl"), "secured"))
    container, pod = container_of(found), pod_of(found)["spec"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[probe]["httpGet"] == {"path": "/healthz", "port": "web", "scheme": "HTTPS"}
        assert "grpc" not in container[probe]
    mounts = {one["name"]: one["mountPath"] for one in container["volumeMounts"]}
    assert mounts.keys() == {one["name"] for one in pod["volumes"]}

    authority = trustme.CA()
    made = authority.issue_cert("localhost")
    (first, line), (second, other) = new_token("table"), new_token("table")
    secrets = {
        "tls": {
            "tls.crt": b"".join(one.bytes() for one in made.cert_chain_pems).decode(),
            "tls.key": made.private_key_pem.bytes().decode(),
        },
        "tokens": {"tokens": line + "\n"},
        "seals": {"keys": "5ea1" * 16 + "\n"},
    }
    moved = {}
    for name, files in secrets.items():
        mounted(tmp_path / name, files)
        for variable, value in environment(found).items():
            if value.startswith(mounts[name] + "/"):
                moved[variable.removeprefix(PREFIX).lower()] = value.replace(mounts[name], str(tmp_path / name))
    assert len(moved) == 4  # certificate, key, tokens, seal keys
    running = started(launch, found, **moved)

    # As Kubernetes asks: the certificate is not looked at.
    door = line_of(running, "web door on ")
    blind = ssl.create_default_context()
    blind.check_hostname, blind.verify_mode = False, ssl.CERT_NONE
    with urlopen(f"{door}/healthz", timeout=10, context=blind) as answer:  # noqa: S310  # a port of this machine
        assert answer.status == 200

    trusted = grpc.ssl_channel_credentials(authority.cert_pem.bytes())

    def asked(token: str | None, rpc: str = SHORT, request: bytes = SHORT_REQUEST) -> Said:
        async def once() -> Said:
            async with grpc.aio.secure_channel(f"localhost:{running.port}", trusted) as channel:
                return await ask(channel, rpc, request, authorization=None if token is None else f"Bearer {token}")

        return asyncio.run(once())

    assert asked(None).code is grpc.StatusCode.UNAUTHENTICATED
    dealt = referee_service_pb2.DealCardsRequest(
        ruleset=ruleset_pb2.Ruleset(preset="ffb_classic"), dealer=card_pb2.SEAT_SOUTH
    )
    answer = asked(first, "DealCards", dealt.SerializeToString()).answer
    assert referee_service_pb2.DealCardsResponse.FromString(answer).deal.seal

    exchange(tmp_path / "tokens", {"tokens": other + "\n"})
    until(lambda: asked(second).code is grpc.StatusCode.OK, "the new token lets its bearer in")
    assert asked(first).code is grpc.StatusCode.UNAUTHENTICATED


def test_the_readme_makes_the_secrets_that_are_mounted(deployed: list[Manifest]) -> None:
    written = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")
    for volume in pod_of(deployed)["spec"].get("volumes", ()):
        assert f" {volume['secret']['secretName']} " in written


def test_every_manifest_is_rendered(deployed: list[Manifest]) -> None:
    files = [one for path in sorted((MANIFESTS / "base").glob("*.yaml")) for one in manifests(path.read_text("utf-8"))]
    written = {(one["kind"], one["metadata"]["name"]) for one in files if one["kind"] != "Kustomization"}
    assert {(one["kind"], one["metadata"]["name"]) for one in deployed} == written
