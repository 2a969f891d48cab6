"""Synthesis by a Wyoming server, such as the voice programs of Home Assistant."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from companion.speech.events import Synthesize
from companion.speech.tts.any_rate import AnyRate
from companion.speech.wyoming_wire import (
    WyomingConnection,
    WyomingError,
    WyomingEvent,
    address_of,
    connect,
)
from companion.support.errors import Failure, SynthesisError

ANSWER_TIMEOUT_S = 20.0
"""Time without sound after which a sentence is given up."""


class WyomingSynthesizer:
    """A connection a sentence; nobody is paid. Lives on one loop."""

    id = "wyoming"
    rate_hz = 24_000

    def __init__(
        self, address: str, voice: str = "", answer_timeout_s: float = ANSWER_TIMEOUT_S
    ) -> None:
        """Store what is given; nothing is opened.

        Args:
            address: HOST:PORT.
            voice: Name of a voice; empty asks for the language only.
            answer_timeout_s: See `ANSWER_TIMEOUT_S`.
        """
        self._address = address
        self._voice = voice
        self._answer_timeout_s = answer_timeout_s

    async def warm_up(self) -> None:
        """See whether somebody is there.

        Raises:
            SynthesisError: SPEECH_SETTING_WRONG or SPEECH_UNREACHABLE.
        """
        (await self._connect()).abort()

    async def synthesize(self, request: Synthesize) -> AsyncGenerator[bytes, None]:
        """Say one sentence; see `Synthesizer`. Whatever rate the server has becomes ours.

        Raises:
            SynthesisError: With the code that names the cause.
        """
        connection = await self._connect()
        begun = False
        try:
            voice = {"name": self._voice} if self._voice else {"language": request.language}
            await connection.write(
                WyomingEvent("synthesize", {"text": request.text, "voice": voice})
            )
            sound: AnyRate | None = None
            while (event := await connection.read(self._answer_timeout_s)).type != "audio-stop":
                if event.type == "audio-start":
                    sound = _sound_of(event, self.rate_hz)
                elif event.type == "audio-chunk" and event.payload:
                    sound = sound or _sound_of(event, self.rate_hz)
                    begun = True
                    if piece := sound.feed(event.payload):
                        yield piece
                elif event.type == "error":
                    raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, "Wyoming: an error")
            if sound and (rest := sound.flush()):
                yield rest
        except WyomingError as error:
            failure = Failure.SPEECH_TRUNCATED if begun else Failure.SPEECH_UNREACHABLE
            raise SynthesisError(failure, f"Wyoming: {error}") from error
        except TimeoutError as error:
            raise SynthesisError(Failure.SPEECH_SILENT, "Wyoming") from error
        finally:
            connection.abort()
        if not begun:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, "Wyoming: an answer without sound")

    async def close(self) -> None:
        """Nothing is kept open between sentences."""

    async def _connect(self) -> WyomingConnection:
        try:
            address_of(self._address)
        except ValueError as error:
            detail = f"wyoming_tts_address {self._address}"
            raise SynthesisError(Failure.SPEECH_SETTING_WRONG, detail) from error
        try:
            return await connect(self._address)
        except (OSError, TimeoutError) as error:
            detail = f"{self._address}: {type(error).__name__}"
            raise SynthesisError(Failure.SPEECH_UNREACHABLE, detail) from error


def _sound_of(event: WyomingEvent, rate_hz: int) -> AnyRate:
    try:
        rate, width, channels = (int(event.data[name]) for name in ("rate", "width", "channels"))
        if width != 2:
            raise ValueError(f"{width} bytes a sample")
        return AnyRate(rate, channels, rate_hz)
    except (KeyError, TypeError, ValueError) as error:
        raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, f"Wyoming: sound of {error}") from error
