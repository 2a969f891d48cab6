"""The warm-up draws cards beforehand, a little at a time, and leaves nothing behind."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.cards.library import load_library
from companion.ui.cards import warm_up
from companion.ui.cards.press_list import PressList
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.warm_up import DRAWN, WarmUp, slices


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_every_card_of_the_warm_up_is_painted(
    locale: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []
    monkeypatch.setattr(CardWidget, "render", lambda card, _: painted.append(card.accessibleName()))
    window = QWidget()
    qtbot.addWidget(window)
    for _ in slices(load_library(locale), window):
        pass
    assert len(painted) == len(set(painted)) == len(DRAWN)


def test_nothing_of_the_warm_up_is_in_the_window_or_stays(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    work = WarmUp(load_library("en_us"), window)
    with qtbot.waitSignal(work.done, timeout=60_000):
        work.start()
    assert not window.findChildren(QWidget)
    qtbot.waitUntil(lambda: not window.findChildren(WarmUp), timeout=60_000)
    assert not [left for left in qapp.topLevelWidgets() if left.findChildren(PressList)]


def test_a_card_that_cannot_be_drawn_costs_the_warm_up_only(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warm_up, "DRAWN", ("no_such_card",))
    window = QWidget()
    qtbot.addWidget(window)
    work = WarmUp(load_library("en_us"), window)
    with qtbot.waitSignal(work.done, timeout=60_000):
        work.start()
    assert "the first card will take longer" in caplog.text


def test_a_window_that_closes_amid_the_warm_up_ends_it(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    work = slices(load_library("en_us"), window)
    for _ in range(12):
        next(work)
    window.deleteLater()
    work.close()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not [left for left in qapp.topLevelWidgets() if left.findChildren(PressList)]
