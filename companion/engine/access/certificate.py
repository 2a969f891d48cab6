"""The dates of a certificate, read from its DER (RFC 5280, 4.1); the ssl module keeps them back."""

from __future__ import annotations

import re
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime

_SEQUENCE, _VERSION, _UTC_TIME, _GENERALIZED_TIME = 0x30, 0xA0, 0x17, 0x18
_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Validity:
    """When a certificate is good, in seconds since 1970-01-01 UTC."""

    begins: float
    ends: float


def validity(pem: str) -> Validity:
    """Read the dates of the first certificate of a PEM file: the server's own.

    Raises:
        ValueError: There is none, or it is damaged.
    """
    try:
        certificate = _Reader(_Reader(der_of(pem)).take(_SEQUENCE)).take(_SEQUENCE)
        fields = _Reader(certificate)
        if fields.tag() == _VERSION:
            fields.skip()
        for _ in ("serial number", "signature", "issuer"):
            fields.skip()
        dates = _Reader(fields.take(_SEQUENCE))
        return Validity(_time(dates), _time(dates))
    except IndexError as error:
        raise ValueError("a certificate that ends too early") from error


def der_of(pem: str) -> bytes:
    """The first certificate of a PEM file.

    Raises:
        ValueError: There is none, or it is damaged.
    """
    found = _PEM.search(pem)
    if not found:
        raise ValueError("no certificate in it")
    return ssl.PEM_cert_to_DER_cert(found[0])


class _Reader:
    """Walks tag, length and value of DER; past the end is an IndexError."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def tag(self) -> int:
        return self._data[self._at]

    def skip(self) -> bytes:
        """Pass over one value."""
        length, start = self._length()
        self._at = start + length
        if self._at > len(self._data):
            raise IndexError("value")
        return self._data[start : self._at]

    def take(self, tag: int) -> bytes:
        """The value of one tag."""
        if self.tag() != tag:
            raise ValueError("no certificate as RFC 5280 has it")
        return self.skip()

    def _length(self) -> tuple[int, int]:
        first = self._data[self._at + 1]
        if first < 0x80:
            return first, self._at + 2
        start = self._at + 2 + (first & 0x7F)
        return int.from_bytes(self._data[self._at + 2 : start], "big"), start


def _time(dates: _Reader) -> float:
    tag = dates.tag()
    text = dates.skip().decode("ascii")
    if tag == _UTC_TIME:
        text = ("19" if int(text[:2]) >= 50 else "20") + text
    elif tag != _GENERALIZED_TIME:
        raise ValueError("a date of an unknown kind")
    return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC).timestamp()
