"""Where the entries of the log stand: a widget each, also for those whose own widgets are not made.

Screen readers find an entry's words at its place while nothing else is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from companion.ui.log_heights import LogHeights
from companion.ui.theme import GRID

SIDE_PX = 5 * GRID
PLACED_AT_ONCE = 100
"""Far entries that are given their place in a step."""


@dataclass(slots=True)
class _Place:
    """Where an entry stands.

    Attributes:
        bounds: Top, width and height that it was given.
    """

    widget: QWidget
    words: str
    bounds: tuple[int, int, int] = (0, 0, 0)


class LogPlaces:
    """GUI thread.

    Args:
        column: What the entries stand in.
        heights: How high they are.
    """

    def __init__(self, column: QWidget, heights: LogHeights) -> None:
        self._column, self._heights = column, heights
        self._places: dict[int, _Place] = {}
        self._done, self._done_as = 0, (0, 0)

    @property
    def width(self) -> int:
        """Pixels of an entry."""
        return max(1, self._column.width() - 2 * SIDE_PX)

    def strange(self, order: Iterable[int]) -> set[int]:
        """Entries that have a place and are not in an order."""
        return self._places.keys() - set(order)

    def __contains__(self, entry: int) -> bool:
        """Whether an entry has a place."""
        return entry in self._places

    def widget(self, entry: int) -> QWidget:
        """What the widgets of an entry are made into."""
        return self._places[entry].widget

    def add(self, entry: int, words: str) -> None:
        """Make a place with the words of its entry."""
        widget = QWidget(self._column)
        widget.setAccessibleName(words)
        widget.show()
        self._places[entry] = _Place(widget, words)

    def remove(self, entry: int) -> QWidget:
        """Forget a place; its widget is still there."""
        return self._places.pop(entry).widget

    def fill(self, entry: int) -> None:
        """Say nothing at a place: what was made there says it."""
        self._places[entry].widget.setAccessibleName("")

    def empty(self, entry: int, words: str | None = None) -> None:
        """Say an entry's words at its place, or new ones from now on."""
        place = self._places[entry]
        place.words = place.words if words is None else words
        place.widget.setAccessibleName(place.words)

    def put(self, places: Iterable[int], contents: Mapping[int, QWidget]) -> None:
        """Give entries their place.

        Args:
            places: By their order from the top.
            contents: What is made in them, by the entries' ids.
        """
        width, heights = self.width, self._heights
        for place in places:
            entry = heights.order[place]
            here, bounds = self._places[entry], (heights.top(place), width, heights.height(entry))
            if here.bounds != bounds:
                here.bounds = bounds
                here.widget.setGeometry(SIDE_PX, *bounds)
                content = contents.get(entry)
                if content is not None and heights.is_measured(entry):
                    content.resize(*bounds[1:])

    def put_more(self, contents: Mapping[int, QWidget]) -> bool:
        """Give some more entries their place; whether there were any that may not have theirs."""
        now = (self._heights.changes, self._column.width())
        first = self._done if self._done_as == now else 0
        self._done = min(len(self._heights.order), first + PLACED_AT_ONCE)
        self._done_as = now
        self.put(range(first, self._done), contents)
        return first < self._done
