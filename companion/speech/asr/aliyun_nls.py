"""Recognition by Aliyun's intelligent speech interaction (NLS), one sentence at a time."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable

from companion.speech.asr.nls_account import NlsAccount, NlsEndpoints
from companion.speech.asr.nls_call import NlsCall
from companion.speech.asr.nls_failures import TokenRefusedError
from companion.speech.asr.nls_session import NlsSession
from companion.speech.asr.nls_socket import NlsSocket, open_socket
from companion.speech.asr.nls_token_source import NlsTokenSource
from companion.speech.asr.recognizer import OnPartial
from companion.speech.cloud_http import trust
from companion.speech.events import Transcribe, Transcript
from companion.support.clock import Clock, SystemClock
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

_HAN = re.compile("[\u3400-\u9fff]")


class AliyunRecognizer:
    """A new socket an utterance; the token serves many. Lives on one loop.

    An utterance is paid for once Start is written; from there on nothing is tried again.
    """

    id = "aliyun_nls"

    def __init__(
        self,
        account: NlsAccount,
        endpoints: NlsEndpoints,
        clock: Clock | None = None,
        on_request_started: Callable[[], None] = lambda: None,
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            account: Keys and project.
            endpoints: See `nls_endpoints(region)`.
            clock: The computer's when None.
            on_request_started: Called on the loop when a paid attempt began, for the ledger.
        """
        self._account = account
        self._endpoints = endpoints
        self._clock = clock or SystemClock()
        self._on_request_started = on_request_started
        self._tokens = NlsTokenSource(account, endpoints, self._clock)
        self._closing: set[asyncio.Task[None]] = set()

    async def warm_up(self) -> None:
        """Load certificates and fetch a token, which costs nothing.

        Raises:
            RecognitionError: Keys, rights, clock, throttling or network.
        """
        await asyncio.to_thread(trust)
        await self._tokens.token()

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Send the sound while it comes; see `Recognizer`.

        The language is the project's; `request.language` only labels the words.

        Raises:
            RecognitionError: With the code that names the cause.
        """
        call = NlsCall(NlsSession(self._account.app_key), self._clock, on_partial)
        try:
            heard, socket = await call.run(audio, self._open, self._on_request_started)
        except TokenRefusedError:
            self._tokens.drop()
            raise
        self._close_soon(socket)
        language = request.language or ("zh" if _HAN.search(heard.text) else "en")
        return Transcript(heard.text, language, heard.confidence)

    async def close(self) -> None:
        """Wait until the last sockets have said goodbye, a second at most."""
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def _open(self) -> NlsSocket:
        token = await self._tokens.token()
        try:
            return await open_socket(self._endpoints.gateway_url, token)
        except TokenRefusedError as error:
            logger.info("token refused, trying a fresh one: %s", error.detail)
        self._tokens.drop()
        return await open_socket(self._endpoints.gateway_url, await self._tokens.token())

    def _close_soon(self, socket: NlsSocket) -> None:
        """Say goodbye without holding up the words."""
        task = spawn(socket.close(), "nls goodbye")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
