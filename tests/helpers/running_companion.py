"""The windowed companion as a person runs it, driven by a test in its own loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QWidget

from companion.app import hotkey as hotkey_module
from companion.app.window import WindowedCompanion
from companion.client.state import ClientState, Health
from companion.protocol.cards.quest_list import QuestList
from companion.support.errors import Failure
from companion.support.secrets import NoStore, Secrets, Store
from companion.support.settings import Settings, read_settings
from tests.helpers.app_fakes import FakeHotkey, top_level, wav_devices
from tests.helpers.ui_look import find

WAIT_MS = 60_000
QUIET = Settings(recognizer="aliyun_nls", synthesizer="none")
"""Ears that miss their keys at once, and no voice: no model is loaded."""

Start = Callable[..., "Running"]


class Running:
    """A companion that runs, and the last snapshot its window was given."""

    def __init__(self, companion: WindowedCompanion) -> None:
        self.companion = companion

    @property
    def state(self) -> ClientState:
        return self.companion._state

    @property
    def window(self) -> QWidget:
        return top_level("window")

    def health(self, part: str) -> tuple[Health, Failure | None]:
        named = {p.name: (p.health, p.reason) for p in self.state.parts}
        return named.get(part, (Health.STARTING, None))

    def ask(self, words: str) -> None:
        self.companion._session.send(words)

    def choose(self, setting: str, value: str) -> None:
        """Open the settings, choose a value, close them."""
        find(self.window, "settings", QPushButton).click()
        dialog = find(self.window, "settings_dialog")
        box = find(dialog, f"setting:{setting}", QComboBox)
        box.activated.emit(box.findData(value))
        dialog.close()

    def quests(self) -> list[str]:
        """Titles in the first list of quests that came."""
        lists = [card.data for card in self.state.cards if isinstance(card.data, QuestList)]
        return [quest.title for quest in lists[0].quests] if lists else []

    def log(self) -> list[str]:
        return [entry.words.key or entry.words.text for entry in self.state.entries]


@contextmanager
def companions(
    folder: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Start]:
    """A way to start companions over a folder; each is ended at the end."""
    FakeHotkey.made, FakeHotkey.refusal = [], None
    monkeypatch.setattr(hotkey_module, "open_hotkey", FakeHotkey)
    running: list[WindowedCompanion] = []

    def begin(store: Store | None = None) -> Running:
        secrets = Secrets({}, store or NoStore())
        loaded = read_settings(folder)
        one = WindowedCompanion(qapp, loaded, folder, secrets, wav_devices)
        running.append(one)
        one.start()
        return Running(one)

    yield begin
    end(running, qapp)


def end(running: list[WindowedCompanion], qapp: QApplication) -> None:
    """End companions, and have all their windows gone; the list is empty afterwards."""
    for one in running:
        one.stop()
        one.setParent(None)
    qapp.processEvents()  # the last snapshots
    for widget in qapp.topLevelWidgets():
        if widget.parent() is None:  # the others go with theirs
            widget.deleteLater()
    running.clear()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
