"""Whoever walks a card by keys sees where they are, in every theme."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.library import load_library
from companion.cards.samples import CardSample, samples
from companion.cards.theme import load_theme, theme_names
from companion.cards.view import Variant
from companion.ui.application import wear
from companion.ui.card_pictures import card_stage, sample_view
from companion.ui.look import Look
from tests.helpers.focus import controls, shows_focus

WAIT_MS = 60_000
EVERY = samples("en_us")


@pytest.fixture
def shown() -> Iterator[list[QWidget]]:
    kept: list[QWidget] = []
    yield kept
    for stage in kept:
        stage.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize("theme", theme_names())
@pytest.mark.parametrize("sample", EVERY, ids=lambda sample: sample.name)
def test_every_control_of_a_card_shows_that_it_has_the_focus(
    sample: CardSample, theme: str, shown: list[QWidget], qapp: QApplication, qtbot: QtBot
) -> None:
    wear(qapp, Look(load_theme(theme)))
    library = load_library("en_us")
    stage = card_stage(sample_view(sample.data, library, Variant.FULL), library)
    shown.append(stage)
    stage.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    stage.show()
    stage.activateWindow()
    qtbot.waitUntil(stage.isActiveWindow, timeout=WAIT_MS)

    unseen = [one.accessibleName() for one in controls(stage) if not shows_focus(one, stage)]
    assert unseen == []
