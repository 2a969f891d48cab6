"""Whoever walks windows, pages and settings by keys sees where they are, in every theme."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.library import load_library
from companion.cards.theme import load_theme, theme_names
from companion.ui.application import wear
from companion.ui.look import Look
from companion.ui.shots import SHOTS
from tests.helpers.focus import controls, shows_focus

WAIT_MS = 60_000
WALKED = [name for name in SHOTS if not name.startswith("overlay")]
"""The overlay never takes the focus from the game."""


@pytest.fixture
def made() -> Iterator[list[QWidget]]:
    kept: list[QWidget] = []
    yield kept
    for window in kept:
        window.close()
        window.deleteLater()
    kept.clear()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize("theme", theme_names())
@pytest.mark.parametrize("name", WALKED)
def test_every_control_of_a_window_shows_that_it_has_the_focus(
    name: str, theme: str, made: list[QWidget], qapp: QApplication, qtbot: QtBot
) -> None:
    wear(qapp, Look(load_theme(theme)))
    made.append(SHOTS[name](load_library("en_us")))
    window = made[0]
    window.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.show()
    window.activateWindow()
    found = controls(window)
    if found:
        qtbot.waitUntil(window.isActiveWindow, timeout=WAIT_MS)
    unseen = [(c.objectName(), c.accessibleName()) for c in found if not shows_focus(c, window)]
    assert unseen == []
