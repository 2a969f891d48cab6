"""The measured part of `bench cards`: needs Qt, and runs on its GUI thread."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from companion.cards.library import CardLibrary, load_library
from companion.cards.view import (
    BoundCell,
    BoundChoice,
    BoundGrid,
    BoundHeading,
    BoundOffer,
    CardView,
    Span,
    Variant,
)
from companion.cards.view_builder import CardSource, build_view
from companion.cards.view_state import CardViewState
from companion.client.no_commands import NoCommands
from companion.client.state import EMPTY, MAX_ENTRIES, ClientState, Entry, LiveCard, Speaker
from companion.language.phrase import literal
from companion.protocol.cards.builder import ServerAction
from companion.protocol.cards.item import ItemPreview
from companion.protocol.cards.quest_list import QuestBrief, QuestList, QuestState
from companion.protocol.cards.ref import CardRef
from companion.ui.application import open_application
from companion.ui.cards.press_list import PressList
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.scope import CardScope
from companion.ui.chat_log import ChatLog

CELLS, COLUMNS = 64, 8
WINDOW_PX = (880, 800)
STATES = (QuestState.STARTED, QuestState.OPEN, QuestState.CLAIMABLE, QuestState.LOCKED)
LOG_CARDS = 1_000
FRAMES = 300
TRIM_STEP = 100
"""Cards that come at once, while as many of the oldest go."""
ROUNDS = 8
"""From a row's words up to the log's scroll bar, with some to spare."""
SCROLL_PX = 120
"""A notch of a mouse wheel."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was measured; milliseconds are medians unless they are called slowest."""

    grid_ms: float
    read_ms: float
    cells: str
    grid_page_ms: float
    list_page_ms: float
    list_ms: float
    list_share: float
    frame_ms: float
    usual_frame_ms: float
    growth_mib: float | None


_STATM = Path("/proc/self/statm")


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
        card = CardWidget(view, self.scope(view))
        self._column.addWidget(card)
        painted(self.application, card)
        return card

    def turn(self, card: CardWidget, view: CardView) -> None:
        """Show another view of a card; returns after it was painted."""
        card.show_view(view, self.scope(view))
        painted(self.application, card)

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


COMMANDS = NoCommands()


def painted(application: QApplication, widget: QWidget) -> None:
    """Handle what is waiting, then paint a widget at once, instead of with the next frame."""
    application.processEvents()
    widget.repaint()


def first_grid() -> float:
    """Milliseconds until the first grid of this process is painted."""
    stage = Stage()
    view = grid_view(0)
    taken = timed(lambda: stage.show(view))
    stage.end()
    return taken


def measure(runs: int) -> Found:
    """Measure everything else in this process."""
    stage = Stage()
    grid = repeated(stage, lambda: grid_view(0), runs)
    with stage.shown(grid_view(0)) as card:
        cells, read = _read(card)
        grid_page = _turned(stage, card, grid_view, runs)
    few, many = quests(50), quests(5_000)
    with stage.shown(list_view(many, stage, 0)) as card:
        list_page = _turned(stage, card, lambda page: list_view(many, stage, page), runs)
    small = repeated(stage, lambda: list_view(few, stage, 0), runs)
    large = repeated(stage, lambda: list_view(many, stage, 0), runs)
    stage.end()
    frames, growth = _scrolled()
    return Found(
        grid_ms=round(grid, 2),
        read_ms=round(read, 2),
        cells=f"{cells} named cells in the tree",
        grid_page_ms=round(grid_page, 2),
        list_page_ms=round(list_page, 2),
        list_ms=round(large, 2),
        list_share=round(large / small, 2),
        frame_ms=round(max(frames), 2),
        usual_frame_ms=round(sorted(frames)[int(len(frames) * 0.99) - 1], 2),
        growth_mib=growth if growth is None else round(growth, 2),
    )


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of one run."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1e3


def repeated(stage: Stage, make: Callable[[], CardView], runs: int) -> float:
    """Milliseconds to build a view and show it, the middle of many."""
    times: list[float] = []
    for _ in range(runs):
        began = time.perf_counter()
        card = stage.show(make())
        times.append((time.perf_counter() - began) * 1e3)
        stage.clear(card)
    return statistics.median(times)


def grid_view(page: int) -> CardView:
    """A card with 64 offers; another page has other ones."""
    cells = tuple(_cell(page, number) for number in range(CELLS))
    nodes = (
        BoundHeading((Span("Shop"),), "128", "Say a name"),
        BoundGrid(cells, COLUMNS, page, 2),
    )
    return CardView(
        CardRef(UUID(int=1), 0), Variant.FULL, "Shop", nodes, (), (), (), page, 2, (), tuple
    )


def _cell(page: int, number: int) -> BoundCell:
    item = ItemPreview(f"example:item_{number}", f"Item {page} {number}", count=number + 1)
    choice = BoundChoice(number + 1, number + 1, item.name, ServerAction("system:shop_quote"))
    offer = BoundOffer(item, (Span(item.name),), price=f"{number} coins")
    return BoundCell(offer, f"{item.name}, {number} coins", choice)


def quests(count: int) -> QuestList:
    """A list of quests as an engine sends it."""
    rows = tuple(
        QuestBrief(
            number=number,
            quest=f"{number:016X}",
            title=f"Quest number {number}",
            chapter=f"Chapter {number % 20}",
            state=STATES[number % 4],
            line=literal(f"{number % 9} of 9"),
            done=number % 9,
            total=9,
            icon=ItemPreview(f"example:item_{number % CELLS}", f"Item {number}"),
        )
        for number in range(1, count + 1)
    )
    return QuestList(literal("Open quests"), literal("Say a number"), rows, ())


def list_view(data: QuestList, stage: Stage, page: int) -> CardView:
    """The card of a list, on a page."""
    source = CardSource(CardRef(UUID(int=2), 0), data, CardViewState(page))
    return build_view(source, stage.library, Variant.FULL)


def _turned(stage: Stage, card: CardWidget, view_of: Callable[[int], CardView], runs: int) -> float:
    times: list[float] = []
    for number in range(1, runs + 1):
        began = time.perf_counter()
        stage.turn(card, view_of(number % 2))
        times.append((time.perf_counter() - began) * 1e3)
    return statistics.median(times)


def _read(card: CardWidget) -> tuple[int, float]:
    """How many cells have a name in the accessibility tree, and how long it takes to ask all."""
    began = time.perf_counter()
    grid = QAccessible.queryAccessibleInterface(card.findChildren(PressList)[0])
    names = [grid.child(at).text(QAccessible.Text.Name) for at in range(grid.childCount())]
    return len(set(names)), (time.perf_counter() - began) * 1e3


def _scrolled() -> tuple[list[float], float | None]:
    """Milliseconds of frames while a log of 1,000 cards is scrolled, and MiB it then grows by."""
    application = open_application()
    log = ChatLog(load_library("en_us"), COMMANDS)
    log.resize(*WINDOW_PX)
    log.show()
    data = quests(12)
    log.show_state(_conversation(data, 1))
    _rest(application, log)
    frames = [_frame(application, log, at) for at in range(FRAMES)]
    for first in range(LOG_CARDS, LOG_CARDS + 400, TRIM_STEP):
        log.show_state(_conversation(data, first, MAX_ENTRIES))
        _rest(application, log)
    before = _resident_mib()
    for first in range(LOG_CARDS + 400, 2 * LOG_CARDS, TRIM_STEP):
        log.show_state(_conversation(data, first, MAX_ENTRIES))
        _rest(application, log)
    after = _resident_mib()
    growth = None if before is None or after is None else after - before
    log.close()
    log.deleteLater()
    QApplication.sendPostedEvents(log, QEvent.Type.DeferredDelete)
    return frames, growth


def _rest(application: QApplication, log: ChatLog) -> None:
    """Let cards that are gone be gone, and those that came find their place.

    A height passes one layout up with each round: after fewer, placing 1,000 cards that came at
    once would count as the first frame of scrolling.
    """
    for _ in range(ROUNDS):
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        painted(application, log)
    gc.collect()


def _frame(application: QApplication, log: ChatLog, at: int) -> float:
    bar = log.verticalScrollBar()
    began = time.perf_counter()
    bar.setValue(bar.maximum() - at * SCROLL_PX)
    painted(application, log)
    return (time.perf_counter() - began) * 1e3


def _conversation(data: QuestList, first: int, count: int = LOG_CARDS) -> ClientState:
    """Answers with a card each."""
    numbers = range(first, first + count)
    cards = tuple(LiveCard(CardRef(UUID(int=n), 0), data, CardViewState()) for n in numbers)
    entries = tuple(
        Entry(n, Speaker.COMPANION, literal(f"Answer {n}"), card=card.ref)
        for n, card in zip(numbers, cards, strict=True)
    )
    return replace(EMPTY, revision=first, entries=entries, cards=cards)


def _resident_mib() -> float | None:
    """Memory of this process that is in use; None where the system does not tell."""
    if not _STATM.exists():
        return None
    return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
