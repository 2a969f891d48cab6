"""Makes synthesisers from settings and keys; imports a provider when it is asked for."""

from __future__ import annotations

from companion.speech import keys
from companion.speech.ledger.meter import Meter
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import Failure, SynthesisError
from companion.support.secrets import SPEECH_OPENAI_KEY, Secrets
from companion.support.settings import Settings


def qwen(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    """Qwen over server-sent events."""
    from companion.speech.tts.qwen import QwenSynthesizer
    from companion.speech.tts.qwen_failures import QwenVoice

    voice = QwenVoice(settings.qwen_model, settings.qwen_voice, settings.qwen_base_url)
    return QwenSynthesizer(keys.dashscope_key(settings, secrets), voice, meter)


def qwen_audio(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    """Qwen-Audio and CosyVoice."""
    from companion.speech.tts.qwen import QwenSynthesizer
    from companion.speech.tts.qwen_failures import QwenVoice
    from companion.speech.tts.qwen_request import QWEN_AUDIO

    voice = QwenVoice(settings.qwen_audio_model, settings.qwen_audio_voice, settings.qwen_base_url)
    key, speed = keys.dashscope_key(settings, secrets), settings.speech_speed
    return QwenSynthesizer(key, voice, meter, protocol=QWEN_AUDIO, speed=speed)


def qwen_realtime(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    """Qwen over its realtime socket."""
    from companion.speech.tts.qwen_failures import QwenVoice
    from companion.speech.tts.qwen_realtime import QwenRealtimeSynthesizer

    voice = QwenVoice(settings.qwen_realtime_model, settings.qwen_voice, settings.qwen_base_url)
    key, speed = keys.dashscope_key(settings, secrets), settings.speech_speed
    return QwenRealtimeSynthesizer(key, voice, meter, speed=speed)


def openai(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    """An OpenAI-compatible server."""
    from companion.speech.tts.openai import OpenAiSynthesizer, OpenAiVoice

    if missing := keys.openai_missing(settings, secrets):
        raise SynthesisError(Failure.SPEECH_KEYS_MISSING, missing)
    voice = OpenAiVoice(
        settings.openai_base_url,
        settings.openai_tts_model,
        settings.openai_voice,
        settings.speech_speed,
    )
    key = secrets.get(SPEECH_OPENAI_KEY) or ""
    return OpenAiSynthesizer(key, voice, keys.meter_of(settings.openai_base_url, meter))


def wyoming(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    """A Wyoming server."""
    from companion.speech.tts.wyoming import WyomingSynthesizer

    return WyomingSynthesizer(settings.wyoming_tts_address, settings.wyoming_voice.strip())


def system(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    """The system's own voice."""
    from companion.speech.tts.system import SystemSynthesizer
    from companion.speech.tts.system_command import SystemVoice

    return SystemSynthesizer(SystemVoice(settings.system_voice.strip(), settings.speech_speed))


def offline(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    """Models on this computer."""
    from companion.speech.tts.offline import OfflineSynthesizer

    return OfflineSynthesizer(keys.first_language(settings))
