"""The window: header, workbench, conversation or a page, send box, status line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow

from companion.cards.library import CardLibrary
from companion.client.bindings import binding
from companion.client.commands import ClientCommands
from companion.client.contributions.cache import Contributions
from companion.client.contributions.registry import ClientModules
from companion.client.navigation import PageName, Wanted
from companion.client.orders import ChooseView, Enter
from companion.client.state import EMPTY, ClientState
from companion.client.workbench import Workbench, clicked, workbench
from companion.protocol.responses import View
from companion.ui.conversation import Conversation
from companion.ui.header import SETTINGS, Header
from companion.ui.module_bar import ModuleBar
from companion.ui.navigation import Navigation
from companion.ui.pages.desk import PageDesk
from companion.ui.pages.shelf import PAGES, PageParts
from companion.ui.pages.stack import PageStack
from companion.ui.send_box import SendBox
from companion.ui.status_line import StatusLine
from companion.ui.window_layout import WindowParts, laid_out

if TYPE_CHECKING:
    from companion.ui.chat_log import ChatLog

DEFAULT_SIZE = (880, 800)
SIMPLE_SIZE = (560, 640)
FRAME = QSize(16, 40)
"""What a window manager may put around it."""
LEAST_SIZE = (560, 420)


class MainWindow(QMainWindow):
    """Draws snapshots of the client and passes on what the player does. GUI thread.

    Args:
        library: Templates and texts of the player's language.
        commands: The client.
        desk: The program behind the pages; one that does nothing when None.
    """

    settings_wanted = Signal()

    def __init__(
        self, library: CardLibrary, commands: ClientCommands, desk: PageDesk | None = None
    ) -> None:
        super().__init__()
        self._commands = commands
        self._desk = desk or PageDesk(self)
        self._state = EMPTY
        self._followed = 0
        self._unfolded = ""
        self._bench = Workbench()
        self._returns_to_game = False
        self._contributions = Contributions()
        self.setObjectName("window")
        self.setMinimumSize(*LEAST_SIZE)
        self._take_size(DEFAULT_SIZE)
        escape = QShortcut(QKeySequence(binding("leave").usual), self)
        escape.activated.connect(self._escape)
        self._build(library)
        self._send_box.take_focus()

    @property
    def log(self) -> ChatLog:
        """The chat log."""
        return self._conversation.log

    @property
    def page(self) -> PageName:
        """The page in front; CHAT for the conversation."""
        return self._pages.page

    def use_library(self, library: CardLibrary) -> None:
        """Draw everything anew, in the language of another library; the page stays."""
        page, typed = self._pages.page, self._send_box.typed
        self._build(library)
        self._send_box.type_again(typed)
        self._pages.go(page)
        self._send_box.take_focus()

    def use_desk(self, desk: PageDesk) -> None:
        """Have pages work with a program that came after the window; a page in front is redone."""
        self._desk = desk
        self._pages.use(self._page_parts())

    def _page_parts(self) -> PageParts:
        return PageParts(self._library, self._commands, self._desk)

    def _build(self, library: CardLibrary) -> None:
        self._library = library
        texts = library.translations
        self.setWindowTitle(texts.text("ui.name"))
        self._header = Header(texts)
        self._header.chosen.connect(self._enter)
        self._header.view_wanted.connect(self._choose_view)
        self._navigation = Navigation(texts)
        self._navigation.chosen.connect(self._enter)
        self._conversation = Conversation(library, self._commands)
        self._pages = PageStack(self._page_parts(), self._conversation)
        self._pages.left.connect(self._leave)
        self._module_bar = ModuleBar(texts, self._commands)
        self._send_box = SendBox(self._commands, texts)
        self._send_box.sent.connect(self._to_conversation)
        self._status = StatusLine(texts)
        page, self._side_rule = laid_out(
            WindowParts(
                self._header,
                self._navigation,
                self._pages,
                (self._module_bar, self._send_box),
                self._status,
            )
        )
        self.setCentralWidget(page)
        self.show_state(self._state)

    def use_modules(self, modules: ClientModules) -> None:
        """Offer what these declare, too."""
        self._contributions = Contributions(modules)
        self.show_state(self._state)

    def show_state(self, state: ClientState) -> None:
        """Draw a snapshot; only what changed is rebuilt."""
        before, self._state = self._state, state
        self._header.show_engine(state.engine)
        self._show_bench(state)
        key = talk_key(state)
        self._conversation.show_state(state, key)
        self._pages.show_state(state)
        self._send_box.show_state(state, self._contributions.commands)
        self._send_box.show_key(key)
        self._status.show_state(state)
        self._show_view(state.view, is_new=before.view is not state.view)
        if state.wanted.number != self._followed:
            self._followed = state.wanted.number
            self._follow(state.wanted)

    def show_page(self, page: PageName) -> None:
        """Bring a page to the front, also before a client runs."""
        self._pages.go(page)
        self._show_bench(self._state)

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is."""
        self._send_box.talk.show_level(dbfs)
        self._pages.show_level(dbfs)

    def completion_lines(self) -> list[str]:
        """What the list beneath the box offers, best first."""
        return self._send_box.completion_lines()

    def unfold(self, name: str) -> None:
        """Open the toolbar of a module's page without doing what the page does."""
        self._unfolded = name
        self.show_state(self._state)

    def _show_bench(self, state: ClientState) -> None:
        """Draw the entries that are offered now; a page that is offered no more folds."""
        told = state.engine.modules if state.engine else ()
        definitions = told if isinstance(told, tuple) else ()
        self._contributions.use(definitions, self._library.translations.locale)
        self._bench = workbench(self._contributions.bindings, state)
        self._navigation.show_entries(self._bench.left)
        self._header.show_corner(self._bench.corner)
        if self._bench.entry(self._unfolded) is None:
            self._unfolded = ""
        self._navigation.show_moment(
            self._unfolded or f"system:{self._pages.page}", state.engine.open if state.engine else 0
        )

    def _show_view(self, view: View, *, is_new: bool) -> None:
        is_full = view is View.FULL
        for widget in (self._navigation, self._side_rule):
            widget.setVisible(is_full)
        self._header.show_view(view)
        self._status.show_view(is_full=is_full)
        self._module_bar.show_entry(self._bench.entry(self._unfolded) if is_full else None)
        if is_new:
            self._take_size(DEFAULT_SIZE if is_full else SIMPLE_SIZE)

    def _enter(self, name: str) -> None:
        """An entry was clicked; settings open also where no client runs."""
        entry = self._bench.entry(name)
        if name == SETTINGS:
            self.settings_wanted.emit()
        elif entry is not None:
            does = clicked(entry, self._unfolded)
            self._unfolded = does.unfolded
            if does.runs:
                self._commands.order(Enter(name))
            if entry.workspace is not None:
                self._to_conversation()
            self.show_state(self._state)

    def _follow(self, wanted: Wanted) -> None:
        """Go where the client wants the interface to be."""
        match wanted.page:
            case PageName.SETTINGS:
                self._come_over_game(wanted)
                self.settings_wanted.emit()
            case PageName.AWAY:
                self.showMinimized()
            case PageName.NONE:
                return
            case PageName.WINDOW:
                self._come_up()
            case page:
                self._come_over_game(wanted)
                self.show_page(page)

    def settings_closed(self) -> None:
        """Settings that were asked for in the game give the game back (CLIENT-012)."""
        self._give_game_back()

    def _come_over_game(self, wanted: Wanted) -> None:
        self._returns_to_game = wanted.from_game
        if wanted.from_game:
            self._come_up()

    def _come_up(self) -> None:
        if self.isMinimized():
            self.showNormal()
        self.raise_()
        self.activateWindow()

    def _escape(self) -> None:
        """Leave the page; in the conversation, stop what runs."""
        if self._pages.page in PAGES:
            self._leave()
        else:
            self._commands.cancel()

    def _leave(self) -> None:
        """Back to the conversation; a page that was asked for in the game gives the game back."""
        self._to_conversation()
        self._send_box.take_focus()
        self._give_game_back()

    def _give_game_back(self) -> None:
        if self._returns_to_game:
            self._returns_to_game = False
            self.showMinimized()

    def _to_conversation(self) -> None:
        self._pages.go(PageName.CHAT)
        self._show_bench(self._state)
        self._conversation.to_newest()

    def _choose_view(self, view: View) -> None:
        self._commands.order(ChooseView(view))

    def _take_size(self, size: tuple[int, int]) -> None:
        self.resize(QSize(*size).boundedTo(self.screen().availableSize() - FRAME))


def talk_key(state: ClientState) -> str:
    """The name of the talk key, from the status line's part; `F8` before it is known."""
    return next((part.words for part in state.parts if part.name == "key" and part.words), "F8")
