"""Offline synthesis: hibari for English, Kokoro for Chinese, clause by clause."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from companion.speech.audio.format import Samples, silence, to_pcm
from companion.speech.events import Synthesize
from companion.speech.models.catalog import HIBARI, KOKORO
from companion.speech.models.loading import loaded
from companion.speech.models.store import ModelStore
from companion.speech.tts.clauses import Clause, clauses
from companion.speech.tts.stop import Stop
from companion.speech.tts.trim import trimmed
from companion.support.errors import CompanionError, Failure, SynthesisError

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Voice(Protocol):
    """A loaded voice; blocks."""

    def speak(self, text: str, stop: Stop) -> Iterator[Samples]:
        """Say a clause; 24 kHz."""
        ...


def _hibari(store: ModelStore) -> Voice:
    from companion.speech.tts.hibari_voice import HibariVoice

    return HibariVoice(store)


def _kokoro(store: ModelStore) -> Voice:
    from companion.speech.tts.kokoro_voice import KokoroVoice

    return KokoroVoice(store)


VOICES: dict[str, Callable[[ModelStore], Voice]] = {"en": _hibari, "zh": _kokoro}
"""Language to voice; engines are imported when they are needed."""
_NAMES = {"en": HIBARI.name, "zh": KOKORO.name}


class OfflineSynthesizer:
    """A voice without a network. Lives on the loop; its work runs in one thread of its own."""

    id = "offline"
    rate_hz = 24_000

    def __init__(self, language: str = "en", store: ModelStore | None = None) -> None:
        """Store the choice; nothing is loaded.

        Args:
            language: What `warm_up` loads: `en` or `zh`.
            store: Where models are; by default installed packages.
        """
        self._language = language
        self._store = store
        self._worker = ThreadPoolExecutor(1, "voice")
        self._voices: dict[str, Voice] = {}

    async def warm_up(self) -> None:
        """Load the voice of our language."""
        await self._run(self._voice, self._language)

    async def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        """Say one sentence, a chunk a clause; what is silent around a clause is cut."""
        language = request.language if request.language in VOICES else "en"
        for clause in clauses(request.text):
            stop = Stop()
            try:
                pcm = await self._run(self._say, language, clause, stop)
            except asyncio.CancelledError:
                stop.set()
                raise
            yield pcm

    async def close(self) -> None:
        """Give back the memory."""
        self._voices.clear()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _say(self, language: str, clause: Clause, stop: Stop) -> bytes:
        voice = self._voice(language)
        try:
            pieces = list(voice.speak(clause.text, stop))
        except Exception as error:
            raise SynthesisError(Failure.INTERNAL, f"{language}: {type(error).__name__}") from error
        spoken = [to_pcm(trimmed(piece, self.rate_hz)) for piece in pieces]
        return b"".join([*spoken, silence(clause.pause_s, self.rate_hz)])

    def _voice(self, language: str) -> Voice:
        if language not in self._voices:
            self._voices[language] = self._load(language)
        return self._voices[language]

    def _load(self, language: str) -> Voice:
        make = VOICES[language]
        try:
            return loaded(_NAMES.get(language, language), make, self._store or ModelStore())
        except CompanionError as error:
            raise SynthesisError(error.failure, error.detail) from error

    def _run(self, function: Callable[..., T], *args: object) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._worker, function, *args)
