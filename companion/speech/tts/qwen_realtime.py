"""Synthesis by Qwen's realtime voices: a WebSocket a sentence, for the least wait for sound."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator
from contextlib import aclosing

from companion.speech.cloud_http import trust
from companion.speech.cloud_socket import CloudSocket, SocketLostError, open_socket
from companion.speech.dashscope_address import realtime_url
from companion.speech.dashscope_failures import read_refusal
from companion.speech.events import Synthesize
from companion.speech.ledger.meter import FREE, Amount, Charge, Meter
from companion.speech.ledger.sources import dashscope_region, source
from companion.speech.tts.qwen_failures import QwenVoice, error_of
from companion.speech.tts.qwen_pcm import RATE_HZ
from companion.speech.tts.qwen_realtime_session import QwenRealtimeSession
from companion.speech.tts.qwen_request import check_address, check_key
from companion.speech.tts.qwen_text import billed, pieces
from companion.speech.tts.streamed_post import SILENCE_TIMEOUT_S
from companion.support.errors import CompanionError, Failure, SynthesisError


class QwenRealtimeSynthesizer:
    """A committed sentence is paid for, so none is repeated. Lives on one loop."""

    id = "qwen_realtime"
    rate_hz = RATE_HZ

    def __init__(
        self,
        key: str,
        voice: QwenVoice,
        meter: Meter = FREE,
        silence_timeout_s: float = SILENCE_TIMEOUT_S,
        speed: float = 1.0,
    ) -> None:
        """Store what is given; nothing goes online.

        Args:
            key: Of DashScope, bound to the region of the voice's address.
            voice: What speaks, and where.
            meter: The books.
            silence_timeout_s: See `SILENCE_TIMEOUT_S`.
            speed: 0.5 to 2.
        """
        self.source = source(self.id, voice.model, dashscope_region(voice.base_url))
        self._key = key
        self._voice = voice
        self._meter = meter
        self._silence_timeout_s = silence_timeout_s
        self._speed = speed

    async def warm_up(self) -> None:
        """Load certificates; nothing goes online.

        Raises:
            SynthesisError: SPEECH_SETTING_WRONG.
        """
        self._check()
        await asyncio.to_thread(trust)

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`. A long one takes several sockets.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        self._check()
        for text in pieces(request.text):
            async with aclosing(self._say(text, request.language)) as sounds:
                async for sound in sounds:
                    yield sound

    async def close(self) -> None:
        """Nothing is kept open between sentences."""

    async def _say(self, text: str, language: str) -> AsyncGenerator[bytes, None]:
        session = QwenRealtimeSession(
            self._voice, self._key, billed(text), lambda: uuid.uuid4().hex, self._speed
        )
        charge = self._meter.charge(self.source, Amount(characters=billed(text)))
        socket: CloudSocket | None = None
        try:
            socket = await self._open()
            await self._begin(socket, session, text, language, charge)
            while not session.is_finished:
                if sound := session.receive(await self._next(socket)):
                    yield sound
        except SocketLostError as error:
            raise _lost(error, session) from error
        except TimeoutError as error:
            raise SynthesisError(Failure.SPEECH_SILENT, "no new sound") from error
        except SynthesisError:
            raise
        except CompanionError as error:
            raise SynthesisError(error.failure, error.detail) from error
        finally:
            charge.end(session.used())
            if socket:
                socket.abort()  # all is heard, or nobody listens; a goodbye would only take time

    async def _begin(
        self,
        socket: CloudSocket,
        session: QwenRealtimeSession,
        text: str,
        language: str,
        charge: Charge,
    ) -> None:
        for message in session.opening(language):
            await socket.send(message)
        while not session.is_ready:
            session.receive(await self._next(socket))
        await charge.begin()
        charge.left()  # before writing: who is cancelled just then would have paid unseen
        for message in session.saying(text):
            await socket.send(message)
        charge.sent()

    async def _next(self, socket: CloudSocket) -> str:
        async with asyncio.timeout(self._silence_timeout_s):
            return await socket.receive()

    async def _open(self) -> CloudSocket:
        url = realtime_url(self._voice.base_url, self._voice.model)
        headers = {"Authorization": f"Bearer {self._key}"}
        return await open_socket(url, headers, self._key, self._refused)

    def _refused(self, status: int, body: bytes) -> SynthesisError:
        return error_of(read_refusal(body, status), self._voice, self._key)

    def _check(self) -> None:
        check_key(self._key)
        check_address(self._voice.base_url)
        model = self._voice.model
        if not (model.startswith("qwen3-tts-") and "realtime" in model):
            raise SynthesisError(Failure.SPEECH_SETTING_WRONG, f"qwen_realtime_model {model}")


def _lost(error: SocketLostError, session: QwenRealtimeSession) -> SynthesisError:
    """Sound that broke off is told apart from a service that never spoke."""
    if session.has_sound:
        return SynthesisError(Failure.SPEECH_TRUNCATED, error.detail)
    return SynthesisError(error.failure, error.detail)
