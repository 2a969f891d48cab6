"""Alibaba Cloud's RPC signature, version 1.0: HMAC-SHA1 over the sorted parameters."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping
from urllib.parse import quote


def percent_encoded(text: str) -> str:
    """Encode as UTF-8, leaving RFC 3986's unreserved characters as they are."""
    return quote(text, safe="~")


def canonical(parameters: Mapping[str, str]) -> str:
    """Join encoded parameters, sorted by name."""
    pairs = sorted((percent_encoded(k), percent_encoded(v)) for k, v in parameters.items())
    return "&".join(f"{name}={value}" for name, value in pairs)


def string_to_sign(method: str, parameters: Mapping[str, str]) -> str:
    """What is signed; the parameters are encoded a second time."""
    return f"{method}&%2F&{percent_encoded(canonical(parameters))}"


def signature(method: str, parameters: Mapping[str, str], secret: str) -> str:
    """Sign a request.

    Args:
        method: `GET` or `POST`.
        parameters: All but `Signature`.
        secret: The AccessKey secret.

    Returns:
        Base64, not yet percent-encoded.
    """
    text = string_to_sign(method, parameters).encode()
    # The trailing ampersand is part of the scheme: there is no token secret behind it.
    digest = hmac.new(f"{secret}&".encode(), text, hashlib.sha1).digest()
    return base64.b64encode(digest).decode()
