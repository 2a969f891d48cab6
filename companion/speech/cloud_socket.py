"""How the clouds are reached over a WebSocket: one connection a call, through the system's proxy.

What comes out of here never holds the secret it was opened with: services quote tokens.
"""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from companion.speech.cloud_http import trust
from companion.support.errors import CompanionError, Failure

OPEN_TIMEOUT_S = 10.0
CLOSE_TIMEOUT_S = 1.0

_wire_logger = logging.getLogger(f"{__name__}.wire")
_wire_logger.setLevel(logging.WARNING)  # below, the library writes headers and words spoken

Refused = Callable[[int, bytes], CompanionError]
"""Status and body of a refused handshake to the error it means."""


class SocketLostError(Exception):
    """The connection is over.

    Attributes:
        failure: SPEECH_SERVICE_ERROR when the gateway said goodbye, else SPEECH_UNREACHABLE.
    """

    def __init__(self, failure: Failure, detail: str) -> None:
        super().__init__(failure, detail)
        self.failure = failure
        self.detail = detail


class CloudSocket:
    """One open connection; lives on one loop. What comes out of it never holds the secret."""

    def __init__(self, connection: ClientConnection, secret: str) -> None:
        self._connection = connection
        self._secret = secret

    async def send(self, frame: str | bytes) -> None:
        """Write a frame.

        Raises:
            SocketLostError: It did not leave.
        """
        try:
            await self._connection.send(frame)
        except ConnectionClosed as error:
            raise _lost(error, self._secret) from error

    async def receive(self) -> str:
        """Wait for the next text frame.

        Raises:
            SocketLostError: None will come.
        """
        try:
            while isinstance(frame := await self._connection.recv(), bytes):
                pass  # none of our services sends sound this way
        except ConnectionClosed as error:
            raise _lost(error, self._secret) from error
        return masked(frame, self._secret)

    async def close(self) -> None:
        """Say goodbye; at most a second."""
        await self._connection.close()

    def abort(self) -> None:
        """Drop the connection at once, without a word."""
        self._connection.transport.abort()


class _Connect(connect):
    """Follows no redirect: it would carry the secret's header elsewhere."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def open_socket(
    url: str, headers: Mapping[str, str], secret: str, refused: Refused
) -> CloudSocket:
    """Connect and log in; the environment's proxy is used.

    Args:
        url: `wss://`, or `ws://` on this computer.
        headers: Of the handshake.
        secret: Hidden in everything that the service says.
        refused: Makes the error of a handshake that was answered otherwise; the secret is hidden
            in the body it gets.

    Raises:
        CompanionError: What `refused` made, or SPEECH_UNREACHABLE of the kind that it makes.
    """
    try:
        connection = await _Connect(
            url,
            compression=None,
            additional_headers=dict(headers),
            user_agent_header=None,
            open_timeout=OPEN_TIMEOUT_S,
            ping_interval=None,  # calls are short; a ping's time-out only adds a way to fail
            close_timeout=CLOSE_TIMEOUT_S,
            logger=_wire_logger,
            ssl=_tls(url),
        )
    except InvalidStatus as error:
        said = masked((error.response.body or b"").decode(errors="replace"), secret)
        raise refused(error.response.status_code, said.encode()) from error
    except (WebSocketException, OSError, TimeoutError, EOFError, ImportError, ValueError) as error:
        kind = type(refused(0, b""))
        detail = f"{urlsplit(url).hostname}: {type(error).__name__}"
        raise kind(Failure.SPEECH_UNREACHABLE, detail) from error
    return CloudSocket(connection, secret)


def masked(text: str, secret: str) -> str:
    """The text without the secret."""
    return text.replace(secret, "(secret)") if secret else text


def _tls(url: str) -> ssl.SSLContext | None:
    return trust() if urlsplit(url).scheme == "wss" else None


def _lost(error: ConnectionClosed, secret: str) -> SocketLostError:
    if error.rcvd is None:
        return SocketLostError(Failure.SPEECH_UNREACHABLE, "the connection broke off")
    detail = f"closed: {error.rcvd.code} {error.rcvd.reason}".strip()
    return SocketLostError(Failure.SPEECH_SERVICE_ERROR, masked(detail, secret))
