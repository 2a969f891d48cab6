"""Ears, mouth and self-test of one client, over one recogniser and one voice. On the loop."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.speech.asr.recognizer import Recognizer
from companion.speech.audio.devices import Microphone, Speaker
from companion.speech.ears import Ears, EarsEvents
from companion.speech.events import BLOCK_BYTES, LISTEN_RATE_HZ, Synthesize, Transcribe
from companion.speech.free_instead import OnInstead, unheard
from companion.speech.mouth import Mouth
from companion.support.clock import Clock
from companion.support.errors import CompanionError
from companion.support.paths import config_folder
from companion.support.secrets import Secrets
from companion.support.settings import Capture, Settings

if TYPE_CHECKING:
    from companion.speech.audio.played import Played
    from companion.speech.chosen import ChosenRecognizer, ChosenSynthesizer
    from companion.speech.hands_free import HandsFree

logger = logging.getLogger(__name__)

VOICE_OFF = "none"


@dataclass(frozen=True, slots=True)
class Devices:
    """Where sound comes from and goes to; made on the loop, when they are needed."""

    microphone: Callable[[], Microphone]
    speaker: Callable[[], Speaker]
    played: Played = field(default_factory=lambda: nothing_played())
    """What the speaker is given, if it tells; the echo canceller of hands-free talking needs it."""


def nothing_played() -> Played:
    """What a speaker that has not played was given; numpy comes with it, after the window."""
    from companion.speech.audio.played import Played

    return Played()


class SpeechParts:
    """Makes them when they are asked for; implements `SpeechChain`.

    Nothing is opened, loaded or asked of the keyring before the client starts.
    """

    def __init__(
        self, settings: Settings, secrets: Secrets, devices: Devices, clock: Clock
    ) -> None:
        self._settings = settings
        self._secrets = secrets
        self._devices = devices
        self._clock = clock
        self._recognizer: ChosenRecognizer | None = None
        self._synthesizer: ChosenSynthesizer | None = None
        self._on_instead: OnInstead = unheard

    def ears(self, events: EarsEvents) -> Ears:
        """Ears over the microphone."""
        from companion.speech.asr.listener import Listener

        microphone, capture = self._devices.microphone(), self._settings.capture
        hands_free = self._hands_free()
        return Listener(events, microphone, self.recognizer(), self._clock, capture, hands_free)

    def mouth(self) -> Mouth | None:
        """A voice over the speaker; None where the player wants none."""
        if self._settings.synthesizer == VOICE_OFF:
            return None
        from companion.speech.lanes import named
        from companion.speech.tts.narrator import Narrator

        narrator = Narrator(self._devices.speaker(), self.synthesizer(), self._clock)
        narrator.set_volume(self._settings.volume, named(self._settings.lane_volumes))
        return narrator

    async def spoken(self, sentence: str, language: str) -> bytes:
        """A sentence as 16 kHz mono s16le.

        Raises:
            CompanionError: Why there is no voice.
        """
        from companion.speech.audio.resample import converted

        voice = self.synthesizer()
        await voice.warm_up()
        chunks = [chunk async for chunk in voice.synthesize(Synthesize(sentence, language))]
        return converted(b"".join(chunks), voice.rate_hz, LISTEN_RATE_HZ)

    async def heard(self, sound: bytes, language: str) -> str:
        """The words of a sound.

        Raises:
            CompanionError: Why there are none.
        """
        ears = self.recognizer()
        await ears.warm_up()
        request = Transcribe(language)
        transcript = await ears.transcribe(_blocks(sound), request, lambda partial: None)
        return transcript.text

    def recognizer(self) -> ChosenRecognizer:
        """The one recogniser."""
        from companion.language import pinyin
        from companion.speech.chosen import ChosenRecognizer
        from companion.speech.ledger.opened import AccountMeter
        from companion.speech.providers import choose_recognizer

        settings = self._settings
        meter = AccountMeter(config_folder(), settings, self._clock)

        def choose() -> Recognizer:
            if settings.locale.startswith("zh"):
                pinyin.warm_up()  # 0.2 s that the first spoken button would wait for
            return choose_recognizer(settings, self._secrets, meter, self._told)

        self._recognizer = self._recognizer or ChosenRecognizer(choose)
        return self._recognizer

    def synthesizer(self) -> ChosenSynthesizer:
        """The one voice."""
        from companion.speech.cache import FOLDER, SpeechCache
        from companion.speech.chosen import ChosenSynthesizer
        from companion.speech.ledger.opened import AccountMeter
        from companion.speech.providers import choose_synthesizer
        from companion.speech.voices.opened import read_voices

        if self._synthesizer is None:
            settings, folder = self._settings, config_folder()
            meter = AccountMeter(folder, settings, self._clock)
            limit = settings.speech_cache_mib << 20
            cache = SpeechCache(folder / FOLDER, limit) if limit else None
            self._synthesizer = ChosenSynthesizer(
                lambda: choose_synthesizer(
                    settings, self._secrets, meter, lambda: read_voices(folder), cache, self._told
                )
            )
        return self._synthesizer

    def tell_when_free(self, on_instead: OnInstead) -> None:
        """Have it told on the loop when free speech steps in at a limit, and when that ends."""
        self._on_instead = on_instead

    def _told(self, reason: CompanionError | None) -> None:
        self._on_instead(reason)

    def _hands_free(self) -> HandsFree | None:
        """Talking without a key, where the player wants it and a detector is installed."""
        settings = self._settings
        if not settings.hands_free or settings.capture is not Capture.WARM:
            return None
        from companion.speech.echo.canceller import best_canceller
        from companion.speech.hands_free import HandsFree
        from companion.speech.vad import SileroDetector, SpeechWatch
        from companion.speech.wake import MicroWakeWord

        try:
            wake = MicroWakeWord(settings.wake_word) if settings.wake_word else None
            watch = SpeechWatch(SileroDetector())
            return HandsFree(self._devices.played, best_canceller(), watch, wake)
        except CompanionError as error:
            logger.warning("no hands-free talking: %s", error)
            return None


async def _blocks(sound: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(sound), BLOCK_BYTES):
        yield sound[start : start + BLOCK_BYTES]
