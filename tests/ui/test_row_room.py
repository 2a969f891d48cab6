"""Rows keep their words readable: a state that leaves no room stands below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.cards.library import CardLibrary
from companion.cards.view import BoundHeader, BoundList, BoundQuestList, BoundTable, Span, Variant
from companion.protocol.cards.item import ItemPreview
from companion.ui.application import wear
from companion.ui.card_pictures import sample_view
from companion.ui.cards.chart import VALUE, fitting
from companion.ui.cards.item_tile import TILE_PX, draw_tile
from companion.ui.cards.list import EntryList
from companion.ui.cards.painted_entry import UNTOUCHED
from companion.ui.cards.painting import chip_size
from companion.ui.cards.press_list import PressList
from companion.ui.cards.quest_list import quest_entry
from companion.ui.cards.row_entry import COMPACT_TILE_PX, LEAD_PX, RowEntry
from companion.ui.cards.row_fronts import aligned
from companion.ui.cards.row_state import COMPACT_STATE_WIDTH_PX, RowState
from companion.ui.cards.scope import CardScope
from companion.ui.cards.table import Table
from companion.ui.icons import IconMark
from companion.ui.look import Look, default_look
from companion.ui.theme import colour
from tests.helpers import cards_make as make
from tests.helpers import ui_states as states
from tests.helpers.ui_states import RecordingCommands

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


def drawn(entry: RowEntry) -> QImage:
    """A row as it is painted."""
    height = entry.height(WIDTH)
    image = QImage(WIDTH, height, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    entry.paint(painter, QRectF(0, 0, WIDTH, height), UNTOUCHED)
    painter.end()
    return image


def bars(entry: RowEntry) -> set[int]:
    """The columns in which the bar of the state is drawn."""
    image = drawn(entry)
    wanted = colour("accent").rgba()
    rows = range(image.height())
    columns = {x: sum(image.pixel(x, y) == wanted for y in rows) for x in range(WIDTH)}
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


USED = BoundTable(
    (BoundHeader("Service", grow=True), BoundHeader("Used"), BoundHeader("Price")),
    (((Span("Model"),), (Span("40 calls, 61,200 tokens"),), (Span("0.12 CNY"),)),),
)


@pytest.fixture
def table(library: CardLibrary, commands: RecordingCommands, qtbot: QtBot) -> Table:
    scope = CardScope(states.ref(1), Variant.COMPACT, commands, library.translations)
    table = Table(USED, scope)
    qtbot.addWidget(table)
    return table


def test_a_cell_that_has_no_room_wraps(table: Table) -> None:
    wide, narrow = table.heightForWidth(600), table.heightForWidth(220)
    table.resize(220, narrow)
    table.show()

    assert narrow > wide
    assert table.rowHeight(0) == narrow - table.horizontalHeader().height()


@pytest.mark.parametrize(("width", "shown"), [(200.0, "12 calls"), (24.0, "12")])
def test_a_bar_too_narrow_for_its_words_keeps_the_number(
    width: float, shown: str, qapp: QApplication
) -> None:
    assert fitting("12 calls", VALUE, width) == shown


def first_column(entry: RowEntry) -> int:
    """The first column in which words in their own colour are drawn."""
    image = drawn(entry)
    ink = colour("ink").rgba()
    return min(x for x in range(WIDTH) for y in range(image.height()) if image.pixel(x, y) == ink)


def test_words_of_a_row_that_cannot_be_pressed_stand_below_those_of_rows_that_can(
    qapp: QApplication,
) -> None:
    title = ((Span("HHH"),),)
    numbered = RowEntry("row", title, number=1, mark="star")
    locked = RowEntry("row", title, bullet=True, among_numbers=True, mark="lock")

    assert first_column(locked) == first_column(numbered)


def find_list(parent: EntryList) -> PressList:
    """The list in which rows are painted."""
    [found] = parent.findChildren(PressList)
    return found


@pytest.mark.behaviour("INBOX-005")
def test_a_locked_reward_shows_its_order_with_a_lock_and_nothing_that_is_in_it(
    library: CardLibrary, commands: RecordingCommands
) -> None:
    view = sample_view(make.sample("inbox"), library, Variant.FULL)
    bound = next(node for node in view.nodes if isinstance(node, BoundList))
    scope = CardScope(view.ref, Variant.FULL, commands, library.translations)
    shown = EntryList(bound, scope)
    entries = [find_list(shown).entry(row) for row in range(len(bound.entries))]
    marks = [(entry.mark, entry.tile is None) for entry in entries]
    shown.deleteLater()

    assert marks == [("", False), ("", False), ("lock", True)]


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
def test_a_long_title_wraps_before_it_ends(
    scale: float, library: CardLibrary, commands: RecordingCommands, qapp: QApplication
) -> None:
    wear(qapp, Look(default_look().theme, scale))
    view = sample_view(make.sample("quest_list"), library, Variant.COMPACT)
    node = next(node for node in view.nodes if isinstance(node, BoundQuestList))
    scope = CardScope(view.ref, Variant.COMPACT, commands, library.translations)
    titles = (Span("Light"),), (Span("Let There Be Light " * 4),)
    rows = [replace(node.rows[2], title=title) for title in titles]
    short, long = (quest_entry(row, scope, chapter=True, numbered=True) for row in rows)
    wide = 40 * WIDTH

    assert long.height(WIDTH) > short.height(WIDTH)
    assert long.height(wide) == short.height(wide)
    wear(qapp, default_look())


def test_words_begin_in_one_line_whatever_number_stands_in_front() -> None:
    title = ((Span("Stone Age"),),)
    nine, ten = aligned([RowEntry("row", title, number=number) for number in (9, 10)])
    chip = chip_size(10)[0] + LEAD_PX + 2
    words = [drawn(row).copy(chip, 0, WIDTH - chip, row.height(WIDTH)) for row in (nine, ten)]

    assert words[0] == words[1]
    assert drawn(nine) != drawn(ten)


@pytest.mark.parametrize("side", [TILE_PX, COMPACT_TILE_PX, 24])
@pytest.mark.parametrize("names", [("Water Wheel", "Mm"), ("铁锭", "黏土")], ids=["en", "zh"])
def test_the_letters_of_a_done_item_stand_beside_its_tick(
    qapp: QApplication, side: int, names: tuple[str, str]
) -> None:
    one, other = (tile(name, side) for name in names)
    tick = round(side * 0.34) + 1

    assert one != other
    assert one.copy(0, 0, tick, tick) == other.copy(0, 0, tick, tick)


def test_only_a_done_item_has_a_tick(qapp: QApplication) -> None:
    accent = colour("accent").rgb()
    ticked, bare = (tile("Mm", TILE_PX, done=done) for done in (True, False))
    spots = [(x, y) for x in range(TILE_PX) for y in range(TILE_PX)]

    assert sum(ticked.pixel(*spot) == accent for spot in spots) > 40
    assert sum(bare.pixel(*spot) == accent for spot in spots) == 0


def tile(name: str, side: int, *, done: bool = True) -> QImage:
    """The tile of an item that the player gathers."""
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    item = ItemPreview(item="game:some", name=name, count=64, done=done)
    draw_tile(painter, QRectF(0, 0, side, side), item)
    painter.end()
    return image
