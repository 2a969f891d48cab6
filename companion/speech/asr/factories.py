"""Makes recognisers from settings and keys; imports a provider when it is asked for."""

from __future__ import annotations

from companion.speech import keys
from companion.speech.asr.recognizer import Recognizer
from companion.speech.ledger.meter import Meter
from companion.support.errors import Failure, RecognitionError
from companion.support.secrets import (
    ALIYUN_AK_ID,
    ALIYUN_AK_SECRET,
    DASHSCOPE_API_KEY,
    SPEECH_OPENAI_KEY,
    Secrets,
)
from companion.support.settings import NlsService, Settings


def aliyun_nls(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    """Aliyun NLS, with the keys and the project it needs."""
    from companion.speech.asr.aliyun_nls import AliyunRecognizer
    from companion.speech.asr.nls_account import NlsAccount, nls_endpoints
    from companion.speech.asr.nls_messages import SENTENCE, STREAM

    found = keys.nls_keys(settings, secrets)
    if missing := keys.missing(found):
        raise RecognitionError(Failure.SPEECH_KEYS_MISSING, missing)
    return AliyunRecognizer(
        NlsAccount(found[ALIYUN_AK_ID], found[ALIYUN_AK_SECRET], found[keys.NLS_APP_KEY]),
        nls_endpoints(settings.nls_region),
        meter=meter,
        service=STREAM if settings.nls_service is NlsService.STREAM else SENTENCE,
        vocabulary=settings.nls_vocabulary.strip(),
    )


def dashscope(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    """DashScope's recognition."""
    from companion.speech.asr.dashscope import DashscopeEars, DashscopeRecognizer

    found = keys.dashscope_keys(settings, secrets)
    if missing := keys.missing(found):
        raise RecognitionError(Failure.SPEECH_KEYS_MISSING, missing)
    ears = DashscopeEars(
        settings.dashscope_asr_model,
        settings.qwen_base_url,
        settings.dashscope_vocabulary.strip(),
    )
    return DashscopeRecognizer(found[DASHSCOPE_API_KEY], ears, meter=meter)


def openai(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    """An OpenAI-compatible server."""
    from companion.speech.asr.openai import OpenAiEars, OpenAiRecognizer

    if missing := keys.openai_missing(settings, secrets):
        raise RecognitionError(Failure.SPEECH_KEYS_MISSING, missing)
    ears = OpenAiEars(settings.openai_base_url, settings.openai_asr_model)
    key = secrets.get(SPEECH_OPENAI_KEY) or ""
    return OpenAiRecognizer(key, ears, keys.meter_of(settings.openai_base_url, meter))


def wyoming(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    """A Wyoming server."""
    from companion.speech.asr.wyoming import WyomingRecognizer

    return WyomingRecognizer(settings.wyoming_asr_address)


def offline(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    """Models on this computer."""
    from companion.speech.asr.offline import OfflineRecognizer

    return OfflineRecognizer(keys.first_language(settings))
