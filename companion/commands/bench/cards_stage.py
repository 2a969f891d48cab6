"""Where `bench cards` shows its cards: a window without a screen. Needs Qt, on its GUI thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary, load_library
from companion.cards.view import CardView
from companion.client.no_commands import NoCommands
from companion.commands.bench.cards_views import CELLS
from companion.ui.application import open_application
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.scope import CardScope

WINDOW_PX = (880, 800)
COMMANDS = NoCommands()


class DrawnIcons(QObject):
    """Implements `ItemIcons` with pictures that are there already."""

    arrived = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._pictures: dict[str, QImage] = {}

    def picture(self, item: str) -> QImage | None:
        """A picture of 16 by 16."""
        if item not in self._pictures:
            image = QImage(16, 16, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(QColor.fromHsl(len(self._pictures) * 37 % 360, 140, 120))
            self._pictures[item] = image
        return self._pictures[item]

    def texture(self, name: str) -> QImage | None:
        """The same."""
        return self.picture(name)


class Stage:
    """A window that is shown, and cards that come and go in it."""

    def __init__(self) -> None:
        self.application = open_application()
        self.library: CardLibrary = load_library("en_us")
        self.icons = DrawnIcons()
        self.window = QWidget()
        self._column = QVBoxLayout(self.window)
        self.window.resize(*WINDOW_PX)
        self.window.show()
        self.settle()
        for number in range(CELLS):
            self.icons.picture(f"example:item_{number}")

    def settle(self) -> None:
        """Lay out and paint the whole window; returns when its paint event has ended."""
        painted(self.application, self.window)

    def show(self, view: CardView) -> CardWidget:
        """Show a card; returns after it was painted."""
        card = CardWidget(view, self.scope(view), parent=self.window)
        painting = Painting(card)
        self._column.addWidget(card)
        painting.finish()
        return card

    def turn(self, card: CardWidget, view: CardView) -> None:
        """Show another view of a card; returns after it was painted."""
        painting = Painting(card)
        card.show_view(view, self.scope(view))
        painting.finish()

    def scope(self, view: CardView) -> CardScope:
        """What the card knows."""
        texts = self.library.translations
        return CardScope(view.ref, view.variant, COMMANDS, texts, icons=self.icons)

    def clear(self, widget: QWidget) -> None:
        """Destroy a card."""
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()
        QApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)
        self.settle()

    @contextmanager
    def shown(self, view: CardView) -> Iterator[CardWidget]:
        """A card for a while."""
        card = self.show(view)
        yield card
        self.clear(card)

    def end(self) -> None:
        """Close the window."""
        self.window.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(self.window, QEvent.Type.DeferredDelete)


class Painting(QObject):
    """Waits until a widget was painted from now on; it is painted at once, not with a frame."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget = widget
        self._is_done = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Notice the paint event."""
        self._is_done = self._is_done or event.type() is QEvent.Type.Paint
        return super().eventFilter(watched, event)

    def finish(self) -> None:
        """Handle what is waiting; returns when the widget's paint event has ended."""
        QApplication.processEvents()
        if not self._is_done:
            self._widget.repaint()
        self._widget.removeEventFilter(self)


def painted(application: QApplication, widget: QWidget) -> None:
    """Handle what is waiting, then paint a widget at once, instead of with the next frame."""
    application.processEvents()
    widget.repaint()


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of one run."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1e3
