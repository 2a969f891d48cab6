"""Why a server could not be reached, each cause by its own name. Pure."""

from __future__ import annotations

import socket
import ssl

from websockets.exceptions import (
    InvalidHandshake,
    InvalidMessage,
    InvalidProxy,
    InvalidStatus,
    InvalidURI,
    ProxyError,
)

from companion.support.errors import Failure

UNREACHABLE = frozenset(
    {
        Failure.SERVER_NAME_UNKNOWN,
        Failure.SERVER_REFUSED,
        Failure.SERVER_SILENT,
        Failure.NOT_A_COMPANION,
        Failure.CAPTIVE_PORTAL,
        Failure.PROXY_FAILED,
        Failure.CLOCK_WRONG,
        Failure.CERTIFICATE_UNTRUSTED,
        Failure.CERTIFICATE_CHANGED,
    }
)
_NOT_YET_VALID, _EXPIRED, _OTHER_NAME = 9, 10, 62
"""OpenSSL's X509_V_ERR codes."""
_PORTAL_STATUS = frozenset({200, 301, 302, 303, 307, 308, 511})
"""What a hotel's or an airport's page answers instead of a server (RFC 6585 names 511)."""
_PROXY_STATUS = 407


def why_unreachable(error: BaseException) -> Failure:
    """The one cause that a failed attempt shows.

    Args:
        error: What `connect` raised.
    """
    match error:
        case ssl.SSLCertVerificationError(verify_code=code):
            return _untrusted(code)
        case ProxyError() | InvalidProxy():
            return Failure.PROXY_FAILED
        case InvalidStatus(response=response):
            return _status(response.status_code)
        case InvalidMessage() | InvalidURI() | InvalidHandshake() | ssl.SSLError():
            return Failure.NOT_A_COMPANION
        case socket.gaierror():
            return Failure.SERVER_NAME_UNKNOWN
        case ConnectionRefusedError():
            return Failure.SERVER_REFUSED
        case TimeoutError():
            return Failure.SERVER_SILENT
    return Failure.CONNECTION_LOST


def _untrusted(code: int) -> Failure:
    if code in (_NOT_YET_VALID, _EXPIRED):
        return Failure.CLOCK_WRONG
    return Failure.CAPTIVE_PORTAL if code == _OTHER_NAME else Failure.CERTIFICATE_UNTRUSTED


def _status(code: int) -> Failure:
    if code == _PROXY_STATUS:
        return Failure.PROXY_FAILED
    return Failure.CAPTIVE_PORTAL if code in _PORTAL_STATUS else Failure.NOT_A_COMPANION
