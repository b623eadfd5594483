"""Until when certificates are good."""

import contextlib
import math
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from referee.server.tls import CertificateRefused

NO_CHECK_TIME: Final = ssl.VerifyFlags(0x200000)
"""X509_V_FLAG_NO_CHECK_TIME, which the standard library does not name: the dates are asked for, not judged."""
HALVES: Final = 4
"""Times that both ends speak until a handshake is over, and one more."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """From when until when a certificate is good, and of what hosts."""

    since: datetime
    until: datetime
    names: tuple[str, ...] = ()


def lifetime_of(certificate: Path, key: Path) -> Lifetime:
    """How long a server may show this certificate, told by a handshake with itself. Raises CertificateRefused."""
    server, caller = _pair_read(certificate, key), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    caller.check_hostname = False
    caller.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | NO_CHECK_TIME
    try:
        caller.load_verify_locations(certificate)  # it vouches for itself here
        return _lifetime(_shown(server, caller))
    except ssl.SSLError as fault:
        raise CertificateRefused(f"{certificate} is no certificate for a server: {_reason(fault)}") from fault


class Ending:
    """When a certificate ends that may be replaced meanwhile, in seconds since 1970; NaN while it cannot be told."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self._certificate, self._key = certificate, key
        self._stamp: object = None
        self._ends = math.nan

    def __call__(self) -> float:
        """As it is now; read again only where the file has changed."""
        try:
            stamp = self._certificate.stat().st_mtime_ns
            if stamp != self._stamp:
                self._ends, self._stamp = lifetime_of(self._certificate, self._key).until.timestamp(), stamp
        except (CertificateRefused, OSError):  # half of a new pair; the old one serves
            return self._ends
        return self._ends


class Authorities:
    """Those who vouch for callers."""

    def __init__(self, file: Path) -> None:
        """Reads their certificates. Raises CertificateRefused."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_verify_locations(file)
        except ssl.SSLError as fault:
            raise CertificateRefused(f"{file} holds no certificate: {_reason(fault)}") from fault
        except OSError as fault:
            raise CertificateRefused(f"{file}: {fault.strerror}") from fault
        found = context.get_ca_certs()
        if not found:
            raise CertificateRefused(f"{file} holds no certificate of an authority")
        self.lifetimes = [(_subject(one), _lifetime(one)) for one in found]
        """The name and lifetime of each."""


def _pair_read(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        for one in (certificate, key):
            one.read_bytes()  # what cannot be read is told by its name
        context.load_cert_chain(certificate, key)
    except ssl.SSLError as fault:
        raise CertificateRefused(f"{certificate} and {key} do not go together: {_reason(fault)}") from fault
    except OSError as fault:
        raise CertificateRefused(f"{fault.filename or certificate}: {fault.strerror}") from fault
    return context


def _shown(server: ssl.SSLContext, caller: ssl.SSLContext) -> Mapping[str, Any]:
    """What a caller sees of a server's certificate, with no network between them."""
    to_server, to_caller = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = caller.wrap_bio(to_caller, to_server), server.wrap_bio(to_server, to_caller, server_side=True)
    for _ in range(HALVES):
        for end in ends:
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
    return ends[0].getpeercert() or {}


def _lifetime(shown: Mapping[str, Any]) -> Lifetime:
    names = tuple(name for _, name in shown.get("subjectAltName", ()))
    since, until = (ssl.cert_time_to_seconds(shown[one]) for one in ("notBefore", "notAfter"))
    return Lifetime(datetime.fromtimestamp(since, UTC), datetime.fromtimestamp(until, UTC), names)


def _subject(shown: Mapping[str, Any]) -> str:
    return ", ".join(value for part in shown.get("subject", ()) for _, value in part)


def _reason(fault: ssl.SSLError) -> str:
    return getattr(fault, "verify_message", "") or fault.reason or str(fault)
