"""The WebSocket to the NLS gateway: opening it, and telling refusals from lost networks."""

from __future__ import annotations

import logging
import ssl
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from companion.speech.asr.nls_failures import TokenRefusedError
from companion.speech.asr.nls_token import NlsToken
from companion.speech.cloud_http import trust
from companion.support.errors import Failure, RecognitionError

OPEN_TIMEOUT_S = 10.0
CLOSE_TIMEOUT_S = 1.0

_wire_logger = logging.getLogger(f"{__name__}.wire")
_wire_logger.setLevel(logging.WARNING)  # below, the library writes headers and words spoken


class SocketLostError(Exception):
    """The connection is over.

    Attributes:
        failure: SPEECH_SERVICE_ERROR when the gateway said goodbye, else SPEECH_UNREACHABLE.
    """

    def __init__(self, failure: Failure, detail: str) -> None:
        super().__init__(failure, detail)
        self.failure = failure
        self.detail = detail


class NlsSocket:
    """One open connection; lives on one loop. What comes out of it never holds the token."""

    def __init__(self, connection: ClientConnection, token: NlsToken) -> None:
        self._connection = connection
        self._token = token

    async def send(self, frame: str | bytes) -> None:
        """Write a frame.

        Raises:
            SocketLostError: It did not leave.
        """
        try:
            await self._connection.send(frame)
        except ConnectionClosed as error:
            raise _lost(error, self._token) from error

    async def receive(self) -> str:
        """Wait for the next text frame.

        Raises:
            SocketLostError: None will come.
        """
        try:
            while isinstance(frame := await self._connection.recv(), bytes):
                pass  # the gateway has no reason to send sound
        except ConnectionClosed as error:
            raise _lost(error, self._token) from error
        return _masked(frame, self._token)

    async def close(self) -> None:
        """Say goodbye; at most a second."""
        await self._connection.close()

    def abort(self) -> None:
        """Drop the connection at once; there is no message that cancels an utterance."""
        self._connection.transport.abort()


class _Connect(connect):
    """Follows no redirect: it would carry the token's header elsewhere."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def open_socket(url: str, token: NlsToken) -> NlsSocket:
    """Connect and log in; the environment's proxy is used.

    Raises:
        TokenRefusedError: 403; a fresh token may help.
        RecognitionError: SPEECH_UNREACHABLE or SPEECH_SERVICE_ERROR.
    """
    try:
        connection = await _Connect(
            url,
            compression=None,
            additional_headers={"X-NLS-Token": token.id},
            user_agent_header=None,
            open_timeout=OPEN_TIMEOUT_S,
            ping_interval=None,  # utterances are short; a ping's time-out only adds a way to fail
            close_timeout=CLOSE_TIMEOUT_S,
            logger=_wire_logger,
            ssl=_tls(url),
        )
    except InvalidStatus as error:
        raise _refusal(error, token) from error
    except (WebSocketException, OSError, TimeoutError, EOFError, ImportError, ValueError) as error:
        kind = type(error).__name__
        raise RecognitionError(Failure.SPEECH_UNREACHABLE, f"NLS gateway: {kind}") from error
    return NlsSocket(connection, token)


def _masked(text: str, token: NlsToken) -> str:
    return text.replace(token.id, "(token)")


def _tls(url: str) -> ssl.SSLContext | None:
    return trust() if urlsplit(url).scheme == "wss" else None


def _refusal(error: InvalidStatus, token: NlsToken) -> RecognitionError:
    status = error.response.status_code
    said = _masked((error.response.body or b"").decode(errors="replace"), token)
    detail = f"NLS gateway {status}: {said}"[:200]
    if status in (401, 403):
        return TokenRefusedError(Failure.SPEECH_KEY_WRONG, detail)
    return RecognitionError(Failure.SPEECH_SERVICE_ERROR, detail)


def _lost(error: ConnectionClosed, token: NlsToken) -> SocketLostError:
    if error.rcvd is None:
        return SocketLostError(Failure.SPEECH_UNREACHABLE, "the connection broke off")
    detail = f"closed: {error.rcvd.code} {error.rcvd.reason}".strip()
    return SocketLostError(Failure.SPEECH_SERVICE_ERROR, _masked(detail, token))
