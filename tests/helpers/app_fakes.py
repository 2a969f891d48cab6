"""What the windowed companion is put together from in tests: no key, no sound, no keyring."""

from __future__ import annotations

import threading
from typing import ClassVar

from PySide6.QtWidgets import QApplication, QWidget

from companion.app.parts import Devices
from companion.client.hotkeys.hotkey import OnStanding, Purpose
from companion.client.hotkeys.lease import OnChange
from companion.client.state import Part
from companion.speech.audio.wav import WavMicrophone, WavSpeaker
from companion.support.errors import CompanionError, Failure
from tests.helpers.ui_states import RecordingCommands


class FakeHotkey:
    """A hotkey that the test presses.

    Attributes:
        made: Every one that was opened for talking, oldest first.
        others: Those for another purpose.
        refusal: Raised by the next `start`.
    """

    made: ClassVar[list[FakeHotkey]] = []
    others: ClassVar[list[FakeHotkey]] = []
    refusal: ClassVar[CompanionError | None] = None

    def __init__(
        self,
        key: str,
        on_change: OnChange,
        limit: str = "",
        on_standing: OnStanding = lambda standing: None,
        purpose: Purpose = Purpose.TALK,
    ) -> None:
        self.key = key
        self.stands = on_standing
        self.hold = on_change
        self.limit = limit
        self.is_watching = False
        (FakeHotkey.made if purpose is Purpose.TALK else FakeHotkey.others).append(self)

    def start(self) -> None:
        if FakeHotkey.refusal:
            raise FakeHotkey.refusal
        self.is_watching = True

    def stop(self) -> None:
        self.is_watching = False


class RecordingSession(RecordingCommands):
    """A session that only writes down what it is told."""

    def set_part(self, part: Part) -> None:
        self.calls.append(("set_part", part))

    def report(self, failure: Failure, detail: str = "") -> None:
        self.calls.append(("report", failure, detail))


class UnansweredStore:
    """A keyring whose window nobody answers, until the test does."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.answered = threading.Event()

    def read(self, name: str) -> str | None:
        self.asked.set()
        self.answered.wait(60)
        return None

    def write(self, name: str, value: str) -> None:
        self.read(name)

    def remove(self, name: str) -> None:
        self.read(name)


def wav_devices() -> Devices:
    """A microphone and a loudspeaker in memory."""
    return Devices(WavMicrophone, WavSpeaker)


def top_level(name: str) -> QWidget:
    """The window of a name; the one that is shown, where another is on its way out."""
    named = [w for w in QApplication.topLevelWidgets() if w.objectName() == name]
    return next((w for w in named if w.isVisible()), named[-1])
