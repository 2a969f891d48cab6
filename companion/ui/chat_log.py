"""The chat log: entries that scroll; only what changed is drawn, only where the player looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from companion.cards.library import CardLibrary
from companion.client.commands import ClientCommands
from companion.client.orders import Pin
from companion.client.state import ClientState, Entry, LiveCard
from companion.ui.card_drawing import card_in_window, shown_in_place
from companion.ui.chat_entry import EntryWidget
from companion.ui.clipped import clipped
from companion.ui.icons import icon
from companion.ui.log_column import AT_ONCE, LogColumn
from companion.ui.look import LOOK_CHANGES
from companion.ui.style_sheet import of_kind
from companion.ui.theme import GRID, colour

NEAR_END_PX = 48
"""Scrolled this near to the end counts as being at the end."""
LEAST_PX = (320, 600)
"""Width and height that are built for, also before the log has its place in a window."""
_ROUNDS = 4
"""What is built in sight may be higher than was guessed, and move what is wanted in sight."""

_NOWHERE = (-1, 0)


@dataclass(frozen=True, slots=True)
class _Known:
    entry: Entry
    card: LiveCard | None


class ChatLog(QScrollArea):
    """All entries, oldest on top; stays at the newest unless the player scrolled up. GUI thread."""

    def __init__(self, library: CardLibrary, commands: ClientCommands) -> None:
        super().__init__()
        self._library = library
        self._commands = commands
        self._known: dict[int, _Known] = {}
        self.follows = True
        self._anchor = _NOWHERE
        self._is_arranging = False
        self.setObjectName("log")
        self.setAccessibleName(library.translations.text("ui.log"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = LogColumn(self._build, self._put_in_place, self)
        self.setWidget(self._column)
        self._newest = self._make_newest()
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def show_state(self, state: ClientState) -> None:
        """Draw what changed."""
        cards = {card.ref.id: card for card in state.cards}
        before, self._known = self._known, {}
        for entry in state.entries:
            card = cards.get(entry.card.id) if entry.card else None
            old = before.get(entry.id)
            is_old = old is not None and old.entry is entry and old.card is card
            self._known[entry.id] = old if old is not None and is_old else _Known(entry, card)
        with self._holding_still():
            self._column.use([entry.id for entry in state.entries], self._words)
            for number, known in self._known.items():
                if number in before and not _same(before[number], known):
                    self._change(number, before[number], known)
        self._arrange()

    def to_newest(self) -> None:
        """Scroll to the newest entry and stay there."""
        self._follow(follows=True)
        self._arrange()

    def _words(self, number: int) -> str:
        return clipped(self._library.translations.render(self._known[number].entry.words))

    def _change(self, number: int, before: _Known, known: _Known) -> None:
        """Let the widgets of an entry show what became of it; others if they cannot."""
        widget = self._column.content(number)
        if widget is not None and _same(before.entry, known.entry) and known.card is not None:
            drawn = widget.card
            if drawn is not None and shown_in_place(
                drawn, known.card, self._library, self._commands
            ):
                return
        words = self._words(number)
        if widget is None or not _grew(before, known) or not widget.rewrite(words):
            self._column.rebuild(number, words)

    def _build(self, number: int, place: QWidget) -> EntryWidget:
        entry, card = self._known[number].entry, self._known[number].card
        texts = self._library.translations
        if card is None:
            return EntryWidget(entry, texts, None, place)
        draw = partial(card_in_window, card, self._library, self._commands)
        widget = EntryWidget(entry, texts, draw, place)
        widget.offer_pin(self._pinning(card.ref.id))
        return widget

    def _pinning(self, card: UUID) -> Callable[[], None]:
        return lambda: self._commands.order(Pin(card))

    def _put_in_place(self) -> None:
        """Give everything its place; what the player looks at stays."""
        self._arrange(most=0)

    def _arrange(self, most: int | None = None) -> None:
        """Build what is seen and give everything its place; what the player looks at stays.

        Args:
            most: Entries that are built at once; all that are seen when None.
        """
        if self._is_arranging:
            return
        with self._holding_still():
            self._column.take_width(max(LEAST_PX[0], self.viewport().width()))
            for _ in range(_ROUNDS):
                top = self._wanted_top()
                bottom = top + self.viewport().height()
                self._column.show_between(min(top, bottom - LEAST_PX[1]), bottom, most)
                if self._wanted_top() == top:
                    break
            self.verticalScrollBar().setValue(self._wanted_top())

    @contextmanager
    def _holding_still(self) -> Iterator[None]:
        """What moves the view meanwhile is no wish of the player's."""
        before, self._is_arranging = self._is_arranging, True
        try:
            yield
        finally:
            self._is_arranging = before

    def _wanted_top(self) -> int:
        """Where the view is to begin: at the newest entry, or where the player scrolled to."""
        end, heights = self._end(), self._column.heights
        if self.follows:
            return min(end, self._top_of_newest())
        entry, within = self._anchor
        if entry not in self._known:  # the player was at the beginning, or it went with the oldest
            return 0
        return min(end, max(0, heights.top(heights.place_of(entry)) + within))

    def _anchor_at(self, value: int) -> tuple[int, int]:
        """The entry at the upper edge and how far it is past it; none at the very beginning."""
        heights = self._column.heights
        if value == 0 or not heights.order:
            return _NOWHERE
        place = heights.place_at(value)
        return heights.order[place], value - heights.top(place)

    def _end(self) -> int:
        return max(0, self._column.heights.total - self.viewport().height())

    def _top_of_newest(self) -> int:
        """Where the newest entry starts, if it is taller than the view; else the end."""
        heights = self._column.heights
        if not heights.order or heights.height(heights.order[-1]) <= self.viewport().height():
            return self._end()
        return max(0, heights.top(len(heights.order) - 1) - 2 * GRID)

    def _scrolled(self, value: int) -> None:
        """The player, or the keyboard that goes from control to control, moved the view."""
        if self._is_arranging:
            return
        self._follow(follows=value >= min(self._end(), self._top_of_newest()) - NEAR_END_PX)
        self._anchor = self._anchor_at(value)
        with self._holding_still():
            self._column.show_between(value, value + self.viewport().height(), AT_ONCE)

    def _follow(self, *, follows: bool) -> None:
        self.follows = follows
        self._newest.setVisible(not follows)

    def _make_newest(self) -> QPushButton:
        button = QPushButton(self._library.translations.text("ui.newest"), self)
        of_kind(button, "floating")
        button.setObjectName("log:newest")
        button.setIcon(icon("down", colour("ink"), 16))
        button.clicked.connect(self.to_newest)
        button.hide()
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew what is seen, and keep the way to the newest at the foot."""
        with self._holding_still():
            super().resizeEvent(event)
        self._arrange()
        size = self._newest.sizeHint()
        left, top = (self.width() - size.width()) // 2, self.height() - size.height() - 3 * GRID
        self._newest.setGeometry(left, top, size.width(), size.height())

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out what was not laid out while nobody saw it."""
        super().showEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew in another text size."""
        super().changeEvent(event)
        if event.type() in LOOK_CHANGES and hasattr(self, "_column"):
            self._column.heights.doubt_all()
            self._arrange()


def _grew(before: _Known, known: _Known) -> bool:
    """Whether an entry only has other words, as one that is being written."""
    return known.card is None and replace(before.entry, words=known.entry.words) == known.entry


def _same(first: object, second: object) -> bool:
    return first is second or first == second
