"""Qwen's streamed answer, without I/O: bytes in, sound out."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.speech.sse import SseEvent, SseParser
from companion.speech.tts.qwen_failures import QwenVoice, Refusal, error_of
from companion.speech.tts.qwen_pcm import PcmStream
from companion.support.errors import Failure, SynthesisError


@dataclass(frozen=True, slots=True)
class QwenUsage:
    """What one request used, for the ledger.

    Attributes:
        billed: Characters by our own count.
        characters: By the service's count; None where it said nothing.
        input_tokens: Likewise.
        output_tokens: Likewise.
    """

    billed: int
    characters: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


class QwenReply:
    """One answer to one POST. Any one thread or loop."""

    def __init__(self, voice: QwenVoice, key: str) -> None:
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

    def usage(self, billed: int) -> QwenUsage:
        """The last usage that the service reported, beside our own count."""
        names = ("characters", "input_tokens", "output_tokens")
        return QwenUsage(billed, *(_count(self._usage.get(name)) for name in names))

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


def refusal_in(payload: dict[str, Any], status: int) -> Refusal:
    """The error that a payload describes."""
    return Refusal(status, str(payload.get("code") or ""), str(payload.get("message") or ""))


def read_refusal(body: bytes, status: int) -> Refusal:
    """The error in the body of an answer that is no stream; it may be dressed as one."""
    events = SseParser()
    for text in (body, *(event.data.encode() for event in events.feed(body) + events.end())):
        try:
            return refusal_in(msgspec.json.decode(text, type=dict[str, Any]), status)
        except (msgspec.DecodeError, RecursionError):
            continue
    return Refusal(status, "", "")


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
    return value if isinstance(value, int) and not isinstance(value, bool) else None
