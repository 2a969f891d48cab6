"""A client's parts, made from the settings: for the window, the demo and the benches alike."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.cards.library import load_library
from companion.client.embedded_engine import EmbeddedEngine
from companion.client.parts import ClientParts
from companion.speech.asr.recognizer import Recognizer
from companion.speech.audio.devices import Microphone, Speaker
from companion.speech.audio.played import Played
from companion.speech.ears import Ears, EarsEvents
from companion.speech.mouth import Mouth
from companion.support.clock import Clock, SystemClock
from companion.support.errors import CompanionError
from companion.support.paths import config_folder
from companion.support.secrets import Secrets
from companion.support.settings import Capture, Settings

if TYPE_CHECKING:
    from companion.speech.hands_free import HandsFree

logger = logging.getLogger(__name__)

VOICE_OFF = "none"


@dataclass(frozen=True, slots=True)
class Devices:
    """Where sound comes from and goes to; made on the loop, when they are needed."""

    microphone: Callable[[], Microphone]
    speaker: Callable[[], Speaker]
    played: Played = field(default_factory=Played)
    """What the speaker is given, if it tells; the echo canceller of hands-free talking needs it."""


def real_devices(settings: Settings | None = None) -> Devices:
    """The computer's microphone and speaker; PortAudio is loaded when they open."""
    wanted = settings or Settings()

    def microphone() -> Microphone:
        from companion.speech.audio.capture import SoundDeviceMicrophone

        return SoundDeviceMicrophone(wanted.microphones)

    def speaker() -> Speaker:
        from companion.speech.audio.playback import SoundDeviceSpeaker

        return SoundDeviceSpeaker(wanted.speakers, played=played)

    played = Played()
    return Devices(microphone, speaker, played)


def client_parts(
    settings: Settings, secrets: Secrets, devices: Devices, clock: Clock | None = None
) -> ClientParts:
    """Put a client's parts together. On the loop: it imports what is slow to import.

    Nothing is opened, loaded or asked of the keyring before the client starts.
    """
    clock = clock or SystemClock()
    return ClientParts(
        ears=lambda events: _ears(settings, secrets, devices, clock, events),
        mouth=_mouth(settings, secrets, devices, clock),
        engine=EmbeddedEngine(settings.instance, settings.locale, clock),
        library=load_library(settings.locale),
        locale=settings.locale,
        send_on_release=settings.send_on_release,
        clock=clock,
    )


def _ears(
    settings: Settings, secrets: Secrets, devices: Devices, clock: Clock, events: EarsEvents
) -> Ears:
    from companion.language import pinyin
    from companion.speech.asr.listener import Listener
    from companion.speech.chosen import ChosenRecognizer
    from companion.speech.ledger.opened import AccountMeter
    from companion.speech.providers import choose_recognizer

    meter = AccountMeter(config_folder(), settings, clock)

    def choose() -> Recognizer:
        if settings.locale.startswith("zh"):
            pinyin.warm_up()  # 0.2 s that the first spoken button would wait for
        return choose_recognizer(settings, secrets, meter)

    recognizer = ChosenRecognizer(choose)
    hands_free = _hands_free(settings, devices)
    return Listener(events, devices.microphone(), recognizer, clock, settings.capture, hands_free)


def _hands_free(settings: Settings, devices: Devices) -> HandsFree | None:
    """Talking without a key, where the player wants it and a detector is installed."""
    if not settings.hands_free or settings.capture is not Capture.WARM:
        return None
    from companion.speech.echo import best_canceller
    from companion.speech.hands_free import HandsFree
    from companion.speech.vad import SileroDetector, SpeechWatch
    from companion.speech.wake import MicroWakeWord

    try:
        wake = MicroWakeWord(settings.wake_word) if settings.wake_word else None
        return HandsFree(devices.played, best_canceller(), SpeechWatch(SileroDetector()), wake)
    except CompanionError as error:
        logger.warning("no hands-free talking: %s", error)
        return None


def _mouth(settings: Settings, secrets: Secrets, devices: Devices, clock: Clock) -> Mouth | None:
    if settings.synthesizer == VOICE_OFF:
        return None
    from companion.speech.cache import FOLDER, SpeechCache
    from companion.speech.chosen import ChosenSynthesizer
    from companion.speech.lanes import named
    from companion.speech.ledger.opened import AccountMeter
    from companion.speech.providers import choose_synthesizer
    from companion.speech.tts.narrator import Narrator
    from companion.speech.voices.opened import read_voices

    folder = config_folder()
    meter = AccountMeter(folder, settings, clock)
    limit = settings.speech_cache_mib << 20
    cache = SpeechCache(folder / FOLDER, limit) if limit else None
    synthesizer = ChosenSynthesizer(
        lambda: choose_synthesizer(settings, secrets, meter, lambda: read_voices(folder), cache)
    )
    narrator = Narrator(devices.speaker(), synthesizer, clock)
    narrator.set_volume(settings.volume, named(settings.lane_volumes))
    return narrator
