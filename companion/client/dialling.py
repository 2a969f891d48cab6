"""How an engine's address is reached: past which proxy, believing whom, and why it was not."""

from __future__ import annotations

import socket
import ssl

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.proxy import get_proxy
from websockets.uri import parse_uri

from companion.client.engine_source import EngineAddress
from companion.client.reach import why_unreachable
from companion.client.servers import is_loopback
from companion.protocol.limits import MAX_SERVER_FRAME_BYTES
from companion.support.errors import Failure
from companion.support.trust import trust, trust_only

OPEN_TIMEOUT_S = 5.0
CLOSE_TIMEOUT_S = 1.0
UNDIALLED = (OSError, WebSocketException, ImportError)
"""What `dial` raises; ImportError stands for a proxy of a kind that needs another package."""


class _Direct(connect):
    """Follows no redirect: whoever answers with one would get the token."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Refuse."""
        return exc


def dial(address: EngineAddress) -> connect:
    """A connection to be entered; the system's proxy is asked for what is not on this computer."""
    return _Direct(
        address.url,
        proxy=_proxy(address.url),
        ssl=_believing(address),
        compression=None,
        max_size=MAX_SERVER_FRAME_BYTES,
        ping_interval=None,  # The protocol has its own heartbeat.
        open_timeout=OPEN_TIMEOUT_S,
        close_timeout=CLOSE_TIMEOUT_S,
    )


def why_not(error: Exception, address: EngineAddress | None) -> Failure:
    """The reason that a failed attempt shows.

    Args:
        error: One of `UNDIALLED`.
        address: What was dialled; None where there was none.
    """
    if address is None or not address.is_server:
        return Failure.CONNECTION_LOST
    if isinstance(error, ImportError):
        return Failure.PROXY_FAILED
    if isinstance(error, ConnectionRefusedError | socket.gaierror) and _proxy(address.url):
        return Failure.PROXY_FAILED  # what the proxy could not reach, it says in words of its own
    failure = why_unreachable(error)
    if address.certificate and failure is Failure.CERTIFICATE_UNTRUSTED:
        return Failure.CERTIFICATE_CHANGED
    return failure


def _proxy(url: str) -> str | None:
    return None if is_loopback(url) else get_proxy(parse_uri(url))  # it would swallow loopback


def _believing(address: EngineAddress) -> ssl.SSLContext | None:
    if not address.url.startswith("wss:"):
        return None
    return trust_only(address.certificate) if address.certificate else trust()
