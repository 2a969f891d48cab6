"""Whom an encrypted connection believes: known authorities, or one certificate by itself."""

from __future__ import annotations

import functools
import hashlib
import ssl

import certifi


@functools.cache
def trust() -> ssl.SSLContext:
    """The system's authorities and `certifi`'s; the first call takes some 20 ms. Any thread."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def trust_only(certificate: bytes) -> ssl.SSLContext:
    """Nobody but the holder of one certificate, whoever signed it and whatever name it is for.

    Its dates count all the same.

    Args:
        certificate: DER.

    Raises:
        ssl.SSLError: It is none.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # it need not be an authority
    context.load_verify_locations(cadata=certificate)
    return context


def fingerprint(certificate: bytes) -> str:
    """SHA-256 of a DER certificate as people compare it: `AB:12:...`, 32 pairs."""
    return hashlib.sha256(certificate).digest().hex(":").upper()
