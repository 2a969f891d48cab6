"""The shell around a `PacedSession`: reads sound and socket, feeds, writes, hands on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from companion.speech.asr.paced_session import Heard, PacedSession
from companion.speech.asr.recognizer import OnPartial
from companion.speech.cloud_socket import CloudSocket, SocketLostError
from companion.speech.events import TranscriptChunk
from companion.speech.ledger.meter import Charge
from companion.support.clock import Clock
from companion.support.errors import CompanionError, Failure, RecognitionError
from companion.support.loops import spawn


class SocketCall:
    """One utterance. Lives in one task of one loop; `run` is awaited once."""

    def __init__(
        self, session: PacedSession, clock: Clock, on_partial: OnPartial, charge: Charge
    ) -> None:
        self._session = session
        self._clock = clock
        self._on_partial = on_partial
        self._charge = charge
        self._wake = asyncio.Event()
        self._flowing = asyncio.Event()
        self._audio_error: Exception | None = None
        self._outcome: Heard | RecognitionError | None = None

    async def run(
        self, audio: AsyncIterator[bytes], open_socket: Callable[[], Awaitable[CloudSocket]]
    ) -> tuple[Heard, CloudSocket]:
        """Keep the sound while the socket opens, then talk until the words are there.

        Args:
            audio: As of `Recognizer.transcribe`.
            open_socket: Called once the first sound is there.

        Returns:
            The words, and the socket, which the caller closes.

        Raises:
            RecognitionError: The socket is dropped by then.
        """
        reader = spawn(self._read_audio(audio), "utterance audio")
        tasks = [reader]
        socket: CloudSocket | None = None
        try:
            await self._first_sound()
            socket = await open_socket()
            self._raise_audio_error()
            await self._start(socket)
            tasks.append(spawn(self._read_socket(socket), "utterance events"))
            heard = await self._pump(socket)
            if not reader.done():  # the service ended the utterance while the key is still held
                self._on_partial(TranscriptChunk(heard.text))
                await reader
        except BaseException:
            if socket:
                socket.abort()
            raise
        finally:
            self._charge.end(self._session.used())
            await _ended(tasks)
        return heard, socket

    async def _first_sound(self) -> None:
        await self._flowing.wait()
        self._raise_audio_error()
        if self._session.is_silent:
            raise RecognitionError(Failure.NOTHING_HEARD, "no sound was captured")

    async def _start(self, socket: CloudSocket) -> None:
        try:
            await self._charge.begin()
        except CompanionError as error:
            raise RecognitionError(error.failure, error.detail) from error
        self._charge.left()  # before writing: who is cancelled just then would have paid unseen
        self._session.opened(self._clock.monotonic())
        try:
            await self._write(socket)
        except SocketLostError as error:
            raise RecognitionError(error.failure, error.detail) from error
        self._charge.sent()

    async def _pump(self, socket: CloudSocket) -> Heard:
        while True:
            self._session.tick(self._clock.monotonic())
            # What broke is told by the reader of the socket, which knows the service's last words.
            with suppress(SocketLostError):
                await self._write(socket)
            self._hand_on()
            self._raise_audio_error()
            if isinstance(self._outcome, RecognitionError):
                raise self._outcome
            if self._outcome:
                return self._outcome
            await self._wait()

    def _hand_on(self) -> None:
        for event in self._session.events():
            if isinstance(event, TranscriptChunk):
                self._on_partial(event)
            else:
                self._outcome = event

    async def _write(self, socket: CloudSocket) -> None:
        for frame in self._session.data_to_send():
            await socket.send(frame)

    async def _wait(self) -> None:
        at = self._session.wake_at()
        seconds = None if at is None else max(0.0, at - self._clock.monotonic())
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        self._wake.clear()

    async def _read_audio(self, audio: AsyncIterator[bytes]) -> None:
        try:
            async for block in audio:
                self._session.add_audio(block, self._clock.monotonic())
                self._wake.set()
                if not self._session.is_silent:
                    self._flowing.set()
            self._session.end_audio(self._clock.monotonic())
        except Exception as error:  # noqa: BLE001 - the pump raises it to the caller
            self._audio_error = error
        finally:
            self._flowing.set()
            self._wake.set()

    async def _read_socket(self, socket: CloudSocket) -> None:
        try:
            while True:
                self._session.receive(await socket.receive(), self._clock.monotonic())
                self._wake.set()
        except SocketLostError as error:
            self._session.lose_connection(error.failure, error.detail)
            self._wake.set()

    def _raise_audio_error(self) -> None:
        if self._audio_error:
            raise self._audio_error


async def _ended(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
