"""Whoever walks pages and settings by keys sees where they are, in every theme."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.cards.theme import load_theme, theme_names
from companion.client.navigation import PageName
from companion.ui.application import wear
from companion.ui.look import Look
from companion.ui.main_window import MainWindow
from companion.ui.pages.shelf import PAGES
from tests.helpers.focus import controls, shows_focus
from tests.helpers.page_desk import RecordingDesk, go

WAIT_MS = 60_000


@pytest.mark.parametrize("theme", theme_names())
@pytest.mark.parametrize("page", [page.value for page in PAGES])
def test_every_control_of_the_window_shows_that_it_has_the_focus(
    paged: MainWindow, desk: RecordingDesk, page: str, theme: str, qapp: QApplication, qtbot: QtBot
) -> None:
    wear(qapp, Look(load_theme(theme)))
    go(paged, PageName(page), desk)
    paged.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    paged.show()
    paged.activateWindow()
    qtbot.waitUntil(paged.isActiveWindow, timeout=WAIT_MS)

    unseen = [
        (one.objectName(), one.accessibleName())
        for one in controls(paged)
        if not shows_focus(one, paged)
    ]
    assert unseen == []
