from __future__ import annotations

import base64
import json

import pytest

from companion.speech.dashscope_failures import read_refusal
from companion.speech.ledger.meter import Amount
from companion.speech.tts.qwen_failures import QwenVoice
from companion.speech.tts.qwen_reply import QwenReply
from companion.speech.tts.qwen_request import (
    QWEN,
    QWEN_AUDIO,
    QwenProtocol,
    audio_body,
    body,
    check,
    headers,
    protocol_of,
)
from companion.support.errors import Failure, SynthesisError

VOICE = QwenVoice("qwen3-tts-flash", "Cherry", "https://dashscope.aliyuncs.com/api/v1")


def event(sound: bytes = b"", finish: str = "null", name: str = "result", **more: object) -> bytes:
    audio = {"data": base64.b64encode(sound).decode(), "url": ""}
    payload = {"output": {"finish_reason": finish, "audio": audio}} | more
    return f"event:{name}\ndata:{json.dumps(payload)}\n\n".encode()


def failure_of(reply: QwenReply, piece: bytes) -> Failure:
    with pytest.raises(SynthesisError) as failed:
        list(reply.feed(piece))
    return failed.value.failure


def test_sound_comes_event_by_event_until_the_final_marker() -> None:
    reply = QwenReply(VOICE, "sk")
    assert list(reply.feed(event(b"abc") + event(b"def"))) == [b"ab", b"cdef"]
    assert not reply.is_finished
    assert list(reply.feed(event(finish="stop") + event(b"late"))) == []
    assert reply.is_finished
    assert list(reply.end()) == []


def test_the_last_usage_counts() -> None:
    reply = QwenReply(VOICE, "sk", billed=9)
    for number in (3, 7):
        list(reply.feed(event(b"ab", usage={"characters": number, "input_tokens": "odd"})))
    list(reply.feed(event(finish="stop")))
    assert reply.used() == Amount(7, is_reported=True)


@pytest.mark.parametrize("usage", [{}, {"usage": {"characters": 2}}, {"usage": {"characters": -5}}])
def test_an_answer_that_broke_off_counts_as_a_whole(usage: dict[str, object]) -> None:
    reply = QwenReply(VOICE, "sk", billed=9)
    list(reply.feed(event(b"ab", **usage)))
    assert reply.used() == Amount(9)


def test_tokens_are_counted_where_the_service_bills_them() -> None:
    reply = QwenReply(VOICE, "sk", billed=9)
    list(reply.feed(event(b"ab", finish="stop", usage={"input_tokens": 4, "output_tokens": 50})))
    assert reply.used() == Amount(0, 0, 4, 50, is_reported=True)


def test_an_unknown_event_is_ignored_whatever_it_holds() -> None:
    reply = QwenReply(VOICE, "sk")
    assert list(reply.feed(b"event:mood\ndata:fine\n\n" + event(b"ab"))) == [b"ab"]


@pytest.mark.parametrize(
    "piece",
    [
        b"event:result\ndata:{\n\n",
        b"event:result\ndata:[]\n\n",
        b'event:error\ndata:{"message":"no"}\n\n',
        event(b"ab").replace(b"YWI=", b"!!!!"),
        event(b"RIFF0000WAVEfmt \2\0\0\0\1\0"),
    ],
    ids=["no json", "no object", "error without code", "no base64", "odd header"],
)
def test_what_cannot_be_read_is_the_services_error(piece: bytes) -> None:
    assert failure_of(QwenReply(VOICE, "sk"), piece) is Failure.SPEECH_SERVICE_ERROR


@pytest.mark.parametrize("output", [None, 1, [], {"audio": 1}, {"audio": {"data": None}}], ids=repr)
def test_an_event_without_sound_is_passed_over(output: object) -> None:
    reply = QwenReply(VOICE, "sk")
    piece = f"data:{json.dumps({'output': output})}\n\n".encode()
    assert list(reply.feed(piece)) == []


def test_any_code_is_an_error_even_in_a_result() -> None:
    piece = event(b"ab", code="Arrearage", message="pay")
    assert failure_of(QwenReply(VOICE, "sk"), piece) is Failure.SPEECH_QUOTA


def test_the_sound_before_an_error_is_given_first() -> None:
    sounds = QwenReply(VOICE, "sk").feed(event(b"ab") + event(code="Arrearage"))
    assert next(sounds) == b"ab"
    with pytest.raises(SynthesisError):
        next(sounds)


@pytest.mark.parametrize(
    ("stream", "failure"),
    [
        (b"", Failure.SPEECH_TRUNCATED),
        (event(b"ab"), Failure.SPEECH_TRUNCATED),
        (event(b"ab") + event(finish="stop")[:-20], Failure.SPEECH_TRUNCATED),
        (event(finish="stop"), Failure.SPEECH_SERVICE_ERROR),
    ],
    ids=["nothing", "no marker", "cut marker", "no sound"],
)
def test_an_end_that_is_none_is_told(stream: bytes, failure: Failure) -> None:
    reply = QwenReply(VOICE, "sk")
    list(reply.feed(stream))
    with pytest.raises(SynthesisError) as failed:
        list(reply.end())
    assert failed.value.failure is failure


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b'{"code":"Arrearage"}', "Arrearage"),
        (b'event:error\ndata:{"code":"Arrearage"}\n\n', "Arrearage"),
        (b"<html>", ""),
        (b"", ""),
    ],
)
def test_a_refusal_is_read_as_json_or_as_an_event(answer: bytes, code: str) -> None:
    assert read_refusal(answer, 400).code == code


def test_the_request_is_the_documented_one() -> None:
    assert json.loads(body("你好。", "zh", VOICE)) == {
        "model": "qwen3-tts-flash",
        "input": {"text": "你好。", "voice": "Cherry", "language_type": "Chinese"},
    }
    assert headers("sk-1")["X-DashScope-SSE"] == "enable"


@pytest.mark.behaviour("TTS-002")
def test_designed_voices_are_asked_for_sound_we_can_play() -> None:
    voice = QwenVoice("qwen-audio-3.0-tts-flash", "mine-vd-1", VOICE.base_url)
    assert json.loads(audio_body("你好。", "zh", voice, 1.5)) == {
        "model": "qwen-audio-3.0-tts-flash",
        "input": {
            "text": "你好。",
            "voice": "mine-vd-1",
            "format": "pcm",
            "sample_rate": 24000,
            "language_hints": ["zh"],
            "rate": 1.5,
        },
    }
    assert QWEN_AUDIO.path == "/services/audio/tts/SpeechSynthesizer"


@pytest.mark.parametrize(
    ("model", "protocol"),
    [
        ("qwen3-tts-flash", QWEN),
        ("qwen3-tts-vd-2026-01-26", QWEN),
        ("qwen-audio-3.0-tts-plus", QWEN_AUDIO),
        ("cosyvoice-v3.5-flash", QWEN_AUDIO),
    ],
)
def test_a_model_belongs_to_one_path(model: str, protocol: QwenProtocol) -> None:
    assert protocol_of(model) is protocol
    check("sk", QwenVoice(model, "v", VOICE.base_url), protocol)


@pytest.mark.parametrize(
    ("key", "voice", "failure"),
    [
        ("sk", QwenVoice("qwen-omni-turbo", "Cherry", VOICE.base_url), "speech_setting_wrong"),
        (
            "sk",
            QwenVoice("qwen3-tts-flash-realtime", "Cherry", VOICE.base_url),
            "speech_setting_wrong",
        ),
        ("sk", QwenVoice(VOICE.model, "Cherry", "http://example.com"), "speech_setting_wrong"),
        ("sk\n", VOICE, "speech_key_wrong"),
        ("密钥", VOICE, "speech_key_wrong"),
    ],
    ids=["conversational", "realtime", "in clear", "line feed", "no ascii"],
)
def test_what_cannot_work_is_refused_before_anything_is_sent(
    key: str, voice: QwenVoice, failure: str
) -> None:
    with pytest.raises(SynthesisError) as refused:
        check(key, voice, QWEN)
    assert refused.value.failure == failure
