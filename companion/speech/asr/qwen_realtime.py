"""Qwen's realtime recognition in manual mode: the key says when the utterance ends. Pure."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.speech.asr.paced_session import Final, Frame, Said, Started, Words
from companion.speech.asr.sentences import Sentences
from companion.speech.dashscope_failures import Refusal, detail_of, failure_of
from companion.speech.events import LISTEN_RATE_HZ
from companion.speech.ledger.meter import Amount
from companion.support.errors import Failure, RecognitionError

_ITEM = "conversation.item.input_audio_transcription."


class _Fault(msgspec.Struct):
    code: str | None = ""
    message: str | None = ""


class _Message(msgspec.Struct):
    type: str
    text: str = ""
    stash: str = ""
    transcript: str = ""
    error: _Fault | None = None


class QwenRealtime:
    """One session for one utterance. Guards the words so far."""

    def __init__(self, model: str, base_url: str, language: str, new_id: Callable[[], str]) -> None:
        """Store what is given.

        Args:
            model: Such as `qwen3-asr-flash-realtime`.
            base_url: Named in errors of the region.
            language: `en` or `zh`; empty lets the service find out.
            new_id: Gives 32 hex digits that were not used before.
        """
        self._model = model
        self._base_url = base_url
        self._language = language
        self._new_id = new_id
        self._sentences = Sentences()

    def start(self) -> Sequence[Frame]:
        """Say what comes; no detection of turns, since the key decides."""
        session = {
            "input_audio_format": "pcm",
            "sample_rate": LISTEN_RATE_HZ,
            "input_audio_transcription": {"language": self._language} if self._language else {},
            "turn_detection": None,
        }
        return [self._command("session.update", session=session)]

    def sound(self, pcm: bytes) -> Frame:
        """A piece of sound, in base64."""
        return self._command("input_audio_buffer.append", audio=base64.b64encode(pcm).decode())

    def stop(self) -> Sequence[Frame]:
        """Hand the sound over and say goodbye."""
        return [self._command("input_audio_buffer.commit"), self._command("session.finish")]

    def read(self, frame: str) -> Sequence[Said]:
        """Look the event up; unknown ones mean nothing."""
        try:
            message = msgspec.json.decode(frame.encode(), type=_Message)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise RecognitionError(Failure.SPEECH_SERVICE_ERROR, "an unreadable answer") from error
        match message.type:
            case "session.updated":
                return [Started()]
            case kind if kind == f"{_ITEM}text":
                self._sentences.change(message.text + message.stash)
                return [Words(self._sentences.text)]
            case kind if kind == f"{_ITEM}completed":
                self._sentences.settle(message.transcript)
                return [Words(self._sentences.text)]
            case kind if kind in ("error", f"{_ITEM}failed"):
                return [self._failed(message.error or _Fault())]
            case "session.finished":
                return [Final(self._sentences.text)]
        return ()

    def used(self) -> Amount | None:
        """The service says nothing that is billed."""
        return None

    def _failed(self, fault: _Fault) -> RecognitionError:
        refusal = Refusal(200, fault.code or "", fault.message or "")
        failure = failure_of(refusal, self._base_url, "")
        if failure is Failure.SPEECH_SETTING_WRONG:
            return RecognitionError(failure, f"dashscope_asr_model {self._model}")
        return RecognitionError(failure, detail_of(refusal))

    def _command(self, kind: str, **fields: Any) -> str:
        message = {"event_id": f"event_{self._new_id()}", "type": kind} | fields
        return msgspec.json.encode(message).decode()
