"""The demo's stage: the real client, engine, ears and voice, with WAV devices and no screen."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Future
from pathlib import Path

from PySide6.QtCore import QTimer

from companion.app.ending import end_on_signals
from companion.app.parts import Devices, client_parts
from companion.app.session import Session
from companion.cards.library import load_library
from companion.client import status
from companion.client.state import ClientState, Health, Part
from companion.client.turn import TurnRecord
from companion.commands.demo.photographer import Photographer
from companion.commands.demo.player import Player
from companion.commands.demo.report import Report, TurnReport, write_report
from companion.commands.demo.script import Line
from companion.speech.audio.resample import converted
from companion.speech.audio.wav import WavMicrophone, WavSpeaker, read_wav
from companion.speech.events import LISTEN_RATE_HZ, Synthesize
from companion.speech.tts.synthesizer import Synthesizer
from companion.support.errors import CompanionError, Failure
from companion.support.loops import LoopThread, spawn
from companion.support.secrets import NoStore, Secrets
from companion.support.settings import Settings
from companion.ui.application import open_application, wear
from companion.ui.bridge import StateBridge
from companion.ui.look import default_look
from companion.ui.main_window import DEFAULT_SIZE, MainWindow
from companion.ui.overlay import Overlay
from companion.ui.qt_messages import log_qt_messages

READY_DEADLINE_S = 30.0
POLL_MS = 20


class Stage:
    """Plays lines to the end. GUI thread; the turns themselves are on the loop.

    Args:
        folder: Where everything is left.
        instance: Minecraft folder; empty for the demo world.
        began: When the command began, monotonic seconds.
    """

    def __init__(self, folder: Path, locale: str, instance: str, began: float) -> None:
        self._folder = folder
        self._began = began
        self._settings = Settings(
            locale=locale, instance=instance, recognizer="offline", synthesizer="offline"
        )
        self._library = load_library(locale)
        self._loop = LoopThread("client-io")
        self._bridge = StateBridge()
        self._microphone = WavMicrophone()
        self._speaker = WavSpeaker()
        self._session = Session(self._see, on_turn=self._ended)
        self._player: Player

    def play(self, lines: tuple[Line, ...]) -> Report:
        """Play all lines and write the report.

        Raises:
            CompanionError: Engine, ears or voice did not get ready.
        """
        log_qt_messages()
        application = open_application(locale=self._settings.locale)
        wear(application, default_look())
        window, overlay = self._windows()
        self._player = Player(
            self._session,
            self._microphone,
            self._speaker,
            Photographer(window, overlay),
            self._folder,
        )
        window.show()
        self._loop.start()
        try:
            return self._when_done(self._loop.submit(self._perform(lines)))
        finally:
            self._loop.submit(self._session.stop()).result(READY_DEADLINE_S)
            self._loop.stop()
            overlay.close()
            window.close()

    def sentence(self, error: CompanionError) -> str:
        """What the user reads when the demo could not be played."""
        key = f"failure.{error.failure}"
        return self._library.translations.text(key, detail=error.detail)

    def _windows(self) -> tuple[MainWindow, Overlay]:
        window = MainWindow(self._library, self._session)
        window.resize(*DEFAULT_SIZE)  # no screen of any size sets a bound to pictures
        overlay = Overlay(self._library, self._session)
        self._bridge.state_changed.connect(window.show_state)
        self._bridge.state_changed.connect(overlay.show_state)
        return window, overlay

    def _when_done(self, playing: Future[Report]) -> Report:
        """Let Qt draw until the lines are played."""
        application = open_application(locale=self._settings.locale)
        poll = QTimer()
        poll.timeout.connect(lambda: application.quit() if playing.done() else None)
        poll.start(POLL_MS)
        with end_on_signals(application) as asked:
            application.exec()
        if asked.is_set():
            raise KeyboardInterrupt
        return playing.result()

    def _see(self, state: ClientState) -> None:
        self._bridge.publish(state)
        self._player.see(state)

    def _ended(self, record: TurnRecord) -> None:
        self._player.records.put_nowait(record)

    async def _perform(self, lines: tuple[Line, ...]) -> Report:
        from companion.speech.tts.offline import OfflineSynthesizer

        voice = OfflineSynthesizer()  # the player's; the companion has its own
        devices = Devices(lambda: self._microphone, lambda: self._speaker)
        secrets = Secrets({}, NoStore())
        self._session.set_part(Part("key", Health.READY, self._settings.talk_key))
        await self._session.run(lambda: client_parts(self._settings, secrets, devices))
        await self._ready()
        turns = await self._turns(lines, voice)
        await voice.close()
        engine = self._player.state.engine
        report = Report(
            self._settings.locale,
            engine.world if engine else "",
            turns,
            round(time.monotonic() - self._began, 1),
        )
        await asyncio.to_thread(write_report, self._folder, report)
        return report

    async def _turns(self, lines: tuple[Line, ...], voice: Synthesizer) -> tuple[TurnReport, ...]:
        """Play the lines; the next one is made while one is said."""
        turns: list[TurnReport] = []
        coming = spawn(self._spoken(lines[0], voice), "first line")
        for number, line in enumerate(lines, 1):
            pcm = await coming
            if number < len(lines):
                coming = spawn(self._spoken(lines[number], voice), "next line")
            self._player.hurry(time.monotonic() - self._began, len(lines) - number)
            turns.append(await self._player.play(number, line, pcm))
        return tuple(turns)

    async def _ready(self) -> None:
        """Wait until engine, ears and voice are there, or one of them says why not."""
        try:
            async with asyncio.timeout(READY_DEADLINE_S):
                while not status.is_ready_to_talk(self._player.state.parts):  # noqa: ASYNC110 - states come by callback
                    await asyncio.sleep(POLL_MS / 1000)
        except TimeoutError as error:
            raise CompanionError(Failure.DEADLINE_EXCEEDED, "getting ready") from error

    async def _spoken(self, line: Line, voice: Synthesizer) -> bytes:
        """The line as 16 kHz PCM: the recording, or our own synthesiser's voice."""
        if line.wav:
            return await asyncio.to_thread(read_wav, line.wav)
        language = self._library.translations.language
        chunks = [c async for c in voice.synthesize(Synthesize(line.said, language))]
        return converted(b"".join(chunks), voice.rate_hz, LISTEN_RATE_HZ)
