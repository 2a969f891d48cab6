"""The toolbar of a module's page: beneath the log, above the input (CLIENT-042)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from companion.client.commands import ClientCommands
from companion.client.orders import PressTool
from companion.client.workbench import EntryView
from companion.language.translations import Translations
from companion.ui.flow_layout import FlowLayout
from companion.ui.icon_and_word import word_button
from companion.ui.icons import has_icon, icon
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size, colour
from companion.ui.words import Style, Words


class ModuleBar(QFrame):
    """Draws what the page declares; knows no feature (CLIENT-054). GUI thread."""

    def __init__(self, translations: Translations, commands: ClientCommands) -> None:
        super().__init__()
        of_kind(self, "bar")
        self.setObjectName("module_bar")
        self._texts = translations
        self._commands = commands
        self._shown: EntryView | None = None
        self._body: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(4 * GRID, 3 * GRID, 4 * GRID, 0)
        self.hide()

    def show_entry(self, entry: EntryView | None) -> None:
        """Unfold the toolbar of an entry; None folds it."""
        if entry == self._shown:
            return
        self._shown = entry
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
            self._body = None
        if entry is not None and entry.workspace is not None:
            self._body = self._drawn(entry)
            self._column.addWidget(self._body)
        self.setVisible(self._body is not None)

    def _drawn(self, entry: EntryView) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        if (workspace := entry.workspace) is None:
            return body
        render = self._texts.render
        title = render(workspace.title)
        self.setAccessibleName(title)
        head = QHBoxLayout()
        head.setSpacing(2 * GRID)
        head.addWidget(Words(title, Style(Size.SMALL, bold=True, max_lines=1)))
        for line in workspace.lines:
            head.addWidget(Words(render(line), Style(Size.SMALL, "muted", max_lines=1)), 1)
        column.addLayout(head)
        tools = QWidget()
        row = FlowLayout(tools, 2 * GRID)
        for tool in workspace.tools:
            button = word_button(f"tool:{entry.id}:{tool.id}", render(tool.label))
            if tool.icon and has_icon(tool.icon):
                button.setIcon(icon(tool.icon, colour("muted"), 16))
            button.clicked.connect(self._pressing(entry.id, tool.id))
            row.addWidget(button)
        column.addWidget(tools)
        return body

    def _pressing(self, entry: str, tool: str) -> Callable[[], None]:
        return lambda: self._commands.order(PressTool(entry, tool))
