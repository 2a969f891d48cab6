"""Every paid provider against the gateway, in one shape: a call, and how many of it came."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from companion.speech.asr.aliyun_nls import AliyunRecognizer
from companion.speech.asr.dashscope import DashscopeEars, DashscopeRecognizer
from companion.speech.asr.nls_messages import STREAM
from companion.speech.asr.openai import OpenAiEars, OpenAiRecognizer
from companion.speech.asr.recognizer import Recognizer
from companion.speech.events import Synthesize
from companion.speech.ledger.meter import Meter
from companion.speech.tts.openai import OpenAiSynthesizer, OpenAiVoice
from companion.speech.tts.qwen import QwenSynthesizer
from companion.speech.tts.qwen_failures import QwenVoice
from companion.speech.tts.qwen_realtime import QwenRealtimeSynthesizer
from companion.speech.tts.qwen_request import QWEN_AUDIO
from companion.speech.tts.synthesizer import Synthesizer
from companion.speech.voices.design_request import VoiceDesign
from companion.speech.voices.designer import VoiceDesigner
from tests.gateway.cloud_trouble import CloudScenario, Trouble
from tests.gateway.loopback import LoopbackGateway
from tests.gateway.nls_scenario import NlsScenario, NlsTrouble
from tests.gateway.qwen_scenario import QwenScenario, QwenTrouble
from tests.gateway.utterances import hear

TEXT = "Four quests are open."
DESIGN = VoiceDesign("warm and slow", "Hello.", "companion", "qwen-audio-3.0-tts-flash", "en")


@dataclass(frozen=True)
class Paid:
    """One paid call.

    Attributes:
        call: Makes it.
        cut: Lets the gateway break it off after it was paid for.
        stall: Lets the gateway stop answering, after it was paid for.
        count: How many came.
        source: What the books call it.
    """

    call: Callable[[LoopbackGateway, Meter], Awaitable[object]]
    cut: Callable[[LoopbackGateway], None]
    stall: Callable[[LoopbackGateway], None]
    count: Callable[[LoopbackGateway], int]
    source: str


def nls(gateway: LoopbackGateway, meter: Meter, **more: object) -> AliyunRecognizer:
    return AliyunRecognizer(gateway.account, gateway.endpoints, meter=meter, **more)  # type: ignore[arg-type]


def dashscope(
    gateway: LoopbackGateway, meter: Meter, model: str = "fun-asr-realtime", vocabulary: str = ""
) -> DashscopeRecognizer:
    ears = DashscopeEars(model, gateway.qwen_base_url, vocabulary)
    return DashscopeRecognizer(gateway.key, ears, meter=meter)


def openai_ears(
    gateway: LoopbackGateway, meter: Meter, answer_timeout_s: float = 30.0
) -> OpenAiRecognizer:
    ears = OpenAiEars(gateway.openai_base_url, "whisper-1")
    return OpenAiRecognizer(gateway.key, ears, meter, answer_timeout_s)


def openai_voice(
    gateway: LoopbackGateway, meter: Meter, silence_timeout_s: float = 30.0
) -> OpenAiSynthesizer:
    voice = OpenAiVoice(gateway.openai_base_url, "tts-1", "alloy")
    return OpenAiSynthesizer(gateway.key, voice, meter, silence_timeout_s)


def audio_voice(gateway: LoopbackGateway, meter: Meter) -> QwenSynthesizer:
    voice = QwenVoice("qwen-audio-3.0-tts-flash", "longanhuan_v3.6", gateway.qwen_base_url)
    return QwenSynthesizer(gateway.key, voice, meter, protocol=QWEN_AUDIO)


def realtime_voice(
    gateway: LoopbackGateway, meter: Meter, voice: str = "Cherry", silence_timeout_s: float = 30.0
) -> QwenRealtimeSynthesizer:
    speaks = QwenVoice("qwen3-tts-flash-realtime", voice, gateway.qwen_base_url)
    return QwenRealtimeSynthesizer(gateway.key, speaks, meter, silence_timeout_s)


async def said(synthesizer: Synthesizer, text: str = TEXT, language: str = "en") -> bytes:
    """All sound of a sentence."""
    request = Synthesize(text, language)
    return b"".join([chunk async for chunk in synthesizer.synthesize(request)])


def _heard(
    make: Callable[[LoopbackGateway, Meter], Recognizer],
) -> Callable[..., Awaitable[object]]:
    return lambda gateway, meter: hear(make(gateway, meter))


def _said(
    make: Callable[[LoopbackGateway, Meter], Synthesizer],
) -> Callable[..., Awaitable[object]]:
    return lambda gateway, meter: said(make(gateway, meter))


def _plan(name: str, scenario: object) -> Callable[[LoopbackGateway], None]:
    return lambda gateway: setattr(getattr(gateway, name), "default", scenario)


def _trouble(name: str, trouble: Trouble) -> Callable[[LoopbackGateway], None]:
    return _plan(name, CloudScenario(trouble=trouble))


def _design(gateway: LoopbackGateway, meter: Meter) -> Awaitable[object]:
    return VoiceDesigner(gateway.key, gateway.qwen_base_url, meter).design(DESIGN)


def _voices(trouble: Trouble) -> Callable[[LoopbackGateway], None]:
    return lambda gateway: setattr(gateway.voices, "trouble", trouble)


def _tasks(gateway: LoopbackGateway) -> int:
    return len(gateway.record.tasks)


def _posts(gateway: LoopbackGateway) -> int:
    return sum(gateway.record.posts.values())


PAID: Mapping[str, Paid] = {
    "nls sentence": Paid(
        _heard(nls),
        _plan("nls", NlsScenario(trouble=NlsTrouble.RESET_IN_SOUND)),
        _plan("nls", NlsScenario(trouble=NlsTrouble.NO_COMPLETED)),
        _tasks,
        "aliyun_nls/sentence",
    ),
    "nls stream": Paid(
        _heard(lambda gateway, meter: nls(gateway, meter, service=STREAM)),
        _plan("nls", NlsScenario(trouble=NlsTrouble.RESET_IN_SOUND)),
        _plan("nls", NlsScenario(trouble=NlsTrouble.NO_COMPLETED)),
        _tasks,
        "aliyun_nls/stream",
    ),
    "dashscope task": Paid(
        _heard(dashscope),
        _trouble("task", Trouble.CUT_MIDWAY),
        _trouble("task", Trouble.STALL_MIDWAY),
        _tasks,
        "dashscope/fun-asr-realtime",
    ),
    "dashscope realtime": Paid(
        _heard(lambda gateway, meter: dashscope(gateway, meter, "qwen3-asr-flash-realtime")),
        _trouble("realtime", Trouble.CUT_MIDWAY),
        _trouble("realtime", Trouble.STALL_MIDWAY),
        _tasks,
        "dashscope/qwen3-asr-flash-realtime",
    ),
    "openai ears": Paid(
        _heard(openai_ears),
        _trouble("openai", Trouble.CUT_AT_START),
        _trouble("openai", Trouble.NEVER_BEGINS),
        _tasks,
        "openai/whisper-1",
    ),
    "qwen": Paid(
        _said(lambda gateway, meter: QwenSynthesizer(gateway.key, gateway.voice, meter)),
        _plan("qwen", QwenScenario(trouble=QwenTrouble.CUT)),
        _plan("qwen", QwenScenario(trouble=QwenTrouble.STALL)),
        _posts,
        "qwen/qwen3-tts-flash",
    ),
    "qwen audio": Paid(
        _said(audio_voice),
        _plan("qwen", QwenScenario(trouble=QwenTrouble.CUT)),
        _plan("qwen", QwenScenario(trouble=QwenTrouble.STALL)),
        _posts,
        "qwen_audio/qwen-audio-3.0-tts-flash",
    ),
    "qwen realtime": Paid(
        _said(realtime_voice),
        _trouble("realtime", Trouble.CUT_MIDWAY),
        _trouble("realtime", Trouble.STALL_MIDWAY),
        _posts,
        "qwen_realtime/qwen3-tts-flash-realtime",
    ),
    "openai voice": Paid(
        _said(openai_voice),
        _trouble("openai", Trouble.CUT_MIDWAY),
        _trouble("openai", Trouble.STALL_MIDWAY),
        _posts,
        "openai/tts-1",
    ),
    "voice design": Paid(
        _design,
        _voices(Trouble.CUT_AT_START),
        _voices(Trouble.STALL_MIDWAY),
        lambda gateway: len(gateway.voices.designs),
        "voice_design/voice-enrollment",
    ),
}
"""A new paid call: a line, and the tests of `test_paid_calls.py` hold it to the rules."""


async def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.005)
