"""What a crash left: shown once at the next start, to be read, kept or deleted. GUI thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from companion.language.translations import Translations
from companion.support.crash_report import CrashReport
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, scaled
from companion.ui.words import Style, Words

READ_SIZE = (640, 320)
LEAST_WIDTH = 520


class CrashNotice(QDialog):
    """Says where the report is; the text is shown when the player wants to read it.

    Args:
        report: What was left.
        texts: In the player's language.
        on_delete: Deletes the report.
    """

    def __init__(
        self,
        report: CrashReport,
        texts: Translations,
        on_delete: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._on_delete = on_delete
        self.setObjectName("crash_notice")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(texts.text("ui.crash.title"))
        self._text = QPlainTextEdit(report.text)
        self._text.setObjectName("crash:text")
        self._text.setAccessibleName(texts.text("ui.crash.title"))
        self._text.setReadOnly(True)
        self._text.setMinimumSize(*READ_SIZE)
        self._text.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(5 * GRID, 4 * GRID, 5 * GRID, 4 * GRID)
        column.setSpacing(3 * GRID)
        line = Words(texts.text("ui.crash.line"))
        line.setMinimumWidth(scaled(420))
        column.addWidget(line)
        column.addWidget(Words(str(report.path), Style(token="muted")))
        column.addWidget(self._text, 1)
        column.addLayout(self._buttons(texts))
        self._fit()

    def _buttons(self, texts: Translations) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        acts = (("read", self._read), ("delete", self._delete), ("keep", self.accept))
        for word, act in acts:
            button = QPushButton(texts.text(f"ui.crash.{word}"))
            button.setObjectName(f"crash:{word}")
            if word == "keep":
                of_kind(button, "primary")
            button.clicked.connect(act)
            row.addWidget(button)
        return row

    def _read(self) -> None:
        self._text.show()
        self._fit()

    def _fit(self) -> None:
        """As high as its wrapped words need to be at its width."""
        layout = self.layout()
        assert layout is not None
        wide = max(scaled(LEAST_WIDTH), layout.minimumSize().width())
        self.resize(wide, layout.totalHeightForWidth(wide))

    def _delete(self) -> None:
        self._on_delete()
        self.accept()
