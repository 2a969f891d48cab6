"""Every test of the interface gets the dressed application and must leave no window behind."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary, load_library
from companion.support.loops import LoopThread
from companion.ui.application import open_application
from companion.ui.gc_guard import GcGuard
from companion.ui.main_window import MainWindow
from companion.ui.overlay import Overlay
from tests.helpers.page_desk import RecordingDesk
from tests.helpers.ui_states import RecordingCommands


@pytest.fixture(autouse=True)
def no_window_is_left(qapp: QApplication) -> Iterator[None]:
    open_application()
    yield
    for guard in qapp.findChildren(GcGuard):
        guard.remove()
        guard.setParent(None)
    gc.collect()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = [widget.objectName() or repr(widget) for widget in qapp.topLevelWidgets()]
    assert not left, f"top-level widgets outlived the test: {left}"


@pytest.fixture
def library() -> CardLibrary:
    return load_library("en_us")


@pytest.fixture
def commands() -> RecordingCommands:
    return RecordingCommands()


@pytest.fixture
def window(library: CardLibrary, commands: RecordingCommands, qtbot: QtBot) -> Iterator[MainWindow]:
    window = MainWindow(library, commands)
    window.show()
    qtbot.waitExposed(window)
    yield window
    close(window)


@pytest.fixture
def desk() -> RecordingDesk:
    return RecordingDesk()


@pytest.fixture
def paged(
    library: CardLibrary, commands: RecordingCommands, desk: RecordingDesk, qtbot: QtBot
) -> Iterator[MainWindow]:
    window = MainWindow(library, commands, desk)
    window.show()
    qtbot.waitExposed(window)
    yield window
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def overlay(library: CardLibrary, commands: RecordingCommands) -> Iterator[Overlay]:
    overlay = Overlay(library, commands)
    yield overlay
    close(overlay)


@pytest.fixture
def loop() -> Iterator[LoopThread]:
    """A loop that does what the GUI thread must not wait for."""
    loop = LoopThread("desks")
    loop.start()
    yield loop
    loop.stop()


def close(widget: MainWindow | Overlay) -> None:
    """Close a window and destroy it before the next test."""
    widget.close()
    widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
