"""Presses of the talk key over a microphone whose every block can be told from the others."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import numpy as np

from companion.speech.asr.listener import Listener
from companion.speech.asr.recognizer import OnPartial
from companion.speech.audio.devices import OnBlock, OnLost
from companion.speech.ears import EarPhase, Utterance
from companion.speech.events import BLOCK_BYTES, BLOCK_MS, Transcribe, Transcript
from companion.support.clock import SystemClock
from companion.support.errors import Failure

WARM_S = 0.4
HOLD_S = (0.2, 0.3)
REST_S = (0.05, 0.12)
OUTCOME_S = 10.0
_NUMBERS = 16_000
"""Numbers fit a sample; they begin again after five minutes."""


@dataclass(frozen=True, slots=True)
class Press:
    """What became of one press.

    Attributes:
        lost_ms: Sound after the key went down that the recogniser did not get.
        holes: Blocks missing inside the utterance.
        last_byte_ms: From key-up to the last block handed to the recogniser.
    """

    lost_ms: float
    holes: int
    last_byte_ms: float


class NumberedMicrophone:
    """Delivers a block of 20 ms in real time, all of whose samples are its number."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self.number = 0

    def start(self, on_block: OnBlock, on_lost: OnLost) -> None:
        """Begin to deliver."""
        del on_lost
        threading.Thread(target=self._run, args=(on_block,), daemon=True).start()

    def stop(self) -> None:
        """End delivery."""
        self._stop.set()

    def _run(self, on_block: OnBlock) -> None:
        due = time.monotonic()
        while not self._stop.is_set():
            self.number = self.number % _NUMBERS + 1
            samples = np.full(BLOCK_BYTES // 2, self.number, "<i2")
            on_block(samples.tobytes())
            due += BLOCK_MS / 1000
            self._stop.wait(max(0.0, due - time.monotonic()))


@dataclass
class _Counting:
    """A recogniser that keeps the numbers it got; it also hears what the ears report."""

    id: str = "counting"
    numbers: list[int] = field(default_factory=list)
    outcome: asyncio.Queue[Utterance | Failure] = field(default_factory=asyncio.Queue)

    async def warm_up(self) -> None: ...

    async def close(self) -> None: ...

    async def transcribe(
        self, audio: AsyncIterator[bytes], request: Transcribe, on_partial: OnPartial
    ) -> Transcript:
        del on_partial
        self.numbers = [int(np.frombuffer(block, "<i2")[0]) async for block in audio]
        return Transcript("counted", request.language or "en")

    def ear_phase(self, phase: EarPhase) -> None: ...

    def ear_level(self, dbfs: float) -> None: ...

    def ear_words(self, text: str) -> None: ...

    def ear_utterance(self, utterance: Utterance) -> None:
        self.outcome.put_nowait(utterance)

    def ear_failed(self, failure: Failure, detail: str) -> None:
        self.outcome.put_nowait(failure)

    def ear_trouble(self, failure: Failure, detail: str) -> None: ...

    def ear_loaded(self, words: str) -> None: ...

    def ear_open(self) -> None: ...

    def ear_voice(self, *, is_speaking: bool) -> None: ...


async def presses(count: int) -> list[Press]:
    """Hold the key so often, for a random while each."""
    microphone, counting, chance = NumberedMicrophone(), _Counting(), random.Random(1)
    ears = Listener(counting, microphone, counting, SystemClock())
    await ears.start()
    await asyncio.sleep(WARM_S)
    found = []
    for _ in range(count):
        down = microphone.number
        ears.press(Transcribe("en"))
        await asyncio.sleep(chance.uniform(*HOLD_S))
        up = microphone.number
        ears.release()
        async with asyncio.timeout(OUTCOME_S):
            outcome = await counting.outcome.get()
        found.append(_judged(down, up, counting.numbers, outcome))
        await asyncio.sleep(chance.uniform(*REST_S))
    await ears.stop()
    return found


def _judged(down: int, up: int, numbers: list[int], outcome: Utterance | Failure) -> Press:
    if isinstance(outcome, Failure) or not numbers:
        return Press((up - down) * BLOCK_MS, 0, 0.0)
    late = max(0, numbers[0] - down) + max(0, up - numbers[-1])
    holes = numbers[-1] - numbers[0] + 1 - len(numbers)
    return Press(late * BLOCK_MS, holes, (outcome.last_audio - outcome.key_up) * 1000)
