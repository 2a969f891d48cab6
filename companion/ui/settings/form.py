"""The rows of the settings dialog: labelled fields that report a change at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QSlider,
    QWidget,
)

from companion.ui.settings.choice_box import ChoiceBox
from companion.ui.theme import GRID, Size
from companion.ui.tick_box import TickBox
from companion.ui.words import Style, Words


class QuietSpinBox(QDoubleSpinBox):
    """The wheel scrolls the page and changes nothing."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page around."""
        event.ignore()


class Form(QWidget):
    """Labels at the left, fields at the right; `objectName` of a field is `setting:<name>`.

    GUI thread. Callbacks are called with the new value when the player has finished a change.
    """

    def __init__(self) -> None:
        super().__init__()
        self._layout = QFormLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setVerticalSpacing(2 * GRID)
        self._layout.setHorizontalSpacing(4 * GRID)
        self._layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._layout.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def heading(self, text: str) -> None:
        """Begin a group of fields."""
        words = Words(text, Style(Size.HEADING, bold=True))
        words.setContentsMargins(0, 2 * GRID, 0, 0)
        self._layout.addRow(words)

    def note(self, text: str, token: str = "muted") -> Words:
        """Put a line of small print between fields."""
        words = Words(text, Style(Size.SMALL, token))
        self._layout.addRow(words)
        return words

    def choice(
        self,
        name: str,
        label: str,
        options: tuple[tuple[str, str], ...],
        value: str,
        on_change: Callable[[str], None],
    ) -> QComboBox:
        """Add a choice among values, each with the words it is shown by."""
        box = ChoiceBox()
        for option, words in options:
            box.addItem(words, option)
        box.setCurrentIndex(max(0, box.findData(value)))
        box.activated.connect(lambda index: on_change(box.itemData(index)))
        self.row(name, label, box)
        return box

    def free_choice(
        self,
        name: str,
        label: str,
        suggested: tuple[str, ...],
        value: str,
        on_change: Callable[[str], None],
        hint: str = "",
    ) -> None:
        """Add a text that can also be chosen; typing is reported when the field is left."""
        box = ChoiceBox()
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        for option in suggested:
            box.addItem(option, option)
        box.setCurrentIndex(box.findData(value))
        box.setEditText(value)
        field = box.lineEdit()
        assert field is not None
        field.setPlaceholderText(hint)
        field.setAccessibleName(label)
        field.editingFinished.connect(lambda: on_change(field.text().strip()))
        box.activated.connect(lambda index: on_change(box.itemData(index)))
        self.row(name, label, box)

    def text(
        self, name: str, label: str, value: str, on_change: Callable[[str], None]
    ) -> QLineEdit:
        """Add a text; its change is reported when the player leaves the field."""
        field = self.text_field(name, value, on_change)
        self.row(name, label, field)
        return field

    def text_field(self, name: str, value: str, on_change: Callable[[str], None]) -> QLineEdit:
        """Make a text field that the caller puts somewhere."""
        field = QLineEdit(value)
        field.setObjectName(f"setting:{name}")
        field.editingFinished.connect(lambda: on_change(field.text().strip()))
        return field

    def switch(self, name: str, label: str, value: bool, on_change: Callable[[bool], None]) -> None:  # noqa: FBT001
        """Add something that is on or off."""
        box = TickBox(label.replace("&", "&&"))
        box.setChecked(value)
        box.toggled.connect(on_change)
        box.setObjectName(f"setting:{name}")
        self._layout.addRow("", box)

    def slider(
        self,
        name: str,
        label: str,
        value: int,
        on_change: Callable[[int], None],
        bounds: tuple[int, int] = (0, 100),
    ) -> None:
        """Add a whole number between two bounds."""
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(*bounds)
        slider.setMinimumHeight(32)
        slider.setValue(value)
        slider.valueChanged.connect(on_change)
        self.row(name, label, slider)

    def number(
        self,
        name: str,
        label: str,
        value: float,
        on_change: Callable[[float], None],
        bounds: tuple[float, float, float],
    ) -> None:
        """Add a number; `bounds` are the least, the most and the step."""
        least, most, step = bounds
        box = QuietSpinBox()
        box.setDecimals(0 if isinstance(value, int) else 2)
        box.setRange(least, most)
        box.setSingleStep(step)
        box.setKeyboardTracking(False)
        box.setValue(value)
        box.valueChanged.connect(on_change)
        self.row(name, label, box)

    def button(self, name: str, words: str, on_press: Callable[[], None]) -> QPushButton:
        """Make a button that the caller puts somewhere; Enter in a text field is not for it."""
        button = QPushButton(words.replace("&", "&&"))
        button.setObjectName(f"setting:{name}")
        button.setAutoDefault(False)
        button.clicked.connect(on_press)
        return button

    def field(self, name: str) -> QComboBox:
        """A choice that was added before."""
        found = self.findChild(QComboBox, f"setting:{name}")
        assert isinstance(found, QComboBox)
        return found

    def row(self, name: str, label: str, field: QWidget) -> None:
        """Add a field of any kind."""
        field.setAccessibleName(label)
        field.setObjectName(f"setting:{name}")
        self.pair(label, field)

    def pair(self, label: str, field: QWidget) -> None:
        """Add a label and what stands beside it."""
        self._layout.addRow(Words(label, Style(Size.BODY, "muted")), field)
