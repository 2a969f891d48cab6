"""One utterance over the NLS gateway: the dialects of its two services. Pure."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence

from companion.speech.asr.nls_failures import task_failed
from companion.speech.asr.nls_messages import (
    SENTENCE,
    STREAM,
    NlsEvent,
    NlsService,
    read_event,
    start_message,
    stop_message,
)
from companion.speech.asr.paced_session import Final, Frame, PacedSession, Said, Started, Words
from companion.speech.asr.sentences import Sentences
from companion.speech.ledger.meter import Amount

NewId = Callable[[], str]


def _new_id() -> str:
    return uuid.uuid4().hex


def NlsSession(  # noqa: N802 - reads as the class that it makes
    app_key: str, new_id: NewId = _new_id, service: NlsService = SENTENCE, vocabulary: str = ""
) -> PacedSession:
    """A session with NLS.

    Args:
        app_key: The project.
        new_id: Gives 32 hex digits that were not used before.
        service: `SENTENCE` or `STREAM`.
        vocabulary: Id of a hot-word table of the project; empty for none.
    """
    return PacedSession(NlsDialect(app_key, new_id, service, vocabulary))


class NlsDialect:
    """NLS's messages for one utterance. Guards its ids and the sentences so far."""

    def __init__(self, app_key: str, new_id: NewId, service: NlsService, vocabulary: str) -> None:
        self._app_key = app_key
        self._new_id = new_id
        self._service = service
        self._vocabulary = vocabulary
        self._task_id = new_id()
        self._sentences = Sentences()

    def start(self) -> Sequence[Frame]:
        """The Start command."""
        message_id = self._new_id()
        return [
            start_message(self._service, self._app_key, self._task_id, message_id, self._vocabulary)
        ]

    def sound(self, pcm: bytes) -> Frame:
        """Sound goes as it is."""
        return pcm

    def stop(self) -> Sequence[Frame]:
        """The Stop command."""
        return [stop_message(self._service, self._app_key, self._task_id, self._new_id())]

    def read(self, frame: str) -> Sequence[Said]:
        """Look the event up; unknown ones, and those of other utterances, mean nothing."""
        event = read_event(frame)
        meaning = _MEANINGS[self._service].get(event.name)
        if meaning is None or event.task_id not in ("", self._task_id):
            return ()
        return [meaning(event, self._sentences)]

    def used(self) -> Amount | None:
        """NLS reports nothing that is billed: a call is a call, a second of sound a second."""
        return None


Meaning = Callable[[NlsEvent, Sentences], Said]


def _started(event: NlsEvent, sentences: Sentences) -> Said:
    return Started()


def _changed(event: NlsEvent, sentences: Sentences) -> Said:
    sentences.change(event.result)
    return Words(sentences.text)


def _sentence_over(event: NlsEvent, sentences: Sentences) -> Said:
    sentences.settle(event.result)
    return Words(sentences.text)


def _sentence_heard(event: NlsEvent, sentences: Sentences) -> Said:
    return Final(event.result, event.confidence)


def _stream_heard(event: NlsEvent, sentences: Sentences) -> Said:
    return Final(sentences.text)


def _failed(event: NlsEvent, sentences: Sentences) -> Said:
    return task_failed(event.status, event.status_text)


_MEANINGS: Mapping[NlsService, Mapping[str, Meaning]] = {
    SENTENCE: {
        "RecognitionStarted": _started,
        "RecognitionResultChanged": _changed,
        "RecognitionCompleted": _sentence_heard,
        "TaskFailed": _failed,
    },
    STREAM: {
        "TranscriptionStarted": _started,
        "TranscriptionResultChanged": _changed,
        "SentenceEnd": _sentence_over,
        "TranscriptionCompleted": _stream_heard,
        "TaskFailed": _failed,
    },
}
"""Event names of a service to what they mean. A new event: a line."""
