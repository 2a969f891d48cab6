"""Keeps a microphone open: opens it off the loop, and again with back-off when it is lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from companion.speech.audio.device_thread import DeviceThread
from companion.speech.audio.devices import Microphone
from companion.speech.audio.format import is_digital_silence
from companion.speech.audio.watchdog import STALL_S
from companion.support.errors import AudioError, Failure
from companion.support.loops import spawn

logger = logging.getLogger(__name__)

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 30.0
MUTE_TIMES = 2
"""A microphone that fell silent and came back this often has a noise gate or a switch: opening it
anew helps nothing and may cost a word, so that is left for the longest wait."""
OPEN_DEADLINE_S = 10.0
"""A device that takes longer to open is told of; the try goes on."""
CLOSE_DEADLINE_S = 1.5


class KeeperEvents(Protocol):
    """What the keeper reports; called on the loop."""

    def microphone_block(self, pcm: bytes) -> None:
        """20 ms of sound."""
        ...

    def microphone_trouble(self, failure: Failure, detail: str) -> None:
        """The microphone cannot be opened or went away.

        Said once until it is back, and again for every press meanwhile.
        """
        ...

    def microphone_back(self) -> None:
        """The first real signal came, also the very first one."""
        ...


class MicrophoneKeeper:
    """One microphone that should be open. Lives on the loop.

    Attributes:
        failure: Why there is no sound at present; None while all is well.
        detail: Words about it for the log.
    """

    def __init__(
        self, microphone: Microphone, events: KeeperEvents, is_busy: Callable[[], bool]
    ) -> None:
        self._microphone = microphone
        self._events = events
        self._is_busy = is_busy
        self._device = DeviceThread("microphone")
        self._task: asyncio.Task[None] | None = None
        self._lost = asyncio.Event()
        self._hurry = asyncio.Event()
        self._wait_s = FIRST_WAIT_S
        self._delivering = False
        self._silences = 0
        self._block_at = 0.0
        self._asked_at = 0.0
        self._is_asked = False
        self.failure: Failure | None = None
        self.detail = ""

    @property
    def is_open(self) -> bool:
        """Whether the microphone is wanted open."""
        return self._task is not None

    @property
    def is_delivering(self) -> bool:
        """Whether a real signal comes."""
        return self._delivering

    def open(self) -> None:
        """Open the microphone and keep it open."""
        if self._task is None:
            self._delivering = False
            self._task = spawn(self._keep(asyncio.get_running_loop()), "microphone")

    def hurry(self) -> None:
        """Somebody wants to talk: do not wait for the next try."""
        self._hurry.set()

    def close(self) -> None:
        """Close the microphone, soon; `open` may follow at once."""
        task, self._task = self._task, None
        if task:
            task.cancel()
            self._delivering = False
            self._device.submit(self._microphone.stop)

    async def end(self) -> None:
        """Close the microphone for good; it is closed on return, unless its driver hangs."""
        self.close()
        closed = self._device.submit(lambda: None)
        self._device.end()
        try:
            async with asyncio.timeout(CLOSE_DEADLINE_S):
                await asyncio.wrap_future(closed)
        except TimeoutError:
            logger.warning("the microphone does not close")

    async def _keep(self, loop: asyncio.AbstractEventLoop) -> None:
        while True:
            await self._open_once(loop)
            await self._until_gone()
            await asyncio.wrap_future(self._device.submit(self._microphone.stop))

    async def _until_gone(self) -> None:
        """Return when another try is due.

        A signal that comes back by itself needs none, and while somebody talks into a stream of
        zeros, opening it anew would cost the word that ends them.
        """
        while True:
            await self._lost.wait()
            await self._pause()
            if self._delivering:
                self._lost.clear()
            elif not (self._is_busy() and self._is_flowing()):
                return

    async def _open_once(self, loop: asyncio.AbstractEventLoop) -> None:
        def on_block(pcm: bytes) -> None:
            _call(loop, self._block, pcm)

        def on_lost(failure: Failure) -> None:
            _call(loop, self._lose, failure, "")

        self._lost.clear()
        self._asked_at, self._is_asked = loop.time(), True
        late = loop.call_later(OPEN_DEADLINE_S, self._lose, Failure.MICROPHONE_LOST, "hangs")
        try:
            await asyncio.wrap_future(
                self._device.submit(self._microphone.start, on_block, on_lost)
            )
        except AudioError as error:
            self._lose(error.failure, error.detail)
        else:
            logger.info("microphone open after %.0f ms", self._waited_ms())
        finally:
            late.cancel()

    async def _pause(self) -> None:
        """Back off; a press or the signal itself shortens it."""
        self._hurry.clear()
        try:
            async with asyncio.timeout(self._due_s()):
                await self._hurry.wait()
        except TimeoutError:
            self._wait_s = min(LONGEST_WAIT_S, self._wait_s * 2)

    def _due_s(self) -> float:
        is_muted = self.failure is Failure.MICROPHONE_MUTED
        return LONGEST_WAIT_S if is_muted and self._silences >= MUTE_TIMES else self._wait_s

    def _since_asked(self) -> str:
        """For the log: the first signal of an opening, or one that only came back."""
        asked, self._is_asked = self._is_asked, False
        return f"after {self._waited_ms():.0f} ms" if asked else "again"

    def _waited_ms(self) -> float:
        """Since it was asked to open."""
        return (asyncio.get_running_loop().time() - self._asked_at) * 1000

    def _is_flowing(self) -> bool:
        return asyncio.get_running_loop().time() - self._block_at < STALL_S

    def _block(self, pcm: bytes) -> None:
        self._block_at = asyncio.get_running_loop().time()
        if not self._delivering and not is_digital_silence(pcm):
            self._delivering = True
            logger.info("microphone delivers %s", self._since_asked())
            self._silences += self.failure is Failure.MICROPHONE_MUTED
            self._wait_s = FIRST_WAIT_S
            if self._lost.is_set():
                self._hurry.set()  # nothing is waited for any more; the next loss counts anew
            self.failure, self.detail = None, ""
            self._events.microphone_back()
        self._events.microphone_block(pcm)

    def _lose(self, failure: Failure, detail: str) -> None:
        news = self.failure is None
        self._delivering = False
        if failure is not Failure.MICROPHONE_MUTED:
            self._silences = 0
        self.failure, self.detail = failure, detail
        self._lost.set()
        if news:
            logger.warning("microphone: %s %s", failure, detail)
        if news or self._is_busy():
            self._events.microphone_trouble(failure, detail)


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *args: object) -> None:
    """From the device's thread to the loop; a closed loop needs no sound."""
    try:
        loop.call_soon_threadsafe(function, *args)
    except RuntimeError:
        logger.debug("a block came after the loop had ended")
