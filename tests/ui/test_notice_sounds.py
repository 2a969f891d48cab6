"""A sound for what comes unasked: off and softer by the settings, never over speech."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.app import notice_sounds
from companion.app.notice_sounds import NoticeSounds
from companion.client.sounds import LEAST_GAP_S, Sound, pcm_of
from companion.client.state import EMPTY, ClientState, Entry, Phase, Speaker, Voice
from companion.language.phrase import literal
from companion.support.loops import LoopThread
from companion.support.settings import Settings
from companion.ui.bridge import StateBridge
from tests.helpers.audio_fakes import FakeSpeaker
from tests.helpers.clock import ManualClock

WAIT_MS = 60_000


async def by_hand() -> FakeSpeaker:
    return FakeSpeaker(by_hand=True)


class Room:
    """A companion as far as its sounds go."""

    def __init__(self, loop: LoopThread) -> None:
        self.parent = QObject()
        self.settings = Settings()
        self.speaker = loop.submit(by_hand()).result(60)
        self.clock = ManualClock()
        self.sounds = NoticeSounds(
            StateBridge(self.parent),
            lambda: self.settings,
            lambda settings: self.speaker,
            loop,
            self.parent,
            self.clock,
        )
        self.state = EMPTY
        self.show()

    def show(self, phase: Phase = Phase.IDLE) -> None:
        self.state = replace(self.state, voice=Voice(phase))
        self.sounds.show_state(self.state)

    def tell(self) -> None:
        entry = Entry(len(self.state.entries) + 1, Speaker.NOTICE, literal("news"))
        self.state = replace(self.state, entries=(*self.state.entries, entry))
        self.sounds.show_state(self.state)


@pytest.fixture
def room(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(notice_sounds, "PATIENCE_MS", 0)
    loop = LoopThread("sounds")
    loop.start()
    room = Room(loop)
    yield room
    for stream in room.speaker.streams:
        stream.abort()
    loop.stop()
    room.parent.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def heard(room: Room, qtbot: QtBot, count: int = 1) -> None:
    qtbot.waitUntil(lambda: len(room.speaker.streams) == count, timeout=WAIT_MS)


@pytest.mark.behaviour("NOTE-029")
def test_a_notice_is_heard_as_loud_as_the_player_likes(room: Room, qtbot: QtBot) -> None:
    room.settings = Settings(notice_volume=30)
    room.tell()
    heard(room, qtbot)
    assert room.speaker.streams[0].gain == 0.3
    assert room.speaker.streams[0].waiting_bytes == len(pcm_of(Sound.NOTICE))


@pytest.mark.behaviour("NOTE-029")
def test_sounds_can_be_turned_off(room: Room, qtbot: QtBot) -> None:
    room.settings = Settings(notice_sounds=False, notice_volume=10)
    room.tell()
    qtbot.waitUntil(lambda: not room.sounds._wait.isActive(), timeout=WAIT_MS)
    room.settings = Settings(notice_volume=60)
    room.clock.advance(LEAST_GAP_S)
    room.tell()
    heard(room, qtbot)
    assert room.speaker.streams[0].gain == 0.6


def test_a_notice_that_is_spoken_makes_no_other_sound(room: Room, qtbot: QtBot) -> None:
    room.tell()
    room.show(Phase.SPEAKING)
    room.show(Phase.IDLE)
    assert not room.sounds._wait.isActive()
    room.tell()
    heard(room, qtbot)


@pytest.mark.parametrize("phase", [Phase.LISTENING, Phase.SPEAKING])
def test_speech_ends_a_sound_at_once(room: Room, qtbot: QtBot, phase: Phase) -> None:
    room.tell()
    heard(room, qtbot)
    qtbot.waitUntil(lambda: room.sounds._stream is not None, timeout=WAIT_MS)
    room.show(phase)
    assert room.speaker.streams[0].aborted


def test_a_flood_of_notices_is_one_sound(room: Room, qtbot: QtBot) -> None:
    for _ in range(5):
        room.tell()
        qtbot.waitUntil(lambda: not room.sounds._wait.isActive(), timeout=WAIT_MS)
    room.clock.advance(LEAST_GAP_S)
    room.tell()
    heard(room, qtbot, 2)


def test_what_was_there_before_makes_no_sound(room: Room, qtbot: QtBot) -> None:
    past = ClientState(entries=(Entry(9, Speaker.NOTICE, literal("old")),))
    fresh = Room(room.sounds._loop)
    fresh.sounds._heard = None
    fresh.sounds.show_state(past)
    assert not fresh.sounds._wait.isActive()
    fresh.parent.deleteLater()
