"""The certificate a server shows, for a player to compare with its owner before trusting it."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit

from companion.client.reach import why_unreachable
from companion.support.errors import CompanionError
from companion.support.trust import fingerprint

LOOK_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class OfferedCertificate:
    """What a server showed; nobody has judged it.

    Attributes:
        server: Id of the server.
        der: The certificate.
    """

    server: str
    der: bytes

    @property
    def fingerprint(self) -> str:
        """What is compared."""
        return fingerprint(self.der)


def look(server: str, url: str) -> OfferedCertificate:
    """Have a server show its certificate, and say nothing to it. Blocks on the network.

    Raises:
        CompanionError: Why it did not.
    """
    parts = urlsplit(url)
    place = (str(parts.hostname), parts.port or 443)
    try:
        pem = ssl.get_server_certificate(place, timeout=LOOK_TIMEOUT_S)
    except OSError as error:
        raise CompanionError(why_unreachable(error)) from error
    return OfferedCertificate(server, ssl.PEM_cert_to_DER_cert(pem))
