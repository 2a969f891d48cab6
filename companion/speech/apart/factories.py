"""Makes offline ears and voices: with the models here, or in a process of their own."""

from __future__ import annotations

from companion.speech import keys
from companion.speech.apart import is_apart
from companion.speech.asr import factories as ears
from companion.speech.asr.recognizer import Recognizer
from companion.speech.ledger.meter import Meter
from companion.speech.tts import factories as mouths
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.secrets import Secrets
from companion.support.settings import Settings


def offline_ears(settings: Settings, secrets: Secrets, meter: Meter) -> Recognizer:
    """Models on this computer."""
    if not is_apart():
        return ears.offline(settings, secrets, meter)
    from companion.speech.apart.process import SpeechProcess
    from companion.speech.apart.speech import ApartRecognizer

    return ApartRecognizer(SpeechProcess(keys.first_language(settings)))


def offline_voice(settings: Settings, secrets: Secrets, meter: Meter) -> Synthesizer:
    """Models on this computer."""
    if not is_apart():
        return mouths.offline(settings, secrets, meter)
    from companion.speech.apart.process import SpeechProcess
    from companion.speech.apart.speech import ApartSynthesizer

    return ApartSynthesizer(SpeechProcess(keys.first_language(settings)))
