"""What stands in the middle of the window: the conversation, or one page before it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from companion.client.navigation import PageName
from companion.client.state import EMPTY, ClientState
from companion.ui.pages.page import Page
from companion.ui.pages.shelf import PAGES, PageParts


class PageStack(QStackedWidget):
    """Builds a page at its first visit; only the one in front is drawn. GUI thread.

    Args:
        parts: What pages are made of.
        conversation: Shown while no page is.
    """

    left = Signal()
    """The player went back to the conversation by the page's own button."""

    def __init__(self, parts: PageParts, conversation: QWidget) -> None:
        super().__init__()
        self._parts = parts
        self._state = EMPTY
        self._pages: dict[PageName, Page] = {}
        self._conversation = conversation
        self.addWidget(conversation)

    @property
    def page(self) -> PageName:
        """What is in front; CHAT for the conversation."""
        return next(
            (name for name, page in self._pages.items() if page is self.currentWidget()),
            PageName.CHAT,
        )

    def go(self, name: PageName) -> None:
        """Bring a page to the front; one that is none brings the conversation."""
        if name not in PAGES:
            self.setCurrentWidget(self._conversation)
            return
        page = self._pages.get(name) or self._built(name)
        self.setCurrentWidget(page)
        page.show_state(self._state)
        page.opened()
        page.first_focus.setFocus()

    def use(self, parts: PageParts) -> None:
        """Build pages of other parts from now on; the one in front is built anew."""
        front, self._parts = self.page, parts
        for page in self._pages.values():
            self.removeWidget(page)
            page.deleteLater()
        self._pages.clear()
        if front is not PageName.CHAT:
            self.go(front)

    def show_state(self, state: ClientState) -> None:
        """Draw a snapshot in the page in front; the conversation is drawn by the window."""
        self._state = state
        if isinstance(page := self.currentWidget(), Page):
            page.show_state(state)

    def show_level(self, dbfs: float) -> None:
        """Draw how loud the microphone is, where the page in front shows it."""
        if isinstance(page := self.currentWidget(), Page):
            page.show_level(dbfs)

    def _built(self, name: PageName) -> Page:
        page = PAGES[name](self._parts)
        page.left.connect(self.left)
        self._pages[name] = page
        self.addWidget(page)
        return page
