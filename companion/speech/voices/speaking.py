"""Who speaks a designed voice: its own model, region and protocol, whatever the settings say."""

from __future__ import annotations

from companion.speech import keys
from companion.speech.cache import SpeechCache, kept, sound_of
from companion.speech.ledger.meter import Meter
from companion.speech.tts.synthesizer import Synthesizer
from companion.speech.voices.voice_book import DesignedVoice
from companion.support.secrets import Secrets
from companion.support.settings import Settings


def designed_voice(
    voice: DesignedVoice,
    settings: Settings,
    secrets: Secrets,
    meter: Meter,
    cache: SpeechCache | None,
) -> tuple[str, Synthesizer]:
    """The id of its provider, and its synthesiser. Blocks on the keyring.

    Raises:
        CompanionError: SPEECH_KEYS_MISSING or KEYRING_LOCKED.
    """
    from companion.speech.tts.qwen import QwenSynthesizer
    from companion.speech.tts.qwen_failures import QwenVoice
    from companion.speech.tts.qwen_request import protocol_of

    speaks = QwenVoice(voice.model, voice.id, voice.base_url)
    made = QwenSynthesizer(
        keys.dashscope_key(settings, secrets),
        speaks,
        meter,
        protocol=protocol_of(voice.model),
        speed=settings.speech_speed,
    )
    sound = sound_of(settings) | {"voice": voice.id, "model": voice.model, "at": voice.base_url}
    return made.id, kept(made, sound, cache)
