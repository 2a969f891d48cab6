"""Sentences that were said before, as files: no second payment, no second wait.

A file is named by the sum of everything that changes the sound. Blocks: use it in an executor.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import os
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path

import msgspec

from companion.speech.audio.format import bytes_of
from companion.speech.events import Synthesize
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.atomic import write_atomically
from companion.support.paths import config_folder
from companion.support.settings import Settings

logger = logging.getLogger(__name__)

FOLDER = "tts-cache"
LIMIT_BYTES = 256 << 20
LEFT_SHARE = 0.9
"""When it is full, so much is left: files are looked through once in a while, not every time."""
MOST_BYTES = 8 << 20
"""A longer piece of sound is not kept."""
CHUNK_S = 0.2
_SUFFIX = ".pcm"
_SOUNDS = ("qwen_", "openai_", "wyoming_", "system_", "speech_speed", "locale")


class SpeechCache:
    """A folder of sounds, the least used of which leave first. One thread at a time."""

    def __init__(self, folder: Path | None = None, limit_bytes: int = LIMIT_BYTES) -> None:
        """Store where; nothing is read before it is used.

        Args:
            folder: By default `tts-cache` in the configuration folder.
            limit_bytes: Of all sounds together.
        """
        self.folder = folder or config_folder() / FOLDER
        self._limit_bytes = limit_bytes
        self._size: int | None = None

    def get(self, key: str) -> bytes | None:
        """A sound that was kept; it counts as used now."""
        path = self._path(key)
        try:
            pcm = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return pcm if pcm and len(pcm) % 2 == 0 else None

    def put(self, key: str, pcm: bytes) -> None:
        """Keep a sound; a disk that refuses costs the next wait, nothing else."""
        if not pcm or len(pcm) > min(MOST_BYTES, self._limit_bytes):
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path(key), pcm)
        except OSError as error:
            logger.warning("a sentence is not kept: %s", error)
            return
        self._size = None if self._size is None else self._size + len(pcm)
        if self.size() > self._limit_bytes:
            self._evict()

    def size(self) -> int:
        """Bytes of all sounds."""
        if self._size is None:
            self._size = sum(size for _, size, _ in self._files())
        return self._size

    def clear(self) -> None:
        """Forget everything."""
        for _, _, path in self._files():
            path.unlink(missing_ok=True)
        self._size = 0

    def _evict(self) -> None:
        """Let the least used go."""
        kept = 0
        for _, size, path in sorted(self._files(), reverse=True):
            kept += size
            if kept > self._limit_bytes * LEFT_SHARE:
                path.unlink(missing_ok=True)
                kept -= size
        self._size = kept

    def _files(self) -> list[tuple[int, int, Path]]:
        """Last use, size and path of every sound."""
        found = []
        with contextlib.suppress(OSError):
            for path in self.folder.glob(f"*{_SUFFIX}"):
                status = path.stat()
                found.append((status.st_mtime_ns, status.st_size, path))
        return found

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{_SUFFIX}"


def key_of(sound: Mapping[str, str], request: Synthesize, rate_hz: int) -> str:
    """The name of a sound.

    Args:
        sound: What changes it beside text, language and rate: provider, model, voice, speed ...
        request: What is said.
        rate_hz: Of the sound.
    """
    parts = {**sound, "text": request.text, "language": request.language, "rate": str(rate_hz)}
    written = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()


class CachedSynthesizer:
    """A synthesiser that says what it said before out of the cache. Lives on the loop.

    Only a sentence that was made to its end is kept: what was cut off or failed is not.
    """

    def __init__(self, inner: Synthesizer, sound: Mapping[str, str], cache: SpeechCache) -> None:
        """Store the parts.

        Args:
            inner: Who makes what is not there.
            sound: Everything that changes its sound, beside text, language and rate.
            cache: Where sounds are kept.
        """
        self._inner = inner
        self._sound = {"provider": inner.id, **sound}
        self._cache = cache
        self._lock = asyncio.Lock()
        self.id = inner.id
        self.source = str(getattr(inner, "source", ""))
        """As the price list calls it; what comes out of the cache costs nothing."""
        self.rate_hz = inner.rate_hz

    async def warm_up(self) -> None:
        """Load the inner one."""
        await self._inner.warm_up()
        self.rate_hz = self._inner.rate_hz

    async def synthesize(self, request: Synthesize) -> AsyncIterator[bytes]:
        """Say one sentence, from the cache where it is there."""
        key = self._key(request)
        async with self._lock:
            kept = await asyncio.to_thread(self._cache.get, key)
        if kept is not None:
            for chunk in _chunks(kept, self.rate_hz):
                yield chunk
            return
        made = bytearray()
        chunks = self._inner.synthesize(request)
        try:
            async for chunk in chunks:
                made += chunk
                yield chunk
        finally:
            if closing := getattr(chunks, "aclose", None):
                await closing()
        async with self._lock:
            await asyncio.to_thread(self._cache.put, key, bytes(made))

    async def keeps(self, request: Synthesize) -> bool:
        """Whether a sentence is there and costs nothing."""
        key = self._key(request)
        async with self._lock:
            return await asyncio.to_thread(self._cache.get, key) is not None

    def _key(self, request: Synthesize) -> str:
        return key_of(self._sound, request, self.rate_hz)

    async def prefetch(self, sentences: Iterable[str], language: str) -> int:
        """Make sentences that are not there yet; only when the player asked for it.

        Returns:
            How many were made; each is one call of the provider.
        """
        made = 0
        for text in dict.fromkeys(sentences):
            request = Synthesize(text, language)
            if not await self.keeps(request):
                async for _ in self.synthesize(request):
                    pass
                made += 1
        return made

    async def close(self) -> None:
        """Close the inner one."""
        await self._inner.close()


def sound_of(settings: Settings) -> dict[str, str]:
    """All settings that may change how a voice sounds; one too many costs a miss, no mistake."""
    return {
        name: str(value)
        for name, value in msgspec.structs.asdict(settings).items()
        if name.startswith(_SOUNDS)
    }


def kept(
    synthesizer: Synthesizer, sound: Mapping[str, str], cache: SpeechCache | None
) -> Synthesizer:
    """The synthesiser with a cache before it, where there is one."""
    return CachedSynthesizer(synthesizer, sound, cache) if cache else synthesizer


def _chunks(pcm: bytes, rate_hz: int) -> Iterable[bytes]:
    step = bytes_of(CHUNK_S, rate_hz)
    return (pcm[at : at + step] for at in range(0, len(pcm), step))
