"""The window: header, navigation, chat log, send box, status line."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.state import EMPTY, ClientState
from companion.ui.chat_log import ChatLog
from companion.ui.header import Header
from companion.ui.navigation import Navigation
from companion.ui.send_box import SendBox
from companion.ui.status_line import StatusLine
from companion.ui.style_sheet import of_kind
from companion.ui.welcome import Welcome

DEFAULT_SIZE = (880, 800)
FRAME = QSize(16, 40)
"""What a window manager may put around it."""
LEAST_SIZE = (560, 420)


class MainWindow(QMainWindow):
    """Draws snapshots of the client and passes on what the player does. GUI thread.

    Args:
        library: Templates and texts of the player's language.
        commands: The client.
    """

    settings_wanted = Signal()

    def __init__(self, library: CardLibrary, commands: ClientCommands) -> None:
        super().__init__()
        self._commands = commands
        self._state = EMPTY
        self.setObjectName("window")
        self.setMinimumSize(*LEAST_SIZE)
        self.resize(QSize(*DEFAULT_SIZE).boundedTo(self.screen().availableSize() - FRAME))
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self._stop)
        self.use_library(library)

    def use_library(self, library: CardLibrary) -> None:
        """Draw everything anew, in the language of another library."""
        self._library = library
        texts = library.translations
        self.setWindowTitle(texts.text("ui.name"))
        self._header = Header(texts)
        self._header.settings_wanted.connect(self.settings_wanted)
        self._navigation = Navigation(texts)
        self._navigation.chosen.connect(self._go)
        self.log = ChatLog(library, self._commands)
        self._welcome = Welcome(self._commands, texts)
        self._send_box = SendBox(self._commands, texts)
        self._status = StatusLine(texts)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.log)
        self._pages.addWidget(self._welcome)
        self.setCentralWidget(self._laid_out())
        self.show_state(self._state)
        self._send_box.take_focus()

    def show_state(self, state: ClientState) -> None:
        """Draw a snapshot; only what changed is rebuilt."""
        self._state = state
        self._header.show_engine(state.engine)
        self._navigation.show_open(state.engine.open if state.engine else 0)
        self.log.show_state(state)
        self._pages.setCurrentWidget(self.log if state.entries else self._welcome)
        self._welcome.show_key(talk_key(state))
        self._send_box.show_state(state)
        self._send_box.show_key(talk_key(state))
        self._status.show_state(state)

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is."""
        self._send_box.talk.show_level(dbfs)

    def _stop(self) -> None:
        self._commands.cancel()

    def _go(self, place: str) -> None:
        if place != "chat":
            self._commands.send(self._library.translations.text(f"ui.nav.{place}.say"))
        self.log.to_newest()

    def _laid_out(self) -> QWidget:
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._pages, 1)
        right.addWidget(_rule())
        right.addWidget(self._send_box)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._navigation)
        middle.addWidget(_rule(upright=True))
        middle.addLayout(right, 1)
        page = QWidget()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._header)
        whole.addWidget(_rule())
        whole.addLayout(middle, 1)
        whole.addWidget(_rule())
        whole.addWidget(self._status)
        return page


def talk_key(state: ClientState) -> str:
    """The name of the talk key, from the status line's part; `F8` before it is known."""
    return next((part.words for part in state.parts if part.name == "key" and part.words), "F8")


def _rule(*, upright: bool = False) -> QFrame:
    line = QFrame()
    of_kind(line, "rule")
    if upright:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line
