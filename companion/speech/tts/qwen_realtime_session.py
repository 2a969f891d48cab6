"""One sentence over Qwen's realtime speech socket, without I/O: messages in, sound out."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.speech.dashscope_failures import Refusal
from companion.speech.ledger.meter import Amount
from companion.speech.tts.qwen_failures import QwenVoice, error_of
from companion.speech.tts.qwen_pcm import RATE_HZ, PcmStream
from companion.support.errors import Failure, SynthesisError

_LANGUAGES = {"en": "English", "zh": "Chinese"}


class _Usage(msgspec.Struct):
    characters: int | None = None


class _Response(msgspec.Struct):
    usage: _Usage | None = None
    status: str | None = None


class _Fault(msgspec.Struct):
    code: str | None = ""
    message: str | None = ""


class _Message(msgspec.Struct):
    type: str
    delta: str = ""
    response: _Response | None = None
    error: _Fault | None = None


class QwenRealtimeSession:
    """Guards how far one sentence has come. Any one thread or loop."""

    def __init__(
        self,
        voice: QwenVoice,
        key: str,
        billed: int,
        new_id: Callable[[], str],
        speed: float = 1.0,
    ) -> None:
        """Store what is given.

        Args:
            voice: What speaks.
            key: Only its kind is looked at.
            billed: Characters of the text by our own count.
            new_id: Gives 32 hex digits that were not used before.
            speed: 0.5 to 2.
        """
        self._voice = voice
        self._key = key
        self._new_id = new_id
        self._speed = speed
        self._pcm = PcmStream()
        self._billed = billed
        self._reported: int | None = None
        self.has_sound = False
        """Whether any came."""
        self.is_ready = False
        """Whether the service took the settings of the session: the text may go."""
        self.is_finished = False
        """Whether all sound came."""

    def opening(self, language: str) -> Sequence[str]:
        """What is sent first; costs nothing yet."""
        session: dict[str, Any] = {
            "voice": self._voice.voice,
            "mode": "commit",
            "language_type": _LANGUAGES.get(language, "Auto"),
            "response_format": "pcm",
            "sample_rate": RATE_HZ,
        }
        if self._speed != 1.0:
            session["speech_rate"] = self._speed
        return [self._command("session.update", session=session)]

    def saying(self, text: str) -> Sequence[str]:
        """The sentence, which is what is paid for."""
        whole = text.encode(errors="replace").decode()
        return [
            self._command("input_text_buffer.append", text=whole),
            self._command("input_text_buffer.commit"),
            self._command("session.finish"),
        ]

    def receive(self, frame: str) -> bytes:
        """Take a text frame; return its sound, if it has any. Unknown ones pass.

        Raises:
            SynthesisError: The service reported an error, or sent what cannot be read.
        """
        try:
            message = msgspec.json.decode(frame.encode(), type=_Message)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, "an unreadable event") from error
        match message.type:
            case "session.updated":
                self.is_ready = True
            case "response.audio.delta":
                return self._sound(message.delta)
            case "response.done" if message.response and message.response.usage:
                self._reported = message.response.usage.characters
            case "session.finished":
                self._finish()
            case "error":
                raise self._failed(message.error or _Fault())
        return b""

    def used(self) -> Amount:
        """What the service reported, else our own count."""
        if self._reported is None or self._reported < 0:
            return Amount(characters=self._billed)
        return Amount(characters=self._reported, is_reported=True)

    def _sound(self, delta: str) -> bytes:
        try:
            sound = self._pcm.feed(base64.b64decode(delta, validate=True))
        except ValueError as error:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, "unreadable sound") from error
        self.has_sound |= bool(sound)
        return sound

    def _finish(self) -> None:
        if not self.has_sound:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, "an answer without sound")
        self.is_finished = True

    def _failed(self, fault: _Fault) -> SynthesisError:
        # This protocol's code for a voice, model or number that does not exist.
        code = "InvalidParameter" if fault.code == "invalid_value" else fault.code or ""
        return error_of(Refusal(200, code, fault.message or ""), self._voice, self._key)

    def _command(self, kind: str, **fields: Any) -> str:
        message = {"event_id": f"event_{self._new_id()}", "type": kind} | fields
        return msgspec.json.encode(message).decode()
