"""Rows keep their words readable: a state that leaves no room stands below them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from companion.cards.view import Span
from companion.ui.application import wear
from companion.ui.cards.painted_entry import UNTOUCHED
from companion.ui.cards.row_entry import RowEntry
from companion.ui.cards.row_state import COMPACT_STATE_WIDTH_PX, RowState
from companion.ui.icons import IconMark
from companion.ui.look import Look, default_look
from companion.ui.theme import colour

WIDTH = 360
STATE = RowState("Started", "started", "accent", fraction=1.0, width=COMPACT_STATE_WIDTH_PX)


def row(state: RowState | None) -> RowEntry:
    """A row of a list of quests where room is short."""
    return RowEntry("row", ((Span("Stone Age"),),), number=1, mark="star", state=state)


@pytest.fixture
def large(qapp: QApplication) -> Iterator[None]:
    wear(qapp, Look(default_look().theme, 2.0))
    yield
    wear(qapp, default_look())


def bars(entry: RowEntry) -> set[int]:
    """The columns in which the bar of the state is drawn."""
    height = entry.height(WIDTH)
    image = QImage(WIDTH, height, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    entry.paint(painter, QRectF(0, 0, WIDTH, height), UNTOUCHED)
    painter.end()
    wanted = colour("accent").rgba()
    columns = {x: sum(image.pixel(x, y) == wanted for y in range(height)) for x in range(WIDTH)}
    return {x for x, found in columns.items() if found >= 3}


def test_a_state_stands_beside_the_words_where_there_is_room() -> None:
    entry = row(STATE)

    assert entry.height(WIDTH) == row(None).height(WIDTH)
    assert len(bars(entry)) <= COMPACT_STATE_WIDTH_PX + 2


def test_in_large_text_a_state_stands_below_the_words(large: None) -> None:
    entry = row(STATE)

    assert entry.height(WIDTH) > row(None).height(WIDTH)
    assert min(bars(entry)) < WIDTH / 2


def test_a_mark_grows_with_the_words_beside_it(qapp: QApplication) -> None:
    mark = IconMark("lock", size=16)
    mark.show()
    try:
        wear(qapp, Look(default_look().theme, 2.0))
        assert mark.width() == mark.height() == 32
    finally:
        wear(qapp, default_look())
        mark.deleteLater()
