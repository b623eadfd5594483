"""What would hinder a server with these settings, found before it is started; of belote it knows nothing."""

import difflib
import importlib.util
import platform
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Final

from referee import __version__, plugins
from referee.composition import Rulesets
from referee.core import CORE
from referee.model.text import Text
from referee.server.counted import temporary_directory
from referee.server.guard import seals_of
from referee.server.lifetime import Authorities, Lifetime, lifetime_of
from referee.server.ports import PortRefused, address, probe
from referee.server.settings import PREFIX, Settings, SettingsRefused, within_loopback
from referee.server.tls import CertificateRefused
from referee.server.tokens import tokens_in

SOON: Final = timedelta(days=30)
"""What ends within so long is warned of."""
BESIDE: Final = (
    *("REFEREE_LANG", "REFEREE_TEST_", "REFEREE_COMPILE"),
    *("REFEREE_WORKER_", "REFEREE_WEB_WORKER_", "REFEREE_TARGET", "REFEREE_WEB_TARGET"),
)
"""Variables that other commands, balancers, clients, builds and tests read."""
EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "web": ("connectrpc", "httptools", "starlette", "uvicorn"),
    "metrics": ("prometheus_client",),
    "fast": ("uvloop",),
    "tracing": ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"),
}


class State(StrEnum):
    """How it stands."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it stands, and where something should be done, what."""

    state: State
    check: str
    told: Text
    advice: Text | None = None


def ok(check: str, english: str, french: str) -> Finding:
    """Nothing to be done."""
    return Finding(State.OK, check, Text(english, french))


def warning(check: str, told: Text, advice: Text) -> Finding:
    """It would serve, perhaps not as is meant."""
    return Finding(State.WARNING, check, told, advice)


def failed(check: str, told: Text, advice: Text) -> Finding:
    """It would not serve."""
    return Finding(State.FAILED, check, told, advice)


def same(fault: object) -> Text:
    """What a machine says, which is the same in both languages."""
    line = " ".join(str(fault).split())
    return Text(line, line)


def of_build() -> Finding:
    """What would serve."""
    version, french = f"{__version__}, Python {platform.python_version()}", {"pure": "pur", "compiled": "compilé"}
    return ok("referee", f"{version}, {CORE} core", f"{version}, cœur {french[CORE]}")


def of_settings(settings: Settings, environment: Mapping[str, str]) -> Iterator[Finding]:
    """Where it would be reached, and variables that set nothing since their name is none."""
    place = address(settings.host, settings.port)
    yield ok("settings", f"{settings.workers} worker(s) at {place}", f"{settings.workers} processus sur {place}")
    known = {PREFIX + one.name.upper() for one in fields(Settings)}
    for variable in sorted(environment):
        if not variable.startswith(PREFIX) or variable in known or variable.startswith(BESIDE):
            continue
        close = difflib.get_close_matches(variable, known, 1)
        hint = Text(f"rename it to {close[0]}", f"renommez-la {close[0]}") if close else None
        advice = hint or Text("remove it, or see: referee serve --help", "retirez-la, ou voyez : referee serve --help")
        yield warning("settings", Text(f"{variable} is no setting", f"{variable} n'est pas un réglage"), advice)
    if not within_loopback(settings.host):
        if settings.insecure and not settings.tls_certificate:
            yield warning(
                "settings",
                Text(f"{settings.host} is served without TLS", f"{settings.host} est servi sans TLS"),
                Text(
                    "give --tls-certificate and --tls-key, unless a proxy before it has them",
                    "donnez --tls-certificate et --tls-key, sauf si un mandataire s'en charge",
                ),
            )
        if not settings.tokens_file and not settings.tls_client_ca:
            yield warning(
                "settings",
                Text(f"whoever reaches {settings.host} may call", f"quiconque atteint {settings.host} peut appeler"),
                Text(
                    "give --tokens-file or --tls-client-ca, unless that is meant",
                    "donnez --tokens-file ou --tls-client-ca, si ce n'est pas voulu",
                ),
            )
    if settings.metrics_port is not None and not within_loopback(settings.metrics_host):
        yield warning(
            "settings",
            Text(
                f"whoever reaches {settings.metrics_host} may read the metrics",
                f"quiconque atteint {settings.metrics_host} peut lire les mesures",
            ),
            Text("keep that port within your network", "gardez ce port dans votre réseau"),
        )


def of_extras(settings: Settings) -> Iterator[Finding]:
    """Whether what the settings ask for is installed."""
    asked = {
        "web": settings.web_port is not None,
        "metrics": settings.metrics_port is not None,
        "fast": settings.loop == "uvloop",
        "tracing": settings.tracing,
    }
    for extra, modules in EXTRAS.items():
        missing = [one for one in modules if _absent(one)]
        if not missing:
            yield ok("extras", f"{extra} is installed", f"{extra} est installé")
        elif not asked[extra]:
            yield ok("extras", f"{extra} is not installed, nor asked for", f"{extra} n'est ni installé ni demandé")
        else:
            yield failed(
                "extras",
                Text(f"{extra} lacks {', '.join(missing)}", f"il manque à {extra} : {', '.join(missing)}"),
                same(f"in a checkout, pip install '.[{extra}]' ./clients/python"),
            )


def _absent(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is None
    except ModuleNotFoundError:  # nor is there what it would be in
        return True


def of_tracing(settings: Settings, environment: Mapping[str, str]) -> Iterator[Finding]:
    """Whether spans can be sent as the OTEL_ variables say."""
    if not settings.tracing or any(map(_absent, EXTRAS["tracing"])):
        return
    from referee.server import tracing  # noqa: PLC0415  # an extra, for those who trace

    try:
        tracing.exporters(environment)
    except SettingsRefused as fault:
        yield failed("tracing", same(fault), Text("set that variable otherwise", "changez cette variable"))
        return
    where = environment.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") or environment.get("OTEL_EXPORTER_OTLP_ENDPOINT")
    where = where or "localhost"
    yield ok("tracing", f"spans are sent to {where}", f"les traces sont envoyées à {where}")


def of_metrics(settings: Settings) -> Iterator[Finding]:
    """Whether workers have a place to leave what they count, which their supervisor adds up."""
    if settings.metrics_port is None or settings.workers == 1:
        return
    try:
        directory = Path(temporary_directory())
    except SettingsRefused as fault:
        advice = Text(
            "let it write there, or name another directory: TMPDIR", "autorisez-y l'écriture, ou changez TMPDIR"
        )
        yield failed("metrics", same(fault), advice)
        return
    directory.rmdir()
    yield ok("metrics", f"workers count in {directory.parent}", f"les processus comptent dans {directory.parent}")


def of_plugins(settings: Settings) -> tuple[list[Finding], Rulesets | None]:
    """What would be loaded, with its versions, and what would be left out; the rulesets if there are any."""
    try:
        rulesets = plugins.load(settings.block_plugins, lenient=settings.lenient_plugins)
    except plugins.PluginRefused as fault:
        advice = Text(
            "mend or remove it, or leave it out: --block-plugin or --lenient-plugins",
            "corrigez-la ou retirez-la, ou écartez-la : --block-plugin ou --lenient-plugins",
        )
        return [failed("plugins", same(fault), advice)], None
    found = []
    for one in rulesets.features.values():
        told = f"{one.plugin} {one.version}: {one.manifest.id}, revision {one.manifest.revision}"
        french = f"{one.plugin} {one.version} : {one.manifest.id}, révision {one.manifest.revision}"
        found.append(ok("plugins", told, french))
    for name, why in rulesets.quarantined:
        told_why = Text(f"{name} is left out: {why}", f"{name} est écartée : {why}")
        found.append(warning("plugins", told_why, Text("mend it or remove it", "corrigez-la ou retirez-la")))
    for preset, needed in rulesets.waiting.items():
        names = ", ".join(needed)
        told_preset = f"{preset} is not offered, it needs {names}"
        found.append(ok("plugins", told_preset, f"{preset} n'est pas proposé, il lui faut {names}"))
    return found, rulesets


def of_ports(settings: Settings) -> Iterator[Finding]:
    """Whether it could listen where it shall."""
    places = [(settings.host, port) for port in _row(settings, settings.port)]
    if settings.web_port is not None:
        places += [(settings.host, port) for port in _row(settings, settings.web_port)]
    shareable = set(places)
    if settings.metrics_port is not None:
        places.append((settings.metrics_host, settings.metrics_port))
    seen: set[tuple[str, int]] = set()
    for host, port in places:
        place = address(host, port)
        if port and (host, port) in seen:
            yield failed(
                "ports",
                Text(f"{place} is given twice", f"{place} est donné deux fois"),
                Text("choose another port for one of them", "choisissez un autre port pour l'un d'eux"),
            )
            continue
        seen.add((host, port))
        try:
            probe(host, port, shared=settings.shared_port and (host, port) in shareable)
        except PortRefused as fault:
            yield failed(
                "ports",
                same(fault),
                Text(
                    "stop what listens there, perhaps this very referee, or choose another place",
                    "arrêtez ce qui y écoute, peut-être cet arbitre même, ou choisissez un autre endroit",
                ),
            )
        else:
            yield ok("ports", f"{place} is free", f"{place} est libre")


def _row(settings: Settings, first: int) -> Iterable[int]:
    return range(first, first + settings.workers) if settings.ports_apart and first else (first,)


def of_certificates(settings: Settings, now: datetime | None = None) -> Iterator[Finding]:
    """Whether the certificate and its key can be used, and until when; the same of the authorities for callers."""
    if not settings.tls_certificate:
        yield ok("certificate", "none, so no TLS", "aucun, donc pas de TLS")
        return
    now = now or datetime.now(UTC)
    certificate, key = Path(settings.tls_certificate), Path(settings.tls_key)
    advice = Text("give a certificate and its own key, in PEM", "donnez un certificat et sa propre clé, en PEM")
    try:
        yield _lasting("certificate", str(certificate), lifetime_of(certificate, key), now)
        yield from _secret("certificate", key)
    except CertificateRefused as fault:
        yield failed("certificate", same(fault), advice)
    if settings.tls_client_ca:
        try:
            authorities = Authorities(Path(settings.tls_client_ca))
        except CertificateRefused as fault:
            yield failed(
                "client ca",
                same(fault),
                Text("give the authorities' certificates, in PEM", "donnez les certificats des autorités, en PEM"),
            )
        else:
            for name, lifetime in authorities.lifetimes:
                yield _lasting("client ca", name, lifetime, now)


def _lasting(check: str, name: str, life: Lifetime, now: datetime) -> Finding:
    day, renew = f"{life.until:%Y-%m-%d}", Text("have it renewed", "faites-le renouveler")
    if now < life.since:
        begins = f"{life.since:%Y-%m-%d %H:%M}"
        told = Text(f"{name} is good from {begins} on only", f"{name} ne vaut qu'à partir du {begins}")
        return failed(check, told, Text("wait, or set the clock right", "attendez, ou réglez l'horloge"))
    if now >= life.until:
        return failed(check, Text(f"{name} ended on {day}", f"{name} a expiré le {day}"), renew)
    days = (life.until - now).days
    names = f", {', '.join(life.names)}" if life.names else ""
    told = Text(
        f"{name} is good until {day}, {days} days{names}", f"{name} vaut jusqu'au {day}, soit {days} jours{names}"
    )
    return warning(check, told, renew) if life.until - now < SOON else Finding(State.OK, check, told)


def of_tokens(settings: Settings, now: datetime | None = None) -> Iterator[Finding]:
    """Whether callers' tokens can be read, and which of them are over."""
    if not settings.tokens_file:
        yield ok("tokens", "none are asked for", "aucun n'est demandé")
        return
    path = Path(settings.tokens_file)
    try:
        tokens = tokens_in(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        advice = Text("referee token NAME makes a line of it", "referee token NOM en écrit une ligne")
        yield failed("tokens", same(f"{path}: {_why(fault)}"), advice)
        return
    yield ok("tokens", f"{len(tokens)} in {path}", f"{len(tokens)} dans {path}")
    today = (now or datetime.now(UTC)).date()
    for one in tokens:
        if one.until is not None and one.until - today < SOON:
            over = one.until < today
            english = f"{one.name} {'ended' if over else 'ends'} on {one.until}"
            french = f"{one.name} {'a expiré' if over else 'expire'} le {one.until}"
            advice = Text("give its owner another", "donnez-en un autre à son porteur")
            yield warning("tokens", Text(english, french), advice)


def of_seals(settings: Settings) -> Iterator[Finding]:
    """Whether the keys for seals can be used."""
    try:
        seals = seals_of(settings)
    except SettingsRefused as fault:
        advice = Text(
            "give keys in hexadecimal, one a line, of 32 bytes or more: openssl rand -hex 32",
            "donnez des clés en hexadécimal, une par ligne, d'au moins 32 octets : openssl rand -hex 32",
        )
        yield failed("seal keys", same(fault), advice)
        return
    if seals is None:
        yield ok("seal keys", "none, so records are not sealed", "aucune, donc pas de sceau")
        return
    required = settings.require_seal
    english = "good; records without a seal are " + ("refused" if required else "accepted")
    yield ok("seal keys", english, "bonnes ; sans sceau, un relevé est " + ("refusé" if required else "accepté"))
    if settings.seal_keys_file:
        yield from _secret("seal keys", Path(settings.seal_keys_file))


def _secret(check: str, path: Path) -> Iterator[Finding]:
    if path.stat().st_mode & stat.S_IROTH:
        told = Text(
            f"{path} can be read by everybody on this machine", f"{path} est lisible par tous sur cette machine"
        )
        yield warning(check, told, same(f"chmod o-r {path}"))


def _why(fault: Exception) -> str:
    return (fault.strerror or type(fault).__name__) if isinstance(fault, OSError) else str(fault)
