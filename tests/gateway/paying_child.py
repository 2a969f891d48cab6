"""A program that pays for calls at a gateway, and ends itself as `kill -9` would at a named step.

`python paying_child.py PORT KEY FOLDER STEP CALLS`: makes CALLS paid calls of a voice; at the step
of the last one it kills itself.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from companion.speech.events import Synthesize
from companion.speech.ledger.meter import Amount
from companion.speech.ledger.opened import AccountCharge, AccountMeter
from companion.speech.tts.qwen import QwenSynthesizer
from companion.speech.tts.qwen_failures import QwenVoice
from companion.support.settings import Settings


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class DyingCharge:
    """A charge that kills the program at a step."""

    def __init__(self, charge: AccountCharge, step: str) -> None:
        self._charge = charge
        self._step = step

    async def begin(self) -> None:
        if self._step == "before the books":
            die()
        await self._charge.begin()
        if self._step == "before the request":
            die()

    def left(self) -> None:
        self._charge.left()

    def end(self, used: Amount) -> None:
        if self._step == "before the end":
            die()
        self._charge.end(used)
        if self._step == "while the end is written":
            die()


class DyingMeter(AccountMeter):
    """Kills the program at a step of one call."""

    step = ""

    def charge(self, source: str, estimate: Amount) -> DyingCharge:  # type: ignore[override]
        return DyingCharge(super().charge(source, estimate), self.step)


async def pay(port: str, key: str, folder: Path, step: str, calls: int) -> None:
    meter = DyingMeter(folder, Settings())
    voice = QwenVoice("qwen3-tts-flash", "Cherry", f"http://127.0.0.1:{port}/api/v1")
    synthesizer = QwenSynthesizer(key, voice, meter)
    for number in range(1, calls + 1):
        meter.step = step if number == calls else ""
        async for _ in synthesizer.synthesize(Synthesize(f"Call {number}.", "en")):
            if meter.step == "while it speaks":
                die()
    await (await meter.books()).close()


if __name__ == "__main__":
    port, key, folder, step, calls = sys.argv[1:]
    asyncio.run(pay(port, key, Path(folder), step, int(calls)))
