from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from companion.speech.asr.nls_session import NlsSession
from companion.speech.asr.paced_session import Heard, PacedSession
from companion.speech.events import TranscriptChunk
from companion.support.errors import Failure, RecognitionError

TASK = "id0"
BLOCK = b"\1\0" * 320


def new_session() -> PacedSession:
    numbers = itertools.count()
    return NlsSession("app", lambda: f"id{next(numbers)}")


def started_session(now: float = 10.0) -> PacedSession:
    session = new_session()
    session.opened(now)
    session.data_to_send()
    session.receive(event("RecognitionStarted"), now)
    return session


def event(name: str, task_id: str = TASK, status: int = 20000000, **payload: object) -> str:
    header = {"name": name, "task_id": task_id, "status": status, "status_text": "why"}
    return json.dumps({"header": header, "payload": payload or None})


def sent(session: PacedSession) -> list[Any]:
    """Names of messages and lengths of sound."""
    return [
        json.loads(frame)["header"]["name"] if isinstance(frame, str) else len(frame)
        for frame in session.data_to_send()
    ]


def failure_in(session: PacedSession) -> Failure:
    (outcome,) = session.events()
    assert isinstance(outcome, RecognitionError)
    return outcome.failure


def test_start_names_project_task_and_sound() -> None:
    session = new_session()
    session.opened(10.0)
    (frame,) = session.data_to_send()
    message = json.loads(frame)
    assert message["header"] == {
        "message_id": "id1",
        "task_id": "id0",
        "namespace": "SpeechRecognizer",
        "name": "StartRecognition",
        "appkey": "app",
    }
    assert (message["payload"]["format"], message["payload"]["sample_rate"]) == ("pcm", 16000)


def test_sound_waits_until_the_gateway_has_started() -> None:
    session = new_session()
    session.add_audio(BLOCK, 9.0)
    session.opened(10.0)
    assert sent(session) == ["StartRecognition"]
    session.receive(event("RecognitionStarted"), 10.2)
    assert sent(session) == [640]


def test_stop_follows_the_last_sound() -> None:
    session = started_session()
    session.add_audio(BLOCK, 10.1)
    session.end_audio(10.1)
    assert sent(session) == [640, "StopRecognition"]


def test_stop_has_no_payload() -> None:
    session = started_session()
    session.end_audio(10.1)
    assert set(json.loads(session.data_to_send()[0])) == {"header"}


def test_words_replace_those_before_and_the_last_ones_end_it() -> None:
    session = started_session()
    session.receive(event("RecognitionResultChanged", result="show"), 11.0)
    session.receive(event("RecognitionCompleted", result=" show my ", confidence=0.5), 12.0)
    assert session.events() == [TranscriptChunk("show"), Heard("show my", 0.5)]
    assert session.is_done


@pytest.mark.parametrize("confidence", [None, "0.9", 87, -1, True], ids=repr)
def test_a_confidence_that_is_none_counts_as_sure(confidence: object) -> None:
    session = started_session()
    session.receive(event("RecognitionCompleted", result="yes", confidence=confidence), 12.0)
    assert session.events() == [Heard("yes", 1.0)]


@pytest.mark.parametrize(
    "frame",
    [
        event("RecognitionMood", mood="fine"),
        event("RecognitionCompleted", task_id="another", result="theirs"),
        event("RecognitionStarted"),
        event("RecognitionResultChanged", result=""),
    ],
    ids=["unknown", "another task", "started again", "empty words"],
)
@pytest.mark.behaviour("ASR-019")
def test_what_does_not_matter_is_ignored(frame: str) -> None:
    session = started_session()
    session.receive(frame, 11.0)
    assert session.events() == []
    assert not session.is_done


@pytest.mark.parametrize("frame", ["", "[]", "{}", '{"header":{"name":1}}', "\ud800", "[" * 9999])
def test_what_is_no_message_ends_the_utterance(frame: str) -> None:
    session = started_session()
    session.receive(frame, 11.0)
    assert failure_in(session) is Failure.SPEECH_SERVICE_ERROR


def test_an_unanswered_start_is_given_up_after_ten_seconds() -> None:
    session = new_session()
    session.opened(10.0)
    session.tick(19.9)
    assert session.events() == []
    assert session.wake_at() == 20.0
    session.tick(20.0)
    assert failure_in(session) is Failure.SPEECH_SILENT


def test_an_unanswered_stop_is_given_up_after_ten_seconds() -> None:
    session = started_session(10.0)
    session.end_audio(30.0)
    session.tick(39.9)
    assert session.events() == []
    session.tick(40.0)
    assert failure_in(session) is Failure.SPEECH_SILENT


def test_a_long_hold_has_no_deadline_of_its_own() -> None:
    session = started_session(10.0)
    for number in range(2000):  # 40 s
        session.add_audio(BLOCK, 10.0 + number * 0.02)
    assert session.events() == []


def test_after_58_seconds_the_utterance_ends_by_itself() -> None:
    session = started_session(0.0)
    for number in range(3100):  # 62 s
        session.add_audio(BLOCK, number * 0.02)
    frames = sent(session)
    assert sum(size for size in frames if isinstance(size, int)) == 58 * 32_000
    assert frames[-1] == "StopRecognition"


def test_a_failed_task_ends_it_and_nothing_more_is_sent() -> None:
    session = started_session()
    session.receive(event("TaskFailed", status=40000005), 11.0)
    assert failure_in(session) is Failure.SPEECH_BUSY
    session.add_audio(BLOCK, 11.0)
    session.end_audio(11.1)
    session.tick(60.0)
    assert (session.data_to_send(), session.events(), session.wake_at()) == ([], [], None)


def test_only_the_first_outcome_counts() -> None:
    session = started_session()
    session.receive(event("RecognitionCompleted", result="words"), 11.0)
    session.receive(event("TaskFailed", status=50000000), 11.1)
    session.lose_connection(Failure.SPEECH_UNREACHABLE, "gone")
    assert session.events() == [Heard("words", 1.0)]


def test_a_lost_connection_is_told() -> None:
    session = started_session()
    session.lose_connection(Failure.SPEECH_UNREACHABLE, "gone")
    assert failure_in(session) is Failure.SPEECH_UNREACHABLE
