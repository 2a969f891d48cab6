"""What was said before is not made again, whatever happened meanwhile."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from companion.engine.world import embedded_world
from companion.speech.cache import CachedSynthesizer, SpeechCache, key_of
from companion.speech.events import Synthesize
from companion.support.errors import Failure, SynthesisError
from tests.helpers.audio_fakes import FakeSynthesizer
from tests.helpers.store_rig import opened

HELLO = Synthesize("Hello.", "en")


async def _said(voice: CachedSynthesizer, text: str = "Hello.") -> bytes:
    return b"".join([chunk async for chunk in voice.synthesize(Synthesize(text, "en"))])


@pytest.fixture
def cache(tmp_path: Path) -> SpeechCache:
    return SpeechCache(tmp_path / "tts-cache")


@pytest.mark.behaviour("TTS-006")
async def test_the_same_sentence_is_asked_for_once_and_lies_in_the_cache(
    cache: SpeechCache,
) -> None:
    inner = FakeSynthesizer()
    voice = CachedSynthesizer(inner, {}, cache)
    first, second = await _said(voice), await _said(voice)
    assert first == second
    assert inner.asked == ["Hello."]
    assert [path.parent.name for path in cache.folder.iterdir()] == ["tts-cache"]


def test_it_lies_in_the_configuration_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path))
    assert SpeechCache().folder == tmp_path / "tts-cache"


@pytest.mark.behaviour("TTS-007")
async def test_a_world_that_is_deleted_leaves_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path))
    world = embedded_world("")
    async with opened(world):
        pass
    inner, cache = FakeSynthesizer(), SpeechCache()
    said = await _said(CachedSynthesizer(inner, {}, cache))
    before = sorted(world.rglob("*"))
    shutil.rmtree(world)
    assert before
    assert await _said(CachedSynthesizer(inner, {}, cache)) == said
    assert inner.asked == ["Hello."]


@pytest.mark.parametrize(
    ("sound", "request_", "rate_hz"),
    [
        ({"voice": "Cherry", "model": "b"}, HELLO, 24_000),
        ({"voice": "Ethan", "model": "a"}, HELLO, 24_000),
        ({"voice": "Cherry", "model": "a"}, Synthesize("Hello", "en"), 24_000),
        ({"voice": "Cherry", "model": "a"}, Synthesize("Hello.", "zh"), 24_000),
        ({"voice": "Cherry", "model": "a"}, HELLO, 16_000),
        ({"voice": "Cherry", "model": "a", "speed": "1.2"}, HELLO, 24_000),
    ],
    ids=["model", "voice", "text", "language", "rate", "speed"],
)
@pytest.mark.behaviour("TTS-006")
def test_whatever_changes_the_sound_changes_the_name(
    sound: dict[str, str], request_: Synthesize, rate_hz: int
) -> None:
    usual = key_of({"voice": "Cherry", "model": "a"}, HELLO, 24_000)
    assert key_of(sound, request_, rate_hz) != usual
    assert key_of({"model": "a", "voice": "Cherry"}, HELLO, 24_000) == usual


async def test_a_sentence_that_failed_is_not_kept(cache: SpeechCache) -> None:
    inner = FakeSynthesizer()
    inner.failures["Hello."] = SynthesisError(Failure.SPEECH_TRUNCATED)
    with pytest.raises(SynthesisError):
        await _said(CachedSynthesizer(inner, {}, cache))
    assert cache.size() == 0


async def test_a_sentence_that_was_cut_off_is_not_kept(cache: SpeechCache) -> None:
    inner = FakeSynthesizer()
    chunks = CachedSynthesizer(inner, {}, cache).synthesize(HELLO)
    await anext(chunks)
    await chunks.aclose()
    assert inner.closed_early == ["Hello."]
    assert cache.size() == 0


@pytest.mark.behaviour("TTS-017")
def test_a_full_cache_lets_the_least_used_go(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path, limit_bytes=1000)
    for number in range(5):
        cache.put(str(number), bytes(200))
        os.utime(tmp_path / f"{number}.pcm", ns=(number, number))
    assert cache.get("0") is not None
    cache.put("new", bytes(200))
    assert cache.size() <= 1000
    assert cache.get("0") is not None
    assert cache.get("new") is not None
    assert cache.get("1") is None


def test_what_is_larger_than_the_cache_is_not_kept(tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path, limit_bytes=100)
    cache.put("large", bytes(102))
    assert cache.get("large") is None


def test_a_damaged_file_is_not_played(cache: SpeechCache) -> None:
    cache.put("odd", bytes(4))
    (cache.folder / "odd.pcm").write_bytes(b"abc")
    assert cache.get("odd") is None


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_next_wait(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = SpeechCache(tmp_path / "file" / "tts-cache")
    cache.put("key", bytes(4))
    assert cache.get("key") is None


async def test_phrases_are_fetched_before_only_when_asked_for_and_only_once(
    cache: SpeechCache,
) -> None:
    inner = FakeSynthesizer()
    voice = CachedSynthesizer(inner, {}, cache)
    await voice.warm_up()
    assert inner.asked == []
    assert await voice.prefetch(["Hello.", "Bye.", "Hello."], "en") == 2
    assert await voice.prefetch(["Hello.", "Bye."], "en") == 0
    assert inner.asked == ["Hello.", "Bye."]


def test_clearing_forgets_everything(cache: SpeechCache) -> None:
    cache.put("key", bytes(4))
    cache.clear()
    assert (cache.size(), cache.get("key")) == (0, None)
