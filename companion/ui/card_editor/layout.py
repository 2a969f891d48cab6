"""The editor's parts and where they stand: files, the text with its faults, cards."""

from __future__ import annotations

from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from companion.language.translations import Translations
from companion.ui.card_editor.choosers import Choosers
from companion.ui.card_editor.fault_list import FaultList
from companion.ui.card_editor.file_list import FileList
from companion.ui.card_editor.json_edit import JsonEdit
from companion.ui.card_editor.notice import Notice
from companion.ui.card_editor.preview import Preview
from companion.ui.flow_layout import FlowLayout
from companion.ui.icon_and_word import word_button
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

SIZES_PX = (230, 560, 740)


class Parts:
    """Makes the widgets of the window. GUI thread.

    Args:
        texts: In the author's language.
        choosers: What the preview shows.
    """

    def __init__(self, texts: Translations, choosers: Choosers) -> None:
        text = texts.text
        self.choosers = choosers
        self.files = FileList(texts)
        self.edit = JsonEdit(text("ui.editor.text"), text("ui.editor.names"))
        self.notice = Notice()
        self.state = Words("", Style(Size.SMALL, "muted"))
        self.save = word_button("editor:save", text("ui.editor.save"), "primary")
        self.faults = FaultList(texts)
        self.keys = Words(text("ui.editor.keys"), Style(Size.CAPTION, "muted"))
        self.preview = Preview(texts)
        self.whole = self._splitter()

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where F6 leads, one after another."""
        return (self.files, self.edit, self.faults, self.choosers.sample, self.preview)

    def _splitter(self) -> QSplitter:
        foot = QWidget()
        flow = FlowLayout(foot, 3 * GRID)
        flow.addWidget(self.save)
        flow.addWidget(self.state)
        middle = _column(self.notice, self.edit, foot, self.faults, self.keys, tall=self.edit)
        right = _column(self.choosers, self.preview, tall=self.preview)
        whole = QSplitter()
        whole.setChildrenCollapsible(False)
        for part, stretch in ((self.files, 1), (middle, 4), (right, 5)):
            whole.addWidget(part)
            whole.setStretchFactor(whole.count() - 1, stretch)
        whole.setSizes(list(SIZES_PX))
        return whole


def _column(*widgets: QWidget, tall: QWidget) -> QWidget:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setSpacing(2 * GRID)
    for widget in widgets:
        layout.addWidget(widget, 1 if widget is tall else 0)
    return page
