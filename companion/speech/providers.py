"""Which ears and which voice: ids to factories, and what `auto` means.

To add a provider: its file under `asr/` or `tts/`, a factory below that imports it, and a line in
the table. Choosing asks the keyring, so call it where blocking is allowed (see
`support/secrets.py`). Nothing here goes online, and nothing is loaded before `warm_up`.
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Callable, Iterable, Mapping

from companion.speech.asr.recognizer import Recognizer
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import Failure, RecognitionError, SecretError, SynthesisError
from companion.support.secrets import ALIYUN_AK_ID, ALIYUN_AK_SECRET, DASHSCOPE_API_KEY, Secrets
from companion.support.settings import Settings

logger = logging.getLogger(__name__)

AUTO = "auto"
NONE = "none"
OFFLINE = "offline"
NLS_APP_KEY = "nls_app_key"
"""The setting that names the NLS project; it is missed like a key, though it is no secret."""

RecognizerFactory = Callable[[Settings, Secrets], Recognizer]
SynthesizerFactory = Callable[[Settings, Secrets], Synthesizer]


def choose_recognizer(settings: Settings, secrets: Secrets) -> Recognizer:
    """Make the ears the player chose. Blocks on the keyring.

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
    return factory(settings, secrets)


def choose_synthesizer(settings: Settings, secrets: Secrets) -> Synthesizer | None:
    """Make the voice the player chose; None is silence. Blocks on the keyring.

    Raises:
        SynthesisError: SPEECH_KEYS_MISSING, or SPEECH_SETTING_WRONG for an unknown id.
        SecretError: KEYRING_LOCKED, when a provider was named whose keys lie there.
    """
    name = settings.synthesizer
    if name == NONE:
        return None
    if name == AUTO:
        name = "qwen" if _are_set(_qwen_keys, settings, secrets) else OFFLINE
    factory = SYNTHESIZERS.get(name)
    if factory is None:
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, _unknown(name, SYNTHESIZERS))
    return factory(settings, secrets)


def _aliyun_nls(settings: Settings, secrets: Secrets) -> Recognizer:
    from companion.speech.asr.aliyun_nls import AliyunRecognizer
    from companion.speech.asr.nls_account import NlsAccount, nls_endpoints

    keys = _nls_keys(settings, secrets)
    if missing := _missing(keys):
        raise RecognitionError(Failure.SPEECH_KEYS_MISSING, missing)
    account = NlsAccount(keys[ALIYUN_AK_ID], keys[ALIYUN_AK_SECRET], keys[NLS_APP_KEY])
    return AliyunRecognizer(account, nls_endpoints(settings.nls_region))


def _offline_recognizer(settings: Settings, secrets: Secrets) -> Recognizer:
    from companion.speech.asr.offline import OfflineRecognizer

    return OfflineRecognizer(_language(settings))


def _qwen(settings: Settings, secrets: Secrets) -> Synthesizer:
    from companion.speech.tts.qwen import QwenSynthesizer
    from companion.speech.tts.qwen_failures import QwenVoice

    keys = _qwen_keys(settings, secrets)
    if missing := _missing(keys):
        raise SynthesisError(Failure.SPEECH_KEYS_MISSING, missing)
    voice = QwenVoice(settings.qwen_model, settings.qwen_voice, settings.qwen_base_url)
    return QwenSynthesizer(keys[DASHSCOPE_API_KEY], voice)


def _offline_synthesizer(settings: Settings, secrets: Secrets) -> Synthesizer:
    from companion.speech.tts.offline import OfflineSynthesizer

    return OfflineSynthesizer(_language(settings))


RECOGNIZERS: Mapping[str, RecognizerFactory] = {
    "aliyun_nls": _aliyun_nls,
    OFFLINE: _offline_recognizer,
}

SYNTHESIZERS: Mapping[str, SynthesizerFactory] = {
    "qwen": _qwen,
    OFFLINE: _offline_synthesizer,
}


def _language(settings: Settings) -> str:
    return "zh" if settings.locale.startswith("zh") else "en"


def _nls_keys(settings: Settings, secrets: Secrets) -> dict[str, str]:
    keys = {name: secrets.get(name) or "" for name in (ALIYUN_AK_ID, ALIYUN_AK_SECRET)}
    return keys | {NLS_APP_KEY: settings.nls_app_key.strip()}


def _qwen_keys(settings: Settings, secrets: Secrets) -> dict[str, str]:
    return {DASHSCOPE_API_KEY: secrets.get(DASHSCOPE_API_KEY) or ""}


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
