"""Models are found, put together once, and refused when they are not what they say."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import pytest

from companion.speech.asr.offline import OfflineRecognizer
from companion.speech.models import checked
from companion.speech.models.catalog import (
    HIBARI,
    KOKORO,
    WHISPER_BASE,
    WHISPER_TINY_EN,
    Model,
    ModelFile,
)
from companion.speech.models.loading import loaded
from companion.speech.models.store import LOCAL_FOLDER, ModelStore
from companion.speech.tts.offline import OfflineSynthesizer
from companion.support.errors import CompanionError, Failure, RecognitionError, SynthesisError

WHOLE = b"first half, second half"
SUM = hashlib.sha256(WHOLE).hexdigest()
MODEL = Model("toy", (ModelFile("toy.bin", ("toy_part_1/a.bin", "toy_part_2/b.bin"), SUM),))


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two installed packages with half a model each."""
    folder = tmp_path / "site"
    for name, file, data in (("1", "a.bin", WHOLE[:11]), ("2", "b.bin", WHOLE[11:])):
        package = folder / f"toy_part_{name}"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("raise RuntimeError('nobody imports this')")
        (package / file).write_bytes(data)
    monkeypatch.syspath_prepend(folder)
    return folder


def _store(tmp_path: Path, local: Path | None = None) -> ModelStore:
    return ModelStore(local=local, cache=tmp_path / "cache")


def _failure(store: ModelStore, model: Model = MODEL) -> CompanionError:
    with pytest.raises(CompanionError) as caught:
        store.locate(model)
    return caught.value


def test_parts_are_put_together_once(packages: Path, tmp_path: Path) -> None:
    path = _store(tmp_path).locate(MODEL)["toy.bin"]
    assert path.read_bytes() == WHOLE
    before = path.stat().st_mtime_ns
    assert _store(tmp_path).locate(MODEL)["toy.bin"].stat().st_mtime_ns == before
    assert [p.name for p in path.parent.iterdir()] == ["toy.bin"]


def test_a_whole_that_was_damaged_is_put_together_again(packages: Path, tmp_path: Path) -> None:
    path = _store(tmp_path).locate(MODEL)["toy.bin"]
    path.write_bytes(b"half")
    assert _store(tmp_path).locate(MODEL)["toy.bin"].read_bytes() == WHOLE


def test_parts_that_are_not_the_pinned_ones_are_refused(packages: Path, tmp_path: Path) -> None:
    (packages / "toy_part_2" / "b.bin").write_bytes(b"something else")
    assert _failure(_store(tmp_path)).failure is Failure.SPEECH_MODEL_DAMAGED
    assert not (tmp_path / "cache" / "toy" / "toy.bin").exists()


def test_a_missing_package_is_named(packages: Path, tmp_path: Path) -> None:
    (packages / "toy_part_2" / "b.bin").unlink()
    error = _failure(_store(tmp_path))
    assert error.failure is Failure.NO_SPEECH_MODEL
    assert error.detail == "toy-part-2 (toy)"


@pytest.mark.parametrize("by_environment", [True, False])
def test_a_local_folder_is_the_way_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_environment: bool
) -> None:
    (tmp_path / "mine" / "toy").mkdir(parents=True)
    (tmp_path / "mine" / "toy" / "toy.bin").write_bytes(WHOLE)
    if by_environment:
        monkeypatch.setenv(LOCAL_FOLDER, str(tmp_path / "mine"))
    store = _store(tmp_path, None if by_environment else tmp_path / "mine")
    assert store.locate(MODEL)["toy.bin"] == tmp_path / "mine" / "toy" / "toy.bin"


def test_a_damaged_file_in_a_local_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine" / "toy").mkdir(parents=True)
    (tmp_path / "mine" / "toy" / "toy.bin").write_bytes(WHOLE[:-1])
    error = _failure(_store(tmp_path, tmp_path / "mine"))
    assert error.failure is Failure.SPEECH_MODEL_DAMAGED
    assert "toy.bin" in error.detail


def test_a_sum_is_computed_once_for_a_file_that_does_not_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.bin"
    file.write_bytes(WHOLE)
    sums = checked.CheckedSums(tmp_path / "checked.json")
    assert sums.sha256(file) == SUM
    monkeypatch.setattr(checked.hashlib, "file_digest", None)
    assert checked.CheckedSums(tmp_path / "checked.json").sha256(file) == SUM


def test_a_broken_memory_of_sums_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "checked.json").write_text("{")
    file = tmp_path / "a.bin"
    file.write_bytes(WHOLE)
    assert checked.CheckedSums(tmp_path / "checked.json").sha256(file) == SUM


def _hide_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.speech.models.store.find_spec", lambda package: None)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_ears_without_a_model_package_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    _hide_packages(monkeypatch)
    recognizer = OfflineRecognizer(language, _store(tmp_path))
    with pytest.raises(RecognitionError) as caught:
        await recognizer.warm_up()
    await recognizer.close()
    assert caught.value.failure is Failure.NO_SPEECH_MODEL


async def test_a_voice_without_its_engine_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hibari", None)
    synthesizer = OfflineSynthesizer("en", _store(tmp_path))
    with pytest.raises(SynthesisError) as caught:
        await synthesizer.warm_up()
    await synthesizer.close()
    assert caught.value.failure is Failure.NO_SPEECH_MODEL
    assert "hibari" in caught.value.detail


def test_every_file_of_every_model_is_pinned() -> None:
    files = [f for m in (HIBARI, KOKORO, WHISPER_BASE, WHISPER_TINY_EN) for f in m.files]
    assert all(len(file.sha256) == 64 and file.parts for file in files)


def test_a_cache_that_cannot_be_written_is_told_as_that(packages: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    error = _failure(_store(tmp_path))
    assert error.failure is Failure.SPEECH_MODEL_NOT_STORED
    assert error.detail.startswith("toy.bin")


@pytest.fixture
def rotten(packages: Path, tmp_path: Path) -> ModelStore:
    """A whole model that the disk has changed behind its date."""
    store = _store(tmp_path)
    path = store.locate(MODEL)["toy.bin"]
    stamp = path.stat()
    path.write_bytes(WHOLE[::-1])
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    return store


def _toy(store: ModelStore) -> bytes:
    data = store.locate(MODEL)["toy.bin"].read_bytes()
    if data != WHOLE:
        raise Exception("the engine's own kind of error")
    return data


def test_a_model_that_its_engine_refuses_is_put_together_anew(rotten: ModelStore) -> None:
    assert loaded("toy", _toy, rotten) == WHOLE


def test_a_model_that_cannot_be_loaded_is_named_and_not_quoted(tmp_path: Path) -> None:
    def broken(store: ModelStore) -> None:
        raise RuntimeError("Unsupported model binary version v249")

    with pytest.raises(CompanionError) as caught:
        loaded("whisper-base", broken, _store(tmp_path))
    assert (caught.value.failure, caught.value.detail) == (
        Failure.SPEECH_MODEL_DAMAGED,
        "whisper-base",
    )
