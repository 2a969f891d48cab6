"""A page of the window: a way back, its title, its tools at the right, and a body that scrolls."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from companion.client.state import ClientState
from companion.language.translations import Translations
from companion.ui.icon_and_word import icon_button
from companion.ui.icons import IconMark
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, Size
from companion.ui.words import Style, Words

WIDEST_BODY_PX = 880


class Page(QWidget):
    """Base of all pages; a page draws snapshots and passes on what the player does. GUI thread.

    Args:
        name: Its title is `ui.pages.<name>`.
        translations: Texts of the player's language.
    """

    left = Signal()
    """The player goes back to the conversation."""

    def __init__(self, name: str, translations: Translations) -> None:
        super().__init__()
        self.texts = translations
        title = translations.text(f"ui.pages.{name}")
        self.setObjectName(f"page:{name}")
        self.setAccessibleName(title)
        self.back = icon_button("page:back", "previous", translations.text("ui.pages.back"))
        self.back.clicked.connect(self.left)
        self.tools = QHBoxLayout()
        self.tools.setSpacing(2 * GRID)
        self.area = _scrolling(title)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._head(title))
        whole.addWidget(self.area, 1)

    @property
    def first_focus(self) -> QWidget:
        """Where the keyboard stands once the page has come to the front."""
        return self.back

    def show_state(self, state: ClientState) -> None:
        """Draw a snapshot; a page that needs none draws nothing."""

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is; a page that shows none does nothing."""

    def opened(self) -> None:
        """The page comes to the front: fetch what it shows."""

    def fresh(self) -> QVBoxLayout:
        """An empty body in place of what is drawn; keeps where the player scrolled to."""
        top = self.area.verticalScrollBar().value()
        body = QWidget()
        body.setProperty("kind", "page")
        body.setMaximumWidth(WIDEST_BODY_PX)
        column = QVBoxLayout(body)
        column.setContentsMargins(5 * GRID, 2 * GRID, 5 * GRID, 6 * GRID)
        column.setSpacing(3 * GRID)
        self.area.setWidget(body)
        self.area.verticalScrollBar().setValue(top)
        return column

    def _head(self, title: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(4 * GRID, 4 * GRID, 5 * GRID, 2 * GRID)
        row.setSpacing(2 * GRID)
        row.addWidget(self.back)
        row.addWidget(Words(title, Style(Size.TITLE, bold=True, max_lines=1)), 1)
        row.addLayout(self.tools)
        return row


def _scrolling(name: str) -> QScrollArea:
    area = QScrollArea()
    area.setAccessibleName(name)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def framed(title: str = "") -> tuple[QFrame, QVBoxLayout]:
    """A card on the page, with a heading where one is given."""
    frame = QFrame()
    of_kind(frame, "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
    column.setSpacing(2 * GRID)
    if title:
        column.addWidget(Words(title, Style(Size.HEADING, bold=True)))
    return frame, column


def notice(drawing: str, title: str, line: str) -> QWidget:
    """What an empty page says: a mark, what is missing, and what to do."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 14 * GRID, 0, 14 * GRID)
    column.setSpacing(2 * GRID)
    column.addWidget(IconMark(drawing, "accent", 40), 0, Qt.AlignmentFlag.AlignHCenter)
    for text, style in (
        (title, Style(Size.HEADING, bold=True)),
        (line, Style(Size.BODY, "muted")),
    ):
        words = Words(text, style)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(words)
    return widget
