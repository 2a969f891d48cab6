"""Whom an encrypted connection to a service believes: the system's certificates and `certifi`'s."""

from __future__ import annotations

import functools
import ssl

import certifi


@functools.cache
def trust() -> ssl.SSLContext:
    """Certificates of both; the first call takes some 20 ms. Any thread."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context
