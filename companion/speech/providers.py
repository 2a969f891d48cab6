"""Which ears and which voice: ids to factories, and what `auto` means.

To add a provider: its file under `asr/` or `tts/`, a factory below that imports it, a line in the
table, and what it can do in `abilities.py`. Choosing asks the keyring, so call it where blocking is
allowed (see `support/secrets.py`). Nothing goes online, nothing is loaded before `warm_up`.
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Callable, Iterable, Mapping

from companion.speech.asr.recognizer import Recognizer
from companion.speech.ledger.meter import FREE, Meter
from companion.speech.ledger.sources import is_local
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import Failure, RecognitionError, SecretError, SynthesisError
from companion.support.secrets import (
    ALIYUN_AK_ID,
    ALIYUN_AK_SECRET,
    DASHSCOPE_API_KEY,
    SPEECH_OPENAI_KEY,
    Secrets,
)
from companion.support.settings import NlsService, Settings

logger = logging.getLogger(__name__)

AUTO = "auto"
NONE = "none"
OFFLINE = "offline"
NLS_APP_KEY = "nls_app_key"
"""The setting that names the NLS project; it is missed like a key, though it is no secret."""

RecognizerFactory = Callable[[Settings, Secrets, Meter], Recognizer]
SynthesizerFactory = Callable[[Settings, Secrets, Meter], Synthesizer]


def choose_recognizer(settings: Settings, secrets: Secrets, meter: Meter = FREE) -> Recognizer:
    """Make the ears the player chose. Blocks on the keyring.

    Args:
        settings: The player's.
        secrets: Where keys are.
        meter: The books of paid calls.

    Raises:
        RecognitionError: SPEECH_KEYS_MISSING, or SPEECH_SETTING_WRONG for an unknown id.
        SecretError: KEYRING_LOCKED, when a provider was named whose keys lie there.
    """
    name = settings.recognizer
    if name == AUTO:
        named = bool(settings.nls_app_key.strip())  # without it the keyring need not be asked
        name = "aliyun_nls" if named and _are_set(_nls_keys, settings, secrets) else OFFLINE
    factory = RECOGNIZERS.get(name)
    if factory is None:
        raise RecognitionError(Failure.SPEECH_SETTING_WRONG, _unknown(name, RECOGNIZERS))
    return factory(settings, secrets, meter)


def choose_synthesizer(
    settings: Settings, secrets: Secrets, meter: Meter = FREE
) -> Synthesizer | None:
    """Make the voice the player chose; None is silence. Blocks on the keyring.

    Args:
        settings: The player's.
        secrets: Where keys are.
        meter: The books of paid calls.

    Raises:
        SynthesisError: SPEECH_KEYS_MISSING, or SPEECH_SETTING_WRONG for an unknown id.
        SecretError: KEYRING_LOCKED, when a provider was named whose keys lie there.
    """
    name = settings.synthesizer
    if name == NONE:
        return None
    if name == AUTO:
        name = "qwen" if _are_set(_dashscope_keys, settings, secrets) else OFFLINE
    factory = SYNTHESIZERS.get(name)
    if factory is None:
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, _unknown(name, SYNTHESIZERS))
    return factory(settings, secrets, meter)


def _aliyun_nls(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    from companion.speech.asr.aliyun_nls import AliyunRecognizer
    from companion.speech.asr.nls_account import NlsAccount, nls_endpoints
    from companion.speech.asr.nls_messages import SENTENCE, STREAM

    keys = _nls_keys(settings, secrets)
    if missing := _missing(keys):
        raise RecognitionError(Failure.SPEECH_KEYS_MISSING, missing)
    return AliyunRecognizer(
        NlsAccount(keys[ALIYUN_AK_ID], keys[ALIYUN_AK_SECRET], keys[NLS_APP_KEY]),
        nls_endpoints(settings.nls_region),
        meter=meter,
        service=STREAM if settings.nls_service is NlsService.STREAM else SENTENCE,
        vocabulary=settings.nls_vocabulary.strip(),
    )


def _dashscope(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    from companion.speech.asr.dashscope import DashscopeEars, DashscopeRecognizer

    keys = _dashscope_keys(settings, secrets)
    if missing := _missing(keys):
        raise RecognitionError(Failure.SPEECH_KEYS_MISSING, missing)
    ears = DashscopeEars(
        settings.dashscope_asr_model,
        settings.qwen_base_url,
        settings.dashscope_vocabulary.strip(),
    )
    return DashscopeRecognizer(keys[DASHSCOPE_API_KEY], ears, meter=meter)


def _openai_recognizer(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    from companion.speech.asr.openai import OpenAiEars, OpenAiRecognizer

    if missing := _openai_missing(settings, secrets):
        raise RecognitionError(Failure.SPEECH_KEYS_MISSING, missing)
    ears = OpenAiEars(settings.openai_base_url, settings.openai_asr_model)
    key = secrets.get(SPEECH_OPENAI_KEY) or ""
    return OpenAiRecognizer(key, ears, _meter_of(settings.openai_base_url, meter))


def _wyoming_recognizer(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    from companion.speech.asr.wyoming import WyomingRecognizer

    return WyomingRecognizer(settings.wyoming_asr_address)


def _offline_recognizer(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    from companion.speech.asr.offline import OfflineRecognizer

    return OfflineRecognizer(_language(settings))


def _qwen(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    from companion.speech.tts.qwen import QwenSynthesizer
    from companion.speech.tts.qwen_failures import QwenVoice

    voice = QwenVoice(settings.qwen_model, settings.qwen_voice, settings.qwen_base_url)
    return QwenSynthesizer(_dashscope_key(settings, secrets), voice, meter)


def _qwen_audio(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    from companion.speech.tts.qwen import QwenSynthesizer
    from companion.speech.tts.qwen_failures import QwenVoice
    from companion.speech.tts.qwen_request import QWEN_AUDIO

    voice = QwenVoice(settings.qwen_audio_model, settings.qwen_audio_voice, settings.qwen_base_url)
    key, speed = _dashscope_key(settings, secrets), settings.speech_speed
    return QwenSynthesizer(key, voice, meter, protocol=QWEN_AUDIO, speed=speed)


def _qwen_realtime(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    from companion.speech.tts.qwen_failures import QwenVoice
    from companion.speech.tts.qwen_realtime import QwenRealtimeSynthesizer

    voice = QwenVoice(settings.qwen_realtime_model, settings.qwen_voice, settings.qwen_base_url)
    key, speed = _dashscope_key(settings, secrets), settings.speech_speed
    return QwenRealtimeSynthesizer(key, voice, meter, speed=speed)


def _openai_synthesizer(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    from companion.speech.tts.openai import OpenAiSynthesizer, OpenAiVoice

    if missing := _openai_missing(settings, secrets):
        raise SynthesisError(Failure.SPEECH_KEYS_MISSING, missing)
    voice = OpenAiVoice(
        settings.openai_base_url,
        settings.openai_tts_model,
        settings.openai_voice,
        settings.speech_speed,
    )
    key = secrets.get(SPEECH_OPENAI_KEY) or ""
    return OpenAiSynthesizer(key, voice, _meter_of(settings.openai_base_url, meter))


def _wyoming_synthesizer(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    from companion.speech.tts.wyoming import WyomingSynthesizer

    return WyomingSynthesizer(settings.wyoming_tts_address, settings.wyoming_voice.strip())


def _system(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    from companion.speech.tts.system import SystemSynthesizer
    from companion.speech.tts.system_command import SystemVoice

    return SystemSynthesizer(SystemVoice(settings.system_voice.strip(), settings.speech_speed))


def _offline_synthesizer(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    from companion.speech.tts.offline import OfflineSynthesizer

    return OfflineSynthesizer(_language(settings))


RECOGNIZERS: Mapping[str, RecognizerFactory] = {
    "aliyun_nls": _aliyun_nls,
    "dashscope": _dashscope,
    "openai": _openai_recognizer,
    "wyoming": _wyoming_recognizer,
    OFFLINE: _offline_recognizer,
}

SYNTHESIZERS: Mapping[str, SynthesizerFactory] = {
    "qwen": _qwen,
    "qwen_realtime": _qwen_realtime,
    "qwen_audio": _qwen_audio,
    "openai": _openai_synthesizer,
    "wyoming": _wyoming_synthesizer,
    "system": _system,
    OFFLINE: _offline_synthesizer,
}


def _language(settings: Settings) -> str:
    return "zh" if settings.locale.startswith("zh") else "en"


def _nls_keys(settings: Settings, secrets: Secrets) -> dict[str, str]:
    keys = {name: secrets.get(name) or "" for name in (ALIYUN_AK_ID, ALIYUN_AK_SECRET)}
    return keys | {NLS_APP_KEY: settings.nls_app_key.strip()}


def _dashscope_keys(settings: Settings, secrets: Secrets) -> dict[str, str]:
    return {DASHSCOPE_API_KEY: secrets.get(DASHSCOPE_API_KEY) or ""}


def _dashscope_key(settings: Settings, secrets: Secrets) -> str:
    keys = _dashscope_keys(settings, secrets)
    if missing := _missing(keys):
        raise SynthesisError(Failure.SPEECH_KEYS_MISSING, missing)
    return keys[DASHSCOPE_API_KEY]


def _openai_missing(settings: Settings, secrets: Secrets) -> str:
    """A server on this computer asks for no key."""
    if is_local(settings.openai_base_url) or secrets.get(SPEECH_OPENAI_KEY):
        return ""
    return SPEECH_OPENAI_KEY


def _meter_of(address: str, meter: Meter) -> Meter:
    """Nobody sends a bill from this computer."""
    return FREE if is_local(address) else meter


def _are_set(
    keys: Callable[[Settings, Secrets], dict[str, str]], settings: Settings, secrets: Secrets
) -> bool:
    try:
        return not _missing(keys(settings, secrets))
    except SecretError as error:
        logger.warning("speech keys not read, offline speech instead: %s", error)
        return False


def _missing(keys: Mapping[str, str]) -> str:
    return ", ".join(name for name, value in keys.items() if not value)


def _unknown(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, 1, 0.0)
    return f"no provider {name!r}; did you mean {near[0]!r}?"
