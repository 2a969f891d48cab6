"""How long grids and lists take until they are seen: the part of `bench cards` about one card."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from companion.cards.view import CardView
from companion.commands.bench.cards_stage import COMMANDS, Stage, painted, timed
from companion.commands.bench.cards_views import grid_view, list_view, quests
from companion.ui.cards.press_list import PressList
from companion.ui.cards.renderer import CardWidget
from companion.ui.cards.warm_up import slices
from companion.ui.main_window import MainWindow

UNSEEN_PAGE = 1_000
"""First of the pages that were never drawn before."""


@dataclass(frozen=True, slots=True)
class First:
    """The first grid of a process, in milliseconds.

    Attributes:
        grid_ms: Until it is painted.
        slices_ms: What the companion did before, in idle time; empty for a cold start.
    """

    grid_ms: float
    slices_ms: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Milliseconds, medians.

    Attributes:
        grid_ms: A grid that was drawn before, until it is painted.
        new_grid_ms: One with other words.
        read_ms, cells: Until a screen reader has asked all cells; how many have a name.
        grid_page_ms, new_page_ms: A turn to a page that was seen before, and to one that was not.
        list_page_ms: A turn of a list of quests.
        list_ms, list_share: A list of 5,000 quests; how much longer than one of 50.
    """

    grid_ms: float
    new_grid_ms: float
    read_ms: float
    cells: int
    grid_page_ms: float
    new_page_ms: float
    list_page_ms: float
    list_ms: float
    list_share: float


def first_grid(*, warm: bool) -> First:
    """Show the first grid of this process, beside the companion's own window.

    Args:
        warm: Do before what the companion does after its window's first frame.
    """
    stage = Stage()
    len(stage.library.templates), len(stage.library.phrases)  # read on a thread by then
    window = MainWindow(stage.library, COMMANDS)
    window.show()
    painted(stage.application, window)
    done = _warmed(stage) if warm else ()
    view = grid_view(UNSEEN_PAGE)
    taken = timed(lambda: stage.show(view))
    window.close()
    window.deleteLater()
    stage.end()
    return First(taken, done)


def _warmed(stage: Stage) -> tuple[float, ...]:
    times: list[float] = []
    steps = slices(stage.library, stage.window)
    is_over = False
    while not is_over:
        began = time.perf_counter()
        is_over = next(steps, _OVER) is _OVER
        times.append((time.perf_counter() - began) * 1e3)
        QApplication.processEvents()
    stage.settle()
    return tuple(times)


def measure(runs: int) -> Shown:
    """Measure everything else in this process."""
    stage = Stage()
    grid = _repeated(stage, lambda number: grid_view(0), runs)
    new_grid = _repeated(stage, lambda number: grid_view(UNSEEN_PAGE + number), runs)
    with stage.shown(grid_view(0)) as card:
        cells, read = _read(card)
        grid_page = _turned(stage, card, lambda number: grid_view(number % 2), runs)
        new_page = _turned(stage, card, lambda number: grid_view(2 * UNSEEN_PAGE + number), runs)
    few, many, library = quests(50), quests(5_000), stage.library
    with stage.shown(list_view(many, library, 0)) as card:
        list_page = _turned(stage, card, lambda number: list_view(many, library, number % 2), runs)
    small = _repeated(stage, lambda number: list_view(few, library, 0), runs)
    large = _repeated(stage, lambda number: list_view(many, library, 0), runs)
    stage.end()
    return Shown(
        grid_ms=grid,
        new_grid_ms=new_grid,
        read_ms=read,
        cells=cells,
        grid_page_ms=grid_page,
        new_page_ms=new_page,
        list_page_ms=list_page,
        list_ms=large,
        list_share=large / small,
    )


def _repeated(stage: Stage, make: Callable[[int], CardView], runs: int) -> float:
    """Milliseconds to build a view and show it, the middle of many."""
    times: list[float] = []
    for number in range(runs):
        began = time.perf_counter()
        card = stage.show(make(number))
        times.append((time.perf_counter() - began) * 1e3)
        stage.clear(card)
    return statistics.median(times)


def _turned(stage: Stage, card: CardWidget, view_of: Callable[[int], CardView], runs: int) -> float:
    """Milliseconds of a turn with the making of its view, the middle of many."""
    times: list[float] = []
    for number in range(1, runs + 1):
        began = time.perf_counter()
        stage.turn(card, view_of(number))
        times.append((time.perf_counter() - began) * 1e3)
    return statistics.median(times)


def _read(card: CardWidget) -> tuple[int, float]:
    """How many cells have a name in the accessibility tree, and how long it takes to ask all."""
    began = time.perf_counter()
    grid = QAccessible.queryAccessibleInterface(card.findChildren(PressList)[0])
    names = [grid.child(at).text(QAccessible.Text.Name) for at in range(grid.childCount())]
    return len(set(names)), (time.perf_counter() - began) * 1e3


_OVER = object()
