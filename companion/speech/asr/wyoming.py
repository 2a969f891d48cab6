"""Recognition by a Wyoming server, such as the voice programs of Home Assistant."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from companion.speech.asr.pace import LIMIT_S
from companion.speech.asr.recognizer import OnPartial
from companion.speech.asr.spoken_language import spoken_language
from companion.speech.events import LISTEN_RATE_HZ, Transcribe, Transcript, TranscriptChunk
from companion.speech.lexicon import MAX_HOT_WORDS
from companion.speech.wyoming_wire import (
    WyomingConnection,
    WyomingError,
    WyomingEvent,
    address_of,
    connect,
)
from companion.support.errors import Failure, RecognitionError
from companion.support.loops import spawn

ANSWER_TIMEOUT_S = 30.0
"""After key-up; small computers take their time."""
_FORMAT = {"rate": LISTEN_RATE_HZ, "width": 2, "channels": 1}
_BYTES_LIMIT = int(LIMIT_S * LISTEN_RATE_HZ * 2)


class WyomingRecognizer:
    """A connection an utterance; nobody is paid. Lives on one loop."""

    id = "wyoming"

    def __init__(self, address: str, answer_timeout_s: float = ANSWER_TIMEOUT_S) -> None:
        """Store what is given; nothing is opened.

        Args:
            address: HOST:PORT.
            answer_timeout_s: How long the server may be silent after key-up.
        """
        self._address = address
        self._answer_timeout_s = answer_timeout_s

    async def warm_up(self) -> None:
        """See whether somebody is there.

        Raises:
            RecognitionError: SPEECH_SETTING_WRONG or SPEECH_UNREACHABLE.
        """
        (await self._connect()).abort()

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Send the sound while it comes; see `Recognizer`. Labels go along as terms.

        Raises:
            RecognitionError: With the code that names the cause.
        """
        connection = await self._connect()
        listening = spawn(self._listen(connection, on_partial), "wyoming words")
        try:
            await _send(connection, audio, request)
            async with asyncio.timeout(self._answer_timeout_s):
                answer = await listening
        except WyomingError as error:
            raise RecognitionError(Failure.SPEECH_UNREACHABLE, f"Wyoming: {error}") from error
        except TimeoutError as error:
            raise RecognitionError(Failure.SPEECH_SILENT, "Wyoming") from error
        finally:
            connection.abort()
            listening.cancel()
            await asyncio.wait({listening})
        return _transcript(answer, request.language)

    async def close(self) -> None:
        """Nothing is kept open between utterances."""

    async def _connect(self) -> WyomingConnection:
        try:
            address_of(self._address)
        except ValueError as error:
            detail = f"wyoming_asr_address {self._address}"
            raise RecognitionError(Failure.SPEECH_SETTING_WRONG, detail) from error
        try:
            return await connect(self._address)
        except (OSError, TimeoutError) as error:
            detail = f"{self._address}: {type(error).__name__}"
            raise RecognitionError(Failure.SPEECH_UNREACHABLE, detail) from error

    async def _listen(self, connection: WyomingConnection, on_partial: OnPartial) -> WyomingEvent:
        words = ""
        while True:
            event = await connection.read(LIMIT_S + self._answer_timeout_s)
            match event.type:
                case "transcript":
                    return event
                case "transcript-chunk":
                    words += str(event.data.get("text") or "")
                    on_partial(TranscriptChunk(words.strip()))
                case "error":
                    raise WyomingError("the server reported an error")


async def _send(
    connection: WyomingConnection, audio: AsyncIterator[bytes], request: Transcribe
) -> None:
    data = {"language": request.language} if request.language else {}
    hints = [*request.hints, *request.names[:MAX_HOT_WORDS]]
    terms = {"transcript_terms": hints} if hints else {}
    await connection.write(WyomingEvent("transcribe", data | terms))
    await connection.write(WyomingEvent("audio-start", _FORMAT))
    sent = 0
    async for block in audio:
        # A server that answers early and leaves has its words with us already.
        with suppress(WyomingError):
            if sent < _BYTES_LIMIT:
                await connection.write(WyomingEvent("audio-chunk", _FORMAT, block))
        sent += len(block)
    if not sent:
        raise RecognitionError(Failure.NOTHING_HEARD, "no sound was captured")
    with suppress(WyomingError):
        await connection.write(WyomingEvent("audio-stop"))


def _transcript(answer: WyomingEvent, language: str) -> Transcript:
    text = str(answer.data.get("text") or "").strip()
    if not text:
        raise RecognitionError(Failure.NOTHING_HEARD, "an empty result")
    return Transcript(text, language or spoken_language(text))
