"""Recognition with DashScope's key: the task protocol, or Qwen's realtime one, by the model."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from dataclasses import dataclass

from companion.speech.asr.dashscope_task import DashscopeTask
from companion.speech.asr.goodbyes import Goodbyes
from companion.speech.asr.paced_session import Dialect, PacedSession
from companion.speech.asr.qwen_realtime import QwenRealtime
from companion.speech.asr.recognizer import OnPartial
from companion.speech.asr.socket_call import SocketCall
from companion.speech.asr.spoken_language import spoken_language
from companion.speech.cloud_http import trust
from companion.speech.cloud_socket import CloudSocket, open_socket
from companion.speech.dashscope_address import realtime_url, task_url
from companion.speech.dashscope_failures import detail_of, failure_of, read_refusal
from companion.speech.events import Transcribe, Transcript
from companion.speech.ledger.meter import FREE, Amount, Meter
from companion.speech.ledger.sources import dashscope_region, source
from companion.speech.tts.qwen_request import check_address, check_key
from companion.support.clock import Clock, SystemClock
from companion.support.errors import Failure, RecognitionError, SynthesisError


@dataclass(frozen=True, slots=True)
class DashscopeEars:
    """What listens, and where.

    Attributes:
        model: Names with `qwen3-asr` and `realtime` speak the realtime protocol.
        base_url: HTTP address; keys are bound to its region.
        vocabulary: Id of a hot-word table for the task protocol; empty for none.
    """

    model: str
    base_url: str
    vocabulary: str = ""

    @property
    def is_realtime(self) -> bool:
        """Whether the model speaks the realtime protocol."""
        return self.model.startswith("qwen3-asr-") and "realtime" in self.model


class DashscopeRecognizer:
    """A new socket an utterance. Lives on one loop.

    An utterance is paid for once its first command is written; nothing is tried again.
    """

    id = "dashscope"

    def __init__(
        self, key: str, ears: DashscopeEars, clock: Clock | None = None, meter: Meter = FREE
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            key: Of DashScope, bound to the region of the address.
            ears: What listens, and where.
            clock: The computer's when None.
            meter: The books.
        """
        self._key = key
        self._ears = ears
        self._clock = clock or SystemClock()
        self._meter = meter
        self.source = source(self.id, ears.model, dashscope_region(ears.base_url))
        self._goodbyes = Goodbyes()

    async def warm_up(self) -> None:
        """Load certificates; nothing goes online.

        Raises:
            RecognitionError: SPEECH_KEY_WRONG or SPEECH_SETTING_WRONG.
        """
        self._check()
        await asyncio.to_thread(trust)

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Send the sound while it comes; see `Recognizer`.

        Raises:
            RecognitionError: With the code that names the cause.
        """
        self._check()
        charge = self._meter.charge(self.source, Amount())
        session = PacedSession(self._dialect(request.language))
        call = SocketCall(session, self._clock, on_partial, charge)
        heard, socket = await call.run(audio, self._open)
        self._goodbyes.say(socket)
        return Transcript(
            heard.text, request.language or spoken_language(heard.text), heard.confidence
        )

    async def close(self) -> None:
        """Wait until the last sockets have said goodbye, a second at most."""
        await self._goodbyes.said()

    def _dialect(self, language: str) -> Dialect:
        ears = self._ears
        if ears.is_realtime:
            return QwenRealtime(ears.model, ears.base_url, language, lambda: uuid.uuid4().hex)
        return DashscopeTask(ears.model, ears.base_url, uuid.uuid4().hex, language, ears.vocabulary)

    async def _open(self) -> CloudSocket:
        base_url = self._ears.base_url
        is_realtime = self._ears.is_realtime
        url = realtime_url(base_url, self._ears.model) if is_realtime else task_url(base_url)
        headers = {"Authorization": f"Bearer {self._key}"}
        return await open_socket(url, headers, self._key, self._refused)

    def _refused(self, status: int, body: bytes) -> RecognitionError:
        refusal = read_refusal(body, status)
        failure = failure_of(refusal, self._ears.base_url, self._key)
        if failure is Failure.SPEECH_SETTING_WRONG:
            return RecognitionError(failure, f"dashscope_asr_model {self._ears.model}")
        return RecognitionError(failure, f"handshake {detail_of(refusal)}")

    def _check(self) -> None:
        try:
            check_key(self._key)
            check_address(self._ears.base_url)
        except SynthesisError as error:
            raise RecognitionError(error.failure, error.detail) from error
