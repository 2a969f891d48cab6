"""A list of names in the player's order: moved up and down, taken out, added."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QVBoxLayout, QWidget

from companion.language.translations import Translations
from companion.ui.settings.choice_box import ChoiceBox
from companion.ui.theme import GRID

ROWS = 3
_LINE_PX = 30


class OrderList(QWidget):
    """Reports the whole order after each change. GUI thread.

    Args:
        name: Of the setting; begins the object names of its parts.
        texts: Of the player's language.
        values: In their order.
        on_change: Told the new order.
        add: What adds a name, when it is not chosen among known ones.
    """

    def __init__(
        self,
        name: str,
        texts: Translations,
        values: Iterable[str],
        on_change: Callable[[tuple[str, ...]], None],
        add: QWidget | None = None,
    ) -> None:
        super().__init__()
        self._on_change = on_change
        self._texts = texts
        self._list = QListWidget()
        self._list.setObjectName(f"order:{name}")
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._list.setFixedHeight(ROWS * _LINE_PX)
        self._list.addItems(list(values))
        self._known = ChoiceBox()
        self._known.setObjectName(f"order:{name}:add")
        self._known.setAccessibleName(texts.text("ui.settings.order.add"))
        self._known.activated.connect(self._choose)
        self._buttons = QHBoxLayout()
        for word, act in (("up", self._up), ("down", self._down), ("remove", self._remove)):
            self._buttons.addWidget(self._button(f"order:{name}:{word}", word, act))
        self._buttons.addStretch(1)
        self._lay_out(add or self._known)
        self.offer(())

    @property
    def values(self) -> tuple[str, ...]:
        """The names in their order."""
        return tuple(self._list.item(row).text() for row in range(self._list.count()))

    def setAccessibleName(self, name: str) -> None:
        """Name the list for screen readers as well."""
        super().setAccessibleName(name)
        self._list.setAccessibleName(name)

    def offer(self, names: Iterable[str]) -> None:
        """Names that can be added."""
        self._known.clear()
        self._known.addItem(self._texts.text("ui.settings.order.add"), "")
        for name in names:
            self._known.addItem(name, name)
        self._known.setEnabled(self._known.count() > 1)

    def add(self, name: str) -> None:
        """Put a name behind the others, once."""
        if name and name not in self.values:
            self._list.addItem(name)
            self._list.setCurrentRow(self._list.count() - 1)
            self._on_change(self.values)

    def _choose(self, index: int) -> None:
        name = str(self._known.itemData(index) or "")
        self._known.setCurrentIndex(0)
        self.add(name)

    def _up(self) -> None:
        self._move(-1)

    def _down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        row = self._list.currentRow()
        if row < 0 or not 0 <= row + step < self._list.count():
            return
        self._list.insertItem(row + step, self._list.takeItem(row))
        self._list.setCurrentRow(row + step)
        self._on_change(self.values)

    def _remove(self) -> None:
        if (row := self._list.currentRow()) >= 0:
            self._list.takeItem(row)
            self._on_change(self.values)

    def _button(self, name: str, word: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(self._texts.text(f"ui.settings.order.{word}"))
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(act)
        return button

    def _lay_out(self, add: QWidget) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(self._list)
        column.addLayout(self._buttons)
        column.addWidget(add)
