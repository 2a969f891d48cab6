"""Finding things in a window as a player, a screen reader or a test finds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QLabel, QWidget

W = TypeVar("W", bound=QWidget)


def find(parent: QWidget, name: str, kind: type[W] = QWidget) -> W:  # type: ignore[assignment]
    """The one descendant with an object name."""
    found = parent.findChildren(kind, name)
    assert len(found) == 1, f"{len(found)} widgets are called {name!r}"
    return found[0]


def texts(parent: QWidget) -> list[str]:
    """What the labels say, in order of creation."""
    return [label.text() for label in parent.findChildren(QLabel) if label.text()]


def accessible(widget: QWidget) -> Iterator[tuple[QAccessible.Role, str]]:
    """Role and name of a widget and all below it, as a screen reader meets them."""
    yield from _below(QAccessible.queryAccessibleInterface(widget))


def _below(interface: QAccessibleInterface) -> Iterator[tuple[QAccessible.Role, str]]:
    yield interface.role(), interface.text(QAccessible.Text.Name)
    for number in range(interface.childCount()):
        yield from _below(interface.child(number))
