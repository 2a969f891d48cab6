"""Qwen's streamed answer, without I/O: bytes in, sound out."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.speech.dashscope_failures import refusal_in
from companion.speech.ledger.meter import Amount
from companion.speech.tts.qwen_failures import QwenVoice, error_of
from companion.speech.tts.qwen_pcm import PcmStream
from companion.support.errors import Failure, SynthesisError
from companion.support.sse import SseEvent, SseParser


class QwenReply:
    """One answer to one POST. Any one thread or loop."""

    def __init__(self, voice: QwenVoice, key: str, billed: int = 0) -> None:
        """Store what is given.

        Args:
            voice: What was asked for; named in errors.
            key: Only its kind is looked at.
            billed: Characters of the text by our own count.
        """
        self._billed = billed
        self._voice = voice
        self._key = key
        self._events = SseParser()
        self._pcm = PcmStream()
        self._usage: dict[str, Any] = {}
        self._has_sound = False
        self.is_finished = False
        """Whether the final marker came; what follows is ignored."""

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Take bytes of the body; give sound as it is found, whole samples of 24 kHz mono s16le.

        Raises:
            SynthesisError: The service reported an error, or sent what cannot be read.
        """
        try:
            yield from self._sounds(self._events.feed(piece))
        except ValueError as error:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, str(error)) from error

    def end(self) -> Iterator[bytes]:
        """The body is over.

        Raises:
            SynthesisError: SPEECH_TRUNCATED without the final marker; SPEECH_SERVICE_ERROR when
                there was no sound at all.
        """
        try:
            yield from self._sounds(self._events.end())
        except ValueError as error:
            raise SynthesisError(Failure.SPEECH_TRUNCATED, "cut within an event") from error
        if not self.is_finished:
            raise SynthesisError(Failure.SPEECH_TRUNCATED, "no final marker")
        if not self._has_sound:
            raise SynthesisError(Failure.SPEECH_SERVICE_ERROR, "an answer without sound")

    def used(self) -> Amount:
        """The last usage that the service reported, else our own count.

        Of an answer that broke off the larger count stands: it is paid for as a whole.
        """
        characters, read, written = (
            _count(self._usage.get(name))
            for name in ("characters", "input_tokens", "output_tokens")
        )
        if characters is None and not (read and written):
            return Amount(characters=self._billed)
        least = 0 if self.is_finished or characters is None else self._billed
        billed = max(characters or 0, least)
        return Amount(billed, 0, read or 0, written or 0, is_reported=self.is_finished)

    def _sounds(self, events: list[SseEvent]) -> Iterator[bytes]:
        for event in events:
            if sound := self._sound(event):
                yield sound

    def _sound(self, event: SseEvent) -> bytes:
        payload = _payload(event)
        if event.name == "error" or payload.get("code"):
            raise error_of(refusal_in(payload, 200), self._voice, self._key)
        if self.is_finished:
            return b""
        self._usage = _object(payload.get("usage")) or self._usage
        output = _object(payload.get("output"))
        self.is_finished = output.get("finish_reason") == "stop"
        encoded = str(_object(output.get("audio")).get("data") or "")
        sound = self._pcm.feed(base64.b64decode(encoded, validate=True))
        self._has_sound |= bool(sound)
        return sound


def _payload(event: SseEvent) -> dict[str, Any]:
    """The JSON object of an event; unknown events may hold anything."""
    try:
        return msgspec.json.decode(event.data, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as error:
        if event.name not in ("result", "message"):
            return {}
        raise ValueError("an unreadable event") from error


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _count(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    return None
