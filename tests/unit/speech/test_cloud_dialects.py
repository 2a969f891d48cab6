"""Frames of the clouds, to the byte where the vendor's own client was recorded."""

from __future__ import annotations

import itertools
import json

import pytest

from companion.speech.asr.dashscope_task import DashscopeTask
from companion.speech.asr.nls_messages import STREAM
from companion.speech.asr.nls_session import NlsDialect, NlsSession
from companion.speech.asr.paced_session import Final, Heard, Started, Words
from companion.speech.asr.qwen_realtime import QwenRealtime
from companion.speech.asr.sentences import Sentences
from companion.speech.dashscope_address import realtime_url, task_url
from companion.speech.ledger.sources import dashscope_region, is_local, source
from companion.speech.tts.qwen_failures import QwenVoice
from companion.speech.tts.qwen_realtime_session import QwenRealtimeSession
from companion.support.errors import RecognitionError

BASE = "https://dashscope.aliyuncs.com/api/v1"
TASK = "0" * 32


def ids() -> str:
    return "a" * 32


def task(vocabulary: str = "") -> DashscopeTask:
    return DashscopeTask("paraformer-realtime-v2", BASE, TASK, "zh", vocabulary)


def said(event: str, payload: dict[str, object] | None = None, task_id: str = TASK) -> str:
    header = {"event": event, "task_id": task_id, "attributes": {}}
    return json.dumps({"header": header, "payload": payload or {}})


def sentence(text: str, **marks: object) -> dict[str, object]:
    return {"output": {"sentence": {"text": text} | marks}, "usage": {"duration": 3}}


def test_run_task_is_the_recorded_frame() -> None:
    assert task().start() == [
        '{"header":{"action":"run-task","task_id":"' + TASK + '","streaming":"duplex"},'
        '"payload":{"task_group":"audio","task":"asr","function":"recognition",'
        '"model":"paraformer-realtime-v2","parameters":{"format":"pcm","sample_rate":16000,'
        '"language_hints":["zh"]},"input":{}}}'
    ]


def test_finish_task_is_the_recorded_frame() -> None:
    assert task().stop() == [
        '{"header":{"action":"finish-task","task_id":"' + TASK + '","streaming":"duplex"},'
        '"payload":{"input":{}}}'
    ]


def test_a_table_of_hot_words_goes_along() -> None:
    (frame,) = task("vocab-1").start()
    assert json.loads(str(frame))["payload"]["parameters"]["vocabulary_id"] == "vocab-1"


@pytest.mark.parametrize("mark", [{"sentence_end": True}, {"end_time": 900}], ids=["flag", "time"])
def test_either_mark_ends_a_sentence(mark: dict[str, object]) -> None:
    talk = task()
    talk.read(said("result-generated", sentence("打开", **mark)))
    assert talk.read(said("result-generated", sentence("第二个"))) == [Words("打开第二个")]


@pytest.mark.behaviour("ASR-019")
@pytest.mark.parametrize(
    "frame",
    [said("task-mood"), said("task-finished", task_id="f" * 32), said("result-generated")],
    ids=["unknown", "of another task", "without a sentence"],
)
def test_what_is_not_ours_means_nothing(frame: str) -> None:
    assert list(task().read(frame)) == []


def test_realtime_recognition_leaves_the_end_to_the_key() -> None:
    (update,) = QwenRealtime("m", BASE, "en", ids).start()
    assert json.loads(str(update)) == {
        "event_id": "event_" + "a" * 32,
        "type": "session.update",
        "session": {
            "input_audio_format": "pcm",
            "sample_rate": 16000,
            "input_audio_transcription": {"language": "en"},
            "turn_detection": None,
        },
    }


def test_words_that_may_change_are_shown_behind_those_that_stay() -> None:
    ears = QwenRealtime("m", BASE, "en", ids)
    kind = "conversation.item.input_audio_transcription."
    text = json.dumps({"type": f"{kind}text", "text": "show ", "stash": "my"})
    done = json.dumps({"type": f"{kind}completed", "transcript": "Show my quests."})
    assert ears.read(text) == [Words("show my")]
    assert ears.read(done) == [Words("Show my quests.")]
    assert ears.read('{"type":"session.finished"}') == [Final("Show my quests.")]


def test_a_realtime_voice_is_told_its_rate_and_speaks_what_is_committed() -> None:
    voice = QwenVoice("qwen3-tts-flash-realtime", "Cherry", BASE)
    session = QwenRealtimeSession(voice, "sk", 5, ids, speed=1.5)
    (update,) = session.opening("zh")
    assert json.loads(update)["session"] == {
        "voice": "Cherry",
        "mode": "commit",
        "language_type": "Chinese",
        "response_format": "pcm",
        "sample_rate": 24000,
        "speech_rate": 1.5,
    }
    kinds = [json.loads(message)["type"] for message in session.saying("你好。")]
    assert kinds == ["input_text_buffer.append", "input_text_buffer.commit", "session.finish"]


def nls_event(name: str, **payload: object) -> str:
    header = {"name": name, "task_id": "id0", "status": 20000000, "status_text": ""}
    return json.dumps({"header": header, "payload": payload})


def test_nls_streaming_adds_sentence_to_sentence() -> None:
    numbers = itertools.count()
    dialect = NlsDialect("app", lambda: f"id{next(numbers)}", STREAM, "hot-1")
    (start,) = dialect.start()
    message = json.loads(str(start))
    assert message["header"]["namespace"] == "SpeechTranscriber"
    assert message["header"]["name"] == "StartTranscription"
    assert message["payload"]["vocabulary_id"] == "hot-1"
    assert dialect.read(nls_event("TranscriptionStarted")) == [Started()]
    dialect.read(nls_event("SentenceEnd", result="Show my quests."))
    changed = dialect.read(nls_event("TranscriptionResultChanged", result="And"))
    assert changed == [Words("Show my quests. And")]
    dialect.read(nls_event("SentenceEnd", result="And more."))
    assert dialect.read(nls_event("TranscriptionCompleted")) == [Final("Show my quests. And more.")]


def test_a_service_of_one_name_does_not_take_events_of_the_other() -> None:
    session = NlsSession("app", lambda: "id0", STREAM)
    session.opened(1.0)
    session.receive(nls_event("RecognitionCompleted", result="no"), 1.0)
    assert session.events() == []


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (("打开", "第二个"), "打开第二个"),
        (("Show", "quests"), "Show quests"),
        (("打开。", "now"), "打开。now"),
        (("", " a "), "a"),
    ],
)
def test_sentences_are_joined_as_their_script_is_written(parts: tuple[str, str], text: str) -> None:
    sentences = Sentences()
    sentences.settle(parts[0])
    sentences.change(parts[1])
    assert sentences.text == text


@pytest.mark.parametrize("frame", ["<html>", "[]", '{"header":1}'])
def test_what_is_no_message_is_the_services_error(frame: str) -> None:
    for dialect in (task(), QwenRealtime("m", BASE, "", ids)):
        with pytest.raises(RecognitionError):
            dialect.read(frame)


def test_sockets_stand_beside_the_address_of_the_region() -> None:
    intl = "https://dashscope-intl.aliyuncs.com/api/v1"
    assert task_url(BASE) == "wss://dashscope.aliyuncs.com/api-ws/v1/inference"
    assert realtime_url(intl, "a b") == (
        "wss://dashscope-intl.aliyuncs.com/api-ws/v1/realtime?model=a%20b"
    )


@pytest.mark.parametrize(
    ("address", "region"),
    [
        (BASE, ""),
        ("https://dashscope-intl.aliyuncs.com/api/v1", "ap-southeast-1"),
        ("https://ws1.cn-beijing.maas.aliyuncs.com/api/v1", ""),
        ("https://ws1.ap-southeast-1.maas.aliyuncs.com/api/v1", "ap-southeast-1"),
    ],
)
def test_prices_of_another_region_are_asked_for(address: str, region: str) -> None:
    assert dashscope_region(address) == region
    named = source("qwen", "m", region)
    assert named == (f"qwen/m@{region}" if region else "qwen/m")


@pytest.mark.parametrize(
    ("address", "is_ours"),
    [
        ("127.0.0.1:10300", True),
        ("http://localhost:8000/v1", True),
        ("https://api.x.com/v1", False),
    ],
)
def test_this_computer_sends_no_bill(address: str, is_ours: bool) -> None:
    assert is_local(address) is is_ours


def test_heard_is_told_once() -> None:
    session = NlsSession("app", lambda: "id0")
    session.opened(1.0)
    for _ in range(2):
        session.receive(nls_event("RecognitionCompleted", result="yes"), 1.0)
    assert session.events() == [Heard("yes", 1.0)]
