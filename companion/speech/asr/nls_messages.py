"""NLS messages of both services, as text frames. Section names follow the vendor's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from companion.speech.events import LISTEN_RATE_HZ
from companion.support.errors import Failure, RecognitionError

STATUS_OK = 20000000


@dataclass(frozen=True, slots=True)
class NlsService:
    """What one of the two services calls things.

    Attributes:
        namespace: Of every message.
        start, stop: Names of the commands.
        model: What price lists call it.
    """

    namespace: str
    start: str
    stop: str
    model: str


SENTENCE = NlsService("SpeechRecognizer", "StartRecognition", "StopRecognition", "sentence")
STREAM = NlsService("SpeechTranscriber", "StartTranscription", "StopTranscription", "stream")


@dataclass(frozen=True, slots=True)
class NlsEvent:
    """What the gateway said.

    Attributes:
        name: Such as `RecognitionStarted` or `TaskFailed`; unknown ones are to be ignored.
        task_id: The utterance it belongs to.
        status: Eight digits; 20000000 is fine.
        status_text: For the log.
        result: The words so far, or the final ones.
        confidence: 0 to 1; 1 where the gateway gives none.
    """

    name: str
    task_id: str = ""
    status: int = STATUS_OK
    status_text: str = ""
    result: str = ""
    confidence: float = 1.0


class _Header(msgspec.Struct):
    name: str
    task_id: str = ""
    status: int = STATUS_OK
    status_text: str = ""


class _Message(msgspec.Struct):
    header: _Header
    payload: dict[str, Any] | None = None


def start_message(
    service: NlsService, app_key: str, task_id: str, message_id: str, vocabulary: str = ""
) -> str:
    """Begin an utterance. Writing this frame is what is paid for."""
    payload = {
        "format": "pcm",
        "sample_rate": LISTEN_RATE_HZ,
        "enable_intermediate_result": True,
        "enable_punctuation_prediction": True,
        # Numbers stay words: quests are called by the words of their titles.
        "enable_inverse_text_normalization": False,
    } | ({"vocabulary_id": vocabulary} if vocabulary else {})
    header = _header(service, service.start, app_key, task_id, message_id)
    return msgspec.json.encode({"header": header, "payload": payload}).decode()


def stop_message(service: NlsService, app_key: str, task_id: str, message_id: str) -> str:
    """End the audio of an utterance; it has no payload."""
    header = _header(service, service.stop, app_key, task_id, message_id)
    return msgspec.json.encode({"header": header}).decode()


def read_event(frame: str) -> NlsEvent:
    """Read a text frame; unknown names and fields pass.

    Raises:
        RecognitionError: SPEECH_SERVICE_ERROR, the frame is no message.
    """
    try:
        message = msgspec.json.decode(frame.encode(), type=_Message)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise RecognitionError(Failure.SPEECH_SERVICE_ERROR, "an unreadable answer") from error
    header, payload = message.header, message.payload or {}
    return NlsEvent(
        header.name,
        header.task_id,
        header.status,
        header.status_text,
        str(payload.get("result") or ""),
        _confidence(payload.get("confidence")),
    )


def _confidence(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return float(value)
    return 1.0


def _header(
    service: NlsService, name: str, app_key: str, task_id: str, message_id: str
) -> dict[str, str]:
    return {
        "message_id": message_id,
        "task_id": task_id,
        "namespace": service.namespace,
        "name": name,
        "appkey": app_key,
    }
