"""The entries of the log below one another, built where the player looks and nowhere else.

Every entry has its place, and screen readers find its words there; the widgets of an entry are
made when it comes near the view, and the farthest go when there are too many. So a log of a
thousand cards costs what the visible ones cost: to add to it, to scroll it, to make it narrower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from companion.ui.chat_entry import EntryWidget
from companion.ui.log_heights import LogHeights
from companion.ui.log_keyboard import LogKeyboard
from companion.ui.log_places import LogPlaces
from companion.ui.theme import GRID

EDGE_PX, GAP_PX = 4 * GRID, 3 * GRID
AHEAD = 1.0
"""Views above and below the visible one in which entries are built while nothing else happens."""
MOST_BUILT = 40
"""Entries that have widgets at the same time."""
AT_ONCE = 1
"""Steps towards entries in sight in a frame of scrolling: to make one, or to let it be seen; with a
card, some 5 ms. What else is seen follows at once."""
NEXT_MS = 8
"""One step is taken each time, so that what else a frame has to do fits in."""
_ROUNDS = 6
"""Building an entry of another height than was guessed brings others into view; never for long."""

Build = Callable[[int, QWidget], EntryWidget]


class LogColumn(QWidget):
    """GUI thread.

    Args:
        build: Makes the widgets of an entry into its place.
        moved: Called when entries need other places; calls `show_between`.
        first_stop: Where the keyboard stops before the first entry.
    """

    def __init__(self, build: Build, moved: Callable[[], None], first_stop: QWidget) -> None:
        super().__init__()
        self._build, self._moved = build, moved
        self._built: dict[int, EntryWidget] = {}
        self._keyboard = LogKeyboard(first_stop)
        self.heights = LogHeights(GAP_PX, EDGE_PX)
        self._places = LogPlaces(self, self.heights)
        self._view = (0, 0)
        self._is_frame_spent = False
        self._soon = QTimer(self, singleShot=True, interval=NEXT_MS)
        self._soon.timeout.connect(self._build_one_more)
        self.setProperty("kind", "page")

    def content(self, entry: int) -> EntryWidget | None:
        """The widgets of an entry; None while it is far."""
        return self._built.get(entry)

    def use(self, order: Sequence[int], words_of: Callable[[int], str]) -> None:
        """Have other entries.

        Args:
            order: Ids from top to bottom.
            words_of: Gives the words of one that is new.
        """
        gone = [self._gone(entry) for entry in self._places.strange(order)]
        for entry in order:
            if entry not in self._places:
                self._places.add(entry, words_of(entry))
        self.heights.use(order)
        for widget in gone:  # last: the keyboard goes on to what is still there
            _destroy(widget)

    def rebuild(self, entry: int, words: str) -> None:
        """Build an entry anew when it is seen."""
        self._empty(entry)
        self._places.empty(entry, words)

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
            most: Steps that are taken now, the rest with the next events; all when None.
        """
        self._view = (top, bottom)
        taken = 0
        for _ in range(_ROUNDS):
            due = self._due(self.heights.between(top, bottom))
            known = [entry for entry in due if self._is_seen(entry)]
            new = [entry for entry in due if not self._is_seen(entry)]
            now = new if most is None else new[: most - taken]
            if not known and not now:
                break
            for entry in known:
                self._make_ready(entry)
            for entry in now:
                self._take_step(entry, whole=most is None)
            taken += len(now)
        self.resize(self.width(), self.heights.total)
        places = {*map(self.heights.place_of, self._built), *self._near()}
        self._places.put(places, self._built)
        self._is_frame_spent = self._is_frame_spent or taken > 0
        if taken or not self._soon.isActive():
            self._soon.start()

    def _take_step(self, entry: int, *, whole: bool) -> None:
        """Make an entry, let it be seen if it is made; or both."""
        if whole or self.content(entry) is not None:
            self._make_ready(entry)
        else:
            self._make(entry)

    def focusNextPrevChild(self, following: bool) -> bool:  # noqa: FBT001 - Qt's signature
        """The keyboard goes on: now it matters what follows what."""
        while self._keyboard.due:
            self._order_keyboard()
        return super().focusNextPrevChild(following)

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
        """While nothing else happens: what is in sight, then what is near, the nearest first."""
        if self._is_frame_spent:  # it built something, and is not painted yet
            self._is_frame_spent = False
            self._soon.start()
            return
        due = self._due(self.heights.between(*self._view)) or self._nearest(self._due(self._near()))
        if due and self.content(due[0]) is None:
            self._make(due[0])
            self._soon.start()
        elif due:
            self._make_ready(due[0])
            self._moved()
        elif self._tidied():
            self._soon.start()

    def _nearest(self, entries: list[int]) -> list[int]:
        """Entries by how far they are from the view."""
        view = self.heights.between(*self._view)
        first, last = view.start, max(view.start, view.stop - 1)
        place = self.heights.place_of
        return sorted(entries, key=lambda entry: max(first - place(entry), place(entry) - last))

    def _tidied(self) -> bool:
        """Do a little of what nobody sees; whether there may be more of it."""
        if self._keyboard.due:
            self._order_keyboard()
            return True
        if self._places.put_more(self._built):
            return True
        self._let_go()
        return False

    def _is_seen(self, entry: int) -> bool:
        content = self.content(entry)
        return content is not None and not content.isHidden()

    def _make_ready(self, entry: int) -> None:
        """Build and measure an entry, or only measure it where it is built."""
        self._finish(entry, self.content(entry) or self._make(entry))

    def _make(self, entry: int) -> EntryWidget:
        """Make the widgets of an entry; they are not seen yet."""
        content = self._built[entry] = self._build(entry, self._places.widget(entry))
        content.hide()
        content.reshaped.connect(self._reshaped)
        self._places.fill(entry)
        self._keyboard.came(entry)
        return content

    def _finish(self, entry: int, content: EntryWidget) -> None:
        """Measure an entry, and let it be seen."""
        width = self._places.width
        content.ensurePolished()
        height = content.heightForWidth(width)
        self.heights.measured(entry, height)
        if content.isHidden():
            content.setGeometry(0, 0, width, height)
            content.show()

    def _reshaped(self, entry: int) -> None:
        self.heights.doubt(entry)
        QApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _order_keyboard(self) -> None:
        """Order the controls of one entry: the uppermost, since others may have to follow it."""
        entry = min(self._keyboard.due, key=self.heights.place_of)
        above = self.heights.order[: self.heights.place_of(entry)]
        built = (self._built[other] for other in reversed(above) if other in self._built)
        self._keyboard.order(entry, self._built[entry], built)

    def _let_go(self) -> None:
        """Take the widgets of the farthest entries away when there are too many of them."""
        near, used = self._near(), QApplication.focusWidget() or self
        spare = len(self._built) - max(MOST_BUILT, len(near))
        middle = (near.start + near.stop) // 2
        place = self.heights.place_of
        far = (entry for entry in self._built if place(entry) not in near)
        for entry in sorted(far, key=lambda entry: abs(place(entry) - middle), reverse=True):
            if spare > 0 and not self._built[entry].isAncestorOf(used):
                self._empty(entry)
                spare -= 1

    def _near(self) -> range:
        """Places of the entries in sight, and those a view above and below."""
        top, bottom = self._view
        ahead = int((bottom - top) * AHEAD)
        return self.heights.between(top - ahead, bottom + ahead)

    def _empty(self, entry: int) -> None:
        if (content := self._built.pop(entry, None)) is not None:
            self._keyboard.went(entry)
            _destroy(content)
            self._places.empty(entry)
        self.heights.doubt(entry)

    def _gone(self, entry: int) -> QWidget:
        """Forget an entry; its widget is still there."""
        self._built.pop(entry, None)
        self._keyboard.went(entry)
        return self._places.remove(entry)


def _destroy(widget: QWidget) -> None:
    widget.hide()
    widget.deleteLater()
