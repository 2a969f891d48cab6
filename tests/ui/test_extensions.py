"""What an installed package contributes is offered in the window."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from companion.app.extensions import Extensions
from companion.client.contributions.contribution import Contribution, Style, WorkbenchEntry
from companion.client.contributions.registry import GROUP, ClientModules
from companion.client.orders import Enter
from companion.language.phrase import literal
from companion.support.loops import LoopThread
from companion.ui.main_window import MainWindow
from tests.helpers.ui_look import find
from tests.helpers.ui_states import RecordingCommands

WAIT_MS = 60_000


class Maps:
    """A client module of somebody else's."""

    def register(self) -> Contribution:
        entry = WorkbenchEntry(
            "maps:open", literal("Maps"), "map", Style.INSTANT, lambda doing: None, order=5
        )
        return Contribution("maps:open", is_resident=True, entries=(entry,))


def add_maps(modules: ClientModules) -> None:
    modules.register("maps:open", Maps())


def add_nothing(modules: ClientModules) -> None:
    raise RuntimeError("this extension is broken")


@dataclass
class Point:
    """An entry point of an installed package."""

    name: str
    add: Any

    def load(self) -> Any:
        return self.add


def test_its_entry_stands_in_the_window_beside_a_broken_one(
    window: MainWindow,
    commands: RecordingCommands,
    loop: LoopThread,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = {GROUP: [Point("broken", add_nothing), Point("maps", add_maps)]}
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: installed[group])
    owner = QObject()
    extensions = Extensions(owner)
    extensions.came.connect(window.use_modules)
    with qtbot.waitSignal(extensions.came, timeout=WAIT_MS):
        extensions.look(loop)

    entry = find(window, "nav:maps:open", QPushButton)
    qtbot.mouseClick(entry, Qt.MouseButton.LeftButton)
    assert entry.accessibleName() == "Maps"
    assert commands.calls == [("order", Enter("maps:open"))]
