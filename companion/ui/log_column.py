"""The entries of the log below one another, built where the player looks and nowhere else.

Every entry has its place, and screen readers find its words there; the widgets of an entry are
made when it comes near the view, and the farthest go when there are too many. So a log of a
thousand cards costs what the visible ones cost: to add to it, to scroll it, to make it narrower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from companion.ui.chat_entry import EntryWidget
from companion.ui.log_heights import LogHeights
from companion.ui.theme import GRID

SIDE_PX, EDGE_PX, GAP_PX = 5 * GRID, 4 * GRID, 3 * GRID
AHEAD = 1.0
"""Views above and below the visible one in which entries are built while nothing else happens."""
MOST_BUILT = 40
"""Entries that have widgets at the same time."""
AT_ONCE = 1
"""Entries built in a frame of scrolling: with a card, 5 ms. What else is seen follows at once."""
NEXT_MS = 8
"""Half an entry is built each time, so that what else a frame has to do fits in."""
_ROUNDS = 6
"""Building an entry of another height than was guessed brings others into view; never for long."""

Build = Callable[[int, QWidget], EntryWidget]


@dataclass(slots=True)
class _Place:
    """Where an entry stands.

    Attributes:
        content: None while it is far.
        bounds: Top, width and height that it was given.
    """

    widget: QWidget
    words: str
    content: EntryWidget | None = None
    bounds: tuple[int, int, int] = (0, 0, 0)


class LogColumn(QWidget):
    """GUI thread.

    Args:
        build: Makes the widgets of an entry into its place.
        moved: Called when entries need other places; calls `show_between`.
        first_stop: Where the keyboard stops before the first entry.
    """

    def __init__(self, build: Build, moved: Callable[[], None], first_stop: QWidget) -> None:
        super().__init__()
        self._build, self._moved, self._first_stop = build, moved, first_stop
        self._places: dict[int, _Place] = {}
        self.heights = LogHeights(GAP_PX, EDGE_PX)
        self._view = (0, 0)
        self._soon = QTimer(self, singleShot=True, interval=NEXT_MS)
        self._soon.timeout.connect(self._build_one_more)
        self.setProperty("kind", "page")

    def content(self, entry: int) -> EntryWidget | None:
        """The widgets of an entry; None while it is far."""
        place = self._places.get(entry)
        return place.content if place is not None else None

    def use(self, order: Sequence[int], words_of: Callable[[int], str]) -> None:
        """Have other entries.

        Args:
            order: Ids from top to bottom.
            words_of: Gives the words of one that is new.
        """
        gone = [self._places.pop(entry) for entry in self._places.keys() - set(order)]
        for entry in order:
            if entry not in self._places:
                self._places[entry] = self._new_place(words_of(entry))
        self.heights.use(order)
        for place in gone:  # last: the keyboard goes on to what is still there
            _destroy(place.widget)

    def rebuild(self, entry: int, words: str) -> None:
        """Build an entry anew when it is seen."""
        self._empty(entry)
        self._places[entry].words = words
        self._places[entry].widget.setAccessibleName(words)

    def take_width(self, width: int) -> None:
        """Be as wide as the view."""
        if width != self.width():
            self.heights.doubt_all()
            self.resize(width, self.height())

    def show_between(self, top: int, bottom: int, most: int | None = None) -> None:
        """Have everything between two heights built and in its place.

        Args:
            top: Pixels from the column's top.
            bottom: Likewise.
            most: Entries that are built now, the rest with the next events; all when None.
        """
        self._view = (top, bottom)
        built = 0
        for _ in range(_ROUNDS):
            due = self._due(self.heights.between(top, bottom))
            new = [entry for entry in due if not self._is_seen(entry)]
            now = new if most is None else new[: most - built]
            if len(due) == len(new) and not now:
                break
            for entry in (*(entry for entry in due if entry not in new), *now):
                self._make_ready(entry)
            built += len(now)
        self.resize(self.width(), self.heights.total)
        order = self.heights.order
        filled = (place for place, entry in enumerate(order) if self._places[entry].content)
        self._put({*filled, *self._near()})
        if built or not self._soon.isActive():  # a frame that built something has done enough
            self._soon.start()

    def _put(self, places: Iterable[int]) -> None:
        """Give entries their place."""
        width, order = max(1, self.width() - 2 * SIDE_PX), self.heights.order
        for place in places:
            here = self._places[order[place]]
            bounds = (self.heights.top(place), width, self.heights.height(order[place]))
            if here.bounds != bounds:
                here.bounds = bounds
                here.widget.setGeometry(SIDE_PX, *bounds)
                if here.content is not None and self.heights.is_measured(order[place]):
                    here.content.resize(*bounds[1:])

    def event(self, event: QEvent) -> bool:
        """An entry took another shape: let what is around follow."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._moved()
            return True
        return super().event(event)

    def _due(self, places: range) -> list[int]:
        """Entries that are not built, or not measured."""
        seen = (self.heights.order[place] for place in places)
        return [e for e in seen if self.content(e) is None or not self.heights.is_measured(e)]

    def _build_one_more(self) -> None:
        """While nothing else happens: what is in sight, what is near; then let go of far ones."""
        due = self._due(self.heights.between(*self._view)) or self._due(self._near())
        if due and self.content(due[0]) is None:
            self._make(due[0])
            self._soon.start()
            return
        if due:
            self._make_ready(due[0])
            self._moved()
            return
        self._put(range(len(self.heights.order)))
        self._let_go()

    def _is_seen(self, entry: int) -> bool:
        content = self.content(entry)
        return content is not None and not content.isHidden()

    def _make_ready(self, entry: int) -> None:
        """Build and measure an entry, or only measure it where it is built."""
        self._finish(entry, self.content(entry) or self._make(entry))

    def _make(self, entry: int) -> EntryWidget:
        """Make the widgets of an entry; they are not seen yet."""
        place = self._places[entry]
        content = place.content = self._build(entry, place.widget)
        content.reshaped.connect(self._reshaped)
        place.widget.setAccessibleName("")
        self._order_keyboard(entry, content)
        return content

    def _finish(self, entry: int, content: EntryWidget) -> None:
        """Measure an entry, and let it be seen."""
        width = max(1, self.width() - 2 * SIDE_PX)
        content.ensurePolished()
        height = content.heightForWidth(width)
        self.heights.measured(entry, height)
        if content.isHidden():
            content.setGeometry(0, 0, width, height)
            content.show()

    def _reshaped(self, entry: int) -> None:
        self.heights.doubt(entry)
        QApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _order_keyboard(self, entry: int, content: EntryWidget) -> None:
        """Let the keyboard come to an entry after the one above it, whichever was built first."""
        if not (own := _stops(content)):
            return
        above = reversed(self.heights.order[: self.heights.order.index(entry)])
        built = (widget for other in above if (widget := self.content(other)) is not None)
        before = next(
            (stops[-1] for widget in built if (stops := _stops(widget))), self._first_stop
        )
        for stop in own:
            QWidget.setTabOrder(before, stop)
            before = stop

    def _let_go(self) -> None:
        """Take the widgets of the farthest entries away when there are too many of them."""
        order, near = self.heights.order, self._near()
        built = [place for place, entry in enumerate(order) if self.content(entry) is not None]
        spare = len(built) - max(MOST_BUILT, len(near))
        middle = (near.start + near.stop) // 2
        for place in sorted(built, key=lambda place: abs(place - middle), reverse=True):
            content = self.content(order[place])
            is_used = content is None or content.isAncestorOf(QApplication.focusWidget() or self)
            if spare > 0 and place not in near and not is_used:
                self._empty(order[place])
                spare -= 1

    def _near(self) -> range:
        """Places of the entries in sight, and those a view above and below."""
        top, bottom = self._view
        ahead = int((bottom - top) * AHEAD)
        return self.heights.between(top - ahead, bottom + ahead)

    def _empty(self, entry: int) -> None:
        place = self._places[entry]
        if place.content is not None:
            _destroy(place.content)
            place.content = None
            place.widget.setAccessibleName(place.words)
        self.heights.doubt(entry)

    def _new_place(self, words: str) -> _Place:
        widget = QWidget(self)
        widget.setAccessibleName(words)
        widget.show()
        return _Place(widget, words)


def _stops(widget: QWidget) -> list[QWidget]:
    """Where the keyboard stops within a widget, in order."""
    tab = Qt.FocusPolicy.TabFocus
    return [w for w in widget.findChildren(QWidget) if w.focusPolicy() & tab]


def _destroy(widget: QWidget) -> None:
    widget.hide()
    widget.deleteLater()
