"""Finding things in a window as a player, a screen reader or a test finds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from companion.ui.cards.press_list import PressList

W = TypeVar("W", bound=QWidget)


def find(parent: QWidget, name: str, kind: type[W] = QWidget) -> W:  # type: ignore[assignment]
    """The one descendant with an object name."""
    found = parent.findChildren(kind, name)
    assert len(found) == 1, f"{len(found)} widgets are called {name!r}"
    return found[0]


def texts(parent: QWidget) -> list[str]:
    """What the labels say, in order of creation."""
    return [label.text() for label in parent.findChildren(QLabel) if label.text()]


def rows(parent: QWidget) -> list[str]:
    """What the entries of lists and grids are called, in their order."""
    return [
        str(view.model().index(row, 0).data())
        for view in parent.findChildren(PressList)
        for row in range(view.model().rowCount())
    ]


def row_at(parent: QWidget, number: int) -> tuple[PressList, QRect]:
    """The list that holds the entry with a number, and where it is drawn."""
    for view in parent.findChildren(PressList):
        for row in range(view.model().rowCount()):
            choice = view.entry(row).choice
            if choice is not None and choice.number == number:
                return view, view.visualRect(view.model().index(row, 0))
    raise AssertionError(f"no entry has the number {number}")


def press_row(parent: QWidget, number: int, qtbot: QtBot) -> None:
    """Click on the entry with a number."""
    view, place = row_at(parent, number)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center())


def accessible(widget: QWidget) -> Iterator[tuple[QAccessible.Role, str]]:
    """Role and name of a widget and all below it, as a screen reader meets them."""
    yield from _below(QAccessible.queryAccessibleInterface(widget))


def _below(interface: QAccessibleInterface) -> Iterator[tuple[QAccessible.Role, str]]:
    yield interface.role(), interface.text(QAccessible.Text.Name)
    for number in range(interface.childCount()):
        yield from _below(interface.child(number))
