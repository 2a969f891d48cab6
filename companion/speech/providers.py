"""Which ears and which voice: ids to factories, and what `auto` means.

To add a provider: its file under `asr/` or `tts/`, a factory in `factories.py` beside it, a line in
the table here, and what it can do in `abilities.py`. Choosing asks the keyring, so call it where
blocking is allowed (see `support/secrets.py`). Nothing goes online or is loaded before `warm_up`.
"""

from __future__ import annotations

import difflib
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import cast

from companion.speech import keys
from companion.speech.abilities import HEARING, SPEAKING, Hearing, Speaking
from companion.speech.apart.factories import offline_ears, offline_voice
from companion.speech.asr import factories as ears
from companion.speech.asr.recognizer import Recognizer
from companion.speech.cache import CachedSynthesizer, SpeechCache, kept, sound_of
from companion.speech.capped import (
    CappedRecognizer,
    CappedSynthesizer,
    PaidRecognizer,
    PaidSynthesizer,
)
from companion.speech.free_instead import OnInstead, unheard
from companion.speech.ledger.meter import FREE, FreeMeter, Meter
from companion.speech.ledger.sources import is_local
from companion.speech.tts import factories as mouths
from companion.speech.tts.synthesizer import Synthesizer
from companion.speech.voices.bound import BoundSynthesizer
from companion.speech.voices.speaking import designed_voice
from companion.speech.voices.voice_book import VoiceBook
from companion.support.errors import Failure, RecognitionError, SecretError, SynthesisError
from companion.support.secrets import Secrets
from companion.support.settings import Settings

logger = logging.getLogger(__name__)

AUTO = "auto"
NONE = "none"
OFFLINE = "offline"

RecognizerFactory = Callable[[Settings, Secrets, Meter], Recognizer]
SynthesizerFactory = Callable[[Settings, Secrets, Meter], Synthesizer]


def choose_recognizer(
    settings: Settings,
    secrets: Secrets,
    meter: Meter = FREE,
    on_instead: OnInstead = unheard,
) -> Recognizer:
    """Make the ears the player chose. Blocks on the keyring.

    Args:
        settings: The player's.
        secrets: Where keys are.
        meter: The books of paid calls.
        on_instead: Told when free ears step in at a limit, and when that ends.

    Raises:
        RecognitionError: SPEECH_KEYS_MISSING, or SPEECH_SETTING_WRONG for an unknown id.
        SecretError: KEYRING_LOCKED, when a provider was named whose keys lie there.
    """
    name = settings.recognizer
    if name == AUTO:
        named = bool(settings.nls_app_key.strip())  # without it the keyring need not be asked
        name = "aliyun_nls" if named and _are_set(keys.nls_keys, settings, secrets) else OFFLINE
    factory = RECOGNIZERS.get(name)
    if factory is None:
        raise RecognitionError(Failure.SPEECH_SETTING_WRONG, _unknown(name, RECOGNIZERS))
    made = factory(settings, secrets, meter)
    if isinstance(meter, FreeMeter) or not _is_paid(name, HEARING, settings):
        return made
    paid = cast("PaidRecognizer", made)
    return CappedRecognizer(paid, lambda: offline_ears(settings, secrets, FREE), meter, on_instead)


def choose_synthesizer(
    settings: Settings,
    secrets: Secrets,
    meter: Meter = FREE,
    voices: Callable[[], VoiceBook] | None = None,
    cache: SpeechCache | None = None,
    on_instead: OnInstead = unheard,
) -> Synthesizer | None:
    """Make the voice the player chose; None is silence. Blocks on the keyring.

    Args:
        settings: The player's.
        secrets: Where keys are.
        meter: The books of paid calls.
        voices: Reads designed voices and their bindings; None leaves everybody the same voice.
        cache: Where sentences are kept that were said before; None keeps none.
        on_instead: Told when the free voice steps in at a limit, and when that ends.

    Raises:
        SynthesisError: SPEECH_KEYS_MISSING, or SPEECH_SETTING_WRONG for an unknown id.
        SecretError: KEYRING_LOCKED, when a provider was named whose keys lie there.
    """
    name = _spoken_by(settings, secrets)
    if name == NONE:
        return None
    made = kept(_made(name, settings, secrets, meter), sound_of(settings), cache)

    def guarded(paid: str, voice: Synthesizer) -> Synthesizer:
        return _capped(paid, voice, settings, secrets, meter, on_instead)

    own = guarded(name, made)
    if voices is None:
        return own
    return BoundSynthesizer(
        own, voices, lambda v: guarded(*designed_voice(v, settings, secrets, meter, cache))
    )


def choose_cached(
    settings: Settings, secrets: Secrets, meter: Meter, cache: SpeechCache
) -> CachedSynthesizer:
    """The player's own voice before its cache, with no free one behind it. Blocks on the keyring.

    Raises:
        SynthesisError: SPEECH_KEYS_MISSING, or SPEECH_SETTING_WRONG for no voice or an unknown id.
        SecretError: KEYRING_LOCKED, when a provider was named whose keys lie there.
    """
    made = _made(_spoken_by(settings, secrets), settings, secrets, meter)
    return CachedSynthesizer(made, sound_of(settings), cache)


def _spoken_by(settings: Settings, secrets: Secrets) -> str:
    """The id of the voice's provider."""
    if settings.synthesizer != AUTO:
        return settings.synthesizer
    return "qwen" if _are_set(keys.dashscope_keys, settings, secrets) else OFFLINE


def _made(name: str, settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    factory = SYNTHESIZERS.get(name)
    if factory is None:
        raise SynthesisError(Failure.SPEECH_SETTING_WRONG, _unknown(name, SYNTHESIZERS))
    return factory(settings, secrets, meter)


def _capped(
    name: str,
    voice: Synthesizer,
    settings: Settings,
    secrets: Secrets,
    meter: Meter,
    on_instead: OnInstead,
) -> Synthesizer:
    """The voice, with the offline one behind it when it is paid for and the books refuse."""
    if isinstance(meter, FreeMeter) or not _is_paid(name, SPEAKING, settings):
        return voice
    paid = cast("PaidSynthesizer", voice)
    is_kept = voice.keeps if isinstance(voice, CachedSynthesizer) else None
    return CappedSynthesizer(
        paid, lambda: offline_voice(settings, secrets, FREE), meter, on_instead, is_kept
    )


def _is_paid(
    name: str, abilities: Mapping[str, Hearing] | Mapping[str, Speaking], settings: Settings
) -> bool:
    """Whether somebody sends a bill; not from this computer."""
    if name == "openai" and is_local(settings.openai_base_url):
        return False
    return name in abilities and abilities[name].is_paid


RECOGNIZERS: Mapping[str, RecognizerFactory] = {
    "aliyun_nls": ears.aliyun_nls,
    "dashscope": ears.dashscope,
    "openai": ears.openai,
    "wyoming": ears.wyoming,
    OFFLINE: offline_ears,
}

SYNTHESIZERS: Mapping[str, SynthesizerFactory] = {
    "qwen": mouths.qwen,
    "qwen_realtime": mouths.qwen_realtime,
    "qwen_audio": mouths.qwen_audio,
    "openai": mouths.openai,
    "wyoming": mouths.wyoming,
    "system": mouths.system,
    OFFLINE: offline_voice,
}


def _are_set(
    needed: Callable[[Settings, Secrets], dict[str, str]], settings: Settings, secrets: Secrets
) -> bool:
    try:
        return not keys.missing(needed(settings, secrets))
    except SecretError as error:
        logger.warning("speech keys not read, offline speech instead: %s", error)
        return False


def _unknown(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, 1, 0.0)
    return f"no provider {name!r}; did you mean {near[0]!r}?"
