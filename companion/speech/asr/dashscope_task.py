"""DashScope's task protocol for recognition, as text frames; the sound goes beside them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.speech.asr.paced_session import Final, Frame, Said, Started, Words
from companion.speech.asr.sentences import Sentences
from companion.speech.dashscope_failures import Refusal, detail_of, failure_of
from companion.speech.events import LISTEN_RATE_HZ
from companion.speech.ledger.meter import Amount
from companion.support.errors import Failure, RecognitionError


class _Header(msgspec.Struct):
    event: str
    task_id: str = ""
    error_code: str = ""
    error_message: str = ""


class _Sentence(msgspec.Struct):
    text: str = ""
    end_time: float | None = None
    sentence_end: bool = False
    heartbeat: bool | None = None


class _Output(msgspec.Struct):
    sentence: _Sentence | None = None


class _Usage(msgspec.Struct):
    duration: float | None = None


class _Payload(msgspec.Struct):
    output: _Output | None = None
    usage: _Usage | None = None


class _Message(msgspec.Struct):
    header: _Header
    payload: _Payload | None = None


class DashscopeTask:
    """One task. Guards its sentences so far and the seconds that the service counts."""

    def __init__(
        self, model: str, base_url: str, task_id: str, language: str = "", vocabulary: str = ""
    ) -> None:
        """Store what is given.

        Args:
            model: Such as `fun-asr-realtime`.
            base_url: Named in errors of the region.
            task_id: 32 hex digits that were not used before.
            language: `en` or `zh`; empty lets the service find out.
            vocabulary: Id of a hot-word table; empty for none.
        """
        self._model = model
        self._base_url = base_url
        self._task_id = task_id
        self._language = language
        self._vocabulary = vocabulary
        self._sentences = Sentences()
        self._seconds: float | None = None

    def start(self) -> Sequence[Frame]:
        """The command that begins the task."""
        parameters: dict[str, Any] = {"format": "pcm", "sample_rate": LISTEN_RATE_HZ}
        if self._language:
            parameters["language_hints"] = [self._language]
        if self._vocabulary:
            parameters["vocabulary_id"] = self._vocabulary
        payload = {
            "task_group": "audio",
            "task": "asr",
            "function": "recognition",
            "model": self._model,
            "parameters": parameters,
            "input": {},
        }
        return [self._command("run-task", payload)]

    def sound(self, pcm: bytes) -> Frame:
        """Sound goes as it is."""
        return pcm

    def stop(self) -> Sequence[Frame]:
        """The command that ends the sound."""
        return [self._command("finish-task", {"input": {}})]

    def read(self, frame: str) -> Sequence[Said]:
        """Look the event up; unknown ones, and those of other tasks, mean nothing."""
        try:
            message = msgspec.json.decode(frame.encode(), type=_Message)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise RecognitionError(Failure.SPEECH_SERVICE_ERROR, "an unreadable answer") from error
        header = message.header
        if header.task_id not in ("", self._task_id):
            return ()
        match header.event:
            case "task-started":
                return [Started()]
            case "result-generated":
                return self._result(message.payload or _Payload())
            case "task-finished":
                self._count(message.payload or _Payload())
                return [Final(self._sentences.text)]
            case "task-failed":
                return [self._failed(header)]
        return ()

    def used(self) -> Amount | None:
        """The seconds that the service counted."""
        if self._seconds is None:
            return None
        return Amount(milliseconds=round(self._seconds * 1000), is_reported=True)

    def _result(self, payload: _Payload) -> Sequence[Said]:
        self._count(payload)
        sentence = payload.output and payload.output.sentence
        if not sentence or sentence.heartbeat:
            return ()
        # Vendor's client and documents disagree on which of the two marks the end.
        if sentence.sentence_end or sentence.end_time is not None:
            self._sentences.settle(sentence.text)
        else:
            self._sentences.change(sentence.text)
        return [Words(self._sentences.text)]

    def _count(self, payload: _Payload) -> None:
        if payload.usage and payload.usage.duration is not None and payload.usage.duration >= 0:
            self._seconds = payload.usage.duration

    def _failed(self, header: _Header) -> RecognitionError:
        refusal = Refusal(200, header.error_code, header.error_message)
        failure = failure_of(refusal, self._base_url, "")
        if failure is Failure.SPEECH_SETTING_WRONG:
            return RecognitionError(failure, f"dashscope_asr_model {self._model}")
        return RecognitionError(failure, detail_of(refusal))

    def _command(self, action: str, payload: dict[str, Any]) -> str:
        header = {"action": action, "task_id": self._task_id, "streaming": "duplex"}
        return msgspec.json.encode({"header": header, "payload": payload}).decode()
