"""A program that pays for calls at a gateway, and ends itself as `kill -9` would at a named step.

`python paying_child.py PORT KEY FOLDER STEP CALLS`: makes CALLS paid calls of a voice; at the step
of the last one it kills itself. A step `write 2` is just before the second change of the books in
that call takes effect.
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
        if self._step == "before it leaves":
            die()
        self._charge.left()

    def sent(self) -> None:
        if self._step == "once it left":
            die()
        self._charge.sent()

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


def die_at_write(step: str) -> None:
    """Let the program die in the middle of writing its books."""
    replace, left = os.replace, [int(step.removeprefix("write "))]

    def counting(*paths: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            die()
        replace(*paths)

    os.replace = counting  # type: ignore[assignment]


async def pay(port: str, key: str, folder: Path, step: str, calls: int) -> None:
    meter = DyingMeter(folder, Settings())
    voice = QwenVoice("qwen3-tts-flash", "Cherry", f"http://127.0.0.1:{port}/api/v1")
    synthesizer = QwenSynthesizer(key, voice, meter)
    for number in range(1, calls + 1):
        meter.step = step if number == calls else ""
        if meter.step.startswith("write"):
            await (await meter.books()).ledger()  # all of the calls before is written
            die_at_write(step)
        async for _ in synthesizer.synthesize(Synthesize(f"Call {number}.", "en")):
            if meter.step in ("while it speaks", "before the end"):
                await (await meter.books()).ledger()  # that it left is written
            if meter.step == "while it speaks":
                die()
    await (await meter.books()).close()


if __name__ == "__main__":
    port, key, folder, step, calls = sys.argv[1:]
    asyncio.run(pay(port, key, Path(folder), step, int(calls)))
