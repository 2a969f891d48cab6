"""Draw some cards where nobody sees them, so that the first one a player asks for is quick.

The first card of a process pays for what all cards share: fonts and their letters, Qt's types on
their way into Python, the rules of the style sheet. The companion pays that after the window's
first frame, in slices between which the window answers.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from string import ascii_letters, digits, punctuation
from uuid import UUID

from PySide6.QtCore import QObject, QPointF, QTimer, Signal
from PySide6.QtGui import QAccessible, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from companion.cards.library import CardLibrary
from companion.cards.samples import decode_card
from companion.cards.view import CardView, Variant
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.client.no_commands import NoCommands
from companion.protocol.cards.ref import CardRef
from companion.support.paths import shipped
from companion.ui.cards.item_tile import AMOUNT, TILE_PX, draw_amount
from companion.ui.cards.offer_cell_content import PRICE, SMALL, TITLE, draw_small_number
from companion.ui.cards.press_list import PressList
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.scope import CardScope

logger = logging.getLogger(__name__)

DRAWN = ("quest_list", "shop", "quest_detail")
"""Samples that use between them most of what cards are made of."""
NEXT_MS = 25
"""From one slice to the next; a slice takes a few milliseconds."""
WIDTH_PX = 640
STACK = 64
_NUMBERS_A_SLICE = 16


class WarmUp(QObject):
    """Goes through its slices once, and deletes what it drew. GUI thread.

    Args:
        library: Templates and texts of the player's language.
        window: Owns it, and is as dense as what is drawn; nothing is seen in it.
    """

    done = Signal()

    def __init__(self, library: CardLibrary, window: QWidget) -> None:
        super().__init__(window)
        self._slices = slices(library, window)
        self._timer = QTimer(self, interval=NEXT_MS)
        self._timer.timeout.connect(self._go_on)

    def start(self) -> None:
        """Begin with the first slice; `done` follows."""
        self._timer.start()

    def _go_on(self) -> None:
        try:
            next(self._slices)
        except StopIteration:
            self._end()
        except Exception:
            logger.exception("the first card will take longer")
            self._end()

    def _end(self) -> None:
        self._timer.stop()
        self.done.emit()
        self.deleteLater()


def slices(library: CardLibrary, window: QWidget) -> Iterator[None]:
    """Draw the cards, a little with each step."""
    yield from _numbers(window)
    yield from _letters(window)
    ground = QWidget()  # of no window: nobody finds in one what is not there for a player
    try:
        scope = CardScope(_NOBODYS, Variant.FULL, NoCommands(), library.translations)
        for columns in (0, 2):
            listed = PressList(scope, "", columns, parent=ground)
            yield
            listed.viewport()  # of all that is new to Python, this takes longest
            yield
        for name in DRAWN:
            file = shipped("resources") / "samples" / library.translations.locale / f"{name}.json"
            source = CardSource(_NOBODYS, decode_card(file.read_bytes(), name), CardViewState())
            yield
            view = build_view(source, library, Variant.FULL)
            yield
            yield from _painted(view, library, ground)
    finally:
        ground.deleteLater()


def _numbers(window: QWidget) -> Iterator[None]:
    """Numbers of rows and cells, and amounts up to a stack; their pictures are kept."""
    ground = QPixmap(WIDTH_PX, WIDTH_PX)
    ground.setDevicePixelRatio(window.devicePixelRatioF())
    for number in range(1, STACK + 1):
        painter = QPainter(ground)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_small_number(painter, 0, 0, number, strong=False)
        draw_amount(painter, TILE_PX, TILE_PX, str(number), AMOUNT)
        painter.end()
        if number % _NUMBERS_A_SLICE == 0:
            yield


def _letters(window: QWidget) -> Iterator[None]:
    """Letters of the types that cells are written in, at each quarter of a pixel."""
    ground = QPixmap(WIDTH_PX, WIDTH_PX)
    ground.setDevicePixelRatio(window.devicePixelRatioF())
    for kind in (TITLE, PRICE, SMALL):
        painter = QPainter(ground)
        painter.setFont(kind.font)
        for quarter in range(4):
            for letter in ascii_letters + digits + punctuation:
                painter.drawText(QPointF(quarter / 4, kind.step), letter)
        painter.end()
        yield


def _painted(view: CardView, library: CardLibrary, ground: QWidget) -> Iterator[None]:
    """A card from its making to its place in the accessibility tree."""
    scope = CardScope(view.ref, view.variant, NoCommands(), library.translations)
    card = CardWidget(view, scope, parent=ground)
    yield
    card.ensurePolished()
    yield
    card.resize(WIDTH_PX, card.heightForWidth(WIDTH_PX))
    yield
    picture = QPixmap(card.size())
    card.render(picture)
    yield
    for shown in card.findChildren(PressList):
        QAccessible.queryAccessibleInterface(shown).childCount()


_NOBODYS = CardRef(UUID(int=0), 0)
