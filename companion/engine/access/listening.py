"""Where the engine may listen, and with what: loopback in the clear, everything else encrypted."""

from __future__ import annotations

import logging
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.engine.access.address import is_loopback
from companion.engine.access.certificate import Validity, der_of, validity
from companion.support.errors import CompanionError, Failure
from companion.support.trust import fingerprint

logger = logging.getLogger(__name__)

EXPIRES_SOON_S = 14 * 86_400.0
MAX_PEM_BYTES = 1 << 20
INSECURE_WARNING = (
    "--insecure: everything said here, and every device's token, crosses the network in the clear"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen; port 0 is any free one."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    """A certificate with its chain, and its key, both PEM."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Listening:
    """How to listen.

    Attributes:
        files: None for no encryption.
        warning: To be said aloud at the start; empty for none.
    """

    place: Place
    files: CertificateFiles | None = None
    warning: str = ""


def place(text: str) -> Place:
    """Read `HOST:PORT`; an IPv6 address stands in brackets.

    Raises:
        CompanionError: LISTEN_ADDRESS_WRONG.
    """
    host, colon, port = text.strip().rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        colon = ""  # IPv6 without brackets: nobody can say where the port begins
    if not (colon and host and port.isascii() and port.isdigit() and int(port) < 65_536):
        raise CompanionError(Failure.LISTEN_ADDRESS_WRONG, text[:128])
    return Place(host, int(port))


def decide(
    where: Place,
    certificate: Path | None = None,
    key: Path | None = None,
    *,
    insecure: bool = False,
) -> Listening:
    """Decide how to listen; nothing but loopback is left open without being told so in full.

    Raises:
        CompanionError: TLS_REQUIRED, or CERTIFICATE_UNREADABLE when one of the two files is named
            without the other.
    """
    if (certificate is None) != (key is None):
        missing = "--tls-key" if key is None else "--tls-cert"
        raise CompanionError(Failure.CERTIFICATE_UNREADABLE, f"{missing} is missing")
    if certificate is not None and key is not None:
        return Listening(where, CertificateFiles(certificate, key))
    if is_loopback(where.host):
        return Listening(where)
    if insecure:
        return Listening(where, warning=INSECURE_WARNING)
    raise CompanionError(Failure.TLS_REQUIRED, f"{where.host}:{where.port}")


def check_dates(dates: Validity, wall_s: float) -> str:
    """Judge a certificate's dates.

    Returns:
        A warning when it ends soon, else nothing.

    Raises:
        CompanionError: CERTIFICATE_EXPIRED, also for one that is not good yet.
    """
    if wall_s >= dates.ends:
        raise CompanionError(Failure.CERTIFICATE_EXPIRED, f"it ended on {_day(dates.ends)}")
    if wall_s < dates.begins:
        raise CompanionError(Failure.CERTIFICATE_EXPIRED, f"it begins on {_day(dates.begins)}")
    if dates.ends - wall_s < EXPIRES_SOON_S:
        return f"the certificate ends on {_day(dates.ends)}: renew it"
    return ""


def tls_context(files: CertificateFiles, wall_s: float) -> ssl.SSLContext:
    """Load a certificate for a server. Blocks on the disk.

    Args:
        files: Certificate and key.
        wall_s: Seconds since 1970-01-01 UTC.

    Raises:
        CompanionError: CERTIFICATE_UNREADABLE or CERTIFICATE_EXPIRED.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    load(context, files, wall_s)
    return context


def load(context: ssl.SSLContext, files: CertificateFiles, wall_s: float) -> None:
    """Load the files into a context, also one in use: new connections get the renewed certificate.

    Raises:
        CompanionError: See `tls_context`; a context in use goes on with what it had.
    """
    try:
        with files.certificate.open("rb") as file:
            pem = file.read(MAX_PEM_BYTES).decode("ascii", errors="replace")
        dates = validity(pem)
    except OSError as error:
        raise _unreadable(f"{files.certificate.name}: {error.strerror}") from error
    except ValueError as error:
        raise _unreadable(f"{files.certificate.name}: {error}") from error
    logger.info("certificate %s: SHA-256 %s", files.certificate.name, fingerprint(der_of(pem)))
    if warning := check_dates(dates, wall_s):
        logger.warning("%s", warning)
    # A trial first: OpenSSL has already put the new certificate into place when its key turns out
    # not to belong to it.
    for target in (ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), context):
        _load_chain(target, files)


def _load_chain(context: ssl.SSLContext, files: CertificateFiles) -> None:
    try:
        context.load_cert_chain(files.certificate, files.key, password=_no_password)
    except ssl.SSLError as error:
        raise _unreadable(f"{files.key.name}: {error.reason or 'no key of it'}") from error
    except OSError as error:
        raise _unreadable(f"{files.key.name}: {error.strerror}") from error
    except ValueError as error:
        raise _unreadable(f"{files.key.name}: it has a password") from error


def _no_password() -> str:
    """Refuse: OpenSSL would ask on the terminal, and a server has nobody there."""
    raise ValueError("a password is asked for")


def _unreadable(detail: str) -> CompanionError:
    return CompanionError(Failure.CERTIFICATE_UNREADABLE, detail)


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
