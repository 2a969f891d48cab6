"""The check of ears and voice that the settings offer: its price first, then once. On the loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from companion.app.speech_parts import Devices
from companion.language.translations import Translations
from companion.speech.abilities import HEARING, SPEAKING
from companion.speech.asr.recognizer import Recognizer
from companion.speech.audio.devices import Microphone
from companion.speech.events import LISTEN_RATE_HZ
from companion.speech.free_instead import OnInstead, unheard
from companion.speech.ledger.meter import FREE, Meter
from companion.speech.tts.synthesizer import Synthesizer
from companion.speech.verify import (
    LISTEN_MS,
    Checked,
    Offer,
    offer_hearing,
    offer_speaking,
    verify_hearing,
    verify_speaking,
)
from companion.support.clock import SystemClock
from companion.support.errors import AudioError, CompanionError, Failure
from companion.support.loops import patiently
from companion.support.secrets import DASHSCOPE_API_KEY, Secrets
from companion.support.settings import Settings
from companion.ui.sentences import failure_sentence

logger = logging.getLogger(__name__)

SECOND_BYTES = LISTEN_RATE_HZ * LISTEN_MS // 1000 * 2
RECORD_DEADLINE_S = 8.0
"""A microphone that gives nothing for this long is not there."""


class Check:
    """Chooses ears and voice as the client does, and lets them work once.

    Args:
        secrets: The player's.
        folder: Where books and prices are.
        devices: Gives microphone and loudspeaker of the settings.
    """

    def __init__(
        self, secrets: Secrets, folder: Path, devices: Callable[[Settings], Devices]
    ) -> None:
        self._secrets = secrets
        self._folder = folder
        self._devices = devices

    async def offer(self, settings: Settings, texts: Translations) -> str:
        """The sentence that says what each half would cost. Nothing goes online.

        Raises:
            CompanionError: A key is missing, a setting is wrong, or the keyring is locked.
        """
        from companion.speech.ledger.prices import read_prices

        ears, voice = await patiently(lambda: self._chosen(settings, FREE), "keyring")
        prices = await asyncio.to_thread(read_prices, self._folder)
        hearing = offer_hearing(ears, prices)
        speaking = offer_speaking(voice, prices, settings.locale[:2]) if voice else None
        return offer_words(hearing, speaking, texts)

    async def verify(self, settings: Settings, texts: Translations) -> tuple[str, bool]:
        """Do it once; returns what came of it in words, and whether all is well.

        Raises:
            CompanionError: It could not begin.
        """
        from companion.speech.ledger.opened import AccountMeter

        meter = AccountMeter(self._folder, settings, SystemClock())
        instead: list[CompanionError | None] = []
        ears, voice = await patiently(
            lambda: self._chosen(settings, meter, instead.append), "keyring"
        )
        language = settings.locale[:2]
        try:
            second = await recorded(self._devices(settings).microphone())
            heard = await verify_hearing(ears, second, language)
            spoken = await verify_speaking(voice, language) if voice else None
        finally:
            await ears.close()
            if voice:
                await voice.close()
        if spoken and spoken.sound:
            await self._play(settings, spoken)
        heard = await self._placed(heard, ears.id, settings)
        if spoken and voice:
            spoken = await self._placed(spoken, voice.id, settings)
        words = texts.text(
            "ui.settings.verify.answer",
            ears=_told(heard, texts),
            voice=_told(spoken, texts) if spoken else texts.text("ui.settings.verify.none"),
        )
        is_well = heard.is_working and (spoken is None or spoken.is_working)
        if reason := next(filter(None, instead), None):  # it was free speech that did it
            words = f"{words} {failure_sentence(reason.failure, reason.detail, texts)}"
        return words, is_well and reason is None

    async def _placed(self, checked: Checked, provider: str, settings: Settings) -> Checked:
        """Find out whether a refused key of DashScope belongs to another region."""
        from companion.speech.dashscope_region import with_region
        from companion.speech.keys import dashscope_key

        if checked.failure is not Failure.SPEECH_KEY_WRONG or not _has_dashscope_key(provider):
            return checked
        key = await patiently(lambda: dashscope_key(settings, self._secrets), "keyring")
        return await with_region(checked, key, settings.qwen_base_url)

    def _chosen(
        self, settings: Settings, meter: Meter, on_instead: OnInstead = unheard
    ) -> tuple[Recognizer, Synthesizer | None]:
        from companion.speech.providers import choose_recognizer, choose_synthesizer

        ears = choose_recognizer(settings, self._secrets, meter, on_instead)
        voice = choose_synthesizer(settings, self._secrets, meter, on_instead=on_instead)
        return ears, voice

    async def _play(self, settings: Settings, spoken: Checked) -> None:
        try:
            speaker, gain = self._devices(settings).speaker(), settings.volume / 100
            stream = speaker.open(spoken.rate_hz, lambda: None, spoken.sound, gain)
            stream.end()
            await stream.drained()
        except CompanionError as error:
            logger.warning("the checked voice was not played: %s", error)


def _has_dashscope_key(provider: str) -> bool:
    known = (table.get(provider) for table in (HEARING, SPEAKING))
    return any(ability and DASHSCOPE_API_KEY in ability.keys for ability in known)


async def recorded(microphone: Microphone, deadline_s: float = RECORD_DEADLINE_S) -> bytes:
    """A second of sound.

    Raises:
        AudioError: MICROPHONE_NOT_OPEN when none comes in time; other reasons of the device.
    """
    loop, sound, full = asyncio.get_running_loop(), bytearray(), asyncio.Event()
    lost: list[Failure] = []

    def lose(failure: Failure) -> None:
        lost.append(failure)
        loop.call_soon_threadsafe(full.set)

    def take(block: bytes) -> None:
        sound.extend(block)
        if len(sound) >= SECOND_BYTES:
            loop.call_soon_threadsafe(full.set)

    microphone.start(take, lose)
    try:
        await asyncio.wait_for(full.wait(), deadline_s)
    except TimeoutError as error:
        raise AudioError(Failure.MICROPHONE_NOT_OPEN) from error
    finally:
        microphone.stop()
    if lost:
        raise AudioError(lost[0])
    return bytes(sound[:SECOND_BYTES])


def found_devices() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of microphones and of loudspeakers; none where there is no sound. Blocks.

    A sound server's own come first: what PortAudio lists beside them is mostly the server itself.
    """
    from companion.speech.audio.portaudio import PORTAUDIO
    from companion.speech.audio.pulse import pulse_names

    try:
        microphones = (*pulse_names("input"), *PORTAUDIO.names("input"))
        speakers = (*pulse_names("output"), *PORTAUDIO.names("output"))
        return tuple(dict.fromkeys(microphones)), tuple(dict.fromkeys(speakers))
    except CompanionError as error:
        logger.warning("no devices to choose from: %s", error)
        return (), ()


def offer_words(hearing: Offer, speaking: Offer | None, texts: Translations) -> str:
    """What each half would cost, by name."""
    none = texts.text("ui.settings.verify.none")
    return texts.text(
        "ui.settings.verify.offer",
        ears=texts.text(f"ui.settings.provider.{hearing.id}"),
        ears_cost=_price(hearing, texts),
        voice=texts.text(f"ui.settings.provider.{speaking.id}") if speaking else none,
        voice_cost=_price(speaking, texts) if speaking else none,
    )


def _price(offer: Offer, texts: Translations) -> str:
    if not offer.source:
        return texts.text("ui.settings.verify.free")
    if offer.cost is None:
        return texts.text("ui.settings.verify.unpriced")
    cost = f"{offer.cost.normalize():f}"
    return texts.text("ui.settings.verify.price", cost=cost, currency=offer.currency)


def _told(checked: Checked, texts: Translations) -> str:
    if checked.is_working:
        return texts.text("ui.settings.verify.well")
    failure = checked.failure or Failure.INTERNAL
    return failure_sentence(failure, checked.detail, texts)
