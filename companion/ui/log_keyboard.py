"""The keyboard goes through the log from top to bottom, whichever entry was built first."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


class LogKeyboard:
    """Entries whose controls are not in order yet: it takes Qt 2 ms for one, in a long log.

    GUI thread.

    Args:
        first_stop: Where the keyboard stops before the first entry.
    """

    def __init__(self, first_stop: QWidget) -> None:
        self._first_stop = first_stop
        self._due: list[int] = []

    @property
    def due(self) -> tuple[int, ...]:
        """Ids in the order in which they came; the uppermost is to be ordered first."""
        return tuple(self._due)

    def came(self, entry: int) -> None:
        """An entry was built."""
        self._due.append(entry)

    def went(self, entry: int) -> None:
        """An entry has no widgets any more."""
        if entry in self._due:
            self._due.remove(entry)

    def order(self, entry: int, content: QWidget, above: Iterable[QWidget]) -> None:
        """Let the controls of an entry follow those of the nearest one above that has some."""
        self.went(entry)
        stops = (found[-1] for widget in above if (found := _stops(widget)))
        before = next(stops, self._first_stop) if (own := _stops(content)) else self._first_stop
        for stop in own:
            QWidget.setTabOrder(before, stop)
            before = stop


def _stops(widget: QWidget) -> list[QWidget]:
    """Where the keyboard stops within a widget, in order."""
    tab = Qt.FocusPolicy.TabFocus
    return [w for w in widget.findChildren(QWidget) if w.focusPolicy() & tab]
