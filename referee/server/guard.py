"""What a server is guarded with: certificates and tokens, read again when their files change, and keys for seals."""

import asyncio
import ssl
from pathlib import Path
from typing import Final

from referee.server import log
from referee.server.settings import Settings, SettingsRefused
from referee.server.tls import CertificateRefused, Certificates
from referee.server.tokens import Tokens, tokens_in
from referee.service import Seals, keys_in

LOOKED_AT: Final = 2.0
"""Seconds between two looks at the files."""


class Guard:
    """The certificates and tokens of a server, None where it has none. Belongs to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """Reads them. Raises SettingsRefused."""
        self.certificates = _certificates(settings)
        self._path = Path(settings.tokens_file) if settings.tokens_file else None
        self._stamp = 0
        self.tokens = None if self._path is None else Tokens(())
        try:
            self._read_tokens()
        except (OSError, ValueError) as fault:
            raise SettingsRefused(f"tokens_file: {_told(fault)}", "tokens_file") from fault
        self._watching: asyncio.Task[None] | None = None

    @property
    def context(self) -> ssl.SSLContext | None:
        """The certificates for the web door."""
        return None if self.certificates is None else self.certificates.context

    def knows(self, authorization: str) -> bool:
        """Whether whoever shows this is no stranger; where no token is asked for, nobody is."""
        return self.tokens is None or self.tokens.know(authorization)

    def watch(self) -> None:
        """Looks at the files from now on."""
        if self.certificates is not None or self.tokens is not None:
            self._watching = asyncio.create_task(self._watch())

    def leave(self) -> None:
        """Looks no more."""
        if self._watching is not None:
            self._watching.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOKED_AT)
            self.look()

    def look(self) -> None:
        """Reads what has changed; what cannot be used is logged, and what was known before stays."""
        if self.certificates is not None:
            self.certificates.refresh()
        try:
            changed = self._read_tokens()
        except (OSError, ValueError) as fault:
            log.tokens_refused(_told(fault))
        else:
            if changed:
                log.tokens_changed(changed)

    def _read_tokens(self) -> int:
        """Reads the tokens if their file has changed, and tells how many there are then; 0 if it has not."""
        if self.tokens is None or self._path is None:
            return 0
        stamp = self._path.stat().st_mtime_ns
        if stamp == self._stamp:
            return 0
        found = tokens_in(self._path.read_text(encoding="utf-8"))
        self.tokens.replace(found)
        self._stamp = stamp
        return len(found)


def seals_of(settings: Settings) -> Seals | None:
    """What signs records, if anything does. Raises SettingsRefused for keys that cannot be used or read."""
    given = [one for one in ("seal_keys", "seal_keys_file") if getattr(settings, one)]
    try:
        keys = keys_in(settings.seal_keys)
        if settings.seal_keys_file:
            keys += keys_in(Path(settings.seal_keys_file).read_text(encoding="utf-8"))
        if keys or settings.seal_keys_file:
            return Seals(keys, required=settings.require_seal)
    except (OSError, ValueError) as fault:
        raise SettingsRefused(f"seal_keys: {_told(fault)}", *given) from fault
    if settings.require_seal:
        told = "seal_keys: seals are required, and there is no key to make them with"
        raise SettingsRefused(told, "seal_keys_file", "seal_keys", "require_seal")
    return None


def _certificates(settings: Settings) -> Certificates | None:
    if not settings.tls_certificate:
        return None
    given = [one for one in ("tls_certificate", "tls_key", "tls_client_ca") if getattr(settings, one)]
    client_ca = Path(settings.tls_client_ca) if settings.tls_client_ca else None
    try:
        return Certificates(Path(settings.tls_certificate), Path(settings.tls_key), client_ca)
    except CertificateRefused as fault:
        raise SettingsRefused(f"tls_certificate: {fault}", *given) from fault


def _told(fault: Exception) -> str:
    return f"{fault.filename}: {fault.strerror}" if isinstance(fault, OSError) else str(fault)
