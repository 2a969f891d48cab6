"""The caret blinks where somebody types, and stands still where nobody does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from companion.ui.caret import CaretRest


@pytest.fixture
def rest(qapp: QApplication) -> Iterator[CaretRest]:
    usual = QGuiApplication.styleHints().cursorFlashTime()
    QGuiApplication.styleHints().setCursorFlashTime(1000)
    one = CaretRest(qapp)
    yield one
    one.deleteLater()
    QGuiApplication.styleHints().setCursorFlashTime(usual)


@pytest.fixture
def field(rest: CaretRest, qtbot: QtBot) -> QLineEdit:
    one = QLineEdit()
    qtbot.addWidget(one)
    with qtbot.waitActive(one, timeout=60_000):
        one.show()
    one.setFocus()
    qtbot.waitUntil(one.hasFocus, timeout=60_000)
    return one


def over(rest: CaretRest) -> None:
    """Let the time without typing be over."""
    timer = rest.findChild(QTimer)
    assert timer is not None
    assert timer.isActive()
    timer.timeout.emit()


def flash_ms() -> int:
    return QGuiApplication.styleHints().cursorFlashTime()


def test_a_caret_blinks_where_the_focus_is_until_nobody_types(
    rest: CaretRest, field: QLineEdit
) -> None:
    assert flash_ms() == 1000
    over(rest)
    assert flash_ms() == 0


def test_a_key_lets_it_blink_again(rest: CaretRest, field: QLineEdit) -> None:
    over(rest)
    QTest.keyClicks(field, "q")
    assert flash_ms() == 1000


def test_another_field_lets_it_blink_again(rest: CaretRest, field: QLineEdit, qtbot: QtBot) -> None:
    over(rest)
    other = QLineEdit(field)
    other.show()
    other.setFocus()
    qtbot.waitUntil(lambda: flash_ms() == 1000, timeout=60_000)
