"""Recognition by Aliyun's intelligent speech interaction (NLS): one sentence, or streaming."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from companion.speech.asr.goodbyes import Goodbyes
from companion.speech.asr.nls_account import NlsAccount, NlsEndpoints
from companion.speech.asr.nls_failures import TokenRefusedError
from companion.speech.asr.nls_messages import SENTENCE, NlsService
from companion.speech.asr.nls_session import NlsSession
from companion.speech.asr.nls_token_source import NlsTokenSource
from companion.speech.asr.recognizer import OnPartial
from companion.speech.asr.socket_call import SocketCall
from companion.speech.asr.spoken_language import spoken_language
from companion.speech.cloud_http import trust
from companion.speech.cloud_socket import CloudSocket, open_socket
from companion.speech.events import Transcribe, Transcript
from companion.speech.ledger.meter import FREE, Amount, Meter
from companion.speech.ledger.sources import source
from companion.support.clock import Clock, SystemClock
from companion.support.errors import Failure, RecognitionError

logger = logging.getLogger(__name__)


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
        meter: Meter = FREE,
        service: NlsService = SENTENCE,
        vocabulary: str = "",
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            account: Keys and project.
            endpoints: See `nls_endpoints(region)`.
            clock: The computer's when None.
            meter: The books.
            service: One sentence, or streaming; both are paid apart.
            vocabulary: Id of a hot-word table of the project; empty for none.
        """
        self._account = account
        self._endpoints = endpoints
        self._clock = clock or SystemClock()
        self._meter = meter
        self._service = service
        self._vocabulary = vocabulary
        self.source = source(self.id, service.model, endpoints.region_id)
        self._tokens = NlsTokenSource(account, endpoints, self._clock)
        self._goodbyes = Goodbyes()

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
        session = NlsSession(
            self._account.app_key, service=self._service, vocabulary=self._vocabulary
        )
        charge = self._meter.charge(self.source, Amount())
        call = SocketCall(session, self._clock, on_partial, charge)
        try:
            heard, socket = await call.run(audio, self._open)
        except TokenRefusedError:
            self._tokens.drop()
            raise
        self._goodbyes.say(socket)
        return Transcript(
            heard.text, request.language or spoken_language(heard.text), heard.confidence
        )

    async def close(self) -> None:
        """Wait until the last sockets have said goodbye, a second at most."""
        await self._goodbyes.said()

    async def _open(self) -> CloudSocket:
        try:
            return await self._log_in()
        except TokenRefusedError as error:
            logger.info("token refused, trying a fresh one: %s", error.detail)
        self._tokens.drop()
        return await self._log_in()

    async def _log_in(self) -> CloudSocket:
        token = (await self._tokens.token()).id
        headers = {"X-NLS-Token": token}
        return await open_socket(self._endpoints.gateway_url, headers, token, _refused)


def _refused(status: int, body: bytes) -> RecognitionError:
    detail = f"NLS gateway {status}: {body.decode(errors='replace')}"[:200]
    if status in (401, 403):
        return TokenRefusedError(Failure.SPEECH_KEY_WRONG, detail)
    return RecognitionError(Failure.SPEECH_SERVICE_ERROR, detail)
