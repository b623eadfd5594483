"""Certificates of a server, read again when their files change, for both of its doors."""

import ssl
from collections.abc import Sequence
from pathlib import Path

import grpc

from referee.server import log


class CertificateRefused(ValueError):
    """A certificate or key that cannot be used; the message is one line that names the file."""


class Certificates:
    """A server's certificate and key, and whom it trusts to vouch for callers. Files in PEM."""

    def __init__(self, certificate: Path, key: Path, client_ca: Path | None = None) -> None:
        """Reads them. Raises CertificateRefused."""
        self._certificate, self._key, self._client_ca = certificate, key, client_ca
        self._stamp: Sequence[object] = ()
        self._parts: tuple[bytes, bytes, bytes | None] = (b"", b"", None)
        self._given: tuple[bytes, bytes, bytes | None] = self._parts
        self.context = self._empty()
        self._newest = self.context
        # A context forgets nobody whom it has trusted, so each reading has one of its own, chosen at each handshake.
        self.context.sni_callback = self._choose
        self._read()

    def _empty(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if self._client_ca is not None:
            context.verify_mode = ssl.CERT_REQUIRED
            # A session that is resumed shows no certificate again.
            context.num_tickets = 0
            context.options |= ssl.OP_NO_TICKET
        return context

    def _choose(self, connection: ssl.SSLObject | ssl.SSLSocket, name: str | None, context: ssl.SSLContext) -> None:
        del name, context
        connection.context = self._newest

    def credentials(self) -> grpc.ServerCredentials:
        """The same for gRPC, which asks again at each handshake."""
        return grpc.dynamic_ssl_server_credentials(
            self._for_grpc(),
            self._asked_again,  # type: ignore[arg-type]  # None says that nothing has changed
            require_client_authentication=self._client_ca is not None,
        )

    def refresh(self) -> None:
        """Reads the files again if they have changed; what cannot be used is logged, and the old ones stay."""
        try:
            if self._stamped() != self._stamp:
                self._read()
                log.certificate_changed()
        except (CertificateRefused, OSError) as fault:
            log.certificate_refused(fault)

    def _asked_again(self) -> grpc.ServerCertificateConfiguration | None:
        # Not what this look changes: another one may have come first.
        self.refresh()
        return None if self._parts is self._given else self._for_grpc()

    def _for_grpc(self) -> grpc.ServerCertificateConfiguration:
        self._given = self._parts
        certificate, key, client_ca = self._parts
        return grpc.ssl_server_certificate_configuration([(key, certificate)], root_certificates=client_ca)

    def _stamped(self) -> Sequence[object]:
        files = [one for one in (self._certificate, self._key, self._client_ca) if one is not None]
        return [(one.stat().st_mtime_ns, one.stat().st_size, one.stat().st_ino) for one in files]

    def _read(self) -> None:
        try:
            stamp = self._stamped()
            parts = (
                self._certificate.read_bytes(),
                self._key.read_bytes(),
                None if self._client_ca is None else self._client_ca.read_bytes(),
            )
            # Half of a new pair must not spoil the one in use.
            newest = self._empty()
            newest.load_cert_chain(self._certificate, self._key)
            if self._client_ca is not None:
                newest.load_verify_locations(self._client_ca)
            if self._stamped() != stamp:
                raise CertificateRefused(f"{self._certificate} and {self._key} change while they are read")
        except ssl.SSLError as fault:
            raise CertificateRefused(
                f"{self._certificate} and {self._key} do not go together: {fault.reason}"
            ) from fault
        except OSError as fault:
            raise CertificateRefused(f"{fault.filename or self._certificate}: {fault.strerror}") from fault
        self._stamp, self._parts, self._newest = stamp, parts, newest
