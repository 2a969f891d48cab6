"""One loaded Whisper model: samples in, text and how sure it is out. Blocks; for an executor."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any

from companion.speech.asr.whisper.cleanup import is_echo, is_nothing, is_traditional, tidied
from companion.speech.asr.whisper.spectrogram import log_mel
from companion.speech.audio.format import Samples
from companion.speech.events import LISTEN_RATE_HZ
from companion.speech.models.store import Located
from companion.support.errors import CompanionError, Failure

LANGUAGES = ("en", "zh")
_PROMPT_TOKENS = 200
"""Of the 224 that the decoder allows before the transcript."""
_TOKENS_PER_S = {"en": 6, "zh": 8}
_TOKENS_EXTRA = 8
_MOST_TOKENS = 448
_MANDARIN = "以下是普通话的句子。"
"""Tells the decoder which Chinese it hears."""
_DEFAULTS = -1
"""Stands for the tokens that the model's own configuration suppresses."""
_NO_SPEECH = 0.6
_DOUBTFUL, _UNLIKELY = 0.15, -1.2
"""Measured: commands, also in noise of 10 dB, have a no-speech probability under 0.3 and a mean
log probability over -1; noise, clicks and breath are given away by the first, or by both."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """What the decoder makes of an utterance.

    Attributes:
        text: Tidied; empty when nobody said anything.
        language: `en` or `zh`.
        confidence: 0 to 1: mean probability of a token.
    """

    text: str
    language: str
    confidence: float


@dataclass(frozen=True, slots=True)
class _Raw:
    text: str
    logprob: float
    no_speech: float


class WhisperModel:
    """A model in memory. Any number of threads may decode; the work is shared by two cores."""

    def __init__(self, files: Located, threads: int = 2) -> None:
        import ctranslate2
        from tokenizers import Tokenizer

        self._ctranslate2 = ctranslate2
        self._model = ctranslate2.models.Whisper(
            **_source(files), device="cpu", compute_type="int8", intra_threads=threads
        )
        self._tokenizer = Tokenizer.from_str(files["tokenizer.json"].read_text("utf-8"))
        self._suppressed = [_DEFAULTS, *self._traditional()]

    def decode(self, samples: Samples, language: str, hints: tuple[str, ...]) -> Decoded:
        """Turn at most 30 s of speech into text.

        Args:
            samples: 16 kHz mono.
            language: `en`, `zh`, or empty to find out.
            hints: Words that are likely: labels of the visible card.
        """
        encoded = self._encoded(samples)
        language = language or self._language(encoded)
        seconds = len(samples) / LISTEN_RATE_HZ
        prompt = _prompt(language, hints)
        raw = self._generate(encoded, language, prompt, seconds)
        text = tidied(raw.text)
        if prompt and (is_echo(text, prompt, hints) or _is_doubtful(raw)):
            plain = self._generate(encoded, language, "", seconds)
            raw, text = plain, tidied(plain.text)
        if is_nothing(text) or _is_doubtful(raw):
            return Decoded("", language, 0.0)
        return Decoded(text, language, math.exp(min(0.0, raw.logprob)))

    def _encoded(self, samples: Samples) -> Any:
        mel = log_mel(samples, self._model.n_mels)
        return self._model.encode(self._ctranslate2.StorageView.from_array(mel))

    def _language(self, encoded: Any) -> str:
        if not self._model.is_multilingual:
            return "en"
        ranked = self._model.detect_language(encoded)[0]
        return next(code for token, _ in ranked if (code := str(token)[2:-2]) in LANGUAGES)

    def _generate(self, encoded: Any, language: str, prompt: str, seconds: float) -> _Raw:
        start = [*self._context(prompt), *self._task(language)]
        budget = _TOKENS_EXTRA + _TOKENS_PER_S[language] * seconds
        result = self._model.generate(
            encoded,
            [start],
            beam_size=1,
            max_length=min(_MOST_TOKENS, round(len(start) + budget)),
            suppress_tokens=self._suppressed,
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        text: str = self._tokenizer.decode(result.sequences_ids[0])
        return _Raw(text, result.scores[0], result.no_speech_prob)

    def _context(self, prompt: str) -> list[int]:
        if not prompt:
            return []
        ids = self._tokenizer.encode(f" {prompt}", add_special_tokens=False).ids
        return [self._token("<|startofprev|>"), *ids[:_PROMPT_TOKENS]]

    def _task(self, language: str) -> list[int]:
        names = ["<|startoftranscript|>"]
        if self._model.is_multilingual:
            names += [f"<|{language}|>", "<|transcribe|>"]
        return [self._token(name) for name in [*names, "<|notimestamps|>"]]

    def _traditional(self) -> list[int]:
        """Tokens that hold a traditional character, so that the decoder writes the simplified."""
        if not self._model.is_multilingual:
            return []
        numbers = range(self._tokenizer.get_vocab_size(with_added_tokens=False))
        texts = self._tokenizer.decode_batch([[number] for number in numbers])
        pairs = zip(numbers, texts, strict=True)
        return [number for number, text in pairs if is_traditional(text)]

    def _token(self, name: str) -> int:
        number = self._tokenizer.token_to_id(name)
        if number is None:
            raise CompanionError(Failure.SPEECH_MODEL_DAMAGED, f"the tokenizer lacks {name}")
        return number


def _prompt(language: str, hints: tuple[str, ...]) -> str:
    if language == "zh":
        return _MANDARIN + "，".join(hints)
    return ", ".join(hints)


def _is_doubtful(raw: _Raw) -> bool:
    """Whether this was heard in something that was no speech."""
    is_unlikely = raw.no_speech > _DOUBTFUL and raw.logprob < _UNLIKELY
    return is_unlikely or raw.no_speech > _NO_SPEECH


def _source(files: Located) -> dict[str, Any]:
    """How CTranslate2 gets the files: a folder when they lie in one, else their content."""
    folders = {path.parent for path in files.values()}
    folder = next(iter(folders))
    if len(folders) == 1 and (os.name != "nt" or str(folder).isascii()):
        return {"model_path": str(folder)}
    return {
        "model_path": "whisper",
        "files": {name: path.read_bytes() for name, path in files.items()},
    }
