"""Offline recognition: Whisper, tiny.en for English, base for Chinese and unknown languages.

The words so far come from decoding the growing utterance again and again (`growing.py`); at key-up
at most one decoding is due.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from companion.language.homophones import GAME_WORDS, put_right
from companion.speech.asr.growing import GrowingUtterance
from companion.speech.asr.recognizer import OnPartial
from companion.speech.asr.whisper.model import Decoded, WhisperModel
from companion.speech.asr.whisper.passage import decode_long
from companion.speech.audio.format import silence, to_samples
from companion.speech.events import LISTEN_RATE_HZ, Transcribe, Transcript
from companion.speech.models.added import AddedModels
from companion.speech.models.catalog import WHISPER_BASE, WHISPER_TINY_EN, Model
from companion.speech.models.loading import loaded
from companion.speech.models.store import ModelStore
from companion.support.errors import CompanionError, Failure, RecognitionError

logger = logging.getLogger(__name__)

MODELS = {"en": WHISPER_TINY_EN, "zh": WHISPER_BASE, "": WHISPER_BASE}
"""Which model hears which language; empty finds out."""

T = TypeVar("T")


class OfflineRecognizer:
    """Ears without a network. Lives on the loop; decoding runs in threads of its own."""

    id = "offline"

    def __init__(
        self,
        language: str = "en",
        store: ModelStore | None = None,
        added: AddedModels | None = None,
    ) -> None:
        """Store the choice; nothing is loaded.

        Args:
            language: What `warm_up` loads: `en`, or `zh`, or empty for whoever speaks both.
            store: Where models are; by default installed packages.
            added: Models the player added; Whisper among them takes the place of ours.
        """
        self._added = added or AddedModels()
        self._language = language
        self._store = store
        self._workers = ThreadPoolExecutor(2, "ears")
        self._models: dict[str, WhisperModel] = {}
        self._loading = asyncio.Lock()

    async def warm_up(self) -> None:
        """Load the model and run it once."""
        model = await self._model(self._language)
        second = to_samples(silence(1.0, LISTEN_RATE_HZ))
        await self._run(decode_long, model, second, self._language, ())

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        """Listen until `audio` ends, then return the words."""
        model = await self._model(request.language)

        def decode(pcm: bytes) -> asyncio.Future[Decoded]:
            samples = to_samples(pcm)
            return self._run(decode_long, model, samples, request.language, request.hints)

        utterance = GrowingUtterance(decode, on_partial)
        async for block in audio:
            utterance.feed(block)
        decoded = await utterance.final()
        if not decoded.text:
            raise RecognitionError(Failure.NOTHING_HEARD)
        return Transcript(_put_right(decoded, request), decoded.language, decoded.confidence)

    async def close(self) -> None:
        """Give back the memory."""
        self._models.clear()
        self._workers.shutdown(wait=False, cancel_futures=True)

    async def _model(self, language: str) -> WhisperModel:
        model = MODELS.get(language, WHISPER_BASE)
        async with self._loading:
            if model.name not in self._models:
                self._models[model.name] = await self._run(self._load, model)
        return self._models[model.name]

    def _load(self, model: Model) -> WhisperModel:
        added = self._added.whisper("en" if model is WHISPER_TINY_EN else "")

        def load(store: ModelStore) -> WhisperModel:
            return WhisperModel(self._added.locate(added) if added else store.locate(model))

        try:
            return loaded(model.name, load, self._store or ModelStore())
        except CompanionError as error:
            raise RecognitionError(error.failure, error.detail) from error

    def _run(self, function: Callable[..., T], *args: object) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._workers, function, *args)


def _put_right(decoded: Decoded, request: Transcribe) -> str:
    """Chinese homophones as the words in sight, or of the game, are written."""
    if decoded.language != "zh":
        return decoded.text
    return put_right(decoded.text, (*request.hints, *GAME_WORDS, *request.names))
