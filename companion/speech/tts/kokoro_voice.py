"""The Chinese voice, which also reads English names: Kokoro v1.0. Blocks; for an executor."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import onnxruntime

from companion.speech.audio.format import Samples
from companion.speech.models.catalog import KOKORO
from companion.speech.models.store import ModelStore
from companion.speech.tts.hibari_voice import HibariVoice
from companion.speech.tts.mandarin import MandarinPhonemes
from companion.speech.tts.stop import Stop
from companion.support.errors import CompanionError, Failure
from companion.support.paths import shipped

RATE_HZ = 24_000
VOICE_SUMS = {
    "zf_xiaoxiao": "03adb5d5e3ddd88b047954e974e651cb0a4b524c985057e5d872e962c7be1169",
    "zm_yunxi": "7243892fb4e560d47014090ddf010f8b8b790f3c6b029ff82b2ac06aa4e27c8b",
}
"""Voices in `resources/voices`, with the sums of the published files."""
_STYLES = 510
"""A voice file holds a style for each length of a clause, in phonemes."""
_MOST_PHONEMES = _STYLES - 2

_RUN = re.compile(r"[A-Za-z][A-Za-z' ]*|[^A-Za-z]+")


class KokoroVoice:
    """A loaded voice. One thread at a time."""

    def __init__(self, store: ModelStore, voice: str = "zf_xiaoxiao") -> None:
        files = store.locate(KOKORO)
        self._styles = _styles(voice)
        self._vocabulary = msgspec.json.decode(
            files["vocab.json"].read_bytes(), type=dict[str, int]
        )
        self._mandarin = MandarinPhonemes()
        self._english = HibariVoice(store)
        self._session = _session(files["kokoro.onnx"])

    def speak(self, text: str, stop: Stop) -> Iterator[Samples]:
        """Say a clause of Chinese, English or both; 24 kHz. Takes a second; can be stopped."""
        ids = [self._vocabulary[p] for p in self.phonemes(text) if p in self._vocabulary]
        for start in range(0, len(ids), _MOST_PHONEMES):
            yield self._spoken(ids[start : start + _MOST_PHONEMES], stop)

    def phonemes(self, text: str) -> str:
        """Phonemes of mixed text: Latin runs by the English rules, the rest by the Chinese."""
        runs = (run for run in _RUN.findall(text) if run.strip())
        return " ".join(self._run_phonemes(run) for run in runs)

    def _run_phonemes(self, run: str) -> str:
        if run[0].isascii() and run[0].isalpha():
            return " ".join(self._english.phonemes(run))
        return self._mandarin.phonemes(run)

    def _spoken(self, ids: list[int], stop: Stop) -> Samples:
        inputs = {
            "tokens": np.array([[0, *ids, 0]], np.int64),
            "style": self._styles[len(ids)],
            "speed": np.ones(1, np.float32),
        }
        options = onnxruntime.RunOptions()
        stop.on_set(lambda: setattr(options, "terminate", True))
        return np.asarray(self._session.run(None, inputs, options)[0], np.float32).ravel()


def _styles(voice: str) -> Samples:
    """The styles of a voice by length; shape (510, 1, 256)."""
    data = (shipped("resources") / "voices" / f"{voice}.bin").read_bytes()
    if hashlib.sha256(data).hexdigest() != VOICE_SUMS[voice]:
        raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, f"resources/voices/{voice}.bin")
    return np.frombuffer(data, "<f4").reshape(_STYLES, 1, 256)


def _session(model: Path) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.log_severity_level = 3
    # Threads that spin while they wait cost a third more beside a game, and gain nothing.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
